"""What a game is worth to perfect players, and how they play: solved once for a rule set, and kept."""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.engine.compiled import bind, bind_parts, cache_root, compiled, source_hash, unbound
from dhstats.engine.game import Game, functions_of
from dhstats.engine.loop import sources_of
from dhstats.engine.remembering import mixed, real_at, whole_at
from dhstats.engine.strategy import Strategy, digest_of, file_hash
from dhstats.engine.stream import below
from dhstats.errors import BadInput, ResourceFailure
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.storage.layout import whole_file

SOLVED = "solved"
WORTH, OFF = "first player", "error"  # names of numbers in a manifest: what perfect play brings, and how exactly
MOST = 3_000_000  # positions, unless more are allowed
FEW, FEW_BYTES = 300_000, 1 << 21  # of a game that its expert knows by heart, and of what they know
FINE = 1 << 30  # parts of a chance
EXACT, ROUNDED = 1e-9, 5e-5  # an error that is one of roundings alone; to which pages show what is worked out
CHAIN, DECISION, DEAL, SEAT = range(4)  # in a player's notes: what they saw and did, and when that was
IDEA = "plays perfectly, as the whole game was gone through"
NEARLY = "loses at most {error:.2g} {unit} against the best answer, as the whole game was gone through"


@dataclass(frozen=True, slots=True)
class Solution:
    """A solved game.

    `values` is what perfect play brings each seat: a share of the win, or points where `in_points` (with two players
    half of the lead). They are right to `error`, which is also what nobody can gain beyond them by another way to play.
    `information` says what players know. `positions` and `sets` were gone through; where players know different things,
    a set has positions that are alike to who decides. `certified` is whether no other way to play gains anything for
    anybody: with two sides that want the opposite, or one. `limited` is whether games end at the limit of decisions:
    only where a rule reads how many there were. `memory` is the table of what to play; where it `recalls`,
    players need what they saw and did before.
    """

    game: str
    rules_hash: str
    values: tuple[float, ...]
    error: float
    in_points: bool
    information: str
    positions: int
    sets: int
    certified: bool
    limited: bool
    recalls: bool
    memory: bytes

    def facts(self) -> dict[str, Any]:
        """All but the table of what to play."""
        return {name: value for name, value in asdict(self).items() if name != "memory"}

    @property
    def unit(self) -> str:
        """What values count."""
        return "points per game" if self.in_points else "of a win"


sight = unbound


def mark_of(view: Any, mind: Any, recalls: bool) -> int:
    """The mark of a decision in a solution's table: what a player sees, with what they recall where that matters."""
    key = sight(view)
    if recalls:
        deal, decision, kept = np.int64(mind.noise.deal[0]), view.state.decisions, mind.kept
        if decision <= kept[DECISION] or deal != kept[DEAL] or view.seat != kept[SEAT]:
            kept[CHAIN] = 0
        kept[DECISION], kept[DEAL], kept[SEAT] = decision, deal, view.seat
        key = mixed(key, mind.kept[CHAIN])
    return int(key)


def choose_solved(view: Any, moves: Any, count: int, mind: Any) -> int:
    """Takes each move by the chance that the solution gives it; any move where the solution knows nothing."""
    recalls = mind.weights[0] > 0.0
    key = mark_of(view, mind, recalls)
    chosen = drawn(mind.memory, key, count, mind.noise)
    if chosen < 0:
        chosen = int(below(mind.noise, count))
    if recalls:
        mind.kept[CHAIN] = mixed(key, chosen)
    return chosen


@compiled(inline=False)
def drawn(memory: int, key: int, count: int, noise: Any) -> int:
    """The number of a move by the chances that a table has for a mark; -1 where it has none."""
    sets = whole_at(memory, 0)
    low, high = 0, sets
    while low < high:
        middle = (low + high) // 2
        if whole_at(memory, 1 + middle) < key:
            low = middle + 1
        else:
            high = middle
    first = whole_at(memory, 1 + sets + low) if low < sets else 0
    known = low < sets and whole_at(memory, 1 + low) == key
    if not known or whole_at(memory, 2 + sets + low) - first != count:
        return -1
    left = below(noise, FINE) / FINE
    for number in range(count - 1):
        left -= real_at(memory, 2 + 2 * sets + first + number)
        if left < 0.0:
            return number
    return count - 1


