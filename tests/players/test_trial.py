"""Code from outside is tried before it plays: what it does to a process, and what is told of it."""

import hashlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats import children
from dhstats.cli.main import main
from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.games.catalogue import load
from dhstats.players import roster, trial
from dhstats.players.match import Match, line_up
from dhstats.players.trial import Asked, Outcome, run_trial
from dhstats.players.tryout import constants

pytestmark = pytest.mark.skipif(interpreted(), reason="plain Python checks itself")

BUNDLE = load("dragonheart")
FFG = BUNDLE.rule_files.load("ffg")
SLOW = 60.0  # seconds, so that no honest strategy is late where other processes share the machine


def bot(folder: Path, body: str, head: str = "") -> str:
    """The text that names a strategy with this body, which begins in line 3 of its file."""
    lines = [f"import numpy as np, time; {head}", "def bot(view, moves, count, randomness):", f"    {body}", ""]
    (folder / "bots.py").write_text("\n".join(lines))
    return f"{folder / 'bots.py'}:bot"


def refused(folder: Path, body: str, head: str = "", *, limit: float = SLOW) -> str:
    """The line with which a strategy is refused."""
    with pytest.raises(BadInput) as caught:
        run_trial(Asked(BUNDLE, FFG, bot(folder, body, head), limit, 2))
    assert "\n" not in str(caught.value)
    return str(caught.value)


BEYOND = {
    "the hand": "n = 0\n    for i in range(12): n += view.hand[i]\n    return n * 0",
    "far away": "return moves[count + 10 ** 9].cards * 0",
}


@pytest.mark.parametrize("body", BEYOND.values(), ids=BEYOND)
def test_reading_beyond_what_there_is_is_told_with_its_line(tmp_path: Path, body: str) -> None:
    """Other moves, other cards, or a process that ends: an index out of range is named where it stands."""
    line = refused(tmp_path, body)
    assert "bots.py:3" in line or "bots.py:4" in line
    assert "reads beyond an array" in line


def test_what_goes_wrong_is_told_with_its_line(tmp_path: Path) -> None:
    """Recursion, and an exception."""
    assert "bots.py): line 1: a lambda calls itself" in refused(
        tmp_path, "return down(count)", "down = lambda n: down(n + 1) if n > 0 else 0"
    )
    assert "bots.py:3: raised ValueError: no idea" in refused(
        tmp_path, "if view.turn > 3: raise ValueError('no idea')\n    return 0"
    )


def test_a_write_that_its_code_does_not_show_is_found_while_it_plays(tmp_path: Path) -> None:
    """What a strategy is shown in plain Python cannot be written to."""
    head = "hold = lambda rest, array: rest.append(array)"
    line = refused(tmp_path, "rest = [np.zeros(9, np.int64)]; hold(rest, view.hand); rest[1][0] = 0; return 0", head)
    assert "bots.py" in line
    assert "may change or keep what it was shown" in line or "writes into what it was shown" in line


@pytest.mark.parametrize(
    ("body", "head", "place", "limit"),
    [
        ("n = 0\n    while count > 0: n += 1\n    return n", "", " at bots.py:4", 4),
        ("return 0", "\nwhile True: pass", "reading the file took longer", 1),
    ],
)
def test_an_endless_loop_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, head: str, place: str, limit: int
) -> None:
    """In a game or while the file is read: the line says where, and after how long."""
    listen = trial._listen

    def listened(asked: Asked, limit: float, changed: dict[str, str | None]) -> trial.Report:
        """Compiled, it loops for half a second: only plain Python knows where."""
        return listen(asked, limit if changed["NUMBA_DISABLE_JIT"] == "1" else 0.3, changed)

    monkeypatch.setattr(trial, "_listen", listened)
    monkeypatch.setattr(trial, "GRACE", 0.2)
    line = refused(tmp_path, body, head, limit=limit)
    assert "an endless loop?" in line
    assert place in line
    assert f"{limit} seconds of processor time" in line


