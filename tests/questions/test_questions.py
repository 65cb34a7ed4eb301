"""The other questions, on runs small enough to count on the fingers."""

import math
from pathlib import Path

import polars as pl
import pytest

from dhstats.errors import DataProblem
from dhstats.questions.catalogue import answer_all
from dhstats.questions.shared.answer import Answer
from dhstats.stats.estimates.quantiles import dkw_half_width
from dhstats.stats.intervals.intervals import wilson
from dhstats.storage import Run
from tests.queries.runs import Row, four_deals, game, turn, two_deals_of_turns, write_run
from tests.questions.lookup import answers_of, keys_of, line, plain_english

KEYS = keys_of("dragonheart", "seats")
HOSTILE = "x'); DROP VIEW games; --<script>alert(1)</script>\"$arms{}%s"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Four deals of a mirror match; the turns of the first two are logged."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    return write_run(folder, four_deals(), two_deals_of_turns(), shard_deals=1)


@pytest.fixture(scope="module")
def answers(run: Run) -> dict[str, Answer]:
    """All answers of the small run."""
    return answers_of(run)


# ---- All answers -----------------------------------------------------------------------------------------------


def test_a_mirror_match_is_asked_everything_but_strength(answers: dict[str, Answer]) -> None:
    """The answers come in the order of the report; equal strategies have no stronger one."""
    assert tuple(answers) == tuple(key for key in KEYS if key != "matchups")


@pytest.mark.parametrize(
    ("game", "order"),
    [
        (
            "dragonheart",
            "first_player matchups outcomes scores length endings lead comebacks margins race sources pictures figure",
        ),
        (
            "dragon",
            "first_player matchups outcomes scores length endings lead comebacks margins race seats winning facing"
            " topping wounds grounds played",
        ),
        (
            "dragonwood",
            "first_player matchups outcomes scores length endings lead comebacks margins race seats extra_turns"
            " sources creatures ways enhancements",
        ),
    ],
)
def test_the_report_keeps_its_order(game: str, order: str) -> None:
    """A question that comes later may stand anywhere between these."""
    assert [key for key in keys_of(game, "sources" * ("sources" not in order)) if key in order.split()] == order.split()


def test_answers_are_complete(answers: dict[str, Answer]) -> None:
    """Every answer has findings, tables, words on how to read it, a method, a caution and its SQL."""
    for answer in answers.values():
        assert not any(table.frame.is_empty() for table in answer.tables)
        for text in (answer.title, answer.how_to_read, answer.method, answer.caution):
            assert text[0].isupper()
            assert text[-1] in ".?"
        for name, text in answer.queries:
            assert text.startswith("-- "), name
            assert "$" not in text


def test_sentences_speak_plain_english(answers: dict[str, Answer]) -> None:
    """No sentence speaks of significance or calls an association an effect; each ends as a sentence does."""
    plain_english(answers, "effect", "none")
    verdicts = {finding.verdict for answer in answers.values() for finding in answer.findings}
    assert verdicts <= {"balanced", "unbalanced", "leaning", "undecided", "fact"}


@pytest.mark.parametrize(
    ("turns", "logged", "reason"),
    [
        (None, "all", "This run logged no turns; simulate with --moves all, or sample:K, to see this."),
        (two_deals_of_turns()[:5], "sample:4", "This run logged the turns of 1 deal, and an interval needs two;"),
        ([], "sample:9", "No deal of this run had its turns logged; simulate with --moves all to see this."),
    ],
)
def test_without_turns_of_two_deals_answers_say_so(
    tmp_path: Path, turns: list[Row] | None, logged: str, reason: str
) -> None:
    """The race and the pictures need turns; one sentence says that there are none or too few, the rest is answered."""
    found = answers_of(write_run(tmp_path / "silent", four_deals(), turns, logged=logged))
    assert tuple(found) == tuple(key for key in KEYS if key != "matchups")
    for key in ("race", "pictures"):
        (finding,) = found[key].findings
        assert finding.text.startswith(reason)
        assert found[key].tables == found[key].queries == ()


def test_a_single_deal_is_refused(tmp_path: Path) -> None:
    """One block has no standard error."""
    with pytest.raises(DataProblem, match="has 1 deal, and an interval needs two"):
        answer_all(write_run(tmp_path / "one", four_deals()[:2]))


