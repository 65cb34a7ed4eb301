"""A kept game of Dragonheart told from its logged moves."""

from collections.abc import Mapping, Sequence
from typing import Any

from dhstats.games.dragonheart.referee.chronicle import Outcome, Turn
from dhstats.games.dragonheart.referee.referee import problems, set_up
from dhstats.games.dragonheart.referee.tabletop import Tabletop
from dhstats.games.dragonheart.words import notation
from dhstats.games.retelling import Retelling, Step


def _deal(players: Sequence[str], table: Tabletop) -> list[str]:
    return notation.deal_lines(players, table.position())


def _step(table: Tabletop, row: Mapping[str, Any]) -> Step:
    turn = Turn.of(row)
    table.play(turn.choice())
    after = table.position()
    line, deed = (
        words(turn, reached=after.reached, put_back=after.put_back)
        for words in (notation.turn_line, notation.deed_line)
    )
    return Step(turn.seat, line, deed, tuple(notation.board_lines(after)), after)


def _result(players: Sequence[str], row: Mapping[str, Any]) -> list[str]:
    return notation.result_lines(players, Outcome.of(row))


RETELLING = Retelling(problems, set_up, _deal, _step, _result, notation.move_text)
