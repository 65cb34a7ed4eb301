"""What a game adds to pages: charts of its own questions, and how a moment of it is drawn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dhstats.games.catalogue import game_module
from dhstats.report.drawing.frames import Frame
from dhstats.report.plans.plans import Plan
from dhstats.simulate.replays.replay import Replay


@dataclass(frozen=True, slots=True)
class Own:
    """A game's own charts by question, how a moment of it is drawn, and what leads from one moment to the next."""

    plans: Mapping[str, tuple[Plan, ...]]
    frame: Callable[[Replay, int, str, Any], Frame]
    step: str


def own(game: str) -> Own:
    """What a game has of its own on pages; BadInput if there is no such game."""
    found: Own = game_module("report", game, "own").OWN
    return found