def test_hostile_names_are_text(tmp_path: Path) -> None:
    """Quotes, tags and placeholders in a strategy's name pass through untouched and reach no SQL."""
    names = [(HOSTILE, HOSTILE), (HOSTILE, "other")]
    found = answers_of(write_run(tmp_path / "hostile", four_deals(), two_deals_of_turns() * 0, matchups=names))
    labels = found["first_player"].table("scores").frame["matchup"].to_list()
    assert labels == ["All matchups together", f"{HOSTILE} against itself", f"{HOSTILE} against other"]
    assert all(HOSTILE not in text for answer in found.values() for _, text in answer.queries)


# ---- Who wins --------------------------------------------------------------------------------------------------


def test_results(answers: dict[str, Answer]) -> None:
    """4 of 8 games won, 1 drawn, 3 lost; one of those was a tie that fell to the figure."""
    answer = answers["outcomes"]
    rows = answer.table("shares").frame.select("outcome", "share", "n").rows()
    assert rows == [("first player wins", 0.5, 4), ("draw", 0.125, 4), ("second player wins", 0.375, 4)]
    first = line(answer, "shares", outcome="first player wins")
    assert first["se"] == pytest.approx(math.sqrt(0.5 / 3 / 4))  # shares ½, 1, 0, ½
    decided = answer.table("decided").frame.select("outcome", "decided_by", "games").rows()
    assert sorted(decided) == [
        ("any", "draw", 1), ("any", "figure", 1), ("any", "points", 6), ("draw", "draw", 1),
        ("first player wins", "points", 4), ("second player wins", "figure", 1), ("second player wins", "points", 2),
    ]  # fmt: skip


def test_shares_never_leave_0_to_1(answers: dict[str, Answer]) -> None:
    """Where t would, empirical likelihood takes its place."""
    for row in answers["outcomes"].table("shares").frame.to_dicts():
        assert 0.0 <= row["low"] < row["share"] < row["high"] <= 1.0
        assert row["method"] == "empirical likelihood"


def test_no_tie_is_also_an_answer(tmp_path: Path) -> None:
    """Where no game was tied the sentence gives the bound."""
    found = answers_of(write_run(tmp_path / "run", [game(1, 0), game(0, 1)] * 2))
    text = found["outcomes"].findings[1].text
    assert text.startswith("0.00 % of the games are tied in points")
    assert "Clopper–Pearson bound" in text


# ---- Scores and length -----------------------------------------------------------------------------------------


def test_scores(answers: dict[str, Answer]) -> None:
    """Means over all games, distributions over the first game of each deal: 10–8, 12–6, 5–5, 8–8."""
    answer = answers["scores"]
    assert line(answer, "means", what="score_first")["mean"] == 66 / 8
    assert line(answer, "means", what="score_second")["mean"] == 62 / 8
    assert line(answer, "means", what="gap")["mean"] == 20 / 8
    margins = answer.table("histogram").frame.filter(pl.col("what") == "margin")
    assert margins.select("value", "games", "share").rows() == [(0, 2, 0.5), (2, 1, 0.25), (6, 1, 0.25)]
    median = line(answer, "quantiles", what="score_first", p=0.5)
    assert (median["value"], median["n"], median["unit"]) == (9.0, 4, "games")
    assert (median["low"], median["high"], median["method"]) == (None, None, "order statistics")
    low, high = (wilson(3, 4).low, wilson(3, 4).high)
    assert f"75 % at most 3 points (95 % interval {100 * low:.0f} to {100 * high:.0f}, " in answer.findings[1].text


def test_quantiles_of_many_games_have_intervals(tmp_path: Path) -> None:
    """30 deals with the lengths of TV-5.1: median 40.5, interval 36 to 45 over 30 games."""
    lengths = [
        31, 44, 38, 52, 29, 41, 47, 36, 33, 58, 40, 39, 45, 27, 50, 42, 37, 35, 48, 43, 30, 46, 34, 49, 32, 53,
        28, 51, 41, 38,
    ]  # fmt: skip
    games = [row for n in lengths for row in (game(1, 0, turns=n), game(0, 1, turns=99))]
    found = answers_of(write_run(tmp_path / "run", games))
    median = line(found["length"], "quantiles", what="turns", p=0.5)
    assert (median["value"], median["low"], median["high"], median["n"]) == (40.5, 36.0, 45.0, 30)


