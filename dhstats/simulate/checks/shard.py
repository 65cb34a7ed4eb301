"""A shard of a run against its plan, its rows and its rules: every logged turn is legal and as its row says."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from dhstats.engine.together import FOLLOWED, FORBIDDEN, TOO_LONG, TRACE, UNFINISHED, Logged, follow_loop
from dhstats.errors import DataProblem, UserError
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.players.match import Array, records
from dhstats.quoting import one_line, shortened
from dhstats.simulate.plans.designs import design
from dhstats.simulate.plans.experiment import MAX_GAMES, MAX_SEED, log_every, rules_of, stopping_rule
from dhstats.simulate.replays import version_problem
from dhstats.simulate.tables import games_schema, moves_schema, planned_columns, players
from dhstats.simulate.work.workers import on_each_thread
from dhstats.storage import Manifest, Run, Shard, open_run
from dhstats.storage.manifest import Written
from dhstats.storage.soundness import Unsound, cells, checked_table, codes, numbers
from dhstats.storage.tables import Schema, faults

LONGEST_LINE = 2_000  # letters of a problem: what a file holds may be endless
MOST_LINES = 500  # problems of a folder that are told
MOST_TOLD = 20  # problems of sampled games that are told; a wrong seed makes thousands


def readable(problems: Sequence[str]) -> tuple[str, ...]:
    """As many problems as somebody reads, each on a line that is not too long."""
    return tuple(shortened(problem, LONGEST_LINE) for problem in first_of(problems, "", MOST_LINES))


def first_of(problems: Sequence[str], where: str, most: int = MOST_TOLD) -> tuple[str, ...]:
    """The first problems, and how many more there are of their kind."""
    more = len(problems) - most
    return tuple(problems) if more <= 0 else (*problems[:most], f"{more:,} more problems{where}")


def repeated(hashes: Iterable[tuple[str, str]], what: str) -> Iterator[str]:
    """Shards, by name and hash of what is in them, that hold the same as an earlier one; no hash is like no other."""
    seen: dict[str, str] = {}
    for name, digest in hashes:
        if digest and seen.setdefault(digest, name) != name:
            yield f"shard {name}: its {what} are those of shard {seen[digest]} again"


FEW = 100  # games that may all end alike by chance


@dataclass(frozen=True, slots=True)
class ShardTables:
    """The tables of a shard and what is wrong with them; a table that cannot be trusted is empty."""

    shard: Shard
    problems: tuple[str, ...]
    games: pa.Table
    moves: pa.Table


def check_shard(bundle: GameBundle, manifest: Manifest, folder: Path, shard: Shard) -> ShardTables:
    """Reads both tables of a shard and checks every row against the plan and against each other."""
    nothing = pa.table({})
    games, problems = _checked(folder, shard.games, games_schema(bundle, manifest))
    problems += [f"{shard.games.path(folder)}: {problem}" for problem in _plan_problems(manifest, shard, games)]
    if shard.moves is None:
        return ShardTables(shard, tuple(problems), games, nothing)
    moves, unsound = _checked(folder, shard.moves, moves_schema(bundle))
    if not problems and not unsound:
        problems += [f"{shard.moves.path(folder)}: {problem}" for problem in _log_problems(manifest, games, moves)]
    return ShardTables(shard, (*problems, *unsound), games, moves)


def _checked(folder: Path, file: Written, schema: Schema) -> tuple[pa.Table, list[str]]:
    """The table in a file, or an empty one and why it cannot be trusted."""
    try:
        return checked_table(folder, file, schema), []
    except Unsound as reason:
        return pa.table({}), [f"{file.path(folder)}: {reason}"]


def as_records(bundle: GameBundle, table: pa.Table, kind: np.dtype[Any], names: Iterable[str]) -> Array:
    """Rows of a table as the engine's records, words as codes."""
    rows: Array = records(kind, table.num_rows)
    for name in names:
        rows[name] = cells(table, name, bundle.words)
    return rows


