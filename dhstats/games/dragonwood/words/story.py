"""A kept game of Dragonwood told from its logged decisions."""

from collections.abc import Mapping, Sequence
from typing import Any

from dhstats.games.dragonwood.referee.chronicle import Choice, Turn
from dhstats.games.dragonwood.referee.referee import problems, set_up
from dhstats.games.dragonwood.referee.tabletop import Tabletop
from dhstats.games.dragonwood.words import notation
from dhstats.games.retelling import Retelling, Step


def _deal(players: Sequence[str], table: Tabletop) -> list[str]:
    return notation.deal_lines(players, table.position())


def _step(table: Tabletop, row: Mapping[str, Any]) -> Step:
    turn = Turn.of(row)
    table.play(Choice.of(turn))
    after = table.position()
    line = notation.turn_line(turn, table.players)
    return Step(turn.seat, line, notation.deed_line(turn), tuple(notation.board_lines(after)), after)


RETELLING = Retelling(problems, set_up, _deal, _step, notation.result_lines, notation.move_text)
