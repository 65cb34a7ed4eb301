"""What `dhstats bench` says of references, and whether the plain engines play the same games as ours."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from dhstats.errors import BadInput
from dhstats.games.catalogue import NAMES
from dhstats.simulate.running import speed
from tests.benchmarks import instructions
from tests.benchmarks.bench import SOURCES, build, compiler

PROGRAM = """
import json, sys
games = int(sys.argv[1])
print(json.dumps({"games": games, "turns": 240 * games, "seconds": games / 10_000}))
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    """A reference that says it plays 10,000 games of 240 turns a second."""
    (tmp_path / "reference.py").write_text(PROGRAM, encoding="utf-8")
    return f"{sys.executable} {tmp_path / 'reference.py'}"


@pytest.mark.parametrize("game", NAMES)
def test_a_reference_is_timed_in_turn(game: str, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rate is what it says; the ratio is that of ours to it; the names tell the game."""
    usual = speed.Engine.rate
    monkeypatch.setattr(speed, "REPEATS", 1)
    monkeypatch.setattr(speed.Engine, "rate", lambda engine, seconds: usual(engine, seconds / 20))
    theirs, ours, ratio = speed.engine_against(game, program)
    assert theirs.value == pytest.approx(2_400_000)
    assert ratio.value == pytest.approx(ours.value / theirs.value)
    assert [figure.what.endswith(game) for figure in (theirs, ours, ratio)] == [game != NAMES[0]] * 3


def test_a_reference_may_name_its_game() -> None:
    """As GAME=PROGRAM; any other equals sign is part of the program."""
    assert speed._named("./plain") == ("dragonheart", "./plain")
    assert speed._named("dragonwood=./plain --x=1") == ("dragonwood", "./plain --x=1")
    assert speed._named("./plain=1") == ("dragonheart", "./plain=1")


@pytest.mark.parametrize(
    ("prints", "words"),
    [("no JSON", "must print"), ("[]", "must print"), ("{}", "must print"), ('{"turns": 0, "seconds": 1}', "0 turns")],
)
def test_a_reference_that_does_not_answer_is_refused(prints: str, words: str, tmp_path: Path) -> None:
    """In one line, with what was wrong."""
    (tmp_path / "odd.py").write_text(f"print({prints!r})", encoding="utf-8")
    with pytest.raises(BadInput, match=words):
        speed._reference_run(f"{sys.executable} {tmp_path / 'odd.py'}", 10, 1)


@pytest.mark.skipif(compiler() is None, reason="no C++ compiler")
@pytest.mark.parametrize("game", SOURCES)
def test_the_plain_engine_plays_the_same_games(game: str, tmp_path: Path) -> None:
    """As long on average, in 20,000 games against 10,240 of ours: within four standard errors at most."""
    told = subprocess.run([str(build(game, tmp_path)), "20000", "1"], capture_output=True, check=True, text=True)
    answer = json.loads(told.stdout)
    engine = speed.Engine("random", game)
    lengths = np.concatenate([engine.results["turns"].copy() for chunk in range(20) if engine.play(chunk)])
    spread = (lengths.var() * (1 / len(lengths) + 1 / answer["games"])) ** 0.5
    assert abs(answer["turns"] / answer["games"] - lengths.mean()) < 4 * spread


def test_a_compiled_function_is_named_by_module_and_name() -> None:
    """The last two parts of what the linker calls it."""
    assert instructions.readable("_ZN7dhstats5games10dragonwood4play7attemptB3v11E") == "play.attempt"
    assert instructions.readable("cfunc._ZN4loop10play_deals") == "loop.play_deals"
    assert instructions.readable("memcpy") == "memcpy"


def test_samples_are_counted_by_function() -> None:
    """Those between functions, before the first and behind the last are elsewhere."""
    codes = [instructions.Code(100, 10, "a"), instructions.Code(200, 50, "b")]
    assert instructions.by_function([99, 100, 109, 110, 220, 249, 250], codes) == {"a": 2, "b": 2, "elsewhere": 3}


@pytest.mark.long(
    "the count of machine instructions, which compiles a game with an empty cache; its arithmetic is above"
)
@pytest.mark.skipif(bool(instructions.missing()), reason="no perf")
def test_instructions_of_a_game_are_told_by_function() -> None:
    """A number a game, and most of it in functions of the engine that have a name."""
    words = [sys.executable, instructions.__file__, "--games", "20000"]
    told = subprocess.run(words, capture_output=True, check=True, text=True).stdout.splitlines()
    assert told[0].endswith("instructions a game, 20,480 games of random")
    assert 100_000 < int(told[0].split()[0].replace(",", "")) < 400_000
    shares = {line.split()[2]: float(line.split()[1].rstrip("%")) for line in told[1:]}
    assert shares["elsewhere"] < 10
    assert {"play.attempt", "stream.first_word", "options.list_attempts"} <= shares.keys()
