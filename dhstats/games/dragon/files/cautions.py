"""Changes of Dragon!'s rules with side effects on other keys that were probably not meant."""

from collections.abc import Iterator

from dhstats.games.cautions import Caution, settings_of
from dhstats.games.dragon.table import ATTACK_TYPES, FACINGS, SEATS
from dhstats.games.keys import Values

BY_SEAT = ("decks", "start.cards")
MOST_IN_HAND, MOST_OF_TYPE = 15, 9


def cautions(base: Values, values: Values) -> Iterator[Caution]:
    """The side effects of a rule set's changes against an edition."""
    yield from _seats(base, values)
    yield from _hands(base, values)
    yield from _attacks(base, values)


def _seats(base: Values, values: Values) -> Iterator[Caution]:
    """Keys of seats where nobody sits."""
    players = values["players"]
    for table in BY_SEAT:
        for number, seat in enumerate(SEATS[players:], players + 1):
            name = f"{table}.{seat}"
            if values[name] != base[name]:
                meant = settings_of(base, {**values, "players": number}, first=[name])
                says = f"{name}: with {players} players there is no {seat} seat, so this changes nothing."
                yield Caution(says, meant)


def _hands(base: Values, values: Values) -> Iterator[Caution]:
    """An opening hand up to which, or beyond which, nobody draws; a draw step without cards."""
    size, limit, draws = values["hand.size"], values["hand.limit"], values["turn.draws"]
    if size > limit and base["hand.size"] <= base["hand.limit"]:
        room = base["hand.limit"] - base["hand.size"]
        key, other, follow = "hand.size", "hand.limit", min(MOST_IN_HAND, size + room)
        if size == base["hand.size"]:
            key, other, follow = other, key, max(1, limit - room)
        says = f"{key}={values[key]} leaves {other} at {values[other]}: a player with that many cards draws nothing."
        yield Caution(says, settings_of(base, {**values, other: follow}, first=[other]))
    if draws == 0 and base["turn.draws"] > 0:
        yield Caution("turn.draws=0: nobody draws in the draw step, so nobody can be exhausted there.")


def _attacks(base: Values, values: Values) -> Iterator[Caution]:
    """A facing that allows more attacks than there may be of all types together."""
    of_types = {f"attacks.{name}": values[f"attacks.{name}"] for name in ATTACK_TYPES}
    room, before = sum(of_types.values()), sum(base[name] for name in of_types)
    for facing in FACINGS:
        name = f"attacks.{facing}"
        if values[name] > room and base[name] <= before:
            share = min(MOST_OF_TYPE, -(-values[name] // len(of_types)))
            follow = {each: max(share, own) for each, own in of_types.items()}
            limits = ", ".join(f"{each}={own}" for each, own in of_types.items())
            says = f"{name}={values[name]} is never reached: {limits} allow only {room} attack cards per turn in all."
            yield Caution(says, settings_of(base, {**values, **follow}, first=follow))
