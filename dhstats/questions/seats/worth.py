"""What the places of a deal have that is not equal, such as decks, and whether a design moves it round the table."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dhstats.games import catalogue
from dhstats.players.solving.solutions import ROUNDED, worth_among
from dhstats.queries.counts import Counts
from dhstats.questions.shared.groups import EVEN, LEVEL, Group
from dhstats.questions.shared.sums import Row, rate, ratio_of_counts, share, value_counts
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import listed
from dhstats.questions.verdicts.evidence import judged, judged_alone
from dhstats.seats import SEATS
from dhstats.stats.estimates.clusters import VectorSums, worth_of_a_game
from dhstats.stats.intervals.blocks import BlockSums, Estimate, PairMoments
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval
from dhstats.stats.intervals.likelihood import el_interval
from dhstats.stats.sequential.stopping import Sample
from dhstats.stats.sequential.verdicts import Kind, Verdict, described, of_all, worked_out
from dhstats.storage.run import parts_of_win

SEAT_APART = (
    "In every game of this run {}, so the worth of the seat cannot be separated from that of its {}. The designs"
    " seat and quartet separate them. "
)
PLAYER_APART = (
    "In every game of this run {}, so the worth of the strategy cannot be separated from that of its {}. The designs"
    " strength and quartet separate them. "
)


def lots(counts: Counts) -> tuple[str, ...]:
    """What the places have by the rules, where it is not equal."""
    return vocabulary(counts.game).unequal(counts.run.manifest.rules)


def seat_lots(counts: Counts) -> tuple[str, ...]:
    """What every seat has in all games of the run, where the places are not equal and the design never moves them."""
    return _kept(lots(counts), {arm.moved for arm in counts.run.manifest.design.arms})


def _kept(found: tuple[str, ...], turned: set[int]) -> tuple[str, ...]:
    """What everybody has in place of their own where the places are always turned alike; else nothing."""
    if not found or len(turned) > 1:
        return ()
    first = min(turned) % len(found)
    return found[first:] + found[:first]


def seats_apart(counts: Counts) -> str:
    """What cannot be told of seats that always have the same; nothing where they have not."""
    found, lot = seat_lots(counts), vocabulary(counts.game).lot
    parts = [f"the {name} seat has the {lot} {own}" for name, own in zip(SEATS, found, strict=False)]
    return SEAT_APART.format(listed(parts), lot) if parts else ""


def players_apart(counts: Counts, matchup: int) -> str:
    """What cannot be told of the players of a matchup who always have the same; nothing where they have not."""
    found, lot, names = lots(counts), vocabulary(counts.game).lot, counts.plan.matchups[matchup]
    arms = [arm for arm in counts.run.manifest.design.arms if arm.matchup == matchup]
    kept = _kept(found, {(arm.moved - arm.first_player) % max(1, len(found)) for arm in arms})
    parts = [f"{name} has the {lot} {own}" for name, own in zip(names, kept, strict=False)]
    return PLAYER_APART.format(listed(parts), lot) if parts and len(set(names)) > 1 else ""


@dataclass(frozen=True, slots=True)
class Advantage:
    """The first player's score and margin over blocks, with verdicts; `reason` says why the score's is refused, if so.

    `block_scores` counts deals by the sum of scores, in half wins. `pairs` needs two games of one matchup a block,
    `likelihood` a fixed number of deals. `deviation` is that of a game's final margin, which is only described where
    the game does not say how many points are none.
    """

    group: Group
    block_scores: dict[int, int]
    scores: Verdict
    margins: Verdict
    likelihood: Interval | None
    decisive: Estimate | None
    drawn: Estimate
    pairs: PairMoments | None
    reason: str = ""
    deviation: float | None = None

    @property
    def rho(self) -> float | None:
        """The correlation between the scores of the two games of a deal."""
        varies = self.pairs is not None and self.pairs.games_a.spread * self.pairs.games_b.spread > 0
        return self.pairs.rho if self.pairs is not None and varies else None

    @property
    def effective_games(self) -> float | None:
        """How many independent games one game of a deal is worth."""
        varies = self.pairs is not None and self.pairs.games_a.spread + self.pairs.games_b.spread > 0
        return self.pairs.effective_games if self.pairs is not None and varies else None


def advantage(counts: Counts, group: Group, level: float = LEVEL) -> Advantage:
    """What going first is worth in a group; verdicts at the level given, other intervals at the usual one."""
    rows = counts.rows("blocks", matchup=group.number)
    tally = value_counts(rows, lambda row: 2 * row["wins"] + row["draws"])
    scale, alpha, watched = 2 * group.games, 1.0 - level, group.watched
    points = vocabulary(counts.game).tally.margin
    margins = judged_alone(margin_sums(rows, group, "margin"), 0.0, points or 1.0, alpha, watched, UNBOUNDED)
    deals_by_score = [tally.get(k, 0) for k in range(scale + 1)]
    games = min(2, group.games)
    sums = sum(row[name] for row in rows for name in ("margin_0", "margin_1")[:games])
    squares = sum(row[name] for row in rows for name in ("margin_00", "margin_11")[:games])
    n = games * group.deals
    sample, score = Sample.of_shares(deals_by_score), BlockSums.from_counts(tally, scale)
    scores = judged_alone(score, EVEN, group.margin, alpha, watched, sample=sample)
    if known := perfect_worth(counts, group):
        in_points = catalogue.load(counts.game).objective.in_points
        scores = scores if in_points else worked_out(scores, *known)
        margins = worked_out(margins, 2.0 * known[0], 2.0 * known[1]) if in_points else margins
    return Advantage(
        group=group,
        block_scores=tally,
        scores=scores,
        margins=margins if points else described(margins),
        deviation=math.sqrt(max(0, n * squares - sums * sums)) / n if not group.together and n else None,
        likelihood=None if watched else el_interval([k / scale for k in range(scale + 1)], deals_by_score),
        decisive=rate(
            ratio_of_counts(rows, lambda row: group.games - row["draws"], lambda row: row["wins"]), "with decided games"
        ),
        drawn=share(group, value_counts(rows, lambda row: row["draws"])),
        pairs=_pairs(rows, group),
    )


def margin_sums(rows: Sequence[Row], group: Group, name: str, sign: int = 1) -> BlockSums:
    """Sums of a margin over a group's blocks, and of its squares; with the sign -1 from the other side."""
    total, squares = (sum(row[column] for row in rows) for column in (name, f"{name}_squares"))
    return BlockSums(group.deals, sign * total, squares, group.games)


