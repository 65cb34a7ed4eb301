"""Strategies of strangers: what plays, and what is refused in one clear line that names the strategy."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.engine.game import MAX_WEIGHTS, MIND
from dhstats.engine.reading.names import complaint
from dhstats.engine.strategy import Strategy, file_hash, from_file, source_file_hash
from dhstats.errors import BadInput
from dhstats.games.catalogue import load
from dhstats.players.match import Match, line_up, records
from tests.harness import in_rows

ONE_LINE = 600  # letters that a person still reads
HEAD = "import numpy as np\nimport numba\nfrom dhstats.engine.compiled import compiled\n"
compiling = pytest.mark.skipif(interpreted(), reason="speaks of what the compiler says")


def bot(folder: Path, body: str, *, head: str = "", arguments: str = "view, moves, count, randomness") -> str:
    """The text that names a strategy with this body, in a file of its own."""
    path = folder / "bots.py"
    lines = [HEAD, head, f"def bot({arguments}):", '    """Plays for a test."""', f"    {body}", ""]
    path.write_text("\n".join(lines))
    return f"{path}:bot"


def play(text: str, opponent: str = "random") -> Any:
    """The results of a strategy in the first seat."""
    bundle = load("dragonheart")
    strategies = [from_file(text), bundle.find_strategy(opponent)]
    lineup = line_up(bundle, bundle.rule_files.load("ffg"), strategies)
    match = Match(lineup, [strategy.name for strategy in strategies])
    return in_rows(match, [(0, 0, 0, 1)], 1, 20, 4)[0]


def refusal(text: str) -> str:
    """The line with which a strategy is refused."""
    with pytest.raises(BadInput) as caught:
        play(text)
    line = str(caught.value)
    assert "\n" not in line
    assert len(line) <= ONE_LINE
    assert line.startswith("strategy")
    return line


# ---- What plays -----------------------------------------------------------------------------------------


WORST = "def worst(count):\n    return count - 1"
PLAYS = {
    "plain": ("return count - 1", ""),
    "numpy number": ("return np.int64(count) - 1", ""),
    "constant": ("return min(SKIPPED, count - 1)", "SKIPPED = 3"),
    "sums": ("return min(int(view.scores.sum()) + view.hand.max(), 0)", ""),
    "own array": ("own = np.zeros(3); own[0] = view.turn; own.fill(0); return int(own[0])", ""),
    "own copy": ("own = view.scores.copy(); own[0] = 9; own.sort(); return 0", ""),
    "loop": ("for i, move in enumerate(moves[:count]): last = i + move.cards * 0\n    return last", ""),
    "function for numba": ("return worst(count)", f"@numba.njit\n{WORST}"),
    "compiled function": ("return worst(count)", f"@compiled()\n{WORST}"),
    "plain function": ("return worst(count)", WORST),
    "function of a function": ("return worse(count)", f"{WORST}\ndef worse(count):\n    return worst(count)"),
}


@pytest.mark.parametrize(("body", "head"), PLAYS.values(), ids=PLAYS)
def test_a_plain_function_plays(tmp_path: Path, body: str, head: str) -> None:
    """A file's function with four arguments is a strategy, with its constants and with functions of its file."""
    assert play(bot(tmp_path, body, head=head))["turns"].min() > 10


def test_a_plain_function_of_another_file_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a file imports from beside it is compiled with it."""
    (tmp_path / "worst_beside.py").write_text(WORST)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert play(bot(tmp_path, "return worst(count)", head="from worst_beside import worst"))["turns"].min() > 10


def test_a_file_imports_from_its_own_folder_wherever_people_stand(tmp_path: Path) -> None:
    """Two folders with a file of one name, and one that is edited: each strategy has its own; the path is left alone."""
    searched, known = list(sys.path), {}
    for folder, number in (("one", 1), ("two", 2), ("one", 3)):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "near_by.py").write_text(f"WORST = {number}\n")
        text = bot(tmp_path / folder, "return 0 * near_by.WORST", head="import near_by")
        known[folder, number] = from_file(text).function
    assert [each.__globals__["near_by"].WORST for each in known.values()] == [1, 2, 3]
    assert sys.path == searched
    (tmp_path / "two" / "near_by.py").write_text("raise ValueError('broken')")
    with pytest.raises(BadInput, match="ValueError: broken while it was read"):
        from_file(bot(tmp_path / "two", "return 1", head="import near_by"))
    assert sys.path == searched


def test_what_is_known_of_a_strategy(tmp_path: Path) -> None:
    """Its name is the function's, its idea the first line of the docstring, its hash that of the file."""
    first = from_file(bot(tmp_path, "return 0"))
    second = from_file(bot(tmp_path, "return 1"))
    assert (first.name, first.idea) == ("bot", "Plays for a test.")
    assert first.source.endswith("bots.py")
    assert first.hash != second.hash
    assert len(first.hash) == 64