def test_length(answers: dict[str, Answer]) -> None:
    """100 turns in 8 games; first games of 10 and 12 turns ended by ships, one of 20 by the deck."""
    answer = answers["length"]
    assert line(answer, "means", what="turns")["mean"] == 12.5
    rows = answer.table("histogram").frame.select("end_reason", "turns", "games", "share").rows()
    assert rows == [("deck", 20, 1, 0.25), ("ships", 10, 2, 0.5), ("ships", 12, 1, 0.25)]
    assert answer.findings[0].text.startswith(
        "A game takes 12.5 turns on average, 6 or 7 for each player (95 % interval "
    )
    assert answer.findings[1].text.endswith("with one game per deal, the shortest took 10, the longest 20.")


# ---- Endings ---------------------------------------------------------------------------------------------------


def test_endings(answers: dict[str, Answer]) -> None:
    """5 games ended by ships, 2 by a deck, 1 by the limit; the first player ended 4 and won 2 of them."""
    answer = answers["endings"]
    counted = {
        (row["end_reason"], row["ended_by"]): (row["games"], row["win_rate"])
        for row in answer.table("endings").frame.to_dicts()
    }
    assert counted == {
        ("any", "first"): (4, 0.5), ("any", "second"): (3, pytest.approx(2 / 3)), ("any", "nobody"): (1, None),
        ("ships", "first"): (3, pytest.approx(2 / 3)), ("ships", "second"): (2, 0.5), ("ships", "either"): (5, 0.6),
        ("deck", "first"): (1, 0.0), ("deck", "second"): (1, 1.0), ("deck", "either"): (2, 0.5),
        ("turn_limit", "nobody"): (1, None), ("turn_limit", "either"): (1, None),
    }  # fmt: skip
    first = line(answer, "endings", end_reason="any", ended_by="first")
    assert (first["share"], first["margin"], first["turns"]) == (0.5, 2.0, 13.0)
    assert line(answer, "means", what="longer_first")["mean"] == 2 / 8


def test_ending_sentences_tell_the_commonest_first(answers: dict[str, Answer]) -> None:
    """Ships, deck, limit; then who caused the end; and that it shows no cause."""
    texts = [finding.text for finding in answers["endings"].findings]
    assert texts[0].startswith("62 % of the games end by the last ship stack (95 % interval ")
    assert texts[0].index("empty deck") < texts[0].index("limit of turns")
    assert texts[1].startswith("The first player causes 50.00 % of the endings")
    assert "does not show that ending it helps" in answers["endings"].caution


@pytest.mark.parametrize(
    ("key", "games", "turns", "sentence"),
    [
        (
            "pictures",
            four_deals(),
            [turn(game, at, None) for game in range(8) for at in (0, 1)],
            "No picture was played",
        ),
        ("figure", [game(1, 0), game(0, 1)] * 2, None, "No player had the figure at the end of any game."),
        ("lead", [game(0, 0)] * 6, None, "The lead changes sides 0.00 times"),
    ],
)
def test_what_never_happened_is_said_in_one_sentence(
    tmp_path: Path, key: str, games: list[Row], turns: list[Row] | None, sentence: str
) -> None:
    """Turns without a play are no plays, a figure without a holder, and of drawn games none is ever settled."""
    answer = answers_of(write_run(tmp_path / "run", games, turns))[key]
    (finding,) = answer.findings
    assert finding.text.startswith(sentence)
    assert all(table.frame.is_empty() for table in answer.tables if table.key in ("pictures", "settled"))


# ---- The lead --------------------------------------------------------------------------------------------------


def test_lead(answers: dict[str, Answer]) -> None:
    """12 changes in 8 games; the first games were settled after 0 of 10, 6 of 12 and 20 of 20 turns, one drawn."""
    answer = answers["lead"]
    assert line(answer, "means", what="lead_changes")["mean"] == 1.5
    curve = {row["percent"]: row["share"] for row in answer.table("settled").frame.to_dicts()}
    assert [curve[percent] for percent in (0, 49, 50, 99, 100)] == pytest.approx([1 / 3, 1 / 3, 2 / 3, 2 / 3, 1.0])
    half = line(answer, "settled", percent=50)
    assert half["n"] == 3
    assert half["high"] - half["share"] == pytest.approx(min(1 / 3, dkw_half_width(3)))
    assert line(answer, "quantiles", what="settled", p=0.5)["value"] == 50.0
    assert "67 % of the decided games are settled by half-time" in answer.findings[2].text


