"""Rule sets of Dragonwood: TOML tables, checked, compared, told in words, made a record for the engine."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from dhstats.games.cautions import Caution, settings_of
from dhstats.games.dragonwood.files.schema import COUNTS, LEVERS, SCHEMA
from dhstats.games.dragonwood.table import (
    ACTS,
    CREATURES,
    ENHANCEMENTS,
    EVENTS,
    LADYBUG,
    MAX_DICE,
    MAX_HAND,
    MAX_OPTIONAL,
    MAX_TOTAL,
    MAX_WOOD,
    N_CREATURES,
    NUMBERS,
    RULES,
    SEATS,
    STRIKE,
    TITLES,
    WAYS,
)
from dhstats.games.keys import Values
from dhstats.games.rulefile import Conflict
from dhstats.games.ruleset import RuleFiles

ENDLESS = 20  # adventurer decks after which a game without an end is stopped


def conflicts(values: Values) -> Iterator[Conflict]:
    """Where values do not fit each other."""
    yield from _of_dragonwood(values)
    hands = ("hand.size", *(f"seats.{seat}.hand_size" for seat in SEATS))
    for hand in hands:
        if values[hand] > values["hand.limit"]:
            yield Conflict((hand, "hand.limit"), f"{hand} = {values[hand]}: must be at most hand.limit")
    cards, dealt = adventurers(values), sum(opening_hands(values))
    if cards <= dealt:
        text = f"adventurers: {cards} cards, must be more than the {dealt} of all opening hands"
        yield Conflict(("players", *hands, *_named(values, "adventurers.")), text)
    if values["spell.cards"] > values["adventurers.numbers"]:
        text = f"spell.cards = {values['spell.cards']}: must be at most adventurers.numbers"
        yield Conflict(("spell.cards", "adventurers.numbers"), text)
    own = {name: f"enhancements.{name}" for name in ENHANCEMENTS if values[f"enhancements.{name}.copies"]}
    optional = [name for name, key in own.items() if values[f"{key}.once"] or values[f"{key}.wild"]]
    if len(optional) > MAX_OPTIONAL:
        yield Conflict(
            _named(values, "enhancements."),
            f"enhancements: {len(optional)} are once-only or wild ({', '.join(optional)}), must be at most"
            f" {MAX_OPTIONAL}: every combination of them is a separate move",
        )
    if values["end.decks"] == 0 and not (values["end.dragons"] or values["end.last_card"]):
        text = "end: nothing ends the game; set end.decks, end.dragons or end.last_card"
        yield Conflict(_named(values, "end."), text)


def _named(values: Values, prefix: str) -> tuple[str, ...]:
    return tuple(name for name in values if name.startswith(prefix))


def _of_dragonwood(values: Values) -> Iterator[Conflict]:
    """The Dragonwood deck must fit the table and still hold a landscape when cards have been removed."""
    cards = [name for name in values if name.endswith((".copies", ".dragon"))]
    names = ("players", "landscape.size", *_named(values, "setup.removed."), *cards)
    size = wood(values)
    if size > MAX_WOOD:
        yield Conflict(names, f"{size} Dragonwood cards, must be at most {MAX_WOOD}")
    left = size - dragons(values) - removed(values)
    targets = left - sum(values[f"events.{name}.copies"] for name in EVENTS)
    if targets < values["landscape.size"]:
        yield Conflict(
            names,
            f"setup.removed.{COUNTS[values['players'] - 2]} = {removed(values)}: leaves {targets} cards to capture"
            f" besides dragons, must be at least {values['landscape.size']}, as many as the landscape has",
        )


def adventurers(values: Values) -> int:
    """How many cards the adventurer deck has."""
    return int(values["adventurers.suits"] * values["adventurers.numbers"] + values["adventurers.ladybugs"])


def opening_hands(values: Values) -> list[int]:
    """How many cards each seat is dealt, a number for each player."""
    return [values[f"seats.{seat}.hand_size"] or values["hand.size"] for seat in SEATS[: values["players"]]]


def wood(values: Values) -> int:
    """How many cards the Dragonwood deck has."""
    return sum(values[name] for name in values if name.endswith(".copies"))


def dragons(values: Values) -> int:
    """How many dragon cards there are."""
    return sum(values[f"creatures.{name}.copies"] for name in CREATURES if values[f"creatures.{name}.dragon"])


def removed(values: Values) -> int:
    """How many Dragonwood cards are removed before a game."""
    return int(values[f"setup.removed.{COUNTS[values['players'] - 2]}"])


def turn_limit(values: Values) -> int:
    """More decisions than a game can have whose adventurer decks come to an end, if every attempt costs something.

    Every card that is drawn takes a decision to draw it at most, and one to attack with it, to roll again and to lose
    it; captures take one more each, and every player has last turns. Where decks never end or an attempt may cost
    nothing, games are stopped here all the same.
    """
    decks = values["end.decks"] or ENDLESS
    return 4 * decks * adventurers(values) + 4 * wood(values) + 4 * len(SEATS) + NUMBERS


def warnings(values: Values) -> Iterator[str]:
    """Sentences about rules that can be played but were hardly meant."""
    if values["end.dragons"] and not dragons(values):
        yield "end.dragons: there is no dragon, so none ends the game."
    ties = values["score.ties"]
    if ties != "nobody" and not values[f"creatures.{ties}.copies"]:
        yield f"score.ties: there is no {ties.replace('_', ' ')}, so nothing breaks a tie."
    free = {"end.decks": values["end.decks"] == 0, "attempt.wounds": values["attempt.wounds"] == 0}
    for name in ENHANCEMENTS:
        key = f"enhancements.{name}"
        free[key] = bool(values[f"{key}.copies"] and values[f"{key}.wild"] and not values[f"{key}.once"])
    for key in filter(free.get, free):
        yield f"{key}: a game that does not end is stopped after {turn_limit(values)} decisions."


@cache
def chances(faces: tuple[int, ...]) -> Any:
    """The chance that d dice show at least n: `[0, d, n]`, and `[1, d, n]` if the lowest may be rolled again.

    A die is rolled again only where the total falls short, and the lowest is the one that can gain most.
    """
    table, numbers = np.zeros((2, MAX_DICE + 1, MAX_TOTAL + 2)), np.arange(MAX_TOTAL + 2)
    rolls = Counter({(0, max(faces)): 1})  # how many rolls have this total and this lowest die
    for dice in range(MAX_DICE + 1):
        counts, (totals, lows) = np.array(list(rolls.values())), np.array(list(rolls)).T[:, :, None]
        reached = totals >= numbers
        again = np.sum([totals - lows + face >= numbers for face in faces], axis=0)  # ways to reach it then
        table[0, dice] = counts @ reached / rolls.total()
        table[1, dice] = counts @ np.where(reached, len(faces), again) / (rolls.total() * len(faces))
        longer = Counter[tuple[int, int]]()
        for (total, low), count in rolls.items():
            for face in faces:
                longer[total + face, min(low, face)] += count
        rolls = longer
    table.flags.writeable = False  # all who ask for these faces have the same table
    return table


_SPELLS = ("spell.cards", "spell.dice", "spell.number")
# What keys begin with that the rules in words tell card by card, or together.
_TOLD = ("creatures.", "enhancements.", "events.", "setup.removed.", "dice.faces", "source.", *_SPELLS)


def sentences(values: Values) -> list[str]:
    """What the rules say: the decks, lever by lever what holds for all, then card by card."""
    others = [lever for lever in LEVERS.values() if not lever.name.startswith(_TOLD)]
    return [
        f"{adventurers(values)} adventurer cards; {wood(values)} Dragonwood cards, {removed(values)} of them removed.",
        f"Dice with the faces {' '.join(map(str, values['dice.faces']))}.",
        *(text for lever in others if (text := lever.listed(values[lever.name]))),
        *(_card(values, "creatures", name) for name in CREATURES),
        *(_card(values, "enhancements", name) for name in ENHANCEMENTS),
        *(_card(values, "events", name) for name in EVENTS),
    ]


def spoken(name: str) -> str:
    """The name of a card as people say it."""
    return name.replace("_", " ")


# What cards do, by the last part of a key, with its number.
DOES = {
    **{f"adds_to_{way}": f"+{{}} to a {way}" for way in WAYS},
    "dice": "+{} dice", "rerolls": "one die again", "wild": "any adventurer card", "once": "once only",
    "draws": "all draw {}", "discards": "all discard {}", "passes": "all pass {}",
    "clears": "enhancements leave the landscape",
}  # fmt: skip


def _card(values: Values, kind: str, name: str) -> str:
    """A card in words: how many there are, what it is worth, what it takes to capture it, what it does."""
    prefix = f"{kind}.{name}."
    own = {key.removeprefix(prefix): value for key, value in values.items() if key.startswith(prefix)}
    told = [f"{spoken(name).capitalize()}: {own['copies']}"]
    if kind == "creatures":
        told.append("1 point" if own["points"] == 1 else f"{own['points']} points")
    if kind != "events":
        told.append(", ".join(f"{way} {own[way]}" for way in WAYS[:3]))
    if kind != "creatures":
        told.append(", ".join(says.format(own[key]) for key, says in DOES.items() if own.get(key)) or "no effect")
    elif own["dragon"]:
        told.append("a dragon")
    return f"{'; '.join(told)}."


CARDS = (
    "The rulebook prints no card list. The cards of the shipped rule sets, with their numbers and points, are those on"
    " which three independent implementations agree (confidence high)."
)


def _complete(record: Any, values: Values) -> None:
    # The number of sides and of rolls, and the chances of all totals
    faces = values["dice.faces"]
    record.sides = len(faces)
    record.rolls = len(faces) ** values["dice.max"]
    record.chance = chances(tuple(faces))
    # Both decks in order, dragons last; what it takes to capture a card
    kinds = [("creatures", name) for name in CREATURES] + [("enhancements", name) for name in ENHANCEMENTS]
    for title, (kind, name) in enumerate(kinds):
        record.numbers_of[title] = [values[f"{kind}.{name}.{way}"] for way in ACTS[STRIKE : STRIKE + 3]]
    copies = [next(v for k, v in values.items() if k.endswith(f".{name}.copies")) for name in TITLES]
    dragon = [name in CREATURES and values[f"creatures.{name}.dragon"] for name in TITLES]
    deck = [title for last in (False, True) for title in range(len(TITLES)) if dragon[title] == last
            for _ in range(copies[title])]  # fmt: skip
    record.copies = copies
    record.dragons = _bits(dragon[:N_CREATURES])
    record.dragon_cards = dragons(values)
    record.wood = len(deck)
    record.wood_deck[: len(deck)] = deck
    suits, numbers = values["adventurers.suits"], values["adventurers.numbers"]
    cards = [NUMBERS * suit + number for suit in range(suits) for number in range(numbers)]
    cards += [LADYBUG] * values["adventurers.ladybugs"]
    record.adventurers = len(cards)
    record.adventurer_deck[: len(cards)] = cards
    for number, name in enumerate(ENHANCEMENTS):
        record.adds[number] = [values[f"enhancements.{name}.adds_to_{way}"] for way in WAYS]
    for part in ("rerolls", "wild", "once"):
        record[part] = _bits([values[f"enhancements.{name}.{part}"] for name in ENHANCEMENTS])
    # What each seat where somebody plays starts with
    hands = opening_hands(values)
    record.opening_hand[: len(hands)] = hands
    record.opening_points[: len(hands)] = [values[f"seats.{seat}.points"] for seat in SEATS[: len(hands)]]
    record.removed = removed(values)
    record.turn_limit = turn_limit(values)


def _bits(switches: Sequence[bool]) -> int:
    return sum(1 << number for number, switch in enumerate(switches) if switch)


RULE_FILES = RuleFiles(
    name="Dragonwood",
    schema=SCHEMA,
    dtype=RULES,
    complete=_complete,
    conflicts=conflicts,
    warnings=warnings,
    sentences=sentences,
    sources=lambda _: [("Cards", CARDS)],
)
load, restore = RULE_FILES.load, RULE_FILES.restore


BONUS, TIED = "score.bonus", "score.tied_bonus"


def cautions(base: Values, values: Values) -> Iterator[Caution]:
    """The side effects of a rule set's changes against an edition."""
    changed = [name for name in SCHEMA.levers if values[name] != base[name]]
    yield from _of_others(base, values, changed)
    # A limit that leaves no room above the opening hand, or fewer cards than an attempt may take
    size, limit, most = values["hand.size"], values["hand.limit"], values["dice.max"]
    room = base["hand.limit"] - base["hand.size"]
    if limit - size < min(room, values["reload.draws"]) and values["hand.limit"] == base["hand.limit"]:
        follow = {"hand.limit": min(MAX_HAND, size + room)}
        meant = settings_of(base, {**values, **follow}, first=follow) if follow["hand.limit"] > limit else ()
        says = (
            f"hand.size={size} leaves hand.limit at {limit}: a player who reloads with an opening hand has to discard."
        )
        yield Caution(says, meant)
    if limit < most and base["hand.limit"] >= base["dice.max"]:
        says = f"hand.limit={limit} leaves dice.max at {most}: no hand has that many cards to play."
        yield Caution(says, settings_of(base, {**values, "dice.max": max(2, limit)}, first=["dice.max"]))
    # A shared lead in creatures that earns as much as having most alone, or more
    bonus, tied = values[BONUS], values[TIED]
    if tied >= bonus > 0 or tied > bonus:
        key, other = (BONUS, TIED) if values[TIED] == base[TIED] else (TIED, BONUS)
        apart = base[BONUS] - base[TIED]
        fitting = max(0, bonus - apart) if other == TIED else min(20, tied + apart)
        says = f"{key}={values[key]} leaves {other} at {values[other]}: a tie for most creatures"
        meant = settings_of(base, {**values, other: fitting}, first=[other])
        yield Caution(f"{says} then earns at least as much as having most of them alone.", meant)
    yield from _unused(base, values, changed)
    yield from _last_dragons(base, values)


