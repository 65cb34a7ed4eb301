"""The strategies that come with Dragon!."""

from pathlib import Path

from dhstats.games.characters import Troupe
from dhstats.games.dragon.players.strategies import evaluation, greedy, uniform

TROUPE = Troupe(
    scripts={"random": uniform, "greedy": greedy},
    evaluation=evaluation,
    folder=Path(__file__).parent / "strategies" / "characters",
    identities={
        "random": ("8cb7fb5bade67c03e19ecd8127315c312c22492d1456acaa35e39c847df6226a",),
        "greedy": ("5e8a63b47b86b7c527ceba3361f1b79ea23f2c4005f0789bcc92419f2e8d7c16",),
        "evaluation": (
            "6614998ab780d9e7d25473c28df7042d15fe6bfc602b4fe121d4c8fa49fbf7b4",
            "dab00c4c97b837ef2621d236fe5f5fd96406ec47489fa29619dca289b5a939cb",
        ),
    },
)
