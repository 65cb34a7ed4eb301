"""A rule set for people: sentences for a report."""

from collections import Counter
from collections.abc import Sequence

from dhstats.games.dragonheart.files.limits import deck_points, deck_size
from dhstats.games.dragonheart.files.profiles import profile
from dhstats.games.dragonheart.files.schema import CUSTOM, LEVERS, Values
from dhstats.games.dragonheart.table import BELOW_SHIP, PICTURES


def sentences(values: Values) -> list[str]:
    """What the rules say: the deck, each picture's cards and space, then lever by lever."""
    said = [_deck_sentence(values)]
    said += [_picture_sentence(values, picture) for picture in PICTURES]
    others = [lever for lever in LEVERS.values() if not lever.name.startswith(("cards.", "spaces."))]
    return said + [text for lever in others if (text := lever.sentence(values[lever.name]))]


def _deck_sentence(values: Values) -> str:
    size, points = deck_size(values), deck_points(values)
    return f"Each deck has {size} cards worth {points} points ({deck_name(values)})."


def deck_name(values: Values) -> str:
    """The deck's profile, and which pictures have other cards than it lists."""
    deck = values["deck"]
    if deck == CUSTOM:
        return "a list of its own"
    cards = profile(deck).cards
    other = [name for name in PICTURES if list(cards[name]) != values[f"cards.{name}.values"]]
    return f"profile {deck}" + (f", changed in {_words(other, 'and')}" if other else "")


def _picture_sentence(values: Values, picture: str) -> str:
    counts: Counter[int] = Counter(values[f"cards.{picture}.values"])
    cards = ", ".join(f"{count} of value {value}" for value, count in sorted(counts.items())) or "no cards"
    space = [_clause(values, f"spaces.{picture}.{part}") for part in ("slots", "takes", "then")]
    return f"{_spoken(picture).capitalize()}: {cards}; {'; '.join(space)}."


def _clause(values: Values, name: str) -> str:
    value = values[name]
    if isinstance(value, list):
        return f"takes {_words(value, 'or')}" if value else "takes nothing"
    return LEVERS[name].sentence(value)


def _words(names: Sequence[str], last: str) -> str:
    *most, final = [_spoken(name) for name in names]
    return f"{', '.join(most)} {last} {final}" if most else final


def _spoken(name: str) -> str:
    return "the cards below the ship" if name == BELOW_SHIP else name.replace("_", " ")
