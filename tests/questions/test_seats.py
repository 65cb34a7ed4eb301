"""Does it matter where you sit, and who is stronger? Against counts by hand, regressions, and the two-player question."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.stats import t as student

from dhstats.queries.counts import counting
from dhstats.questions.seats import field
from dhstats.questions.seats.seats import answer
from dhstats.questions.seats.worth import Seating, advantage, seating
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.groups import groups
from dhstats.seats import SEATS
from dhstats.storage import Run
from tests.queries.seated_runs import Row, game, write_seated

Array = np.ndarray[Any, Any]
FIELD = [("a", "b", "b")]


def ask(run: Run) -> Answer:
    """The answer of a run."""
    with counting(run) as counts:
        return answer(counts)


def found(run: Run) -> Seating:
    """The numbers behind it."""
    with counting(run) as counts:
        return seating(counts, groups(counts)[0])


def line(told: Answer, seat: str, key: str = "seats") -> Row:
    """The only line about a seat."""
    (row,) = [row for row in told.table(key).frame.to_dicts() if row["seat"] == seat]
    return row


def chance(deals: int, seats: int, edge: float, seed: int) -> Array:
    """Final scores, (deals, games, seats): hands of a deal move round with the players, and the first seat is ahead."""
    draw = np.random.default_rng(seed)
    hands = draw.normal(0.0, 2.0, (deals, seats))
    order = (np.arange(seats)[:, None] + np.arange(seats)) % seats  # the place at a seat, game by game
    luck = draw.normal(0.0, 3.0, (deals, seats, seats))
    return np.rint(12.0 + hands[:, order] + luck + edge * (np.arange(seats) == 0)).astype(int)


def run_of(folder: Path, scores: Array, **more: Any) -> Run:
    """A run of games with these final scores."""
    return write_seated(folder, [game(row) for row in scores.reshape(-1, scores.shape[-1]).tolist()], **more)


def shares_of(scores: Array) -> Array:
    """What every seat has of the win of each game."""
    best = scores == scores.max(axis=-1, keepdims=True)
    return np.asarray(best / best.sum(axis=-1, keepdims=True))


def by_hand() -> list[Row]:
    """Two deals of three games for three: the first seat wins 1, 1, ½ and 0, ⅓, 1 of them, 2.5 and 1⅓ a deal.

    The second has 0, 0, ½ and 1, ⅓, 0, the third 0, 0, 0 and 0, ⅓, 0.
    """
    return [game(scores) for scores in ((9, 5, 4), (8, 3, 3), (6, 6, 2), (4, 9, 5), (5, 5, 5), (7, 5, 6))]


def test_two_deals_counted_by_hand(tmp_path: Path) -> None:
    """Shares of a deal 5/6 and 4/9: mean 23/36, standard error 7/36; t(1) at 95 % is 12.706, which ends at all games.

    All seats of two deals are told by one difference, so the interval of each is the ordinary one.
    """
    told = ask(write_seated(tmp_path / "run", by_hand()))
    first, second, third = (line(told, seat) for seat in ("first", "second", "third"))
    assert first["share"] == pytest.approx(23 / 36)
    assert first["se"] == pytest.approx(7 / 36)
    assert (first["method"], first["low"], first["high"]) == ("t over blocks", 0.0, 1.0)
    assert second["share"] == pytest.approx((1 / 6 + 4 / 9) / 2)
    assert third["share"] == pytest.approx((0 + 1 / 9) / 2)
    assert first["difference"] == pytest.approx(23 / 36 - 1 / 3)
    assert (first["even"], first["band_low"], first["band_high"]) == pytest.approx(
        (1 / 3, 1 / 3 - 0.005, 1 / 3 + 0.005)
    )
    assert (first["n"], first["unit"], first["level"]) == (2, "deals", 0.95)
    assert first["place"] == pytest.approx((1 + 1 + 1.5 + 3 + 2 + 1) / 6)
    assert first["score"] == pytest.approx((9 + 8 + 6 + 4 + 5 + 7) / 6)
    assert first["above"] == pytest.approx(39 / 6 - (39 + 33 + 25) / 18)
    gap = told.table("gaps").frame.to_dicts()
    assert [row["gap"] for row in gap] == pytest.approx(
        [first[name] - third[name] for name in ("share", "place", "score")]
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_means_and_errors_are_those_of_a_regression_with_errors_by_deal(tmp_path: Path, seats: int) -> None:
    """Least squares of shares on seats, covariance clustered by deal: means, errors, and the first seat less the last."""
    scores = chance(60, seats, 0.8, seats)
    shares = shares_of(scores)
    seat = np.broadcast_to(np.arange(seats), shares.shape).ravel()
    deal = np.broadcast_to(np.arange(60)[:, None, None], shares.shape).ravel()
    design = (seat[:, None] == np.arange(seats)).astype(float)
    fitted = sm.OLS(shares.ravel(), design).fit(
        cov_type="cluster", cov_kwds={"groups": deal, "use_correction": False, "df_correction": False}
    )
    smaller = 60 / 59  # a mean over n deals has n − 1 to vary
    ends = np.zeros(seats)
    ends[[0, -1]] = 1.0, -1.0
    gap = fitted.t_test(ends)
    here = found(run_of(tmp_path / "run", scores))
    assert [own.wins.estimate for own in here.seats] == pytest.approx(list(fitted.params))
    assert [own.wins.se for own in here.seats] == pytest.approx(list(fitted.bse * np.sqrt(smaller)))
    assert here.share_gap.value == pytest.approx(float(gap.effect[0]))
    assert here.share_gap.se == pytest.approx(float(gap.sd[0, 0]) * np.sqrt(smaller))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_scores_and_the_worth_of_a_game_are_those_of_blocks_in_numpy(tmp_path: Path, seats: int) -> None:
    """Scores beyond the table's mean, and the variance over games over that of deals at equal numbers of games."""
    scores = chance(200, seats, 0.5, seats)
    here = found(run_of(tmp_path / "run", scores))
    above = (scores - scores.mean(axis=-1, keepdims=True)).mean(axis=1)
    shares = shares_of(scores)
    for own in here.seats:
        assert own.above.value == pytest.approx(above[:, own.number].mean())
        assert own.above.se == pytest.approx(above[:, own.number].std(ddof=1) / np.sqrt(200))
        values = shares[:, :, own.number]
        assert own.worth is not None
        assert own.worth.value == pytest.approx(values.var() / seats / values.mean(axis=1).var())
        assert own.worth.value > 1.1  # the hands move round, and cancel
    assert sum(own.above.value for own in here.seats) == pytest.approx(0.0)


