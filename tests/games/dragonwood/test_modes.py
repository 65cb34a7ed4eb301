"""One source has one meaning: compiled, compiled with every index checked, and interpreted."""

import hashlib

import pytest

from dhstats.games.dragonwood.files.rulesets import load
from dhstats.players.forks import Arm
from tests.games.dragonwood.forked import MOVER_GETS, NOBODY_GETS, forked
from tests.games.dragonwood.test_referee import CASES
from tests.games.logs import engine_logs
from tests.games.test_modes import OTHER_MODES, WHOLE_GAMES, run

FILES = "tests/games/dragonwood"

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


@pytest.mark.parametrize("mode", WHOLE_GAMES)
def test_every_mode_plays_and_forks_alike(mode: str) -> None:
    """The same rows and results as compiled, whose games the referee judges."""
    assert run(mode, "-c", f"from {__name__} import digest; print(digest())").strip() == digest()


@pytest.mark.long(
    "odd positions under index checks and as plain Python; whole games are above, all positions in compiled code"
)
@pytest.mark.parametrize("mode", OTHER_MODES)
def test_rules_hold_in_every_mode(mode: str) -> None:
    """The rulebook, sentence by sentence, as when compiled."""
    assert "passed" in run(
        mode, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "engine", f"{FILES}/test_rulebook.py"
    )


@pytest.mark.long("every option in every mode; every logged decision in every mode is above")
@pytest.mark.parametrize("mode", OTHER_MODES)
def test_the_oracle_agrees_in_every_mode(mode: str) -> None:
    """Games on both tables, with potion and spells, four players and the last card."""
    chosen = "both_tables and (spell or simple) and not random"
    arguments = ("-q", "-p", "no:cacheprovider", "-m", "not long", "-k", chosen)
    assert "passed" in run(mode, "-m", "pytest", *arguments, f"{FILES}/test_oracle.py")
