"""Card packs: TOML tables of dragons, cards and decks, checked key by key against the vocabulary.

A pack is kept in its shortest form: whatever equals its default is left out.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dhstats.documents import Inspection, expanded, read_toml
from dhstats.errors import BadInput, nearest
from dhstats.games.dragon.packs import vocabulary
from dhstats.games.dragon.packs.cards import Card, Table, all_cards, types_of, upgrades_of
from dhstats.games.dragon.packs.vocabulary import NAME, deck_list, listed
from dhstats.games.dragon.table import (
    ACTION,
    FIXED_TYPES,
    KINDS,
    LEVELS,
    MAX_ATTACHMENTS,
    MAX_CARDS,
    MAX_SPECIALS,
    UPGRADE,
)
from dhstats.games.keys import Key, Kind, line, text, word
from dhstats.games.rulefile import EXTENDS
from dhstats.quoting import quoted, quoted_name


@dataclass(frozen=True, slots=True)
class Check:
    """Where a pack stands, for messages."""

    place: str
    prefix: str

    def fault(self, says: str) -> BadInput:
        """What is wrong, which begins with the key that it is about."""
        return BadInput(f"{self.place}: {self.prefix}{says}")

    def error(self, key: str, value: object, problem: str) -> BadInput:
        """What is wrong with a value."""
        return self.fault(f"{key} = {quoted(value)}: {problem}")

    def known(self, table: str, given: Mapping[str, Any], allowed: Sequence[str]) -> None:
        """Refuses keys that there are not."""
        seen = Inspection()
        for key in given:
            with seen.part():
                if key not in allowed:
                    name = f"{table}.{quoted_name(str(key))}" if table else quoted_name(str(key))
                    raise self.fault(f"{name}: unknown key; {nearest(str(key), allowed)}")
        seen.end()

    def value(self, key: str, kind: Kind, given: object) -> Any:
        """A value of a kind in the form that packs keep; refused if it is none."""
        if given is None:
            raise self.fault(f"{key}: missing; must be {kind.allowed}")
        if problem := kind.fault(given):
            raise self.error(key, given, problem)
        return kind.settle(given)

    def effects(self, table: str, given: Mapping[str, Any], effects: Sequence[Key]) -> dict[str, Any]:
        """The values that differ from their defaults; every one that has none must be there."""
        kept: dict[str, Any] = {}
        seen = Inspection()
        for effect in effects:
            value = given.get(effect.name, effect.default)
            if effect.default is not None and value == effect.default and type(value) is type(effect.default):
                continue
            with seen.part():
                kept[effect.name] = self.value(f"{table}.{effect.name}", effect.kind, value)
        seen.end()
        return kept


FOLDER = Path(__file__).resolve().parent
SHIPPED = tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))
SECTIONS = ("dragons", "actions", "grounds", "attachments", "decks")
OWN = ("title", "label")  # a pack that extends another is another one, and says so itself
WORDS = (*OWN, "special_types")
_LIMITS = ("own_facing", "rival_facing", "discards", "suffers")


def load(source: object, folder: Path, place: str) -> Table:
    """The pack that a rule file names: a shipped one, a file beside the rule file, or a table in it."""
    if isinstance(source, dict):
        return _whole(source, place, "pack.")
    name = str(source)
    if name in SHIPPED:
        return dict(_shipped(name))
    if not {"/", "\\", "."} & set(name):
        says = f"is not a pack, must be a shipped one or a path to a file; {nearest(name, SHIPPED)}"
        raise BadInput(f"{place}: pack = {quoted(name)}: {says}")
    return _whole(read_toml(folder / expanded(name), name), name)


def on_one_line(pack: object) -> object:
    """A pack as a manifest keeps it, whose names for people older versions let run over several lines."""
    if isinstance(pack, Mapping):
        return {key: _line(value) if key in OWN else on_one_line(value) for key, value in pack.items()}
    return pack


def _line(value: object) -> object:
    return " ".join(value.split("\n")) if isinstance(value, str) else value


def _whole(table: Table, place: str, prefix: str = "") -> Table:
    """A pack with all of the shipped one that it extends, if it does."""
    base = table.get(EXTENDS)
    if base is None:
        return settled(table, place, prefix)
    if base not in SHIPPED:
        raise Check(place, prefix).error(EXTENDS, base, f"must be a shipped pack; {nearest(str(base), SHIPPED)}")
    below = {key: value for key, value in _shipped(base).items() if key not in OWN}
    return settled(_merged(below, {key: value for key, value in table.items() if key != EXTENDS}), place, prefix)


def _merged(below: Any, above: Any) -> Any:
    """A table on top of another one, key by key; lists (levels, cards of a deck) go as one."""
    if not (isinstance(below, Mapping) and isinstance(above, Mapping)):
        return above
    return {**below, **{key: _merged(below.get(key), value) for key, value in above.items()}}


@cache
def _shipped(name: str) -> Table:
    return _whole(read_toml(FOLDER / f"{name}.toml", f"{name}.toml"), f"{name}.toml")


def settled(table: Mapping[str, Any], place: str, prefix: str = "") -> Table:
    """A pack in its shortest form, all of it checked; `prefix` goes before the names of its keys in messages."""
    check = Check(place, prefix)
    seen = Inspection()
    names = table.get("special_types", [])
    fits = isinstance(names, list) and len(names) <= MAX_SPECIALS and all(isinstance(name, str) for name in names)
    fits = fits and len(set(names)) == len(names) and all(NAME.fullmatch(name) for name in names)
    if not fits or set(names) & set(FIXED_TYPES):
        says = f"must be a list of at most {MAX_SPECIALS} different names other than {', '.join(FIXED_TYPES)}"
        raise check.error("special_types", names, says)
    specials = list(names)
    with seen.part():
        check.known("", table, (*WORDS, *SECTIONS))
    pack: Table = {}
    for name in OWN:
        with seen.part():
            pack[name] = check.value(name, line(), table.get(name))
    pack["special_types"] = specials
    for section in SECTIONS:
        things = table.get(section, {})
        pack[section] = {}
        with seen.part():
            if not isinstance(things, Mapping):
                raise check.error(section, things, "must be a table of entries by name")
            for name in sorted(things):
                with seen.part():
                    pack[section][name] = _thing(section, name, things[name], specials, check)
    seen.end()
    _check_together(pack, check)
    return pack


def _thing(section: str, name: object, given: object, specials: list[str], check: Check) -> Table:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        says = "must be a name of at most 40 small letters, digits and underscores that begins with a letter"
        raise check.fault(f"{section}.{quoted_name(str(name))}: {says}")
    key = f"{section}.{name}"
    if not isinstance(given, Mapping):
        raise check.error(key, given, "must be a table")
    if section == "dragons":
        return _dragon(key, given, specials, check)
    if section == "decks":
        check.known(key, given, ("title", "dragon", "cards"))
        return {
            "title": check.value(f"{key}.title", line(), given.get("title", name)),
            "dragon": check.value(f"{key}.dragon", text(), given.get("dragon")),
            "cards": check.value(f"{key}.cards", deck_list(), given.get("cards")),
        }
    effects = getattr(vocabulary, section)(specials)
    check.known(key, given, [effect.name for effect in effects])
    return check.effects(key, given, effects)


def _dragon(key: str, given: Mapping[str, Any], specials: list[str], check: Check) -> Table:
    check.known(key, given, ("title", "special", "levels"))
    levels = given.get("levels")
    if not isinstance(levels, list) or len(levels) != LEVELS or not all(isinstance(one, Mapping) for one in levels):
        raise check.error(f"{key}.levels", levels, f"must be a list of {LEVELS} tables")
    effects = vocabulary.levels(specials)
    dragon: Table = {"title": check.value(f"{key}.title", line(), given.get("title", ""))}
    if given.get("special", "") != "":
        dragon["special"] = check.value(f"{key}.special", word(dict.fromkeys(specials, 0)), given["special"])
    dragon["levels"] = []
    for number, level in enumerate(levels, 1):
        check.known(f"{key}.levels.{number}", level, [effect.name for effect in effects])
        dragon["levels"].append(check.effects(f"{key}.levels.{number}", level, effects))
    return dragon


# ---- What must fit together ------------------------------------------------------------------------------------


def _check_together(pack: Table, check: Check) -> None:
    """No effect may be without effect, and nothing named that is not there."""
    cards = all_cards(pack)
    names = [card.name for card in cards]
    for name in names:
        if names.count(name) > 1:
            raise check.fault(f"{name}: names two cards; every card needs its own name")
    attachments = len(pack["attachments"])
    if len(cards) > MAX_CARDS or attachments > MAX_ATTACHMENTS:
        most = f"must be at most {MAX_CARDS} and {MAX_ATTACHMENTS}"
        raise BadInput(f"{check.place}: {len(cards)} different cards, {attachments} of them attachments; {most}")
    there, seen = {name for card in cards for name in types_of(card)}, Inspection()
    for card in cards:
        for problem in _idle(pack, card, there):
            with seen.part():
                raise check.fault(f"{KINDS[card.kind]}.{card.name}: {problem}")
    with seen.part():
        _check_dragons(pack, check)
    with seen.part():
        _check_specials(pack, cards, check)
    for name, deck in pack["decks"].items():
        with seen.part():
            _check_deck(pack, name, deck, names, check)
    seen.end()


def _idle(pack: Table, card: Card, there: Set[str]) -> Iterator[str]:
    """What a card has that would never do anything; `there` are the types that cards of the pack have."""
    values = card.values
    if card.kind == ACTION and not set(pack["actions"][card.name]) - {"title", "types", *_LIMITS}:
        yield "does nothing; give it an effect, such as wounds, or something to top"
    if values.get("tail_wounds") and not values["wounds"]:
        yield "tail_wounds without wounds: only a card that inflicts wounds can inflict more"
    if values.get("wounds") and not set(values["types"]) & set(FIXED_TYPES[:3]):
        yield "wounds on a card that is not an attack; types must have one of breath, melee, magic"
    silent = {"title", "types", "tops", "lasts"}
    if KINDS[card.kind] == "attachments" and not set(pack["attachments"][card.name]) - silent:
        yield "changes nothing; give it an effect, such as health or adds"
    for name in values["tops"]:
        if name not in there:
            yield f"tops {quoted(name)}: no card of the pack is of this type"


def _check_dragons(pack: Table, check: Check) -> None:
    """Upgrades cost and top, dragons of level 1 do not; a dragon adds to special types only of its own."""
    for name, dragon in pack["dragons"].items():
        key = f"dragons.{name}.levels"
        for given in ("discards", "tops"):
            if dragon["levels"][0].get(given):
                raise check.error(f"{key}.1.{given}", dragon["levels"][0][given], "belongs only to levels 2 and 3")
        for number, level in enumerate(dragon["levels"], 1):
            for special in set(level.get("adds", {})) & set(pack["special_types"]) - {dragon.get("special")}:
                says = "this dragon cannot use such cards; give it the special type"
                raise check.fault(f"{key}.{number}.adds: {quoted(special)}: {says}")


def _check_specials(pack: Table, cards: Sequence[Card], check: Check) -> None:
    users = {dragon.get("special") for dragon in pack["dragons"].values()}
    for special in pack["special_types"]:
        if special not in users:
            raise check.fault(f"special_types: {quoted(special)}: no dragon can use it")
        if not any(special in card.values["types"] for card in cards if card.kind != UPGRADE):
            raise check.fault(f"special_types: {quoted(special)}: no card is of this type")


def _check_deck(pack: Table, name: str, deck: Table, names: Sequence[str], check: Check) -> None:
    key = f"decks.{name}"
    if deck["dragon"] not in pack["dragons"]:
        says = f"is not a dragon; {nearest(deck['dragon'], pack['dragons'])}"
        raise check.error(f"{key}.dragon", deck["dragon"], says)
    for card in dict.fromkeys(listed(deck["cards"])):
        if card not in names:
            raise check.error(f"{key}.cards", card, f"is not a card; {nearest(card, names)}")
    own = upgrades_of(deck["dragon"])
    for card in dict.fromkeys(listed(deck["cards"])):
        if any(card in upgrades_of(other) for other in pack["dragons"]) and card not in own:
            raise check.error(f"{key}.cards", card, f"is an upgrade of another dragon; allowed: {', '.join(own)}")
