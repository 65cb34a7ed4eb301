"""Every logged turn of a shard against the rules: legal, and with the consequences that stand in its row."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from dhstats.engine.following import FOLLOWED, FORBIDDEN, TOO_LONG, TRACE, UNFINISHED, Logged, follow_loop
from dhstats.games.bundle import GameBundle
from dhstats.players.match import records
from dhstats.simulate.checks.shard import ShardTables, as_records, word
from dhstats.simulate.plans.experiment import log_every, rules_of
from dhstats.simulate.replays.rematch import version_problem
from dhstats.simulate.work.workers import on_each_thread
from dhstats.storage import Manifest
from dhstats.storage.soundness import numbers

Array = np.ndarray[Any, Any]
CHUNK = 512  # games that are followed in one go, so that memory stays small
MOST_SAID = 4  # problems of one shard that are told
STOPPED = {
    FORBIDDEN: ", turn {turn}: the rules forbid the move that is logged",
    TOO_LONG: ", turn {turn}: is logged, but the game is over after {turn} turns",
    UNFINISHED: ": is not over after the {turn} turns that are logged",
}


@dataclass(frozen=True, slots=True)
class Followed:
    """What following the logged games of a shard showed: problems, and how many turns there were."""

    problems: tuple[str, ...] = ()
    turns: int = 0


class Follower:
    """Follows the logged games of a run; each thread has a table of its own."""

    def __init__(self, bundle: GameBundle, manifest: Manifest) -> None:
        """Compiles what follows games; a run that logs none, or was played by another version, has none to follow."""
        self._bundle, self._seed = bundle, np.uint64(manifest.seed)
        foreign = manifest.log or version_problem(bundle, manifest)  # no seed lays out the games of people
        self._every = 0 if foreign else log_every(manifest.moves)
        self._rules = rules_of(manifest).record()
        self._layouts = np.array([arm.moved for arm in manifest.design.arms], np.int64)
        self._loop = follow_loop(bundle.game) if self._every else None
        self._table = on_each_thread(self._new_table)

    def follow(self, tables: ShardTables) -> Followed:
        """All logged games of a shard whose tables are sound."""
        if not self._every:
            return Followed()
        games = tables.games.filter(pa.array(numbers(tables.games, "deal_id") % np.uint64(self._every) == 0))
        turns = numbers(games, "turns").astype(np.int64)
        starts, size = np.concatenate([[0], np.cumsum(turns)]), len(self._layouts) * max(1, CHUNK // len(self._layouts))
        problems: list[str] = []
        for first in range(0, len(turns), size):
            last = min(first + size, len(turns))
            moves = tables.moves.slice(starts[first], starts[last] - starts[first])
            problems += self._chunk(games.slice(first, last - first), moves, turns[first:last])
        if len(problems) > MOST_SAID:
            problems[MOST_SAID:] = [f"shard {tables.shard.name}: more problems of logged turns like these"]
        return Followed(tuple(problems), int(starts[-1]))

    def _chunk(self, games: pa.Table, moves: pa.Table, turns: Array) -> Iterator[str]:
        """What is wrong with some neighbouring games: moves that cannot be, then numbers that do not follow."""
        game, ids = self._bundle.game, numbers(games, "game_id")
        told = as_records(self._bundle, moves, game.event, self._bundle.event_types())
        events, results, traces = (
            records(game.event, len(told)),
            records(game.result, len(ids)),
            records(TRACE, len(ids)),
        )
        deals = numbers(games, "deal_id")[:: len(self._layouts)].astype(np.int64)
        assert self._loop is not None  # there are turns to follow
        self._loop(*self._table(), self._seed, Logged(self._layouts, deals, turns, told, events, results, traces))
        for number, trace in zip(ids, traces, strict=True):
            if trace["end"] != FOLLOWED:
                yield f"game {number}{STOPPED[int(trace['end'])].format(turn=trace['turns'])}"
        places = np.arange(len(told)) - np.repeat(np.cumsum(turns) - turns, turns)
        of_game, played = np.repeat(ids, turns), places < np.repeat(traces["turns"], turns)
        for row, said in self._differences(told, events, played, self._bundle.event_types()):
            yield f"game {of_game[row]}, turn {places[row]}: {said}"
        told = as_records(self._bundle, games, game.result, self._bundle.result_types())
        for row, said in self._differences(told, results, traces["end"] == FOLLOWED, self._bundle.result_types()):
            yield f"game {ids[row]}: {said}"

    def _new_table(self) -> tuple[Any, Any]:
        """A table with the rules on it, and its options."""
        table = records(self._bundle.game.table, 1)
        table["seen"]["rules"] = self._rules
        return table[0], records(self._bundle.game.options, 1)[0]

    def _differences(self, told: Array, made: Array, valid: Array, names: Iterable[str]) -> Iterator[tuple[int, str]]:
        """The first rows of each column that hold something else than the rules make of the moves."""
        for name in names:
            for row in np.flatnonzero((told[name] != made[name]) & valid)[: MOST_SAID + 1]:
                words = self._bundle.words.get(name, ())
                here, right = (word(words, values[name][row]) for values in (told, made))
                yield int(row), f"{name} is {here}, but the logged moves make it {right}"
