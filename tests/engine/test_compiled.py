"""The cache of compiled functions: nothing is compiled twice, nothing stale is served, no folder is needed."""

import itertools
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import int64, types
from numba.core import event
from numba.core.codegen import CPUCodeLibrary
from numba.core.typing.typeof import Purpose, typeof

from dhstats.engine.compiled import bind, cache_root, compiled, sources_below
from tests.engine.houses import INSTALLED, PACKAGE, House, new_house

BOTS = '''
import numpy as np
from dhstats.engine.stream import below

SKIPPED = 0

def make(skipped):
    def play(view, moves, count, randomness):
        """Plays a move counted from the end."""
        return max(count - 1 - skipped, 0)
    return play

def last(view, moves, count, randomness):
    """Plays the last move but some."""
    return max(count - 1 - SKIPPED, 0)

def best(view, moves, count, randomness):
    """Plays most cards."""
    cards = [moves[i].cards for i in range(count)]
    key = lambda i: cards[i] * 1000 - i
    found = 0
    for i in range(count):
        if key(i) > key(found):
            found = i
    return found

def by_table(table):
    def play(view, moves, count, randomness):
        """Plays by a table that it holds."""
        return min(table[view.turn], count - 1)
    return play

def table(late):
    steps = np.zeros(5000, np.int64)
    steps[10:4000] = late
    return steps

by_making_0, by_making_1 = make(0), make(1)
by_table_0, by_table_1 = by_table(table(0)), by_table(table(1))
by_lambda_0 = lambda view, moves, count, randomness: count - 1
by_lambda_1 = lambda view, moves, count, randomness: max(count - 2, 0)
'''


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house in which nothing was played yet."""
    return new_house(tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def folders(cold: House) -> dict[str, str]:
    """Where the unchanged house looks for the loop and a strategy."""
    return cold.folders()


@pytest.fixture(scope="module")
def usual(cold: House, folders: dict[str, str]) -> dict[str, str]:
    """What the unchanged house plays."""
    for name in {*folders.values()}:
        if (cache_root() / name).is_dir():  # compiled for other tests already, of the very same sources
            shutil.copytree(cache_root() / name, cold.cache / name, dirs_exist_ok=True)
    return dict(cold.play().digests)


@pytest.fixture(scope="module")
def warm(cold: House, usual: dict[str, str]) -> House:
    """A house whose cache knows the game and one strategy."""
    assert cold.files()
    return cold


# A place in each kind of source, other words of equal length for it, and whose machine code depends on it.
LOOP, STRATEGY = "play_deals", "plain"
EDITS = {
    "rule": ("games/dragonheart/rules/ending.py", "    seen.turn += 1\n", "    seen.turn += 2\n", {LOOP, STRATEGY}),
    "loop": ("engine/loop.py", "legal_moves = count", "legal_moves = 11111", {LOOP}),
    "strategy": (
        "games/dragonheart/players/strategies/uniform.py", "below(noise, count)", "below(noise, 1)    ", {STRATEGY},
    ),
    "wrapper": (
        "engine/game.py",
        "whole_number(choose(view, options.moves, count, mind.noise))",
        "whole_number(0)".ljust(len("whole_number(choose(view, options.moves, count, mind.noise))")),
        {LOOP, STRATEGY},
    ),
    "called": ("games/dragonheart/table.py", "(2 * k + 1) <<", "(2 * k + 3) <<", {LOOP, STRATEGY}),
    "random draws": ("engine/stream.py", "(0x9E3779B9)", "(0x9E3779B7)", {LOOP, STRATEGY}),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_source_has_another_folder(warm: House, folders: dict[str, str], tmp_path: Path, name: str) -> None:
    """After an edit that keeps size and time, whatever it reaches is looked for in another folder, and nothing else."""
    file, old, new, reached = EDITS[name]
    house = warm.copy(tmp_path)
    house.edit(f"dhstats/{file}", old, new)
    assert {function for function, folder in house.folders().items() if folder != folders[function]} == reached


def test_an_edited_source_is_never_served_stale(warm: House, usual: dict[str, str], tmp_path: Path) -> None:
    """An edit that keeps size and time of its file shows in the next process; taken back, so does that.

    Every other edit above is another folder of the loop, like that of a rule; an edited strategy is played below.
    """
    file, old, new, _ = EDITS["rule"]
    house = warm.copy(tmp_path)
    house.edit(f"dhstats/{file}", old, new)
    assert house.play().digests != usual
    house.edit(f"dhstats/{file}", new, old)
    assert house.play().digests == usual


def test_a_second_start_compiles_nothing(warm: House, usual: dict[str, str]) -> None:
    """Another process with the same sources finds everything, the command line too, and leaves the cache as it is."""
    before = warm.files()
    again = warm.play()
    assert (again.compilations, again.digests) == (0, usual)
    warm.run("-m", "dhstats", "simulate", "--strategies", "random", "--games", "100", "--seed", "1", "--out", "one")
    assert warm.files() == before


def test_a_new_strategy_and_an_edited_one_compile_that_one_alone(warm: House, tmp_path: Path) -> None:
    """The files of the game and of others stay; one index and one function come, whatever the file's size and time."""
    house = warm.copy(tmp_path)
    (tmp_path / "bots.py").write_text(BOTS)
    before = house.files()
    digests = house.play("bots.py:last").digests
    new = house.files()
    assert new.items() >= before.items()
    added = sorted(new.keys() - before.keys())
    assert [Path(name).suffix for name in added] == [".nbc", ".nbi"]
    assert len({Path(name).parent for name in added}) == 1
    assert house.play("random", "bots.py:last").compilations == 0
    house.edit("bots.py", "SKIPPED = 0", "SKIPPED = 1")
    assert house.play("bots.py:last").digests != digests
    assert house.files().items() >= new.items()
    assert len(house.files().keys() - new.keys()) == 2


