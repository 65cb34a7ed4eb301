"""Where to find all strategies of Dragon!."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dhstats.engine.strategy import Strategy, file_hash, from_file, from_package, installed
from dhstats.errors import BadInput, nearest
from dhstats.games.dragon.strategies import greedy, uniform

BUILT_IN: dict[str, Any] = {"random": uniform, "greedy": greedy}


def shipped() -> tuple[str, ...]:
    """The names of all strategies that come with the game."""
    return tuple(BUILT_IN)


def find(text: str) -> Strategy:
    """The strategy of a name: built in, offered by an installed package, or `bots.py:function`."""
    if text in BUILT_IN:
        return _built_in(text)
    if ":" in text:
        return from_file(text)
    if text in installed():
        return from_package(text)
    raise BadInput(f"strategy {text!r}: not known; {nearest(text, (*shipped(), *installed()))}")


def _built_in(name: str) -> Strategy:
    module = BUILT_IN[name]
    idea = (module.choose.__doc__ or "").splitlines()[0]
    return Strategy(name, idea, "built in", file_hash(Path(module.__file__).read_bytes()), module.choose)
