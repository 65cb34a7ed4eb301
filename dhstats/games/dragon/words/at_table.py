"""Dragon! at a table: only who can top or play on is asked, so nobody hears that another let it be; moves by their card."""

from collections.abc import Mapping
from typing import Any

from dhstats.games.at_table import AtTable
from dhstats.games.dragon.referee.cardbook import cardbook
from dhstats.games.dragon.table import ACTS
from dhstats.games.retelling import Row, Step

SILENT = ("hold", "pass")  # would tell what is in a hand: who has nothing that could be played is not asked
KINDS = {"pass": "go on", "hold": "let it be", "draw": "draw", "pay": "pay with", "shed": "give up", "top": "top with"}


def _noticed(step: Step, row: Row, seat: int) -> str:
    """Everything but what somebody could have played and did not."""
    return "" if row["act"] in SILENT and step.seat != seat else step.deed


def _kind(move: Any, _: Any, effective: Mapping[str, Any]) -> str:
    act, card = ACTS[int(move["act"])], int(move["card"])
    if act != "play" or card < 0:
        return KINDS.get(act, act)
    return list(cardbook(effective["pack"]).values())[card].title


AT_TABLE = AtTable(_noticed, _kind)
