"""The strategies that come with Dragonheart."""

from pathlib import Path

from dhstats.games.characters import Troupe
from dhstats.games.dragonheart.players.strategies import evaluation, greedy, uniform

TROUPE = Troupe(
    scripts={"random": uniform, "greedy": greedy},
    evaluation=evaluation,
    folder=Path(__file__).parent / "strategies" / "characters",
    identities={
        "random": ("69109168aead7bbd4d6b8179cd4990c70ad7c65ee27615d11d328dff1872242c",),
        "greedy": ("853a6fde3b38bd6abc1a1620401cc87cdf3539a4e89cd23af63c163ae4bbcea1",),
        "evaluation": ("7db0281a9ca106aad5d2e97505c1530083d2a192784e2677b1ee82171e8afa1e",),
    },
)
