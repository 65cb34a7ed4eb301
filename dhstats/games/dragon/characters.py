"""The strategies that come with Dragon!."""

from __future__ import annotations

from pathlib import Path

from dhstats.games.characters import Troupe
from dhstats.games.dragon import prospects
from dhstats.games.dragon.strategies import evaluation, greedy, uniform

TROUPE = Troupe(
    scripts={"random": uniform, "greedy": greedy},
    evaluation=evaluation,
    folder=Path(__file__).parent / "strategies" / "characters",
    parts=(prospects,),
)
