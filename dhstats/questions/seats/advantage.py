"""What going first is worth in one matchup, or in all of them together: the numbers without the words."""

from collections.abc import Sequence
from dataclasses import dataclass

from dhstats.queries.counts import Counts
from dhstats.questions.shared.groups import EVEN, LEVEL, Group
from dhstats.questions.shared.sums import Row, rate, ratio_of_counts, share, value_counts
from dhstats.questions.verdicts.evidence import judged_alone
from dhstats.stats.intervals.blocks import BlockSums, Estimate, PairMoments
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval
from dhstats.stats.intervals.likelihood import el_interval
from dhstats.stats.sequential.verdicts import Verdict

POINT_MARGIN = 0.5


@dataclass(frozen=True, slots=True)
class Advantage:
    """The first player's score and margin over blocks, with verdicts; `reason` says why the score's is refused, if so.

    `block_scores` counts deals by the sum of the first player's scores, in halves of a win. `pairs` is there
    where a block has two games of one matchup, `likelihood` where the number of deals was fixed beforehand.
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
    return Advantage(
        group=group,
        block_scores=tally,
        scores=judged_alone(BlockSums.from_counts(tally, scale), EVEN, group.margin, alpha, watched),
        margins=judged_alone(_margins(rows, group), 0.0, POINT_MARGIN, alpha, watched, UNBOUNDED),
        likelihood=None
        if watched
        else el_interval([k / scale for k in range(scale + 1)], [tally.get(k, 0) for k in range(scale + 1)]),
        decisive=rate(
            ratio_of_counts(rows, lambda row: group.games - row["draws"], lambda row: row["wins"]), "with decided games"
        ),
        drawn=share(group, value_counts(rows, lambda row: row["draws"])),
        pairs=_pairs(rows, group),
    )


def _margins(rows: Sequence[Row], group: Group) -> BlockSums:
    squares = sum(row["margin_squares"] for row in rows)
    return BlockSums(group.deals, sum(row["margin"] for row in rows), squares, group.games)


def _pairs(rows: Sequence[Row], group: Group) -> PairMoments | None:
    if group.together or group.games != 2:
        return None
    sums = {
        sum_of: sum(row[name] for row in rows)
        for sum_of, name in (
            ("sum_a", "score_0"),
            ("sum_b", "score_1"),
            ("sum_aa", "score_00"),
            ("sum_bb", "score_11"),
            ("sum_ab", "score_01"),
        )
    }
    return PairMoments(n=group.deals, scale=2, **sums)