def test_games_of_deals_of_their_own_gain_nothing(tmp_path: Path) -> None:
    """The same scores in another order: games of a deal have nothing to do with each other, and count as one each."""
    scores = chance(3_000, 3, 0.5, 9).reshape(-1, 3)
    mixed = np.random.default_rng(1).permutation(scores).reshape(3_000, 3, 3)
    for own in found(run_of(tmp_path / "run", mixed)).seats:
        assert own.worth is not None
        assert own.worth.interval.contains(1.0)


@pytest.mark.parametrize("until", ["", "balanced within 2pp"])
def test_with_two_the_first_seat_is_the_first_player(tmp_path: Path, until: str) -> None:
    """Estimate, error, intervals and verdict are those of the question whether going first helps, also if watched."""
    run = run_of(tmp_path / "run", chance(500, 2, 0.4, 5), until=until)
    assert ("confidence sequences" in ask(run).method) == bool(until)
    with counting(run) as counts:
        (group,) = groups(counts)
        first, usual = seating(counts, group).seats[0], advantage(counts, group)
    assert first.wins == usual.scores
    assert first.worth is not None
    assert first.worth.value == pytest.approx(usual.effective_games, rel=0.01)


def test_intervals_of_several_seats_are_wider_than_their_own(tmp_path: Path) -> None:
    """Between the ordinary interval and that of Bonferroni, and named for what they are."""
    scores = chance(400, 4, 0.5, 2)
    row, here = line(ask(run_of(tmp_path / "run", scores)), "fourth"), shares_of(scores)[:, :, 3].mean(axis=1)
    reach = (row["high"] - row["share"]) / (here.std(ddof=1) / 20.0)
    assert 2.3 < reach < 2.52
    assert (row["method"], row["level"]) == ("t over blocks, max-T", 0.95)


def split(wins: dict[tuple[int, ...], int]) -> list[Row]:
    """Deals of three games for three, by the seats that win them."""
    sheet = {seat: tuple(9 if other == seat else 1 for other in range(3)) for seat in range(3)}
    return [game(sheet[seat]) for winners, deals in wins.items() for _ in range(deals) for seat in winners]


@pytest.mark.parametrize(
    ("wins", "verdict", "words"),
    [
        ({(0, 1, 2): 500}, "balanced", "balanced within ±0.5 games in 100."),
        (
            {(0, 1, 2): 18_000, (0, 0, 2): 120, (0, 1, 0): 60},
            "balanced",
            "balanced within ±0.5 games in 100; a difference in favour of the first seat and against the second and"
            " third seats is certain, but smaller than that.",
        ),
        (
            {(0, 0, 2): 900, (0, 1, 2): 300},
            "unbalanced",
            "unbalanced, in favour of the first seat and against the second seat by more than 0.5 games in 100.",
        ),
        ({(0, 1, 2): 3_000, (0, 0, 2): 60, (1, 1, 2): 10}, "leaning", "a difference in favour of the first seat and against"),
        ({(0, 0, 0): 40, (1, 1, 1): 41, (2, 2, 2): 42}, "undecided", "more deals would decide whether it is balanced within"),
    ],
)  # fmt: skip
def test_verdicts_in_words(tmp_path: Path, wins: dict[tuple[int, ...], int], verdict: str, words: str) -> None:
    """All four verdicts on a table, and who makes them."""
    headline = ask(write_seated(tmp_path / "run", split(wins))).findings[0]
    assert (headline.verdict, headline.headline) == (verdict, True)
    assert words in headline.text


