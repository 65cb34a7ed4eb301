"""A run that is killed again and again at random moments: after every kill the folder is sound, and at the end the same.

`python -m tests.benchmarks.kills --shards 1000 --kills 200` is what `make soak` runs.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dhstats.errors import DataProblem
from dhstats.players.match import line_up
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import play_prepared, prepare_run
from dhstats.storage.layout import MANIFEST, file_sha256
from dhstats.storage.manifest import read_manifest
from dhstats.storage.soundness import strangers

DEALS = 32  # of a shard, two games each
SEED = 20


def plan(shards: int) -> Experiment:
    """The run that is killed: every turn is logged, and a player who thinks makes small shards that take a while."""
    return Experiment("kills", strategies=("mc:3", "random"), games=2 * DEALS * shards, seed=SEED)


@dataclass
class Toll:
    """What kills cost: shards that were listed and no longer are, bytes that differ, and what else was found wrong.

    `alive` counts kills that met a process which was playing, `survived` those after which more shards were there.
    """

    kills: int = 0
    alive: int = 0
    survived: int = 0
    lost: int = 0
    differing: int = 0
    unsound: list[str] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        """Whether nothing was lost, nothing differs, and every folder was sound."""
        return not (self.lost or self.differing or self.unsound)


class Players:
    """Processes that play the run: copies of this one, which has everything loaded and compiled, and no threads."""

    def __init__(self, shards: int) -> None:
        self._prepared = prepare_run(plan(shards), Path(), shard_deals=DEALS)
        line_up(self._prepared.bundle, self._prepared.rules, self._prepared.strategies)

    def start(self, out: Path) -> int:
        """The number of a new process that plays, or goes on."""
        number = os.fork()
        if number:
            return number
        code = 1
        try:
            play_prepared(self._prepared, out, workers=2, resume=True)
            code = 0
        finally:
            os._exit(code)

    def finish(self, out: Path) -> float:
        """Lets a process play to the end; returns the seconds."""
        began = time.monotonic()
        _, status = os.waitpid(self.start(out), 0)
        assert status == 0, "a run that nobody disturbed did not end well"
        return time.monotonic() - began

    def kill(self, out: Path, seconds: float) -> bool:
        """Kills a process after so many seconds; whether it was still at play."""
        number = self.start(out)
        time.sleep(seconds)
        os.kill(number, signal.SIGKILL)
        _, status = os.waitpid(number, 0)
        return os.WIFSIGNALED(status)


def soak(shards: int, kills: int, seed: int, folder: Path) -> Toll:
    """Kills a run so often, at moments drawn from a seed and spread over its whole length, and compares it at the end."""
    chance, toll, out, whole = random.Random(seed), Toll(), folder / "killed", folder / "whole"
    players = Players(shards)
    length, truth = players.finish(whole), hashes_of(whole)
    listed: set[str] = set()
    for number in range(kills):
        ahead = length * (1 - len(listed) / len(truth)) / (kills - number)
        toll.alive += players.kill(out, chance.uniform(0, 2 * ahead))
        toll.kills += 1
        listed = look(out, truth, listed, toll)
    players.finish(out)
    ended = hashes_of(out)
    toll.differing += sum(ended.get(name) != truth.get(name) for name in ended.keys() | truth.keys())
    return toll


def hashes_of(folder: Path) -> dict[str, str]:
    """All files of a folder by name."""
    return {str(path.relative_to(folder)): file_sha256(path) for path in folder.rglob("*") if path.is_file()}


def look(out: Path, truth: dict[str, str], before: set[str], toll: Toll) -> set[str]:
    """Counts what a kill did to a folder; returns the files of the shards that are listed now."""
    if not (out / MANIFEST).exists():
        toll.lost += len(before)
        return set()
    try:
        manifest = read_manifest(out)
    except DataProblem as problem:
        toll.unsound.append(str(problem))
        return before
    hashes = {f"games/{shard.name}.parquet": shard.games_sha256 for shard in manifest.shards}
    hashes |= {f"moves/{shard.name}.parquet": shard.moves_sha256 for shard in manifest.shards}
    toll.lost += len(before - hashes.keys())
    toll.survived += len(hashes) > len(before)
    for name, told in hashes.items():
        there = (out / name).is_file() and file_sha256(out / name)
        toll.differing += not there == told == truth[name]
    toll.unsound += [f"{name} does not belong there" for name in strangers(out, manifest)]
    return set(hashes)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the soak and prints its table; 1 if anything was lost or differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shards", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="dhstats-kills-") as folder:
        toll = soak(chosen.shards, chosen.kills, chosen.seed, Path(folder))
    rows = {
        "shards of the run": chosen.shards, "kills (SIGKILL)": toll.kills, "of a process at play": toll.alive,
        "after which more was there": toll.survived, "lost files": toll.lost, "differing files": toll.differing,
        "unsound folders": len(toll.unsound), "seconds": round(time.monotonic() - began),
    }  # fmt: skip
    for name, value in rows.items():
        print(f"{name:<28}{value:>8,}")
    for problem in toll.unsound[:10]:
        print(f"unsound: {problem}")
    return 0 if toll.clean else 1


if __name__ == "__main__":
    sys.exit(main())
