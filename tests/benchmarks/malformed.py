"""Malformed files by the thousand, through the commands that read them: none may end in a traceback, hang, or leave half.

`python -m tests.benchmarks.malformed --count 10000 --seed 1` prints a table and ends with 1 if there was any such case.
A case is its kind, seed and number: `--kind rules --only 17` does one of them again and says what happened.
Worker processes do the cases, so that one which brings the process down is found and told like the others.
"""

import argparse
import contextlib
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq

from dhstats.cli.main import main
from dhstats.errors import Interrupted
from dhstats.questions.verdicts.sequential import play
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.replays import lines
from dhstats.simulate.running.runner import simulate
from dhstats.simulate.work.workers import Budget
from dhstats.storage import open_run
from dhstats.storage.layout import LOG, file_sha256
from tests.benchmarks.mutations import NUMBERS, WORDS, changed, damaged, forged, to_json, to_toml

PATIENCE = 30.0  # seconds that a case may take, on a busy machine
ALLOWED = (0, 2, 3)  # done, bad input, damaged data: no resource fails here
HARM = ("traceback", "hang", "partial", "exit", "loud", "foreign", "crash")
FOREIGN = re.compile(  # words of Python and of libraries, which say nothing to a designer
    r"[A-Z][a-z]+(Error|Exception)\b|keyword argument|positional argument|' object |object is not|NoneType|unhashable"
    r"|subscriptable|not iterable|unpack|literal for|not supported between|index out of|Traceback|has no attribute"
)
ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "dhstats/games"
HOME = GAMES / "dragonheart"
RULES = {
    "dragonheart": HOME / "rulesets/ffg.toml",
    "dragonwood": GAMES / "dragonwood/rulesets/two.toml",
    "dragon": GAMES / "dragon/rulesets/standard.toml",
}
PACK = GAMES / "dragon/packs/reference.toml"
CHARACTER = HOME / "players/characters/denier.toml"
PLAYER = HOME / "trained/ffg.json"
EXPERIMENT = Path("experiment")
VALUE = ("value", "--strategies", "greedy,random", "--deals", "200", "--seed", "1")
RESUMED = ("simulate", "--strategies", "greedy,random", "--games", "24", "--seed", "3", "--resume", "--out")
QUESTION: dict[str, Any] = {
    "name": "case", "question": "Does it matter?", "game": "dragonheart", "rules": "ffg", "strategies": ["greedy", "random"],
    "design": "seat", "games": 4, "seed": 7, "moves": "all", "until": "", "set": {"hand": {"size": 4}, "deck": "bga"},
}  # fmt: skip
GOALS = Path("goals")
MEANT: dict[str, Any] = {
    "title": "a fair game", "game": "dragonheart", "rules": "ffg", "players": "greedy", "set": {"hand": {"size": 4}},
    "goals": {
        "score": "49 to 51 %", "turns": "40 to 50", "longer_than": {"70": "at most 5 %"}, "draws": "at most 2 %",
        "item": {"great_dragon": "6 to 12 points"},
    },
}  # fmt: skip


PROJECT = Path("project")
USUAL: dict[str, Any] = {"workers": 1, "players": "greedy", "folder": "games"}


class Hang(BaseException):
    """A case took longer than it may."""


@dataclass(frozen=True, slots=True)
class Case:
    """What came of one malformed file: the exit code, what harm was done ("" for none), how long it took."""

    kind: str
    number: int
    code: int
    harm: str
    seconds: float
    told: str


