"""Scores and leads at tables for three and four, recounted game by game from the Parquet files."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from dhstats.seats import SEATS
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import Run, open_run
from tests.queries.logged_runs import Game, assert_sums, by_deal, one_a_deal, stored_games
from tests.queries.test_leads import LEASTS, counted, logged

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


def rounds(game: Game) -> dict[int, list[int]]:
    """After how many turns of all what the scores were: rounds that everybody finished who could."""
    players = int(game.row["players"])
    ends: dict[int, dict[int, list[int]]] = {}
    for row in game.turns:
        ends.setdefault(row["own_turn"], {})[row["mover"]] = [row[f"score_{seat}_after"] for seat in SEATS[:players]]
    return {
        players * (own + 1): list(scores.values())[-1]
        for own, scores in ends.items()
        if own < max(ends) or max(scores) == players - 1
    }


def test_final_scores_are_those_of_the_files(table: Run) -> None:
    """Of every seat, and how far apart the best two are, in all and by the end: one game of each deal."""
    wanted: Counter[tuple[int, str, int]] = Counter()
    for matchup, game in one_a_deal(stored_games(table)):
        scores = {f"score_{seat}": game.row[f"score_{seat}"] for seat in SEATS[: game.row["players"]]}
        second, best = sorted(scores.values())[-2:]
        gaps = dict.fromkeys(("gap", f"gap {game.row['end_reason']}"), best - second)
        wanted.update((matchup, *each) for each in (scores | gaps).items())
    rows = counted(table, "finals").select("matchup", "quantity", "value", "games").rows()
    assert {row[:3]: row[3] for row in rows} == wanted


def test_leads_are_those_of_the_files(table: Run) -> None:
    """Over the best of all others, at the end of whole rounds, also where somebody is out of the game."""
    every = 4 if table.manifest.game == "dragonwood" else 1

    def told(game: Game) -> Iterable[tuple[Any, ...]]:
        ranks = [game.row[f"rank_{seat}"] for seat in SEATS[: game.row["players"]]]
        for turn, scores in rounds(game).items():
            second, best = sorted(scores)[-2:]
            lead = next(least for least in LEASTS if best - second >= least)
            won = 12 // ranks.count(1) if lead and ranks[scores.index(best)] == 1 else 0
            for key in {lead, -1 if lead else 0} if turn % (every * len(ranks)) == 0 else ():
                yield (turn, key), 12, won

    wanted = by_deal(logged(table), told)
    assert_sums(counted(table, "leads"), wanted, ("turn", "lead"), ("stakes", "won"), (("stakes", "won"),))
    assert {lead for _, _, lead in wanted} >= {-1, 0, 1}


@pytest.mark.parametrize("table", ["fight"], indirect=True)  # the game that players leave
def test_somebody_out_of_the_game_holds_up_no_round(table: Run) -> None:
    """Rounds are not lost because the last seat has no turn in them."""
    last = len(table.manifest.seats) - 1
    for game in logged(table):
        there = {row["own_turn"]: False for row in game.turns} | {
            row["own_turn"]: True for row in game.turns if row["mover"] == last
        }
        if not all(there[own] for own in there if own < max(there)):
            return
    pytest.fail("in no game the last seat is out before its last round")