def test_strategies_of_one_file_are_told_apart_and_kept(warm: House, tmp_path: Path) -> None:
    """Functions that Python calls by the same name are several strategies, also for the cache.

    What one process compiled is found again in the next, inner functions and lists made in a line included.
    """
    house = warm.copy(tmp_path)
    (tmp_path / "bots.py").write_text(BOTS)
    kinds = ("making", "lambda", "table")
    names = ["bots.py:best", *(f"bots.py:by_{kind}_{number}" for kind in kinds for number in (0, 1))]
    together = house.play(*names)
    assert together.compilations > 0
    for kind in kinds:
        assert together.digests[f"by_{kind}_0"] != together.digests[f"by_{kind}_1"]
    later = house.play(*reversed(names))
    assert (later.compilations, later.digests) == (0, together.digests)


IMPORTS = {
    "one": ("from bots.wisdom import SKIPPED", "SKIPPED"),
    "two": ("from .wisdom import SKIPPED", "SKIPPED"),
    "three": ("from . import wisdom", "wisdom.SKIPPED"),
    "four": ("import bots.wisdom", "bots.wisdom.SKIPPED"),
}
WISE = '''
{imported}

def {name}(view, moves, count, randomness):
    """Plays a move counted from the end."""
    return max(count - 1 - {skipped}, 0)
'''
HELPED = "from bots.wisdom import worst\n\ndef helped(view, moves, count, noise):\n    return worst(count)\n"
PACKAGE_OF_BOTS = {
    "bots/__init__.py": "",
    "bots/wisdom.py": "SKIPPED = 0\n\ndef worst(count):\n    return count - 1\n",
    "bots/helped.py": HELPED,
    **{
        f"bots/{name}.py": WISE.format(imported=imported, name=name, skipped=skipped)
        for name, (imported, skipped) in IMPORTS.items()
    },
    "bots-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: bots\nVersion: 1.0\n",
    "bots-1.0.dist-info/entry_points.txt": "[dhstats.strategies]\n"
    + "".join(f"{name} = bots.{name}:{name}\n" for name in (*IMPORTS, "helped")),
}


def test_a_file_that_a_package_of_strategies_imports_counts(warm: House, tmp_path: Path) -> None:
    """However an installed package imports its own modules, an edit of one of them is never served stale.

    Plain functions may come from any of its files.
    """
    house = warm.copy(tmp_path)
    for name, content in PACKAGE_OF_BOTS.items():
        path = tmp_path / INSTALLED / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    before = house.play(*IMPORTS, "helped").digests
    assert len({*before.values()}) == 1, "all of them play the last move"
    house.edit(f"{INSTALLED}/bots/wisdom.py", "SKIPPED = 0", "SKIPPED = 1")
    after = house.play(*IMPORTS, "helped").digests
    assert {name for name in before if after[name] != before[name]} == {*IMPORTS}