def test_the_hash_covers_what_a_file_imports_from_beside_it(tmp_path: Path) -> None:
    """A neighbour's change is a change of the strategy, a neighbour's neighbour's too; a stranger's file is none."""
    (tmp_path / "near.py").write_text("from far import WORST\n")
    (tmp_path / "far.py").write_text("WORST = 1\n")
    (tmp_path / "other.py").write_text("BEST = 1\n")
    text = bot(tmp_path, "return 0", head="try:\n    import near, json, numpy\nexcept ImportError:\n    pass")
    path = tmp_path / "bots.py"
    first = source_file_hash(path)
    assert from_file(text).hash == first
    (tmp_path / "other.py").write_text("BEST = 2\n")
    assert source_file_hash(path) == first
    (tmp_path / "far.py").write_text("WORST = 2\n")
    second = source_file_hash(path)
    assert second != first
    (tmp_path / "near.py").write_text("from far import WORST  # the same\n")
    assert source_file_hash(path) not in (first, second)
    (tmp_path / "near.py").unlink()
    (tmp_path / "far.py").unlink()
    assert source_file_hash(path) == file_hash(path.read_bytes())


@pytest.mark.parametrize(
    "content",
    [
        b"def bot(:",
        b"def bot(view, moves, count, randomness)\n    return 0",
        b"\x00",
        b"\xff\xfe\x00",
        b"x = " + b"(" * 100_000,
        b"x = " + b"-" * 100_000 + b"1",
        b"#" * (2 << 20),
        b"raise RuntimeError('no')",
        b"import a_package_that_is_not_there",
        b"import sys\nsys.exit(0)",
        b"assert False",
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes) -> None:
    """Broken, deep or huge, and whatever a file raises while it is read: one line."""
    (tmp_path / "bots.py").write_bytes(content)
    line = refusal(f"{tmp_path / 'bots.py'}:bot")
    assert "bots.py" in line


@pytest.mark.parametrize(
    "name",
    ["bots.so:bot", "bots.pyc:bot", "bots.txt:bot", "bots:bot", "bots.py:", "bots.py:a b", "bots.py:__import__('os')"],
)
def test_only_a_function_of_a_python_file_can_be_named(tmp_path: Path, name: str) -> None:
    """Nothing else is ever loaded."""
    (tmp_path / name.partition(":")[0]).write_bytes(b"raise SystemExit")
    with pytest.raises(BadInput, match=r"write FILE\.py:FUNCTION"):
        from_file(f"{tmp_path}/{name}")


def test_weights_are_filled_up_with_zeros() -> None:
    """A parametric strategy hands over as many weights as the loop has room for."""
    strategy, mind = Strategy("x", "", "", "", len, (("a", 1.5), ("b", -2.0))), records(MIND, 1)[0]
    mind["weights"] = mind["network"] = 7.0
    strategy.settle(mind)
    assert mind["weights"].tolist() == [1.5, -2.0] + [0.0] * (MAX_WEIGHTS - 2)
    assert not mind["network"].any()


# ---- Choices that are none -------------------------------------------------------------------------------


@pytest.mark.parametrize("choice", ["count", "-1", "count + 1000", "2**40", "-2**62"])
def test_an_impossible_index_names_the_strategy(tmp_path: Path, choice: str) -> None:
    """Too large or negative: the line has the strategy, the deal, the choice and what there was to choose from."""
    line = refusal(bot(tmp_path, f"return {choice}"))
    assert "'bot'" in line
    assert "bots.py" in line
    assert "in deal 20" in line
    assert "only moves 0 to" in line


CHOOSES_NOTHING = ("pass", "if count > 3: return 0")
CHOICES = ("0.5", "np.nan", "np.float64(0)", "None", "'first'", "(0, 1)")


@pytest.mark.parametrize("body", [*CHOOSES_NOTHING, *(f"return {choice}" for choice in CHOICES)])
def test_a_choice_must_be_a_whole_number(tmp_path: Path, body: str) -> None:
    """In every turn, and nothing is rounded in silence: compiled or not, it is refused."""
    assert "'bot'" in refusal(bot(tmp_path, body))


# ---- Strategies that fail ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("raise ValueError('no idea')", ""),
        ("if count > 0: raise ValueError('no idea')\n    return 0", "ValueError: no idea"),
        ("assert count < 0, 'no idea'\n    return 0", "AssertionError: no idea"),
    ],
)
def test_a_strategy_that_raises_is_named(tmp_path: Path, body: str, complaint: str) -> None:
    """The line has the strategy and what it raised."""
    line = refusal(bot(tmp_path, body))
    assert "'bot'" in line
    assert complaint in line


FAILS = {
    "raise": "if count > 0: raise ValueError('no idea')\n    return 0",
    "raise with values": "if count > 0: raise KeyError('no idea', count, 0.5)\n    return 0",
    "assert": "assert count < 0, 'no idea'\n    return 0",
    "array": "return np.zeros(3, np.int64)[count + 100]",
    "list": "return [1, 2][count + 50]",
    "no move": "return count + 7",
    "raise below": "return helper(count)",
}
HELPER = "def helper(count):\n    if count > 0: raise ValueError('below', count)\n    return 0"


