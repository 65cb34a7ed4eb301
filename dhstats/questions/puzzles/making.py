"""Puzzles from seeded games: decisions of which one option is best by far, however long one tries.

Games are played, some of their decisions kept, and every option tried on guessed tables to the end of the game. What is
not clear after a few tries is dropped at once, the rest is tried more and more. In the end an option is best in two
halves that share no luck, and if weaker players go on with the games as well.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from dhstats.games import catalogue, retelling
from dhstats.games.bundle import GameBundle
from dhstats.games.positions import Notation, notation
from dhstats.games.retelling import Kept
from dhstats.games.ruleset import RuleSet
from dhstats.players.learning import trainees
from dhstats.players.match import Lineup, Match, line_up
from dhstats.players.positions.decisions import DecisionTable, Tries, legal_moves, moves_worth_a_look
from dhstats.questions.puzzles.puzzle import SCHEMA
from dhstats.simulate.tables import win_parts, worded
from dhstats.storage.run import parts_of_win

Array = np.ndarray[Any, Any]
ALIKE = 0.02  # shares of a win by which options that do the same may differ and all be right,
LOOSELY = 0.04  # and where it is hundreds of options that do the same


@dataclass(frozen=True)
class Tried:
    """Options of a decision with what came of each: `shares` of a win for the mover, of shape (options, tries).

    `deeds` say what each does, as far as options that differ in less may all be right. Where these are hundreds, as
    other cards for the same attempt, it is the deed that has to be clearly best (`loose`).
    """

    moves: Any
    words: tuple[str, ...]
    deeds: tuple[str, ...]
    tries: Tries
    shares: Array
    loose: bool = False

    @cached_property
    def values(self) -> Array:
        """The mean share of a win after each option."""
        return np.asarray(self.shares.mean(axis=1))

    @cached_property
    def best(self) -> int:
        """The option that did best."""
        return int(np.argmax(self.values))

    @cached_property
    def right(self) -> Array:
        """Which options are right: the best, and those that do the same and are as good but for little."""
        alike = self.values >= self.values[self.best] - (LOOSELY if self.loose else ALIKE)
        return np.asarray(self.same & alike)

    @cached_property
    def same(self) -> Array:
        """Which options do the same as the best."""
        return np.array([deed == self.deeds[self.best] for deed in self.deeds])

    @cached_property
    def others(self) -> Array:
        """Which options have to be clearly worse: those that are not right, or loosely those that do something else."""
        return ~self.same if self.loose else ~self.right

    @cached_property
    def runner_up(self) -> int:
        """The best of the options that are not right; the best option where all are."""
        values = np.where(self.others, self.values, -1.0)
        return int(np.argmax(values)) if self.others.any() else self.best

    def behind(self, option: int) -> tuple[float, float]:
        """By how much an option is worse than the best, with the standard error over tries with the same luck."""
        gaps = self.shares[self.best] - self.shares[option]
        return float(gaps.mean()), float(gaps.std(ddof=1) / np.sqrt(gaps.size))

    def clear(self, margin: float, errors: float) -> bool:
        """Whether every option that has to be clearly worse is so by a margin, and by so many standard errors."""
        if not self.others.any():
            return False
        gaps = [self.behind(option) for option in np.flatnonzero(self.others).tolist()]
        return all(gap >= margin and gap >= errors * error for gap, error in gaps)


def shares_of(results: Any, seat: int, seats: int) -> Array:
    """What a seat has of the wins of games; partners of a team that wins have it both."""
    parts = win_parts(results, seats)
    won = np.where((np.asarray(results["winner"]) >= 0) & (parts > 0), parts_of_win(seats), parts)
    return np.asarray(won[seat] / parts_of_win(seats))


STEPS = ((24, 0.4, 1.0), (160, 0.75, 2.5))  # tries, part of the margin, standard errors of the steps before the last
HALVES = 2
MOST_ALIKE = 60  # moves that do the same as the best one
WATCH = 250  # decisions between two words of how far it is


class Lessons(Protocol):
    """What a game says of its options: a module of `questions`."""

    LOOSE: bool  # whether hundreds of moves do the same, such as the same attempt with other cards

    def fits(self, view: Any) -> bool:
        """Whether a decision is one for a puzzle."""

    def deed(self, view: Any, move: Any) -> str:
        """What a move does, as far as moves that differ in less may all be right."""


@dataclass(frozen=True, slots=True)
class Search:
    """Where puzzles are looked for, and what makes one.

    Games of `deals` between two `parents` (who play all seats in turn), one decision in `every`, judged by `judge` in
    all seats to the end and then by `other`; `tries` of each half, a `margin` in shares of a win, `errors` how many
    standard errors it has to be. `weak` are players of whom some have to err.
    """

    game: str
    rules: str
    seed: int
    deals: int
    parents: tuple[str, ...]
    settings: tuple[str, ...] = ()
    every: int = 6
    judge: str = "expert"
    other: str = "greedy"
    weak: tuple[str, ...] = ("random", "greedy", "skill:4")
    tries: int = 2_000
    margin: float = 0.08
    errors: float = 6.0
    least_wrong: int = 2


@dataclass(frozen=True)
class Candidate:
    """A decision that may be a puzzle: the view, where it came from, its options tried, and what another judge thinks.

    `halves` are the values of the options in each half, `others` with the other judge; `exact` says that nothing hidden
    or to come can change what an option is worth.
    """

    view: Any
    deal: int
    before: int
    tried: Tried
    halves: Array
    others: Array
    exact: bool


class Bench:
    """The players of a search, compiled, at the tables that it needs."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.bundle: GameBundle = catalogue.load(search.game)
        self.rules: RuleSet = self.bundle.rule_files.load(search.rules, search.settings)
        names = dict.fromkeys((search.judge, search.other, *search.parents, *search.weak))
        players = [trainees.find(self.bundle, self.rules, name) for name in names]
        self.lineup: Lineup = line_up(self.bundle, self.rules, players, whole=False)
        self.seats = self.bundle.players(self.lineup.rules)
        self.notation: Notation = notation(search.game)
        self.lessons: Lessons = catalogue.part(search.game, "puzzles")

    def table(self, *names: str) -> DecisionTable:
        """A table at which these players sit in turn."""
        return DecisionTable(self.lineup, [names[seat % len(names)] for seat in range(self.seats)])

    def tried(self, table: DecisionTable, view: Any, moves: Any, address: tuple[int, int, int], tries: int) -> Tried:
        """Some moves of a decision, each tried so often at a table."""
        found = table.tries(view, moves, address, tries)
        words = tuple(self.notation.move(move, view, self.rules.effective) for move in moves)
        deeds = tuple(self.lessons.deed(view, move) for move in moves)
        shares = shares_of(found.results, int(view["seat"]), self.seats)
        return Tried(moves, words, deeds, found, shares, self.lessons.LOOSE)