@pytest.mark.long("the game where no cache can be made; a small function is compiled there below")
def test_without_a_cache_everything_is_compiled_anew(warm: House, usual: dict[str, str], tmp_path: Path) -> None:
    """A cache folder that cannot be made: same games, nothing written beside the sources."""
    (tmp_path / "file").write_text("not a folder")
    house = warm.copy(tmp_path / "house", DHSTATS_CACHE=str(tmp_path / "file" / "cache"))
    assert house.play().digests == usual
    assert list(house.folder.rglob("*.nbi")) == list(house.cache.rglob("*.nbi"))


@pytest.mark.long("the game where nothing at all can be written; a small function is compiled without a cache below")
def test_nothing_at_all_can_be_written(warm: House, usual: dict[str, str], tmp_path: Path) -> None:
    """No cache, no home, no room beside the sources: it still plays."""
    (tmp_path / "file").write_text("not a folder")
    nowhere = str(tmp_path / "file" / "folder")
    house = warm.copy(tmp_path / "house", DHSTATS_CACHE=nowhere, HOME=nowhere, XDG_CACHE_HOME=nowhere)
    for folder in {path.parent for path in (house.folder / "dhstats").rglob("*.py")}:
        (folder / "__pycache__").write_text("not a folder")
    assert house.play().digests == usual


@pytest.mark.long("the game from a damaged cache; a small function comes out of one below")
def test_a_damaged_cache_is_made_anew(warm: House, usual: dict[str, str], tmp_path: Path) -> None:
    """Files that a full disk or a broken process left behind cost time, not the run."""
    house = warm.copy(tmp_path)
    for path in house.cache.rglob("*.nb?"):
        path.write_bytes(path.read_bytes()[:100])
    assert house.play().digests == usual


def test_the_whole_game_counts_as_a_source() -> None:
    """What the compiled loop of a game is made of: the rules and the engine, the loop itself included."""
    names = {path.relative_to(PACKAGE).as_posix() for path in sources_below(PACKAGE / "games/dragonheart/game.py")}
    names |= {path.relative_to(PACKAGE).as_posix() for path in sources_below(PACKAGE / "engine/loop.py")}
    assert names >= {
        "games/dragonheart/rules/play.py",
        "games/dragonheart/table.py",
        "engine/stream.py",
        "engine/loop.py",
    }


def test_what_no_process_imports_is_no_source() -> None:
    """A page, a query or a statistic may be edited, and no game is compiled anew for it."""
    for home in (PACKAGE / "games").glob("*/game.py"):
        rooms = {path.relative_to(PACKAGE).parts[0] for path in sources_below(home)}
        assert not rooms & {"cli", "report", "questions", "stats", "queries", "simulate", "players", "storage"}, home


def _twice(value: int) -> int:
    return 2 * value


def _once_more(value: int) -> int:
    return twice(value) + 1


def _both(value: int) -> int:
    return twice(value) + once_more(value) + once_more(20)


def _countdown(value: int) -> int:
    if value == 0:
        raise ValueError("no more after", value)
    if value == 1:
        return 1
    return lower(value - 2)


def _lower(value: int) -> int:
    return countdown(value)


def _start(value: int) -> int:
    return countdown(value)


def _failing(value: int) -> int:
    return refuse(value) - 2


def _refuse(value: int) -> int:
    if value == 0:
        raise AssertionError("nothing")
    if value == 4:
        raise KeyError("four", value, value / 8)
    return value


def _beyond(value: int) -> int:
    return SEVEN[value]


SEVEN = np.array([7])
twice = compiled()(_twice)
once_more = compiled(inline=False)(_once_more)
both = compiled()(_both)
countdown = compiled(inline=False)(_countdown)
lower = compiled(inline=False)(_lower)
refuse = compiled(inline=False)(_refuse)


def test_what_others_call_is_compiled_once_and_without_a_way_in_from_python() -> None:
    """However many call it, and with what constants, a function is compiled once; again only if Python calls it."""
    with event.install_recorder("numba:compile") as recorder:
        assert both(5) == 62
        assert _names(recorder) == [_both, _twice, _once_more]
        assert both(6) == 66
        assert twice(4) == 8
    assert _names(recorder) == [_both, _twice, _once_more, _twice]
    within = typeof(twice, Purpose.constant).dispatcher.overloads
    assert [len(list(made.library.get_defined_functions())) for made in within.values()] == [1]


