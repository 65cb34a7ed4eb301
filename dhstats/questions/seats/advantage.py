"""What going first is worth in one matchup, or in all of them together: the numbers without the words."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from dhstats.queries.counts import Counts
from dhstats.questions.shared.groups import EVEN, LEVEL, Group
from dhstats.questions.shared.sums import Row, rate, ratio_of_counts, share, value_counts
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.verdicts.evidence import judged_alone
from dhstats.stats.intervals.blocks import BlockSums, Estimate, PairMoments
from dhstats.stats.intervals.intervals import UNBOUNDED, Interval
from dhstats.stats.intervals.likelihood import el_interval
from dhstats.stats.sequential.stopping import Rule, Sample
from dhstats.stats.sequential.verdicts import Verdict, described


@dataclass(frozen=True, slots=True)
class Advantage:
    """The first player's score and margin over blocks, with verdicts; `reason` says why the score's is refused, if so.

    `block_scores` counts deals by the sum of the first player's scores, in halves of a win. `pairs` is there
    where a block has two games of one matchup, `likelihood` where the number of deals was fixed beforehand. `deviation`
    is that of the final margin of a game, where that is known. The margin is only described where the game does not say
    how many points are none.
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
    sample = Sample.of_shares([tally.get(k, 0) for k in range(scale + 1)])
    return Advantage(
        group=group,
        block_scores=tally,
        scores=judged_alone(BlockSums.from_counts(tally, scale), EVEN, group.margin, alpha, watched, sample=sample),
        margins=_lead(_margins(rows, group), vocabulary(counts.game).tally.margin, alpha, watched),
        deviation=_deviation(rows, group),
        likelihood=None
        if watched
        else el_interval([k / scale for k in range(scale + 1)], [tally.get(k, 0) for k in range(scale + 1)]),
        decisive=rate(
            ratio_of_counts(rows, lambda row: group.games - row["draws"], lambda row: row["wins"]), "with decided games"
        ),
        drawn=share(group, value_counts(rows, lambda row: row["draws"])),
        pairs=_pairs(rows, group),
    )


def _lead(sums: BlockSums, margin: float, alpha: float, watched: Rule | None) -> Verdict:
    """The first player's lead, judged by what the game names as a margin; described where it names none."""
    found = judged_alone(sums, 0.0, margin or 1.0, alpha, watched, UNBOUNDED)
    return found if margin else described(found)


def _deviation(rows: Sequence[Row], group: Group) -> float | None:
    """The standard deviation of the final margin of a game, from the first two games of the deals."""
    games = min(2, group.games)
    sums = sum(row[name] for row in rows for name in ("margin_0", "margin_1")[:games])
    squares = sum(row[name] for row in rows for name in ("margin_00", "margin_11")[:games])
    n = games * group.deals
    return math.sqrt(max(0, n * squares - sums * sums)) / n if not group.together and n else None


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
