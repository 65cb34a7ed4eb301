"""Everything that can stand on a card, once: what it may hold, what it means, and where the engine finds it.

The vocabulary is closed: a pack with any other key is refused. A pack is a table of

- `title`, `label` (shown wherever results of it are), `special_types` (names of types that only some dragons may use);
- `dragons.<name>`: `title`, `special` (the special type that it may use), `levels` (three tables, LEVEL below);
- `actions.<name>`, `grounds.<name>`, `attachments.<name>`: `title` and the effects that their kind may have;
- `decks.<name>`: `title`, `dragon`, `cards` (lines such as "3 claw_attack").

Upgrades need no tables of their own: <dragon>_2 and <dragon>_3 are the cards that lead to these levels.

What a card does when it takes effect, in this order: `wounds` (with `tail_wounds`) to the rival's dragon or to one of
their ground cards; `destroys`; `heals`; `facings`; `rival_mills`; `rival_draws`; `draws`; `rival_discards`. In red,
hence met when it is played: `own_facing`, `rival_facing`, `discards`, `suffers`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dhstats.errors import nearest
from dhstats.games.dragon.table import (
    ACTION,
    ANY,
    ATTACHMENT,
    ATTACK_TYPES,
    FACINGS,
    FIXED_TYPES,
    GROUND,
    MAX_COST,
    MAX_DECK,
    MAX_TURNS,
    N_FIXED,
    NO_FACING,
    OWN,
    RIVAL,
)
from dhstats.games.keys import NOTHING, OTHERWISE, Key, Kind, line, suggestion, whole, word
from dhstats.quoting import quoted, quoted_name

DRAGONS = {"own": OWN, "rival": RIVAL, "any": ANY}
STEPS = (0, 1, 2)  # quarter turns
LINE = re.compile(r"([1-9][0-9]?) ([a-z0-9_]+)")
NAME = re.compile("[a-z][a-z0-9_]{0,39}")


def words(names: Sequence[str], least: int = 0) -> Kind:
    """A list of different words out of these; the engine reads them as bits."""
    allowed = f"a list of different words out of {', '.join(names)}" if names else "[], because no such word is defined"

    def fault(value: object) -> str:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            return f"must be {allowed}"
        for each in value:
            if each not in names:
                return f"must be {allowed}{suggestion(each, names)}"
        return "" if least <= len(value) == len(set(value)) else f"must be {allowed}"

    def encode(value: list[str]) -> int:
        return sum(1 << names.index(word) for word in value)

    return Kind(allowed, fault, lambda value: sorted(value, key=names.index), encode)


def facings() -> Kind:
    """The facings that allow something; none stands for all."""
    kind = words(FACINGS)
    return Kind(kind.allowed, kind.fault, kind.settle, lambda value: kind.encode(value or FACINGS))


def by_type(names: Sequence[str], most: int) -> Kind:
    """Numbers of wounds by type of card."""
    allowed = f"a table of wounds from 1 to {most} by type, such as {{ {names[0]} = 1 }}; types: {', '.join(names)}"
    number = whole(1, most)

    def fault(value: object) -> str:
        if not isinstance(value, dict):
            return f"must be {allowed}"
        for name in value:
            if name not in names:
                return f"{quoted_name(str(name))}: unknown type; {nearest(str(name), names)}"
        wrong = [value for value in value.values() if number.fault(value)]
        return f"must be {allowed}" if wrong else ""

    def settle(value: dict[str, int]) -> dict[str, int]:
        return {name: value[name] for name in names if name in value}

    def encode(value: dict[str, int]) -> list[int]:
        return [value.get(name, 0) for name in names]

    return Kind(allowed, fault, settle, encode)


def changes() -> Kind:
    """Changes of facing: whose, and to which facing or by how many quarter turns."""
    allowed = (
        f'a list of at most {MAX_TURNS} changes such as {{ dragon = "rival", to = "tail" }} or'
        ' { dragon = "any", by = [1, 2] }, of which one at most may be of any dragon'
    )

    def fault(value: object) -> str:
        if not isinstance(value, list) or len(value) > MAX_TURNS:
            return f"must be {allowed}"
        for entry in value:
            if problem := _change_fault(entry):
                return f"{problem}; must be {allowed}"
        return f"must be {allowed}" if sum(entry["dragon"] == "any" for entry in value) > 1 else ""

    def settle(value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [entry | {"by": sorted(entry["by"])} if "by" in entry else dict(entry) for entry in value]

    def encode(value: list[dict[str, Any]]) -> tuple[list[int], list[int], list[int]]:
        """Whose, by which numbers of quarter turns, to which facing: a number for each change, 0 for none."""
        whose, by, to = [0] * MAX_TURNS, [0] * MAX_TURNS, [NO_FACING] * MAX_TURNS
        for number, entry in enumerate(value):
            whose[number] = DRAGONS[entry["dragon"]]
            by[number] = sum(1 << steps for steps in entry.get("by", ()))
            to[number] = FACINGS.index(entry["to"]) if "to" in entry else NO_FACING
        return whose, by, to

    return Kind(allowed, fault, settle, encode)


def _change_fault(entry: object) -> str:
    if not isinstance(entry, dict):
        return f"{quoted(entry)}: is not a change"
    for key in entry:
        if key not in ("dragon", "to", "by"):
            return f"{quoted_name(str(key))}: unknown key; {nearest(str(key), ('dragon', 'to', 'by'))}"
    if _not_in(entry.get("dragon"), DRAGONS):
        return f"dragon = {quoted(entry.get('dragon'))}: must be one of {', '.join(DRAGONS)}"
    if ("to" in entry) == ("by" in entry):
        return "must have either to or by"
    if "to" in entry:
        wrong = f"to = {quoted(entry['to'])}: must be one of {', '.join(FACINGS)}"
        return wrong if _not_in(entry["to"], FACINGS) else ""
    steps, wrong = entry["by"], f"by = {quoted(entry['by'])}: must be a list of quarter turns out of 0, 1, 2"
    fits = isinstance(steps, list) and 0 < len(steps) == len({*map(str, steps)}) and all(type(n) is int for n in steps)
    return "" if fits and set(steps) <= set(STEPS) else wrong


def _not_in(value: object, names: Any) -> bool:
    return not isinstance(value, str) or value not in names


def deck_list() -> Kind:
    """The cards of a deck in an order of their own: lines such as "3 claw_attack"."""
    allowed = 'a list of lines such as "3 claw_attack"'

    def fault(value: object) -> str:
        if not isinstance(value, list) or not 0 < len(value) <= MAX_DECK:
            return f"must be {allowed}"
        for each in value:
            if not isinstance(each, str) or not LINE.fullmatch(_written(each)):
                return f'{quoted(each)}: must be a number and a card, as in "3 claw_attack"'
        return ""

    return Kind(allowed, fault, lambda lines: [_written(line) for line in lines])


def _written(line: str) -> str:
    """A line as it would be in a pack: "3x Claw Attack" has the name of the card in small letters and with "_"."""
    number, name, *_ = (*re.split(r"(?<=[0-9])\s*[x×]\s+|\s+", line.strip(), maxsplit=1), "")
    return f"{number} {'_'.join(name.lower().split())}"


def listed(lines: Sequence[str]) -> list[str]:
    """The cards of a deck list, one by one in its order."""
    pairs = [line.split(" ") for line in lines]
    return [name for count, name in pairs for _ in range(int(count))]


MOST_WOUNDS = 30
MOST_HEALTH = 99
MOST_LAIR = 40
MOST_AGILITY = 9
DESTROYS = {"nothing": ACTION, "ground": GROUND, "attachment": ATTACHMENT}
PLAIN_TYPES = FIXED_TYPES[:4]  # those that action cards may have besides special types

CALLED = {NOTHING: "The {which} has no other name.", OTHERWISE: "The {which} is called “{n}”."}
TYPED = {NOTHING: "The {which} is of no special type.", OTHERWISE: "The {which} is of these types: {n}."}
TOPS = {NOTHING: "The {which} can top no cards.", OTHERWISE: "The {which} can top cards of these types: {n}."}

# An effect is a key whose `default` stands where a card leaves it out (None: it must not), whatever its `since`, as
# packs leave out what equals it. `field` is where the engine's record of a card holds it ("": not in one field of it).
Effects = tuple[Key, ...]


def _number(name: str, most: int, meaning: str, says: str) -> Key:
    return Key(name, whole(1, most), meaning, says, name, 0)


def _modifier(name: str, most: int, meaning: str, says: str) -> Key:
    return Key(name, whole(1, most), meaning, says, default=0)


def titles() -> Key:
    """The name of a card as people read it."""
    return Key("title", line(), "The displayed name of a card; not used in play.", CALLED, default="")


def costs() -> Effects:
    """What stands on a card in red."""
    meaning = "Facings that the player's dragon must have for a card."
    return (
        Key("own_facing", facings(), meaning, _facing("own"), "own_facing", []),
        _number("discards", MAX_COST, "Other cards in hand that must be discarded for a card.",
                "The {which} costs {n} other card{s} from hand."),
        _number("suffers", MOST_WOUNDS, "Wounds that the player's dragon takes for a card.",
                "The player's dragon takes {n} wound{s} for the {which}."),
    )  # fmt: skip


def _facing(whose: str) -> Mapping[str, str]:
    return {
        NOTHING: f"The {whose} dragon may have any facing for the {{which}}.",
        OTHERWISE: f"The {whose} dragon must have one of these facings for the {{which}}: {{n}}.",
    }


def rival_facing() -> Key:
    """The limit that a card sets to the rival's facing."""
    meaning = "Facings that the rival's dragon must have for a card."
    return Key("rival_facing", facings(), meaning, _facing("rival's"), "rival_facing", [])


