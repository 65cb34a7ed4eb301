"""What the keys of a rule set must satisfy together, and what a designer should be warned of."""

from collections.abc import Iterator

from dhstats.games.dragonwood.files.schema import COUNTS
from dhstats.games.dragonwood.table import CREATURES, ENHANCEMENTS, EVENTS, MAX_OPTIONAL, MAX_WOOD, NUMBERS, SEATS
from dhstats.games.keys import Values
from dhstats.games.rulefile import Conflict

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
        said = f"adventurers: {cards} cards, must be more than the {dealt} of all opening hands"
        yield Conflict(("players", *hands, *_named(values, "adventurers.")), said)
    if values["spell.cards"] > values["adventurers.numbers"]:
        said = f"spell.cards = {values['spell.cards']}: must be at most adventurers.numbers"
        yield Conflict(("spell.cards", "adventurers.numbers"), said)
    optional = [name for name in ENHANCEMENTS if _optional(values, name)]
    if len(optional) > MAX_OPTIONAL:
        yield Conflict(
            _named(values, "enhancements."),
            f"enhancements: {len(optional)} are once-only or wild ({', '.join(optional)}), must be at most"
            f" {MAX_OPTIONAL}: every choice among them is a move of its own",
        )
    if values["end.decks"] == 0 and not (values["end.dragons"] or values["end.last_card"]):
        said = "end: nothing ends the game; set end.decks, end.dragons or end.last_card"
        yield Conflict(_named(values, "end."), said)


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


def _optional(values: Values, name: str) -> bool:
    key = f"enhancements.{name}"
    return bool(values[f"{key}.copies"] and (values[f"{key}.once"] or values[f"{key}.wild"]))


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
