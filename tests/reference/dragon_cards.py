"""The cards and rules of Dragon! as their TOML files tell them: plain names and tables, nothing encoded.

Read from the files by the documented vocabulary of card packs (`games/dragon/packs/vocabulary.py`) alone.
"""

import tomllib
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Table = dict[str, Any]

HOME = Path(__file__).resolve().parents[2] / "dhstats" / "games" / "dragon"
ATTACKS = ("breath", "melee", "magic")
SECTIONS = {"action": "actions", "ground": "grounds", "attachment": "attachments"}
SEATS = ("first", "second", "third", "fourth")
LEVELS = (1, 2, 3)

# What makes a card name a rival; so does a change of the rival's facing.
ABOUT_A_RIVAL = ("wounds", "destroys", "rival_mills", "rival_draws", "rival_discards", "rival_facing", "lair_attack")


@dataclass(frozen=True)
class Card:
    """A card: its name, the kind that it is of, and the text on it as the pack has it."""

    name: str
    kind: str
    text: Mapping[str, Any] = field(compare=False)

    def number(self, key: str) -> int:
        """A number on the card; 0 where it says nothing."""
        return int(self.text.get(key, 0))

    def words(self, key: str) -> list[str]:
        """A list of words on the card; none where it says nothing."""
        return list(self.text.get(key, []))

    @property
    def types(self) -> list[str]:
        """Its types: those printed on it and, but for actions, that of its kind."""
        own = [] if self.kind == "action" else [self.kind]
        return [*own, *self.words("types")]

    @property
    def attack_types(self) -> list[str]:
        """Which of breath, melee and magic it is; an attack card is at least one of them."""
        return [name for name in ATTACKS if name in self.types]

    @property
    def destroys(self) -> str | None:
        """The kind of a rival's card in play that it discards."""
        kind = str(self.text.get("destroys", "nothing"))
        return None if kind == "nothing" else kind

    @property
    def facings(self) -> list[Table]:
        """The changes of facing on it, in their order."""
        return list(self.text.get("facings", []))

    @property
    def names_a_rival(self) -> bool:
        """Whether something on it concerns one of the rivals."""
        turns_him = any(change["dragon"] == "rival" for change in self.facings)
        return turns_him or self.destroys is not None or any(self._says(key) for key in ABOUT_A_RIVAL)

    def _says(self, key: str) -> bool:
        return key != "destroys" and bool(self.text.get(key))


@dataclass(frozen=True)
class Level:
    """A dragon at one of its levels: health, agility, lair and modifiers."""

    text: Mapping[str, Any]

    def number(self, key: str) -> int:
        """A number on it; 0 where it says nothing."""
        return int(self.text.get(key, 0))


class Pack:
    """All cards and dragons of a pack."""

    def __init__(self, table: Table) -> None:
        self.special_types: list[str] = list(table.get("special_types", []))
        self.dragons: Table = table["dragons"]
        self.decks: Table = table.get("decks", {})
        self.cards = {
            name: Card(name, kind, text)
            for kind, section in SECTIONS.items()
            for name, text in table.get(section, {}).items()
        }
        for dragon in self.dragons:
            for level in LEVELS[1:]:
                card = self._upgrade(dragon, level)
                self.cards[card.name] = card

    def _upgrade(self, dragon: str, level: int) -> Card:
        """The card that leads a dragon to a level: what it costs and tops stands with the level."""
        told = self.dragons[dragon]["levels"][level - 1]
        text = {key: told[key] for key in ("discards", "tops") if key in told}
        return Card(f"{dragon}_{level}", "upgrade", text | {"level": level})

    def level(self, dragon: str, level: int) -> Level:
        """What a dragon is at a level."""
        return Level(self.dragons[dragon]["levels"][level - 1])

    def special_of(self, card: Card) -> list[str]:
        """The types of a card that only some dragons may use."""
        return [name for name in card.types if name in self.special_types]

    def listed(self, deck: str) -> list[str]:
        """The cards of a deck one by one, in the order of its list."""
        lines = [line.split() for line in self.decks[deck]["cards"]]
        return [name for count, name in lines for _ in range(int(count))]


def read_rules(name: str = "standard", changes: Mapping[str, Any] | None = None) -> Table:
    """A shipped rule set with its pack read in, and keys set by their dotted names."""
    rules = with_changes(_read(name), {})
    if isinstance(rules["pack"], str):
        rules["pack"] = tomllib.loads((HOME / "packs" / f"{rules['pack']}.toml").read_text(encoding="utf-8"))
    return with_changes(rules, changes or {})


def _read(name: str) -> Table:
    """A rule file laid over the one that it extends."""
    told = tomllib.loads((HOME / "rulesets" / f"{name}.toml").read_text(encoding="utf-8"))
    base = told.pop("extends", None)
    return _over(_read(base), told) if base else told


def _over(below: Table, above: Table) -> Table:
    """One table laid over another, key by key."""
    both = dict(below)
    for key, value in above.items():
        both[key] = _over(both[key], value) if isinstance(value, dict) and key in both else value
    return both


def with_changes(rules: Table, changes: Mapping[str, Any]) -> Table:
    """A copy of rules in which some keys are set, each named by its dotted path."""
    copy = deepcopy(rules)
    for path, value in changes.items():
        *tables, key = path.split(".")
        table = copy
        for name in tables:
            table = table.setdefault(name, {})
        table[key] = deepcopy(value)
    return copy


def faults(pack: Pack, deck: str, size: int, copies: int) -> list[str]:
    """What is against the rules in a deck: its size, too many copies, upgrades that are no use to its dragon."""
    cards: Sequence[str] = pack.listed(deck)
    found = [] if len(cards) == size else [f"{len(cards)} cards in place of {size}"]
    found += [f"{cards.count(name)} {name}" for name in sorted(set(cards)) if cards.count(name) > copies]
    own = f"{pack.decks[deck]['dragon']}_"
    upgrades = [name for name in sorted(set(cards)) if pack.cards[name].kind == "upgrade"]
    return found + [f"{name} for another dragon" for name in upgrades if name[:-1] != own]
