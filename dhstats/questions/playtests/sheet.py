"""A score sheet: a row a game for pen and paper, and a line a game that `dhstats import` reads once filled in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from dhstats.errors import BadInput
from dhstats.games.logged import FORMAT
from dhstats.games.retelling import SEATS
from dhstats.games.ruleset import RuleSet
from dhstats.simulate.replays.telling import rules_keys

TABLES = ("A", "B")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A game of the sheet: its number, its deal, the table, and the line to fill in."""

    number: int
    deal: int
    table: str
    line: str


def sheet(game: str, rules: RuleSet, seats: int, deals: int) -> tuple[SheetRow, ...]:
    """Every deal at two tables, a row a game."""
    head = {"log": FORMAT, "game": game, **rules_head(game, rules)}
    places = [(deal, table) for deal in range(1, deals + 1) for table in TABLES]
    return tuple(
        SheetRow(number, deal, table, _line(head, seats, deal, table))
        for number, (deal, table) in enumerate(places, start=1)
    )


def rules_head(game: str, rules: RuleSet) -> dict[str, Any]:
    """How a line names its rules, in as few words as can be: a shipped rule set, with settings where it was changed."""
    named = rules_keys(game, rules)
    if isinstance(named["rules"], str):
        return named
    base = rules.files.nearest(rules)
    settings = [f"{each.key}={_literal(each.right)}" for each in rules.files.diff(base, rules)]
    try:
        same = rules.files.load(base.name, settings).hash == rules.hash
    except BadInput:
        same = False
    return {"rules": base.name, "settings": settings, "rules_hash": rules.hash} if same else named


def _literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _line(head: dict[str, Any], seats: int, deal: int, table: str) -> str:
    """A line to fill in: names between quotes, points for null, the seat that won."""
    result = {"scores": [None] * seats, "winner": ""}
    told = head | {"players": [""] * seats, "result": result, "note": f"deal {deal}, table {table}"}
    return json.dumps(told, ensure_ascii=False)


def winners(seats: int) -> str:
    """What may stand for the winner, in words."""
    return ", ".join((*SEATS[:seats], "draw"))
