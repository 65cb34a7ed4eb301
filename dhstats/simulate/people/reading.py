"""Logs of games that people played: every line a game, every turn judged by the referee, all mistakes told together."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dhstats.documents import Inspection, read_json_lines
from dhstats.errors import BadInput
from dhstats.games import catalogue, logged, retelling
from dhstats.games.bundle import GameBundle
from dhstats.games.logged import DRAW, FORMAT, Dealt, Result, Told, Wrong, checked_turn, parsed
from dhstats.games.retelling import Kept, Row
from dhstats.games.ruleset import RuleSet
from dhstats.players.positions.judging import Chance
from dhstats.quoting import clipped, quoted
from dhstats.seats import SEATS
from dhstats.storage.run import first_seats

MOST_BYTES = 256 << 20  # of a log: a million games of a score sheet, a hundred thousand with their turns
LONGEST_LINE = 4 << 20  # letters of a game with its rules
MOST_GAMES = 100_000
RULES = ("rules", "rules_name", "settings")  # keys of a line that a run has no need of, as its manifest has the rules


@dataclass(frozen=True)
class PlayedGame:
    """A game that the referee has followed to its end: its line, its rows, what chance laid down in it.

    `turns` are rows of the moves table without the number of the game, `row` the columns that the rules fill. `known`
    says of each turn whether the own cards of its player are known.
    """

    told: Told
    row: Row
    turns: tuple[Row, ...]
    chance: Chance
    known: tuple[bool, ...]
    dealt: Dealt | None

    def kept(self, row: Mapping[str, Any]) -> Kept:
        """The game as its rules tell and check it, by its row of the games table."""
        if self.dealt is not None:
            return Kept(0, row, self.turns, self.dealt.table)
        return kept_at(self.chance, row, self.turns)


def kept_at(chance: Chance, row: Mapping[str, Any], turns: Sequence[Row]) -> Kept:
    """A game of a deal that has an address, as its rules set it up again."""
    at = {"deal_id": chance.deal, "swapped": chance.layout > 0, "layout": chance.layout}
    return Kept(chance.seed, {**row, **at}, turns)


@dataclass(frozen=True)
class Log:
    """Games of one rule set from one log or several: those with turns, and results without turns.

    `content` is the log as it is kept: a line a game, those with turns first, without the rules, which the run has.
    `left_out` has the results that could not be read, each with its place and the reason.
    """

    bundle: GameBundle
    rules: RuleSet
    games: tuple[PlayedGame, ...]
    sheets: tuple[Told, ...]
    left_out: tuple[str, ...] = ()

    @property
    def content(self) -> bytes:
        """The log as it is kept."""
        lines = [
            {name: value for name, value in each.line.items() if name not in RULES} | {"rules_hash": self.rules.hash}
            for each in self.told
        ]
        return "".join(f"{json.dumps(line, separators=(',', ':'), sort_keys=True)}\n" for line in lines).encode()

    @property
    def told(self) -> tuple[Told, ...]:
        """All games as their lines tell them, in the order in which they are kept."""
        return (*(game.told for game in self.games), *self.sheets)

    @property
    def hash(self) -> str:
        """What the games are, in 64 hex digits."""
        return hashlib.sha256(self.content).hexdigest()


def read_logs(paths: Sequence[Path]) -> Log:
    """The games of some logs, checked turn by turn."""
    lines: list[tuple[str, Any]] = []
    for path in paths:
        lines += read_json_lines(path, MOST_BYTES, LONGEST_LINE)
    if not lines:
        raise BadInput(f"{clipped(str(paths[0]))}: has no game; a log has one game per line")
    if len(lines) > MOST_GAMES:
        raise BadInput(f"{clipped(str(paths[0]))}: holds {len(lines):,} games, more than {MOST_GAMES:,}; split it")
    return read_lines(lines)


def read_lines(lines: Sequence[tuple[str, Any]]) -> Log:
    """The games of lines of a log, each with where it stands, checked turn by turn; errors as of `read_logs`."""
    first = lines[0]
    with _placed(first[0]):
        bundle, rules = rules_of_line(first[1])
    return _judged(_Referee(bundle, rules, first[0]), lines)


def read_kept(path: Path, bundle: GameBundle, rules: RuleSet) -> Log:
    """The log that a run keeps, judged once more under its rules; BadInput where it is not valid any more."""
    lines = list(read_json_lines(path, MOST_BYTES, LONGEST_LINE))
    return _judged(_Referee(bundle, rules, ""), lines)


def read_one(where: str, line: Any, bundle: GameBundle, rules: RuleSet) -> PlayedGame:
    """One game of a log that a run keeps; BadInput where it is not valid any more."""
    referee = _Referee(bundle, rules, "")
    return referee.played(referee.parsed(where, line))


def _judged(referee: "_Referee", lines: Sequence[tuple[str, Any]]) -> Log:
    """All lines followed by a referee; BadInput with all that is wrong."""
    seen, rows = Inspection(), Inspection()
    games: list[PlayedGame] = []
    sheets: list[Told] = []
    for where, line in lines:
        with (rows if isinstance(line, dict) and not line.get("turns") else seen).part():
            logged = referee.parsed(where, line)
            if logged.turns:
                games.append(referee.played(logged))
            else:
                sheets.append(logged)
    seen.end()
    if not games and not sheets:
        rows.end()
    return Log(referee.bundle, referee.rules, tuple(games), tuple(sheets), tuple(rows.problems))


@contextmanager
def _placed(where: str) -> Iterator[None]:
    """Says of a mistake in which line it is."""
    try:
        yield
    except (Wrong, BadInput) as error:
        if str(error).startswith(where):
            raise
        raise BadInput(f"{where}: {error}") from None


def rules_of_line(line: Any) -> tuple[GameBundle, RuleSet]:
    """The game and the rules of a line; BadInput or Wrong where it names none, or rules that have changed since."""
    if not isinstance(line, dict):
        raise Wrong(f"a game must be a table of keys, not {quoted(line)}")
    if line.get("log") != FORMAT or isinstance(line["log"], bool):
        raise Wrong(f'"log" must be {FORMAT}, the version of the format, not {quoted(line.get("log"))}')
    if not isinstance(line.get("game"), str):
        raise Wrong(f'"game" must be one of {", ".join(catalogue.NAMES)}, not {quoted(line.get("game"))}')
    bundle = catalogue.load(line["game"])
    settings = line.get("settings", [])
    if not isinstance(settings, list) or not all(isinstance(each, str) for each in settings):
        raise Wrong(f'"settings" must be a list of KEY=VALUE, not {quoted(settings)}')
    rules = _rules(bundle, line.get("rules", bundle.default_rules), line.get("rules_name", "the log"), settings)
    if line.get("rules_hash") not in (None, rules.hash):
        raise Wrong(f'"rules_hash" is {quoted(line["rules_hash"])}, but these rules have {rules.hash}')
    return bundle, rules


def _rules(bundle: GameBundle, named: Any, name: Any, settings: list[str]) -> RuleSet:
    if isinstance(named, str) and named:
        return bundle.rule_files.load(named, settings)
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) < 100:
        raise Wrong(f'"rules_name" must be a name, not {quoted(name)}')
    if not isinstance(named, dict):
        raise Wrong(f'"rules" must be a rule set, the name of a file, or all keys as a table, not {quoted(named)}')
    return bundle.rule_files.restore(named, name, settings)


class _Referee:
    """Follows the games of a log on an ordinary table."""

    def __init__(self, bundle: GameBundle, rules: RuleSet, first: str) -> None:
        """`first` says where the line is whose rules all others must have; "" where nobody asks for them again."""
        self.bundle, self.rules, self._first = bundle, rules, first
        self._players = bundle.players(rules.record())
        self._logging, self._tell = logged.load(bundle.game.name), retelling.load(bundle.game.name)
        self._same: dict[str, bool] = {}

    def parsed(self, where: str, line: Any) -> Told:
        """A line of the same rules as the first."""
        with _placed(where):
            if self._first and isinstance(line, dict):
                self._check_rules(line)
                if not line.get("turns") and not any(line.get("players") or [1]):
                    raise Wrong("no name is filled in")
            game = parsed(where, line, self._players)
            return game if game.turns else replace(game, result=self._by_points(game.result))

    def _by_points(self, result: Result | None) -> Result | None:
        """A result with who came first as far as points tell it; Wrong where they tell of another winner."""
        if result is None or result.scores is None or not self._logging.most_wins:
            return result
        most = tuple(at for at, points in enumerate(result.scores) if points == max(result.scores))
        if result.first is None:
            return replace(result, first=most) if len(most) == 1 else result
        if result.drawn and len(most) > 1:
            return replace(result, first=most)
        if self._first and (result.drawn or not set(result.first) <= set(most)):
            winners = DRAW if result.drawn else self._winners(result.first)
            raise Wrong(f"result.winner is {winners}, but the most points has {self._winners(most)}")
        return result

    def _check_rules(self, line: Mapping[str, Any]) -> None:
        key = json.dumps([line.get(name) for name in ("log", "game", "rules", "rules_name", "rules_hash", "settings")])
        if key not in self._same:
            bundle, rules = rules_of_line(line)
            self._same[key] = bundle is self.bundle and rules.hash == self.rules.hash
        if not self._same[key]:
            raise Wrong(f"has other rules than {self._first}; a run has one rule set, so import them one by one")

    def played(self, logged: Told) -> PlayedGame:
        """A game played by its turns; BadInput naming the first turn that the rules forbid, and why."""
        with _placed(logged.where):
            table, unfolding = self._table(logged)
            turns = tuple(self._turns(logged, table, unfolding))
            row = self._outcome(logged, table)
            if unfolding is None:
                assert logged.address is not None
                at = logged.address
                return PlayedGame(logged, row, turns, Chance(at.seed, at.deal, at.layout), (True,) * len(turns), None)
            dealt = unfolding.dealt()
            chance = Chance(0, 0, 0, dealt.arrange, dealt.before)
            return PlayedGame(logged, row, turns, chance, tuple(dealt.known), dealt)

    def _table(self, logged: Told) -> tuple[Any, Any]:
        """An ordinary table before the first turn, twice where its hidden cards are laid down by the turns."""
        if logged.address is not None:
            at = logged.address
            nobody = {"deal_id": 0, "swapped": False}
            kept = kept_at(Chance(at.seed, at.deal, at.layout), nobody, ())
            return self._tell.set_up(self.rules.effective, kept), None
        if self._logging.unfold is None:
            raise Wrong(
                f"chance: is needed, because cards and dice of {self.bundle.game.name} cannot be listed one by one;"
                ' give the seed and the deal that a program dealt, or leave "turns" out and give only the result'
            )
        shown = self._logging.unfold(self.rules.effective, logged.hands)
        return shown, shown

    def _turns(self, logged: Told, table: Any, unfolding: Any) -> Iterator[Row]:
        for number, turn in enumerate(logged.turns, start=1):
            try:
                if table.over:
                    raise Wrong(f"is logged, but the game is over after {number - 1} turns")
                choice = checked_turn(self._logging, turn, table, self._players)
                if unfolding is not None:
                    unfolding.prepare(turn, choice)
                column, should_be = table.objection(choice)
                if column:
                    written = f"{column} is {quoted(turn[column])}" if column in turn else f"{column} is missing"
                    raise Wrong(f"{written}, should be {should_be}")
                yield table.play(choice)
            except Wrong as wrong:
                raise BadInput(f"{logged.where}, turn {number}: {wrong}") from None

    def _outcome(self, logged: Told, table: Any) -> Row:
        """How the game ended by its turns; Wrong where they are too few, or where the line says another result."""
        if not table.over:
            raise Wrong(f"is not over after the {len(logged.turns)} turns that are logged")
        row, result = self._logging.outcome(table), logged.result
        if result is None:
            return row
        scores = tuple(row[f"score_{name}"] for name in SEATS[: self._players])
        if result.scores not in (None, scores):
            raise Wrong(f"result.scores are {list(result.scores or ())}, but by the turns they are {list(scores)}")
        if result.first is None:
            return row
        first, winner = first_seats(row, self._players), row["winner"]
        # A draw need not say between whom, and partners win by one
        if not (winner < 0 if result.drawn else result.first in (first, (winner,))):
            stated, right = DRAW if result.drawn else self._winners(result.first), self._winners(first)
            raise Wrong(f"result.winner is {stated}, but by the turns it is {right}")
        return row

    def _winners(self, first: Sequence[int]) -> str:
        return DRAW if len(first) == self._players else " and ".join(SEATS[seat] for seat in first)