def results_hash(bundle: GameBundle, tables: ShardTables) -> str:
    """A hash of how all games of a shard ended, without their numbers; nothing for a few, which may end alike."""
    if tables.games.num_rows < FEW:
        return ""
    rows = as_records(bundle, tables.games, bundle.game.result, bundle.result_types())
    return hashlib.sha256(rows.tobytes()).hexdigest()


def _plan_problems(manifest: Manifest, shard: Shard, games: pa.Table) -> Iterator[str]:
    """Columns that follow from the plan and hold something else; the first row of each."""
    names = players(manifest)
    if not games.num_columns:
        return
    for name, right in planned_columns(manifest, shard.first_deal, shard.deals).items():
        column = codes(games, name, names) if name in manifest.seats else numbers(games, name)
        wrong = np.flatnonzero(column != right)
        if len(wrong):
            row = int(wrong[0])
            words = names if name in manifest.seats else ()
            stored, planned = (word(words, values[row]) for values in (column, right))
            yield f"row {row}: {name} is {stored}, should be {planned} ({len(wrong):,} rows differ)"


def word(words: tuple[str, ...], value: Any) -> str:
    """A code as its word; numbers as they are."""
    if not words:
        return str(value)
    return words[value] if value >= 0 else "empty"


def _log_problems(manifest: Manifest, games: pa.Table, moves: pa.Table) -> Iterator[str]:
    """Whether each logged game has as many turns as its row says, numbered from 0, in the order of games."""
    logged = numbers(games, "deal_id") % np.uint64(log_every(manifest.moves)) == 0
    turns = numbers(games, "turns")[logged].astype(np.int64)
    starts = np.cumsum(turns) - turns
    games_of_rows = np.repeat(numbers(games, "game_id")[logged], turns)
    places = np.arange(len(games_of_rows)) - np.repeat(starts, turns)
    found_games, found_turns = numbers(moves, "game_id"), numbers(moves, "turn")
    rows = min(len(games_of_rows), len(found_games))
    wrong = np.flatnonzero((found_games[:rows] != games_of_rows[:rows]) | (found_turns[:rows] != places[:rows]))
    if len(wrong):
        row = int(wrong[0])
        yield (
            f"row {row}: is turn {found_turns[row]} of game {found_games[row]}, should be turn {places[row]} of game "
            f"{games_of_rows[row]}: its rows are not those of the games table, in order"
        )
    elif len(found_games) != len(games_of_rows):
        yield f"has {len(found_games):,} turns, but the games table counts {len(games_of_rows):,}"


