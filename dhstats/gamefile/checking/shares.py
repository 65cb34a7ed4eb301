"""What setup deals to the seats: whether the shares can go round the table, as `dealt=True` says."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from dhstats.gamefile.checking.findings import Findings
from dhstats.gamefile.declarations import PILE
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.telling.story import Tabletop

DEALS = 40
LEAVE_OUT = "so shares cannot go round the table; leave dealt=True out"


def share_faults(file: GameFile, rules: Any, seed: int, findings: Findings) -> None:
    """Shares of unequal size, and what differs from deal to deal and does not go round with them, are faults."""
    if not any(each.dealt for each in file.state.values()):
        return
    tables = []
    for deal in range(DEALS):
        with findings.watching(f"game {deal}, setup"):
            tables.append(Tabletop(file, rules, seed, deal, 0))
    if not tables:
        return
    for says in _unequal(file, tables):
        findings.add(("shares", says), says)
    if len({table.mover for table in tables}) > 1:
        findings.add(("shares", "mover"), f"who begins differs from deal to deal, {LEAVE_OUT}")
    for name, each in file.state.items():
        if each.by_seat and not each.dealt and len({np.asarray(table.state[name]).tobytes() for table in tables}) > 1:
            says = f"State.{name} differs from deal to deal and stays with its seat, while shares go round"
            findings.add(("shares", name), f"{says}; declare it dealt=True as well")


def _unequal(file: GameFile, tables: list[Tabletop]) -> Iterator[str]:
    for name, each in file.state.items():
        if not (each.dealt and each.is_cards):
            continue
        for table in tables:
            shares = table.state[name][: table.players]
            sizes = [int(one["count"] if each.kind == PILE else np.asarray(one).sum()) for one in shares]
            if len(set(sizes)) > 1:
                told = " and ".join(map(str, sizes))
                yield f"setup gives the seats unequal shares of State.{name} ({told} cards), {LEAVE_OUT}"
                break