def actions(specials: Sequence[str]) -> Effects:
    """The vocabulary of action cards: wounds first, what else they do to dragons and cards in play, decks and hands."""
    return (
        titles(), Key("types", words((*PLAIN_TYPES, *specials), 1), "The types of a card.", TYPED), _tops(specials),
        *costs(), rival_facing(),
        _number("wounds", MOST_WOUNDS, "Wounds that a card inflicts.", "The {which} inflicts {n} wound{s}."),
        _number("tail_wounds", MOST_WOUNDS, "Extra wounds of a card if the rival's dragon faces tail.",
                "The {which} inflicts {n} more wound{s} if the rival's dragon faces tail."),
        Key("destroys", word(DESTROYS), "The kind of card in play that a card makes the rival discard.",
            {"nothing": "The {which} makes the rival discard no card in play.",
             OTHERWISE: "The {which} makes the rival discard one {n} card in play."}, "destroys", "nothing"),
        _number("heals", MOST_WOUNDS, "Wounds that a card heals.",
                "The {which} heals {n} wound{s} of the player's dragon."),
        Key("facings", changes(), "Changes of facing by a card, declared when it is played.",
            {NOTHING: "The {which} changes no facing.", OTHERWISE: "The {which} changes facings: {n}."}, default=[]),
        _number("rival_mills", 9,
                "Cards that a card makes the rival discard from the top of their deck, if there are any.",
                "The {which} makes the rival discard {n} card{s} from the top of their deck."),
        _number("rival_draws", 9, "Cards that a card makes the rival draw.",
                "The {which} makes the rival draw {n} card{s}."),
        _number("draws", 9, "Cards that a card lets the player draw.", "The {which} lets the player draw {n} card{s}."),
        _number("rival_discards", 9, "Cards that a card makes the rival discard from hand, if they have them.",
                "The {which} makes the rival discard {n} card{s} from hand."),
    )  # fmt: skip


