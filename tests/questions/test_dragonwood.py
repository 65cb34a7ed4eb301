"""Dragonwood's own questions against direct computations with numpy, and the shared ones in its words."""

from collections import defaultdict
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from dhstats.games.dragonwood.files.rulesets import load
from dhstats.games.dragonwood.questions import creatures
from dhstats.games.dragonwood.questions.creatures import MARGIN
from dhstats.games.dragonwood.questions.tries import PRINTED, Printed
from dhstats.games.dragonwood.table import CREATURES
from dhstats.queries.counts import counting
from dhstats.questions.shared.answer import Answer
from dhstats.storage import Run
from tests.queries.dragonwood_runs import EASY, Attempt, Game, games_of, play
from tests.questions.lookup import TOGETHER, Pair, answers_of, keys_of, line, plain_english, ratio

KEYS = keys_of("dragonwood")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Thirty deals of three matchups under rules that make everything happen."""
    return play(tmp_path_factory.mktemp("runs") / "easy", *EASY, deals=30)


@pytest.fixture(scope="module")
def games(run: Run) -> list[Game]:
    """The same games as Python reads them."""
    return games_of(run)


@pytest.fixture(scope="module")
def answers(run: Run) -> dict[str, Answer]:
    """All its answers by key."""
    return answers_of(run)


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A hundred deals of them, so that some creatures are captured in thirty."""
    return play(tmp_path_factory.mktemp("runs") / "longer", *EASY, deals=100)


@pytest.fixture(scope="module")
def priced(longer: Run) -> Answer:
    """What creatures are worth there."""
    with counting(longer) as counts:
        return creatures.answer(counts)


def attempts(game: Game, wanted: Callable[[Attempt], bool]) -> list[Attempt]:
    """The attempts of a game that are wanted."""
    return [each for each in game.attempts(2) if wanted(each)]


def test_sentences_speak_plain_english(answers: dict[str, Answer]) -> None:
    """No association is called an effect, no word of Dragonheart strays in, and each sentence ends as one does."""
    plain_english(answers, "effect", "figure", "ship", "great dragon", *"{}$")
    assert "bonus for most creatures" in answers["scores"].caution
    assert "association" in answers["creatures"].caution
    assert "not what an enhancement is worth" in answers["enhancements"].caution


def test_turns_are_turns_and_not_decisions(answers: dict[str, Answer], games: list[Game]) -> None:
    """Length and endings count turns, however many decisions they took."""
    mean = line(answers["length"], "means", matchup=TOGETHER)["mean"]
    assert mean == pytest.approx(np.mean([sum(game.taken()) for game in games]))
    assert mean < np.mean([len(game.turns) for game in games])


@pytest.mark.parametrize("way", PRINTED)
def test_ways_agree_with_numpy(answers: dict[str, Answer], games: list[Game], way: str) -> None:
    """Share, success, cards, points for a card: ratios over deals with their intervals."""

    def mine(each: Attempt) -> bool:
        return each.way == way

    measures: dict[str, Callable[[Game], Pair]] = {
        "share": lambda game: (len(attempts(game, lambda _: True)), len(attempts(game, mine))),
        "success": lambda game: (len(attempts(game, mine)), sum(each.success for each in attempts(game, mine))),
        "cards": lambda game: (len(attempts(game, mine)), sum(each.cards for each in attempts(game, mine))),
        "cost": lambda game: (
            sum(each.success for each in attempts(game, mine)),
            sum(each.spent for each in attempts(game, mine)),
        ),
        "points_a_card": lambda game: (
            sum(each.spent for each in attempts(game, mine) if each.target in CREATURES),
            sum(each.points for each in attempts(game, mine)),
        ),
    }
    row = line(answers["ways"], "ways", matchup=TOGETHER, way=way)
    for name, told in measures.items():
        value, low, high = ratio(games, told)
        assert (row[name], row[f"{name}_low"], row[f"{name}_high"]) == pytest.approx((value, low, high)), name


