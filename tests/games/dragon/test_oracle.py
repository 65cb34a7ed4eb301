"""The engine against the referee's table, an independent reading of the rulebook: every option, row, pile and result."""

from collections import Counter

import pytest

from dhstats.games.dragon.files.rulesets import load, restore
from dhstats.games.dragon.packs import vocabulary
from dhstats.games.dragon.table import ACTS, KINDS
from tests.games.dragon.oracle import compare_random_games
from tests.games.dragon.wild_rules import wild_rules

SHIPPED = ("standard", "three", "four", "teams")
SWITCHES = (
    ("attacks.cancelled=false", "turn.draw=must", "decks.second=ambush"),
    ("first_turn.limit=all", "topping.special=free", "start.facing=tail"),
    ("first_turn.limit=none", "turn.discards=false", "decks.first=mixed", "decks.second=mixed"),
    ("turn.grounds=3", "hand.size=9", "hand.limit=12", "turn.draws=5", "start.facing=side"),
    ("turn.grounds=0", "attacks.front=9", "attacks.breath=9", "attacks.melee=5", "attacks.magic=5"),
    ("start.cards.first=5", "start.cards.second=2", "hand.limit=3", "turn.draws=0", "decks.first=control"),
    ("turn.play=one_card", "turn.grounds=2", "turn.draw=must", "turn.draws=9", "hand.limit=15"),
)


@pytest.mark.parametrize("rules", SHIPPED)
def test_random_games_by_shipped_rules(rules: str) -> None:
    """Games for two, three, four and teams agree."""
    seen = compare_random_games(load(rules), seed=2024, first_deal=0, deals=4)
    assert seen["decisions"] > 240


@pytest.mark.parametrize("changes", SWITCHES)
def test_random_games_with_switches(changes: tuple[str, ...]) -> None:
    """Several switches together."""
    compare_random_games(load("standard", changes), seed=11, first_deal=2**40, deals=3)


@pytest.mark.parametrize("rules", ["standard", "four", "teams"])
def test_random_games_in_rounds(rules: str) -> None:
    """Interactive play, card by card in turn."""
    compare_random_games(load(rules, ("turn.play=rounds",)), seed=12, first_deal=0, deals=2)


@pytest.mark.parametrize("rules", ["standard", "three"])
def test_attacks_on_ground_cards_with_wounds_alone(rules: str) -> None:
    """Nothing is declared that has no effect."""
    changes = ("ground.text=wounds", "decks.first=mixed", "decks.second=mixed", "decks.third=mixed")
    compare_random_games(load(rules, changes), seed=13, first_deal=0, deals=3)


def play_wild(seeds: range, deals: int) -> Counter[str]:
    """Games by rules and packs drawn by lot, for two, three and four players in turn."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        rules = restore(wild_rules(seed, 2 + seed % 3), "wild rules")
        seen += compare_random_games(rules, seed, first_deal=0, deals=deals)
    return seen


def test_random_games_by_wild_rules() -> None:
    """Any pack plays as the referee says, whatever stands on one card; every kind of decision comes up."""
    seen = play_wild(range(1000, 1012), deals=2)
    assert {*ACTS, "effect", "cancelled", "kill", "banish", "exhaust"} <= set(seen)


def test_wild_packs_use_every_effect() -> None:
    """Packs drawn by lot hold every key that the vocabulary has."""
    used = set()
    for seed in range(1000, 1012):
        pack = wild_rules(seed)["pack"]
        used |= {f"{section}.{key}" for section in KINDS[:3] for card in pack[section].values() for key in card}
    assert used == {f"{kind}.{effect.name}" for kind in KINDS[:3] for effect in getattr(vocabulary, kind)(("fire",))}
