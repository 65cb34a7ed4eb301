"""A kept game of Dragonheart told from its logged moves."""

from collections.abc import Mapping
from typing import Any

from dhstats.errors import DataProblem
from dhstats.games.dragonheart.referee.chronicle import Outcome, Turn
from dhstats.games.dragonheart.referee.referee import problems, set_up
from dhstats.games.dragonheart.referee.tabletop import Tabletop
from dhstats.games.dragonheart.words import notation
from dhstats.games.retelling import Kept, Step, Story


def tell(rules: Mapping[str, Any], kept: Kept) -> Story:
    """The story of a game; DataProblem with the first cell that the rules contradict."""
    for problem in problems(rules, kept):
        raise DataProblem(f"{problem}; `dhstats verify` tells what else is wrong with the run")
    table = set_up(rules, kept)
    opening = table.position()
    players = (str(kept.row["first"]), str(kept.row["second"]))
    steps = tuple(_step(table, Turn.of(row)) for row in kept.turns)
    result = notation.result_lines(players, Outcome.of(kept.row))
    return Story(tuple(notation.deal_lines(players, opening)), opening, steps, tuple(result))


def _step(table: Tabletop, turn: Turn) -> Step:
    table.play(turn.choice())
    after = table.position()
    line, deed = (
        words(turn, reached=after.reached, put_back=after.put_back)
        for words in (notation.turn_line, notation.deed_line)
    )
    return Step(turn.seat, line, deed, tuple(notation.board_lines(after)), after)