def _of_others(base: Values, values: Values, changed: list[str]) -> Iterator[Caution]:
    """Keys for another number of players."""
    players = values["players"]
    for name in changed:
        table, _, key = name.rpartition(".")
        if table == "setup.removed" and key != COUNTS[players - 2]:
            here = f"{table}.{COUNTS[players - 2]}"
            meant = settings_of(base, {**values, name: base[name], here: values[name]}, first=[here])
            says = f"{name} is for {key} players, and these rules are for {players}, so this changes nothing."
            yield Caution(says, meant)
        seat = table.removeprefix("seats.")
        if seat in SEATS[players:]:
            meant = settings_of(base, {**values, "players": SEATS.index(seat) + 1}, first=[name])
            yield Caution(f"{name}: with {players} players there is no {seat} seat, so this changes nothing.", meant)


def _unused(base: Values, values: Values, changed: list[str]) -> Iterator[Caution]:
    """Keys of spells where none may be cast, and of cards that are not in the deck."""
    spells = [name for name in changed if name.startswith("spell.") and name != "spell.allowed"]
    if spells and not values["spell.allowed"]:
        meant = settings_of(base, {**values, "spell.allowed": True}, first=spells)
        yield Caution(f"{', '.join(spells)}: these rules have no dragon spells, so this changes nothing.", meant)
    for name in changed:
        thing = SCHEMA.levers[name].which
        copies = f"{name.rpartition('.')[0]}.copies"
        if not values.get(copies, 1) and name != copies:
            meant = settings_of(base, {**values, copies: base[copies] or 1}, first=[name])
            yield Caution(f"{name}: there is no {thing} in the deck, so this changes nothing.", meant)


