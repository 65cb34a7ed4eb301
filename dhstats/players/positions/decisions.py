"""A table for single decisions: which there are in games, what players choose there, what each option leads to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.engine import decisions
from dhstats.engine.game import MIND, Game, move_type
from dhstats.engine.loop import stacked_loop
from dhstats.engine.stream import STREAM
from dhstats.games.stacks import Stacking
from dhstats.players.match import Array, Company, Lineup, Match, records
from dhstats.players.thinking import learning_of

MOST_MOVES = 4096  # of a decision that are looked at


@dataclass(frozen=True)
class Decisions:
    """Decisions of games: what the mover could see at each, and where it came from (dtype KEPT)."""

    views: Any
    kept: Array


@dataclass(frozen=True)
class Tries:
    """Options of a decision, tried: records of shape (moves, tries).

    How each game ended, the move itself as it was played, and the decision after it (the same again where there was
    none).
    """

    results: Any
    firsts: Any
    replies: Any


def legal_moves(game: Game, view: Any) -> Any:
    """The legal moves of a decision, as the engine lists them; a copy."""
    listed, options = records(move_type(game), MOST_MOVES), records(game.options, 1)[0]
    count = decisions.listing_loop(game)(view, options, listed)
    return listed[: min(count, MOST_MOVES)].copy()


def moves_worth_a_look(game: Game, view: Any) -> Any:
    """The legal moves of a decision, or those on the shortlist of a game that makes one; a copy."""
    numbers, legal = numbers_worth_a_look(game, view), legal_moves(game, view)
    return legal if numbers is None else legal[numbers]


def numbers_worth_a_look(game: Game, view: Any) -> Any:
    """The numbers of the moves on the shortlist of a game that makes one; None where all are looked at."""
    if game.learning is None or game.learning.shortlist is None:
        return None
    options, mind = records(game.options, 1)[0], records(MIND, 1)[0]
    count = decisions.shortlist_loop(game)(view, options, mind)
    return mind["kept"][:count].copy()


class DecisionTable:
    """Players at one table of one thread who are asked at single decisions; the first named is whoever is asked."""

    def __init__(self, lineup: Lineup, players: Sequence[str]) -> None:
        """BadInput if the rules are for more or fewer players."""
        self._company, self._lineup, self._game = Company(lineup, players), lineup, lineup.bundle.game
        seats = len(players)
        self._turning = np.array([[0, 0, *(np.arange(seats) + turn) % seats] for turn in range(seats)], np.int64)

    def keep(self, seed: int, deals: int, every: int, most: int) -> Decisions:
        """One decision in `every` of a game of each deal, at most so many; players change seats from deal to deal."""
        game = self._game
        table, counter, draw = records(game.table, 1)[0], records(decisions.COUNTER, 1)[0], records(STREAM, 1)[0]
        table["seen"]["rules"], counter["every"] = self._lineup.rules, every
        views, kept = records(game.view, most), records(decisions.KEPT, most)
        keeping = decisions.Keeping(self._company.seating(self._turning), views, kept, counter, draw)
        rows = self._company.played(
            decisions.keeping_loop(game), table, keeping, np.uint64(seed), deals, records(game.event, 1)
        )
        return Decisions(views[:rows], np.asarray(kept[:rows]))

    def ask(self, views: Any, seed: int, asks: int) -> Array:
        """The index of the move that the first player chooses at each decision: shape (decisions, asks)."""
        choices = np.zeros((len(views), asks), np.int64)
        plan = np.zeros((1, self._turning.shape[1]), np.int64)
        table = records(self._game.table, 1)[0]
        self._company.played(
            decisions.asking_loop(self._game), table, views, self._company.seating(plan), np.uint64(seed),
            int(self._company.strategies[0].outside), choices,
            view=table["seen"],
        )  # fmt: skip
        return choices

    def tries(self, view: Any, moves: Any, address: tuple[int, int, int], tries: int) -> Tries:
        """What comes of each of these moves on guessed tables, with these players in the seats."""
        learning_of(self._game)
        game, (seed, number, first), shape = self._game, address, (len(moves), tries)
        results, firsts, replies = (
            records(kind, len(moves) * tries).reshape(shape) for kind in (game.result, game.event, game.event)
        )
        events = records(game.event, self._lineup.bundle.longest_game(self._lineup.rules) + 1)
        trying = decisions.Trying(
            records(game.table, 2), records(STREAM, 1), np.uint64(seed), number, first, events, firsts, replies, results
        )
        self._company.played(decisions.trying_loop(game), view, moves, self._company.seating(self._turning[:1]), trying)
        return Tries(results, firsts, replies)


class StackedTable:
    """A strategy for every player at a table whose decks are stacked."""

    def __init__(self, lineup: Lineup, players: Sequence[str], stacking: Stacking) -> None:
        """BadInput if the rules are for more or fewer players."""
        self._lineup, self._stacking = lineup, stacking
        self._company, self._match = Company(lineup, players), Match(lineup, players)
        self._table = records(lineup.bundle.game.table, 1)
        self._table["seen"]["rules"] = lineup.rules

    def logged(self, seed: int, deal: int, layout: int) -> tuple[Any, Array]:
        """The game of a deal as chance has it: its result and its turns."""
        results, turns = self._match.play(self._plan(layout), seed, deal, 1, logged=True)
        return results[0, 0], turns

    def play(self, seed: int, deal: int, layout: int, times: int) -> Array:
        """The results of so many games with the same cards; of a game that leaves nothing to chance there is one."""
        game, renewal = self._lineup.bundle.game, self._stacking.renewal
        if renewal is None:
            return np.asarray(self._match.play(self._plan(layout), seed, deal, 1)[0][0])
        results, events = records(game.result, times), records(game.event, 1)
        loop = stacked_loop(game, renewal.function, renewal.file)
        seating = self._company.seating(self._plan(layout))
        self._company.played(
            loop, self._table[0], seating, np.uint64(seed), deal, results, events, view=self._table["seen"][0]
        )
        return np.asarray(results)

    def _plan(self, layout: int) -> Array:
        seats = len(self._company.strategies)
        return np.array([(layout, 0, *((seat + layout) % seats for seat in range(seats)))], np.int64)
