"""Game files that are refused as they are read, or because something else became of them: one sentence each."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput
from dhstats.gamefile import opening
from dhstats.gamefile.reading.declared import read
from tests.gamefile.small import COUNT_DOWN

Write = Callable[[str, str], Path]
IMPORT = "from dhstats.gamefile import Position"
TAKES = "    state.heap -= move.take\n"
DRAW = "draw with roll, below or shuffle of dhstats.gamefile"

# What is put in place of what, and what is said of it after "game file FILE: ".
WRONG = {
    "no over": ("def over(", "def ended(", "has no function over(state, rules)"),
    "syntax": (IMPORT, f"x = = 3\n{IMPORT}", "line 3: is not valid Python (invalid syntax)"),
    "arguments": (
        "def over(state, rules)", "def over(state)", "line 34: over takes 1 arguments, but must be over(state, rules)",
    ),
    "no function": (
        "def score(state, rules, seat):\n    return 1 if state.winner == seat else 0\n", "score = 3\n",
        "score must be a function, as in def score(state, rules, seat):",
    ),
    "import": (
        IMPORT, f"import helpers\n{IMPORT}",
        'line 3: imports "helpers"; a game file may import only dhstats.gamefile, numpy and Python\'s own'
        " modules",
    ),
    "relative import": (
        IMPORT, f"from . import helpers\n{IMPORT}",
        'line 3: imports "."; a game file may import only dhstats.gamefile, numpy and Python\'s own modules',
    ),
    "random": (IMPORT, f"import random\n{IMPORT}", f'line 3: imports "random", whose draws cannot be repeated; {DRAW}'),
    "np.random": (
        TAKES, f"    import_free = np.random.randint(2)\n{TAKES}",
        f"line 29: uses np.random, whose draws cannot be repeated; {DRAW}",
    ),
    "clock": (TAKES, f"    now = time.time()\n{TAKES}", f"line 29: uses time.time, which gives another answer each "
    f"time; {DRAW}"),
    "field": (TAKES, "    state.heep -= move.take\n", "line 28: State has no field \"heep\"; did you mean 'heap'?"),
    "key": (
        "= rules.heap", "= rules.heaps", "line 20: Rules have no key \"heaps\"; did you mean 'heap'?",
    ),
    "rules": (TAKES, f"    rules.heap = 3\n{TAKES}", "line 28: play writes into the rules; only the state changes in "
    "a game"),
    "looking": (
        "    return state.heap == 0", "    state.heap = 0\n    return True",
        "line 35: over changes the state; only setup, play, then and stuck may",
    ),
    "raises": (IMPORT, f"x = 1 // 0\n{IMPORT}", "line 3: ZeroDivisionError: integer division or modulo by zero"),
    "size": (
        "    winner = whose()", "    winner = whose()\n    board = several(9000, number(0, 1))",
        "State: takes 72,016 bytes, must be at most 65,536; declare fewer or shorter lists",
    ),
    "moves": (
        "number(1, 3)", "number(1, 5000)",
        "Move: 5,000 different moves, must be at most 4,096; give its fields narrower bounds, or offer the moves in a "
        "function moves(view, rules) in place of allowed",
    ),
    "type": (
        "    winner = whose()", "    winner = whose()\n    best: int = 3",
        "State.best is 3, must be declared by number(...), choice(...), pile(...) ...",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_with_its_line(name: str, game_file: Write) -> None:
    """And what is allowed there, or what to do."""
    old, new, said = WRONG[name]
    text = COUNT_DOWN.replace(old, new)
    assert text != COUNT_DOWN
    for module in ("np", "time"):
        if f" {module}." in text:
            text = text.replace(IMPORT, f"import {'numpy as np' if module == 'np' else module}\n{IMPORT}")
    text = text.replace("import Position,", "import Position, several,")
    path = game_file("wrong", text)
    with pytest.raises(BadInput) as refused:
        read(path, "wrong.py")
    assert str(refused.value) == f"game file wrong.py: {said}"


def test_a_file_that_is_edited_goes_on_with_no_run(
    game_file: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run keeps the hash of what played it: --resume says that the file is another."""
    monkeypatch.chdir(tmp_path)
    path = game_file("heap", COUNT_DOWN)
    words = ["simulate", "--game", "heap.py", "--strategies", "random", "--games", "4", "--seed", "1", "--out", "run"]
    assert main(words) == 0
    path.write_text(f"{COUNT_DOWN}\n# edited\n")
    capsys.readouterr()
    assert main([*words, "--resume"]) == 2
    said = capsys.readouterr().err
    start = "dhstats: run: --resume: heap.py was edited after the run began (its SHA-256 began with "
    assert said.startswith(start)
    assert said.endswith("; put it back as it was, or choose another --out\n")


def test_a_run_of_a_file_that_is_unknown_here_runs_no_code(
    game_file: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says which file is needed, and how to name it; a mark that the file leaves as it is run is not left."""
    monkeypatch.chdir(tmp_path)
    mark = tmp_path / "mark"
    game_file("heap", f"{COUNT_DOWN}\nfrom pathlib import Path\n\nPath({str(mark)!r}).touch()\n")
    assert (
        main(["simulate", "--game", "heap.py", "--strategies", "random", "--games", "4", "--seed", "1", "--out", "run"])
        == 0
    )
    mark.unlink()
    monkeypatch.setattr(opening, "cache_root", lambda: tmp_path / "elsewhere")
    monkeypatch.setattr(opening, "_opened", {})
    for name in [name for name in sys.modules if name.startswith("dhstats_game_")]:
        monkeypatch.delitem(sys.modules, name)
    capsys.readouterr()
    assert main(["verify", "run"]) == 3
    assert "was played with a file heap.py whose SHA-256 begins with" in capsys.readouterr().out
    assert not mark.exists()
