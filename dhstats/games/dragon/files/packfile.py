"""Card packs written down: as TOML, key by key for comparing, and what every key means."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from textwrap import TextWrapper
from typing import Any

from dhstats.documents import read_toml
from dhstats.games import ruleset
from dhstats.games.dragon.files.schema import PACK, SCHEMA
from dhstats.games.dragon.packs import vocabulary
from dhstats.games.dragon.packs.cards import Table
from dhstats.games.dragon.packs.packs import SECTIONS, WORDS
from dhstats.games.dragon.packs.vocabulary import deck_list
from dhstats.games.keys import NOTHING, OTHERWISE, Key, Values, line, text
from dhstats.games.rulefile import literal

WIDTH = 116
_PLAIN = replace(SCHEMA, keys=tuple(key for key in SCHEMA.keys if key.name != PACK))


def toml(values: Values) -> str:
    """A complete rule file: the rulings that no key says, every key, the whole pack."""
    lines = ["# What is played if the rulebook is silent and tables rarely differ:"]
    wrapped = TextWrapper(WIDTH, "# ", "#  ", break_long_words=False, break_on_hyphens=False).wrap
    lines += [line for name, ruling in rulings().items() for line in wrapped(f"{name}: {ruling}")]
    return "\n".join([*lines, ruleset.toml(_PLAIN, values, "Dragon!"), *_tables(PACK, values[PACK])]) + "\n"


@cache
def rulings() -> dict[str, str]:
    """What is played where the rulebook says nothing, by what it is about."""
    named: dict[str, str] = read_toml(Path(__file__).with_name("unclear.toml"))["rulings"]
    return named


def _tables(name: str, table: Mapping[str, Any]) -> list[str]:
    """A table with all tables in it, the plain values first."""
    plain = {key: value for key, value in table.items() if not _is_table(key, value)}
    lines = [f"[{name}]", *(f"{key} = {literal(value)}" for key, value in plain.items()), ""] if plain else []
    for key, value in table.items():
        if key == "levels":
            for level in value:
                lines += [f"[[{name}.{key}]]", *(f"{one} = {literal(given)}" for one, given in level.items()), ""]
        elif _is_table(key, value):
            lines += _tables(f"{name}.{key}", value) or [f"[{name}.{key}]", ""]
    return lines


def _is_table(key: str, value: Any) -> bool:
    return key == "levels" or (isinstance(value, Mapping) and key not in ("adds", "armour"))


def flat(pack: Table) -> Values:
    """The values of a pack by the full names of their keys, as settings call them."""
    values: Values = {f"{PACK}.{name}": pack[name] for name in WORDS}
    for section in SECTIONS:
        for name, thing in pack[section].items():
            for key, value in thing.items():
                if key == "levels":
                    for number, level in enumerate(value, 1):
                        own = f"{PACK}.{section}.{name}.levels.{number}"
                        values |= {f"{own}.{one}": given for one, given in level.items()}
                else:
                    values[f"{PACK}.{section}.{name}.{key}"] = value
    return values


def fingerprint(pack: Table) -> str:
    """A hash of a pack, equal for packs that play equally: names for people do not count."""
    return ruleset.digest({name: value for name, value in flat(pack).items() if not is_for_people(name)}, ())


def is_for_people(name: str) -> bool:
    """Whether a key of a pack is read by people alone."""
    return name.endswith((".title", ".label"))


@cache
def keys() -> list[Key]:
    """Every key of a card pack; special types are written as <special>."""
    specials, deck = ("<special>",), f"{PACK}.decks.<deck>"
    return [
        Key(f"{PACK}.title", line(), "The pack's title.", "The pack is called “{n}”."),
        Key(f"{PACK}.label", line(), "The credit for the cards, in every output.", "Every output says “{n}”."),
        Key(f"{PACK}.special_types", text(), "The names of the types that only some dragons may use.",
            {NOTHING: "The pack has no special types.", OTHERWISE: "The special types of the pack are these: {n}."}),
        Key(f"{PACK}.dragons.<dragon>.title", line(), "The displayed name of a dragon.", vocabulary.CALLED),
        Key(f"{PACK}.dragons.<dragon>.special", text(), "The special type that a dragon may use.",
            {NOTHING: "The {which} may use no special type.",
             OTHERWISE: "The {which} may use the special type {n}."}),
        *(replace(each, meaning=each.meaning.replace("a card", "a dragon"))
          for each in _keys("dragons.<dragon>.levels.<level>", vocabulary.levels(specials))),
        *_keys("actions.<card>", vocabulary.actions(specials)),
        *_keys("grounds.<card>", vocabulary.grounds(specials)),
        *_keys("attachments.<card>", vocabulary.attachments(specials)),
        Key(f"{deck}.title", line(), "The displayed name of a deck.",
            {NOTHING: "The deck {which} has no other name.", OTHERWISE: "The deck {which} is called “{n}”."}),
        Key(f"{deck}.dragon", text(), "The dragon that a deck is for.",
            "The deck {which} is for the dragon {n}."),
        Key(f"{deck}.cards", deck_list(), "The cards of a deck; their order decides only how chance shuffles them.",
            "The deck {which} has {n}."),
    ]  # fmt: skip


def _keys(table: str, effects: Sequence[Key]) -> list[Key]:
    return [replace(effect, name=f"{PACK}.{table}.{effect.name}", field="", since=1) for effect in effects]


def key(name: str) -> Key | None:
    """The key of a pack that a full name is one of; nothing where there is none."""
    parts = name.split(".")

    def fits(own: list[str]) -> bool:
        both = zip(parts, own, strict=False)
        return len(own) == len(parts) and all(mine.startswith("<") or mine == part for part, mine in both)

    return next((each for each in keys() if fits(each.name.split("."))), None)
