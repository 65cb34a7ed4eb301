"""Both tellings of a game's rules: the compiled ones, and the referee's plain reading of the rulebook.

A module whose tests hold for both says `pytestmark = tellings.BOTH`: each of its tests then sets up its positions once
at the engine's table and once at the referee's.
"""

from contextvars import ContextVar
from typing import Any, Self

import pytest

from tests.harness import OpenGame

PLAIN: ContextVar[bool] = ContextVar("PLAIN", default=False)  # whether positions lie on the referee's table
BOTH = pytest.mark.usefixtures("telling")


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [number for number in range(64) if int(mask) >> number & 1]


class OpenPosition:
    """A game in a position of a test, on the engine's table; a game's own class sets it up and has its notation."""

    _game: OpenGame
    rows: list[dict[str, Any]]

    def told(self, move: tuple[int, ...]) -> str:
        """The notation of a move of the engine."""
        raise NotImplementedError

    def moves(self) -> list[str]:
        """All that the player to move may do, in notation."""
        return [self.told(move) for move in self._game.moves()]

    def play(self, *plays: str) -> Self:
        """Makes one decision after the other."""
        for play in plays:
            moves = self.moves()
            assert play in moves, f"{play} is not among {moves[:60]}"
            self.rows.append(self._take(moves.index(play)) | {"legal_moves": len(moves)})
        return self

    def _take(self, choice: int) -> dict[str, Any]:
        return self._game.take(choice)

    @property
    def row(self) -> dict[str, Any]:
        """The row of the last decision."""
        return self.rows[-1]

    @property
    def mover(self) -> int:
        """Who has to decide; -1 once the game is over."""
        return self._game.mover

    def view(self, seat: int) -> Any:
        """What a player may know."""
        return self._game.view(seat)

    def result(self) -> dict[str, Any]:
        """The result of the game, its codes in words."""
        row, words = self._game.result(), self._game.bundle.words
        return row | {name: words[name][row[name]] for name in ("decided_by", "end_reason") if row[name] >= 0}