class Bench:
    """Sound files to start from, and the commands that read them."""

    def __init__(self, folder: Path) -> None:
        """Plays small runs, with every turn, no turn and totals alone, certifies one, and compiles what cases play."""
        self.folder = folder
        plan = Experiment("small", "Why?", strategies=("greedy", "random"), games=24, seed=3)
        simulate(plan, folder / "run", workers=1)
        simulate(replace(plan, strategies=("greedy",), games=8, moves="none"), folder / "silent", workers=1)
        play(replace(plan, moves="none", keep="totals"), folder / "totals", workers=1)
        simulate(replace(plan, game="dragonwood", rules="two", games=8), folder / "wood", workers=1)
        simulate(replace(plan, game="dragon", rules="standard", games=8), folder / "fire", workers=1)
        page, certificate = str(folder / "page.html"), str(folder / "c.json")
        with contextlib.redirect_stdout(io.StringIO()):
            main(["certify", str(folder / "silent"), "-o", page, "--certificate", certificate])
            for run in ("run", "wood", "fire"):
                main(["verify", str(folder / run)])
            main([*VALUE, "--out", str(folder / "value"), "-o", page])
            with (
                contextlib.redirect_stderr(io.StringIO()),
                patch.object(Budget, "check", side_effect=Interrupted("stopped")),
            ):
                main([*VALUE, "--out", str(folder / "stopped"), "-o", page])
        for number, strategy in enumerate((CHARACTER, PLAYER)):
            simulate(replace(plan, strategies=(str(strategy),), games=2), folder / str(number), workers=1)
        self.logs = [_written(self.folder / run, cards=run == "run") for run in ("run", "wood", "fire")]
        (folder / "log.jsonl").write_text("\n".join(self.logs[0]))
        with contextlib.redirect_stdout(io.StringIO()):
            main(["import", str(folder / "log.jsonl"), "--out", str(folder / "people")])
        sound = (*RULES.values(), PACK, CHARACTER, PLAYER, Path(certificate))
        self.texts = {file: file.read_bytes() for file in sound}
        self.trees = {file: _tree(file) for file in self.texts}
        self.certificate = Path(certificate)
        for file, tree in ((EXPERIMENT, QUESTION), (GOALS, MEANT), (PROJECT, USUAL)):
            self.trees[file], self.texts[file] = tree, to_toml(tree)

    def do(self, kind: str, seed: int, number: int) -> Case:
        """One case: writes the file, runs the command, looks at what it did."""
        chance = random.Random(f"{kind} {seed} {number}")
        here = self.folder / "case"
        shutil.rmtree(here, ignore_errors=True)
        (here / "in").mkdir(parents=True)
        words = KINDS[kind](self, here / "in", chance)
        before = _contents(here)
        words = [word.replace("OUT", str(here / "out")) for word in words]
        code, harm, seconds, told = _ran(words, here)
        harm = harm or _left(here, before, code)
        return Case(kind, number, code, harm, seconds, f"{' '.join(words)}: {told}")

    def file(self, name: str, source: Path, folder: Path, chance: random.Random) -> str:
        """A malformed copy of a text file."""
        writer = to_toml if name.endswith(".toml") else to_json
        whole = chance.random() < 0.6
        content = writer(changed(self.trees[source], chance)) if whole else damaged(self.texts[source], chance)
        (folder / name).write_bytes(content)
        return str(folder / name)

    def run(self, folder: Path, chance: random.Random) -> Path:
        """A copy of one of the runs."""
        target = folder / "run"
        shutil.copytree(
            self.folder / chance.choice([*["run"] * 6, "wood", "wood", "fire", "fire", "silent", "totals"]), target
        )
        return target


def _written(run: Path, *, cards: bool) -> list[str]:
    """Two games of a run as lines of a log."""
    return [json.dumps(line) for line in lines(open_run(run), 2, shown=cards)]


def _tree(file: Path) -> Any:
    return (json.loads if file.suffix == ".json" else tomllib.loads)(file.read_text("utf-8"))


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _ran(words: list[str], here: Path) -> tuple[int, str, float, str]:
    """Exit code, harm, seconds, and the last line of what a command said."""
    out, err = io.StringIO(), io.StringIO()
    started = time.monotonic()
    signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    back = Path.cwd()
    os.chdir(here)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code, harm = main(words), ""
    except Hang:
        code, harm = -1, "hang"
    except BaseException:  # whatever a command lets through is what is looked for
        code, harm = -1, "traceback"
        err.write(traceback.format_exc())
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        os.chdir(back)
    said = err.getvalue()
    if not harm and code not in ALLOWED:
        harm = "exit"
    if not harm and code and not _a_line_each(said):
        harm = "loud"
    if not harm and not all(letter.isprintable() or letter == "\n" for letter in out.getvalue() + said):
        harm = "loud"
    if not harm and (FOREIGN.search(out.getvalue()) or FOREIGN.search(said)):
        harm = "foreign"
    return code, harm, time.monotonic() - started, said[-3000:] if harm else said[:300]


def _ring(*_: object) -> None:
    raise Hang


def _a_line_each(said: str) -> bool:
    """Whether all that was said are mistakes and defaults, a short line each and no more than a screen of them."""
    lines = said.splitlines()
    whole = said.endswith("\n") and all(
        line.startswith(("dhstats: ", "warning: ", "dhstats.toml: ")) and len(line) < 2_100 for line in lines
    )
    return whole and 0 < len(lines) <= 21  # twenty mistakes, and how many more there are


