"""Games whose decisions are to be judged, whoever played them: of a log, or of a run that kept its turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.retelling import Row
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import records
from dhstats.players.positions.judging import Chance
from dhstats.simulate.people.writing import log_of
from dhstats.simulate.plans.experiment import is_logged, rules_of
from dhstats.simulate.tables import seated, shard_plans, stored_games, stored_turns
from dhstats.storage import Run

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Record:
    """A game to be judged: who sat where, what chance laid down, its turns as the engine's records, its result.

    `block` is equal for games that share a deal; `known` says of each turn whether the own cards are known.
    """

    players: tuple[str, ...]
    programs: frozenset[str]
    chance: Chance
    block: tuple[Any, ...]
    turns: Array
    known: Array
    row: Row


@dataclass(frozen=True)
class Records:
    """The games of a run that can be judged."""

    bundle: GameBundle
    rules: RuleSet
    games: tuple[Record, ...]
    people: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Who played and is judged: people, or everybody where nobody is one."""
        every = dict.fromkeys(name for game in self.games for name in game.players)
        programs = frozenset[str]().union(*(game.programs for game in self.games))
        return tuple(name for name in every if name not in programs) or tuple(every)

    @property
    def blocks(self) -> Array:
        """The number of the deal of each game, counted from 0: games of one deal are not independent."""
        numbers: dict[tuple[Any, ...], int] = {}
        return np.array([numbers.setdefault(game.block, len(numbers)) for game in self.games], np.int64)


def records_of(run: Run, most: int) -> Records:
    """At most so many games of a run with their turns.

    Errors: BadInput for a run that kept no turns, DataProblem for one whose log or rows are damaged.
    """
    manifest = run.manifest
    bundle, rules = catalogue.load(manifest.game), rules_of(manifest)
    if manifest.log:
        log = log_of(run.folder, manifest)
        games = [
            Record(
                game.told.players, game.told.programs, game.chance, game.chance.address or (at,),
                event_records(bundle, game.turns), np.array(game.known), game.row,
            )
            for at, game in enumerate(log.games[:most])
        ]  # fmt: skip
        return Records(bundle, rules, tuple(games), people=True)
    found = tuple(_stored(run, bundle, most))
    if not found:
        raise BadInput(f"{run.folder}: kept no turns, so no decision can be judged; simulate with --moves all")
    return Records(bundle, rules, found, people=False)


def _stored(run: Run, bundle: GameBundle, most: int) -> Iterable[Record]:
    """The logged games of a run of strategies, at most so many."""
    manifest, left = run.manifest, most
    arms = len(manifest.design.arms)
    for plan in shard_plans(manifest) if run.has_moves else ():
        first, last = plan.first_deal * arms, (plan.first_deal + plan.deals) * arms - 1
        last = min(last, first + left - 1) if manifest.moves == "all" else last
        turns = stored_turns(run, first, last)
        for row in stored_games(run, first, last):
            if left > 0 and is_logged(manifest, row["deal_id"]):
                left -= 1
                layout = row["layout"] if "layout" in row else row["swapped"]
                chance = Chance(manifest.seed, int(row["deal_id"]), int(layout))
                own = event_records(bundle, turns[row["game_id"]])
                known, deal = np.ones(len(own), np.bool_), (manifest.seed, chance.deal)
                yield Record(seated(manifest, row), frozenset(), chance, deal, own, known, row)
        if left <= 0:
            return


def event_records(bundle: GameBundle, turns: Sequence[Mapping[str, Any]]) -> Array:
    """Rows of the moves table, with words, as the engine's records."""
    found: Array = records(bundle.game.event, len(turns))
    for name in bundle.event_types():
        words = bundle.words.get(name)
        cells = [turn[name] for turn in turns]
        found[name] = [-1 if cell is None else words.index(cell) for cell in cells] if words else cells
    return found