def test_machine_code_is_made_of_what_python_calls_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is called by compiled code only is linked into its callers and optimised there, not by itself."""
    finished: list[str] = []
    usual = CPUCodeLibrary._finalize_final_module

    def counted(library: Any) -> None:
        finished.append(library.name)
        usual(library)

    monkeypatch.setattr(CPUCodeLibrary, "_finalize_final_module", counted)
    assert compiled(int64(int64))(bind(_both, "again"))(5) == 62
    assert [name for name in finished if name != "nrt"] == ["again._both"]  # numba's own is made once a process


def test_functions_that_call_each_other_are_found_and_say_what_they_raise() -> None:
    """Also where one is called by its address, and what is raised is made of values of the game."""
    start = compiled(int64(int64))(_start)
    assert start(5) == 1
    with pytest.raises(ValueError, match="no more after") as raised:
        start(4)
    assert raised.value.args == ("no more after", 0)


def outcomes() -> str:
    """What functions return and raise that call each other, that raise, and that look beyond an array, as one line each."""
    lines = []
    with event.install_recorder("numba:compile") as recorder:
        ready = [compiled(int64(int64), checked=True)(function) for function in (_start, _failing, _beyond)]
        for function, value in itertools.product(ready, (5, 4, 0)):
            try:
                lines.append(str(function(value)))
            except Exception as error:
                lines.append(repr(error))
    return "\n".join([*lines, f"compiled: {bool(recorder.buffer)}"])


def test_what_comes_from_the_cache_returns_and_raises_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code of one process does in another what it did in the first."""
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path))
    at_first = outcomes()
    assert at_first.splitlines() == [
        "1", "ValueError('no more after', 0)", "ValueError('no more after', 0)",
        "3", "KeyError('four', 4, 0.5)", "AssertionError('nothing')",
        "IndexError('index is out of bounds')", "IndexError('index is out of bounds')", "7",
        "compiled: True",
    ]  # fmt: skip
    code = f"from {__name__} import outcomes; print(outcomes())"
    later = subprocess.run(
        [sys.executable, "-c", code], cwd=PACKAGE.parent, capture_output=True, text=True, check=False, timeout=300
    )
    assert (later.returncode, later.stderr) == (0, "")
    assert later.stdout.strip() == at_first.replace("True", "False")


def _names(recorder: Any) -> list[Any]:
    """The functions that were compiled, in the order in which that began."""
    return [entry.data["dispatcher"].py_func for _, entry in recorder.buffer if entry.is_start]


def test_a_small_function_needs_no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no folder can be made it is compiled all the same, and nothing is kept anywhere."""
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path / "file" / "cache"))
    assert compiled(int64(int64))(bind(_both, "nowhere"))(5) == 62
    assert [path.name for path in tmp_path.rglob("*")] == ["file"]


def test_a_small_function_comes_out_of_a_damaged_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a file costs a compilation; the damaged folder goes, and the next one who asks fills it again."""
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path))

    def ready() -> int:
        return int(compiled(int64(int64))(bind(_both, "damaged"))(5))

    assert ready() == 62
    for path in tmp_path.rglob("*.nb?"):
        path.write_bytes(path.read_bytes()[:100])
    with event.install_recorder("numba:compile") as recorder:
        assert [ready(), len(list(tmp_path.rglob("*.nb?"))), ready()] == [62, 0, 62]
        assert recorder.buffer
    assert len(list(tmp_path.rglob("*.nb?"))) == 2


def test_a_variable_that_changes_later_takes_no_function_out_of_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba forgets its settings when a NUMBA_ variable changes: functions compiled later are kept by their sources too."""
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path))
    monkeypatch.setenv("NUMBA_NUM_THREADS", str(numba.config.NUMBA_NUM_THREADS))
    monkeypatch.setenv("NUMBA_FULL_TRACEBACKS", "1")

    def one(n: int) -> int:
        return n + 1

    def two(n: int) -> int:
        return n + 2

    for function in (one, two):
        compiled(types.int64(types.int64), sources=(Path(__file__),))(function)
        assert len(list(tmp_path.glob("*/*.nbi"))) == 1
        for file in tmp_path.glob("*/*"):
            file.unlink()
    assert numba.config.LOOP_VECTORIZE == 0


@pytest.mark.parametrize("name", ["DHSTATS_CACHE", "XDG_CACHE_HOME"])
def test_the_home_folder_may_be_written_short(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No folder named ~ comes to lie where a command runs."""
    for each in ("DHSTATS_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(name, "~/kept")
    assert cache_root() == tmp_path / "kept" / ("" if name == "DHSTATS_CACHE" else "dhstats")
