"""The cards of a settled pack: each with every key that its kind may have, in the order of their codes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dhstats.games.dragon.packs import vocabulary
from dhstats.games.dragon.packs.kinds import listed
from dhstats.games.dragon.table import KINDS, LEVELS, UPGRADE
from dhstats.games.keys import Key

Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a pack with every key that its kind may have."""

    name: str
    kind: int
    values: Mapping[str, Any] = field(hash=False)

    @property
    def title(self) -> str:
        """What people call it."""
        return str(self.values.get("title") or self.name.replace("_", " "))


def upgrades_of(dragon: str) -> tuple[str, ...]:
    """The names of the cards that lead a dragon to its higher levels."""
    return tuple(f"{dragon}_{level}" for level in range(2, LEVELS + 1))


def all_cards(pack: Mapping[str, Any]) -> list[Card]:
    """All cards of a settled pack in the order of their codes."""
    specials = pack["special_types"]
    cards = []
    for kind, section in enumerate(KINDS[:UPGRADE]):
        effects = effects_of(kind, specials)
        cards += [Card(name, kind, complete(effects, pack[section][name])) for name in sorted(pack[section])]
    effects = effects_of(UPGRADE, specials)
    for name in sorted(pack["dragons"]):
        dragon = pack["dragons"][name]
        for card, (number, level) in zip(upgrades_of(name), enumerate(dragon["levels"][1:], 2), strict=True):
            title = f"{dragon['title'] or name}, level {number}"
            cards.append(Card(card, UPGRADE, {"title": title, "types": []} | complete(effects, level)))
    return cards


def effects_of(kind: int, specials: Sequence[str]) -> tuple[Key, ...]:
    """What can stand on a card of a kind; on an upgrade it stands at the level that it leads to."""
    effects: tuple[Key, ...] = getattr(vocabulary, "levels" if kind == UPGRADE else KINDS[kind])(specials)
    return effects


def complete(effects: Sequence[Key], given: Mapping[str, Any]) -> Table:
    """Every key of a card with its value."""
    return {effect.name: given.get(effect.name, effect.default) for effect in effects}


def types_of(card: Card) -> list[str]:
    """All types of a card, that of its kind included."""
    own = {"grounds": "ground", "attachments": "attachment", "upgrades": "upgrade"}.get(KINDS[card.kind])
    return [*([own] if own else []), *card.values["types"]]


def special_types(pack: Mapping[str, Any], card: Card) -> set[str]:
    """The special types of a card."""
    return set(card.values["types"]) & set(pack["special_types"])


def usable_types(pack: Mapping[str, Any], deck: str) -> set[str]:
    """The special types that the dragon of a deck can use, by birth or by the gift of an attachment of the deck."""
    own = set(listed(pack["decks"][deck]["cards"]))
    gifts = {gift for card in all_cards(pack) if card.name in own for gift in card.values.get("uses", ())}
    return gifts | {pack["dragons"][pack["decks"][deck]["dragon"]].get("special")}


STAYS = [{"dragon": "own", "by": [0]}]  # the change of facing of a card that changes nothing


def does_nothing(card: Mapping[str, Any]) -> bool:
    """Whether an action, as a pack has it in its shortest form, has types and no effect."""
    return set(card) <= {"title", "types", "facings"} and card.get("facings") == STAYS
