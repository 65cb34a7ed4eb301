"""Copies of the package with a cache of their own, so that a test may edit sources and start anew."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parents[2] / "dhstats"

INSTALLED = "site-packages"  # where a house looks for other packages

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

# Tells where machine code of the loop and of a strategy would be looked for, without looking.
FOLDERS = """
import json
from dhstats.engine import compiled
asked = {}
def noted(function, signature, folder, options=None):
    asked[function.__name__] = folder.name
    return function
compiled._compile, compiled.entry = noted, lambda function: function
from dhstats.engine.loop import game_loop
from dhstats.engine.strategy import compile_strategy
from dhstats.games.catalogue import load
bundle = load("dragonheart")
game_loop(bundle.game)
compile_strategy(bundle.game, bundle.find_strategy("random"))
print(json.dumps(asked))
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
        paths = os.pathsep.join((str(self.folder), str(self.folder / INSTALLED)))
        own = {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "DHSTATS_CACHE": str(self.cache)}
        done = subprocess.run(
            [sys.executable, *arguments], cwd=self.folder, env=inherited | own | dict(self.variables), text=True,
            capture_output=True, check=False, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def play(self, *strategies: str) -> Outcome:
        """Plays a few games in a new process."""
        told: dict[str, Any] = json.loads(self.run("-c", PLAY, *(strategies or ("random",))))
        return Outcome(told["digests"], told["compilations"])

    def folders(self) -> dict[str, str]:
        """Where the loop and a strategy would be looked for, by a new process that does not compile."""
        told: dict[str, str] = json.loads(self.run("-c", FOLDERS))
        return told

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


def new_house(folder: Path) -> House:
    """A copy of the package as it is, with an empty cache."""
    shutil.copytree(PACKAGE, folder / "dhstats", ignore=shutil.ignore_patterns("__pycache__"))
    return House(folder)
