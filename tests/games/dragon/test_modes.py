"""One source has one meaning: compiled, compiled with every index checked, and interpreted."""

import hashlib
from collections.abc import Sequence

import pytest

from dhstats.games.dragon.files.rulesets import load
from tests.games.dragon.test_referee import CASES
from tests.games.logs import engine_logs
from tests.games.test_modes import OTHER_MODES, run

SHORT = ("other readings", "one card", "rounds", "three")  # every switch, random and greedy players

pytestmark = pytest.mark.interpreted


def digest(cases: Sequence[str], deals: int) -> str:
    """Games of these cases, logged decision by decision, as one number."""
    told = hashlib.sha256()
    for name, settings, players, _ in (CASES[case] for case in cases):
        for kept in engine_logs("dragon", load(name, settings), players, 2**64 - 3, 2**40, deals):
            told.update(repr(kept).encode())
    return told.hexdigest()


def digest_in(mode: str, cases: Sequence[str], deals: int) -> str:
    """The same number, in a process of that mode."""
    code = f"from tests.games.dragon.test_modes import digest\nprint(digest({cases!r}, {deals}))"
    return run(mode, "-c", code).strip()


def test_compiled_games_are_those_of_the_source() -> None:
    """The same rows as by plain Python, which finds whatever lies outside of an array as well."""
    assert digest_in("interpreted", SHORT, 1) == digest(SHORT, 1)


@pytest.mark.long(
    "all kinds of games in the other modes, index checks among them; some are played as plain Python above"
)
@pytest.mark.parametrize("mode", OTHER_MODES)
def test_every_mode_plays_the_same_games(mode: str) -> None:
    """The same rows as when compiled."""
    assert digest_in(mode, tuple(CASES), 2) == digest(tuple(CASES), 2)
