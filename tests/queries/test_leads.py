"""Leads, final margins and sources of points, recomputed from the Parquet files game by game."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import polars as pl
import pytest

from dhstats.queries.counts import counting
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run, open_run
from tests.queries.logged_runs import Game, Row, assert_sums, by_deal, one_a_deal, stored_games, with_whole
from tests.queries.runs import write_run
from tests.queries.test_catalogue import chance_games, chance_turns

LEASTS = (25, 17, 12, 8, 5, 3, 1, 0)


@pytest.fixture(scope="module")
def heart(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Three matchups by chance, half of the deals logged; what a game says of itself need not fit together."""
    matchups = [("a", "b"), ("a", "c"), ("b", "c")]
    folder = tmp_path_factory.mktemp("leads") / "heart"
    games, moves = chance_games(240, 3), chance_turns(240, 2, 12, 4)
    return write_run(folder, games, moves, kind="quartet", matchups=matchups, shard_deals=3, logged="sample:2")


@pytest.fixture(scope="module")
def ships(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Real games of Dragonheart, in which stacks of ships are taken."""
    return greedy_games("dragonheart", tmp_path_factory)


@pytest.fixture(scope="module")
def wood(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Real games of Dragonwood, in which an attempt may be decided in a later row."""
    return greedy_games("dragonwood", tmp_path_factory)


def greedy_games(game: str, folders: pytest.TempPathFactory) -> Run:
    """Sixty games, all turns logged."""
    folder = folders.mktemp("leads") / game
    plan = Experiment(strategies=("greedy",), name=game, question="Who?", game=game, games=60, seed=2)
    simulate(plan, folder, workers=1)
    return open_run(folder)


def counted(run: Run, name: str) -> pl.DataFrame:
    """The rows of a query."""
    with counting(run) as counts:
        return counts.frame(name)


def logged(run: Run) -> list[Game]:
    """The games whose turns were logged."""
    return [game for game in stored_games(run) if game.turns]


def test_comebacks_are_those_of_the_files(heart: Run) -> None:
    """Every fourth turn: the lead in its class, two for each game, two for a win of the player ahead."""

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        for row in game.turns[3::4]:
            margin, winner = row["score_first_after"] - row["score_second_after"], game.row["winner"]
            lead = next(least for least in LEASTS if abs(margin) >= least)
            for key in {lead, -1 if lead else 0}:
                yield (row["turn"] + 1, key), 2, 1 if winner < 0 else 2 * (winner == (margin < 0))

    expected = by_deal(logged(heart), told)
    assert_sums(counted(heart, "comebacks"), expected, ("turn", "lead"), ("stakes", "won"), (("stakes", "won"),))


def test_margins_are_those_of_the_files(ships: Run) -> None:
    """One game a deal whose moves were logged, by who ended it, by how, and by the ship stacks that each player took."""
    wanted: Counter[tuple[int, str, str, int]] = Counter()
    for matchup, game in one_a_deal(logged(ships)):
        parts = {"ender": str(game.row["ended_by"]), "end": game.row["end_reason"], "stacks": stacks(ships, game)}
        margin = game.row["score_first"] - game.row["score_second"]
        wanted.update((matchup, split, part, margin) for split, part in parts.items() if part)
    assert {row[:4]: row[4] for row in counted(ships, "margins").rows()} == wanted


def stacks(run: Run, game: Game) -> str:
    """How many stacks of ships each player took; nothing where nobody took one."""
    laid, taken, slots = 0, [0, 0], run.manifest.rules["spaces"]["ship"]["slots"]
    for row in game.turns:
        if row["picture"] == "ship":
            laid += row["cards"]
            taken[row["seat"]] += laid % slots == 0
    return ":".join(map(str, taken)) if any(taken) else ""


@pytest.mark.parametrize("name", ["heart", "wood"])
def test_sources_are_those_of_the_files(name: str, request: pytest.FixtureRequest) -> None:
    """Points by source, what came with the final count, and who took more than any other."""
    run: Run = request.getfixturevalue(name)
    games = logged(run)
    expected = by_deal(games, sources)
    assert_sums(counted(run, "sources"), expected, ("source",), ("points", "apart", "wins"), (("apart", "wins"),))
    whole = with_whole(games, lambda game: (row[:2] for row in sources(game)), lambda _: ("",))
    for row in counted(run, "sources").to_dicts():
        key = (row["matchup"], row["source"])
        assert row["all_points_points"] == whole[key]
        assert row["deals_with_apart"] == sum(apart > 0 for _, apart, _ in expected[key])


def sources(game: Game) -> Iterable[tuple[Any, ...]]:
    """Of every source the points that were taken from it, whether one player took most, and whether that one won."""
    piles: dict[str, Counter[int]] = {}
    for at, row in enumerate(game.turns):
        source, taker, points = gain(game.turns, at)
        if source and points > 0:
            piles.setdefault(source, Counter())[row[taker]] += points
    taken = sum(piles.values(), Counter[int]())
    scores = {seat: int(game.row[f"score_{name}"]) for seat, name in enumerate(("first", "second"))}
    late = Counter({seat: score - taken[seat] for seat, score in scores.items() if score > taken[seat]})
    every = Counter({seat: max(score, taken[seat]) for seat, score in scores.items()})
    for source, pile in (piles | ({"late": late} if late else {}) | {"": every}).items():
        (best, most), (_, least) = (*pile.most_common(2), (-1, 0))[:2]
        yield (source,), pile.total(), most > least, most > least and game.row["winner"] == best


def gain(turns: list[Row], at: int) -> tuple[str | None, str, int]:
    """What a turn was played for, who took how much; an attempt that is decided later names no target there."""
    row = turns[at]
    if "picture" in row:
        return row["picture"], "seat", row["taken_points"]
    return row["target"] or (turns[at - 1]["target"] if at else None), "mover", row["points"]


def test_the_points_of_all_sources_are_the_final_scores(wood: Run) -> None:
    """In real games nothing is taken that does not count, and nothing counts twice."""
    frame = counted(wood, "sources")
    every = frame.filter(pl.col("source") == "")["points"].item()
    assert every == frame.filter(pl.col("source") != "")["points"].sum()
    assert every == sum(game.row["score_first"] + game.row["score_second"] for game in stored_games(wood))
