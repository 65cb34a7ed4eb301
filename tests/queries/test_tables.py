"""Scores and leads at tables for three and four, recounted game by game from the Parquet files."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import polars as pl
import pytest

from dhstats.queries.catalogue import queries
from dhstats.queries.totals import kept
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run, open_run
from dhstats.storage.manifest import SEATS
from tests.queries.test_leads import counted, matchups, stored

LEASTS = (25, 17, 12, 8, 5, 3, 1)
KINDS = {
    "wood": {"game": "dragonwood", "rules": "three", "strategies": ("greedy",), "games": 90},
    "mixed": {"game": "dragonwood", "rules": "three", "strategies": ("random", "greedy", "greedy"), "games": 90},
    "fight": {"game": "dragon", "rules": "four", "strategies": ("greedy",), "games": 80},
}


@pytest.fixture(scope="module", params=sorted(KINDS))
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Real games of three or four, half of their deals logged."""
    folder = tmp_path_factory.mktemp("tables") / str(request.param)
    simulate(Experiment(name="t", question="Who?", seed=3, moves="sample:2", **KINDS[request.param]), folder, workers=1)
    return open_run(folder)


def games_of(run: Run) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Every game in every matchup that it belongs to, with its place in it."""
    arms = defaultdict(list)
    for arm, matchup, member in matchups(run).rows():
        arms[arm].append((matchup, member))
    for game in stored(run, "games").to_dicts():
        yield from ((matchup, member, game) for matchup, member in arms[game["arm"]])


def finals(run: Run) -> dict[tuple[int, str, int], int]:
    """One game of each deal: scores by seat, and the best less the second best, in all and by the end."""
    arms, seats = len(run.manifest.design.arms), SEATS[: len(run.manifest.seats)]
    found: Counter[tuple[int, str, int]] = Counter()
    for matchup, member, game in games_of(run):
        if member == 0 or (matchup == -1 and game["arm"] == game["deal_id"] % arms):
            scores = [game[f"score_{seat}"] for seat in seats]
            second, best = sorted(scores)[-2:]
            found.update((matchup, f"score_{seat}", score) for seat, score in zip(seats, scores, strict=True))
            found.update((matchup, name, best - second) for name in ("gap", f"gap {game['end_reason']}"))
    return dict(found)


def rounds(run: Run) -> dict[int, dict[int, list[int]]]:
    """By game, after how many turns of all what the scores were: rounds that everybody finished who could."""
    players = len(run.manifest.seats)
    seen: dict[int, dict[int, list[tuple[int, list[int]]]]] = defaultdict(lambda: defaultdict(list))
    for row in stored(run, "moves").sort("game_id", "turn").to_dicts():
        scores = [row[f"score_{seat}_after"] for seat in SEATS[:players]]
        seen[row["game_id"]][row["own_turn"]].append((row["mover"], scores))
    return {
        game: {
            players * (own + 1): told[-1][1]
            for own, told in turns.items()
            if own < max(turns) or max(mover for mover, _ in told) == players - 1
        }
        for game, turns in seen.items()
    }


def leads(run: Run) -> dict[tuple[int, int, int], tuple[int, ...]]:
    """Deals, stakes and wins of the player ahead, with squares and products, by matchup, turn and class of the lead."""
    after, players = rounds(run), len(run.manifest.seats)
    every = 4 * players if run.manifest.game == "dragonwood" else players
    blocks: dict[tuple[int, int, int], dict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for matchup, _, game in games_of(run):
        ranks = [game[f"rank_{seat}"] for seat in SEATS[:players]]
        for turn, scores in after.get(game["game_id"], {}).items():
            second, best = sorted(scores)[-2:]
            if turn % every:
                continue
            lead = next((least for least in LEASTS if best - second >= least), 0)
            won = 12 // ranks.count(1) if lead and ranks[scores.index(best)] == 1 else 0
            for key in {lead, -1 if lead else lead}:
                block = blocks[matchup, turn, key][game["deal_id"]]
                block[0] += 12
                block[1] += won
    return {key: _sums(list(deals.values())) for key, deals in blocks.items()}


def _sums(deals: list[list[int]]) -> tuple[int, ...]:
    stakes, won = zip(*deals, strict=True)
    products = (zip(stakes, stakes, strict=True), zip(won, won, strict=True), zip(stakes, won, strict=True))
    one, two, both = (sum(a * b for a, b in pairs) for pairs in products)
    return len(deals), sum(stakes), one, sum(won), two, both


def test_final_scores_are_those_of_the_files(table: Run) -> None:
    """Of every seat, and how far apart the best two are."""
    rows = counted(table, "finals").select("matchup", "quantity", "value", "games").rows()
    assert {row[:3]: row[3] for row in rows} == finals(table)


def test_leads_are_those_of_the_files(table: Run) -> None:
    """Over the best of all others, at the end of whole rounds, also where somebody is out of the game."""
    told = ("deals", "stakes", "stakes_squares", "won", "won_squares", "stakes_won")
    rows = counted(table, "leads").select("matchup", "turn", "lead", *told).rows()
    wanted = leads(table)
    assert {row[:3]: row[3:] for row in rows} == wanted
    assert {key[2] for key in wanted} >= {-1, 0, 1}


@pytest.mark.parametrize("table", ["fight"], indirect=True)  # the game that players leave
def test_somebody_out_of_the_game_holds_up_no_round(table: Run) -> None:
    """Rounds are not lost because the last seat has no turn in them."""
    last = pl.col("mover") == len(table.manifest.seats) - 1
    by_round = stored(table, "moves").group_by("game_id", "own_turn").agg(last.any().alias("there"))
    short = by_round.filter(~pl.col("there") & (pl.col("own_turn") < pl.col("own_turn").max().over("game_id")))
    assert short.height > 0


def test_totals_are_counted_as_before() -> None:
    """What runs that keep totals have stored is added up and checked by the queries that were there."""
    assert {"finals", "leads"} <= set(queries("dragonwood"))
    assert "finals" not in {query.name for query in kept("dragonwood")}
