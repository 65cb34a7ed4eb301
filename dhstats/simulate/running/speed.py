"""How fast this machine plays: the engine in this process, everything else as processes of their own."""

import json
import os
import shlex
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dhstats import children
from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.players.learning import trainees
from dhstats.players.match import Match, line_up, records
from dhstats.storage.layout import reason

REPEATS = 5
CHUNK_DEALS = 256
SAMPLE = 5_000  # games that tell how many of them take a second
SEED = 1


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured number: the median of several runs where it is a rate."""

    what: str
    value: float
    unit: str


def measure(games: int, references: Sequence[str]) -> list[Figure]:
    """All figures of this machine; `references` are engines to be timed in turn with ours, each [GAME=]PROGRAM."""
    if games < 2:
        raise BadInput(f"--games: must be at least 2, not {games}")
    figures = [figure for reference in references for figure in engine_against(*_named(reference))]
    figures += characters()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # Whole commands: simulate without and with every move on disk, and the report about it
        cores = os.cpu_count() or 1
        common = ["--strategies", "random", "--games", str(games), "--seed", str(SEED)]
        alone, _ = _command(["simulate", *common, "--moves", "none", "--out", str(folder / "none")])
        logged, memory = _command(["simulate", *common, "--moves", "all", "--out", str(folder / "all")])
        page = folder / "report.html"
        counted, counting_memory = _command(["report", str(folder / "all"), "-o", str(page)])
        manifest = json.loads((folder / "all" / "manifest.json").read_text())
        turns = sum(shard["moves_rows"] for shard in manifest["shards"])
        size = sum(file.stat().st_size for file in (folder / "all" / "moves").iterdir())
        figures += [
            Figure(f"simulate {games:,} games, no moves, {cores} cores", alone, "s"),
            Figure(f"simulate {games:,} games, all moves, {cores} cores", logged, "s"),
            Figure("all moves / no moves", logged / alone, "ratio"),
            Figure("moves on disk", size / turns, "bytes/turn"),
            Figure("peak memory of simulate", memory, "MiB"),
            Figure(f"report on {games:,} games, {turns:,} turns", counted, "s"),
            Figure("peak memory of report", counting_memory, "MiB"),
            Figure("page", page.stat().st_size / 2**20, "MiB"),
        ]
    return [*figures, Figure("dhstats --help", statistics.median(_command(["--help"])[0] for _ in range(REPEATS)), "s")]


class Engine:
    """The game loop on one thread, a strategy against itself under a game's first rules, every turn logged."""

    def __init__(self, strategy: str, game: str = USUAL) -> None:
        bundle = catalogue.load(game)
        rules = bundle.rule_files.load(bundle.rule_files.shipped()[0])
        lineup = line_up(bundle, rules, [trainees.find(bundle, rules, strategy)])
        self._match = Match(lineup, (strategy, strategy))
        self._plan = np.array([(0, 0, 0, 1), (1, 0, 1, 0)], np.int64)
        self.results = records(bundle.game.result, 2 * CHUNK_DEALS)
        self._events = records(bundle.game.event, 2 * CHUNK_DEALS * bundle.longest_game(lineup.rules) + 1)

    def play(self, chunk: int) -> int:
        """Plays a chunk of games, the next deals after those of the chunk before it; how many turns were logged."""
        first = chunk * CHUNK_DEALS
        return self._match.fill(self._plan, SEED, first, 1, self.results.reshape(CHUNK_DEALS, 2), self._events)

    def rate(self, seconds: float) -> tuple[float, float]:
        """Games a second and logged turns a second, over a least number of seconds."""
        turns = chunks = 0
        started = time.perf_counter()
        while time.perf_counter() - started < seconds:
            turns += self.play(chunks)
            chunks += 1
        passed = time.perf_counter() - started
        return 2 * CHUNK_DEALS * chunks / passed, turns / passed


def engine_against(game: str, reference: str) -> list[Figure]:
    """Our engine and the reference in turn, and the median ratio of logged turns a second."""
    engine = Engine("random", game)
    engine.rate(0.2)
    games = max(1, round(SAMPLE / _reference_run(reference, SAMPLE, SEED)[1]))  # about a second of them
    pairs = []
    for seed in range(1, REPEATS + 1):
        ours = engine.rate(1.0)[1]
        turns, seconds = _reference_run(reference, games, seed)
        pairs.append((ours, turns / seconds))
    return [
        Figure(f"reference, nothing logged{_of(game)}", statistics.median(theirs for _, theirs in pairs), "turns/s"),
        Figure(
            f"engine, random, every turn logged{_of(game)}", statistics.median(ours for ours, _ in pairs), "turns/s"
        ),
        Figure(f"engine / reference{_of(game)}", statistics.median(ours / theirs for ours, theirs in pairs), "ratio"),
    ]


def _named(reference: str) -> tuple[str, str]:
    """The game and the program of a reference; without a name it is the usual game's."""
    game, equals, program = reference.partition("=")
    return (game, program) if equals and game in catalogue.NAMES else (USUAL, reference)


def _of(game: str) -> str:
    return "" if game == USUAL else f", {game}"


def _reference_run(reference: str, games: int, seed: int) -> tuple[float, float]:
    """How many turns a number of games had, and in how many seconds."""
    words = [*shlex.split(reference), str(games), str(seed)]
    try:
        answer = json.loads(subprocess.run(words, capture_output=True, check=True, text=True).stdout)
        turns, seconds = float(answer["turns"]), float(answer["seconds"])
    except (OSError, subprocess.CalledProcessError) as error:
        text = f"ended with {error.returncode}" if isinstance(error, subprocess.CalledProcessError) else reason(error)
        raise BadInput(f"--reference {reference!r}: {text}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(
            f'--reference {reference!r}: must print {{"turns": …, "seconds": …}} and nothing else'
        ) from error
    if not (turns > 0 and seconds > 0):
        raise BadInput(f"--reference {reference!r}: reports {turns:g} turns in {seconds:g} seconds")
    return turns, seconds


def characters() -> list[Figure]:
    """Games a second of each shipped strategy against itself, one thread, every turn logged."""
    players = [(game, name) for game in catalogue.NAMES for name in catalogue.load(game).shipped_strategies()]
    players.append((USUAL, "expert"))
    figures = []
    for game, name in players:
        engine = Engine(name, game)
        engine.rate(0.1)
        games = statistics.median(engine.rate(0.4)[0] for _ in range(REPEATS))
        figures.append(Figure(f"engine, {name} against itself{_of(game)}", games, "games/s"))
    return figures


def _command(words: list[str]) -> tuple[float, float]:
    """Seconds and peak memory in MiB of a command as a process."""
    started = time.perf_counter()
    process = subprocess.Popen(
        children.command("dhstats", *words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise BadInput(f"bench: `dhstats {' '.join(words)}` ended with {process.returncode}")
    return time.perf_counter() - started, usage.ru_maxrss / 1024
