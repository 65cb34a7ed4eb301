"""`make wheel`: whether dhstats works installed as people install it, and costs there what it costs in the tree.

The source archive is built from the files under version control, and the wheel from that archive; both hold the files of the
package, all of them. The wheel is installed into an environment of its own, beside the locked versions of what it needs, as
pip would lay them. There the commands run that
read a file of the package, and code of others: a strategy file, a game file, installed packages of both kinds. Those that
play run in the tree first, where they compile what is not compiled yet, and then there, where each may cost a third more
processor time at most. On the newest Python that lies beside this one, with the newest versions from the network, a run is
played, reported and verified. `python tests/house/wheel.py PYTHON...` installs into environments of other Pythons and runs all
commands there: CI does not, as what differs between versions is few lines, and it takes minutes.
"""

import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST = 1.3  # times the processor time in the tree
TRIES = 5  # measurements of what is not alike; what is slower in all of them is slower
UNSET = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")  # else each command compiles the modules of the environment anew
SPARE = 0.1  # seconds that are noise

BOTS = '''def first(view, moves, count, randomness):
    """Plays the first legal move."""
    return FIRST


def pair(view, moves, count, randomness):
    """Is no strategy."""
    return (0, 1)


FIRST = 0
'''
# An installed package with a strategy and a game; what it imports lies beside it and among the packages of others.
PLAY = "import numpy as np\nfrom toy_luck import FIRST\n" + BOTS.replace("\n\nFIRST = 0\n", "")
TOY = {"toy_of_a_friend/__init__.py": "", "toy_of_a_friend/play.py": PLAY, "toy_luck.py": "import numpy\n\nFIRST = 0\n"}
TOY |= {"toy_of_a_friend/die.py": (ROOT / "dhstats" / "gamefile" / "examples" / "one_turn.py").read_text("utf-8")}
TOY_POINTS = (
    "[dhstats.strategies]\nfriendly = toy_of_a_friend.play:first\n\n[dhstats.games]\ndie = toy_of_a_friend.die\n"
)
# Begins the lab, fetches its page and every file beside it, and ends it as a person would.
LAB = """
import re, signal, subprocess, sys, urllib.request
from importlib.resources import files
lab = subprocess.Popen([sys.executable, "-m", "dhstats", "lab", "--no-browser", "--out", sys.argv[1]], stdout=-1, text=True)
url = re.search(r"http\\S+/", lab.stdout.readline()).group()
for each in files("dhstats.lab").joinpath("page").iterdir():
    urllib.request.urlopen(url + ("" if each.name == "lab.html" else each.name)).read()
lab.send_signal(signal.SIGINT)
sys.exit(lab.wait(300) not in (0, 130))
"""

# {n} counts the times that a command is run; the first of them left what others read.
COMMANDS = (
    "help",
    "games new tiny{n}",
    "simulate --strategies random --games 2000 --moves all --out run{n}",
    "verify run0 --sample 40",
    "report run0 -o report{n}.html",
    "simulate --strategies expert,balanced --games 300 --out expert{n}",
    "kit expert0 -o kit{n}.html",
    "simulate --game dragon --decks kill,mixed --strategies greedy --games 100 --out dragon{n}",
    "rules show three --game dragonwood",
    "strategies show expert --game dragon",
    "puzzles greedy --page puzzles{n}.html",
    "strategies check bots.py:first --games 20",
    "simulate --strategies bots.py:first,random --games 2000 --out bots{n}",
    "strategies check friendly --games 20",
    "simulate --strategies friendly,random --games 2000 --out friendly{n}",
    "games check tiny0.py --games 4",
    "simulate --game tiny0.py --strategies random --games 2000 --out tiny{n}",
    "games list",
    "simulate --game die --strategies random --games 2000 --out die{n}",
    "simulate --game pig --strategies hold_at_20 --games 2000 --out pig{n}",
    "lab --out lab{n}",
)
# Whose costs are compared: what starts, plays, and plays code of others. The rest read files, and run in one place alone.
COMPARED = tuple(command for command in COMMANDS if command.startswith(("help", "games new", "simulate")))
# What is tried on the newest Python: it compiles, draws and plays again.
TRIED = (
    "simulate --strategies random --games 60 --out run{n}",
    "report run0 -o report{n}.html",
    "verify run0 --sample 4",
)
# What is refused, with the exit code 2 and these words: the reasons are files of the package too.
REFUSED = {
    "strategies check bots.py:pair": "line 8: returns something else than a whole number",
    "sql run0 'SELECT nothing FROM games'": "nothing",
    "rules check damaged.toml": "line 1",
}