CHUNK = 512  # games that are followed in one go, so that memory stays small
MOST_SAID = 4  # problems of one shard that are told
STOPPED = {
    FORBIDDEN: ", turn {turn}: the rules forbid the move that is logged",
    TOO_LONG: ", turn {turn}: is logged, but the game is over after {turn} turns",
    UNFINISHED: ": is not over after the {turn} turns that are logged",
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What following or judging games showed: problems, games and turns, and games that were played again."""

    problems: tuple[str, ...] = ()
    games: int = 0
    turns: int = 0
    played_again: int = 0

    def __add__(self, other: "Judgement") -> "Judgement":
        games, turns = self.games + other.games, self.turns + other.turns
        return Judgement(self.problems + other.problems, games, turns, self.played_again + other.played_again)


NOTHING = Judgement()


class Follower:
    """Follows the logged games of a run; each thread has a table of its own."""

    def __init__(self, bundle: GameBundle, manifest: Manifest) -> None:
        """Compiles what follows games; a run that logs none, or was played by another version, has none to follow."""
        self._bundle, self._seed = bundle, np.uint64(manifest.seed)
        foreign = manifest.log or version_problem(bundle, manifest)  # no seed lays out the games of people
        self._every = 0 if foreign else log_every(manifest.moves)
        self._rules = rules_of(manifest).record()
        self._layouts = np.array([arm.moved for arm in manifest.design.arms], np.int64)
        self._loop = follow_loop(bundle.game) if self._every else None
        self._table = on_each_thread(self._new_table)

    def follow(self, tables: ShardTables) -> Judgement:
        """All logged games of a shard whose tables are sound."""
        if not self._every:
            return NOTHING
        games = tables.games.filter(pa.array(numbers(tables.games, "deal_id") % np.uint64(self._every) == 0))
        turns = numbers(games, "turns").astype(np.int64)
        starts, size = np.concatenate([[0], np.cumsum(turns)]), len(self._layouts) * max(1, CHUNK // len(self._layouts))
        problems: list[str] = []
        for first in range(0, len(turns), size):
            last = min(first + size, len(turns))
            moves = tables.moves.slice(starts[first], starts[last] - starts[first])
            problems += self._chunk(games.slice(first, last - first), moves, turns[first:last])
        if len(problems) > MOST_SAID:
            problems[MOST_SAID:] = [f"shard {tables.shard.name}: more problems of logged turns like these"]
        return Judgement(tuple(problems), turns=int(starts[-1]))

    def _chunk(self, games: pa.Table, moves: pa.Table, turns: Array) -> Iterator[str]:
        """What is wrong with some neighbouring games: moves that cannot be, then numbers that do not follow."""
        game, ids = self._bundle.game, numbers(games, "game_id")
        stored = as_records(self._bundle, moves, game.event, self._bundle.event_types())
        events, results = records(game.event, len(stored)), records(game.result, len(ids))
        traces = records(TRACE, len(ids))
        deals = numbers(games, "deal_id")[:: len(self._layouts)].astype(np.int64)
        assert self._loop is not None  # there are turns to follow
        self._loop(*self._table(), self._seed, Logged(self._layouts, deals, turns, stored, events, results, traces))
        for number, trace in zip(ids, traces, strict=True):
            if trace["end"] != FOLLOWED:
                yield f"game {number}{STOPPED[int(trace['end'])].format(turn=trace['turns'])}"
        places = np.arange(len(stored)) - np.repeat(np.cumsum(turns) - turns, turns)
        of_game, played = np.repeat(ids, turns), places < np.repeat(traces["turns"], turns)
        for row, problem in self._differences(stored, events, played, self._bundle.event_types()):
            yield f"game {of_game[row]}, turn {places[row]}: {problem}"
        stored = as_records(self._bundle, games, game.result, self._bundle.result_types())
        for row, problem in self._differences(stored, results, traces["end"] == FOLLOWED, self._bundle.result_types()):
            yield f"game {ids[row]}: {problem}"

    def _new_table(self) -> tuple[Any, Any]:
        """A table with the rules on it, and its options."""
        table = records(self._bundle.game.table, 1)
        table["seen"]["rules"] = self._rules
        return table[0], records(self._bundle.game.options, 1)[0]

    def _differences(self, stored: Array, made: Array, valid: Array, names: Iterable[str]) -> Iterator[tuple[int, str]]:
        """The first rows of each column that hold something else than the rules make of the moves."""
        for name in names:
            for row in np.flatnonzero((stored[name] != made[name]) & valid)[: MOST_SAID + 1]:
                words = self._bundle.words.get(name, ())
                here, right = (word(words, values[name][row]) for values in (stored, made))
                yield int(row), f"{name} is {here}, but the logged moves give {right}"


ENDS = ("", "goal", "limit", "lopsided")  # how a run with a stopping rule may have ended; one without says nothing


def open_checked(folder: Path | str) -> Run:
    """Opens a run folder for reading, like `open_run`, and looks whether its plan can be: DataProblem if it cannot."""
    run = open_run(folder)
    if problems := plan_problems(run.manifest):
        raise DataProblem(f"{run.folder}: {problems[0]}; `dhstats verify {run.folder}` shows what else is wrong")
    return run


def plan_problems(manifest: Manifest) -> list[str]:
    """What is wrong with the plan of a run, in sentences; more is only looked for where the types are right."""
    wrong = list(faults(manifest, Manifest))
    wrong = wrong or [*_text_problems(manifest), *_range_problems(manifest)]
    wrong = wrong or [*_rules_problems(manifest), *_player_problems(manifest), *_design_problems(manifest)]
    return [f"manifest: {problem}" for problem in wrong]


def _text_problems(manifest: Manifest) -> Iterator[str]:
    """Halves of letters, which JSON can name but no file, page or terminal can hold."""
    try:
        json.dumps(manifest.plan(), ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        yield f"has invalid characters: {one_line(error.reason)}"


def _range_problems(manifest: Manifest) -> Iterator[str]:
    if not 0 <= manifest.seed <= MAX_SEED:
        yield f"seed is {manifest.seed}, should be from 0 to {MAX_SEED}"
    if not 1 <= manifest.games <= MAX_GAMES:
        yield f"games is {manifest.games}, should be from 1 to {MAX_GAMES}"
    if manifest.shard_deals < 1 or manifest.design.deals < 1:
        yield f"shards of {manifest.shard_deals} deals and {manifest.design.deals} deals in all cannot be"
    if manifest.ended not in (ENDS if manifest.until else ENDS[:1]):
        which = "with" if manifest.until else "without"
        yield f"ended is {manifest.ended!r}, which no run {which} a stopping rule says"
    try:
        log_every(manifest.moves, "moves")
        ours = catalogue.load(manifest.game).digest
        if manifest.game_file not in ("", ours):
            yield f"game_file is {manifest.game_file}, but {manifest.game} has {ours or 'none'}"
        if manifest.until:
            stopping_rule(manifest.until, "until")
    except UserError as error:
        yield str(error)


def _rules_problems(manifest: Manifest) -> Iterator[str]:
    try:
        rules = rules_of(manifest)
    except UserError as error:
        yield f"its rules are not valid: {error}"
        return
    if rules.hash != manifest.rules_hash:
        yield f"rules_hash is {manifest.rules_hash}, but its rules have the hash {rules.hash}"
    elif not _kept_in(manifest.rules, rules.effective):
        yield "its rules are not in the form that a run keeps"
    bundle = catalogue.load(manifest.game)
    if manifest.cards != bundle.label(rules.effective):
        yield f"cards is {manifest.cards!r}, but its rules are played with {bundle.label(rules.effective)!r}"
    players = bundle.players(rules.record())
    for number, names in enumerate(manifest.matchups):
        if len(names) != players:
            yield f"matchup {number} has {len(names)} players, but its rules are for {players}"


def _kept_in(kept: Mapping[str, Any], effective: Mapping[str, Any]) -> bool:
    """Whether all that a manifest keeps of its rules is there in the same form; keys that came later may be missing."""
    return all(
        _kept_in(value, effective[key]) if isinstance(value, dict) and key in effective else value == effective.get(key)
        for key, value in kept.items()
    )


def _player_problems(manifest: Manifest) -> Iterator[str]:
    names = [player.name for player in manifest.strategies]
    if len(set(names)) < len(names):
        yield "two strategies have the same name"
    seated = {name for pair in manifest.matchups for name in pair}
    for name in sorted(seated ^ set(names)):
        yield f"strategy {name!r} " + ("plays in no matchup" if name in names else "plays, but is not described")


def _design_problems(manifest: Manifest) -> Iterator[str]:
    plan = manifest.design
    last = plan.from_deal + plan.deals - 1
    if plan.from_deal < 0 or last >= MAX_GAMES:
        yield f"its deals are {plan.from_deal} to {last}, should be from 0 to {MAX_GAMES - 1}"
    if manifest.games != plan.deals * len(plan.arms):
        yield f"games is {manifest.games}, but {plan.deals} deals of {len(plan.arms)} games are planned"
    try:
        right = design(plan.kind, manifest.matchups, manifest.games)
    except UserError as error:
        yield str(error)
        return
    if len(plan.arms) != len(right.arms):
        yield f"design has {len(plan.arms)} arms, but {right.kind} and the matchups make {len(right.arms)}"
        return
    for arm, wanted in zip(plan.arms, right.arms, strict=True):
        if arm != wanted:
            yield f"arm {wanted.arm} is {arm}, should be {wanted}"