def candidates(search: Search, watch: Callable[[int, int, int], None] = lambda *_: None) -> Iterator[Candidate]:
    """Decisions of the games of a search that stand all tests, in the order of the games."""
    bench = Bench(search)
    most = search.deals * 200 // search.every
    kept = bench.table(*search.parents).keep(search.seed, search.deals, search.every, most)
    judges, other = bench.table(search.judge), bench.table(search.other)
    weak = [bench.table(name) for name in search.weak]
    found = 0
    for number, (view, row) in enumerate(zip(kept.views, kept.kept, strict=True)):
        if number % WATCH == 0:
            watch(number, len(kept.views), found)
        first = _sifted(bench, judges, view, number)
        if first is None:
            continue
        right = {first.words[at] for at in np.flatnonzero(first.right)}
        listed = legal_moves(bench.bundle.game, view)
        words = [bench.notation.move(move, view, bench.rules.effective) for move in listed]
        asked = [int(table.ask(view.reshape(1), search.seed, 1)[0, 0]) for table in weak]
        if sum(words[choice] not in right for choice in asked) < search.least_wrong:
            continue
        if (judged := _judged(bench, (judges, other), view, number, first)) is not None:
            found += 1
            deep, halves, others, exact = judged
            yield Candidate(view, int(row["deal"]), int(row["before"]), deep, halves, others, exact)


def _sifted(bench: Bench, judges: DecisionTable, view: Any, number: int) -> Tried | None:
    """The options after a few tries, if one still seems clearly best; nothing if none does."""
    moves, first = moves_worth_a_look(bench.bundle.game, view), 0
    if len(moves) < 2 or not bench.lessons.fits(view):
        return None
    for tries, part, errors in STEPS:
        found = bench.tried(judges, view, moves, (bench.search.seed, number, first), tries)
        if not found.clear(part * bench.search.margin, errors):
            return None
        first += tries
    return found