def test_creatures_and_their_line_agree_with_numpy(priced: Answer, longer: Run) -> None:
    """Cards spent per capture, and the line through their logarithms over points, of those captured in thirty deals."""
    spent: dict[str, int] = defaultdict(int)
    caught: dict[str, int] = defaultdict(int)
    deals: dict[str, set[int]] = defaultdict(set)
    for game in games_of(longer):
        for each in game.attempts(2):
            spent[each.target] += each.spent
            caught[each.target] += each.success
            deals[each.target] |= {game.deal} if each.success else set()
    rows = priced.table("prices").frame.filter(pl.col("matchup") == TOGETHER)
    names = [name.replace(" ", "_") for name in rows["creature"]]
    assert names == [name for name in Printed.of(longer.manifest.rules).creatures if len(deals[name]) >= 30]
    assert any(0 < len(where) < 30 for where in deals.values())  # these are left out
    costs = np.array([spent[name] / caught[name] for name in names])
    assert rows["cost"].to_list() == pytest.approx(costs.tolist())
    slope, intercept = np.polyfit(rows["points"].to_numpy(), np.log(costs), 1)
    asked = np.exp(intercept + slope * rows["points"].to_numpy())
    assert rows["line"].to_list() == pytest.approx(asked.tolist())
    assert rows["times"].to_list() == pytest.approx((costs / asked).tolist())
    assert set(rows["n"]) == {len({deal * 48271 % 1000003 % 100 for deal in range(100)})}
    assert set(rows["unit"]) == {"parts of the run"}
    assert rows["level"].to_list() == pytest.approx([0.95 ** (1 / len(names))] * len(names))
    for row in rows.iter_rows(named=True):
        if row["verdict"] == "unbalanced":
            assert row["low"] > MARGIN or row["high"] < 1 / MARGIN
        if row["verdict"] == "balanced":
            assert 1 / MARGIN < row["times"] < MARGIN


def test_enhancements_agree_with_numpy(answers: dict[str, Answer], games: list[Game]) -> None:
    """How often the magical unicorn is captured, how its captor fares, and how often a bunny is used."""
    captors = {
        (id(game), turn["mover"])
        for game in games for turn in game.turns if turn["captured"] and turn["target"] == "magical_unicorn"
    }  # fmt: skip

    def told(game: Game) -> Pair:
        seats = [seat for seat in (0, 1) if (id(game), seat) in captors]
        return len(seats), sum(game.row["winner"] == seat for seat in seats)

    row = line(answers["enhancements"], "captors", matchup=TOGETHER, enhancement="magical unicorn")
    assert row["games"] == len(captors)
    assert row["share"] == pytest.approx(len(captors) / len(games))
    deals = {game.deal for game in games if told(game)[0]}
    value, low, high = ratio(games, told)
    assert low is high is None  # too few deals have such a captor
    assert (row["win_rate"], row["win_rate_low"], row["win_rate_high"]) == (pytest.approx(value), None, None)
    assert (row["win_rate_n"], row["win_rate_method"]) == (len(deals), "too few deals for an interval")
    assert row["used"] is None
    assert line(answers["enhancements"], "captors", matchup=TOGETHER, enhancement="friendly bunny")["used"] is not None


# ---- What the rules alone say ----------------------------------------------------------------------------------


def test_odds_are_those_of_the_dice() -> None:
    """The known answers, without a die that is rolled again; nobody rolls more than there can be."""
    cards = Printed(load("two").record())
    known = {(2, 6): 0.361, (3, 8): 0.500, (4, 10): 0.601, (5, 13): 0.500, (6, 15): 0.583, (6, 99): 0.0}
    assert all(cards.chance(*asked) == pytest.approx(chance, abs=5e-4) for asked, chance in known.items())


def test_cards_for_an_even_chance(answers: dict[str, Answer]) -> None:
    """The table of odds: as few cards as reach one half, and one less does not."""
    cards = Printed(load("two").record())
    assert [cards.even("gooey_glob", way) for way in PRINTED] == [6, 4, 4]
    assert cards.even("orange_dragon", "strike") == 6
    for name, way in product(cards.titles, PRINTED):
        dice = cards.even(name, way)
        assert dice is not None
        assert cards.chance(dice, cards.asks(name, way)) >= 0.5
        assert dice == 1 or cards.chance(dice - 1, cards.asks(name, way)) < 0.5
    table = answers["creatures"].table("odds").frame
    assert table.height == 25 * 3
    assert table.select(pl.col("^with_.*$")).width == 6