def test_who_gets_no_processor_is_not_accused(tmp_path: Path) -> None:
    """A machine that does much else takes longer by the clock on the wall: here it sleeps for as long as it may work."""
    sleep = "import os; time.sleep(2.5 if os.environ.get('NUMBA_DISABLE_JIT') == '1' else 0)"
    assert run_trial(Asked(BUNDLE, FFG, bot(tmp_path, "return 0", sleep), 5.0, 2)).deals == 2


def test_who_waits_for_ever_is_told_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is ended, and not called an endless loop."""
    monkeypatch.setattr(children, "WAITING", 6.0)
    monkeypatch.setattr(children, "SHARED", 0.0)
    line = refused(tmp_path, "return 0", "time.sleep(60)")
    assert "reading the file took longer than 6 seconds, in which it hardly worked: does it wait for something?" in line


def test_compiled_and_plain_python_must_play_the_same(tmp_path: Path) -> None:
    """A number that outgrows 64 bits is another one there than here."""
    line = refused(tmp_path, "x = 1\n    for i in range(60): x = x * 3\n    return (x // 7 & 1023) % count")
    assert "plays other games compiled than in plain Python" in line


def test_a_constant_that_differs_from_start_to_start_is_named(tmp_path: Path) -> None:
    """What was read from a clock while the file was loaded."""
    assert "START differs from one start to the next" in refused(
        tmp_path, "return int(START * 1000) % count", "START = time.time()"
    )


HELD = "\ndef made():\n k = 17\n def inner(n): return k % n\n return inner\ndraw = made()"
NUMBERS = {
    "LEVEL": ("return LEVEL % count", "LEVEL = 17"),
    "k": ("return draw(count)", HELD),
    "a default of draw()": ("return draw(count)", "\ndef draw(n, k=17): return k % n"),
    "helper.py: NUMBER": ("return moved(count)", "from helper import moved"),
    "helper.NUMBER": ("return helper.NUMBER % count", "import helper"),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_constants_are_looked_up_wherever_code_holds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """In the file, a closure, a default, a function of a helper, and a helper itself."""
    (tmp_path / "helper.py").write_text("NUMBER = 17\ndef moved(n): return NUMBER % n\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "helper", raising=False)
    told = constants(BUNDLE.find_strategy(bot(tmp_path, *NUMBERS[name])))
    assert told == {name: hashlib.sha256(b"17").hexdigest()}


def test_both_starts_differ_in_what_no_game_may_depend_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of sets, and in all of the environment that a file names and that Python and numba do not need."""
    starts: list[dict[str, str | None]] = []

    def listened(_: Asked, limit: float, changed: dict[str, str | None]) -> trial.Report:
        starts.append(changed)
        return trial.Report(ready={"ORDER": str(changed["PYTHONHASHSEED"])}, digests=["x"], done=True)

    monkeypatch.setattr(trial, "_listen", listened)
    monkeypatch.setenv("BOTS_LEVEL", "3")
    text = bot(tmp_path, "return 0", "WORDS = 'BOTS_LEVEL', 'BOTS_OTHER', 'PATH', 'NUMBA_X', 'lower'")
    with pytest.raises(BadInput, match=r"ORDER differs from one start to the next.*the order of a set"):
        run_trial(Asked(BUNDLE, FFG, text))
    first, second = starts
    assert first.keys() == {"NUMBA_DISABLE_JIT", "PYTHONHASHSEED"}
    assert second.keys() - first.keys() == {"BOTS_LEVEL", "BOTS_OTHER"}
    assert (second["BOTS_LEVEL"], second["BOTS_OTHER"]) == (None, "1")


