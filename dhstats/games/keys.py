"""What a game's rule files can say: its keys, the numbers of its schema, and the value of a key that nobody gives."""

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from dhstats.errors import nearest

MAX_TEXT = 1000


def _as_it_is(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class Form:
    """How a value is asked for on a page: a whole number from `low` to `high`, a switch, or one of a few words.

    A list that is asked for in words has `room` for so many numbers within these bounds.
    """

    control: Literal["number", "switch", "choice", "words"]
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    room: int = 0


IN_WORDS = Form("words")


@dataclass(frozen=True, slots=True)
class Kind:
    """The values that a key may hold.

    `allowed` names them, after "must be". `fault` says what is wrong with a value and what is allowed, or "".
    `settle` gives a faultless value the one form that rule sets keep, `encode` that of the engine's record. `before` is
    the fault that earlier versions found, where it was another: what they stored stays readable. `form` is how a page
    asks for a value; as in a rule file where there is none of its own.
    """

    allowed: str
    fault: Callable[[object], str]
    settle: Callable[[Any], Any] = _as_it_is
    encode: Callable[[Any], Any] = _as_it_is
    before: Callable[[object], str] | None = None
    form: Form = IN_WORDS


def suggestion(value: object, allowed: Any) -> str:
    """The nearest of the allowed words, as the end of a sentence that has listed them; "" if none is near."""
    hint = nearest(value, allowed) if isinstance(value, str) else ""
    return f"; {hint}" if hint.startswith("did you mean") else ""


def fitting(
    allowed: str,
    fits: Callable[[Any], bool],
    settle: Callable[[Any], Any] = _as_it_is,
    encode: Callable[[Any], Any] = _as_it_is,
    form: Form = IN_WORDS,
) -> Kind:
    """Values that either fit or do not: of one that does not nothing is said but what is allowed."""
    return Kind(allowed, lambda value: "" if fits(value) else f"must be {allowed}", settle, encode, form=form)


def whole(low: int, high: int) -> Kind:
    """A whole number within bounds; true and false are none."""
    return fitting(
        f"a whole number from {low} to {high}",
        lambda value: isinstance(value, int) and not isinstance(value, bool) and low <= value <= high,
        form=Form("number", low, high),
    )


def numbers(low: int, high: int, least: int, most: int) -> Kind:
    """A list of whole numbers within bounds, from `least` to `most` of them; the engine finds -1 behind the last."""
    one, many = whole(low, high), f"{most}" if least == most else f"{least} to {most}"
    return fitting(
        f"a list of {many} whole number{'s' * (most != 1)} from {low} to {high}",
        lambda value: isinstance(value, list) and least <= len(value) <= most and not any(map(one.fault, value)),
        list,
        lambda value: value + [-1] * (most - len(value)),
        Form("words", low, high, room=most),
    )


def switch() -> Kind:
    """Yes or no."""
    return fitting("true or false", lambda value: isinstance(value, bool), encode=int, form=Form("switch"))


def word(codes: Mapping[str, int]) -> Kind:
    """One of a few words, each with the number that the engine knows it by."""
    allowed = f"one of {', '.join(codes)}" if codes else "left out, because no such word is defined"

    def fault(value: object) -> str:
        fits = isinstance(value, str) and value in codes
        return "" if fits else f"must be {allowed}{suggestion(value, codes)}"

    return Kind(allowed, fault, encode=codes.__getitem__, form=Form("choice", choices=tuple(codes)))


def line() -> Kind:
    """Words for people on one line: names and titles, which stand in tables and messages."""
    says = f"text of at most {MAX_TEXT} characters on one line, without control characters"
    return fitting(says, lambda value: isinstance(value, str) and len(value) <= MAX_TEXT and value.isprintable())


def text() -> Kind:
    """Words for people."""
    return fitting(
        f"text of at most {MAX_TEXT} characters without control characters",
        lambda value: isinstance(value, str) and len(value) <= MAX_TEXT and value.replace("\n", "").isprintable(),
    )


Values = dict[str, Any]  # settled values by the full name of their key

OTHERWISE = "otherwise"  # the sentence for all values without one of their own
NOTHING = "nothing"  # the sentence for 0, and for lists and tables with nothing in them
KIND = re.compile(r"<(\w+)>")  # of the thing that a key is for, in its name
CALLED = {"seat": "player", "deck": "deck", "event": "event"}  # kinds whose things are called that behind their names
WHETHER = re.compile("whether ", re.IGNORECASE)  # what the meaning of a switch begins with
EXPLAINED = re.compile(r" ?[:;(]")  # where the meaning of a key goes on to say what its values are


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a rule file, or one for each thing of a kind where the name holds the kind, as in cards.<picture>.

    `says` is the sentence of reports, with a subject and a verb, or one for each value: {n} is the value, {s} makes
    plurals, {which} is the thing; "" is for a sentence about the `meaning`. A list of all rules leaves out what it says
    of the values `unsaid`. `field` is where the engine's record holds it ("": nowhere, or not in one field).

    `since` is the number of the schema in which the key came. A key that came later than the first has a `default`,
    under which everything is as it was without the key; it never changes, as stored rule sets leave the key out where
    it has it. Keys of the first schema may have one (None: that of the schema's `base`).

    `things` are those that there is a key for each of, where the schema does not list them by their kind, with
    `defaults` of their own where these differ. `tables` are values of other keys, by full names, that each word stands
    for, as a deck's name does for its cards: where a layer of rules says the word, they lie below what it says itself.
    """

    name: str
    kind: Kind
    meaning: str
    says: str | Mapping[Any, str] = ""
    field: str = ""
    default: Any = None
    since: int = 1
    unsaid: tuple[Any, ...] = ()
    things: tuple[str, ...] = ()
    defaults: tuple[Any, ...] = ()
    tables: Mapping[str, Values] = dataclasses.field(default_factory=dict)

    def levers(self, things: Mapping[str, tuple[str, ...]]) -> "list[Lever]":
        """The key by its full names; `things` are the names of each kind of thing."""
        if not self.thing:
            return [Lever(self.name, self)]
        names = self.things or things.get(self.thing, ())
        return [Lever(self.name.replace(f"<{self.thing}>", which), self, which, at) for at, which in enumerate(names)]

    @property
    def thing(self) -> str:
        """The kind of the thing that the key is for; "" if it is for none."""
        return "".join(KIND.findall(self.name)[:1])


_HEADING = replace(line(), before=text().fault)  # earlier versions let them run over several lines
SOURCE = (
    Key("source.title", _HEADING, "The game's title in this edition.", default=""),
    Key("source.edition", _HEADING, "Publisher and year.", default=""),
    Key("source.language", _HEADING, "The language of the rulebook that was read.", default=""),
    Key("source.note", text(), "What a reader of results should know about these rules.", default=""),
)


def yes_or_no(name: str, meaning: str, yes: str, no: str, field: str = "", **more: Any) -> Key:
    """A key that holds or does not, with a sentence for each; `more` is what any key may have."""
    return Key(name, switch(), meaning, {True: yes, False: no}, field, **more)


def one_of(name: str, meaning: str, says: Mapping[str, str], field: str = "", **more: Any) -> Key:
    """A key that is one of a few words, with a sentence for each; the engine knows a word by its place, from 0."""
    return Key(name, word({each: place for place, each in enumerate(says)}), meaning, says, field, **more)


def points_given(field: str, default: int | None = None, since: int = 1) -> Key:
    """The key by which a seat is given points before the game, in every game that counts points."""
    says = {
        0: "The {which} player is given no points before the game.",
        OTHERWISE: "The {which} player is given {n} point{s} before the game.",
    }
    meaning = "Points that a seat is given before the game."
    return Key("seats.<seat>.points", whole(-99, 99), meaning, says, field, default, since, unsaid=(0,))


@dataclass(frozen=True, slots=True)
class Lever:
    """A key by its full name; `which` thing it is for, at which `index` of the engine's field."""

    name: str
    key: Key
    which: str = ""
    index: int = -1

    @property
    def default(self) -> Any:
        """The value where nothing is said; None where that is up to the rule set that others extend."""
        return self.key.defaults[self.index] if self.key.defaults else self.key.default

    def sentence(self, value: Any) -> str:
        """What a report says of the value."""
        says = self._says(value)
        plural = "s" if value not in (1, -1) else ""
        return says.format(n=told(value), s=plural, which=told(self.which)) if says else self._said_of_meaning(value)

    def listed(self, value: Any) -> str:
        """What a list of all rules says of the value; "" where it goes without saying."""
        return "" if value in self.key.unsaid else self.sentence(value)

    @property
    def meaning(self) -> str:
        """What the key means, of the thing that it is for: of "the second player" rather than of a seat."""
        one = rf"\b[Aa]n? {self.key.thing}\b"
        said = re.sub(one, f"the {self.thing}", self.key.meaning) if self.thing else self.key.meaning
        return f"{said[:1].upper()}{said[1:]}"

    @property
    def thing(self) -> str:
        """What the key is for, in words: "second player", "sunny day event", "knight"; "" for what is for none."""
        kind = self.key.thing
        return f"{told(self.which)} {CALLED.get(kind, '')}".strip() if kind else ""

    @property
    def named(self) -> str:
        """What the key is called in a sentence: its meaning without what its values are."""
        said = EXPLAINED.split(self.meaning)[0].removesuffix(".")
        return f"{said[:1].lower()}{said[1:]}"

    def _says(self, value: Any) -> str:
        says = self.key.says
        if isinstance(says, str):
            return says
        if isinstance(value, str | int) and value in says:
            return says[value]
        return says[NOTHING] if not value and NOTHING in says else says.get(OTHERWISE, "")

    def _said_of_meaning(self, value: Any) -> str:
        """A sentence about the meaning, for a key without one of its own: as those of game files."""
        whether, name = WHETHER.match(self.named), self.named
        if whether and value is True:
            name = name[whether.end() :]
            return f"{name[0].upper()}{name[1:]}."
        if whether and value is False:
            return f"The rule “{name[whether.end() :]}” does not hold."
        return f"“{name[0].upper()}{name[1:]}” is {told(value)}."


def told(value: Any) -> str:
    """A value in a sentence: names without underscores, lists with commas, "none" of nothing."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{told(name)} {told(each)}" for name, each in value.items()) or "none"
    if isinstance(value, list):
        *most, last = [told(each) for each in value] or ["none"]
        return f"{', '.join(most)} and {last}" if most else last
    return f"−{-value}" if isinstance(value, int) and value < 0 else str(value).replace("_", " ")


@dataclass(frozen=True)
class Schema:
    """Every key of a game's rule files.

    `folder` holds the shipped rule sets; `base` is the one whose values stand where a rule file leaves out a key
    without a default of its own. `things` are the names of each kind of thing that keys are for, `example` is a
    setting for messages, `tables` says what the names inside a table are called where they are no keys. `others` are
    the numbers of the schemas in which something else came that a rule file can say, such as a word on a card.
    """

    folder: Path
    base: str
    keys: tuple[Key, ...]
    things: Mapping[str, tuple[str, ...]]
    example: str
    tables: Mapping[str, str]
    others: tuple[int, ...] = ()

    @cached_property
    def number(self) -> int:
        """The number of the schema: it counts up when keys are added."""
        return max((*self.others, *(key.since for key in self.keys)))

    @cached_property
    def levers(self) -> dict[str, Lever]:
        """Every key by its full name."""
        return {lever.name: lever for key in self.keys for lever in key.levers(self.things)}

    @cached_property
    def inner(self) -> tuple[str, ...]:
        """The full names of all tables."""
        return tuple({name.rsplit(".", depth)[0]: 0 for name in self.levers for depth in range(1, name.count(".") + 1)})

    @cached_property
    def deepest(self) -> int:
        """Parts of the longest key."""
        return max(name.count(".") for name in self.levers) + 1

    @cached_property
    def shipped(self) -> tuple[str, ...]:
        """The names of the rule sets that come along."""
        return tuple(sorted(path.stem for path in self.folder.glob("*.toml")))

    def children(self, table: str) -> list[str]:
        """The names directly inside a table ("" is the file itself)."""
        prefix = f"{table}." if table else ""
        inside = [name.removeprefix(prefix) for name in self.levers if name.startswith(prefix)]
        return list(dict.fromkeys(name.split(".")[0] for name in inside))

    @property
    def defaults(self) -> Values:
        """The values of the keys that have a default of their own."""
        return {name: lever.default for name, lever in self.levers.items() if lever.default is not None}

    def stood_for(self, said: Values) -> Values:
        """What the words among these values stand for: the cards of a deck that is named."""
        named = [self.levers[name].key.tables.get(value, {}) for name, value in said.items() if isinstance(value, str)]
        return {name: value for table in named for name, value in table.items()}

    def left_out(self, given: Iterable[str]) -> list[str]:
        """The keys without a default of their own that are not among the given ones."""
        there = {*given, *self.defaults}
        return [name for name in self.levers if name not in there]

    def says_nothing(self, name: str, value: Any) -> bool:
        """Whether a value is its key's default, so that a rule set is the same without it."""
        return name in self.levers and value == self.levers[name].default