def test_printed_numbers_beside_points_are_least_squares() -> None:
    """The grid: numpy's line over points for each way, and what is left."""
    cards = Printed(load("two").record())
    points = [cards.points(name) for name in cards.creatures]
    for way in PRINTED:
        numbers = np.array([cards.asks(name, way) for name in cards.creatures])
        fitted = np.polyval(np.polyfit(points, numbers, 1), points)
        assert [cards.excess()[name, way] for name in cards.creatures] == pytest.approx(numbers - fitted)


def test_only_cards_that_are_in_the_deck_are_told() -> None:
    """A creature without copies is none; where all have the same points, numbers are compared with their mean."""
    settings = [f"creatures.{name}.points=2" for name in CREATURES]
    cards = Printed(load("two", (*settings, "creatures.wild_boar.copies=0")).record())
    assert "wild_boar" not in cards.creatures
    for way in PRINTED:
        assert sum(cards.excess()[name, way] for name in cards.creatures) == pytest.approx(0.0)


# ---- Runs that say little --------------------------------------------------------------------------------------


def test_players_who_take_no_enhancement_are_told_so(tmp_path: Path) -> None:
    """Greedy players attack creatures alone: a sentence says so, and no creature is called dear or cheap."""
    found = answers_of(play(tmp_path / "run", deals=40, matchups=(("greedy", "greedy"),)))
    assert [each.text for each in found["enhancements"].findings] == [
        "No enhancement was captured in the logged games; use players who take them, such as --strategies expert."
    ]
    assert found["enhancements"].table("captors").frame.is_empty()
    told = found["creatures"]
    assert set(told.table("prices").frame["verdict"]) == {"refused"}
    assert {each.verdict for each in told.findings} <= {"refused", "fact"}
    summary = next(each for each in told.findings if each.headline)
    assert summary.verdict == "refused"
    assert "No verdict on creatures: in " in summary.text
    assert "greedy against itself only 0 enhancements were captured" in summary.text
    assert "such as --strategies expert, armourer, dragon_hunter or balanced" in summary.text
    assert not any(word in summary.text for word in ("too expensive for", "too cheap, by"))


def test_creatures_of_a_group_are_judged_only_if_all_its_players_take_enhancements(priced: Answer) -> None:
    """Greedy players among themselves take none, so all matchups together are not judged; the others are."""
    prices = priced.table("prices").frame
    kinds = {str(name): set(rows["verdict"]) for (name,), rows in prices.group_by("matchup")}
    assert {name for name, kind in kinds.items() if "refused" in kind} == {TOGETHER, "greedy against itself"}
    assert len(kinds) == 4


def test_without_logged_turns_four_answers_say_so(tmp_path: Path) -> None:
    """The race and what asks for attempts need decisions; extra turns do not."""
    found = answers_of(play(tmp_path / "silent", deals=4, moves="none"))
    assert tuple(found) == KEYS
    silent = {key for key, answer in found.items() if not answer.tables}
    assert silent == {
        "why",
        "decisions",
        "comebacks",
        "margins",
        "race",
        "sources",
        "creatures",
        "ways",
        "enhancements",
    }
    assert all("logged no turns" in found[key].findings[0].text for key in silent)


def test_a_sample_of_deals_is_enough(tmp_path: Path) -> None:
    """Where every third deal is logged, the units are those deals."""
    found = answers_of(play(tmp_path / "some", *EASY, deals=12, moves="sample:3"))
    text = found["ways"].findings[0].text
    assert "seen in 4 deals" in text
    assert "t over 12 deals" in found["extra_turns"].findings[0].text


def test_luck_is_asked_of_round_robins(tmp_path: Path) -> None:
    """A crossed design of three players: parts that add up to one, told in hands and dice."""
    run = play(
        tmp_path / "crossed", deals=1, matchups=(), strategies=("greedy", "random", "dragon_hunter"), design="crossed",
        games=18 * 4, moves="none",
    )  # fmt: skip
    found = answers_of(run)
    shares = found["luck"].table("parts").frame["share"].to_list()
    assert sum(shares[:4]) == pytest.approx(1.0)
    assert "hand and dice" in found["luck"].method
