"""Aids for a table: what twenty games can show, unclear sentences with the reading that is played, a score sheet."""

import json
from dataclasses import dataclass
from itertools import product
from typing import Any

from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.logged import FORMAT
from dhstats.games.retelling import SEATS
from dhstats.games.ruleset import RuleSet, differing
from dhstats.questions.playtests.played import RungGames
from dhstats.simulate.replays import rules_keys
from dhstats.stats.estimates.contrasts import FewGames, correlation, few_games
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.sequential.power import blocks_for_effect

TABLE = 20
EDGE = 0.05  # an edge that a designer would want to see: five games in 100
POWER = 0.8


@dataclass(frozen=True)
class Power:
    """Half-widths at twenty games, correlations with their intervals, and how many games show an edge.

    `enough` is the number of games of different deals in which an edge of five games in 100 shows four times in five.
    """

    few: FewGames
    with_par: float
    with_par_interval: Interval
    common: float
    common_interval: Interval
    deviation: float
    enough: int
    deals: int


def power(played: RungGames) -> Power:
    """From games of a rung: the spread of one result, how much of it par tells, how much two tables have in common."""
    with_par, par_interval = correlation(played.first, played.par)
    common, common_interval = correlation(played.first, played.again)
    deviation = float(played.first.std(ddof=1)) or 0.5
    few = few_games(TABLE, deviation, with_par, max(0.0, common))
    enough = blocks_for_effect(deviation**2, EDGE, POWER)
    return Power(few, with_par, par_interval, common, common_interval, deviation, enough, len(played.first))


@dataclass(frozen=True, slots=True)
class Ruling:
    """An unclear place: where it is, what is unclear, how these games read it ("" where no reading fits), what else."""

    name: str
    where: str
    question: str
    ruling: str
    others: tuple[str, ...]


def rulings(bundle: GameBundle, rules: RuleSet) -> tuple[Ruling, ...]:
    """All unclear places of a game that come up under these rules."""
    found = []
    for place in bundle.unclear:
        if _is(bundle, rules, place.variant):
            taken = [says for says, settings in place.readings if _is(bundle, rules, settings)]
            others = tuple(says for says, _ in place.readings if says not in taken[:1])
            found.append(Ruling(place.name, place.where, place.question, taken[0] if taken else "", others))
    return tuple(found)


def _is(bundle: GameBundle, rules: RuleSet, settings: tuple[str, ...]) -> bool:
    """Whether rules are as some settings make them."""
    files = bundle.rule_files
    try:
        other = files.restore(rules.kept, rules.name, list(settings))
    except BadInput:
        return False
    return not differing(files.flat(rules.effective), files.flat(other.effective))


TABLES = ("A", "B")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A game of the sheet: its number, its deal, the table, and the line to fill in."""

    number: int
    deal: int
    table: str
    line: str


def sheet(game: str, rules: RuleSet, seats: int, deals: int) -> tuple[SheetRow, ...]:
    """Every deal at two tables, a row a game, to fill in: names between quotes, points for null, the seat that won."""
    head = {"log": FORMAT, "game": game, **rules_head(game, rules), "players": [""] * seats}
    head |= {"result": {"scores": [None] * seats, "winner": ""}}
    rows = []
    for number, (deal, table) in enumerate(product(range(1, deals + 1), TABLES), start=1):
        line = json.dumps(head | {"note": f"deal {deal}, table {table}"}, ensure_ascii=False)
        rows.append(SheetRow(number, deal, table, line))
    return tuple(rows)


def rules_head(game: str, rules: RuleSet) -> dict[str, Any]:
    """How a line names its rules, in as few words as can be: a shipped rule set, with settings where it was changed."""
    named = rules_keys(game, rules)
    if isinstance(named["rules"], str):
        return named
    base = rules.files.nearest(rules)
    changed = rules.files.diff(base, rules)
    settings = [f"{each.key}={json.dumps(each.right, ensure_ascii=False)}" for each in changed]
    try:
        same = rules.files.load(base.name, settings).hash == rules.hash
    except BadInput:
        same = False
    return {"rules": base.name, "settings": settings, "rules_hash": rules.hash} if same else named


def winners(seats: int) -> str:
    """What may stand for the winner, in words."""
    return ", ".join((*SEATS[:seats], "draw"))
