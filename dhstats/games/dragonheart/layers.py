"""Where the values of a rule set come from: a file, the one that it extends, the settings of a command; and a deck."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from dhstats.games import rulefile
from dhstats.games.dragonheart import limits
from dhstats.games.dragonheart.profiles import profile
from dhstats.games.dragonheart.schema import CUSTOM, SCHEMA, Values
from dhstats.games.dragonheart.table import PICTURES
from dhstats.games.rulefile import EXTENDS, Layer, parse_value

__all__ = ["SHIPPED", "Layer", "file_layers", "parse_value", "settings_layer", "settled", "stacked"]

SHIPPED = SCHEMA.shipped
file_layers = partial(rulefile.file_layers, SCHEMA)
settings_layer = partial(rulefile.settings_layer, SCHEMA)
settled = partial(rulefile.settled, SCHEMA)


def stacked(layers: Sequence[Layer]) -> Values:
    """The values of all layers, each on top of the one before.

    A layer that names a deck lays down all its cards anew; its own cards come on top of that, by picture.
    """
    values: Values = {}
    for layer in layers:
        if layer.values.get("deck") == CUSTOM:
            values = {name: value for name, value in values.items() if not name.startswith("cards.")}
        values |= {**_cards_of_deck(layer), **layer.values}
    return rulefile.filled(SCHEMA, values, layers, _way, limits.conflicts)


def _cards_of_deck(layer: Layer) -> Values:
    deck = layer.values.get("deck", CUSTOM)
    if deck == CUSTOM:
        return {}
    cards = profile(deck).cards
    return {f"cards.{picture}.values": list(cards[picture]) for picture in PICTURES}


def _way(name: str) -> str:
    """What to do about a missing key."""
    if name.startswith("cards."):
        return "list the cards of all pictures, or name a deck profile"
    return f'give every key, or {EXTENDS} = "ffg" in the first line'
