"""Changes of Dragonheart's rules with side effects on other keys that were probably not meant."""

from collections.abc import Iterator

from dhstats.games.cautions import Caution, settings_of
from dhstats.games.dragonheart.files.schema import SEATS
from dhstats.games.dragonheart.table import MAX_HAND, PICTURES
from dhstats.games.keys import Values

HAND, KEEPER = "hand.size", "great_dragon.hand_size"
OPENINGS = tuple(f"seats.{seat}.hand_size" for seat in SEATS)
PLAYERS = 2
HANDICAP = ": it is a handicap"


def cautions(base: Values, values: Values) -> Iterator[Caution]:
    """The side effects of a rule set's changes against an edition."""
    yield from _hands(base, values)
    for picture in PICTURES:
        yield from _empty(base, values, picture)
        yield from _row(base, values, picture)
        yield from _itself(base, values, picture)
    yield from _unreached(base, values)


def _hands(base: Values, values: Values) -> Iterator[Caution]:
    """Hands that go with one another in the base, of which only some were changed."""
    size, keeper = values[HAND], values[KEEPER]
    follow = {name: size for name in OPENINGS if base[name] == base[HAND]}
    follow[KEEPER] = min(MAX_HAND, size + base[KEEPER] - base[HAND])
    left = [name for name in follow if values[name] == base[name] and values[name] != follow[name]]
    if size != base[HAND] and left:
        parts = [f"{name} at {values[name]}" for name in left if name != KEEPER]
        if KEEPER in left:
            parts.append(f"{KEEPER} at {keeper}, so that the figure's keeper {_worth(size, keeper)}")
        meant = settings_of(base, {**values, **{name: follow[name] for name in left}}, first=left)
        listed = " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))
        yield Caution(f"{HAND}={size} leaves {listed}.", meant)
    elif keeper < size and base[KEEPER] >= base[HAND]:
        says = f"{KEEPER}={keeper} is less than {HAND}={size}: the figure's keeper {_worth(size, keeper)}."
        yield Caution(says, settings_of(base, {**values, KEEPER: size}, first=[KEEPER]) or (f"{KEEPER}={size}",))


def _worth(size: int, keeper: int) -> str:
    """What the figure does for its keeper's hand."""
    if keeper == size:
        return "has no more cards than the opponent: the figure loses its main power"
    more = keeper - size
    cards = f"{abs(more)} card{'s' * (abs(more) > 1)}"
    return f"refills to {cards} {'more' if more > 0 else 'fewer'} than the opponent" + ("" if more > 0 else HANDICAP)


def _empty(base: Values, values: Values, picture: str) -> Iterator[Caution]:
    """A picture without cards: its space never acts, and what only it took stays where it is."""
    name = f"cards.{picture}.values"
    if values[name] or not base[name]:
        return
    lost = [place for place in values[f"spaces.{picture}.takes"] if place != picture and not _takers(values, place)]
    then = f", and cards on {' or '.join(lost)} are never taken" if lost else ""
    yield Caution(f"{name}=[]: there are no such cards, so their space never acts{then}.")


def _row(base: Values, values: Values, picture: str) -> Iterator[Caution]:
    """A row that is longer than there are cards for it."""
    slots, cards = values[f"spaces.{picture}.slots"], PLAYERS * len(values[f"cards.{picture}.values"])
    if slots > cards > 0:
        name = f"spaces.{picture}.slots"
        says = f"{name}={slots}: both decks hold {cards} such cards, so the row is never full and never acts."
        yield Caution(says, settings_of(base, {**values, name: cards}, first=[name]))


def _itself(base: Values, values: Values, picture: str) -> Iterator[Caution]:
    """A stack with an arrow to itself: every play takes itself at once."""
    name = f"spaces.{picture}"
    if values[f"{name}.slots"] or picture not in values[f"{name}.takes"] or picture in base[f"{name}.takes"]:
        return
    row = {f"{name}.slots": max(2, min(4, PLAYERS * len(values[f"cards.{picture}.values"])))}
    says = (
        f"{name}.takes includes {picture} itself, and the space is a stack: a player can score the cards"
        " at once after playing them there. A row that takes itself, like that of the dwarves, waits"
        " until it is full."
    )
    yield Caution(says, settings_of(base, {**values, **row}, first=row))


def _unreached(base: Values, values: Values) -> Iterator[Caution]:
    """Spaces whose cards were taken under the base rules and no longer are."""
    for picture in PICTURES:
        stays = values[f"spaces.{picture}.then"] == "stay" and values[f"cards.{picture}.values"]
        reached = any(picture in values[f"spaces.{other}.takes"] for other in PICTURES)
        was = any(picture in base[f"spaces.{other}.takes"] for other in PICTURES)
        if stays and was and not reached:
            figure = picture == "petrified_dragon"
            more = ", so nobody ever gets the figure" if figure and values["great_dragon.holder"] == "nobody" else ""
            yield Caution(f"spaces.{picture}: no arrow leads there any more, so the cards there are never taken{more}.")


def _takers(values: Values, place: str) -> list[str]:
    """The pictures with cards whose spaces take from a place."""
    return [
        picture
        for picture in PICTURES
        if place in values[f"spaces.{picture}.takes"] and values[f"cards.{picture}.values"]
    ]
