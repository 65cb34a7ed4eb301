"""A sample of games through the referee, and played again by the engine: every column of every row."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from dhstats.errors import DataProblem, UserError
from dhstats.games import retelling
from dhstats.games.bundle import GameBundle
from dhstats.games.retelling import Kept
from dhstats.simulate.checks.shard import MOST_SAID, NOTHING, Judgement, ShardTables
from dhstats.simulate.people.reading import Log
from dhstats.simulate.people.writing import game_columns, games_of, log_of, move_columns
from dhstats.simulate.plans.experiment import is_logged, log_every, rules_of
from dhstats.simulate.replays import Played, Rematch, find_again, version_problem
from dhstats.simulate.tables import differences, seated
from dhstats.storage import Manifest, Shard
from dhstats.storage.layout import LOG
from dhstats.storage.soundness import cells, numbers, read_written


class Sample:
    """Whole blocks of a run, evenly many in each shard and the same in every call, whose games are judged.

    `problems` are those that showed while its strategies were found, `left_out` says what cannot be judged. `watch` is
    called after every game.
    """

    def __init__(self, bundle: GameBundle, manifest: Manifest, games: int, seconds: float = 0.0) -> None:
        """`seconds` bound the time that games are judged for, counted from the first; 0 for as long as it takes."""
        self._seconds, self._began, self._late = seconds, 0.0, 0
        self._judged, self._measured_from = 0, 0.0
        self.watch: Callable[[], None] = lambda: None
        self._manifest = manifest
        self._blocks = min(-(-games // len(manifest.design.arms)), manifest.design.deals)
        self._check = retelling.load(manifest.game).check
        self._rules = rules_of(manifest)
        self._lock = threading.Lock()  # a rematch has one table
        self._rematch: Rematch | None = None
        self._present: set[str] = set()
        self.problems: tuple[str, ...] = ()
        self.left_out: tuple[str, ...] = ()
        if manifest.log:
            self._blocks = 0
            self.left_out = ("nothing was played again: people played, and their cards have no seed",)
        elif problem := version_problem(bundle, manifest):
            self._blocks, self.left_out = 0, (f"no game was judged: {problem}",)
        else:
            self._call_back(bundle)

    def _call_back(self, bundle: GameBundle) -> None:
        """Finds the strategies that still are what they were, and sets the table again for them."""
        for player in self._manifest.strategies:
            try:
                strategy = find_again(bundle, self._rules, player)
            except UserError as error:
                self.left_out += (f"games of {player.name!r} were not played again: {error}",)
                continue
            self._present.add(player.name)
            if dict(strategy.weights) != player.weights:
                self.problems += (f"manifest: strategy {player.name!r}: weights do not match its hash",)
            if strategy.idea != player.idea:
                self.problems += (f"manifest: strategy {player.name!r}: is not as its description says",)
        if self._blocks and self._present:
            self._rematch = Rematch(self._manifest, sorted(self._present))

    def deals(self, shard: Shard) -> list[int]:
        """The sampled deals of a shard: logged ones if it has any."""
        shards, number = self._manifest.planned_shards, self._manifest.number_of(shard)
        wanted = self._blocks * (number + 1) // shards - self._blocks * number // shards
        choice = telling_deals(self._manifest, shard)
        chance = random.Random(f"{self._manifest.seed} {number}")
        return sorted(chance.sample(choice, min(wanted, len(choice))))

    def judge(self, tables: ShardTables) -> Judgement:
        """The sampled games of a shard whose tables are sound."""
        verdicts, judged = NOTHING, 0
        for kept in self._kept(tables):
            self._began = self._began or time.monotonic()
            verdicts += self._judge_game(kept)
            judged += 1
            with self._lock:
                self._judged += 1
                self._measured_from = self._measured_from or time.monotonic()
            self.watch()
            if self._seconds and time.monotonic() - self._began > self._seconds:
                break
        with self._lock:
            self._late += len(self.deals(tables.shard)) * len(self._manifest.design.arms) - judged
        return verdicts

    def ahead(self, shards: int) -> float:
        """About how many seconds the games of the sample will still take, given the shards that are not begun."""
        if self._judged < 2:
            return 0.0
        now = time.monotonic()
        each = (now - self._measured_from) / (self._judged - 1)
        whole = each * max(0, self._blocks * len(self._manifest.design.arms) - self._judged)
        return min(whole, max(0.0, self._seconds - (now - self._began)) + each * shards) if self._seconds else whole

    @property
    def late(self) -> tuple[str, ...]:
        """What was not judged because the time was over: a shard always begins with one game."""
        text = (
            f"{self._late:,} games of the sample were not judged move by move: the {self._seconds:g} seconds ran out;"
            " allow more time (--seconds, 0 for all)"
        )
        return (text,) if self._late else ()

    def _kept(self, tables: ShardTables) -> Iterator[Kept]:
        arms = len(self._manifest.design.arms)
        ids = numbers(tables.moves, "game_id") if tables.moves.num_columns else np.zeros(0, np.uint64)
        for deal in self.deals(tables.shard):
            for row in tables.games.slice((deal - tables.shard.first_deal) * arms, arms).to_pylist():
                start, stop = np.searchsorted(ids, np.array([row["game_id"], row["game_id"] + 1], np.uint64))
                yield Kept(self._manifest.seed, row, tables.moves.slice(start, stop - start).to_pylist())

    def _judge_game(self, kept: Kept) -> Judgement:
        """One game: a logged one by its own turns, another by those that the engine plays."""
        logged = is_logged(self._manifest, kept.row["deal_id"])
        if self._rematch is None or not set(seated(self._manifest, kept.row)) <= self._present:
            played = None
        else:
            with self._lock:
                played = self._rematch.play(kept.row["game_id"])
        if played is None and not logged:
            return NOTHING
        turns = kept.turns if played is None or logged else played.turns
        problem = self._check(self._rules.effective, Kept(kept.seed, kept.row, turns))
        if played is not None:
            problem += unlike(Kept(kept.seed, kept.row, turns), played)
        # The first problems of a game, and how many more there are
        more = len(problem) - MOST_SAID
        rest = [f"game {kept.row['game_id']}: {more} more problems like these"] if more > 0 else []
        return Judgement((*problem[:MOST_SAID], *rest), 1, len(turns), int(played is not None))


def telling_deals(manifest: Manifest, shard: Shard) -> range:
    """The deals of a shard of which most can be checked: logged ones if it has any, else all."""
    every, last = log_every(manifest.moves) or 1, shard.first_deal + shard.deals
    return range(-(-shard.first_deal // every) * every, last, every) or range(shard.first_deal, last)


def unlike(kept: Kept, played: Played) -> list[str]:
    """Where the stored rows are not those that the engine plays, in sentences."""
    game = kept.row["game_id"]
    texts = [
        f"game {game}, turn {number}: {name} is {kept_row.get(name)}, but played again it is {now[name]}"
        for number, (kept_row, now) in enumerate(zip(kept.turns, played.turns, strict=False))
        for name in differences(now, kept_row)
    ]
    if len(kept.turns) != len(played.turns):
        texts.append(f"game {game}: has {len(kept.turns)} turns, but played again it has {len(played.turns)}")
    names = differences(played.row, kept.row)
    return texts + [
        f"game {game}: {name} is {kept.row.get(name)}, but played again it is {played.row[name]}" for name in names
    ]


def check_log(folder: Path, manifest: Manifest) -> Judgement:
    """Whether all rows of a run of people are those that the referee makes of its log, judged again."""
    try:
        log = log_of(folder, manifest)
        if len(log.games) != manifest.games:
            raise DataProblem(f"{folder / LOG}: has {len(log.games)} games with turns, not {manifest.games}")
        problems = [problem for shard in manifest.shards for problem in _unlike_log(log, folder, manifest, shard)]
    except DataProblem as problem:
        return Judgement((str(problem),))
    return Judgement(tuple(problems), len(log.games), sum(len(game.turns) for game in log.games))


def _unlike_log(log: Log, folder: Path, manifest: Manifest, shard: Shard) -> Iterator[str]:
    games, first = games_of(log, manifest, shard), shard.first_deal * len(manifest.design.arms)
    right = {"games": game_columns(log.bundle, games), "moves": move_columns(log.bundle, games, first)}
    count = 0
    for file in shard.files:
        table = read_written(folder, file)
        for name, made in right[file.table].items():
            stored = cells(table, name, log.bundle.words)
            wrong = np.flatnonzero(stored != made) if len(stored) == len(made) else np.zeros(1, np.int64)
            if len(wrong) and count < MOST_SAID:
                count += 1
                yield f"{file.path(folder)}: row {wrong[0]}: {name} does not follow from the log"