# ---- The race --------------------------------------------------------------------------------------------------


def test_race(answers: dict[str, Answer]) -> None:
    """Piles of the first player after turn 1: 2, 0, 4, 0; after turn 3 three games are left with 5, 4 and 1."""
    answer = answers["race"]
    rows = answer.table("points").frame.select("turn", "seat", "games", "running", "mean").rows()
    assert rows == [
        (1, "first", 4, 1.0, 1.5), (1, "second", 4, 1.0, 0.0), (2, "first", 4, 1.0, 1.5), (2, "second", 4, 1.0, 1.0),
        (3, "first", 3, 0.75, pytest.approx(10 / 3)), (3, "second", 3, 0.75, pytest.approx(1 / 3)),
    ]  # fmt: skip
    margin = line(answer, "margins", turn=2)
    # Deals have margins 1 − 3 and 4 + 0 over two games each: ratio ½, SE √(2 · 18) / 4 = 1.5
    assert (margin["margin"], margin["se"], margin["n"], margin["moved"]) == (0.5, 1.5, 2, "second")


def test_race_leaves_out_turns_that_few_reach(answers: dict[str, Answer]) -> None:
    """Turn 4 was reached by a single game."""
    assert answers["race"].table("margins").frame["turn"].max() == 3


def test_race_sentence(answers: dict[str, Answer]) -> None:
    """A moment at which both had equally many turns, with the share of games that reached it."""
    (finding,) = answers["race"].findings
    assert finding.text.startswith("After 2 turns, which 100.0 % of the games reach, the first player has 2 points")
    assert finding.text.endswith(" (seen in 2 deals that reached the turn: too few for an interval).")


# ---- The pictures ----------------------------------------------------------------------------------------------


def test_pictures(answers: dict[str, Answer]) -> None:
    """11 plays and a pass: 7 dwarfs, 2 trolls, 2 ships; cards are as many as the number of the turn.

    Deal 0: 3 dwarfs (6 cards, 8 points), a troll (2, 1), a ship (1, 0); deal 1: 4 dwarfs (10 cards, 3 points), a
    troll (1, 4), a ship (3, 0).
    """
    answer = answers["pictures"]
    rows = answer.table("pictures").frame.select("picture", "plays", "share", "cards", "points").rows()
    assert rows == [
        ("dwarf", 7, pytest.approx(7 / 11), pytest.approx(16 / 7), pytest.approx(11 / 7)),
        ("ship", 2, pytest.approx(2 / 11), 2.0, 0.0),
        ("troll", 2, pytest.approx(2 / 11), 1.5, 2.5),
    ]
    bands = answer.table("bands").frame
    assert bands.select("turns", "picture", "plays").rows() == [
        ("1–10", "dwarf", 7),
        ("1–10", "ship", 2),
        ("1–10", "troll", 2),
    ]


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Answer]:
    """The answers on 64 deals: a dwarf in every first game, in 36 deals a troll, in 4 a fire dragon for 9 points.

    Both games of the first four deals end by the deck, all others by ships.
    """
    games = [row | {"end_reason": "deck" if at < 8 else "ships"} for at, row in enumerate(four_deals() * 16)]
    turns = [turn(2 * deal, 0, "dwarf", taken_points=1 + deal % 2) for deal in range(64)]
    turns += [turn(2 * deal, 1, "troll", taken_points=(1, 4)[deal % 2]) for deal in range(36)]
    turns += [turn(2 * deal + 1, 0, "fire_dragon", taken_points=9 - deal) for deal in range(4)]
    turns += [turn(2 * deal + 1, 0, "dwarf", taken_points=2) for deal in range(4, 64)]
    folder = tmp_path_factory.mktemp("runs") / "many"
    return answers_of(write_run(folder, games, turns))


def test_picture_intervals_are_over_the_deals_with_them(many: dict[str, Answer]) -> None:
    """Trolls took 1 and 4 points by turns in 36 of 64 deals: 2.5 ± t(35) · 1.5 / √35."""
    troll = line(many["pictures"], "pictures", picture="troll")
    assert troll["points_low"] == pytest.approx(2.5 - 2.030107928 * 1.5 / math.sqrt(35))
    assert troll["points_high"] == pytest.approx(2.5 + 2.030107928 * 1.5 / math.sqrt(35))
    assert (troll["points_n"], troll["share_n"]) == (36, 64)
    dragon = line(many["pictures"], "pictures", picture="fire dragon")
    assert (dragon["points"], dragon["points_low"], dragon["points_high"]) == (7.5, None, None)
    assert (dragon["points_n"], dragon["points_method"]) == (4, "too few deals for an interval")
    units = {column.name: column.unit for column in many["pictures"].table("pictures").columns}
    assert units["points_n"] == "deals with such plays"


