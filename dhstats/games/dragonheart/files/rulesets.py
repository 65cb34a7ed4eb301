"""Rule sets of Dragonheart: TOML tables, checked, compared, told in words, made a record for the engine."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.games import ruleset
from dhstats.games.dragonheart.files import limits
from dhstats.games.dragonheart.files.limits import CARDS
from dhstats.games.dragonheart.files.profiles import profile, told
from dhstats.games.dragonheart.files.schema import CUSTOM, SCHEMA, Values
from dhstats.games.dragonheart.files.wording import sentences
from dhstats.games.dragonheart.table import NOWHERE, PICTURES, RULES, card_code
from dhstats.games.rulefile import Layer

_card = getattr(card_code, "py_func", card_code)  # as plain Python: to write a deck down nothing is compiled


class RuleFiles(ruleset.RuleFiles):
    """Rule files whose cards may come with the name of a deck."""

    def stacked(self, layers: Sequence[Layer]) -> Values:
        """The values of all layers, each on top of the one before, over the defaults.

        Errors: BadInput besides where cards are listed, but not those of all pictures.
        """
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
            values |= {**_cards_of_deck(layer), **layer.values}
        return {"deck": CUSTOM} | values if values.keys() & {*CARDS} else values


def _cards_of_deck(layer: Layer) -> Values:
    deck = layer.values.get("deck", CUSTOM)
    if deck == CUSTOM:
        return {}
    cards = profile(deck).cards
    return {name: list(cards[picture]) for name, picture in zip(CARDS, PICTURES, strict=True)}


def _complete(record: Any, values: Values) -> None:
    """Arrows and deck; a game whose end the rules never call stops after twice as many turns as cards, and a few."""
    record.arrows = np.sum(record.takes != NOWHERE, axis=1)
    deck = [_card(code, value) for code, name in enumerate(PICTURES) for value in values[f"cards.{name}.values"]]
    record.deck_size = len(deck)
    record.deck[: len(deck)] = deck
    record.deck_pictures = [len(values[f"cards.{name}.values"]) for name in PICTURES]
    record.turn_limit = 2 * limits.PLAYERS * len(deck) + 4


def _sources(effective: Mapping[str, Any]) -> list[tuple[str, str]]:
    return told(effective["deck"])


RULE_FILES = RuleFiles(
    name="Dragonheart",
    schema=SCHEMA,
    dtype=RULES,
    complete=_complete,
    conflicts=limits.conflicts,
    warnings=limits.warnings,
    sentences=sentences,
    sources=_sources,
    unread=("deck", "source"),  # they say where rules come from
)
load, restore = RULE_FILES.load, RULE_FILES.restore
