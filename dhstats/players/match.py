"""A table set for play: game, rules and strategies compiled and ready, with room for what is logged."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import numpy as np

from dhstats.engine.compiled import interpreted
from dhstats.engine.game import MIND
from dhstats.engine.guard import MARK, Room, give_room, line_of_failure, line_of_loop
from dhstats.engine.loop import BAD_INDEX, PLACE, GameFailure, Seating, game_loop
from dhstats.engine.strategy import Strategy, compile_strategy
from dhstats.engine.vectors import LINE
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.machine import asking

Array = np.ndarray[Any, Any]
NOT_PLAYED = 65_535  # in place of how many moves there were


def records(dtype: np.dtype[Any], count: int) -> Any:
    """An array of empty records whose fields are attributes, compiled or interpreted."""
    room = np.zeros(count * dtype.itemsize + LINE, np.uint8)
    begin = -room.ctypes.data % LINE
    return room[begin : begin + count * dtype.itemsize].view(dtype).view(np.recarray)


@dataclass(frozen=True, slots=True)
class Lineup:
    """A game with its rules and strategies, compiled: shared by all threads, never written to."""

    bundle: GameBundle
    rules: Any
    strategies: dict[str, Strategy]
    compiled: dict[str, Callable[..., int]]

    @property
    def cautions(self) -> tuple[str, ...]:
        """What has to be said of its strategies wherever results are shown."""
        return cautions_of(self.strategies.values())


def cautions_of(strategies: Iterable[Strategy]) -> tuple[str, ...]:
    """What has to be said of some strategies, each thing once."""
    return tuple(dict.fromkeys(each.caution for each in strategies if each.caution))


def line_up(bundle: GameBundle, rules: RuleSet, strategies: Sequence[Strategy], *, whole: bool = True) -> Lineup:
    """Compiles what a run needs: its players and, if they play `whole` games, their loop; forks have their own."""
    compiled = {strategy.name: compile_strategy(bundle.game, strategy) for strategy in strategies}
    by_name = {strategy.name: strategy for strategy in strategies}
    if whole:
        game_loop(bundle.game)
    return Lineup(bundle, rules.record(), by_name, compiled)


class Company:
    """The players at one table of one thread: a strategy in every seat, with their minds and where the loop stands."""

    def __init__(self, lineup: Lineup, names: Sequence[str]) -> None:
        """BadInput if the rules are for more or fewer players."""
        game, wanted = lineup.bundle.game, lineup.bundle.players(lineup.rules)
        if len(names) != wanted:
            raise BadInput(f"{game.name}: these rules are for {wanted} players, not for {len(names)}")
        self.lineup, self.strategies = lineup, [lineup.strategies[name] for name in names]
        self.minds, self.place = records(MIND, len(names)), records(PLACE, 1)[0]
        functions = [lineup.compiled[name] for name in names]  # empty seats are never asked
        functions += functions[:1] * (game.seats - len(names))
        self._options = records(game.options, 1)[0]
        self._seating = Seating(tuple(functions), self.minds, self._options, None, self.place)
        self.rooms: list[tuple[Strategy, Room, Any]] = []
        for mind, strategy in zip(self.minds, self.strategies, strict=True):
            strategy.settle(mind)
            if strategy.outside:
                self.rooms.append((strategy, give_room(mind, game, lineup.rules), mind))

    def seating(self, plan: Array) -> Seating:
        """How they sit in the games of a block."""
        if plan.shape[1:] != (2 + len(self.strategies),):  # compiled code would read beyond its rows
            raise ValueError(f"a plan's rows are layout, replicate and a player a seat, not of shape {plan.shape}")
        return self._seating._replace(plan=np.ascontiguousarray(plan))  # compiled code reads row after row

    def played(self, loop: Callable[..., int], *arguments: Any, view: Any = None) -> int:
        """What a loop returns; BadInput naming the strategy that chose a move that does not exist, or failed."""
        try:
            with asking(lambda: self._stuck(view)) if self.rooms else nullcontext():
                end = loop(*arguments)
        except Exception as failure:  # raised by a strategy, or by a game from outside: the rules raise nothing
            line = "" if interpreted() else self._line(view, line_of_failure)
            error: BaseException = failure
            if isinstance(failure, GameFailure):
                if not line and not (self.strategies[int(self.place["player"])].outside and interpreted()):
                    raise
                error = failure.__cause__ or failure
            reason = " ".join(str(error).split())[:300]
            who = self._culprit() + (f", at {line}:" if line else "")
            if isinstance(error, IndexError):
                raise BadInput(f"{who} reads beyond an array: {reason}") from error
            if isinstance(error, TimeoutError):  # of a loop that counts how often it goes round
                raise BadInput(f"{who}: {reason.partition(': ')[2]}".replace("::", ":")) from error
            raise BadInput(f"{who} raised {type(error).__name__}: {reason}") from error
        if end == BAD_INDEX:
            choice, most = self.place["choice"], self.place["options"] - 1
            raise BadInput(f"{self._culprit()} chose move {choice}, but there were only moves 0 to {most}")
        return end

    def check_rooms(self, rules: Any, mark: int = 0) -> None:
        """BadInput naming a strategy that wrote into the rules that it was shown last, if they had this mark."""
        for strategy, room, mind in self.rooms:
            if mind["kept"][MARK] == mark and room.view["rules"].tobytes() != rules.tobytes():
                raise BadInput(f"{_named(strategy)} writes into the rules that it was shown")

    def _culprit(self) -> str:
        """The strategy that was asked last, and in which deal."""
        return f"{_named(self.strategies[int(self.place['player'])])} in deal {self.place['deal']}"

    def _line(self, view: Any, look: Callable[..., str]) -> str:
        """Where in its file a strategy from outside fails or is, asked again in plain Python; "" if that is unknown."""
        player, game = int(self.place["player"]), self.lineup.bundle.game
        strategy = self.strategies[player]
        if view is None or not strategy.outside:
            return ""
        with suppress(Exception):  # a line is a help, not a need
            count = game.legal(view, self._options.moves)
            return look(strategy.function, game.view, (view, self._options, count, self.minds[player]))
        return ""

    def _stuck(self, view: Any) -> str:
        """Which strategy was asked last and does not return, and at which line of its file, if that can be found."""
        line = self._line(view, line_of_loop)
        return f"{self._culprit()}{f', at {line}' if line else ''} did not return"


class Match:
    """A strategy for every player at one table of one thread."""

    def __init__(self, lineup: Lineup, players: Sequence[str]) -> None:
        """BadInput if the rules are for more or fewer players."""
        self._company, self._lineup, self._loop = Company(lineup, players), lineup, game_loop(lineup.bundle.game)
        self._table = records(lineup.bundle.game.table, 1)
        self._table["seen"]["rules"] = lineup.rules
        if "uncounted" in (lineup.bundle.game.view.names or ()):
            self._table["seen"]["uncounted"] = not any(each.counts for each in self._company.strategies)

    def play(self, plan: Array, seed: int, first_deal: int, deals: int, *, logged: bool = False) -> tuple[Any, Any]:
        """All games of a row of deals: results of shape (deals, members), and every turn of all in a row if logged."""
        game, members = self._lineup.bundle.game, len(plan)
        most = deals * members * self._lineup.bundle.longest_game(self._lineup.rules) if logged else 0
        results, events = records(game.result, deals * members).reshape(deals, members), records(game.event, most + 1)
        return results, events[: self.fill(plan, seed, first_deal, int(logged), results, events)]

    def fill(self, plan: Array, seed: int, first_deal: int, log_every: int, results: Array, events: Array) -> int:
        """Plays a row of deals as `engine.loop.play_deals` says; returns the number of logged turns."""
        seating = self._company.seating(plan)
        try:
            rows = self._company.played(
                self._loop, self._table[0], seating, np.uint64(seed), first_deal, log_every, results, events,
                view=self._table["seen"][0],
            )  # fmt: skip
        except GameFailure as error:
            raise self._failed(error, plan[int(self._company.place["member"])], seed) from error
        self._company.check_rooms(self._lineup.rules)
        return rows

    def _failed(self, error: GameFailure, row: Array, seed: int) -> BadInput:
        """The same with the decision and the line of the file, where the game fails in plain Python as well."""
        bundle, deal = self._lineup.bundle, int(self._company.place["deal"])
        if bundle.blame is None:
            return error
        events = records(bundle.game.event, bundle.longest_game(self._lineup.rules) + 1)
        events["legal_moves"] = NOT_PLAYED
        results = records(bundle.game.result, 1).reshape(1, 1)
        with suppress(Exception):  # it fails once more, and its moves are known
            self._loop(self._table[0], self._company.seating(row[None]), np.uint64(seed), deal, 1, results, events)
        rows = list(takewhile(lambda event: event["legal_moves"] != NOT_PLAYED, events))
        text = bundle.blame(self._lineup.rules, seed, deal, int(row[0]), rows)
        return BadInput(text) if text else error


def _named(strategy: Strategy) -> str:
    return f"strategy {strategy.name!r} ({strategy.source})"