def perfect_worth(counts: Counts, group: Group) -> tuple[float, float] | None:
    """What a game brings the first of two perfect players, worked out, and how far that may be off; else None."""
    manifest = counts.run.manifest
    names = set(manifest.matchups[group.number])
    known = worth_among([each.weights for each in manifest.strategies if each.name in names])
    return (known[0], max(known[1], ROUNDED)) if known and not group.together else None


def _pairs(rows: Sequence[Row], group: Group) -> PairMoments | None:
    if group.together or group.games != 2:
        return None
    names = {"a": "score_0", "b": "score_1", "aa": "score_00", "bb": "score_11", "ab": "score_01"}
    sums = {f"sum_{of}": sum(row[name] for row in rows) for of, name in names.items()}
    return PairMoments(n=group.deals, scale=2, **sums)


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
        estimate = sums.estimate(self.single, bounds)
        return replace(estimate, interval=self.named(estimate.interval))

    def named(self, interval: Interval) -> Interval:
        """An interval by the level that it has together with the others."""
        if self.single == self.joint:
            return interval
        return replace(interval, level=self.joint, method=f"{interval.method}, max-T")


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat, counted from 0: its share of the wins against an even one, its mean place and its mean score.

    Intervals are right for all seats at once but `wins.interval90`. `above` is the score beyond the table's mean,
    `worth` how many independent games a game of a deal is worth for the share, None where that is unknown.
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

    `shared` counts games in which nobody came first alone; `reason` says why verdicts on shares are refused, if so.
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
    won = [[(row["won"], row["squares"], row["deals"]) for row in deals if row["seat"] == at] for at in range(number)]
    of_shares, of_places = (Level(level, each.single_level(level, SEED)) for each in (shares, places))
    of_scores, of_above = (Level(level, each.single_level(level, SEED, bounded=False)) for each in (scores, above))
    seats = tuple(
        Seat(
            number=seat,
            wins=_judged(shares.value(seat), 1.0 / number, of_shares, group),
            place=of_places.estimate(places.value(seat), (1.0, float(number))),
            score=of_scores.estimate(scores.value(seat)),
            above=of_above.estimate(above.value(seat)),
            worth=worth_of_a_game(won[seat], group.games, LEVEL) if group.games > 1 else None,
        )
        for seat in range(number)
    )
    unwon = counts.rows("outcomes", matchup=group.number, winner=NOBODY)
    ends = [1, *[0] * (number - 2), -1]
    return Seating(
        group, seats, shares.contrast(ends).estimate(LEVEL, (-1.0, 1.0)), places.contrast(ends).estimate(LEVEL),
        scores.contrast(ends).estimate(LEVEL), sum(row["games"] * row["deals"] for row in unwon),
    )  # fmt: skip


def _vectors(rows: Sequence[Row], quantity: str, seats: int, scale: int) -> VectorSums:
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