@dataclass
class Place:
    """Where commands run: a Python that has dhstats, a folder, an environment; what each cost there at least."""

    python: str
    folder: Path
    space: dict[str, str] = field(default_factory=dict)
    costs: dict[str, float] = field(default_factory=dict)

    def lay(self) -> None:
        """Makes the folder, with the files that a user would bring."""
        self.folder.mkdir()
        for name, text in {"bots.py": BOTS, "damaged.toml": "hand.size = = 3\n", "lab.py": LAB}.items():
            (self.folder / name).write_text(text, "utf-8")

    def run(self, command: str, number: int, code: int = 0) -> str:
        """What a command says; ValueError where it ends with another exit code. Its processor time is noted."""
        words = shlex.split(command.replace("{n}", str(number)))
        start = ["lab.py", *words[2:]] if words[0] == "lab" else ["-m", "dhstats", *words]
        inherited = {key: each for key, each in os.environ.items() if key not in UNSET}
        with tempfile.TemporaryFile() as told:
            child = subprocess.Popen(
                [self.python, *start], cwd=self.folder, env=inherited | self.space, stdout=told, stderr=told
            )
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            told.seek(0)
            says = told.read().decode("utf-8", "replace")
        if child.returncode != code:
            raise ValueError(f"dhstats {' '.join(words)}: exit code {child.returncode}, {self.python}\n{says}")
        cost = used.ru_utime + used.ru_stime
        self.costs[command] = min(cost, self.costs.get(command, cost))
        return says

    def once(self, commands: Sequence[str]) -> None:
        """Makes the folder and runs these commands."""
        self.lay()
        for command in commands:
            self.run(command, 0)

    def refuse(self) -> None:
        """What is refused, with the words that it is refused with."""
        for command, words in REFUSED.items():
            if words not in (says := self.run(command, 0, 2)):
                raise ValueError(f"dhstats {command}: said {says!r} instead of {words!r}")


