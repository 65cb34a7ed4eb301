"""What setup deals to the seats: whether the shares can go round the table, as `dealt=True` says."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dhstats.gamefile.checking.findings import Findings
from dhstats.gamefile.declarations import EVERYBODY, HELD, PILE, Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.telling.plain import plain_functions
from dhstats.gamefile.telling.story import Tabletop

DEALS = 40
OPEN = (
    "is dealt at random, and everybody sees it; where only its owner does, write each_seat(..., seen=OWNER), else"
    " each_seat(..., seen=EVERYBODY)"
)
LEAVE_OUT = "so shares cannot go round the table; leave dealt=True out"


def share_faults(file: GameFile, rules: Any, seed: int, findings: Findings) -> None:
    """Shares of unequal size, and what differs from deal to deal and does not go round with them, are faults.

    A hand that lies open though nobody said so is a caution.
    """
    dealt, opened = any(each.dealt for each in file.state.values()), [*filter(_open_hand, file.state.values())]
    tables = _dealt(file, rules, seed, findings) if dealt or opened else []
    for name, each in file.state.items():
        if _open_hand(each) and _differs(tables, name):
            findings.add(("open", name), f"State.{name} {OPEN}", fault=False)
    if not tables or not dealt:
        return
    for says in _unequal(file, tables):
        findings.add(("shares", says), says)
    if len({table.mover for table in tables}) > 1:
        findings.add(("shares", "mover"), f"who begins differs from deal to deal, {LEAVE_OUT}")
    for name, each in file.state.items():
        if each.by_seat and not each.dealt and _differs(tables, name):
            says = f"State.{name} differs from deal to deal and stays with its seat, while shares go round"
            findings.add(("shares", name), f"{says}; declare it dealt=True as well")


def _dealt(file: GameFile, rules: Any, seed: int, findings: Findings) -> list[Tabletop]:
    tables, own = [], plain_functions(file)
    for deal in range(DEALS):
        with findings.watching(f"game {deal}, setup"):
            tables.append(Tabletop(file, rules, seed, deal, 0, own))
    return tables


def _open_hand(each: Field) -> bool:
    """Whether a field holds cards of every seat that all see, though it does not say so."""
    return each.kind == HELD and each.by_seat and each.seen == EVERYBODY and not each.said


def _differs(tables: list[Tabletop], name: str) -> bool:
    """Whether setup lays something else into a field from deal to deal."""
    return len({np.asarray(table.state[name]).tobytes() for table in tables}) > 1


def _unequal(file: GameFile, tables: list[Tabletop]) -> Iterator[str]:
    for name, each in file.state.items():
        if not (each.dealt and each.is_cards):
            continue
        for table in tables:
            shares = table.state[name][: table.players]
            sizes = [int(np.sum(one["count"] if each.kind == PILE else one)) for one in shares]
            if len(set(sizes)) > 1:
                told = " and ".join(map(str, sizes))
                yield f"setup gives the seats unequal shares of State.{name} ({told} cards), {LEAVE_OUT}"
                break
