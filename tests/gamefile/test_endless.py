"""Files with loops that never end, and functions that return what they must not: one sentence each, in every command."""

import ast
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.gamefile.reading.loops import COUNT, MOST_ROUNDS, counted
from tests.gamefile.small import COUNT_DOWN

Write = Callable[[str, str], Path]
TELLS = f"a loop ran more than {MOST_ROUNDS:,} times: does it never end?"
LOOP = "    while state.heap == 3:\n        state.winner = -1\n"
BODIES = {
    "setup": ("    state.heap = rules.heap\n", "    while rules.heap == 10:\n        state.heap = 3\n"),
    "allowed": (
        "    return move.take <= view.heap",
        LOOP.replace("state.heap", "view.heap").replace("state.winner = -1", "pass")
        + "    return move.take <= view.heap",
    ),
    "play": ("    state.heap -= move.take\n", f"    state.heap -= move.take\n{LOOP}"),
    "over": (
        "    return state.heap == 0\n",
        "    left = 0\n    for _ in range(10**12):\n        left += state.heap\n    return left == 0\n",
    ),
}
ELSEWHERE = pytest.mark.long("endless loops in setup, allowed and over; one in play is told below by the same counter")
RETURNS = {
    "allowed": (
        "    return move.take <= view.heap",
        "    move.take <= view.heap",
        "True or False, but returns nothing",
    ),
    "over": ("    return state.heap == 0\n", "    return 0.0 * state.heap\n", "True or False, but returns a decimal"),
    "score": (
        "    return 1 if state.winner == seat else 0",
        "    if state.winner == seat:\n        return 1",
        "a whole number, but on some paths it returns nothing",
    ),
}


def ask(*words: str) -> int:
    """The exit code of a command with one worker."""
    return main([*words, "--seed", "1", "--workers", "1"])


def told(path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says of a file, which it refuses within half a minute of the processor."""
    began = time.process_time()
    assert ask(*words, "--game", str(path), "--strategies", "random", "--out", str(path.parent / "out")) == 2
    assert time.process_time() - began < 30
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize("name", ["play", *(pytest.param(name, marks=ELSEWHERE) for name in BODIES if name != "play")])
def test_a_loop_that_never_ends_is_told_with_its_line(
    name: str, game_file: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever function it is in: the line of the loop, and the decision, where games are simulated."""
    before, after = BODIES[name]
    path = game_file(f"endless_{name}", COUNT_DOWN.replace(before, after))
    lines = path.read_text().splitlines()
    number = next(at for at, line in enumerate(lines, start=1) if line.lstrip().startswith(("while", "for _")))
    said = told(path, capsys, "simulate", "--games", "200")
    assert f"line {number} ({lines[number - 1].strip()}): {TELLS}, in deal 0" in said


def test_a_player_of_a_file_that_never_chooses_is_told(game_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """The same where a way to play goes round without end."""
    body = "    wanted = view.state.heap % 4\n"
    path = game_file("thinker", COUNT_DOWN.replace(body, f"{body}    while wanted >= 0:\n        wanted += 0\n"))
    assert ask("simulate", "--game", str(path), "--strategies", "leave_fours", "--games", "20") == 2
    assert f"thinker.py:45: {TELLS}" in capsys.readouterr().err


@pytest.mark.parametrize("name", RETURNS)
def test_what_returns_a_wrong_type_is_told_with_its_line(
    name: str, game_file: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not by the check alone, but wherever such a file is played."""
    before, after, says = RETURNS[name]
    path = game_file(f"wrong_{name}", COUNT_DOWN.replace(before, after))
    line = next(at for at, each in enumerate(path.read_text().splitlines(), 1) if each.startswith(f"def {name}("))
    assert f"line {line}: {name} must return {says}" in told(path, capsys, "simulate", "--games", "20")


def test_a_mover_who_is_no_seat_and_an_ending_that_is_none(
    game_file: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both are told with the decision that brought them about, and no process dies of them."""
    path = game_file("mover", COUNT_DOWN.replace("state.mover = next_seat(state)", "state.mover = 7"))
    said = told(path, capsys, "simulate", "--games", "20")
    assert "State.mover is 7, must be from 0 to 1, in deal 0, decision 1 (first: take" in said
    ending = '\nENDINGS = ("last", "other")\n\n\ndef ending(state, rules):\n    return 5\n'
    said = told(game_file("ending", COUNT_DOWN + ending), capsys, "simulate", "--games", "20")
    assert "ending returns 5, must be a place in ENDINGS, from 0 to 1, in deal 0, decision" in said


def test_loops_count_and_nothing_else_changes() -> None:
    """Lines stay where they were; a function without a loop, and a text that says what follows, as they are."""
    text = '"""Says."""\nfrom __future__ import annotations\n\n\ndef f(n):\n    """Says."""\n    for i in range(n):\n'
    text += "        while n > i:\n            n -= 1\n    return n\n\n\ndef g():\n    return 1\n"
    space: dict[str, object] = {}
    code = counted(text.encode(), "a.py")
    exec(code, space)
    f: Callable[[int], int] = space["f"]  # type: ignore[assignment]
    assert f(5) == 0
    assert f.__doc__ == "Says."
    assert space["__doc__"] == "Says."
    assert COUNT in f.__code__.co_varnames
    assert COUNT not in space["g"].__code__.co_varnames  # type: ignore[attr-defined]
    lines = {node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)}
    assert {line for _, _, line in f.__code__.co_lines() if line} <= lines
    with pytest.raises(TimeoutError, match="line 8"):
        f(MOST_ROUNDS + 1)  # the inner loop
    assert f(1000) == 0  # each call counts anew