def _left(here: Path, before: dict[str, bytes], code: int) -> str:
    """Whether a command changed what it was to read, wrote in spite of an error, or left a draft."""
    after = _contents(here)
    new = after.keys() - before.keys()
    changed_files = any(after.get(name) != content for name, content in before.items())
    drafts = any(name.endswith(".part") for name in new)
    if code == 0 and any("/unfinished/" in name for name in before):  # it has gone on there, and ended
        return "partial" if drafts or any("/unfinished/" in name for name in after) else ""
    astray = any(not name.startswith("out") for name in new)
    return "partial" if changed_files or drafts or astray or (code != 0 and new) else ""


# ---- The kinds of files, and what is done with each --------------------------------------------------------------


def _rules(bench: Bench, folder: Path, chance: random.Random, game: str = "dragonheart") -> list[str]:
    file = bench.file("own.toml", RULES[game], folder, chance)
    if chance.random() < 0.3:
        (folder / "top.toml").write_text(f'extends = "{file}"\n', "utf-8")
        file = str(folder / "top.toml")
    play = ["simulate", "--rules", file, "--strategies", "random", "--games", "2", "--seed", "1", "--out", "OUT"]
    choice = [
        ["rules", "check", file],
        ["rules", "show", file, "--json", "OUT.json"],
        ["rules", "diff", RULES[game].stem, file],
        play,
    ]
    return [*chance.choice(choice), "--game", game]


def _pack(bench: Bench, folder: Path, chance: random.Random) -> list[str]:
    file = bench.file("cards.toml", PACK, folder, chance)
    rules, settings = "standard", ["--set", f"pack={file}"]
    if chance.random() < 0.5:
        rules, settings = str(folder / "own.toml"), []
        Path(rules).write_text('extends = "standard"\npack = "cards.toml"\n', "utf-8")
    play = ["simulate", "--rules", rules, "--strategies", "random", "--games", "2", "--seed", "1", "--out", "OUT"]
    choice = [["rules", "check", rules], ["rules", "show", rules, "--json", "OUT.json"], play]
    return [*chance.choice(choice), *settings, "--game", "dragon"]


def _experiment(bench: Bench, folder: Path, chance: random.Random) -> list[str]:
    file = bench.file("own.toml", EXPERIMENT, folder, chance)
    limits = ["--games", "4", "--workers", "1", "--out", "OUT"]  # a sound number of games may still be a billion
    players = ["--strategies", "greedy"] if b"expert" in Path(file).read_bytes() or chance.random() < 0.3 else []
    if b"strategies" not in Path(file).read_bytes():  # experts would be trained for half a minute
        players = ["--strategies", "greedy"]
    return ["simulate", file, *limits, *players]


def _goals(bench: Bench, folder: Path, chance: random.Random) -> list[str]:
    file = bench.file("own.toml", GOALS, folder, chance)
    return ["report", str(bench.folder / "silent"), "--goals", file, "-o", "OUT.html"]


def _strategy(bench: Bench, folder: Path, chance: random.Random, source: Path) -> list[str]:
    file = bench.file(f"own{source.suffix}", source, folder, chance)
    return chance.choice([["strategies", "show", file], ["strategies", "show", file, "--json", "OUT.json"],
                          ["simulate", "--strategies", file, "--games", "2", "--seed", "1", "--out", "OUT"]])  # fmt: skip


def _certificate(bench: Bench, folder: Path, chance: random.Random) -> list[str]:
    file = bench.file("own.json", bench.certificate, folder, chance)
    if chance.random() < 0.5:
        with contextlib.suppress(ValueError, AttributeError, UnicodeEncodeError, RecursionError):
            _sign(Path(file))
    return ["verify", file, "--run", str(bench.folder / "run")] if chance.random() < 0.5 else ["verify", file]


def _project(bench: Bench, folder: Path, chance: random.Random) -> list[str]:
    bench.file("dhstats.toml", PROJECT, folder.parent, chance)
    return ["simulate", "--games", "2", "--seed", "1", "--out", "OUT"]


def _sign(file: Path) -> None:
    """Gives a malformed certificate the checksum that fits it, as a forger would."""
    from dhstats.questions.certificates.certificate import checksum

    values = json.loads(file.read_bytes())
    values.pop("sha256", None)
    file.write_text(json.dumps(values | {"sha256": checksum(values)}), "utf-8")


def _manifest(bench: Bench, folder: Path, chance: random.Random) -> list[str]:
    run = bench.run(folder, chance)
    file = run / "manifest.json"
    if chance.random() < 0.7:
        file.write_bytes(forged(changed(json.loads(file.read_bytes()), chance)))
    else:
        file.write_bytes(damaged(file.read_bytes(), chance))
    return _reading(run, chance)


