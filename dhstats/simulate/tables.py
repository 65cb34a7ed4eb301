"""One numbered shard: a row of deals played by one thread and written as whole files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from math import lcm
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pyarrow as pa

from dhstats.errors import Interrupted
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.players.match import Lineup, Match, records
from dhstats.quoting import quoted
from dhstats.simulate.plans.designs import loop_plan
from dhstats.simulate.plans.experiment import log_every
from dhstats.storage import Manifest, Run, Shard
from dhstats.storage.layout import fingerprint, shard_name, table_file
from dhstats.storage.run import PARTS, came_first, parts, parts_of_win, win_columns
from dhstats.storage.soundness import read_written
from dhstats.storage.tables import Schema, as_table, joined, write_arrow, write_table

Array = np.ndarray[Any, Any]

HALF = PARTS[0] // 2  # of a win, where two play


def win_parts(games: Any, seats: int) -> Array:
    """What each seat has of the win of each game, in parts (`parts_of_win`): shape (seats, *games)."""
    return parts(came_first(games, seats))


Row = dict[str, Any]


def players(manifest: Manifest) -> tuple[str, ...]:
    """The names of all strategies of a run, in the order of the dictionary of the games table."""
    return tuple(player.name for player in manifest.strategies)


def planned_types(manifest: Manifest) -> dict[str, np.dtype[Any]]:
    """The columns that follow from the plan; the layout is told where more than two play, else `swapped` says it."""
    types = {"game_id": "u8", "deal_id": "u8", "arm": "u1"} | dict.fromkeys(manifest.seats, "i1") | {"swapped": "u1"}
    more = {"layout": "u1"} if len(manifest.seats) > 2 else {}
    return {name: np.dtype(kind) for name, kind in (types | more).items()}


def planned_columns(manifest: Manifest, first_deal: int, deals: int) -> dict[str, Array]:
    """What these columns hold over a row of deals; strategies as their places among `players`."""
    arms, names = manifest.design.arms, players(manifest)
    ids = np.arange(first_deal * len(arms), (first_deal + deals) * len(arms), dtype=np.uint64)
    by_arm = {"arm": [arm.arm for arm in arms], "swapped": [arm.swapped for arm in arms]}
    by_arm |= {seat: [names.index(arm.names[at]) for arm in arms] for at, seat in enumerate(manifest.seats)}
    by_arm["layout"] = [arm.moved for arm in arms]
    columns = {"game_id": ids, "deal_id": ids // np.uint64(len(arms))}
    return columns | {
        name: np.tile(np.array(by_arm[name], kind), deals)
        for name, kind in planned_types(manifest).items()
        if name not in columns
    }


def games_schema(bundle: GameBundle, manifest: Manifest) -> Schema:
    """The columns of the games table."""
    types = planned_types(manifest) | bundle.result_types()
    return Schema(types, {**bundle.words, **dict.fromkeys(manifest.seats, players(manifest))}, bundle.flags)


def moves_schema(bundle: GameBundle) -> Schema:
    """The columns of the moves table."""
    types = {"game_id": np.dtype("u8")} | bundle.event_types()
    return Schema(types, bundle.words, bundle.flags, bundle.packed)


def told_by(manifest: Manifest) -> tuple[str, ...]:
    """The columns of games that tell who won; how they ended, where all win together."""
    together = catalogue.load(manifest.game).objective.together
    return ("end_reason",) if together else win_columns(len(manifest.seats))


def win_shares(games: Mapping[str, Array], manifest: Manifest) -> Array:
    """What each seat has of the win of each game, shape (games, seats), in units of 1 / `whole_win`.

    Where all win together each seat has the whole win.
    """
    bundle = catalogue.load(manifest.game)
    if bundle.objective.together:
        ends, success = games["end_reason"], bundle.objective.success  # stored as words, and played as codes
        codes = [bundle.words["end_reason"].index(each) for each in success]
        won = np.isin(ends.astype(str), success) if ends.dtype == object else np.isin(ends, codes)
        return np.repeat(won.astype(np.int64)[:, None] * whole_win(manifest), len(manifest.seats), axis=1)
    return win_parts(games, len(manifest.seats)).T // (parts_of_win(len(manifest.seats)) // whole_win(manifest))


def whole_win(manifest: Manifest) -> int:
    """The units of a win, a number that all who may share it divide: halves, sixths, twelfths and so on."""
    return lcm(*range(1, len(manifest.seats) + 1))


def worded(bundle: GameBundle, record: Any) -> Row:
    """A record of the engine as the row that is stored of it."""
    row = dict(zip(record.dtype.names, record.item(), strict=True))
    for name in bundle.words.keys() & row.keys():
        row[name] = bundle.words[name][row[name]] if row[name] >= 0 else None
    return row | {name: bool(row[name]) for name in bundle.flags & row.keys()}


def recorded(bundle: GameBundle, rows: Sequence[Row]) -> Array:
    """Stored turns as the engine's records, words as codes: the other way round than `worded`."""
    events = np.zeros(len(rows), bundle.game.event)
    for name in events.dtype.names or ():
        events[name] = [coded(bundle, name, row[name]) for row in rows]
    return events


