"""The games that the laboratory knows, loaded when they are asked for."""

from __future__ import annotations

import importlib

from dhstats.errors import BadInput, nearest
from dhstats.games.title import Title

NAMES = ("dragonheart", "dragonwood")


def load(name: str) -> Title:
    """The game of a name; BadInput with the nearest name if there is none."""
    if name not in NAMES:
        raise BadInput(f"game {name!r}: not known; {nearest(name, NAMES)}")
    module = importlib.import_module(f"dhstats.games.{name}.title")
    title: Title = module.TITLE
    return title
