"""Dragon! at a table: nobody hears that another let it be, as only who can do something is asked; moves by card."""

from collections.abc import Mapping
from typing import Any

from dhstats.games.at_table import AtTable, Line
from dhstats.games.dragon.referee.cardbook import cardbook
from dhstats.games.dragon.referee.chronicle import Choice
from dhstats.games.dragon.table import ACTS, SEATS
from dhstats.games.dragon.words.notation import INDENT, came_of, chosen
from dhstats.games.retelling import Row, Step

SILENT = ("hold", "pass")  # would tell what is in a hand: who has nothing that could be played is not asked
KINDS = {"pass": "go on", "hold": "let it be", "draw": "draw", "pay": "pay with", "shed": "give up", "top": "top with"}


def _noticed(step: Step, row: Row, seat: int, effective: Mapping[str, Any]) -> tuple[Line, ...]:
    """Everything but what somebody could have played and did not.

    What comes of a card is a line of its own: it is settled at once if nobody can top, or else when the last of those
    who can lets it be, and who sees which of both it was knows a hand. So wounds, which are added up by decision, are
    left to the table.
    """
    book, told = cardbook(effective["pack"]), list[Line]()
    if row["act"] not in SILENT or step.seat == seat:
        did = chosen(row, Choice.of(row, list(book)), book)
        told.append((step.seat, f"{' ' * INDENT * row['depth']}{SEATS[step.seat]}: {did}"))
    if came := came_of(row, book):
        told.append((row["mover"], came.strip()))
    return tuple(told)


def _kind(move: Any, _: Any, effective: Mapping[str, Any]) -> str:
    act, card = ACTS[int(move["act"])], int(move["card"])
    if act != "play" or card < 0:
        return KINDS.get(act, act)
    return list(cardbook(effective["pack"]).values())[card].title


AT_TABLE = AtTable(_noticed, _kind)
