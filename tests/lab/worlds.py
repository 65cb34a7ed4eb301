"""Other worlds of a game at the table: hidden cards exchanged from the deal on, so that one player lives through the same.

Two cards of the deal change places, on the engine's table and on the referee's, and the game is played again: what the
player decides is as it was, and others decide as they did, but for what nobody notices (who lets a card be in Dragon!).
A world counts if all that the player may know is the same to the last byte.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from dhstats.games.dragon.referee import tabletop as dragon
from dhstats.games.dragon.table import ACTS, HOLD, PASS
from dhstats.games.dragonheart.referee import tabletop as dragonheart
from dhstats.games.dragonwood.referee import tabletop as dragonwood
from dhstats.lab.table import seen
from dhstats.lab.table.session import Session
from dhstats.lab.table.telling import Moment, Teller
from dhstats.players.positions.decisions import legal_moves
from tests.harness import OpenGame

SILENT = (HOLD, PASS)
LATELY = 8  # cards
COUNTS_ALL = "turn"  # a field of the view that counts decisions, those too of which nobody hears; it is not shown
Place = tuple[str, int]  # a pile of the deal: which field of the table, and which row of it


@dataclass(frozen=True)
class Exchange:
    """Two cards of a pile that change places."""

    pile: Place
    one: int
    other: int

    def on(self, cards: Any) -> Any:
        """The cards of the pile once they have."""
        cards[self.one], cards[self.other] = cards[self.other], cards[self.one]
        return cards


class Twin:
    """Exchanged games beside a session's."""

    def __init__(self, session: Session, chance: random.Random) -> None:
        self._session, self._chance = session, chance
        opened = session.opened
        self._name, self._record = opened.setup.game, opened.rules.record()
        self._game = OpenGame(opened.bundle, self._record)

    def worlds(self, tries: int) -> Iterator[tuple[str, bool]]:
        """What other worlds show the player who decides, of so many that are tried; whether another hand differs."""
        moment = self._session._moment
        before = self._hands(None, moment)
        for _ in range(tries):
            exchange = self._drawn(moment.view)
            if (there := self._lived(exchange, moment)) is None:
                continue
            hands = self._game.table["hands"].tolist()
            with self._referee(exchange):
                yield self._shown(there), hands != before

    def _hands(self, exchange: Exchange | None, moment: Moment) -> Any:
        self._lay_out(exchange)
        self._follow(moment)
        return self._game.table["hands"].tolist()

    def _shown(self, moment: Moment) -> str:
        teller = Teller(self._session.opened)
        return repr(seen.shown(self._session.opened, teller, moment, moment.seat))

    def _drawn(self, view: Any) -> Exchange:
        """Two places of a pile of the deal by lot: mostly a card that others drew lately, and one that nobody has yet."""
        viewer, chance = int(view["seat"]), self._chance
        if self._name == "dragonwood":
            field, row, left, size = "order", 0, int(view["adventurers_left"]), int(self._record["adventurers"])
            if chance.random() < 0.2:
                return Exchange(("wood_order", 0), *chance.sample(range(20), 2))
        else:
            field, row = "orders", viewer if chance.random() < 0.2 else 1 - viewer
            size = int(np.broadcast_to(self._record["deck_size"], 4)[row])
            left = int(view["left" if self._name == "dragon" else "deck_sizes"][row])
        if 0 < left < size and chance.random() < 0.8:
            return Exchange((field, row), left + chance.randrange(min(LATELY, size - left)), chance.randrange(left))
        return Exchange((field, row), *chance.sample(range(size), 2))

    def _lay_out(self, exchange: Exchange | None) -> None:
        setup = self._session.opened.setup
        self._game.deal(setup.seed, setup.deal)
        if exchange:
            (field, row), table = exchange.pile, self._game.table
            exchange.on(table[field] if table[field].ndim == 1 else table[field][row])
            self._game.redeal(0)

    def _lived(self, exchange: Exchange, moment: Moment) -> Moment | None:
        """The same moment in another world; None where the player would know the difference."""
        self._lay_out(exchange)
        rows = self._follow(moment)
        if rows is None or self._game.mover != moment.seat:
            return None
        view = self._game.view(moment.seat)
        fields = [name for name in view.dtype.names if name not in ("rules", COUNTS_ALL)]
        if any(view[name].tobytes() != moment.view[name].tobytes() for name in fields):
            return None
        moves = legal_moves(self._session.opened.bundle.game, view)
        return replace(moment, rows=rows, view=view, moves=moves, count=len(moves))

    def _follow(self, moment: Moment) -> Any:
        """The turns of the game in this world, None where it cannot go as it went."""
        told, done, game = list(moment.rows), list[Any](), self._game
        while told or (self._name == "dragon" and self._silent(moment.seat) is not None and len(done) < 2_000):
            if game.mover < 0:
                return None
            choice = self._choice(told[0], moment.seat) if told else None
            if choice is None:
                choice = self._silent(moment.seat)
                if choice is None and told and self._unheard(told[0], moment.seat):
                    told.pop(0)  # here they are not asked
                    continue
                if choice is None:
                    return None
            elif told:
                told.pop(0)
            count = len(game.moves())
            game.take(choice)
            done.append(game.event.copy())
            done[-1]["legal_moves"] = count
        return np.array(done, self._session.opened.bundle.game.event).view(np.recarray)

    def _choice(self, row: Any, _: int) -> int | None:
        """The move that a turn played, if the same seat is asked here and may play it; -1 for a pass."""
        game = self._game
        if game.mover != int(row["seat"]):
            return None
        names, moves = game.options["moves"].dtype.names, game.moves()
        if not moves:
            return -1
        wanted = {name: int(row[name]) for name in names if name in row.dtype.names}
        for number, move in enumerate(moves):
            told = dict(zip(names, move, strict=True))
            if all(
                told[name] == value for name, value in wanted.items() if name != "cards" or self._name != "dragonheart"
            ):
                return number
        return None

    def _unheard(self, row: Any, viewer: int) -> bool:
        return self._name == "dragon" and int(row["act"]) in SILENT and int(row["seat"]) != viewer

    def _silent(self, viewer: int) -> int | None:
        """The move with which another player does nothing that is heard, if they are asked and have one."""
        if self._name != "dragon" or self._game.mover in (-1, viewer):
            return None
        names = self._game.options["moves"].dtype.names
        acts = [dict(zip(names, move, strict=True))["act"] for move in self._game.moves()]
        return next((number for number, act in enumerate(acts) if act in SILENT), None)

    @contextmanager
    def _referee(self, exchange: Exchange) -> Iterator[None]:
        """The referee's cards exchanged in the same way."""
        field, row = exchange.pile
        with pytest.MonkeyPatch.context() as patch:
            if self._name == "dragonheart":
                patch.setattr(dragonheart, "deck", _swapped(dragonheart.deck, exchange, 3, row))
            elif self._name == "dragon":
                patch.setattr(dragon, "pile", _swapped(dragon.pile, exchange, 3, row))
            elif field == "order":
                patch.setattr(dragonwood, "adventurers", _swapped(dragonwood.adventurers, exchange))
            else:
                cards = dragonwood.dragonwood
                patch.setattr(dragonwood, "dragonwood", lambda *at: (cards(*at)[0], exchange.on(cards(*at)[1])))
            yield


def _swapped(
    pile: Callable[..., list[Any]], exchange: Exchange, argument: int = 0, row: int = 0
) -> Callable[..., list[Any]]:
    def other(*at: Any) -> list[Any]:
        cards = list(pile(*at))
        exchanged: list[Any] = exchange.on(cards) if not argument or at[argument] == row else cards
        return exchanged

    return other


assert {"hold", "pass"} == {ACTS[act] for act in SILENT}