def test_the_sentences_a_designer_reads(tmp_path: Path) -> None:
    """Every seat beside an even share, what the intervals are and rest on, the verdict; then what moving round gains."""
    told = [finding.text for finding in ask(run_of(tmp_path / "run", chance(2_000, 4, 1.5, 4))).findings]
    assert told == [
        "With four players an even share of the wins is 25 %: the first seat wins 36.7 % (simultaneous 95 % interval 35.5"
        " to 37.8, t over 2,000 deals), the second 21.5 % (20.5 to 22.5), the third 20.6 % (19.6 to 21.6) and the fourth"
        " 21.3 % (20.3 to 22.3): unbalanced, in favour of the first seat and against the second, third and fourth seats"
        " by more than 0.5 games in 100.",
        "In 1,057 of the 8,000 games several players tied for first place; they share the win equally.",
        "From the fourth seat to the first, the change is +15.4 games in 100 (95 % interval +14.0 to +16.8, t over"
        " 2,000 deals), −0.45 places (−0.48 to −0.42) and +1.49 points of the final score (+1.40 to +1.59).",
        "Moving the players round the table over the same deal makes one game worth 1.18 independent ones for"
        " the share of the first seat (95 % interval 1.12 to 1.24, t over 2,000 deals), 1.17 (1.10 to 1.23) for the"
        " second, 1.18 (1.12 to 1.25) for the third, 1.18 (1.12 to 1.25) for the fourth.",
    ]


def test_several_matchups_are_answered_together_and_apart(tmp_path: Path) -> None:
    """All together are the headline; each has a sentence of its own and lines in the table."""
    scores = chance(100, 6, 0.5, 3)[:, :, :3]
    told = ask(run_of(tmp_path / "run", scores, matchups=[("a", "a", "a"), ("a", "b", "b")]))
    texts = [finding.text for finding in told.findings if "an even share" in finding.text]
    assert [text.partition(":")[0] for text in texts] == ["All matchups together", "a against itself", "a against b, b"]
    assert [finding.headline for finding in told.findings] == [True, *[False] * 5]
    frame = told.table("seats").frame
    assert frame["matchup"].to_list() == [
        label for label in ("All matchups together", "a against itself", "a against b, b") for _ in range(3)
    ]
    assert "Šidák" in told.method


def test_a_player_who_never_moves_is_no_seat(tmp_path: Path) -> None:
    """One game a deal of different strategies: shares are told, and no verdict on the seat is drawn from them."""
    told = ask(run_of(tmp_path / "run", chance(50, 3, 0.5, 3)[:, :1], kind="single", matchups=[("a", "b", "b")]))
    assert told.findings[0].verdict == "fact"
    assert told.findings[0].text.endswith(").")
    assert "cannot be separated" in told.caution
    assert [row["worth"] for row in told.table("seats").frame.to_dicts()] == [None] * 3
    mirror = ask(run_of(tmp_path / "mirror", chance(50, 3, 0.5, 3)[:, :1], kind="single"))
    assert mirror.findings[0].verdict != "fact"
    assert "cannot be separated" not in mirror.caution


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_number_is_invented_where_no_deal_differs(tmp_path: Path, seats: int) -> None:
    """Every deal alike: bounds in place of intervals, no worth of a game, still a sentence a seat."""
    scores = np.broadcast_to(np.where(np.eye(seats), 9, 1), (30, seats, seats))
    told = ask(run_of(tmp_path / "run", scores))
    for seat in SEATS[:seats]:
        row = line(told, seat)
        assert row["share"] == pytest.approx(1 / seats)
        assert row["worth"] is None
        assert 0.0 <= row["low"] < 1 / seats < row["high"] <= 1.0
    assert len(told.findings) == 2


# ---- Who is stronger at one table? ------------------------------------------------------------------------------


def ask_field(run: Run) -> Answer:
    """The answer of a run that has one."""
    with counting(run) as counts:
        assert field.field_exists(counts)
        return field.answer(counts)


def one_of_three(deals: int, wins: float, seed: int) -> list[list[int]]:
    """Final scores of games in a seat design for a, b, b: a sits first, then third, then second, and wins so often."""
    draw = np.random.default_rng(seed)
    games = []
    for number in range(3 * deals):
        own = (0, 2, 1)[number % 3]
        winner = own if draw.random() < wins else draw.choice([seat for seat in range(3) if seat != own])
        games.append([9 if seat == winner else 1 for seat in range(3)])
    return games


