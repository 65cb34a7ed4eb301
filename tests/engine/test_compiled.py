"""The cache of compiled functions: nothing is compiled twice, nothing stale is served, no folder is needed."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import int64, types
from numba.core import event
from numba.core.codegen import CPUCodeLibrary
from numba.core.typing.typeof import Purpose, typeof

from dhstats.engine import compiled as sources
from dhstats.engine import loop
from dhstats.engine.compiled import PACKAGE, bind, cache_root, compiled, sources_below
from dhstats.engine.strategy import compile_strategy
from dhstats.games.catalogue import load

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


# Plays a few games and tells what came out, and how often the compiler was at work.
PLAY = """
import hashlib, json, sys
import numpy as np
from numba.core import event
with event.install_recorder("numba:compile") as compiled:
    from dhstats.games.catalogue import load
    from dhstats.players.match import Match, line_up
    bundle = load("dragonheart")
    rules = bundle.rule_files.load("ffg")
    strategies = [bundle.find_strategy(text) for text in sys.argv[1:]]
    lineup = line_up(bundle, rules, strategies)
    digests = {}
    for strategy in strategies:
        plan = np.array([[0, 0, 0, 1], [1, 0, 1, 0]])
        results, turns = Match(lineup, (strategy.name, strategy.name)).play(plan, 7, 0, 10, logged=True)
        told = repr((results.tolist(), turns.tolist())).encode()
        digests[strategy.name] = hashlib.sha256(told).hexdigest()
starts = [record for _, record in compiled.buffer if record.is_start]
print(json.dumps({"digests": digests, "compilations": len(starts)}))
"""


@dataclass(frozen=True)
class Outcome:
    """What a process that played a few games tells: a digest a strategy, and how much was compiled."""

    digests: Mapping[str, str]
    compilations: int


@dataclass(frozen=True)
class House:
    """A copy of the package and its cache in a folder."""

    folder: Path
    variables: Mapping[str, str] = field(default_factory=dict)
    usual: Mapping[str, str] = field(default_factory=dict)  # what it plays

    @property
    def cache(self) -> Path:
        """Where compiled functions are kept."""
        return self.folder / "cache"

    def copy(self, folder: Path, **variables: str) -> House:
        """Another house like this one, with other environment variables."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return House(folder, variables)

    def run(self, *arguments: str) -> str:
        """What Python prints in this house; the process must succeed."""
        inherited = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA", "DHSTATS"))}
        own = {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1", "DHSTATS_CACHE": str(self.cache)}
        done = subprocess.run(
            [sys.executable, *arguments], cwd=self.folder, env=inherited | own | dict(self.variables), text=True,
            capture_output=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def play(self, *strategies: str) -> Outcome:
        """Plays a few games in a new process."""
        return Outcome(**json.loads(self.run("-c", PLAY, *(strategies or ("random",)))))

    def edit(self, file: str, old: str, new: str) -> None:
        """Changes a source so that neither its size nor its time tells: only its content does."""
        path = self.folder / file
        text, before = path.read_text(), path.stat()
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {file}"
        assert len(old) == len(new)
        path.write_text(text.replace(old, new))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)

    def files(self) -> dict[str, int]:
        """All files of the cache with their times."""
        return {
            str(path.relative_to(self.cache)): path.stat().st_mtime_ns
            for path in self.cache.rglob("*")
            if path.is_file()
        }


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house whose cache knows the game and one strategy."""
    house = House(tmp_path_factory.mktemp("house"))
    shutil.copytree(PACKAGE, house.folder / "dhstats", ignore=shutil.ignore_patterns("__pycache__"))
    for name in {*folders(house.folder).values()}:
        if (cache_root() / name).is_dir():  # compiled for other tests already, of the very same sources
            shutil.copytree(cache_root() / name, house.cache / name, dirs_exist_ok=True)
    return replace(house, usual=house.play().digests)


def folders(cache: Path, edited: Path | None = None) -> dict[str, str]:
    """Where machine code of the loop and of a strategy is looked for; another file may be one with another content."""
    asked, digest, bundle = dict[str, str](), sources._digest, load("dragonheart")

    def noted(function: Any, _: Any, folder: Path, __: Any) -> Any:
        asked[function.__name__] = folder.name
        return function

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DHSTATS_CACHE", str(cache / "empty"))
        patch.setattr(sources, "_digest", lambda path: b"another" if path == edited else digest(path))
        patch.setattr(sources, "_compile", noted)
        patch.setattr(loop, "entry", lambda function: function)
        loop.game_loop.__wrapped__(bundle.game)
        compile_strategy(bundle.game, bundle.find_strategy("random"))
    return asked


# A source of each kind, and whose machine code depends on it.
LOOP, STRATEGY = "play_deals", "plain"
REACHED = {
    "games/dragonheart/rules/play.py": {LOOP, STRATEGY},
    "games/dragonheart/table.py": {LOOP, STRATEGY},
    "games/dragonheart/players/uniform.py": {STRATEGY},
    "engine/game.py": {LOOP, STRATEGY},
    "engine/stream.py": {LOOP, STRATEGY},
    "engine/loop.py": {LOOP},
}


@pytest.mark.parametrize("file", REACHED)
def test_an_edited_source_has_another_folder(tmp_path: Path, file: str) -> None:
    """Whatever an edit reaches is looked for in another folder, and nothing else."""
    before, after = folders(tmp_path), folders(tmp_path, PACKAGE / file)
    assert before.keys() == {LOOP, STRATEGY}
    assert {function for function, folder in after.items() if folder != before[function]} == REACHED[file]


def test_an_edited_source_is_never_served_stale(warm: House, tmp_path: Path) -> None:
    """An edit of a rule that keeps size and time of its file shows in the next process."""
    house = warm.copy(tmp_path)
    house.edit("dhstats/games/dragonheart/rules/play.py", "    seen.turn += 1\n", "    seen.turn += 2\n")
    assert house.play().digests != warm.usual


def test_a_second_start_compiles_nothing(warm: House) -> None:
    """Another process with the same sources finds everything, the command line too, and leaves the cache as it is."""
    before = warm.files()
    again = warm.play()
    assert (again.compilations, again.digests) == (0, warm.usual)
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


@pytest.mark.parametrize(
    "imported",
    [
        "from bots.wisdom import SKIPPED", "from .wisdom import SKIPPED", "from . import wisdom", "import bots.wisdom",
        "def late():\n    from .wisdom import SKIPPED", "try:\n    pass\nfinally:\n    import bots.wisdom",
        "try:\n    import nothing\nexcept ImportError:\n    from . import wisdom",
        "for _ in ():\n    pass\nelse:\n    from . import wisdom",
        "match 1:\n    case _:\n        from . import wisdom",
        "if __name__:\n    with open(__file__):\n        from . import wisdom",
    ],
)  # fmt: skip
def test_a_file_that_a_package_of_strategies_imports_counts(tmp_path: Path, imported: str) -> None:
    """However an installed package imports its own modules, and inside whatever statement."""
    folder = tmp_path / "bots"
    folder.mkdir()
    for name, content in {"__init__": "", "wisdom": "SKIPPED = 0\n", "wise": f"{imported}\n"}.items():
        (folder / f"{name}.py").write_text(content)
    assert folder / "wisdom.py" in sources_below(folder / "wise.py")


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
