"""Where a network learns: a table for each thread, at which games are played that teach it."""

import json
import time
import zipfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np

from dhstats.engine.compiled import compiled, interpreted
from dhstats.engine.game import MIND, Learning, strategy_signature
from dhstats.engine.guard import give_room
from dhstats.engine.strategy import Strategy, compile_strategy
from dhstats.engine.together import STOPPED, no_counts
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.machine import processors
from dhstats.players.learning.comparing import room_for_trials
from dhstats.players.learning.learner import LESSON, Learner, Shared, empty_memory, room, rows
from dhstats.players.learning.lessons import BAD_CHOICE, lessons
from dhstats.players.match import Array, records
from dhstats.players.recipes import Recipe
from dhstats.storage.layout import whole_file
from dhstats.storage.places import open_file, remove_file

WORTH = 0.0004  # seconds of work a step from which on threads are worth it: they meet at the end of each


class Trainer:
    """A network in training (that of `minds[0]`), its rival, if there is one, and what has been learnt besides."""

    def __init__(
        self, bundle: GameBundle, rules: RuleSet, by: Array, learning: Learning, recipe: Recipe, rival: Strategy | None
    ) -> None:
        """Every game is played by one of the rules in `by`."""
        self._bundle, self._rules, self._by, self._learning, self._rival = bundle, rules, by, learning, rival
        self._loop = lessons(bundle.game, learning, compared=recipe.compared > 0)
        if rival:
            self._choice = compile_strategy(bundle.game, rival)
        else:
            self._choice = compiled(strategy_signature(bundle.game.view, bundle.game.options))(first_option)
        self._threads = 1 if interpreted() else min(processors(), recipe.parts)
        self.minds, self.lesson = records(MIND, 2), records(LESSON, 1)[0]
        self.slopes, self.moments = rows(recipe.parts, learning.parameters), rows(2, learning.parameters)
        self._shared = Shared(self.minds[0]["network"], self.slopes, np.zeros(recipe.parts), no_counts())
        if rival:
            rival.settle(self.minds[1])
        self._rooms: dict[int, Any] = {}
        self._step_seconds = 0.0
        self._tables = [self._table(self.minds, self.lesson)]

    def _table(self, minds: Any, lesson: Any) -> tuple[Any, ...]:
        """What a thread plays at: the table itself, what happens there, how it ends, and what is learnt from it."""
        game, learning = self._bundle.game, self._learning
        table = records(game.table, 1)
        table["seen"]["rules"] = self._rules.record()
        positions = max(map(self._bundle.longest_game, self._by)) + learning.ends
        taught = Learner(
            minds, (self._choice,), records(game.options, 1)[0], lesson, self._by, empty_memory(positions, learning),
            room(learning.parameters)._replace(moments=self.moments), room_for_trials(game), self._shared,
        )  # fmt: skip
        self.seat_rival(minds)
        return table[0], records(game.event, 1), records(game.result, 1)[0], taught

    def seat_rival(self, minds: Any) -> None:
        """A rival from outside has a room, which is in the memory of this process alone and is kept with the table."""
        if self._rival and self._rival.outside:
            self._rooms[id(minds)] = minds, give_room(minds[1], self._bundle.game, self._rules.record())

    def teach(self) -> float:
        """Plays the games of the lesson and learns from them; the sum of their errors, or BAD_CHOICE of the rival."""
        self._shared.errors[:] = 0.0
        self._shared.counters[: STOPPED + 1] = 0
        threads = self._threads if self._step_seconds >= WORTH else 1
        # As many tables, each with the lesson; helpers play with a copy of the network
        while len(self._tables) < threads:
            minds = records(MIND, 2)
            minds[...] = self.minds
            self._tables.append(self._table(minds, records(LESSON, 1)[0]))
        for _, _, _, taught in self._tables[1:threads]:
            for name in LESSON.names or ():
                taught.lesson[name] = self.lesson[name] if name != "helps" else 1
        tables = self._tables[:threads]
        began = thread_time()
        with ThreadPoolExecutor(len(tables)) as pool:
            helpers = [pool.submit(self._teach_at, table) for table in tables[1:]]
            answers = [self._teach_at(tables[0]), *(each.result() for each in helpers)]
        self._step_seconds = (thread_time() - began) * len(tables) * self.lesson["batch"] / self.lesson["games"]
        return BAD_CHOICE if BAD_CHOICE in answers else sum(map(float, self._shared.errors))

    def _teach_at(self, table: tuple[Any, ...]) -> float:
        """What a thread does; where it fails the others stop."""
        try:
            return float(self._loop(*table))
        except BaseException:
            self._shared.counters[STOPPED] = 1
            raise


def first_option(view: Any, options: Any, count: int, mind: Any) -> int:
    """Stands in the rival's place where there is none."""
    return 0


ENDING = ".unfinished"
PART_SECONDS = 2.0  # between two drafts: so much is learnt again after a kill
FACTS = "facts"


@dataclass(frozen=True, slots=True)
class State:
    """What has been learnt after some rounds: arrays, and the rest as JSON values."""

    rounds: int
    arrays: Mapping[str, Array]
    facts: Mapping[str, Any]


class Draft:
    """The file of a training under way; `terms` say all that determines what is learnt."""

    def __init__(self, player: Path, terms: str, *, fresh: bool = False) -> None:
        """A fresh draft begins anew, in place of any other; BadInput where a file of that name is no draft."""
        self.path = player.with_name(player.name + ENDING)
        self._terms, self._written = terms, time.monotonic()
        if fresh and self._stored() is not None:
            self.remove()

    def read(self) -> State | None:
        """What was learnt so far, nothing if no draft is there; BadInput for a draft of another training."""
        stored = self._stored()
        if stored is None:
            return None
        terms, state = stored
        if terms != self._terms:
            raise BadInput(
                f"{self.path}: is an unfinished training with other rules, games, seed or version; "
                "give the same options, or train again without --resume"
            )
        return state

    def _stored(self) -> tuple[str, State] | None:
        """The terms of the draft that is there and what was learnt; BadInput for a file that is no draft."""
        try:
            with open_file(self.path) as file, np.load(file, allow_pickle=False) as stored:
                arrays = {name: stored[name] for name in stored.files}
            facts = json.loads(bytes(arrays.pop(FACTS)))
            terms, rounds = facts.pop("terms"), int(facts.pop("rounds"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile) as error:
            raise BadInput(f"{self.path}: is not an unfinished training; remove it and train again") from error
        return terms, State(rounds, arrays, facts)

    def write_at_times(self, state: State) -> None:
        """Writes what has been learnt, if the last draft was a while ago."""
        if time.monotonic() - self._written < PART_SECONDS:
            return
        facts = json.dumps({"terms": self._terms, "rounds": state.rounds, **state.facts})
        with whole_file(self.path, make_folder=True) as draft, draft.open("wb") as file:
            np.savez(file, **{FACTS: np.frombuffer(facts.encode(), np.uint8)}, **state.arrays)  # type: ignore[arg-type]
        self._written = time.monotonic()

    def remove(self) -> None:
        """Removes the draft, once the player's file is written."""
        remove_file(self.path)
