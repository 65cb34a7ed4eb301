"""Rule sets of Dragonheart: TOML tables, checked, compared, told in words, made a record for the engine."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.games import ruleset
from dhstats.games.cautions import Caution, settings_of
from dhstats.games.dragonheart.files.schema import CUSTOM, LEVERS, SCHEMA, SEATS, SLOTS, THEN, profile
from dhstats.games.dragonheart.table import BELOW_SHIP, MAX_DECK, MAX_HAND, NOWHERE, PICTURES, ROWS, RULES, card_code
from dhstats.games.keys import OTHERWISE, Values
from dhstats.games.rulefile import Conflict, Layer

PLAYERS = 2
TOLD = ("deck", "cards.", "spaces.", "source.")  # what keys begin with that the rules in words tell together
HAND, KEEPER = "hand.size", "great_dragon.hand_size"
OPENINGS = tuple(f"seats.{seat}.hand_size" for seat in SEATS)
CARDS = tuple(f"cards.{picture}.values" for picture in PICTURES)
MAX_TAKE = int(np.iinfo(ROWS.event["taken_points"]).max)


def deck_size(values: Values) -> int:
    """How many cards one player's deck has."""
    return sum(len(values[name]) for name in CARDS)


def conflicts(values: Values) -> Iterator[Conflict]:
    """Where values do not fit each other.

    Two more limits follow from those of the single keys and need no check: a hand of MAX_HAND cards has no
    more legal moves, and two decks no more cards and points, than the columns of the log hold.
    """
    size, cards = deck_size(values), ("deck", *CARDS)
    if size > MAX_DECK:
        yield Conflict(cards, f"cards: {size} in a deck, must be at most {MAX_DECK}")
    largest = max((HAND, KEEPER, *OPENINGS), key=lambda name: int(values[name]))
    if size < values[largest]:
        most = f"must be at most {size}, as many cards as a deck has"
        yield Conflict((*cards, largest), f"{largest} = {values[largest]}: {most}")
    for picture in PICTURES:
        # The most points that a play to a space can bring: its richest arrow, and its own cards if scored
        takes: list[str] = values[f"spaces.{picture}.takes"]
        own = _points_on(values, picture) if values[f"spaces.{picture}.then"] == "score" else 0
        piles = [_points_on(values, place) + (own if place != picture else 0) for place in takes]
        points = max(piles, default=own)
        if points > MAX_TAKE:
            yield Conflict(
                (*cards, *(name for name in LEVERS if name.startswith("spaces."))),
                f"spaces.{picture}: takes up to {points} points in a turn, must be at most {MAX_TAKE};"
                " give fewer cards, lower values or other arrows",
            )


def _points_on(values: Values, place: str) -> int:
    """The most points that can lie at a place: all cards of both decks that may come there."""
    below = [picture for picture in PICTURES if values[f"spaces.{picture}.then"] == BELOW_SHIP]
    pictures = below if place == BELOW_SHIP else [place]
    return PLAYERS * sum(sum(values[f"cards.{picture}.values"]) for picture in pictures)


def warnings(values: Values) -> Iterator[str]:
    """Sentences about rules that can be played but were hardly meant."""
    reached, stacks = {place for picture in PICTURES for place in values[f"spaces.{picture}.takes"]}, 0
    for picture in PICTURES:
        slots, then = values[f"spaces.{picture}.slots"], values[f"spaces.{picture}.then"]
        if slots > 0 and then == "stay" and picture not in reached:
            row = f"spaces.{picture}: the row of {slots} never empties"
            yield f"{row}, because its cards stay and no arrow leads to them; then no {picture} can be played."
        if then == "stack":
            stacks += PLAYERS * len(values[f"cards.{picture}.values"]) // max(1, slots)
    wanted = values["end.ship_stacks"]
    if stacks < wanted:
        yield f"end.ship_stacks: the cards make {stacks} stacks at most, not {wanted}; only decks end a game."


SURE = ("high", "medium-high", "medium", "low")  # words of confidence, the surest first


