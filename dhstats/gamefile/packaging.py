"""A game file as an installable Python project: others install it, and `dhstats` lists it by its name."""

import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from dhstats.documents import expanded
from dhstats.errors import BadInput
from dhstats.gamefile import examples
from dhstats.gamefile.sources import Sources, read_sources
from dhstats.games import catalogue
from dhstats.quoting import clipped, one_line, quoted
from dhstats.release import GAMES, VERSION
from dhstats.report import write_report
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate

FIRST_GAMES, SEED = 2_000, 1
PAGE = "first_page.html"
PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{project}"
version = "0.1.0"
description = {description}
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["dhstats>={version}"]

[project.optional-dependencies]
test = ["pytest"]

[project.entry-points."{group}"]
{name} = "{module}.{name}"

[tool.setuptools]
package-dir = {{ "" = "src" }}
packages = ["{module}"]

[tool.setuptools.package-data]
{module} = ["**/*"]
"""
README = """\
# {title}

{title} is a game for dhstats, a balance laboratory for tabletop games.

    pip install .
    dhstats simulate --game {name} --strategies {players} --games {games} --seed {seed} --out data/{name}
    dhstats report data/{name}

What {games:,} games played by {players} show ([the whole page]({page})):

{answer}

## Change the rules

The rules are in `{source}`. `dhstats games check {source}` plays them at random and names every error with its line.
`pip install .[test]` and `pytest` do the same, and so does the workflow in `.github`.
"""
TEST = '''\
"""The rules of {name} are sound, and dhstats lists the game once the package is installed."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[1]


def dhstats(*words: str) -> str:
    command = [sys.executable, "-P", "-m", "dhstats", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=HERE)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_rules_are_sound() -> None:
    assert "no faults" in dhstats("games", "check", "{source}")


def test_the_game_is_listed() -> None:
    assert "{module}" in dhstats("games", "list")
'''
WORKFLOW = """\
name: check
on: [push, pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install .[test]
      - run: pytest
"""


class Packaged(NamedTuple):
    """A project that was written: its folder, the name of the game, and the name of the Python package."""

    folder: Path
    name: str
    module: str


def write_project(game: str, folder: Path | None, players: str) -> Packaged:
    """Writes the project of a game file or the folder of a game, with its first page, which takes 2,000 games.

    `players` are the players of these games; "" means the first script of the file. BadInput for a shipped game, for
    the name of an installed one, or for a folder that exists.
    """
    if game in catalogue.offered():
        raise BadInput(f"game {quoted(game)}: is installed already; name the path of a game file, such as pig.py")
    kept = catalogue.name_of(game)
    name = catalogue.short(kept)
    if name in (*catalogue.NAMES, *(point.name for point in examples.points())):
        raise BadInput(f"game file {clipped(game)}: a shipped game is called {name}; give your file another name")
    path = Path(expanded(game))
    sources, place = read_sources(path, one_line(game)), folder or Path(f"dhstats-{name.replace('_', '-')}")
    if place.exists():
        raise BadInput(f"{one_line(str(place))}: exists already; choose another --out")
    bundle = catalogue.load(kept)
    scripts = [each for each in bundle.shipped_strategies() if each not in ("random", "greedy")]
    players = players or next(iter(scripts), "random")
    try:
        place.absolute().parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".dhstats-", dir=place.absolute().parent) as draft:
            written = Path(draft) / "project"
            _write(written, sources, name, kept, players)
            written.rename(place)
    except OSError as error:
        raise BadInput(f"{one_line(str(place))}: cannot be written: {error.strerror}; choose another --out") from error
    return Packaged(place, name, f"dhstats_{name}")


def _write(project: Path, sources: Sources, name: str, kept: str, players: str) -> None:
    """All files of the project, and the page of its first games."""
    title, module = catalogue.title(kept), f"dhstats_{name}"
    home = project / "src" / module
    inside = home / name if sources.package else home
    source = f"src/{module}/{name}" if sources.package else f"src/{module}/{name}.py"
    files = {inside / each: content for each, content in sources.files.items()}
    files |= {each / "__init__.py": f'"""The game {name} for dhstats."""\n'.encode() for each in {home, inside}}
    run = simulate(
        Experiment(name, "", kept, strategies=tuple(players.split(",")), games=FIRST_GAMES, seed=SEED), project / "run"
    )
    report = write_report(run, project / PAGE)
    shutil.rmtree(run.folder)
    opened = report.opening
    answer = f"> {opened.question} {opened.answer} {opened.sureness}" if opened else "\n".join(report.headlines)
    words = {
        "title": title, "name": name, "module": module, "source": source, "players": players, "games": FIRST_GAMES,
        "seed": SEED, "page": PAGE, "answer": answer, "project": module.replace("_", "-"), "version": VERSION,
        "group": GAMES, "description": quoted(f"{title}, a game for dhstats"),
    }  # fmt: skip
    texts = {
        "pyproject.toml": PROJECT, "README.md": README, f"tests/test_{name}.py": TEST,
        ".gitignore": "build/\n*.egg-info/\n__pycache__/\ndata/\nreports/\n",
    }  # fmt: skip
    files |= {project / each: text.format(**words).encode() for each, text in texts.items()}
    files[project / ".github/workflows/check.yml"] = WORKFLOW.encode()
    for each, content in files.items():
        each.parent.mkdir(parents=True, exist_ok=True)
        each.write_bytes(content)