def test_what_four_deals_tell_of_is_not_picked_out(many: dict[str, Answer]) -> None:
    """The fire dragon took most, in four deals; the troll is named, with an interval for both that are known."""
    most, taken = (finding.text for finding in many["pictures"].findings)
    assert most.startswith("The dwarf is played most: ")
    assert taken.startswith(
        "A play of the troll takes the most at once: 2.5 points on average (simultaneous 95 % interval"
    )
    assert taken.endswith("t over 36 deals with such plays).")


def test_endings_of_a_kind_rest_on_their_deals(many: dict[str, Answer]) -> None:
    """Endings by the deck come in four deals and have no intervals, in no sentence and no table."""
    deck = line(many["endings"], "endings", end_reason="deck", ended_by="either")
    assert (deck["games"], deck["margin_n"], deck["turns_n"]) == (8, 4, 4)
    assert deck["margin_low"] is deck["turns_low"] is deck["win_rate_low"] is None
    ships = line(many["endings"], "endings", end_reason="ships", ended_by="either")
    assert (ships["margin_n"], ships["margin_method"]) == (60, "t over blocks, linearised ratio")
    assert ships["margin_low"] < ships["margin"] < ships["margin_high"]


def test_the_first_claim_is_counted_from_1_and_says_so(many: dict[str, Answer]) -> None:
    """The table games has 3 for the fourth turn of both; the page says 4, and how either counts."""
    said = next(finding.text for finding in many["figure"].findings if "first claims" in finding.text)
    half = line(many["figure"], "quantiles", what="first_claim", p=0.5)["value"]
    stored = sorted(row["first_claim_turn"] for row in (four_deals() * 16)[::2] if row["first_claim_turn"] >= 0)
    assert half == stored[len(stored) // 2] + 1
    assert f"Half of the first claims come by turn {half:g}, counted from 1" in said
    assert "from 0 in the column first_claim_turn" in many["figure"].method


def test_bands_of_turns(tmp_path: Path) -> None:
    """Turn 10 is in the first band, turn 11 in the second, turn 51 and all later ones in the last."""
    turns = [turn(number, at, "troll") for number in range(8) for at in (9, 10, 50, 90)]
    found = answers_of(write_run(tmp_path / "run", four_deals(), turns))
    rows = found["pictures"].table("bands").frame.select("turns", "plays", "share").rows()
    assert rows == [("1–10", 8, 1.0), ("11–20", 8, 1.0), ("51 on", 16, 1.0)]


# ---- The Great Dragon ------------------------------------------------------------------------------------------


def test_the_figure(answers: dict[str, Answer]) -> None:
    """Held by the first player in 2 games, both won, by the second in 3, all won; claimed first in turns 3 to 6."""
    answer = answers["figure"]
    counted = {
        (row["role"], row["seat"]): (row["games"], row["win_rate"], row["margin"])
        for row in answer.table("roles").frame.to_dicts()
    }
    assert counted == {
        ("holds it at the end", "first"): (2, 1.0, 4.0),
        ("holds it at the end", "second"): (3, 1.0, pytest.approx(8 / 3)),
        ("holds it at the end", "either"): (5, 1.0, pytest.approx(16 / 5)),
        ("claimed it first", "first"): (2, 0.5, 0.0),
        ("claimed it first", "second"): (3, pytest.approx(2 / 3), 0.0),
        ("claimed it first", "either"): (5, 0.6, 0.0),
        ("nobody holds it at the end", "nobody"): (3, None, None),
        ("nobody claimed it", "nobody"): (3, None, None),
    }
    assert line(answer, "means", what="figure_changes")["mean"] == 1.0
    claims = answer.table("histogram").frame.filter(pl.col("what") == "first_claim")
    assert claims.select("value", "games").rows() == [(3, 1), (4, 1), (6, 1)]


def test_the_figure_comes_with_a_warning(answers: dict[str, Answer]) -> None:
    """What goes together with the figure is never called its value."""
    answer = answers["figure"]
    assert "not what the Great Dragon is worth" in answer.caution
    assert any("an association, not its value" in finding.text for finding in answer.findings)
    assert not any(finding.headline for finding in answer.findings)


# ---- Matchups --------------------------------------------------------------------------------------------------

# STATS TV-1.6: player A's margins in the games a, d, b, c of six deals
QUARTETS = [(7, -3, 5, -9), (2, 4, -1, -2), (10, -12, 8, -11), (1, 0, 3, -4), (-6, 9, -5, 6), (4, 4, -3, 1)]


def quartet_games() -> list[Row]:
    """The games a, b, c, d of every deal; B begins in b and c."""
    rows = []
    for a, d, b, c in QUARTETS:
        rows += [game(50 + a, 50), game(50, 50 + b), game(50, 50 + c), game(50 + d, 50)]
    return rows


def test_the_quartet_vector(tmp_path: Path) -> None:
    """Seat 1.3333 (0.4167), strength 0.3333 (0.3962), deck 1.75 (2.3805), interaction −0.4167 (0.4216)."""
    run = write_run(tmp_path / "run", quartet_games(), kind="quartet", matchups=[("a", "b")])
    answer = answers_of(run)["matchups"]
    frame = answer.table("contrasts").frame
    assert frame["value"].to_list() == pytest.approx([1.333333, 0.333333, 1.75, -0.416667], abs=1e-6)
    assert frame["se"].to_list() == pytest.approx([0.416667, 0.396162, 2.380476, 0.421637], abs=1e-6)
    assert frame["low"].to_list() == pytest.approx((frame["value"] - 2.570582 * frame["se"]).to_list())  # t(5)


@pytest.mark.parametrize("kind", ["seat", "strength"])
def test_strength_by_hand(tmp_path: Path, kind: str) -> None:
    """A wins both games of deal 0, one of deal 1 (it begins in the first game of each): 3 of 4, mean margin 5 / 4."""
    games = [game(3, 0), game(0, 4), game(0, 1), game(5, 6)]
    run = write_run(tmp_path / "run", games, kind=kind, matchups=[("strong", "weak")])
    answer = answers_of(run)["matchups"]
    strong = line(answer, "scores", strategy="strong")
    assert (strong["opponent"], strong["score"], strong["margin"], strong["n"]) == ("weak", 0.75, 7 / 4, 2)
    weak = line(answer, "scores", strategy="weak")
    assert (weak["score"], weak["margin"]) == (0.25, -7 / 4)
    assert weak["low"] == pytest.approx(1.0 - strong["high"])
    assert answer.findings[0].headline


def test_a_clear_favourite_is_named(tmp_path: Path) -> None:
    """99 deals won twice by A, one split: the interval comes from empirical likelihood and stays below 1."""
    games = [game(1, 0), game(0, 1)] * 99 + [game(1, 0), game(1, 0)]
    answer = answers_of(write_run(tmp_path / "run", games, matchups=[("good", "bad")]))["matchups"]
    good = line(answer, "scores", strategy="good")
    assert good["score"] == 0.995
    assert good["method"] == "empirical likelihood"
    assert 0.97 < good["low"] < 0.995 < good["high"] < 1.0
    assert answer.findings[0].text.startswith("good scores 99.5 % against bad over both seats (95 % interval ")
    assert answer.findings[0].text.endswith(": good is the stronger.")


def test_several_matchups_are_simultaneous(tmp_path: Path) -> None:
    """Three pairs of different strategies share the error; mirrors are left out."""
    names = [("a", "a"), ("a", "b"), ("b", "b"), ("a", "c"), ("b", "c")]
    games = [game(1, 0), game(0, 1)] * 5 * 3
    answer = answers_of(write_run(tmp_path / "run", games, matchups=names))["matchups"]
    frame = answer.table("scores").frame
    assert frame.select("strategy", "opponent").rows() == [
        ("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b"),
    ]  # fmt: skip
    assert frame["level"].to_list() == pytest.approx([0.95 ** (1 / 3)] * 6)
    assert len(answer.findings) == 4
    assert "Šidák" in answer.method


def test_players_that_never_change_seats_are_not_ranked(tmp_path: Path) -> None:
    """With A beginning in every game strength is not asked."""
    run = write_run(tmp_path / "run", [game(1, 0)] * 4, kind="single", matchups=[("a", "b")])
    assert "matchups" not in answers_of(run)
