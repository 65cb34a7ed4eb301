"""One source has one meaning: compiled, compiled with every index checked, and interpreted."""

import pytest

from tests.games.test_modes import MODES, OTHER_MODES, run

# Games of two, three and four players, with every switch in use, logged decision by decision, as one number.
DIGEST = """
import hashlib
from dhstats.games.dragon.files.rulesets import load
from tests.games.dragon.logs import engine_logs
from tests.games.dragon.test_referee import CASES

told = hashlib.sha256()
for name, settings, players, _ in CASES.values():
    for kept in engine_logs(load(name, settings), players, 2**64 - 3, 2**40, 2):
        told.update(repr(kept).encode())
print(told.hexdigest())
"""

pytestmark = pytest.mark.interpreted


def test_every_mode_plays_the_same_games() -> None:
    """The same rows in all three modes."""
    assert len({run(mode, "-c", DIGEST) for mode in MODES}) == 1


@pytest.mark.long(
    "odd positions under index checks and as plain Python; whole games are above, all positions in compiled code"
)
@pytest.mark.parametrize("mode", OTHER_MODES)
def test_rules_hold_in_every_mode(mode: str) -> None:
    """The rulebook sentence by sentence, and every effect, as when compiled."""
    files = [f"tests/games/dragon/test_{name}.py" for name in ("rulebook", "effects")]
    assert "passed" in run(mode, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "engine", *files)
