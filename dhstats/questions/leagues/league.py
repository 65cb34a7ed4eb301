"""A complete round robin: which games it takes, and all its deals as payoffs and margins."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from dhstats.errors import BadInput, check_range
from dhstats.games.catalogue import short
from dhstats.players.roster import LADDER
from dhstats.queries.counts import Counts
from dhstats.questions.shared.groups import LEVEL
from dhstats.simulate.plans.designs import MAX_ARMS, REPLICATES, design, round_robin
from dhstats.simulate.plans.experiment import Experiment, checked, refuse_alone, seats
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.leagues.equilibrium import Payoffs, joint_intervals, upper_cells

Array = np.ndarray[Any, Any]
MOST_CELLS = 60_000_000  # scores held at once: deals times ordered pairs


@dataclass(frozen=True, slots=True)
class Pairing:
    """The score of one strategy against another over both seats; the intervals of all pairs are right at once."""

    one: str
    other: str
    score: float
    interval: Interval

    @property
    def turned(self) -> "Pairing":
        """The same from the side of the other."""
        return Pairing(self.other, self.one, 1.0 - self.score, self.interval.taken_from(1.0))


@dataclass(frozen=True)
class League:
    """Strategies that have all met each other and themselves on the same deals.

    `payoffs` has the score of the row, who begins; `games` of shape (k, k) how many games of a deal stand behind a
    cell. `margins` of shape (deals, k, k, replicates) is their lead in points in the game in which theirs is the first
    deck, as often as that game was played with other draws of the strategies; it is missing (no deals) where some pair
    has no such game.
    """

    names: tuple[str, ...]
    payoffs: Payoffs
    margins: Array
    games: Array

    def pairings(self) -> list[Pairing]:
        """Every pair of different strategies, each once."""
        cells, strength = upper_cells(len(self.names)), self.payoffs.strength
        intervals = joint_intervals(self.payoffs.strength_blocks, cells, LEVEL)
        each = zip(cells, intervals, strict=True)
        return [Pairing(self.names[i], self.names[j], float(strength[i, j]), found) for (i, j), found in each]


def names_of(counts: Counts) -> tuple[str, ...]:
    """The strategies of a run in the order in which they appear."""
    return tuple(dict.fromkeys(name for pair in counts.plan.matchups for name in pair))


def complete(counts: Counts) -> bool:
    """Whether at least three strategies have all met each other and themselves from both seats."""
    names = names_of(counts)
    met = {frozenset(pair) for pair in counts.plan.matchups}
    wanted = {frozenset((a, b)) for a in names for b in names}
    return len(names) > 2 and counts.plan.kind in ("seat", "league", "crossed") and met == wanted


def league(counts: Counts) -> League | None:
    """The round robin of a run; nothing where some pair has not met, or it is too large to hold at once."""
    if not complete(counts):
        return None
    names = names_of(counts)
    frame = counts.frame("league")
    deals = frame["deal_id"].n_unique()
    if frame.height > MOST_CELLS:
        return None
    at = {name: number for number, name in enumerate(names)}
    pairs = [(at[a], at[b]) for a, b in counts.plan.matchups]
    shape = (deals, len(names), len(names), frame["replicate"].n_unique())
    scores, games, margins, plain = (np.zeros(shape, np.float32) for _ in range(4))
    by = ("matchup", "a_first", "replicate")
    for (number, a_first, replicate), rows in frame.group_by(*by, maintain_order=True):
        a, b = pairs[int(str(number))]
        i, j = (a, b) if a_first else (b, a)
        columns = {"score": scores, "games": games, "plain_margin": margins, "plain_games": plain}
        for column, cells in columns.items():
            cells[:, i, j, int(str(replicate))] += rows[column].to_numpy()
    kept = margins / plain if plain.all() else margins[:0]
    together = games.sum(axis=3)
    return League(names, Payoffs(scores.sum(axis=3) / (2 * together)), kept, together[0].astype(np.int64))


NEIGHBOURS = 2  # how far apart rungs meet, so that all lie on one scale


def league_of(plan: Experiment, command: Literal["meta", "luck"], deals: int) -> Experiment:
    """A round robin of the players of a plan; BadInput for too few, or a number of deals that cannot be."""
    _pairs_alone(plan, command)
    names = plan.strategies
    kind = "crossed" if command == "luck" else _meetings(len(names))
    if len(set(names)) < 3 or len(set(names)) < len(names):
        raise BadInput(f"--strategies: a round robin needs at least three different ones, not {', '.join(names)}")
    most = MOST_CELLS // (len(names) ** 2 * REPLICATES.get(kind, 1))
    if not 2 <= deals <= most:
        raise BadInput(f"--deals: must be from 2 to {most:,} for {len(names)} strategies, not {deals:,}")
    arms = len(design(kind, round_robin(names), 1).arms)
    named = f"{command}-{short(plan.game)}-{Path(plan.rules).stem}-{len(names)}"
    return checked(replace(plan, name=named, design=kind, games=deals * arms), command).with_seed()


def _pairs_alone(plan: Experiment, command: str) -> None:
    """BadInput where other than two play: these questions let players meet two by two."""
    refuse_alone(players := seats(plan), command)
    if players > 2:
        raise BadInput(
            f"{command}: lets players meet two by two, and rules {plan.rules!r} are for {players}; `dhstats simulate"
            " --strategies A,B` seats A among others who play as B"
        )


def _meetings(players: int) -> str:
    """How so many meet: in quartets of games as long as a deal has room for all."""
    quartets = players * (players - 1) * 2 + 2 * players
    return "league" if quartets <= MAX_ARMS else "seat"


def ladder(plan: Experiment, rungs: str, deals: int) -> Experiment:
    """Every rung against itself and its neighbours; BadInput for rungs or deals that cannot be."""
    _pairs_alone(plan, "skill")
    low, dash, high = rungs.partition("-")
    last = len(LADDER) - 1
    told = dash and low.isdecimal() and high.isdecimal() and len(low + high) < 5
    if not (told and int(low) + 2 <= int(high) <= last):
        raise BadInput(f"--rungs: write LOW-HIGH with at least three rungs from 0 to {last}, not {rungs!r}")
    check_range("--deals", deals, 2, 10**8)
    steps = range(int(low), int(high) + 1)
    pairs = [(a, b) for a in steps for b in steps if a <= b <= a + NEIGHBOURS]
    matchups = tuple((f"skill:{a}", f"skill:{b}") for a, b in pairs)
    arms = len(design("league", matchups, 1).arms)
    named = f"skill-{short(plan.game)}-{Path(plan.rules).stem}"
    plan = replace(plan, name=named, strategies=(), matchups=matchups, design="league", games=deals * arms)
    return checked(plan, "skill").with_seed()
