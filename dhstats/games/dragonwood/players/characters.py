"""The strategies that come with Dragonwood."""

from pathlib import Path

from dhstats.games.characters import Troupe
from dhstats.games.dragonwood.players.strategies import evaluation, greedy, uniform

TROUPE = Troupe(
    scripts={"random": uniform, "greedy": greedy},
    evaluation=evaluation,
    folder=Path(__file__).parent / "strategies" / "characters",
    identities={
        "random": ("850423741dc745272a85ae919f689240d4f79da67d9075a8e7656a11c0ab63f2",),
        "greedy": ("717d4f07ef36fc2f4335907ed2d16517405a94c3d1824ecd471c958a8e91f6e7",),
        "evaluation": (
            "dd033823ed8a0756b0fffd4c6129e323a803d2dbd9ee257e9beb3ca4728b432a",
            "812e134050d146698e0798dc52d3d88c8f32893db4590e2de30ec80dde9803cc",
            "95fdd03c5117c430a2225227764fe7821f77f91eaf1f30224ca916ad45ae7250",
        ),
    },
)