def grounds(specials: Sequence[str]) -> Effects:
    """The vocabulary of ground cards."""
    return (
        titles(), _special_types(specials), _tops(specials), *costs(), rival_facing(),
        Key("lair_attack", whole(1, MOST_LAIR), "Points of a card against the rival's lair; wounds that destroy it.",
            "The {which} has {n} point{s} against the rival's lair.", "lair_attack"),
    )  # fmt: skip


def attachments(specials: Sequence[str]) -> Effects:
    """The vocabulary of attachments."""
    return (
        titles(), _special_types(specials), _tops(specials), *costs(),
        Key("lasts", whole(1, 40), "Turns that a card stays, the one of its play included; without it: all.",
            {0: "The {which} stays to the end.", OTHERWISE: "The {which} stays for {n} turn{s}."}, "lasts", 0),
        _modifier("health", MOST_HEALTH, "Extra health from a card.", "The {which} gives {n} more health."),
        _modifier("agility", MOST_AGILITY, "Extra cards that agility draws through a card.",
                  "Agility draws {n} more card{s} with the {which}."),
        _modifier("lair", MOST_LAIR, "Extra lair from a card.", "The {which} gives {n} more lair."),
        Key("uses", words(specials), "Special types that a card lets the dragon use besides its own.",
            "The {which} lets the dragon use these special types: {n}.", default=[]),
        *modifiers(specials),
    )  # fmt: skip