def test_one_against_a_field(tmp_path: Path) -> None:
    """A's share over his seats, and that of one of the two others, over deals; Šidák for both at once."""
    scores = one_of_three(200, 0.5, 1)
    told = ask_field(write_seated(tmp_path / "run", [game(row) for row in scores], matchups=FIELD))
    rows = {row["strategy"]: row for row in told.table("shares").frame.to_dicts()}
    won = np.array(scores).reshape(200, 3, 3) == 9
    mine = (won * np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0]])).sum(axis=2).mean(axis=1)
    reach = student.isf((1 - 0.95**0.5) / 2, 199) * mine.std(ddof=1) / np.sqrt(200)
    assert rows["a"]["share"] == pytest.approx(mine.mean())
    assert (rows["a"]["low"], rows["a"]["high"]) == pytest.approx((mine.mean() - reach, mine.mean() + reach))
    assert rows["b"]["share"] == pytest.approx((1 - mine.mean()) / 2)
    assert [rows[name]["seats"] for name in "ab"] == [1, 2]
    assert (rows["a"]["even"], rows["a"]["n"], rows["a"]["unit"]) == (pytest.approx(1 / 3), 200, "deals")


def test_the_sentence_on_a_field(tmp_path: Path) -> None:
    """A table in one sentence, with an even share beside it."""
    games = [game(row) for row in one_of_three(200, 0.5, 1)]
    (finding,) = ask_field(write_seated(tmp_path / "run", games, matchups=FIELD)).findings
    assert finding.text == (
        "At a table of a, b and b a seat of a wins 50 % of the games (simultaneous 95 % interval 46 to 55, t over 200"
        " deals) and one of b 25 % (22 to 27); an even share is 33.3 %."
    )


def test_several_tables_and_those_where_equals_meet(tmp_path: Path) -> None:
    """A mirror has no stronger side and no sentence; every other table has one."""
    games = [game((9, 5, 4)), game((4, 5, 9))] * 9
    matchups = [("a", "b", "b"), ("a", "a", "a"), ("c", "b", "a")]
    told = ask_field(write_seated(tmp_path / "run", games, matchups=matchups))
    assert [finding.text.partition(" a seat")[0] for finding in told.findings] == [
        "At a table of a, b and b",
        "At a table of c, b and a",
    ]
    assert told.table("shares").frame["strategy"].to_list() == ["a", "b", "c", "b", "a"]


@pytest.mark.parametrize(("wins", "verdict"), [(0.97, "refused"), (0.8, "undecided")])
def test_a_table_that_one_player_wins_tells_nothing_of_seats(tmp_path: Path, wins: float, verdict: str) -> None:
    """Where a wins 97 % whatever the seats, 3 points are left; seats are not judged, and what to ask is said."""
    run = write_seated(tmp_path / "run", [game(row) for row in one_of_three(200, wins, 1)], matchups=FIELD)
    with counting(run) as counts:
        told = answer(counts)
    assert set(told.table("seats").frame["verdict"]) == {verdict}
    (headline,) = [finding for finding in told.findings if finding.headline]
    assert headline.verdict == verdict
    assert ("no verdict on seats: a wins 97" in headline.text) == (verdict == "refused")
    assert ("let a play against itself (--strategies a), or choose players" in headline.text) == (verdict == "refused")


def test_who_has_no_field(tmp_path: Path) -> None:
    """Mirrors and games for two are asked otherwise."""
    mirror = write_seated(tmp_path / "mirror", [game((9, 5, 4))] * 6)
    two = write_seated(tmp_path / "two", [game((9, 5))] * 4, matchups=[("a", "b")])
    for run in (mirror, two):
        with counting(run) as counts:
            assert not field.field_exists(counts)


def test_seats_and_strategies_that_go_together(tmp_path: Path) -> None:
    """With one game a deal everybody keeps his seat, and the caution says so."""
    run = write_seated(tmp_path / "run", [game((9, 5, 4))] * 6, matchups=FIELD, kind="single")
    assert ask_field(run).caution.startswith("In this run every player has the same seat in every game")


def test_seats_of_games_that_are_all_shared_have_intervals_that_hold_together(tmp_path: Path) -> None:
    """Twenty deals, all drawn: no seat's own interval (27.72 to 44.56), but Šidák's for three, as certificates have."""
    run = write_seated(tmp_path / "run", [game([4, 4, 4])] * 60)
    with counting(run) as counts:
        found = seating(counts, groups(counts)[0])
    for each in found.seats:
        assert (each.wins.interval95.low, each.wins.interval95.high) == pytest.approx((0.2626, 0.4748), abs=5e-5)
    assert found.shared == found.games == 60
