"""A kept game of Dragon! told from its logged decisions."""

from collections.abc import Mapping
from typing import Any

from dhstats.errors import DataProblem
from dhstats.games.dragon.files.limits import label
from dhstats.games.dragon.referee.chronicle import Choice, Turn
from dhstats.games.dragon.referee.referee import problems, set_up
from dhstats.games.dragon.referee.tabletop import Tabletop
from dhstats.games.dragon.table import SEATS
from dhstats.games.dragon.words import notation
from dhstats.games.retelling import Kept, Step, Story

LEGEND = "After each decision: the health that every dragon has left, then hand and deck of whoever decided."


def tell(rules: Mapping[str, Any], kept: Kept) -> Story:
    """The story of a game; DataProblem with the first cell that the rules contradict."""
    for problem in problems(rules, kept):
        raise DataProblem(f"{problem}; `dhstats verify` tells what else is wrong with the run")
    table = set_up(rules, kept)
    opening = table.position()
    players = [str(kept.row[seat]) for seat in SEATS[: table.players]]
    deal = [f"{label(rules)}.", *notation.deal_lines(players, opening, table.book), "", LEGEND]
    steps = tuple(_step(table, Turn.of(row)) for row in kept.turns)
    return Story(tuple(deal), opening, steps, tuple(notation.result_lines(players, dict(kept.row))))


def _step(table: Tabletop, turn: Turn) -> Step:
    choice = Choice.of(turn, list(table.book))
    table.play(choice)
    after = table.position()
    line = notation.turn_line(turn, choice, table.book, table.players)
    return Step(
        turn.seat,
        line,
        notation.deed_line(turn, choice, table.book),
        tuple(notation.board_lines(after, table.book)),
        after,
    )
