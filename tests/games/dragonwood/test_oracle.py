"""The engine against the referee's table, an independent reading of the rulebook: every option, row, card and result."""

from collections import Counter
from functools import cache

import pytest

from dhstats.games.dragonwood.files.rulesets import load
from dhstats.games.dragonwood.table import ACTS
from tests.games.dragonwood.oracle import at_random, bold, by_strategy, compare_games

SPELL, PAID = ("spell.allowed=true",), ("spell.allowed=true", "spell.spends=true")
RULES: dict[str, tuple[str, tuple[str, ...]]] = {
    "two": ("two", ()),
    "three": ("three", ()),
    "four": ("four", ()),
    "simple": ("simple", ()),
    "simple, three": ("simple", ("players=3",)),
    "simple, four": ("simple", ("players=4",)),
    "simple, shorter": ("simple", ("setup.removed.two=24", *SPELL)),
    "spell": ("two", SPELL),
    "spell paid, three": ("three", PAID),
    "spell paid, four": ("four", PAID),
    "shorter": ("two", ("setup.removed.two=20",)),
    "longer": ("two", ("setup.removed.two=4",)),
    "until both dragons": ("two", ("end.decks=0", *SPELL)),
    "until both dragons, four": ("four", ("end.decks=0",)),
    "when needed": ("two", ("end.runs_out=when_needed",)),
    "a card more, four": ("four", ("seats.third.points=1", "seats.fourth.hand_size=6", "seats.fourth.points=2")),
    "a small hand, three": ("three", ("seats.first.hand_size=3", "seats.second.points=-2", "hand.size=6")),
    "bare spell, two": ("two", (*SPELL, "spell.enhanced=false", "setup.removed.two=0")),
    "reshuffled": ("simple", ("setup.events=reshuffled", "setup.dragons=lower_half")),
    "out in the deal": ("three", ("adventurers.suits=1", "end.decks=1")),
    "when needed, three": ("three", ("end.runs_out=when_needed", *PAID)),
}
COMPANIES = {
    "random": lambda seed: [at_random(seed)],
    "bold and greedy": lambda seed: [bold(seed), by_strategy("greedy")],
}
ENDLESS = [name for name, (_, settings) in RULES.items() if "end.decks=0" in settings]  # but for the dragons
ALL = [(rules, lineup) for rules in RULES for lineup in COMPANIES if lineup != "random" or rules not in ENDLESS]

SHIPPED = ("two", "three", "four", "simple")
CASES = [(rules, lineup) for rules, lineup in ALL if lineup != "random" or rules in SHIPPED]


@cache
def compared(rules: str, lineup: str, first_deal: int = 2**40, deals: int = 1) -> Counter[str]:
    """How often each act and each end was seen in games that agree in everything."""
    name, settings = RULES[rules]
    return compare_games(load(name, settings), COMPANIES[lineup](2024), 2024, first_deal, deals)


@pytest.mark.parametrize(("rules", "lineup"), CASES)
def test_both_tables_agree(rules: str, lineup: str) -> None:
    """Whole games by every rule set and variant of the rulebook, decision by decision."""
    assert compared(rules, lineup).total() > 0


def test_everything_is_compared() -> None:
    """The games above hold every act and every end, but for the limit that none may reach."""
    seen = sum((compared(rules, lineup) for rules, lineup in CASES), Counter())
    assert set(seen) == {*ACTS, "dragons", "decks", "last_card"}