def whole(memory: bytes) -> bool:
    """Whether bytes are a table of what to play: compiled players read it without asking how long it is."""
    if len(memory) < 16 or len(memory) % 8:
        return False
    numbers, chances = np.frombuffer(memory, "<i8"), np.frombuffer(memory, "<f8")
    sets = int(numbers[0])
    if not 0 <= sets <= (len(numbers) - 2) // 2:
        return False
    marks, firsts, chances = numbers[1 : 1 + sets], numbers[1 + sets : 2 + 2 * sets], chances[2 + 2 * sets :]
    likely = bool((np.abs(chances - 0.5) <= 0.5 + EXACT).all())  # which NaN is not
    inside = bool((firsts >= 0).all() and (firsts <= len(chances)).all())  # then differences of them are small
    ends = inside and firsts[0] == 0 and firsts[-1] == len(chances)
    return likely and bool(ends and (np.diff(firsts) > 0).all() and (marks[:-1] <= marks[1:]).all())


_unwritten: dict[Path, Solution] = {}  # of this process, where the cache cannot be written


def known(bundle: GameBundle, rules: RuleSet) -> Solution | None:
    """The solution that is kept from earlier; None where nobody has solved these rules yet, or the file is damaged."""
    place = _place(bundle, rules)
    if not place.is_file():
        return _unwritten.get(place)
    mark, _, whole = place.read_bytes().partition(b"\n")
    if mark.decode(errors="replace") != digest_of(whole):  # compiled players would read beyond the end of half a table
        return None
    head, _, memory = whole.partition(b"\n")
    facts = json.loads(head)
    return Solution(**facts | {"values": tuple(facts["values"]), "memory": memory})


def solved(bundle: GameBundle, rules: RuleSet, most: int = MOST) -> Solution:
    """The solution of a game under a rule set: kept from earlier, or found now and kept for the next time."""
    if found := known(bundle, rules):
        return found
    from dhstats.players.solving.solver import solve  # it compiles what most commands never need

    found, place = solve(bundle, rules, most), _place(bundle, rules)
    whole = json.dumps(found.facts(), sort_keys=True).encode() + b"\n" + found.memory
    try:
        with whole_file(place, make_folder=True) as draft:
            draft.write_bytes(digest_of(whole).encode() + b"\n" + whole)
    except ResourceFailure:
        _unwritten[place] = found
    return found


def small(bundle: GameBundle, rules: RuleSet) -> Solution | None:
    """The solution of a game so small that it is always solved; None for others, also where they were solved before.

    There is none either where another way to play could gain something for somebody.
    """
    try:
        solution = solved(bundle, rules, FEW)
    except BadInput:
        return None
    fits = solution.positions <= FEW and len(solution.memory) <= FEW_BYTES
    return solution if solution.certified and fits else None


def _place(bundle: GameBundle, rules: RuleSet) -> Path:
    """Where a solution is kept: by the rules, and by all code that solves the game."""
    code = source_hash(sources_of(bundle.game, str(Path(__file__).with_name("solver.py"))))
    return cache_root() / "players" / bundle.game.name / f"{rules.hash[:16]}-{code[:16]}.solved"


def strategy(bundle: GameBundle, solution: Solution) -> Strategy:
    """Who plays by a solution."""
    learning = bundle.game.learning
    assert learning is not None
    idea = idea_of(solution)
    if len(solution.values) == 2 and solution.certified:
        worth = solution.values[0]
        points = f"{'gains' if worth >= 0 else 'loses'} {abs(worth):.4f} points per game"
        result = points if solution.in_points else f"wins {100.0 * worth:.2f} of 100 games"
        idea += f"; between two such players the first one {result}"
    weights = (("recalls", float(solution.recalls)), *worth_of(solution))
    return Strategy(
        SOLVED, idea, "built in", file_hash(solution.memory), bound(bundle.game), weights, learning.version,
        memory=solution.memory,
    )  # fmt: skip


def idea_of(solution: Solution) -> str:
    """How somebody plays by a solution, in words."""
    return IDEA if solution.error <= EXACT else NEARLY.format(error=solution.error, unit=solution.unit)


def worth_of(solution: Solution) -> tuple[tuple[str, float], ...]:
    """What perfect play brings the first of two players, and how far that may be off, for the manifests of runs."""
    if len(solution.values) != 2 or not solution.certified:
        return ()
    return (WORTH, solution.values[0]), (OFF, solution.error)


def worth_among(weights: Collection[Mapping[str, float]]) -> tuple[float, float] | None:
    """What a game brings the first of two who have these weights, and how far that may be off; None if not perfect."""
    known = [(each[WORTH], max(each[OFF], EXACT)) for each in weights if WORTH in each and OFF in each]
    return max(known, key=lambda each: each[1]) if known and len(known) == len(weights) else None


@cache
def bound(game: Game) -> Any:
    """The way to play by a solution, bound to a game."""
    assert game.solving is not None
    return bind(choose_solved, game.name, **bind_parts((mark_of,), game.name, functions_of(game.solving)))
