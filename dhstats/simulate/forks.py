"""Forks of many games: on threads, in the order of the deals."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.errors import BadInput, Interrupted
from dhstats.games import catalogue
from dhstats.games.title import RuleSet, Title
from dhstats.players import roster
from dhstats.players.forks import Arm, Forked, ForkTable, Rollouts, RolloutTable, forking_of, moment_code
from dhstats.players.match import Cast, cast
from dhstats.simulate.designs import design, round_robin
from dhstats.simulate.experiment import Experiment

Array = np.ndarray[Any, Any]
CHUNK_DEALS = 128  # forked in one go; small, so that threads end together


@dataclass(frozen=True, slots=True)
class Study:
    """Forks at one moment: where games are copied, how each copy goes on, and how often."""

    moment: str
    arms: tuple[Arm, ...]
    replicates: int = 1


def switched(title: Title, base: RuleSet, arms: Sequence[Arm], load: Callable[[Sequence[str]], RuleSet]) -> list[Any]:
    """The rule records of the arms that switch the rules; `load` gives the base with keys set anew.

    Raises BadInput for rules that tell how a game is set up: they come too late.
    """
    found = []
    for arm in arms:
        if arm.rules:
            before, record = base.record(), load(arm.rules).record()
            late = [name for name in forking_of(title).settled if not np.array_equal(before[name], record[name])]
            if late:
                raise BadInput(
                    f"arm {arm.name!r}: {', '.join(arm.rules)} changes how a game is set up ({words_of(late)}), which"
                    " comes too late for a game in play; use `dhstats compare`"
                )
            found.append(record)
    return found


def words_of(fields: Sequence[str]) -> str:
    """Names of fields of the rules as words."""
    return ", ".join(name.replace("_", " ") for name in fields)


@dataclass(frozen=True, slots=True)
class Progress:
    """How many deals of a study are forked, of how many."""

    moment: str
    deals: int
    most: int
    seconds: float


Watcher = Callable[[Progress], None]


def fork(
    experiment: Experiment, studies: Sequence[Study], deals: int, *, workers: int | None = None,
    watch: Watcher = lambda _: None, watch_training: roster.Watcher = roster.unseen,
) -> tuple[Cast, dict[str, Forked]]:  # fmt: skip
    """Forks every game of so many deals for each study; by moment, in the order of the deals.

    The design must have one matchup. Results are the same for any number of workers.
    Raises BadInput for unknown players, moments or interventions.
    """
    title = catalogue.load(experiment.game)
    rules = title.load_rules(experiment.rules, experiment.settings)
    names = experiment.strategies
    if not 1 <= len(names) <= 2:
        raise BadInput(f"--strategies: one for a mirror or two for a match, not {', '.join(names)}")
    if deals < 1:
        raise BadInput(f"--deals: must be at least 1, not {deals}")
    for study in studies:
        moment_code(title, study.moment)
    found = {name: roster.find(title, rules, name, watch_training) for name in names}
    company = cast(title, rules, tuple(found.values()))
    (pair,) = round_robin([found[name].name for name in names])
    arms = design(experiment.design, [pair], 1).arms
    plan = np.array([(int(a.swapped), a.replicate, a.first_player, 1 - a.first_player) for a in arms], np.int64)
    assert experiment.seed is not None  # drawn when the plan was made

    def load(settings: Sequence[str]) -> RuleSet:
        return title.load_rules(experiment.rules, (*experiment.settings, *settings))

    others = {study.moment: switched(title, rules, study.arms, load) for study in studies}
    workshop = _Workshop(company, pair, plan, experiment.seed, deals)
    threads = workers or os.cpu_count() or 1
    return company, {study.moment: workshop.run(study, others[study.moment], threads, watch) for study in studies}


class _Workshop:
    """Forks the deals of a study on threads, each with a table of its own."""

    def __init__(self, company: Cast, pair: tuple[str, str], plan: Array, seed: int, deals: int) -> None:
        self._company, self._pair, self._plan, self._seed, self._deals = company, pair, plan, seed, deals

    def run(self, study: Study, others: Sequence[Any], workers: int, watch: Watcher) -> Forked:
        """All forks of a study; `others` are the rules of the arms that switch them."""
        local, started = threading.local(), time.monotonic()

        def chunk(first: int) -> Forked:
            table = getattr(local, "table", None)
            if table is None:
                table = local.table = ForkTable(
                    self._company, self._pair, study.moment, study.arms, study.replicates, others
                )  # fmt: skip
            forked: Forked = table.play(self._plan, self._seed, first, min(CHUNK_DEALS, self._deals - first))
            return forked

        parts = []
        with ThreadPoolExecutor(workers) as pool:
            try:
                for part in pool.map(chunk, range(0, self._deals, CHUNK_DEALS)):
                    parts.append(part)
                    done = min(len(parts) * CHUNK_DEALS, self._deals)
                    watch(Progress(study.moment, done, self._deals, time.monotonic() - started))
            except KeyboardInterrupt:
                pool.shutdown(cancel_futures=True)
                raise Interrupted("stopped; forks are written once a study is whole") from None
        return Forked(
            np.concatenate([p.forks for p in parts]), np.concatenate([p.parents for p in parts]),
            np.concatenate([p.results for p in parts]), sum(p.games for p in parts),
        )  # fmt: skip


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
    watch: Watcher = lambda _: None, watch_training: roster.Watcher = roster.unseen,
) -> tuple[Cast, Looked]:  # fmt: skip
    """One state of each of so many games, at a turn drawn by lot, with every legal move played on.

    Results are the same for any number of workers. Raises BadInput for unknown players or more than two.
    """
    company, found = fork(
        experiment, [Study("uniform-turn", (Arm("as it is"),))], deals, workers=workers, watch_training=watch_training
    )  # fmt: skip
    forks = found["uniform-turn"].forks
    pair = round_robin(list(company.strategies))[0]
    arms = design(experiment.design, [pair], 1).arms
    plans = [np.array([(int(a.swapped), a.replicate, a.first_player, 1 - a.first_player)], np.int64) for a in arms]
    first = forks[np.asarray(forks["member"]) == 0]
    assert experiment.seed is not None  # as for the forks
    seed, local, started = experiment.seed, threading.local(), time.monotonic()

    def look(at: int) -> Rollouts | None:
        table = getattr(local, "table", None)
        if table is None:
            table = local.table = RolloutTable(company, pair, replicates)
        seen: Rollouts | None = table.moves(plans[0], seed, int(first[at]["deal"]), int(first[at]["turn"]))
        return seen

    seen = []
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        for at, rollouts in enumerate(pool.map(look, range(len(first)))):
            seen.append(rollouts)
            watch(Progress("states", at + 1, len(first), time.monotonic() - started))
    return company, _looked(first, seen)


def _looked(forks: Array, seen: Sequence[Rollouts | None]) -> Looked:
    parts = [(at, rollouts) for at, rollouts in enumerate(seen) if rollouts is not None]
    sizes = [len(rollouts.moves) for _, rollouts in parts]
    winner = np.concatenate([np.asarray(r.results["winner"]) for _, r in parts]).astype(np.int64)
    lead = np.concatenate(
        [np.asarray(r.results["score_first"], np.int64) - np.asarray(r.results["score_second"]) for _, r in parts]
    )
    seat = np.repeat([r.seat for _, r in parts], sizes)[:, None]
    states = np.repeat([at for at, _ in parts], sizes)
    kinds = np.concatenate([np.stack([r.moves["picture"], r.moves["cards"]], axis=1) for _, r in parts])
    chosen = np.concatenate([np.arange(len(r.moves)) == r.chosen for _, r in parts])
    return Looked(
        states, np.asarray(forks["deal"])[states], np.asarray(forks["turn"])[states], kinds, chosen,
        np.where(winner == seat, 1.0, np.where(winner < 0, 0.5, 0.0)), np.where(seat == 0, lead, -lead),
    )  # fmt: skip
