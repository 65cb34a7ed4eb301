"""The cards of a settled pack: each with every key that its kind may have, in the order of their codes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dhstats.games.dragon.packs import vocabulary
from dhstats.games.dragon.packs.vocabulary import changes, listed
from dhstats.games.dragon.table import ATTACHMENT, ATTACK_BITS, ATTACK_TYPES, KINDS, LEVELS, MAX_COST, N_FIXED, UPGRADE
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


POWERS = ("health", "agility", "lair", "attacks", "draws", "hand")


def write_cards(record: Any, pack: Table) -> None:
    """All cards of the pack by their codes."""
    specials = pack["special_types"]
    record.special = sum(1 << N_FIXED + number for number in range(len(specials)))
    powers = 0
    for own, card in zip(record.cards, all_cards(pack), strict=False):
        own.kind, own.types = card.kind, bits(types_of(card), specials)
        own.own_facing = own.rival_facing = vocabulary.rival_facing().kind.encode([])
        for effect in effects_of(card.kind, specials):
            if effect.field:
                own[effect.field] = effect.kind.encode(card.values[effect.name])
        if card.kind == UPGRADE:
            own.draws = card.values["draws"]  # of the level, a turn: players weigh them as if the card drew them
        if "facings" in card.values:
            own.whose, own.by, own.to = changes().encode(card.values["facings"])
        own.aimed = int(needs_rival(card.values))
        if card.kind == ATTACHMENT:
            own.power = powers
            _write_power(record.powers[powers], card.values, specials)
            record.powers[powers].uses = bits(card.values["uses"], specials)
            powers += 1


def needs_rival(values: Mapping[str, Any]) -> bool:
    """Whether a card concerns one of the rivals, so that it names them when it is played."""
    effects = ("wounds", "rival_mills", "rival_draws", "rival_discards", "lair_attack", "rival_facing")
    if any(values.get(name) for name in effects) or values.get("destroys", "nothing") != "nothing":
        return True
    return any(entry["dragon"] == "rival" for entry in values.get("facings", ()))


def _write_power(record: Any, values: Mapping[str, Any], specials: Sequence[str]) -> None:
    for name in POWERS:
        record[name] = values[name]
    record.more = [values[f"more_{name}"] for name in ATTACK_TYPES]
    for name in ("adds", "armour"):
        for of, wounds in values[name].items():
            record[name][vocabulary.type_number(of, specials)] = wounds


def write_place(record: Any, place: int, pack: Table, deck: Table) -> None:
    """The dragon of a place, and its deck: codes by slot, and the sets of slots that the rules ask for."""
    dragon, specials = pack["dragons"][deck["dragon"]], pack["special_types"]
    for number, level in enumerate(dragon["levels"]):
        power = record.levels[place, number]
        _write_power(power, complete(vocabulary.levels(specials), level), specials)
        power.uses = bits([dragon["special"]], specials) if "special" in dragon else 0
    code_of = {card.name: code for code, card in enumerate(all_cards(pack))}
    order = [code_of[name] for name in listed(deck["cards"])]
    codes = sorted(order)
    record.deck_size[place] = len(codes)
    record.code[place, : len(codes)] = codes
    for code in set(codes):
        record.slot[place, code] = codes.index(code)
        record.titles[place] |= 1 << codes.index(code)
    record.deck[place, : len(codes)] = [codes.index(code) for code in order]
    record.group[place, : len(codes)] = [_slots(other == code for other in codes) for code in codes]
    _write_sets(record, place, [record.cards[code] for code in codes])
    for level, name in enumerate(upgrades_of(deck["dragon"])):
        record.upgrade[place, level] = _slots(code == code_of[name] for code in codes)


def _write_sets(record: Any, place: int, cards: Sequence[Any]) -> None:
    """The sets of slots of a deck, by what its cards are."""
    for number in range(record.of_type.shape[1]):
        record.of_type[place, number] = _slots(card.types >> number & 1 for card in cards)
        record.topping[place, number] = _slots(card.tops >> number & 1 for card in cards)
    for kind in range(len(KINDS)):
        record.of_kind[place, kind] = _slots(card.kind == kind for card in cards)
        record.destroying[place, kind] = _slots(card.destroys == kind for card in cards)
    record.attack[place] = _slots(card.types & ATTACK_BITS for card in cards)
    record.aimed[place] = _slots(card.aimed for card in cards)
    for cost in range(MAX_COST + 1):
        record.costing[place, cost] = _slots(card.discards <= cost for card in cards)
    for facing in range(record.own_facing.shape[1]):
        record.own_facing[place, facing] = _slots(card.own_facing >> facing & 1 for card in cards)
        record.rival_facing[place, facing] = _slots(card.rival_facing >> facing & 1 for card in cards)


def _slots(chosen: Iterable[Any]) -> int:
    return sum(1 << slot for slot, there in enumerate(chosen) if there)


def bits(names: Sequence[str], specials: Sequence[str]) -> int:
    """Types as bits."""
    return sum(1 << vocabulary.type_number(name, specials) for name in names)
