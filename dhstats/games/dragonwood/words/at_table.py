"""Dragonwood at a table: a card that is passed to the neighbour is not shown; moves by what they are after."""

from collections.abc import Mapping
from typing import Any

from dhstats.games.at_table import AtTable, Line
from dhstats.games.dragonwood.files.rulesets import spoken
from dhstats.games.dragonwood.referee.chronicle import unpacked
from dhstats.games.dragonwood.table import ACTS, SEATS, TITLES
from dhstats.games.retelling import Row, Step, counted

TURNS = {"reroll": "roll a die again", "keep": "keep the dice"}


def _noticed(step: Step, row: Row, seat: int, _: Mapping[str, Any]) -> tuple[Line, ...]:
    """Everything but which cards another player passes on."""
    if row["act"] == "pass" and step.seat != seat:
        return ((step.seat, f"{SEATS[step.seat]}: passes {counted(len(unpacked(row['cards'])), 'card')} on"),)
    return ((step.seat, step.deed),)


def _kind(move: Any, _: Any, __: Mapping[str, Any]) -> str:
    act, target = ACTS[int(move["act"])], int(move["target"])
    return f"{act} at {spoken(TITLES[target])}" if target >= 0 else TURNS.get(act, act)


AT_TABLE = AtTable(_noticed, _kind)
