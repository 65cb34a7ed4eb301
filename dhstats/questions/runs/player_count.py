"""What a run says of its number of players, beside runs that differ in that alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.queries.counts import Counts
from dhstats.questions.objectives import sides
from dhstats.questions.objectives.success import success
from dhstats.questions.runs.decisions import LOGGED
from dhstats.questions.seats import first_player, seats
from dhstats.questions.seats.worth import advantage, seating, seats_apart
from dhstats.questions.shared.first_screen import spelt, who
from dhstats.questions.shared.groups import LEVEL, Group, groups
from dhstats.questions.shared.sums import Row, block_sums, rate, ratio_estimate, ratio_sums, share, value_counts
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.seats import SEATS
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval, sidak_level
from dhstats.stats.sequential.verdicts import Verdict, kind_of, of_all
from dhstats.storage import Manifest

NOBODY = -1  # who wins a game that several share


@dataclass(frozen=True, slots=True)
class Away:
    """How far a seat or a side is from an even share; `within` is the interval that may show it to be near."""

    name: str
    away: Estimate
    within: Interval
    kind: str

    @classmethod
    def judged(cls, name: str, verdict: Verdict) -> "Away":
        """A share with its verdict."""
        return cls(name, verdict.measured.minus(verdict.null), verdict.interval90.minus(verdict.null), verdict.kind)

    @property
    def halved(self) -> "Away":
        """Half of a lead: what one of two has beside the mean of both."""
        wide, narrow = (
            replace(each, low=each.low / 2.0, high=each.high / 2.0) for each in (self.away.interval, self.within)
        )
        return replace(self, away=Estimate(self.away.value / 2.0, self.away.se / 2.0, wide), within=narrow)


@dataclass(frozen=True, slots=True)
class Count:
    """What the games of one number of players say; None where they do not have it.

    `lead` is what the answer is about: the share of games won together, else the largest distance from an even share,
    that of `far`; `within` is where that may be as sure as a verdict that all are even, `reason` why nobody knows it.
    """

    players: int
    lead: Estimate | None
    kind: str
    far: Away | None
    within: Interval | None
    reason: str
    turns: Estimate
    own: Estimate
    outcome: Estimate | None
    score: Estimate | None
    waits: Estimate | None
    forced: Estimate | None

    @property
    def number(self) -> str:
        """How many play: "three"."""
        return spelt(self.players)

    @property
    def named(self) -> str:
        """The same with what they are: "three players"."""
        return f"{self.number} player{'s' * (self.players > 1)}"

    @property
    def away(self) -> Estimate | None:
        """What the seat or side farthest from an even share has beside it."""
        return self.far.away if self.far else None

    @property
    def farthest(self) -> str:
        """Which seat or side is farthest from an even share, and the verdict on all."""
        kind = "" if self.kind == "fact" else f", {'open' if self.kind == 'undecided' else self.kind}"
        return f" ({self.far.name}{kind})" if self.far else ""


def named(manifest: Manifest) -> str:
    """A run of several, by its number of players."""
    players = len(manifest.seats)
    return f"With {spelt(players)} player{'s' * (players > 1)}"


def alike(manifests: Sequence[Manifest]) -> bool:
    """Whether runs differ in the number of players alone, have the same strategies, and part these from seats."""
    first, numbers = manifests[0], [len(each.seats) for each in manifests]
    if len(numbers) < 2 or len(set(numbers)) < len(numbers) or any(each.until or each.log for each in manifests):
        return False
    return all(
        (each.game, _players(each)) == (first.game, _players(first))
        and (each.design.kind != "single" or all(len(set(names)) == 1 for names in each.matchups))
        and _hash_for(first, len(each.seats)) == each.rules_hash
        for each in manifests
    )


def _players(manifest: Manifest) -> set[str]:
    return {who(name) for names in manifest.matchups for name in names}


def _hash_for(manifest: Manifest, players: int) -> str:
    """The hash of a run's rules for another number of players; "" where they are not for so many."""
    try:
        files = catalogue.rules(manifest.game)
        return str(files.restore(manifest.rules, manifest.rules_name, (f"players={players}",)).hash)
    except BadInput:
        return ""