def sources(effective: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Where the deck of a rule set comes from and how sure that is: labels with what they say."""
    name = effective["deck"]
    if name == CUSTOM:
        return [("Deck", "Listed card by card in the rule file.")]
    source = profile(name)["source"]
    sure: dict[str, list[str]] = {}
    for picture, confidence in source["confidence"].items():
        sure.setdefault(confidence, []).append(picture.replace("_", " "))
    ranked = sorted(sure, key=lambda word: SURE.index(word) if word in SURE else len(SURE))
    confidence = "; ".join(f"{word}: {', '.join(sure[word])}" for word in ranked)
    return [
        ("Deck", f"Profile {name}. {source['title']}."),
        ("How it was reconstructed", source["note"]),
        ("Confidence in the number and values of cards", confidence),
    ]


def sentences(values: Values) -> list[str]:
    """What the rules say: the deck, each picture's cards and space, then lever by lever."""
    points = sum(sum(values[name]) for name in CARDS)
    said = [f"Each deck has {deck_size(values)} cards worth {points} points ({deck_name(values)})."]
    said += [_picture_sentence(values, picture) for picture in PICTURES]
    others = [lever for lever in LEVERS.values() if not lever.name.startswith(TOLD)]
    return said + [text for lever in others if (text := lever.listed(values[lever.name]))]


def deck_name(values: Values) -> str:
    """The deck's profile, and which pictures have other cards than it lists."""
    deck = values["deck"]
    if deck == CUSTOM:
        return "a list of its own"
    cards = LEVERS["deck"].key.tables[deck]
    other = [name for name in PICTURES if cards[f"cards.{name}.values"] != values[f"cards.{name}.values"]]
    return f"profile {deck}" + (f", changed in {_words(other, 'and')}" if other else "")


def _picture_sentence(values: Values, picture: str) -> str:
    counts: Counter[int] = Counter(values[f"cards.{picture}.values"])
    cards = ", ".join(f"{count} of value {value}" for value, count in sorted(counts.items())) or "no cards"
    slots, takes, then = (values[f"spaces.{picture}.{part}"] for part in ("slots", "takes", "then"))
    row = SLOTS.get(slots, SLOTS[OTHERWISE]).format(n=slots)
    space = (row, f"takes {_words(takes, 'or')}" if takes else "takes nothing", THEN[then])
    return f"{_spoken(picture).capitalize()}: {cards}; {'; '.join(space)}."


def _words(names: Sequence[str], last: str) -> str:
    *most, final = [_spoken(name) for name in names]
    return f"{', '.join(most)} {last} {final}" if most else final


def _spoken(name: str) -> str:
    return "the cards below the ship" if name == BELOW_SHIP else name.replace("_", " ")


_card = getattr(card_code, "py_func", card_code)  # as plain Python: to write a deck down nothing is compiled


class RuleFiles(ruleset.RuleFiles):
    """Rule files whose cards may come with the name of a deck."""

    def stacked(self, layers: Sequence[Layer]) -> Values:
        """The values of all layers, each on top of the one before, over the defaults."""
        values = self.given(layers)
        unlisted = [name for name in CARDS if name not in values]
        if unlisted and "deck" in values and not any(layer.problems for layer in layers):
            more = f" and {len(unlisted) - 1} more keys" if len(unlisted) > 1 else ""
            meant = "list the cards of all pictures, or name a deck profile"
            raise BadInput(f"{layers[-1].place}: {unlisted[0]}{more}: missing; {meant}")
        return super().stacked(layers)

    def given(self, layers: Sequence[Layer]) -> Values:
        """What the layers say, each on top of the one before.

        A layer that names a deck lays down all its cards anew; its own cards come on top of that, by picture. Where
        cards are listed and no deck is named, the deck is a custom one.
        """
        values: Values = {}
        for layer in layers:
            if layer.values.get("deck") == CUSTOM:
                values = {name: value for name, value in values.items() if not name.startswith("cards.")}
            values |= SCHEMA.stood_for(layer.values) | layer.values
        return {"deck": CUSTOM} | values if values.keys() & {*CARDS} else values


def _complete(record: Any, values: Values) -> None:
    """Arrows and deck; a game whose end the rules never call stops after twice as many turns as cards, and a few."""
    record.arrows = np.sum(record.takes != NOWHERE, axis=1)
    deck = [_card(code, value) for code, name in enumerate(PICTURES) for value in values[f"cards.{name}.values"]]
    record.deck_size = len(deck)
    record.deck[: len(deck)] = deck
    record.deck_pictures = [len(values[f"cards.{name}.values"]) for name in PICTURES]
    record.turn_limit = 2 * PLAYERS * len(deck) + 4


RULE_FILES = RuleFiles(
    name="Dragonheart",
    schema=SCHEMA,
    dtype=RULES,
    complete=_complete,
    conflicts=conflicts,
    warnings=warnings,
    sentences=sentences,
    sources=sources,
    unread=("deck", "source"),  # they say where rules come from
)
load, restore = RULE_FILES.load, RULE_FILES.restore


def cautions(base: Values, values: Values) -> Iterator[Caution]:
    """The side effects of a rule set's changes against an edition."""
    # Hands that go with one another in the base, of which only some were changed
    size, keeper = values[HAND], values[KEEPER]
    follow = {name: size for name in OPENINGS if base[name] == base[HAND]}
    follow[KEEPER] = min(MAX_HAND, size + base[KEEPER] - base[HAND])
    left = [name for name in follow if values[name] == base[name] and values[name] != follow[name]]
    if size != base[HAND] and left:
        parts = [f"{name} at {values[name]}" for name in left if name != KEEPER]
        if KEEPER in left:
            parts.append(f"{KEEPER} at {keeper}, so the figure's keeper {_worth(size, keeper)}")
        meant = settings_of(base, {**values, **{name: follow[name] for name in left}}, first=left)
        listed = " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
        yield Caution(f"{HAND}={size} leaves {listed}.", meant)
    elif keeper < size and base[KEEPER] >= base[HAND]:
        says = f"{KEEPER}={keeper} is less than {HAND}={size}: the figure's keeper {_worth(size, keeper)}."
        yield Caution(says, settings_of(base, {**values, KEEPER: size}, first=[KEEPER]) or (f"{KEEPER}={size}",))
    for picture in PICTURES:
        yield from _empty(base, values, picture)
        slots, cards = values[f"spaces.{picture}.slots"], PLAYERS * len(values[f"cards.{picture}.values"])
        if slots > cards > 0:
            name = f"spaces.{picture}.slots"
            says = f"{name}={slots}: both decks hold {cards} such cards, so the row is never full and never acts."
            yield Caution(says, settings_of(base, {**values, name: cards}, first=[name]))
        yield from _itself(base, values, picture)
    for picture in PICTURES:
        stays = values[f"spaces.{picture}.then"] == "stay" and values[f"cards.{picture}.values"]
        reached = any(picture in values[f"spaces.{other}.takes"] for other in PICTURES)
        was = any(picture in base[f"spaces.{other}.takes"] for other in PICTURES)
        if stays and was and not reached:
            figure = picture == "petrified_dragon"
            more = ", so nobody ever gets the figure" if figure and values["great_dragon.holder"] == "nobody" else ""
            yield Caution(f"spaces.{picture}: no arrow leads there, so the cards there are never taken{more}.")


def _worth(size: int, keeper: int) -> str:
    if keeper == size:
        return "has no more cards than the opponent: the figure loses its main power"
    more = keeper - size
    cards = f"{abs(more)} card{'s' * (abs(more) > 1)}"
    fewer = "fewer than the opponent: it is a handicap"
    return f"refills to {cards} {'more than the opponent' if more > 0 else fewer}"


def _empty(base: Values, values: Values, picture: str) -> Iterator[Caution]:
    """A picture without cards: its space never acts, and what only it took stays where it is."""
    name = f"cards.{picture}.values"
    if values[name] or not base[name]:
        return
    played = [other for other in PICTURES if values[f"cards.{other}.values"]]
    taken = {place for other in played for place in values[f"spaces.{other}.takes"]}
    lost = [place for place in values[f"spaces.{picture}.takes"] if place not in (picture, *taken)]
    then = f", and cards on {' or '.join(lost)} are never taken" if lost else ""
    yield Caution(f"{name}=[]: there are no such cards, so their space never acts{then}.")


def _itself(base: Values, values: Values, picture: str) -> Iterator[Caution]:
    """A stack with an arrow to itself: every play takes itself at once."""
    name = f"spaces.{picture}"
    if values[f"{name}.slots"] or picture not in values[f"{name}.takes"] or picture in base[f"{name}.takes"]:
        return
    row = {f"{name}.slots": max(2, min(4, PLAYERS * len(values[f"cards.{picture}.values"])))}
    says = (
        f"{name}.takes includes {picture} itself, and the space is a stack: a player can score the cards at once after"
        " playing them there. A row that takes itself, like that of the dwarves, waits until it is full."
    )
    yield Caution(says, settings_of(base, {**values, **row}, first=row))