def _forks(bench: Bench, folder: Path, chance: random.Random) -> list[str]:
    """The plan of forks, or the answer beside it."""
    run = folder / "value"
    shutil.copytree(bench.folder / "value", run)
    file = run / chance.choice(["forks.json", "answer.json"])
    sound = json.loads(file.read_bytes())
    if chance.random() < 0.8:
        file.write_bytes(forged(changed(sound, chance)) if file.stem == "forks" else to_json(changed(sound, chance)))
    else:
        file.write_bytes(damaged(file.read_bytes(), chance))
    choice = [["verify", str(run), "--sample", "2"], ["report", str(run), "-o", "OUT.html"]]
    return chance.choice([*choice, ["study", "ffg", str(run), "-o", "OUT.html"]])


def _list(bench: Bench, folder: Path, chance: random.Random) -> list[str]:
    """The list of what a stopped command has finished."""
    run = folder / "stopped"
    shutil.copytree(bench.folder / "stopped", run)
    file = run / "unfinished" / "list.json"
    sound = file.read_bytes()
    file.write_bytes(to_json(changed(json.loads(sound), chance)) if chance.random() < 0.8 else damaged(sound, chance))
    return [*VALUE, "--resume", "--out", str(run), "-o", "OUT.html"]


def _parquet(bench: Bench, folder: Path, chance: random.Random) -> list[str]:
    run = bench.run(folder, chance)
    files = sorted(run.rglob("*.parquet"))
    file = chance.choice(files)
    if chance.random() < 0.5:
        _rewritten(file, chance)
    else:
        file.write_bytes(damaged(file.read_bytes(), chance))
    if chance.random() < 0.1:
        file.unlink()
        chance.choice([file.mkdir, lambda: os.mkfifo(file), lambda: file.symlink_to("/dev/zero"), lambda: None])()
    if chance.random() < 0.7 and file.is_file():
        _hash_anew(run, file)
    return _reading(run, chance)


