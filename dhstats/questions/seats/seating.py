"""What every seat of a table is worth in one matchup, or in all of them together: the numbers without the words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dhstats.queries.counts import Counts
from dhstats.questions.shared.groups import LEVEL, Group
from dhstats.questions.shared.sums import Row
from dhstats.questions.verdicts.evidence import judged
from dhstats.stats.estimates.clusters import VectorSums, worth_of_a_game
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval
from dhstats.stats.sequential.verdicts import Kind, Verdict, of_all
from dhstats.storage.run import parts_of_win

HALVES = 2  # units of a place in the queries
NOBODY = -1  # as queries name the winner of games that several share
SEED = 0  # of the normals behind simultaneous intervals


@dataclass(frozen=True, slots=True)
class Level:
    """How often the intervals of all seats are right at once, and how often each of them has to be for that."""

    joint: float
    single: float

    def estimate(self, sums: BlockSums, bounds: tuple[float, float] = UNBOUNDED) -> Estimate:
        """A mean with an interval that is right together with those of the other seats."""
        found = sums.estimate(self.single, bounds)
        return replace(found, interval=self.named(found.interval))

    def named(self, interval: Interval) -> Interval:
        """An interval by the level that it has together with the others."""
        if self.single == self.joint:
            return interval
        return replace(interval, level=self.joint, method=f"{interval.method}, max-T")


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat, counted from 0: its share of the wins against an even one, its mean place and its mean score.

    The intervals of all seats of a table are right at once, `wins.interval95` among them; `wins.interval90` is the
    seat's own. `above` is the score beyond the mean of the table. `worth` is how many independent games a game of a
    deal is worth for its share; None where a deal has one game, or nothing varies.
    """

    number: int
    wins: Verdict
    place: Estimate
    score: Estimate
    above: Estimate
    worth: Estimate | None


@dataclass(frozen=True, slots=True)
class Seating:
    """All seats of a table, and the first seat less the last in share of the wins, place and score.

    `shared` counts games in which nobody came first alone. `reason` says why the verdicts on shares are refused, where
    they are.
    """

    group: Group
    seats: tuple[Seat, ...]
    share_gap: Estimate
    place_gap: Estimate
    score_gap: Estimate
    shared: int
    reason: str = ""

    @property
    def games(self) -> int:
        """All games of the group."""
        return self.group.games * self.group.deals

    @property
    def even(self) -> float:
        """What every seat wins where none is better than another."""
        return 1.0 / len(self.seats)

    @property
    def kind(self) -> Kind:
        """The verdict on the whole table."""
        return of_all(seat.wins.kind for seat in self.seats)


def seating(counts: Counts, group: Group, level: float = LEVEL) -> Seating:
    """What the seats are worth in a group; their intervals are right at once with the level given."""
    rows, deals = (counts.rows(name, matchup=group.number) for name in ("seats", "shares"))
    number = len(counts.run.manifest.seats)
    shares, places, scores = (
        _vectors(rows, quantity, number, scale * group.games)
        for quantity, scale in (("share", parts_of_win(number)), ("place", HALVES), ("score", 1))
    )
    above = scores.contrasts([[number * (at == seat) - 1 for at in range(number)] for seat in range(number)], number)
    of_shares, of_places = (Level(level, each.single_level(level, SEED)) for each in (shares, places))
    of_scores, of_above = (Level(level, each.single_level(level, SEED, bounded=False)) for each in (scores, above))
    seats = tuple(
        Seat(
            number=seat,
            wins=_judged(shares.value(seat), 1.0 / number, of_shares, group),
            place=of_places.estimate(places.value(seat), (1.0, float(number))),
            score=of_scores.estimate(scores.value(seat)),
            above=of_above.estimate(above.value(seat)),
            worth=_worth([row for row in deals if row["seat"] == seat], group),
        )
        for seat in range(number)
    )
    ends = [1, *[0] * (number - 2), -1]
    return Seating(
        group, seats, shares.contrast(ends).estimate(LEVEL, (-1.0, 1.0)), places.contrast(ends).estimate(LEVEL),
        scores.contrast(ends).estimate(LEVEL), _shared(counts, group),
    )  # fmt: skip


def _shared(counts: Counts, group: Group) -> int:
    """In how many games of a group nobody came first alone."""
    rows = counts.rows("outcomes", matchup=group.number, winner=NOBODY)
    return sum(row["games"] * row["deals"] for row in rows)


def _vectors(rows: Sequence[Row], quantity: str, seats: int, scale: int) -> VectorSums:
    """The sums of a quantity at every seat over deals, and of products of two seats."""
    of = {(row["seat"], row["other"]): row for row in rows if row["quantity"] == quantity}
    totals = tuple(int(of[seat, seat]["total"]) for seat in range(seats))
    products = tuple(
        tuple(int(of[min(one, two), max(one, two)]["products"]) for two in range(seats)) for one in range(seats)
    )
    return VectorSums(int(of[0, 0]["deals"]), totals, products, scale)


def _judged(sums: BlockSums, even: float, level: Level, group: Group) -> Verdict:
    """A seat's share against an even one: no difference at its own level, a difference at the joint one."""
    found = judged(sums, even, group.margin, 1.0 - level.joint, 1.0 - level.single, group.watched)
    return replace(found, interval95=level.named(found.interval95))


def _worth(rows: Sequence[Row], group: Group) -> Estimate | None:
    if group.games < 2:
        return None
    return worth_of_a_game([(row["won"], row["squares"], row["deals"]) for row in rows], group.games, LEVEL)