def refusals(folder: Path) -> str:
    """The lines with which strategies are refused that fail in all these ways."""
    lines = []
    for name, body in FAILS.items():
        (folder / name).mkdir(exist_ok=True)
        lines.append(refusal(bot(folder / name, body, head=HELPER)))
    return "\n".join(lines)


@compiling
def test_a_strategy_from_the_cache_fails_in_the_same_words(tmp_path: Path) -> None:
    """Whoever plays again, in another process, reads what they read at first."""
    at_first = refusals(tmp_path)
    assert len(at_first.splitlines()) == len(FAILS)
    assert "KeyError: ('no idea', 9, 0.5)" in at_first
    assert "ValueError: ('below', 9)" in at_first
    code = f"import pathlib, sys; from {__name__} import refusals; print(refusals(pathlib.Path(sys.argv[1])))"
    later = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=Path(__file__).parents[2],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert (later.returncode, later.stderr) == (0, "")
    assert later.stdout.strip() == at_first


@compiling
@pytest.mark.parametrize(
    "body",
    [
        "return choose_well(count)",
        "return view.other_hand[0]",
        "return moves[0].colour",
        "return moves.colour",
        "return view + 1",
        "return 1 << 80",
        "return NAMES['a']",
        "import math; return 0",
        "global NAMES; NAMES = 1; return 0",
        "with open('x') as file: return 0",
        "yield 0",
        "return eval('0')",
        "return type('A', (), {})()",
        "return bot(view, moves, count - 1, randomness)",
        "del view; return view.turn",
    ],
)
def test_a_strategy_that_cannot_be_compiled_is_named(tmp_path: Path, body: str) -> None:
    """With the line of the file, whatever the compiler says of a name, a field or a construct that it does not know."""
    line = refusal(bot(tmp_path, body, head="NAMES = {'a': 0}"))
    assert "'bot'" in line
    assert re.search(r"line \d+", line)
    assert not re.search("numba|typing|nopython|unicode|Record", line)


@compiling
@pytest.mark.parametrize("folder", [".", "sibling", "../far/away"])
def test_the_line_is_named_wherever_the_command_runs(
    tmp_path: Path, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compiler spells a path relative to the current folder where that is shorter."""
    here = tmp_path / folder
    here.mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(here)
    assert re.search(r"line \d+", refusal(bot(tmp_path, "return NAMES['a']", head="NAMES = {'a': 0}")))


# ---- Files that hold none ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", ["", "view", "view, moves, count", "view, moves, count, randomness, more", "*everything"]
)
def test_a_strategy_takes_four_arguments(tmp_path: Path, arguments: str) -> None:
    """Another number is refused before anything is compiled."""
    assert "four" in refusal(bot(tmp_path, "return 0", arguments=arguments))


def test_a_missing_function_is_named(tmp_path: Path) -> None:
    """With the nearest that the file has."""
    line = refusal(bot(tmp_path, "return 0").replace(":bot", ":bto"))
    assert 'no function "bto"' in line
    assert "'bot'" in line


@pytest.mark.parametrize("name", ["count_all", "choose"])
def test_a_name_that_is_no_function_is_refused(tmp_path: Path, name: str) -> None:
    """A constant, or an object that can be called."""
    head = "count_all = 3\nclass Player:\n    def __call__(self): pass\nchoose = Player()"
    assert "no function" in refusal(bot(tmp_path, "return 0", head=head).replace(":bot", f":{name}"))


@pytest.mark.parametrize("text", ["bots.py", "bots.py:", "bots.py:not a name", ":bot", "missing.py:bot", ".:bot"])
def test_a_file_and_a_function_must_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """FILE.py:FUNCTION, and the file must be there."""
    bot(tmp_path, "return 0")
    monkeypatch.chdir(tmp_path)
    assert refusal(text)


def test_games_before_a_mistake_are_played(tmp_path: Path) -> None:
    """The line tells in which deal the strategy failed, here not the first."""
    text = bot(
        tmp_path, "return 0 if below(randomness, 80) != 42 else count", head="from dhstats.engine.stream import below"
    )
    assert int(re.search(r"in deal (\d+)", refusal(text))[1]) > 20  # type: ignore[index]


@compiling
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    GRID[0] += 1\n", "changes an array of the file; a strategy keeps nothing from one decision to the next"),
        (
            "    MEMORY[0] += 1\n",
            "compiled code cannot use the list 'MEMORY' of the file; write a tuple or a numpy array",
        ),
        ("    MEMORY.append(1)\n", "compiled code cannot use the list 'MEMORY' of the file"),
    ],
)
def test_a_strategy_that_would_remember_is_told_so(tmp_path: Path, body: str, said: str) -> None:
    """What stands in the file beside it is a constant: the line, and why, never the compiler's text."""
    file = tmp_path / "bots.py"
    text = f"import numpy as np\nGRID = np.zeros(3, np.int64)\nMEMORY = [0]\ndef keen():\n{body}    return 0\n"
    file.write_text(text)
    space: dict[str, Any] = {}
    exec(compile(text, str(file), "exec"), space)
    with pytest.raises(numba.TypingError) as refused:
        numba.njit(space["keen"])()
    assert complaint(refused.value, file).startswith(f"line 5 ({body.strip()}): {said}")
