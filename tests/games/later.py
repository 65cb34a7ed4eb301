"""A game whose rule files have come to know one key more, for the length of a test."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from dhstats.games import catalogue
from dhstats.games.dragon.files import packfile
from dhstats.games.keys import Key, Schema, whole

SCHEMAS: Mapping[str, Schema] = {game: catalogue.rules(game).schema for game in catalogue.NAMES}
NAME = "hand.most_played"  # a key that no game has, in a table that every game has


def later(schema: Schema) -> Key:
    """A key that comes with the next schema; its default is a number, and all is as it was with it."""
    meaning = "The most cards that a hand may play in a turn; 0 is no limit."
    says = {3: "A hand may play three cards in a turn."}
    return Key(NAME, whole(0, 9), meaning, says, default=0, since=schema.number + 1, unsaid=(0,))


def add(patch: pytest.MonkeyPatch, schema: Schema, key: Key) -> None:
    """Adds a key to a schema in place: every part of the program holds the same one."""
    longer = replace(schema, keys=(*schema.keys, key))
    for name, lever in longer.levers.items():
        if name not in schema.levers:
            patch.setitem(schema.levers, name, lever)
    for part in ("keys", "number", "inner", "deepest"):
        patch.setitem(vars(schema), part, getattr(longer, part))


def add_to(patch: pytest.MonkeyPatch, game: str) -> None:
    """Adds the later key to a game."""
    key = later(SCHEMAS[game])
    add(patch, SCHEMAS[game], key)
    if game == "dragon":
        add(patch, packfile._PLAIN, key)
