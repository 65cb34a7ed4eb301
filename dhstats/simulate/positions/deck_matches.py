"""Matches of decks: two players with a deck each, who both begin once in every deal; many matches on common deals.

A deal gives luck to places, and the player who is named first has the first place in both games of it. So what seat and
luck do cancels within a match, and as all matches share the addresses of their deals, a deck that differs from another
in a line draws all other cards as that one does.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats import machine
from dhstats.engine.loop import game_loop
from dhstats.engine.strategy import compile_strategy
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.learning import trainees
from dhstats.players.match import Array, Lineup, Match
from dhstats.release import VERSION
from dhstats.simulate.tables import HALF, win_parts
from dhstats.simulate.work.checkpoints import Arrays, Checkpoints, TaskCheckpoints
from dhstats.simulate.work.workers import Budget, ResumableMap

CHUNK_DEALS = 128
PLAN = np.array([(0, 0, 0, 1), (1, 0, 1, 0)], np.int64)  # the first begins; the second begins, with their places
WIN = 2  # half wins, in which scores are
Watcher = Callable[[int, int], None]  # deals that are played, of how many


@dataclass(frozen=True)
class DeckMatch:
    """A table of two: rules that say which deck is at whose place, and the players by name, the first place first."""

    rules: RuleSet
    players: tuple[str, str]


class DeckMatches:
    """Where matches of one game are played, by all processors together."""

    def __init__(
        self, bundle: GameBundle, workers: int | None = None, budget: Budget | None = None,
        watch_training: trainees.Watcher = trainees.unseen, checkpoints: Checkpoints | None = None,
        cautions: dict[str, None] | None = None,
    ) -> None:  # fmt: skip
        """With checkpoints finished deals are kept, and those that are there already are not played again.

        What has to be said of the players is added to `cautions`, in the order in which they are met.
        """
        self._checkpoints = checkpoints
        self._bundle, self._workers = bundle, workers or machine.processors()
        self._budget, self._watch_training = budget or Budget(), watch_training
        self._compiled: dict[Any, Callable[..., int]] = {}
        self._lineups: dict[tuple[str, tuple[str, ...]], Lineup] = {}
        self._cautions = {} if cautions is None else cautions
        game_loop(bundle.game)  # compiled before any thread asks for it

    def scores(
        self, matches: Sequence[DeckMatch], seed: int, first: int, deals: int, watch: Watcher = lambda *_: None
    ) -> Array:
        """Half wins of the first player of every match on a row of deals: shape (deals, bouts, 2).

        The last axis tells the game in which they begin from the one in which they follow. The same for any number of
        workers. Raises BadInput for unknown players and rules not for two, ResourceFailure when time is up.
        """
        set_up = [self._lineup(match) for match in matches]

        def chunk(start: int) -> Arrays:
            count, played = min(CHUNK_DEALS, deals - start), []
            for lineup, match in zip(set_up, matches, strict=True):
                results, _ = Match(lineup, match.players).play(PLAN, seed, first + start, count)
                by_seat = win_parts(results.ravel(), 2).reshape(2, count, 2) // HALF
                played.append(by_seat[[0, 1], :, [0, 1]].T.astype(np.int8))  # they begin the first game, and follow
            return {"scores": np.stack(played, axis=1)}

        task = self._task(matches, set_up, seed, first, deals)
        work = ResumableMap("bouts", ("scores",), chunk, task, self._budget)
        return work.run(deals, CHUNK_DEALS, self._workers, lambda done: watch(done, deals))["scores"]

    def _task(
        self, matches: Sequence[DeckMatch], lineups: Sequence[Lineup], seed: int, first: int, deals: int
    ) -> TaskCheckpoints | None:
        """Where the scores of these deals are kept, with all that they depend on."""
        if self._checkpoints is None:
            return None
        hashes = {name: strategy.hash for lineup in lineups for name, strategy in lineup.strategies.items()}
        game = self._bundle.game
        terms = {
            "version": VERSION, "game": [game.name, game.version], "seed": seed, "strategies": hashes, "deals": deals,
            "rules": [[match.rules.hash, *match.players] for match in matches],
        }  # fmt: skip
        return self._checkpoints.task(f"bouts from deal {first}", terms)

    def _lineup(self, match: DeckMatch) -> Lineup:
        """Rules and players of a match, compiled; each once."""
        names = tuple(dict.fromkeys(match.players))
        key = (match.rules.hash, names)
        if key not in self._lineups:
            record = match.rules.record()
            players = {name: trainees.find(self._bundle, match.rules, name, self._watch_training) for name in names}
            for strategy in players.values():
                if strategy.function not in self._compiled:
                    self._compiled[strategy.function] = compile_strategy(self._bundle.game, strategy)
            compiled = {name: self._compiled[strategy.function] for name, strategy in players.items()}
            self._lineups[key] = Lineup(self._bundle, record, players, compiled)
            self._cautions |= dict.fromkeys(self._lineups[key].cautions)
        return self._lineups[key]