def _last_dragons(base: Values, values: Values) -> Iterator[Caution]:
    """The creature that breaks ties was taken out, though another dragon may do so; creatures that no roll captures."""
    ties = values["score.ties"]
    others = [each for each in CREATURES if values[f"creatures.{each}.dragon"] and values[f"creatures.{each}.copies"]]
    if ties != "nobody" and not values[f"creatures.{ties}.copies"] and others and ties == base["score.ties"]:
        says = f"creatures.{ties}.copies=0 leaves score.ties at {ties}, which nobody can capture."
        yield Caution(says, settings_of(base, {**values, "score.ties": others[-1]}, first=["score.ties"]))
    lost = [name for name in CREATURES if _beyond(values, name) and not _beyond(base, name)]
    if lost:
        dragons = [name for name in lost if values[f"creatures.{name}.dragon"]]
        end = "; the game can then not end with the last dragon" if dragons and values["end.dragons"] else ""
        yield Caution(f"{', '.join(lost)}: even with every enhancement no roll reaches any of their numbers{end}.")


def _beyond(values: Values, name: str) -> bool:
    """Whether the best roll with every enhancement there is falls short of a creature's numbers in all ways."""
    if not values[f"creatures.{name}.copies"] or (values["spell.allowed"] and values[f"creatures.{name}.dragon"]):
        return False
    best = values["dice.max"] * max(values["dice.faces"])
    own = [f"enhancements.{each}" for each in ENHANCEMENTS if values[f"enhancements.{each}.copies"]]
    return all(
        best + sum(values[f"{each}.adds_to_{way}"] for each in own) < values[f"creatures.{name}.{way}"]
        for way in WAYS[:3]
    )