def measure(counts: Counts, several: int, *, logged: bool) -> Count:
    """What a run says of its number of players, one of several; of waits and options where turns are `logged`."""
    group, level, players = groups(counts)[0], sidak_level(LEVEL, several), len(counts.run.manifest.seats)
    objective, (row,) = catalogue.load(counts.game).objective, counts.rows("means", matchup=group.number)
    turns, own = (block_sums(group.deals, row, "turns", group.games * of).estimate(level) for of in (1, players))
    far, reason = ((), "") if objective.together or players == 1 else _away(counts, group, level)
    outcome = score = waits = forced = None
    if objective.together:
        outcome = success(counts, group, level)
    elif players == 1:
        score = block_sums(group.deals, row, "score_first", group.games).estimate(level)
    elif objective.sides:
        outcome = sides.sides_of(counts, group, level).sides[0].wins.measured
    elif players == 2:
        outcome = share(group, value_counts(counts.rows("blocks", matchup=group.number), _drawn), level)
    else:
        alone = counts.rows("outcomes", matchup=group.number, winner=NOBODY)
        if len({each["decided_by"] for each in alone}) < 2:  # else a deal may stand in several rows
            outcome = share(group, value_counts(alone, lambda each: int(each["games"])), level)
    if logged:
        (row,) = counts.rows("decisions", matchup=group.number)
        waits = ratio_estimate(ratio_sums(row, "gaps", "waits"), LOGGED, level) if players > 1 else None
        forced = rate(ratio_sums(row, "decisions", "forced"), LOGGED, level)
    return Count(
        players, outcome if objective.together else _largest(far), of_all(each.kind for each in far) if far else "fact",
        max(far, key=_distance, default=None), _reach([each.within for each in far]) if far else None, reason,
        turns, own, outcome, score, waits, forced,
    )  # fmt: skip


def _drawn(row: Row) -> int:
    return int(row["draws"])


def _away(counts: Counts, group: Group, level: float) -> tuple[Sequence[Away], str]:
    """How far all seats or sides are from an even share; none where that cannot be told, and why."""
    if catalogue.load(counts.game).objective.sides:
        return [Away.judged(sides.named(each), each.wins) for each in sides.sides_of(counts, group, level).sides], ""
    points, two = catalogue.load(counts.game).objective.in_points, len(counts.run.manifest.seats) == 2
    if apart := seats_apart(counts):
        return (), apart.strip()
    if two:
        first = first_player.judged_fairly(counts, advantage(counts, group, level))
        reason = first.reason
        every = [Away.judged("first seat", first.margins).halved if points else Away.judged("first seat", first.scores)]
    else:
        sitting = seats.judged_fairly(counts, seating(counts, group, level))
        reason, margin = sitting.reason, vocabulary(counts.game).tally.margin / 2.0
        every = [
            _in_points(f"{SEATS[each.number]} seat", each.above, margin)
            if points
            else Away.judged(f"{SEATS[each.number]} seat", each.wins)
            for each in sitting.seats
        ]
    return ((), f"{reason[0].upper()}{reason[1:]}.") if reason and not points else (every, "")


def _in_points(name: str, above: Estimate, margin: float) -> Away:
    """A seat's points beyond the mean of the table, which are described where the game names no margin."""
    return Away(name, above, above.interval, kind_of(above.interval, above.interval, 0.0, margin) if margin else "fact")


def _distance(found: Away) -> float:
    return abs(found.away.value)


def _largest(far: Sequence[Away]) -> Estimate | None:
    if not far:
        return None
    return Estimate(max(map(_distance, far)), max(far, key=_distance).away.se, _reach([f.away.interval for f in far]))


def _reach(every: Sequence[Interval]) -> Interval:
    """Where the largest of several distances may be, whose intervals are right at once."""
    low = max(max(0.0, each.low, -each.high) for each in every)
    return replace(every[0], low=low, high=max(max(-each.low, each.high) for each in every))
