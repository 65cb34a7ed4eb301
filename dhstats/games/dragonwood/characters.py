"""The strategies that come with Dragonwood."""

from __future__ import annotations

from pathlib import Path

from dhstats.games.characters import Troupe
from dhstats.games.dragonwood import prospects, race, sieve, sifting
from dhstats.games.dragonwood.strategies import evaluation, greedy, uniform

TROUPE = Troupe(
    scripts={"random": uniform, "greedy": greedy},
    evaluation=evaluation,
    folder=Path(__file__).parent / "strategies" / "characters",
    parts=(prospects, race, sieve, sifting),
)
