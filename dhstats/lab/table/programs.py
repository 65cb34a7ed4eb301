"""Programs at the table: asked one decision at a time, with the draws that they would have in a simulation."""

from __future__ import annotations

import numpy as np

from dhstats.engine.compiled import entry
from dhstats.engine.game import Function
from dhstats.engine.loop import checked
from dhstats.engine.strategy import Strategy
from dhstats.engine.stream import PLAYER, address, next_turn
from dhstats.lab.table.setup import COMPILING, Opened
from dhstats.lab.table.telling import Follower, Moment
from dhstats.players.match import Company, line_up

# Parts of compiled functions as Python calls them
_address: Function = getattr(address, "py_func", address)
_next_turn: Function = getattr(next_turn, "py_func", next_turn)


class Programs:
    """Strategies at the seats of a game, who draw as `dhstats simulate` has them draw in the first game of a deal."""

    def __init__(self, opened: Opened, strategies: dict[int, Strategy]) -> None:
        lineup = opened.lineup
        if set(strategies.items()) != set(opened.programs.items()):
            with COMPILING:
                lineup = line_up(opened.bundle, opened.rules, list(strategies.values()), whole=False)
        anybody = next(iter(strategies.values())).name  # has people's seats, at which nobody is asked
        self._company = Company(
            lineup, [strategies[seat].name if seat in strategies else anybody for seat in range(opened.players)]
        )
        self._chooses = {seat: entry(lineup.compiled[each.name]) for seat, each in strategies.items()}
        self._setup, self._record = opened.setup, opened.lineup.rules

    def choose(self, moment: Moment, follower: Follower) -> int:
        """The number of the move that the program plays whose turn it is; BadInput naming one that fails."""
        company, seat = self._company, moment.seat
        place, mind = company.place, company.minds[seat]
        place["player"], place["deal"] = seat, self._setup.deal
        noise = mind["noise"]
        _address(noise, np.uint64(self._setup.seed), self._setup.deal, PLAYER + self._setup.draws(seat))
        noise["turn"] = int((moment.rows["seat"] == seat).sum()) - 1
        _next_turn(noise)
        mind["mark"] = place["rules"]

        def ask() -> int:
            choice = self._chooses[seat](moment.view, follower.options, moment.count, mind)
            return int(checked(choice, moment.count, place))

        number = company.played(ask, view=moment.view)
        company.check_rooms(self._record)
        return number
