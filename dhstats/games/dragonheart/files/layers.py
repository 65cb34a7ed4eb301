"""Where the values of a rule set come from: a file, the one that it extends, the settings of a command; and a deck."""

from collections.abc import Sequence
from functools import cache, partial

from dhstats.errors import BadInput
from dhstats.games import rulefile
from dhstats.games.dragonheart.files import limits
from dhstats.games.dragonheart.files.profiles import profile
from dhstats.games.dragonheart.files.schema import CUSTOM, SCHEMA, Values
from dhstats.games.dragonheart.table import PICTURES
from dhstats.games.rulefile import Layer, parse_value

__all__ = ["SHIPPED", "Layer", "file_layers", "given", "parse_value", "settings_layer", "settled", "stacked"]

SHIPPED = SCHEMA.shipped
CARDS = tuple(f"cards.{picture}.values" for picture in PICTURES)
file_layers = partial(rulefile.file_layers, SCHEMA)
settings_layer = partial(rulefile.settings_layer, SCHEMA)
settled = partial(rulefile.settled, SCHEMA)


def stacked(layers: Sequence[Layer]) -> Values:
    """The values of all layers, each on top of the one before, over the defaults.

    Errors: BadInput besides where cards are listed, but not those of all pictures.
    """
    values = given(layers)
    unlisted = [name for name in CARDS if name not in values]
    if unlisted and "deck" in values and not any(layer.problems for layer in layers):
        more = f" and {len(unlisted) - 1} more keys" if len(unlisted) > 1 else ""
        raise BadInput(
            f"{layers[-1].place}: {unlisted[0]}{more}: missing; list the cards of all pictures, or name a deck profile"
        )
    return rulefile.filled(SCHEMA, values, layers, _usual, limits.conflicts)


@cache
def _usual() -> Values:
    return given(file_layers(SCHEMA.base))


def given(layers: Sequence[Layer]) -> Values:
    """What the layers say, each on top of the one before.

    A layer that names a deck lays down all its cards anew; its own cards come on top of that, by picture. Where cards
    are listed and no deck is named, the deck is a custom one.
    """
    values: Values = {}
    for layer in layers:
        if layer.values.get("deck") == CUSTOM:
            values = {name: value for name, value in values.items() if not name.startswith("cards.")}
        values |= {**_cards_of_deck(layer), **layer.values}
    return {"deck": CUSTOM} | values if values.keys() & {*CARDS} else values


def _cards_of_deck(layer: Layer) -> Values:
    deck = layer.values.get("deck", CUSTOM)
    if deck == CUSTOM:
        return {}
    cards = profile(deck).cards
    return {name: list(cards[picture]) for name, picture in zip(CARDS, PICTURES, strict=True)}
