"""Dragonheart at a table: which cards the keeper of the figure lost, the other does not see; moves by their picture."""

from collections.abc import Mapping
from typing import Any

from dhstats.games.at_table import AtTable, Line
from dhstats.games.dragonheart.table import PICTURES
from dhstats.games.dragonheart.words.notation import deed_line, spoken
from dhstats.games.retelling import Row, Step


def _noticed(step: Step, row: Row, seat: int, _: Mapping[str, Any]) -> tuple[Line, ...]:
    """Everything but the cards that went back to the deck unseen, from the hand of whoever did not move."""
    lost = step.after.put_back if step.seat != seat else ()
    return ((step.seat, deed_line(row, reached=step.after.reached, put_back=lost)),)


def _kind(move: Any, _: Any, __: Mapping[str, Any]) -> str:
    return spoken(PICTURES[int(move["picture"])])


AT_TABLE = AtTable(_noticed, _kind)
