"""One source has one meaning: compiled and interpreted."""

import hashlib

import pytest

from dhstats.games.dragonwood.files.rulesets import load
from dhstats.players.positions.forks import Arm
from tests.games.dragonwood.forked import MOVER_GETS, NOBODY_GETS, forked
from tests.games.dragonwood.test_referee import CASES
from tests.games.logs import engine_logs
from tests.games.test_modes import run

# What is tried in other modes: `tests/benchmarks/index_checks.py` does so under index checks, which takes a minute to compile.
RULEBOOK = ("-k", "engine", "tests/games/dragonwood/test_rulebook.py")
ORACLE = (
    "-m", "not long", "-k", "both_tables and (spell or simple) and not random", "tests/games/dragonwood/test_oracle.py"
)  # fmt: skip

pytestmark = pytest.mark.interpreted


def digest() -> str:
    """Games with every act, spells, re-rolls and spent enhancements, and games that are forked, as one number."""
    told = hashlib.sha256()
    for name, settings, players, _ in (CASES[case] for case in ("wild", "cheap")):
        for kept in engine_logs("dragonwood", load(name, settings), players, 2**64 - 3, 2**40, 1):
            told.update(repr(kept).encode())
    arms = (
        Arm("an enhancement", (("lucky_mushroom", MOVER_GETS),)),
        Arm("no dragon", (("orange_dragon", NOBODY_GETS),)),
        Arm("points and cards", (("points", 3), ("cards", 2))),
    )
    found = forked("captured-gigantic_python", arms, ("random", "greedy"), deals=1, replicates=2)
    assert len(found.forks)
    told.update(repr((found.forks.tolist(), found.parents.tolist(), found.results.tolist())).encode())
    return told.hexdigest()


@pytest.mark.long(
    "Dragonwood in plain Python; what is compiled agrees with the plain Python of the referee in test_oracle"
)
def test_plain_python_plays_and_forks_alike() -> None:
    """The same rows and results as compiled, whose games the referee judges."""
    assert run("interpreted", "-c", f"from {__name__} import digest; print(digest())").strip() == digest()
