"""Rules and card packs drawn by lot: every effect of the vocabulary, in company that no designer would give it."""

import random
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from dhstats.games.dragon.files.rulesets import load
from dhstats.games.dragon.referee.chronicle import ATTACKS
from dhstats.games.dragon.table import SEATS

Table = dict[str, Any]

FACINGS = ("front", "side", "tail")
TYPES = ("breath", "melee", "magic", "turn")
KINDS = ("ground", "attachment", "upgrade")
SPECIALS = ("fire", "ice", "storm")
DRAGONS = ("long_tail", "old_wing", "red_eye")
ACTIONS, GROUNDS, ATTACHMENTS, COPIES, CARDS = 22, 6, 9, 3, 40


def with_changes(rules: Mapping[str, Any], changes: Mapping[str, Any]) -> Table:
    """A copy of rules in which some keys are set, each named by its dotted path."""
    copy: Table = deepcopy(dict(rules))
    for path, value in changes.items():
        *tables, key = path.split(".")
        table = copy
        for name in tables:
            table = table.setdefault(name, {})
        table[key] = deepcopy(value)
    return copy


class Lot:
    """Things drawn by lot."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def often(self, chance: float) -> bool:
        """True with this chance."""
        return self.random.random() < chance

    def number(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return self.random.randint(low, high)

    def some(self, words: tuple[str, ...], low: int, high: int) -> list[str]:
        """Different words out of these."""
        return self.random.sample(words, self.number(low, min(high, len(words))))

    def by_type(self, names: tuple[str, ...]) -> dict[str, int]:
        """Wounds for some types."""
        return {name: self.number(1, 2) for name in self.some(names, 1, 2)}


def wild_rules(seed: int, players: int = 2) -> Table:
    """A complete rule set with a pack and switches by lot."""
    lot = Lot(seed)
    pack = wild_pack(lot)
    changes = {f"decks.{seat}": lot.random.choice(sorted(pack["decks"])) for seat in SEATS}
    switches = {
        "players": players,
        "teams": "pairs" if players == 4 and lot.often(0.5) else "none",
        "hand.size": lot.number(3, 8),
        "hand.limit": lot.number(4, 9),
        "turn.draws": lot.number(0, 4),
        "turn.draw": lot.random.choice(["choice", "must"]),
        "turn.discards": lot.often(0.7),
        "turn.grounds": lot.number(0, 2),
        "turn.play": lot.random.choice(["whole", "whole", "one_card", "rounds"]),
        "attacks.cancelled": lot.often(0.5),
        "first_turn.limit": lot.random.choice(["none", "plays", "all"]),
        "start.facing": lot.random.choice(FACINGS),
        "topping.special": lot.random.choice(["needed", "free"]),
        "ground.text": lot.random.choice(["all", "wounds"]),
        **{f"attacks.{facing}": lot.number(0, 3) for facing in FACINGS},
        **{f"attacks.{name}": lot.number(0, 2) for name in ATTACKS},
        **{f"start.cards.{seat}": lot.number(0, 2) for seat in SEATS},
    }
    return with_changes(load("standard").effective, {"pack": pack, "construction.size": CARDS} | changes | switches)


def wild_pack(lot: Lot) -> Table:
    """A pack in which every special type has a dragon and a card."""
    pack: Table = {"title": "Wild pack", "label": "Cards drawn by lot for tests", "special_types": list(SPECIALS)}
    pack["dragons"] = {name: wild_dragon(lot, special) for name, special in zip(DRAGONS, SPECIALS, strict=True)}
    pack["actions"] = {f"action_{n}": wild_action(lot) for n in range(ACTIONS)}
    for special, action in zip(SPECIALS, pack["actions"].values(), strict=False):
        action["types"] = [*dict.fromkeys([*action["types"], special])]
    pack["grounds"] = {f"ground_{n}": wild_ground(lot) for n in range(GROUNDS)}
    pack["attachments"] = {f"attachment_{n}": wild_attachment(lot) for n in range(ATTACHMENTS)}
    there = {name for action in pack["actions"].values() for name in action["types"]} | {*KINDS}
    for section in ("actions", "grounds", "attachments"):
        for card in pack[section].values():
            card["tops"] = [name for name in card["tops"] if name in there]
    pack["decks"] = {f"deck_{n}": wild_deck(lot, pack) for n in range(len(SEATS))}
    return pack


def wild_dragon(lot: Lot, special: str) -> Table:
    """Three levels, of which a higher one may well be the weaker."""
    levels = []
    for number in range(3):
        level: Table = {"health": lot.number(4, 16), "agility": lot.number(1, 2), "lair": lot.number(3, 9)}
        level |= modifiers(lot, 0.2, (*ATTACKS, special))
        if number:
            level["tops"] = lot.some((*TYPES[:1], *KINDS), 0, 1) if lot.often(0.3) else []
            level["discards"] = lot.number(0, 2)
            level = {key: value for key, value in level.items() if value or key != "tops"}
        levels.append(level)
    return {"title": "A dragon", "special": special, "levels": levels}


def modifiers(lot: Lot, chance: float, added: tuple[str, ...]) -> Table:
    """What levels and attachments may change, each with this chance."""
    table: Table = {}
    for name in ("attacks", *(f"more_{name}" for name in ATTACKS), "draws", "hand"):
        if lot.often(chance):
            table[name] = lot.number(1, 2)
    if lot.often(chance):
        table["adds"] = lot.by_type(added)
    if lot.often(chance):
        table["armour"] = lot.by_type((*ATTACKS, *SPECIALS))
    return table


def costs(lot: Lot) -> Table:
    """What stands on a card in red."""
    table: Table = {}
    if lot.often(0.2):
        table["own_facing"] = lot.some(FACINGS, 1, 2)
    if lot.often(0.25):
        table["discards"] = lot.number(1, 3)
    if lot.often(0.2):
        table["suffers"] = lot.number(1, 4)
    return table


def wild_action(lot: Lot) -> Table:
    """An action of one to three types with one to four effects."""
    types = lot.some(TYPES, 1, 2) + (lot.some(SPECIALS, 1, 2) if lot.often(0.2) else [])
    card: Table = {
        "title": "An action",
        "types": types,
        "tops": lot.some((*TYPES, *KINDS, *SPECIALS), 1, 3),
        **costs(lot),
    }
    if lot.often(0.2):
        card["rival_facing"] = lot.some(FACINGS, 1, 2)
    if set(types) & set(ATTACKS) and lot.often(0.6):
        card["wounds"] = lot.number(1, 4)
        if lot.often(0.3):
            card["tail_wounds"] = lot.number(1, 3)
    if lot.often(0.15):
        card["destroys"] = lot.random.choice(["ground", "attachment"])
    for name, most in (("heals", 3), ("rival_mills", 4), ("rival_draws", 2), ("draws", 2), ("rival_discards", 2)):
        if lot.often(0.15):
            card[name] = lot.number(1, most)
    if lot.often(0.4):
        card["facings"] = wild_facings(lot)
    return card


def wild_facings(lot: Lot) -> list[Table]:
    """One or two changes of facing, of any dragon once at most."""
    found: list[Table] = []
    for _ in range(lot.number(1, 2)):
        whose = ("own", "rival") if any(change["dragon"] == "any" for change in found) else ("own", "rival", "any")
        change: Table = {"dragon": lot.random.choice(whose)}
        if lot.often(0.4):
            change["to"] = lot.random.choice(FACINGS)
        else:
            change["by"] = lot.random.sample([0, 1, 2], lot.number(1, 3))
        found.append(change)
    return found


def wild_ground(lot: Lot) -> Table:
    """A ground card."""
    card: Table = {"title": "A ground card", "tops": lot.some((*TYPES, *KINDS), 0, 2), **costs(lot)}
    if lot.often(0.2):
        card["types"] = lot.some(SPECIALS, 1, 2)
    if lot.often(0.2):
        card["rival_facing"] = lot.some(FACINGS, 1, 2)
    return card | {"lair_attack": lot.number(1, 4)}


def wild_attachment(lot: Lot) -> Table:
    """An attachment, often for a time; it changes something."""
    card: Table = {"title": "An attachment", "tops": lot.some((*TYPES, *KINDS), 0, 2), **costs(lot)}
    if lot.often(0.2):
        card["types"] = lot.some(SPECIALS, 1, 1)
    if lot.often(0.6):
        card["lasts"] = lot.number(1, 4)
    changes = {name: lot.number(1, 3) for name in ("health", "agility", "lair") if lot.often(0.3)}
    if lot.often(0.3):
        changes["uses"] = lot.some(SPECIALS, 1, 2)
    changes |= modifiers(lot, 0.25, (*ATTACKS, *SPECIALS))
    return card | (changes or {"health": 2})


def wild_deck(lot: Lot, pack: Table) -> Table:
    """A deck for one of the dragons: its upgrades, ground cards, attachments, and actions for the rest."""
    dragon = lot.random.choice(DRAGONS)
    names = [name for section in ("actions", "grounds", "attachments") for name in pack[section]]
    lot.random.shuffle(names)
    cards = {f"{dragon}_2": 2, f"{dragon}_3": 1}
    while (missing := CARDS - sum(cards.values())) > 0:
        cards[names.pop()] = min(missing, lot.number(1, COPIES))
    lines = [f"{count} {name}" for name, count in cards.items()]
    lot.random.shuffle(lines)
    return {"title": "A deck", "dragon": dragon, "cards": lines}