def test_a_file_that_needs_its_environment_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there while it is tried may not be there tomorrow."""
    monkeypatch.setenv("BOTS_LEVEL", "3")
    line = refused(tmp_path, "return LEVEL % count", "import os; LEVEL = int(os.environ['BOTS_LEVEL'])")
    assert "KeyError: 'BOTS_LEVEL' while it was read (run again with another BOTS_LEVEL in the env" in line


def test_who_has_passed_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each file as it is: another byte, another trial."""
    calls: list[Any] = []

    def counted(asked: Asked) -> Outcome:
        calls.append(asked.text)
        return real(replace(asked, deals=2))

    real = trial.run_trial
    monkeypatch.setattr(trial, "run_trial", counted)
    text = bot(tmp_path, "return count - 1", f"A = {str(tmp_path)!r}")
    for _ in range(2):
        assert roster.find(BUNDLE, FFG, text).outside
    assert len(calls) == 1
    bot(tmp_path, "return count", f"A = {str(tmp_path)!r}")
    with pytest.raises(BadInput, match="there were only moves"):
        roster.find(BUNDLE, FFG, text)
    assert len(calls) == 2


def test_ctrl_c_while_a_strategy_is_tried_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code of the contract, and the word that every command says."""

    def interrupted(_: Asked) -> Outcome:
        raise KeyboardInterrupt

    monkeypatch.setattr(trial, "run_trial", interrupted)
    assert main(["strategies", "check", bot(tmp_path, "return count - 1")]) == 130
    assert capsys.readouterr().err == "dhstats: interrupted\n"


PICKY = """def pick(turn):
    if turn > 2:
        raise ValueError("no idea in turn", turn)
    return 0

def bot(view, moves, count, randomness):
    for each in {picked}:
        if each > 0:
            return each
    return 0
"""


@pytest.mark.parametrize("picked", ["map(pick, [view.turn])", "[pick(view.turn)]"])
def test_an_exception_with_values_keeps_its_words_and_its_line(tmp_path: Path, picked: str) -> None:
    """Also where numba itself calls the function that raises: the first process to compile it knows the words."""
    (tmp_path / "bots.py").write_text(PICKY.format(picked=picked))
    found = BUNDLE.find_strategy(f"{tmp_path / 'bots.py'}:bot")
    lineup = line_up(BUNDLE, FFG, [found])
    with pytest.raises(BadInput, match=r"at bots.py:3: raised ValueError: \('no idea in turn', 3\)$"):
        Match(lineup, ("bot", "bot")).play(np.array([[0, 0, 0, 1]]), 1, 0, 1)


PACKAGE = {
    "bots_of_one_test/__init__.py": "",
    "bots_of_one_test/play.py": "def wise(view, moves, count, randomness):\n    return count - 1\n",
    "bots_of_one_test-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: bots_of_one_test\nVersion: 1.0\n",
    "bots_of_one_test-1.0.dist-info/entry_points.txt": "[dhstats.strategies]\nwise = bots_of_one_test.play:wise\n",
}


def test_strategies_of_installed_packages_are_tried_in_processes_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before this process imports one, and again when its file changed, though its package's version did not."""
    for name, content in PACKAGE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path / "cache"))  # a cache that is kept knows that these have passed
    play = tmp_path / "bots_of_one_test" / "play.py"
    asked: list[str] = []

    def passed(each: Asked) -> Outcome:
        asked.append(each.text)
        trial._place(BUNDLE, "wise").parent.mkdir(parents=True, exist_ok=True)
        trial._place(BUNDLE, "wise").touch()
        return Outcome(1, 1)

    with monkeypatch.context() as passing:
        passing.setattr(trial, "run_trial", passed)
        for _ in range(2):
            trial.ensure(BUNDLE, FFG, "wise")
    assert asked == ["wise"]
    play.write_text("import os\nos._exit(7)\n")
    with pytest.raises(BadInput, match=r"strategy wise: ended its process in plain Python \(exit code 7\)"):
        roster.find(BUNDLE, FFG, "wise")
    assert "bots_of_one_test" not in sys.modules
