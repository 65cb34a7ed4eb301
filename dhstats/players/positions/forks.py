"""A table set for forks: games that are copied at a moment and played on in several arms."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from dhstats.engine.arms import ANY, ARM, AS_THEY_ARE, FORK, FREE, MAX_CHANGES, NEVER, PARENT, decreed
from dhstats.engine.forks import Branching, Copies, fork_loop, hand_loop, rollout_loop
from dhstats.engine.game import MIND, Forking, move_type
from dhstats.engine.stream import STREAM
from dhstats.errors import BadInput, nearest
from dhstats.games.bundle import GameBundle
from dhstats.players.match import Array, Company, Lineup, records
from dhstats.players.positions.decisions import numbers_worth_a_look

UNIFORM = "uniform-turn"
# Who a thing is handed to, by the value of the change that does it; opponents in the order in which they play.
SIDES = ("nobody", "mover", "opponent", "opponent2", "opponent3", "opponent4", "opponent5")
MOST_MOVES = 512  # of a state that are played on; a hand that leaves more is not dealt under any shipped rules
Change = tuple[str, int]  # an intervention by name, and its value


@dataclass(frozen=True, slots=True)
class Arm:
    """A way to go on from a fork: interventions before the first decision there, and right after it.

    With `forced` that decision is the parent game's, so that `after` can undo what `before` did for one turn. Other
    first moves: one of a `kind` that the game knows, the player's own choice among them; or the legal move of index
    `move`, where single states are forked. `rules` are settings (KEY=VALUE) that hold from here on; players play as
    they learnt to under the rules as they were.
    """

    name: str
    before: tuple[Change, ...] = ()
    after: tuple[Change, ...] = ()
    forced: bool = False
    kind: str = ""
    move: int = FREE
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Forked:
    """Forks of a row of deals, those whose moment came: arrays over forks.

    `forks` says where each was forked (dtype FORK), `parents` how its parent game ended, `results` of shape (forks,
    arms, replicates) how each continuation did. `games` counts all parent games, forked or not.
    """

    forks: Array
    parents: Array
    results: Array
    games: int


def forking_of(bundle: GameBundle) -> Forking:
    """What a game brings for forks; BadInput for one that cannot be forked."""
    if bundle.game.forking is None:
        raise BadInput(f"game {bundle.game.name!r}: cannot be forked")
    return bundle.game.forking


def moment_code(bundle: GameBundle, moment: str | int) -> int:
    """The number of a moment, or of a turn counted from 0; BadInput with the nearest name for an unknown one."""
    if isinstance(moment, int):
        return -1 - moment
    name, names = moment, (UNIFORM, *forking_of(bundle).moments)
    if name not in names:
        raise BadInput(f"--at {name!r}: no such moment; {nearest(name, names)}")
    return names.index(name)


def arm_records(bundle: GameBundle, arms: Sequence[Arm]) -> Any:
    """Arms as the engine reads them; BadInput for changes and moves that the game does not know, or that clash."""
    rows, switched = records(ARM, len(arms)), 0
    for row, arm in zip(rows, arms, strict=True):
        _check_first_move(bundle, arm)
        row["move"] = PARENT if arm.forced else arm.move
        row["kind"] = _place(bundle, "kind of move", arm.kind, forking_of(bundle).kinds) if arm.kind else ANY
        switched += bool(arm.rules)
        row["rules"] = switched if arm.rules else 0
        for column, changes in (("before", arm.before), ("after", arm.after)):
            if len(changes) > MAX_CHANGES:
                raise BadInput(f"arm {arm.name!r}: has {len(changes)} interventions; at most {MAX_CHANGES} fit")
            for place, (name, value) in enumerate(changes):
                row[column][place] = (change_code(bundle, arm.name, name, value), value)
    return rows


def change_code(bundle: GameBundle, arm: str, name: str, value: int) -> int:
    """The number of a change; BadInput for an unknown one, or for a value that it cannot have."""
    code = _place(bundle, "intervention", name, forking_of(bundle).changes)
    least, most = forking_of(bundle).ranges[code - 1]
    if not least <= value <= most:
        allowed = f"from {least} to {most:,}" if least < most else str(least)
        raise BadInput(f"arm {arm!r}: {name} must be {allowed}, not {value}")
    return code


def _check_first_move(bundle: GameBundle, arm: Arm) -> None:
    """BadInput for a first move that is said twice, or that changes before it could make impossible."""
    options = [arm.forced, bool(arm.kind), arm.move != FREE]
    if sum(options) > 1:
        raise BadInput(f"arm {arm.name!r}: it has two first moves; choose one")
    if not any(options):
        return
    if wrong := [name for name, _ in arm.before if name in forking_of(bundle).costly]:
        raise BadInput(f"arm {arm.name!r}: {wrong[0]} may cost the cards of its first move; put it after it")
    if arm.rules:
        raise BadInput(f"arm {arm.name!r}: other rules may forbid its first move; leave one of them out")


def _place(bundle: GameBundle, what: str, name: str, known: Sequence[str]) -> int:
    if name not in known:
        raise BadInput(f"{what} {name!r}: not known in {bundle.game.name}; {nearest(name, known)}")
    return known.index(name) + 1


class ForkTable:
    """A strategy for every player at one table of one thread, whose games are forked."""

    def __init__(
        self, lineup: Lineup, players: Sequence[str], moment: str | int, arms: Sequence[Arm], replicates: int = 1,
        switched: Sequence[Any] = (),
    ) -> None:  # fmt: skip
        """`switched` has the rule record of every arm that switches the rules; a moment that is a number is a turn."""
        self.company, self._game = Company(lineup, players), lineup.bundle.game
        self._moment = moment_code(lineup.bundle, moment)
        self._arms, self._replicates = arm_records(lineup.bundle, arms), replicates
        bundle = lineup.bundle
        there, check_players = {item.change for item in bundle.items(lineup.rules)}, bundle.players(lineup.rules)
        for arm in arms:
            for name, value in (*arm.before, *arm.after):
                if name not in forking_of(bundle).handed:
                    continue
                if name not in there:
                    raise BadInput(f"arm {arm.name!r}: there is no {name.replace('_', ' ')} under these rules")
                if value > check_players:
                    raise BadInput(f"arm {arm.name!r}: there is no {SIDES[value]} among {check_players} players")
        if len(switched) != int(self._arms["rules"].max(initial=0)):
            raise ValueError("needs the rules of every arm that switches them")
        self.copies = copies_of(lineup, len(players), switched)

    @cached_property
    def _loop(self) -> Callable[..., int]:
        """Compiled for those who fork; a table of states has a loop of its own."""
        return fork_loop(self._game)

    def play(self, plan: Array, seed: int, first_deal: int, deals: int) -> Forked:
        """Forks all games of a row of deals; BadInput for a strategy that chooses a move that does not exist."""
        games, arms = deals * len(plan), self._arms
        parents, forks = records(self._game.result, games), records(FORK, games)
        results = records(self._game.result, games * len(arms) * self._replicates)
        results = results.reshape(games, len(arms), self._replicates)
        seating = self.company.seating(plan)
        branching = Branching(np.uint64(seed), self._moment, arms, self._replicates)
        self.company.played(self._loop, self.copies, seating, branching, first_deal, parents, results, forks)
        came = np.asarray(forks["turn"]) != NEVER
        # The mark counts on when an arm that changed something has been played; who moved last saw the one before.
        changed = len(arms) > 0 and came[-1] and decreed(arms[-1])
        self.company.check_rooms(self.copies.tables[0]["seen"]["rules"], int(seating.place["rules"]) - int(changed))
        return Forked(forks[came], parents[came], results[came], games)


def copies_of(lineup: Lineup, players: int, switched: Sequence[Any] = ()) -> Copies:
    """Tables to fork on: in play, its copy, with the rules as they are, and with each of those that arms switch to."""
    game = lineup.bundle.game
    tables = records(game.table, AS_THEY_ARE + 1 + len(switched))
    tables["seen"]["rules"] = lineup.rules
    for place, rules in enumerate(switched, start=AS_THEY_ARE + 1):
        tables["seen"]["rules"][place] = rules
    return Copies(tables, records(MIND, players), records(game.event, 1), records(STREAM, 1))


@dataclass(frozen=True)
class Rollouts:
    """Moves of a state played on, with the same cards to come in replicate r of every move.

    `results` has shape (moves, replicates), `moves` are the records of the moves, `numbers` which of the `legal` ones
    they are; number `chosen` was played, by `seat`.
    """

    results: Array
    moves: Array
    chosen: int
    seat: int
    numbers: Array
    legal: int

    @property
    def row(self) -> int:
        """The row of the move that was played; IndexError if it was not played on."""
        return int(np.flatnonzero(self.numbers == self.chosen)[0])


@dataclass(frozen=True)
class State:
    """A state of a game: the number of the move that was `chosen`, and of those `worth` a look, that among them."""

    chosen: int
    worth: tuple[int, ...]


class RolloutTable:
    """A strategy for every player at a table where single states of their games are looked into."""

    def __init__(self, lineup: Lineup, players: Sequence[str], replicates: int) -> None:
        """BadInput for a game that cannot be forked."""
        forking_of(lineup.bundle)
        self._game = game = lineup.bundle.game
        self._company, self._copies = Company(lineup, players), copies_of(lineup, len(players))
        self._arm = arm_records(lineup.bundle, (Arm("move", forced=True),))[0]
        self._results = records(game.result, MOST_MOVES * replicates).reshape(MOST_MOVES, replicates)
        self._loop, self._listed = rollout_loop(game), records(move_type(game), MOST_MOVES)

    def moves(self, plan: Array, seed: int, deal: int, turn: int, numbers: Sequence[int] | None = None) -> Rollouts:
        """The roll-outs of a game's state after so many turns; none of them where there is no move to choose."""
        wanted = np.full(MOST_MOVES, numbers is None)
        wanted[list(numbers or ())] = True
        count, fork = self._played(plan, seed, deal, turn, self._results, wanted)
        rows = np.flatnonzero(wanted[:count])
        results, moves = self._results[rows].copy(), self._listed[rows].copy()
        return Rollouts(results, moves, int(fork["length"]), int(fork["seat"]), rows, count)

    def state(self, plan: Array, seed: int, deal: int, turn: int) -> State | None:
        """A game's state after so many turns, with nothing played on; None where there is no move to choose."""
        nothing = self._results[:, :0]
        count, fork = self._played(plan, seed, deal, turn, nothing, np.zeros(MOST_MOVES, np.bool_))
        if not count:
            return None
        worth = numbers_worth_a_look(self._game, self._copies.tables[0]["seen"])
        found = range(count) if worth is None else {*worth.tolist(), int(fork["length"])}
        return State(int(fork["length"]), tuple(sorted(found)))

    def _played(self, plan: Array, seed: int, deal: int, turn: int, results: Array, wanted: Array) -> tuple[int, Any]:
        seating, fork = self._company.seating(plan[:1]), records(FORK, 1)[0]
        fork["deal"], fork["turn"] = deal, turn
        count = self._company.played(
            self._loop, self._copies, seating, np.uint64(seed), self._arm, results, self._listed, wanted, fork
        )
        return count, fork


def opening_hands(lineup: Lineup, seed: int, deals: int) -> Array:
    """How many cards of each kind the opening hands hold: shape (deals, seats, kinds), as the decks lie."""
    game = lineup.bundle.game
    table = records(game.table, 1)
    table["seen"]["rules"] = lineup.rules
    counts = np.zeros((deals, lineup.bundle.players(lineup.rules), len(forking_of(lineup.bundle).cards)), np.int64)
    hand_loop(game)(table[0], np.uint64(seed), 0, counts)
    return counts