def coded(bundle: GameBundle, name: str, value: Any) -> Any:
    """A cell of a stored row as the engine has it: a word as its code, -1 where it is missing."""
    if name not in bundle.words:
        return value
    return -1 if value is None else bundle.words[name].index(value)


def planned(manifest: Manifest, game_id: int) -> Row:
    """The columns of a game that follow from the plan of the run."""
    deal, number = divmod(game_id, len(manifest.design.arms))
    row = {name: values[number].item() for name, values in planned_columns(manifest, deal, 1).items()}
    return row | {seat: players(manifest)[row[seat]] for seat in manifest.seats}


def seated(manifest: Manifest, row: Mapping[str, Any]) -> tuple[str, ...]:
    """The strategies of a game by seat."""
    return tuple(row[seat] for seat in manifest.seats)


def stored_games(run: Run, first: int, last: int) -> list[Row]:
    """The rows of the games table from one game to another, both included; they must be of one shard."""
    return _stored(run, "games", first, last)


def stored_turns(run: Run, first: int, last: int) -> dict[int, list[Row]]:
    """The logged turns of these games, by game."""
    rows = _stored(run, "moves", first, last)
    return {game: list(turns) for game, turns in groupby(rows, lambda row: row["game_id"])}


def _stored(run: Run, table: str, first: int, last: int) -> list[Row]:
    manifest = run.manifest
    name = shard_name(first // len(manifest.design.arms) // manifest.shard_deals)
    files = [file for file in manifest.files(table) if file.name == name]
    rows: list[Row] = read_written(run.folder, files[0], game_ids=(first, last)).to_pylist() if files else []
    return rows


def odd_cell(bundle: GameBundle, row: Row, types: Mapping[str, np.dtype[Any]]) -> str:
    """The first column of a stored row that is missing, or holds no such number, flag or word; "" if there is none."""
    for name, kind in types.items():
        if name not in row:
            return f"column {name} is missing"
        value = row[name]
        if name in bundle.words:
            fits = value is None or value in bundle.words[name]
        elif name in bundle.flags:
            fits = isinstance(value, bool)
        else:
            fits = type(value) is int and np.iinfo(kind).min <= value <= np.iinfo(kind).max
        if not fits:
            return f"column {name} holds {quoted(value)}"
    return ""


def differences(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[str]:
    """The columns in which two rows differ."""
    return [name for name in ours if ours[name] != theirs.get(name)]


Columns = dict[str, Array]

GAMES_PER_SHARD = 16_384  # about a million turns: large enough for good packing, small enough to lose
SHARDS = 4_096  # of a long run without turns: its shards grow instead, so that there are not too many files
MOST_GAMES, MOST_COUNTED = 1 << 18, 1 << 24  # of a shard that keeps games, and of one that keeps totals
COUNTED = 1 << 17  # games that are counted in one go where totals are kept: fewer take longer, more need more memory
FEW_SHARDS = 8  # shards that such a run has at least, if it is long enough
CHUNK_GAMES = 512  # played in one go, so that the log stays in the processor's cache


class Digest(Protocol):
    """Counts games where a run keeps totals of them: one for all threads."""

    def count(self, games: pa.Table) -> pa.Table:
        """The totals of games of whole deals."""

    def add(self, parts: Sequence[pa.Table]) -> pa.Table:
        """The totals of several parts together."""


def deals_per_shard(arms: int, games: int = 0, moves: str = "all", keep: str = "games") -> int:
    """How many deals make a shard: depends on what is played and kept alone, never on workers or memory."""
    size = GAMES_PER_SHARD
    if moves == "none":
        most = MOST_COUNTED if keep == "totals" else MOST_GAMES
        while size < most and size * (FEW_SHARDS if keep == "totals" and size < COUNTED else SHARDS) < games:
            size *= 2
    return max(1, size // arms)


def chunk_deals(arms: int) -> int:
    """How many deals are played in one go; a run is stopped between two chunks."""
    return max(1, CHUNK_GAMES // arms)


@dataclass(frozen=True, slots=True)
class Tally:
    """Exact sums over blocks of what each seat has of their wins, in units of 1 / `scale`; `squares` of its squares."""

    blocks: int = 0
    games: int = 0
    turns: int = 0
    scale: int = 1
    totals: tuple[int, ...] = ()
    squares: tuple[int, ...] = ()

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.blocks + other.blocks, self.games + other.games, self.turns + other.turns, other.scale,
            _added(self.totals, other.totals), _added(self.squares, other.squares),
        )  # fmt: skip


def _added(some: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip_longest(some, others, fillvalue=0))


NOTHING = Tally()


@dataclass(frozen=True, slots=True)
class Part:
    """What a shard came to, deal by deal in their order: what the first seat has of the wins, and what player A has.

    `firsts` has an entry a deal, summed over its games, in halves of a win where two play; `tally` adds up all seats.
    `of_a` of shape (deals, matchups) speaks of the first-named strategy of every matchup.
    """

    first_deal: int
    firsts: Array
    of_a: Array
    tally: Tally


@dataclass(frozen=True, slots=True)
class ShardPlan:
    """What determines a shard."""

    number: int
    first_deal: int
    deals: int


def shard_plans(manifest: Manifest) -> list[ShardPlan]:
    """All shards of a run in order."""
    size, begin = manifest.shard_deals, manifest.design.from_deal
    end = begin + manifest.design.deals
    return [ShardPlan(number, first, min(size, end - first)) for number, first in enumerate(range(begin, end, size))]


class ShardPlayer:
    """Plays shards in one thread: a table for each matchup, and buffers that are used again."""

    def __init__(self, lineup: Lineup, manifest: Manifest, digest: Digest | None = None) -> None:
        """`digest` counts the games of a run that keeps totals."""
        if (digest is None) == (manifest.keep == "totals"):
            raise ValueError("a run that keeps totals needs what counts them, and only that")
        self._lineup = lineup
        self._manifest = manifest
        self._digest = digest
        self._log_every = log_every(manifest.moves)
        arms = manifest.design.arms
        self._matches = [Match(lineup, pair) for pair in manifest.matchups]
        self._plans = [block_plan(manifest, number) for number in range(len(manifest.matchups))]
        self._chunk = chunk_deals(len(arms))
        game = lineup.bundle.game
        self._results = records(game.result, self._chunk * len(arms))
        longest = lineup.bundle.longest_game(lineup.rules) if self._log_every else 1
        self._events = records(game.event, self._chunk * max(len(plan) for plan in self._plans) * longest + 1)

    def play(self, plan: ShardPlan, folder: Path, stopped: Callable[[], bool]) -> tuple[Shard, Part]:
        """Plays a shard and writes its files; raises Interrupted between chunks once `stopped()` says so."""
        name = shard_name(plan.number)
        if self._digest is not None:
            # The same for a shard that keeps no games: they are counted a part at a time, and dropped
            nothing = np.zeros(0, np.int64)  # deals are not told apart any more
            totals, tally = self.totals(plan, stopped, self._digest)
            file = table_file(folder, "totals", name)
            rows = write_arrow(file, totals)
            shard = Shard(name, plan.first_deal, plan.deals, 0, 0, "", 0, 0, "", rows, *fingerprint(file))
            return shard, Part(plan.first_deal, nothing, nothing[:, None], tally)
        (columns, moves), bundle = self.columns(plan, stopped), self._lineup.bundle
        games_file = table_file(folder, "games", name)
        games_rows = write_table(games_file, games_schema(bundle, self._manifest), columns)
        moves_rows, moves_print = 0, (0, "")
        if moves:
            moves_file = table_file(folder, "moves", name)
            moves_rows = write_table(moves_file, moves_schema(bundle), joined(moves))
            moves_print = fingerprint(moves_file)
        shard = Shard(name, plan.first_deal, plan.deals, games_rows, *fingerprint(games_file), moves_rows, *moves_print)
        return shard, _part(self._manifest, plan.first_deal, columns)

    def columns(self, plan: ShardPlan, stopped: Callable[[], bool] = lambda: False) -> tuple[Columns, list[Columns]]:
        """The games of a shard, and their logged turns in parts; nothing is written."""
        games: list[Columns] = []
        moves: list[Columns] = []
        for first in self._chunks(plan):
            self._play_chunk(plan, first, stopped, games, moves)
        return joined(games), moves

    def totals(self, plan: ShardPlan, stopped: Callable[[], bool], digest: Digest) -> tuple[pa.Table, Tally]:
        """What the games of a shard add up to; nothing is written."""
        schema, chunks = games_schema(self._lineup.bundle, self._manifest), self._chunks(plan)
        at_once = max(1, COUNTED // (self._chunk * len(self._manifest.design.arms)))
        parts, tally = [], NOTHING
        for start in range(0, len(chunks), at_once):
            games: list[Columns] = []
            for first in chunks[start : start + at_once]:
                self._play_chunk(plan, first, stopped, games, [])
            columns = joined(games)
            parts.append(digest.count(as_table(schema, columns)))
            tally += _part(self._manifest, plan.first_deal, columns).tally
        return digest.add(parts), tally

    def _chunks(self, plan: ShardPlan) -> range:
        """The first deal of every chunk of a shard."""
        return range(plan.first_deal, plan.first_deal + plan.deals, self._chunk)

    def _play_chunk(
        self, shard: ShardPlan, first: int, stopped: Callable[[], bool], games: list[Columns], moves: list[Columns]
    ) -> None:
        if stopped():
            raise Interrupted("stopped")
        count, arms = min(self._chunk, shard.first_deal + shard.deals - first), len(self._manifest.design.arms)
        results = self._results[: count * arms]
        by_deal = results.reshape(count, arms)
        ids = np.arange(first * arms, (first + count) * arms, dtype=np.uint64).reshape(count, arms)
        logs: list[Columns] = []
        offset = 0
        for match, plan in zip(self._matches, self._plans, strict=True):
            own = slice(offset, offset + len(plan))
            rows = match.fill(plan, self._manifest.seed, first, self._log_every, by_deal[:, own], self._events)
            if self._log_every:
                turns, events = by_deal[:, own]["logged_turns"].ravel(), self._events[:rows]
                columns = {name: events[name].copy() for name in self._lineup.bundle.event_types()}
                logs.append({"game_id": np.repeat(ids[:, own].ravel(), turns)} | columns)
            offset += len(plan)
        filled = {name: results[name].copy() for name in self._lineup.bundle.result_types()}
        games.append(planned_columns(self._manifest, first, count) | filled)
        if len(logs) > 1:  # the turns of several matchups as one table in the order of games
            together = joined(logs)
            order = np.argsort(together["game_id"], kind="stable")
            logs = [{name: values[order] for name, values in together.items()}]
        moves += logs


def block_plan(manifest: Manifest, matchup: int) -> Array:
    """The engine's plan of a matchup, a row a game of the deal."""
    return loop_plan([arm for arm in manifest.design.arms if arm.matchup == matchup])


def stored_part(manifest: Manifest, folder: Path, shard: Shard) -> Part:
    """What a stored shard came to, read from its games; DataProblem where they are not those that were written."""
    names = (*told_by(manifest), "turns")
    table = read_written(folder, shard.games, names)
    return _part(manifest, shard.first_deal, {name: table.column(name).to_numpy() for name in names})


def _part(manifest: Manifest, first_deal: int, games: Mapping[str, Array]) -> Part:
    arms, seats = manifest.design.arms, len(manifest.seats)
    shares = win_shares(games, manifest).reshape(-1, len(arms), seats)
    seats_of_a = np.array([-arm.first_player % seats for arm in arms])
    matchups = np.array([arm.matchup for arm in arms])
    of_a = shares[:, np.arange(len(arms)), seats_of_a] @ (matchups[:, None] == np.arange(len(manifest.matchups)))
    of_deals = shares.sum(axis=1)
    totals, squares = (tuple(map(int, each.sum(axis=0))) for each in (of_deals, of_deals * of_deals))
    played = len(of_deals) * len(arms)
    scale, turns = whole_win(manifest) * len(arms), int(games["turns"].sum(dtype=np.int64))
    return Part(first_deal, of_deals[:, 0], of_a, Tally(len(of_deals), played, turns, scale, totals, squares))
