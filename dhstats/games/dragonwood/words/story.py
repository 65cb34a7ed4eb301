"""A kept game of Dragonwood told from its logged decisions."""

from collections.abc import Mapping
from typing import Any

from dhstats.errors import DataProblem
from dhstats.games.dragonwood.referee.chronicle import Choice, Turn
from dhstats.games.dragonwood.referee.referee import problems, set_up
from dhstats.games.dragonwood.referee.tabletop import Tabletop
from dhstats.games.dragonwood.table import SEATS
from dhstats.games.dragonwood.words import notation
from dhstats.games.retelling import Kept, Step, Story


def tell(rules: Mapping[str, Any], kept: Kept) -> Story:
    """The story of a game; DataProblem with the first cell that the rules contradict."""
    for problem in problems(rules, kept):
        raise DataProblem(f"{problem}; `dhstats verify` tells what else is wrong with the run")
    table = set_up(rules, kept)
    opening = table.position()
    players = [str(kept.row[seat]) for seat in SEATS[: table.players]]
    steps = tuple(_step(table, Turn.of(row)) for row in kept.turns)
    result = notation.result_lines(players, dict(kept.row))
    return Story(tuple(notation.deal_lines(players, opening)), opening, steps, tuple(result))


def _step(table: Tabletop, turn: Turn) -> Step:
    table.play(Choice.of(turn))
    after = table.position()
    line = notation.turn_line(turn, table.players)
    return Step(turn.seat, line, notation.deed_line(turn), tuple(notation.board_lines(after)), after)
