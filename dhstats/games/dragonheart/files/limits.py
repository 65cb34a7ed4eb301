"""What the keys of a rule set must satisfy together, and what a designer should be warned of."""

from collections.abc import Iterator

import numpy as np

from dhstats.games.dragonheart.files.schema import LEVERS, Values
from dhstats.games.dragonheart.table import BELOW_SHIP, EVENT, MAX_DECK, PICTURES
from dhstats.games.rulefile import Conflict

PLAYERS = 2
HANDS = ("hand.size", "great_dragon.hand_size", "seats.first.hand_size", "seats.second.hand_size")
CARDS = tuple(f"cards.{picture}.values" for picture in PICTURES)
MAX_TAKE = int(np.iinfo(EVENT["taken_points"]).max)


def deck_size(values: Values) -> int:
    """How many cards one player's deck has."""
    return sum(len(values[name]) for name in CARDS)


def deck_points(values: Values) -> int:
    """What the cards of one player's deck are worth together."""
    return sum(sum(values[name]) for name in CARDS)


def conflicts(values: Values) -> Iterator[Conflict]:
    """Where values do not fit each other.

    Two more limits follow from those of the single keys and need no check: a hand of MAX_HAND cards has no
    more legal moves, and two decks no more cards and points, than the columns of the log hold.
    """
    size, cards = deck_size(values), ("deck", *CARDS)
    if size > MAX_DECK:
        yield Conflict(cards, f"cards: {size} in a deck, must be at most {MAX_DECK}")
    largest = max(HANDS, key=lambda name: int(values[name]))
    if size < values[largest]:
        most = f"must be at most {size}, as many cards as a deck has"
        yield Conflict((*cards, largest), f"{largest} = {values[largest]}: {most}")
    for picture in PICTURES:
        points = most_points(values, picture)
        if points > MAX_TAKE:
            yield Conflict(
                (*cards, *(name for name in LEVERS if name.startswith("spaces."))),
                f"spaces.{picture}: takes up to {points} points in a turn, must be at most {MAX_TAKE};"
                " give fewer cards, lower values or other arrows",
            )


def most_points(values: Values, picture: str) -> int:
    """The most points that a play to a space can bring: its richest arrow, and its own cards if scored."""
    takes: list[str] = values[f"spaces.{picture}.takes"]
    own = _points_on(values, picture) if values[f"spaces.{picture}.then"] == "score" else 0
    piles = [_points_on(values, place) + (own if place != picture else 0) for place in takes]
    return max(piles, default=own)


def _points_on(values: Values, place: str) -> int:
    """The most points that can lie at a place: all cards of both decks that may come there."""
    if place == BELOW_SHIP:
        senders = [picture for picture in PICTURES if values[f"spaces.{picture}.then"] == BELOW_SHIP]
        return sum(_points_of(values, picture) for picture in senders)
    return _points_of(values, place)


def _points_of(values: Values, picture: str) -> int:
    return PLAYERS * sum(values[f"cards.{picture}.values"])


def warnings(values: Values) -> Iterator[str]:
    """Sentences about rules that can be played but were hardly meant."""
    reached = {place for picture in PICTURES for place in values[f"spaces.{picture}.takes"]}
    for picture in PICTURES:
        slots, then = values[f"spaces.{picture}.slots"], values[f"spaces.{picture}.then"]
        if slots > 0 and then == "stay" and picture not in reached:
            row = f"spaces.{picture}: the row of {slots} fills up for ever"
            yield f"{row}, as its cards stay and no arrow leads to them; then no {picture} can be played."
    stacks = sum(_most_stacks(values, picture) for picture in PICTURES)
    wanted = values["end.ship_stacks"]
    if stacks < wanted:
        yield f"end.ship_stacks: the cards make {stacks} stacks at most, not {wanted}; only decks end a game."


def _most_stacks(values: Values, picture: str) -> int:
    if values[f"spaces.{picture}.then"] != "stack":
        return 0
    cards = PLAYERS * len(values[f"cards.{picture}.values"])
    return int(cards // max(1, values[f"spaces.{picture}.slots"]))