def levels(specials: Sequence[str]) -> Effects:
    """The vocabulary of a dragon's levels; `discards` and `tops` belong to the upgrades, levels 2 and 3."""
    return (
        Key("health", whole(1, MOST_HEALTH), "Wounds that kill a dragon.", "The {which} dies of {n} wound{s}."),
        Key("agility", whole(1, MOST_AGILITY), "Cards that a dragon draws at the start of a turn.",
            "The {which} draws {n} card{s} at the start of a turn."),
        Key("lair", whole(1, MOST_LAIR), "Lair attack points that banish a dragon.",
            "The {which} is banished by {n} lair attack point{s}."),
        _tops(specials),
        _number("discards", MAX_COST, "Cards in hand that must be discarded for the upgrade to a dragon.",
                "The upgrade to the {which} costs {n} card{s} from hand."),
        *modifiers(specials),
    )  # fmt: skip


def modifiers(specials: Sequence[str]) -> Effects:
    """What levels and attachments change."""
    types = (*ATTACK_TYPES, *specials)
    return (
        _modifier("attacks", 9, "Attack cards per turn that a card allows beyond the facing.",
                  "The {which} allows {n} more attack card{s} per turn."),
        *(_modifier(f"more_{name}", 9, f"Extra {name} cards per turn from a card.",
                    f"The {{which}} allows {{n}} more {name} card{{s}} a turn.") for name in ATTACK_TYPES),
        _modifier("draws", 9, "Further cards in the draw step from a card.",
                  "The {which} allows {n} more card{s} in the draw step."),
        _modifier("hand", 9, "Further cards in hand in the draw step from a card.",
                  "The {which} allows {n} more card{s} in hand in the draw step."),
        Key("adds", by_type(types, 9), "Extra wounds that a card gives its player's cards, by type.",
            "The {which} adds these wounds to its player's cards, by type: {n}.", default={}),
        Key("armour", by_type(types, 9), "Wounds that a card prevents, by type of the attack.",
            "The {which} prevents these wounds, by type of card: {n}.", default={}),
    )  # fmt: skip


# What has effects of its own, by the name that files call it; each of special types that a pack names.
KINDS: Mapping[str, Callable[[Sequence[str]], Effects]] = {
    "actions": actions, "grounds": grounds, "attachments": attachments, "levels": levels,
}  # fmt: skip


def _special_types(specials: Sequence[str]) -> Key:
    return Key("types", words(specials), "Special types of a card, besides the type of its kind.", TYPED, default=[])


def _tops(specials: Sequence[str]) -> Key:
    return Key("tops", words((*FIXED_TYPES, *specials)), "Types of cards that a card can top.", TOPS, "tops", [])


def type_number(name: str, specials: Sequence[str]) -> int:
    """The number of a type in the engine's bits."""
    return FIXED_TYPES.index(name) if name in FIXED_TYPES else N_FIXED + specials.index(name)