def _rewritten(file: Path, chance: random.Random) -> None:
    """A sound Parquet file with wrong columns or cells."""
    table = pq.read_table(file)
    name = chance.choice(table.column_names)
    place, kind = table.column_names.index(name), chance.randrange(7)
    if kind == 0:
        table = table.drop_columns([name])
    elif kind == 1:
        table = table.set_column(place, name, pa.array([chance.choice(WORDS[:20]) for _ in range(len(table))]))
    elif kind == 2:
        cells = [chance.choice(NUMBERS[:11]) for _ in range(len(table))]
        table = table.set_column(place, name, pa.array(list(map(float, cells))))
    elif kind == 3:
        table = table.set_column(place, name, pa.nulls(len(table), table.schema.field(name).type))
    elif kind == 4:
        table = table.slice(0, chance.choice([0, 1, len(table) // 2]))
    elif kind == 5:
        table = pa.concat_tables([table, table])
    else:
        table = table.rename_columns([chance.choice(["game_id", "x", each]) for each in table.column_names])
    pq.write_table(table, file)


def _hash_anew(run: Path, file: Path) -> None:
    """Puts a file's new hash into the manifest, as whoever forges a run would."""
    manifest = run / "manifest.json"
    values = json.loads(manifest.read_bytes())
    for shard in values["shards"]:
        if shard["name"] == file.stem:
            shard |= {f"{file.parent.name}_bytes": file.stat().st_size, f"{file.parent.name}_sha256": file_sha256(file)}
    manifest.write_bytes(forged(values))


def _reading(run: Path, chance: random.Random) -> list[str]:
    """A command that reads a run."""
    return chance.choice(
        [
            ["report", str(run), "-o", "OUT.html", "--json", "OUT.json"],
            ["report", str(run), "-o", "OUT.html"],
            ["sql", str(run), "SELECT count(*), max(turns) FROM games", "--json", "OUT.json"],
            ["replay", str(run), str(chance.randrange(4))],
            ["replay", str(run), "1", "--html", "OUT.html"],
            ["verify", str(run), "--sample", "4"],
            ["verify", str(run), "--sample", "0"],
            ["certify", str(run), "-o", "OUT.html"],
            ["diff", str(run), str(run), "-o", "OUT.html"],
            [*RESUMED, str(run)],
        ]
    )


def _log(bench: Bench, folder: Path, chance: random.Random) -> list[str]:
    """A log of people's games: a line with other values, or a file as an accident leaves it; read, or kept by a run."""
    games = [json.loads(line) for line in chance.choice(bench.logs)]
    path = folder / "log.jsonl"
    if chance.random() < 0.6:
        at = chance.randrange(len(games))
        lines = [to_json(changed(game, chance) if number == at else game) for number, game in enumerate(games)]
        path.write_bytes(b"".join(line.replace(b"\n", b" ") + b"\n" for line in lines))
    else:
        path.write_bytes(damaged("\n".join(map(json.dumps, games)).encode(), chance))
    if chance.random() < 0.8:
        return ["import", str(path), "--out", "OUT"]
    run = Path(shutil.copytree(bench.folder / "people", folder / "run"))
    path.replace(run / LOG)
    return [chance.choice(["verify", "people"]), str(run)]


KINDS: dict[str, Callable[[Bench, Path, random.Random], list[str]]] = {
    "rules": _rules, "dragonwood": partial(_rules, game="dragonwood"), "dragon": partial(_rules, game="dragon"),
    "pack": _pack, "experiment": _experiment, "goals": _goals, "parameters": partial(_strategy, source=CHARACTER),
    "player": partial(_strategy, source=PLAYER), "certificate": _certificate, "manifest": _manifest, "parquet": _parquet,
    "forks": _forks, "list": _list, "log": _log, "project": _project,
}  # fmt: skip


# ---- Doing them by the thousand --------------------------------------------------------------------------------------


def cases(seed: int, numbers: range, folder: Path) -> Iterator[Case]:
    """These cases of all kinds in turn, in this process."""
    bench, kinds = Bench(folder), list(KINDS)
    for number in numbers:
        yield bench.do(kinds[number % len(kinds)], seed, number)


def _work(seed: int, first: int, last: int, step: int) -> None:
    """Does every `step`-th case and prints each as a line of JSON."""
    os.environ["NUMBA_NUM_THREADS"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(seed, range(first, last, step), Path(folder)):
            told = case.told if case.harm or case.seconds > 5.0 else ""
            print(json.dumps([case.kind, case.number, case.code, case.harm, case.seconds, told]), flush=True)


def _worker(seed: int, first: int, last: int, step: int) -> list[Case]:
    """All cases of a worker; one that brings it down is a crash, and another worker goes on after it."""
    done: list[Case] = []
    kinds = list(KINDS)
    while first < last:
        asked = map(str, (seed, first, last, step))
        words = [sys.executable, "-m", "tests.benchmarks.malformed", "--work", *asked]
        with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            for line in process.stdout or ():
                done.append(Case(*json.loads(line)))
                first = done[-1].number + step
                _show(done[-1])
        if process.returncode:
            done.append(Case(kinds[first % len(kinds)], first, process.returncode, "crash", 0.0, "the process died"))
            _show(done[-1])
            first += step
    return done


def _show(case: Case) -> None:
    if case.harm or case.seconds > 5.0:
        sys.stderr.write(f"{case.kind} {case.number}: {case.harm or 'slow'} ({case.seconds:.1f} s)\n{case.told}\n\n")


def table(found: list[Case]) -> str:
    """How the cases of each kind ended."""
    counted = ("done (0)", "bad input (2)", "damaged (3)", *(f"{harm}s" for harm in HARM[:3]))
    rows = [["kind", "cases", *counted, "other", "slowest"]]
    for kind in (*KINDS, "all"):
        mine = [case for case in found if kind in (case.kind, "all")]
        codes, harms = Counter(case.code for case in mine), Counter(case.harm for case in mine)
        other = sum(harms[harm] for harm in HARM[3:])
        slowest = max((case.seconds for case in mine), default=0.0)
        numbers = [len(mine), codes[0], codes[2], codes[3], *(harms[harm] for harm in HARM[:3]), other]
        rows.append([kind, *map(str, numbers), f"{slowest:.1f} s"])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", type=int, default=None, help="the number of one case")
    parser.add_argument("--work", type=int, nargs=4, default=None, help=argparse.SUPPRESS)
    return parser.parse_args()


def run() -> int:
    """The command line."""
    asked = _arguments()
    if asked.work:
        _work(*asked.work)
        return 0
    if asked.only is not None:
        with tempfile.TemporaryDirectory() as folder:
            case = next(cases(asked.seed, range(asked.only, asked.only + 1), Path(folder)))
        print(case, case.told, sep="\n")
        return bool(case.harm)
    with ThreadPoolExecutor(asked.workers) as pool:
        parts = pool.map(lambda first: _worker(asked.seed, first, asked.count, asked.workers), range(asked.workers))
        found = [case for part in parts for case in part]
    print(table(found))
    return any(case.harm for case in found)


if __name__ == "__main__":
    sys.exit(run())