def listed(*places: str) -> list[str]:
    """The files under version control, or about to be."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *places]
    names = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [name for name in names if (ROOT / name).is_file()]


def built(folder: Path) -> tuple[Path, Path]:
    """The source archive, made of a copy of the files (the tree may hold older builds), and the wheel made of that."""
    source = folder / "source"
    for name in listed("dhstats", *BESIDE):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, source / name)
    _call([sys.executable, "-c", f"from setuptools import build_meta; build_meta.build_sdist({str(folder)!r})"], source)
    archive = next(folder.glob("dhstats-*.tar.gz"))
    _call([sys.executable, *PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", f"{folder}", str(archive)])
    return archive, next(folder.glob("dhstats-*.whl"))


def odd_files(archive: Path, wheel: Path) -> list[str]:
    """The files that the archive or the wheel lacks of the package, or has besides."""
    with tarfile.open(archive) as opened:
        names = {each.name.partition("/")[2] for each in opened.getmembers() if each.isfile()}
    packed = {name for name in names - MADE if ".egg-info/" not in name}
    with zipfile.ZipFile(wheel) as opened:
        held = {name for name in opened.namelist() if ".dist-info/" not in name}
    return sorted(packed ^ set(listed("dhstats", *BESIDE)) | held ^ set(listed("dhstats")))


def newest() -> str:
    """The newest Python that lies beside this one, as version managers lay them; "" if this is the newest."""
    found = {}
    for path in Path(sys.base_prefix).parent.glob("*3.*/bin/python3"):
        done = subprocess.run([path, "-c", VERSION], capture_output=True, text=True, check=False)
        if not done.returncode and tuple(map(int, done.stdout.split())) > sys.version_info[:2]:
            found[tuple(map(int, done.stdout.split()))] = str(path)
    return found[max(found)] if found else ""


def toy(folder: Path) -> Path:
    """A package of somebody else, as a wheel."""
    info, path = "toy_of_a_friend-1.0.dist-info", folder / "toy_of_a_friend-1.0-py3-none-any.whl"
    meta = {
        "METADATA": "Metadata-Version: 2.1\nName: toy_of_a_friend\nVersion: 1.0\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "entry_points.txt": TOY_POINTS,
    }
    files = TOY | {f"{info}/{name}": text for name, text in meta.items()}
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(path, "w") as opened:
        for name, text in files.items():
            opened.writestr(name, text)
    return path


PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
BESIDE = ("pyproject.toml", "README.md", "LICENSE")  # what a source archive holds besides the package
MADE = {"PKG-INFO", "setup.cfg"}  # and what setuptools adds
VERSION = "import sys; print(*sys.version_info[:2])"


def _call(words: Sequence[str], folder: Path = ROOT) -> None:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"{' '.join(words)}\n{done.stdout}{done.stderr}")


def installed(folder: Path, python: str, wheels: Sequence[Path]) -> Path:
    """An environment with these wheels; for this Python with the locked versions beside them, else with the newest."""
    own = python == sys.executable
    _call([python, "-m", "venv", *["--without-pip"] * own, str(folder)])
    new = folder / "bin" / "python"
    if own:
        _link_locked(next(folder.glob("lib/python3*/site-packages")))
    alone = ["--no-deps"] if own else ["--only-binary", ":all:"]
    _call([sys.executable if own else str(new), *PIP, "--python", str(new), "install", *alone, *map(str, wheels)])
    return new


def _link_locked(site: Path) -> None:
    """Lays what dhstats needs into an environment, file by file, as it is installed here."""
    lines = (ROOT / "requirements" / "run.txt").read_text("utf-8").splitlines()
    for name in [line.partition("==")[0] for line in lines if "==" in line]:
        for file in distribution(name).files or ():
            if ".." not in file.parts:
                (site / file).parent.mkdir(parents=True, exist_ok=True)
                _link(Path(str(file.locate())), site / file)


def _link(old: Path, new: Path) -> None:
    try:
        os.link(old, new)
    except OSError:  # another file system
        shutil.copy2(old, new)


def dear(there: Place, here: Place) -> list[str]:
    """The commands that cost too much in the one place, by what they cost in the other."""
    left = list(COMPARED)
    for number in range(TRIES):
        with ThreadPoolExecutor(1) as first, ThreadPoolExecutor(1) as second:
            begun = {command: first.submit(here.run, command, number) for command in left}
            asked = left if number else COMMANDS
            ended = [second.submit(_after, begun.get(command), there, command, number) for command in asked]
            try:
                for each in ended:
                    each.result()
            except ValueError:  # nothing more is begun
                first.shutdown(cancel_futures=True)
                second.shutdown(cancel_futures=True)
                raise
        left = [command for command in left if not _alike(there.costs[command], here.costs[command])]
    slow = [command for command in left if there.costs[command] > here.costs[command]]
    return [f"{each}: {there.costs[each]:.1f} s, and {here.costs[each]:.1f} s in the tree" for each in slow]


def _after(other: Future[str] | None, place: Place, command: str, number: int) -> None:
    if other:
        other.result()
    place.run(command, number)


def _alike(one: float, other: float) -> bool:
    """Whether neither cost is a third more: the tree's may hold what it compiled."""
    return max(one, other) <= MOST * min(one, other) + SPARE


def check(folder: Path, pythons: Sequence[str]) -> list[str]:
    """What is wrong with the wheel; ValueError where something cannot even be run."""
    archive, wheel = built(folder)
    wheels = [wheel, toy(folder)]
    if odd := odd_files(archive, wheel):
        return [f"the source archive, the wheel and `git ls-files dhstats` differ by {', '.join(odd)}"]
    for number, python in enumerate(pythons or filter(None, [newest()])):
        other = Place(str(installed(folder / f"other{number}", python, wheels)), folder / f"work{number}")
        other.once(COMMANDS if pythons else TRIED)
        if pythons:
            other.refuse()
        sys.stdout.write(f"wheel: tried with {python}\n")
    if pythons:
        return []
    there = Place(str(installed(folder / "environment", sys.executable, wheels)), folder / "there")
    _call([sys.executable, *PIP, "install", "--no-deps", "--target", f"{folder}/toys", str(wheels[1])])
    here = Place(sys.executable, folder / "here", {"PYTHONPATH": f"{folder}/toys"})
    there.lay()
    here.lay()
    slow = dear(there, here)
    there.refuse()
    sum_there, sum_here = (sum(place.costs[command] for command in COMPARED) for place in (there, here))
    sys.stdout.write(f"wheel: {sum_there:.0f} s of processor time, {sum_here:.0f} s in the tree\n")
    return slow


def main() -> int:
    """Builds, installs, runs, compares, and says what is wrong; the exit code of that."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            wrong = check(Path(folder), sys.argv[1:])
        except ValueError as error:
            wrong = [str(error)]
    for each in wrong:
        sys.stderr.write(f"wheel: {each}\n")
    done = f"{len(COMMANDS) + len(REFUSED)} commands"
    sys.stdout.write(f"wheel: {'failed' if wrong else done} in {time.monotonic() - started:.0f} s\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