def _judged(
    bench: Bench, tables: Sequence[DecisionTable], view: Any, number: int, first: Tried
) -> tuple[Tried, Array, Array, bool] | None:
    """The options tried deeply: all tries together, the values in each half and by the other judge, whether exact."""
    search, (judges, other) = bench.search, tables
    start = sum(tries for tries, _, _ in STEPS)
    places = [(search.seed, number, start + half * search.tries) for half in range(HALVES)]
    listed = legal_moves(bench.bundle.game, view)
    known, best = {move.tobytes() for move in first.moves}, first.deeds[first.best]
    # with all others that do the same as the best: one of them may be as good
    more = [move for move in listed if move.tobytes() not in known and bench.lessons.deed(view, move) == best]
    moves = np.concatenate([first.moves, np.array(more[:MOST_ALIKE], listed.dtype)]).view(np.recarray)
    halves = [bench.tried(judges, view, moves, place, search.tries) for place in places]
    if not all(half.deeds[half.best] == best and half.clear(search.margin, search.errors) for half in halves):
        return None
    beyond = (search.seed, number, start + HALVES * search.tries)
    others = bench.tried(other, view, moves, beyond, search.tries // 4)
    if others.deeds[others.best] != best:
        return None
    both = bench.tried(judges, view, moves, places[0], HALVES * search.tries)
    over = both.tries.firsts.tobytes() == both.tries.replies.tobytes()  # with the move itself
    exact = over and bool((both.shares == both.shares[:, :1]).all())
    return both, np.stack([half.values for half in halves]), others.values, exact


DIGITS = 4  # of a share of wins


def told(bench: Bench, candidate: Candidate, kind: str, why: str) -> str:
    """The text of a puzzle's file."""
    search, tries = bench.search, int(candidate.tried.shares.shape[1])
    head = {
        "schema": SCHEMA, "game": search.game, "rules": search.rules, "settings": list(search.settings),
        "rules_hash": bench.rules.hash, "kind": kind, "why": why, "exact": candidate.exact,
    }  # fmt: skip
    made = {
        "seed": search.seed, "deal": candidate.deal, "before": candidate.before, "players": list(search.parents),
        "judge": search.judge, "tries": tries, "other": search.other, "other_tries": search.tries // 4,
    }  # fmt: skip
    # The position as the referee tells it, who follows the game, played again, on a table of their own
    search, seats, deal = bench.search, bench.seats, candidate.deal
    names = [search.parents[seat % len(search.parents)] for seat in range(seats)]
    plan = np.array([[0, 0, *((np.arange(seats) + deal % seats) % seats)]], np.int64)
    _, played = Match(bench.lineup, names).play(plan, search.seed, deal, 1, logged=True)
    turns = [{"game_id": 0} | worded(bench.bundle, turn) for turn in played]
    row = {"game_id": 0, "deal_id": deal, "swapped": False, "layout": 0}  # as far as the referee asks for it
    teller = retelling.load(search.game)
    table = teller.set_up(bench.rules.effective, Kept(search.seed, row, turns))
    for turn in turns[: candidate.before]:
        teller.step(table, turn)
    assert seats == table.players
    position = bench.notation.write(candidate.view, bench.rules.effective, table.position())
    order = np.argsort(-candidate.tried.values, kind="stable")
    options = {"options": [_option_row(candidate, int(option)) for option in order]}
    parts = {"": head | options, "\n[made]\n": made, "\n[position]\n": position}
    return "".join(
        title + "".join(f"{key} = {literal(value)}\n" for key, value in part.items()) for title, part in parts.items()
    )


def _option_row(candidate: Candidate, option: int) -> dict[str, Any]:
    shares = candidate.tried.shares[option]
    error, gap_error = float(shares.std(ddof=1) / np.sqrt(shares.size)), candidate.tried.behind(option)[1]
    return {
        "move": candidate.tried.words[option],
        "value": round(float(shares.mean()), DIGITS),
        "error": round(error, DIGITS + 1),
        "gap_error": round(gap_error, DIGITS + 1),
        "half": [round(float(half[option]), DIGITS) for half in candidate.halves],
        "other": round(float(candidate.others[option]), DIGITS),
        "right": bool(candidate.tried.right[option]),
    }


def literal(value: Any) -> str:
    """A value in TOML; tables stand on one line, and lists of tables a table a line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {literal(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list) and any(isinstance(each, Mapping | list) for each in value):
        return "[\n" + "".join(f"  {literal(each)},\n" for each in value) + "]"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
