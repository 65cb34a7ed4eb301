"""States of games looked into: every legal move of each played on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats import machine
from dhstats.players import trainees
from dhstats.players.forks import UNIFORM, Arm, Rollouts, RolloutTable
from dhstats.players.match import Lineup
from dhstats.simulate.plans.designs import design, loop_plan, round_robin
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import Study, Watcher, ends_of, fork, noting, on_each_thread, terms_of
from dhstats.simulate.work.budget import Budget
from dhstats.simulate.work.checkpoints import Arrays, Checkpoints
from dhstats.simulate.work.workers import ResumableMap

Array = np.ndarray[Any, Any]
WHAT = "states"
NOBODY = -1  # the seat of a state where there is no move to choose


@dataclass(frozen=True)
class Looked:
    """States of games with every legal move played on: a row a move of `kinds` (picture, cards) in `states`.

    `scores` and `margins` of shape (moves, replicates) are the mover's; `chosen` marks the move that was played.
    """

    states: Array
    deals: Array
    turns: Array
    kinds: Array
    chosen: Array
    scores: Array
    margins: Array


def look_into(
    experiment: Experiment, deals: int, replicates: int, *, workers: int | None = None,
    watch: Watcher = lambda _: None, watch_training: trainees.Watcher = trainees.unseen,
    checkpoints: Checkpoints | None = None, budget: Budget | None = None,
) -> tuple[Lineup, Looked]:  # fmt: skip
    """One state of each of so many games, at a turn drawn by lot, with every legal move played on.

    Results are the same for any number of workers; with checkpoints finished states are kept. Raises BadInput for
    unknown players or more than two, ResourceFailure when the budget is used up.
    """
    lineup, found = fork(
        experiment, [Study(UNIFORM, (Arm("as it is"),))], deals, workers=workers, watch_training=watch_training,
        checkpoints=checkpoints, budget=budget,
    )  # fmt: skip
    forks = found[UNIFORM].forks
    first = forks[np.asarray(forks["member"]) == 0]
    pair = round_robin(list(lineup.strategies))[0]
    terms = terms_of(experiment, lineup, deals=deals, replicates=replicates)
    plan = loop_plan(design(experiment.design, [pair], 1).arms[:1])
    table = on_each_thread(lambda: RolloutTable(lineup, pair, replicates))
    assert experiment.seed is not None  # as for the forks
    seed = experiment.seed

    def look(at: int) -> Rollouts | None:
        """All moves of a state played on; nothing where there is none to choose."""
        return table().moves(plan, seed, int(first[at]["deal"]), int(first[at]["turn"]))

    task = checkpoints.task(WHAT, terms) if checkpoints else None
    work = ResumableMap("states", look, _packed, _unpacked, task, budget or Budget())
    note = noting(watch, WHAT, len(first), work.kept)
    return lineup, _looked(first, work.run(len(first), 1, workers or machine.processors(), note))


def _packed(seen: Sequence[Rollouts | None]) -> Arrays:
    """Rollouts as arrays for a checkpoint, a row a move; a state without any has no rows and no seat."""
    there = [rollouts for rollouts in seen if rollouts is not None]
    arrays = {
        "sizes": np.array([0 if rollouts is None else len(rollouts.moves) for rollouts in seen]),
        "chosen": np.array([NOBODY if rollouts is None else rollouts.chosen for rollouts in seen]),
        "seats": np.array([NOBODY if rollouts is None else rollouts.seat for rollouts in seen]),
    }
    if there:
        arrays["results"] = np.concatenate([rollouts.results for rollouts in there])
        arrays["moves"] = np.concatenate([rollouts.moves for rollouts in there])
    return arrays


def _unpacked(arrays: Arrays) -> list[Rollouts | None]:
    """Rollouts of a checkpoint as they were when they were played."""
    found: list[Rollouts | None] = []
    start = 0
    for count, chosen, seat in zip(arrays["sizes"], arrays["chosen"], arrays["seats"], strict=True):
        if not count:
            found.append(None)
            continue
        rows = slice(start, start + int(count))
        results, moves = (arrays[name][rows].view(np.recarray) for name in ("results", "moves"))
        found.append(Rollouts(results, moves, int(chosen), int(seat)))
        start += int(count)
    return found


def _looked(forks: Array, seen: Sequence[Rollouts | None]) -> Looked:
    parts = [(at, rollouts) for at, rollouts in enumerate(seen) if rollouts is not None]
    sizes = [len(rollouts.moves) for _, rollouts in parts]
    results = np.concatenate([np.asarray(rollouts.results) for _, rollouts in parts])
    seats = np.repeat([rollouts.seat for _, rollouts in parts], sizes)
    scores, margins = ends_of(results, seats[:, None])
    states = np.repeat([at for at, _ in parts], sizes)
    kinds = np.concatenate([np.stack([r.moves["picture"], r.moves["cards"]], axis=1) for _, r in parts])
    chosen = np.concatenate([np.arange(len(r.moves)) == r.chosen for _, r in parts])
    return Looked(
        states, np.asarray(forks["deal"])[states], np.asarray(forks["turn"])[states], kinds, chosen, scores, margins,
    )  # fmt: skip
