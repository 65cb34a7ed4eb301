"""A table set for play: game, rules and strategies compiled and ready, with room for what is logged."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.engine.compiled import interpreted
from dhstats.engine.game import MIND
from dhstats.engine.guard import Room, give_room, line_of_failure, line_of_loop
from dhstats.engine.loop import BAD_INDEX, PLACE, game_loop
from dhstats.engine.strategy import Strategy, compile_strategy
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.machine import asking

Array = np.ndarray[Any, Any]
LOOKING = 2.0  # seconds in plain Python after which a strategy that has not returned is where it does not return


def records(dtype: np.dtype[Any], count: int) -> Any:
    """An array of empty records whose fields are attributes, compiled or interpreted."""
    return np.zeros(count, dtype).view(np.recarray)


@dataclass(frozen=True, slots=True)
class Lineup:
    """A game with its rules and strategies, compiled: shared by all threads, never written to."""

    bundle: GameBundle
    rules: Any
    strategies: dict[str, Strategy]
    compiled: dict[str, Callable[..., int]]
    loop: Callable[..., int]

    @property
    def cautions(self) -> tuple[str, ...]:
        """What has to be said of its strategies wherever results are shown."""
        return cautions_of(self.strategies.values())


def cautions_of(strategies: Iterable[Strategy]) -> tuple[str, ...]:
    """What has to be said of some strategies, each thing once."""
    return tuple(dict.fromkeys(each.caution for each in strategies if each.caution))


def line_up(bundle: GameBundle, rules: RuleSet, strategies: Sequence[Strategy], *, whole: bool = True) -> Lineup:
    """Compiles what a run needs: its players and, if they play `whole` games, the loop of those; forks have their own.

    BadInput if a strategy cannot be compiled.
    """
    compiled = {strategy.name: compile_strategy(bundle.game, strategy) for strategy in strategies}
    by_name = {strategy.name: strategy for strategy in strategies}
    return Lineup(bundle, rules.record(), by_name, compiled, game_loop(bundle.game) if whole else _no_loop)


def _no_loop(*_: Any) -> int:
    """Stands for the loop where no whole games are played."""
    raise LookupError("these players were made ready for forks alone")


class Match:
    """A strategy for every player at one table of one thread."""

    def __init__(self, lineup: Lineup, players: Sequence[str]) -> None:
        """BadInput if the rules are for more or fewer players."""
        game = lineup.bundle.game
        check_players(lineup, players)
        self._lineup = lineup
        self._names = tuple(players)
        self._functions = functions_of(lineup, players)
        self._table = records(game.table, 1)
        self._table["seen"]["rules"] = lineup.rules
        self._options = records(game.options, 1)
        self._minds = records(MIND, len(players))
        self._rooms: list[tuple[str, Room]] = []
        for mind, name in zip(self._minds, players, strict=True):
            lineup.strategies[name].settle(mind)
            if lineup.strategies[name].outside:
                self._rooms.append((name, give_room(mind, game, lineup.rules)))
        self._place = records(PLACE, 1)

    def play(
        self, plan: Array, seed: int, first_deal: int, deals: int, log_every: int, results: Array, stride: int,
        offset: int, events: Array,
    ) -> int:  # fmt: skip
        """Plays a row of deals as `engine.loop.play_deals` says; returns the number of logged turns.

        Raises BadInput naming the strategy if it chose a move that does not exist, or failed.
        """
        if plan.shape[1:] != (2 + len(self._names),):  # compiled code would read beyond its rows
            raise ValueError(f"a plan's rows are layout, replicate and a player a seat, not of shape {plan.shape}")
        place = self._place[0]
        try:
            with asking(self._stuck) if self._rooms else nullcontext():
                rows = self._lineup.loop(
                    self._table[0], self._options[0], self._functions, self._minds, plan, np.uint64(seed), first_deal,
                    deals, log_every, place, results, stride, offset, events,
                )  # fmt: skip
        except Exception as error:  # raised by a strategy: the rules raise nothing
            player = int(place["player"])
            line = self._line(self._lineup.strategies[self._names[player]], self._minds[player])
            raise failure(self._lineup, self._names, place, error, line) from error
        if rows == BAD_INDEX:
            raise bad_choice(self._lineup, self._names, place)
        for name, room in self._rooms:
            if room.view["rules"].tobytes() != self._lineup.rules.tobytes():
                raise wrote_rules(self._lineup.strategies[name])
        return rows

    def results(self, plan: Array, seed: int, first_deal: int, deals: int) -> Any:
        """Plays a row of deals of which no turn is logged: the rows of their games, deal by deal."""
        game, members = self._lineup.bundle.game, len(plan)
        rows = records(game.result, members * deals)
        self.play(plan, seed, first_deal, deals, 0, rows, members, 0, records(game.event, 1))
        return rows

    def _line(self, strategy: Strategy, mind: Any) -> str:
        """Where a strategy from outside fails at this decision, asked again in plain Python; "" if unknown."""
        if not strategy.outside or interpreted():
            return ""
        with suppress(Exception):  # a line is a help, not a need
            return line_of_failure(strategy.function, self._lineup.bundle.game.view, *self._asked(mind))
        return ""

    def _asked(self, mind: Any) -> tuple[Any, Any, int, Any]:
        """View, options, how many, and mind of the decision that was asked for last."""
        view, options = self._table["seen"][0], self._options[0]
        return view, options, self._lineup.bundle.game.legal(view, options.moves), mind

    def _stuck(self) -> str:
        """Which strategy was asked last and does not return, and at which line of its file, if that can be found."""
        player = int(self._place[0]["player"])
        strategy, line = self._lineup.strategies[self._names[player]], ""
        if strategy.outside:
            with suppress(Exception):
                kind, asked = self._lineup.bundle.game.view, self._asked(self._minds[player])
                line = line_of_loop(strategy.function, kind, asked, LOOKING)
        place = f", at {line}" if line else ""
        return f"{culprit(self._lineup, self._names, self._place[0])}{place} did not return"


def functions_of(lineup: Lineup, players: Sequence[str]) -> tuple[Callable[..., int], ...]:
    """The strategies as the engine takes them, one for each seat that there is; empty seats are never asked."""
    seated = [lineup.compiled[name] for name in players]
    return (*seated, *seated[:1] * (lineup.bundle.game.seats - len(seated)))


def check_players(lineup: Lineup, players: Sequence[str]) -> None:
    """BadInput if not exactly so many play as the rules are for."""
    wanted = lineup.bundle.players(lineup.rules)
    if len(players) != wanted:
        raise BadInput(f"{lineup.bundle.game.name}: these rules are for {wanted} players, not for {len(players)}")


def failure(lineup: Lineup, names: Sequence[str], place: Any, error: Exception, line: str = "") -> BadInput:
    """What to tell of a strategy that raised an exception, at a line if that is known."""
    reason = " ".join(str(error).split())[:300]
    who = culprit(lineup, names, place) + (f", at {line}:" if line else "")
    if isinstance(error, IndexError):
        return BadInput(f"{who} reads beyond what there is: {reason}")
    return BadInput(f"{who} raised {type(error).__name__}: {reason}")


def bad_choice(lineup: Lineup, names: Sequence[str], place: Any) -> BadInput:
    """What to tell of a strategy that chose a move which does not exist."""
    who, most = culprit(lineup, names, place), place["options"] - 1
    return BadInput(f"{who} chose move {place['choice']}, but there were only moves 0 to {most}")


def culprit(lineup: Lineup, names: Sequence[str], place: Any) -> str:
    """The strategy that was asked last, and in which deal."""
    return f"{_named(lineup.strategies[names[int(place['player'])]])} in deal {place['deal']}"


def wrote_rules(strategy: Strategy) -> BadInput:
    """A strategy from outside changed the rules that it was shown."""
    return BadInput(f"{_named(strategy)} writes into the rules that it was shown")


def _named(strategy: Strategy) -> str:
    return f"strategy {strategy.name!r} ({strategy.source})"
