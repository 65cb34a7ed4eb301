"""A rule set of Dragonwood for people: sentences for a report."""

from collections.abc import Iterator

from dhstats.games.dragonwood.files.limits import adventurers, removed, wood
from dhstats.games.dragonwood.files.schema import LEVERS
from dhstats.games.dragonwood.table import CREATURES, ENHANCEMENTS, EVENTS, WAYS
from dhstats.games.keys import Values

_OF_CARDS = ("creatures.", "enhancements.", "events.", "setup.removed.")


def sentences(values: Values) -> list[str]:
    """What the rules say: the decks, lever by lever what holds for all, then card by card."""
    others = [lever for lever in LEVERS.values() if not lever.name.startswith(_OF_CARDS)]
    return [
        f"{adventurers(values)} adventurer cards; {wood(values)} Dragonwood cards, {removed(values)} of them removed.",
        f"Dice with the faces {' '.join(map(str, values['dice.faces']))}.",
        *(text for lever in others if (text := spoken(lever.sentence(values[lever.name])))),
        *(_creature(values, name) for name in CREATURES),
        *(_enhancement(values, name) for name in ENHANCEMENTS),
        *(_event(values, name) for name in EVENTS),
    ]


def spoken(name: str) -> str:
    """The name of a card as people say it."""
    return name.replace("_", " ")


def _head(values: Values, kind: str, name: str) -> str:
    return f"{spoken(name).capitalize()}: {values[f'{kind}.{name}.copies']}"


def _numbers(values: Values, kind: str, name: str) -> str:
    return ", ".join(f"{way} {values[f'{kind}.{name}.{way}']}" for way in WAYS[:3])


def _creature(values: Values, name: str) -> str:
    points = values[f"creatures.{name}.points"]
    worth = f"{points} point" if points == 1 else f"{points} points"
    dragon = "; a dragon" if values[f"creatures.{name}.dragon"] else ""
    return f"{_head(values, 'creatures', name)}; {worth}; {_numbers(values, 'creatures', name)}{dragon}."


def _enhancement(values: Values, name: str) -> str:
    effects = ", ".join(_effects(values, f"enhancements.{name}")) or "no effect"
    return f"{_head(values, 'enhancements', name)}; {_numbers(values, 'enhancements', name)}; {effects}."


def _effects(values: Values, key: str) -> Iterator[str]:
    for way in WAYS:
        if points := values[f"{key}.adds_to_{way}"]:
            yield f"+{points} to a {way}"
    if dice := values[f"{key}.dice"]:
        yield f"+{dice} dice"
    for part, words in (("rerolls", "one die again"), ("wild", "any adventurer card"), ("once", "once only")):
        if values[f"{key}.{part}"]:
            yield words


def _event(values: Values, name: str) -> str:
    key = f"events.{name}"
    parts = [f"all {part[:-1]} {n}" for part in ("draws", "discards", "passes") if (n := values[f"{key}.{part}"])]
    parts = [part.replace("passe ", "pass ") for part in parts]
    parts += ["enhancements leave the landscape"] if values[f"{key}.clears"] else []
    return f"{_head(values, 'events', name)}; {', '.join(parts) or 'no effect'}."
