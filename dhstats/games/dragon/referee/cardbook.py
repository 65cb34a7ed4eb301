"""The cards of a pack as a referee reads them: names by code, what is printed on each. Nothing here is the engine's."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ATTACKS = ("breath", "melee", "magic")
KIND_TYPES = {"actions": (), "grounds": ("ground",), "attachments": ("attachment",), "upgrades": ("upgrade",)}


@dataclass(frozen=True, slots=True)
class Paper:
    """A card: the section of the pack that it is from, its types, and the text on it."""

    name: str
    section: str
    types: tuple[str, ...]
    text: Mapping[str, Any]

    def number(self, effect: str) -> int:
        """How much of an effect it has."""
        return int(self.text.get(effect, 0))

    @property
    def title(self) -> str:
        """What people call it."""
        return str(self.text.get("title") or self.name.replace("_", " "))

    @property
    def is_attack(self) -> bool:
        """Whether it is of type breath, melee or magic."""
        return any(name in ATTACKS for name in self.types)

    @property
    def needs_rival(self) -> bool:
        """Whether a rival is named with it."""
        effects = ("wounds", "rival_mills", "rival_draws", "rival_discards", "lair_attack", "rival_facing")
        turns = any(change["dragon"] == "rival" for change in self.text.get("facings", ()))
        return turns or self.destroys != "" or any(self.text.get(effect) for effect in effects)

    @property
    def destroys(self) -> str:
        """The section of cards of which it discards one; "" for none."""
        return {"ground": "grounds", "attachment": "attachments"}.get(self.text.get("destroys", ""), "")


def cardbook(pack: Mapping[str, Any]) -> dict[str, Paper]:
    """All cards of a pack by name, in the order of their codes."""
    book = {}
    for section in ("actions", "grounds", "attachments"):
        for name, text in sorted(pack[section].items()):
            book[name] = Paper(name, section, (*KIND_TYPES[section], *text.get("types", ())), text)
    for dragon, card in sorted(pack["dragons"].items()):
        for level in (2, 3):
            name = f"{dragon}_{level}"
            own = card["levels"][level - 1]
            text = {"title": f"{card.get('title') or dragon}, level {level}", "discards": own.get("discards", 0)}
            book[name] = Paper(name, "upgrades", KIND_TYPES["upgrades"], text | {"tops": own.get("tops", [])})
    return book
