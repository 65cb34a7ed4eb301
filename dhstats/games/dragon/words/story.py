"""A kept game of Dragon! told from its logged decisions."""

from collections.abc import Mapping, Sequence
from typing import Any

from dhstats.games.dragon.files.limits import label
from dhstats.games.dragon.referee.chronicle import Choice, Turn
from dhstats.games.dragon.referee.referee import problems, set_up
from dhstats.games.dragon.referee.tabletop import Tabletop
from dhstats.games.dragon.words import notation
from dhstats.games.retelling import Retelling, Step

LEGEND = "After each decision: the health that every dragon has left, then hand and deck of whoever decided."


def _deal(players: Sequence[str], table: Tabletop) -> list[str]:
    return [f"{label(table.rules)}.", *notation.deal_lines(players, table.position(), table.book), "", LEGEND]


def _step(table: Tabletop, row: Mapping[str, Any]) -> Step:
    turn = Turn.of(row)
    choice = Choice.of(turn, list(table.book))
    table.play(choice)
    after = table.position()
    line = notation.turn_line(turn, choice, table.book, table.players)
    deed = notation.deed_line(turn, choice, table.book)
    return Step(turn.seat, line, deed, tuple(notation.board_lines(after, table.book)), after)


RETELLING = Retelling(problems, set_up, _deal, _step, notation.result_lines, notation.move_text)
