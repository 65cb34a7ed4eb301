"""One source has one meaning: compiled, compiled with every index checked, and interpreted."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from dhstats.games.catalogue import rules
from tests.games.dragon import test_referee as refereed
from tests.games.logs import engine_logs

ROOT = Path(__file__).parents[2]
MODES = {"compiled": {}, "bounds checked": {"NUMBA_BOUNDSCHECK": "1"}, "interpreted": {"NUMBA_DISABLE_JIT": "1"}}
OTHER_MODES = [mode for mode, variables in MODES.items() if variables]
CHECKED = pytest.mark.long(
    "whole games under index checks; plain Python, which the other case runs, checks indices too"
)
RULES = ["tests/games/test_contract.py", "tests/games/dragonheart/test_transcripts.py"]
RULES += [f"tests/games/dragonheart/test_{name}.py" for name in ("rulebook", "rulebook_kosmos", "rulings")]
# Characters of the later games take minutes to compile or to interpret: tests of modes of their own let them play short
# games.
LEFT_OUT = (
    "not (dragonwood and (armourer or balanced or denier or dragon_hunter or goblin_catcher))"
    " and not (killer or banisher or exhauster or controller)"
    " and not referee"  # whose rules are plain Python in every mode
    # Of the later games, which take a minute, one test of the contract: whole games above say that all mean the same.
    " and not ((dragonwood- or dragon-) and (nothing_over or another_layout or replaying or hidden or does_not_depend))"
)
STRATEGIES = ("tests/engine/test_strategies.py", "tests/players/test_network.py")
ORACLE = ("-m", "not long", "-k", "random_rules or switches", "tests/games/dragonheart/test_oracle.py")

WILD = ("great_dragon.claim=any", "great_dragon.theft=always_one", "hand.size=7", "spaces.huntress.then=score")
SHORT = ("other readings", "one card", "rounds", "three")  # every switch of Dragon!, random and greedy players
Case = tuple[str, str, Sequence[str], Sequence[str], int]  # game, rule set, settings, players, deals
CASES: dict[str, tuple[Case, ...]] = {
    "dragonheart": (  # all shipped rule sets and a wild one
        ("dragonheart", "ffg", (), ("random", "random"), 10),
        ("dragonheart", "kosmos", ("deck=skula",), ("random", "greedy"), 6),
        ("dragonheart", "ffg", WILD, ("random", "random"), 4),
        ("dragonheart", "ffg", (), ("balanced", "denier"), 1),
    ),
    "dragon": tuple(("dragon", *refereed.CASES[name][:3], 1) for name in SHORT),
    "all of dragon": tuple(("dragon", *case[:3], 1) for case in refereed.CASES.values()),
}
ALL = pytest.mark.long("all kinds of games of Dragon! in the other modes; some of them are played in the quick tests")

pytestmark = pytest.mark.interpreted


def run(mode: str, *arguments: str) -> str:
    """What Python prints in a mode; the process must succeed."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA")}
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments], cwd=ROOT, env=inherited | MODES[mode] | {"PYTHONPATH": str(ROOT)},
        text=True, capture_output=True, check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def passes(mode: str, *arguments: str) -> bool:
    """Whether some tests pass in a mode; if not, what pytest says is told."""
    return "passed" in run(mode, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments)


def digest(cases: str) -> str:
    """The games of some cases, logged turn by turn, as one number."""
    games = hashlib.sha256()
    for game, name, settings, players, deals in CASES[cases]:
        for kept in engine_logs(game, rules(game).load(name, settings), players, 2**64 - 3, 2**40, deals):
            games.update(repr(kept).encode())
    return games.hexdigest()


@pytest.mark.parametrize(
    ("mode", "cases"),
    [
        ("interpreted", "dragonheart"),
        ("interpreted", "dragon"),
        pytest.param("interpreted", "all of dragon", marks=ALL),
        pytest.param("bounds checked", "dragonheart", marks=CHECKED),
    ],
)
def test_every_mode_plays_the_same_games(mode: str, cases: str) -> None:
    """Scores of logged games, four ways of playing each: the same rows as when compiled.

    An index outside its array is an error in plain Python too: under index checks one game is played here, all others by
    `tests/benchmarks/index_checks.py`, as they take minutes to compile.
    """
    assert run(mode, "-c", f"from {__name__} import digest; print(digest({cases!r}))").strip() == digest(cases)


@pytest.mark.long(
    "odd positions as plain Python, which checks indices; whole games are above, all positions in compiled code"
)
def test_rules_hold_in_plain_python() -> None:
    """The rulebook, the rulings, the contract and the transcripts, each as when compiled."""
    assert passes("interpreted", "-k", LEFT_OUT, *RULES)
