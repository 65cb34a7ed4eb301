"""Who is stronger? Scores averaged over both seats, for every pair of different strategies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dhstats.queries.counts import Counts
from dhstats.questions.seats.worth import players_apart
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import RESULTS, Chart
from dhstats.questions.shared.groups import JOINTLY, LEVEL, Group, groups
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.sums import SHARES, Row, between_0_and_1, value_counts
from dhstats.questions.shared.tables import by_matchup, measured, ranged, table, text
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT, SIGNED
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import sidak_level
from dhstats.stats.sequential.at_any_time import interval_at_any_time

LISTED = 10  # matchups that get a sentence each

CONTRASTS = {
    "margin": "seat: the first player's margin",
    "a_margin": "strength: player A's margin",
    "deck_margin": "{lot}: the margin of A's first {lot} over the second",
    "mixed_margin": "interaction of seat and {lot}",
}

HOW_TO_READ = (
    "Each cell is the score of the strategy on the left against the one above, over both seats: a win"
    " counts 1, a draw ½. Above 50 % it is the stronger of the two."
)
METHOD = (
    "A deal is one observation: the mean of a strategy's score over the games of the deal, in which"
    " both strategies go first equally often. Margins: estimate ± t · standard error over deals."
    f" Scores: {SHARES}. In a run that may have stopped early both have a confidence sequence, which"
    " holds however often one looks (betting for scores, asymptotic for points)."
)
JOINT = " Intervals are simultaneous: all of them are right at once 95 times in 100 (Šidák)."
ALONE = " Level 95 %."
CAUTION = "Strength is relative to these strategies: an opponent not played here may beat the strongest of them."


@dataclass(frozen=True, slots=True)
class Duel:
    """One strategy against another: its score and its margin over both seats."""

    strategy: str
    opponent: str
    score: Estimate
    margin: Estimate

    @property
    def decided(self) -> bool:
        """One of the two is stronger beyond doubt."""
        return not self.score.interval.contains(0.5)


def duels_exist(counts: Counts) -> bool:
    """The run has different strategies that meet with both seat orders."""
    return counts.plan.kind != "single" and any(a != b for a, b in counts.plan.matchups)


def answer(counts: Counts) -> Answer:
    """The scores of all pairs of different strategies."""
    samples = [group for group in groups(counts) if not group.together and not group.mirror]
    level = sidak_level(LEVEL, len(samples))
    pairs = [_duels(counts, group, level) for group in samples]
    apart = "".join(dict.fromkeys(players_apart(counts, group.number) for group in samples))
    tables = [_table([duel for pair in pairs for duel in pair])]
    if counts.plan.kind == "quartet":
        tables.append(_contrasts(counts, samples))
    return QUESTION.told(
        counts,
        (*([Finding(apart.strip(), headline=True)] if apart else []), *_findings([pair[0] for pair in pairs])),
        tables,
        (HOW_TO_READ, METHOD + (ALONE if len(samples) == 1 else JOINT), apart + CAUTION),
    )


def _duels(counts: Counts, group: Group, level: float) -> tuple[Duel, Duel]:
    """The matchup as player A sees it, and as player B does."""
    a, b = counts.plan.matchups[group.number]
    rows = counts.rows("blocks", matchup=group.number)
    scores = (
        value_counts(rows, lambda row: 2 * row["a_wins"] + row["draws"]),
        value_counts(rows, lambda row: 2 * (group.games - row["a_wins"]) - row["draws"]),
    )
    watched = group.watched is not None
    mine, theirs = (between_0_and_1(tally, 2 * group.games, level, watched=watched) for tally in scores)
    ahead, behind = (_ahead(_margin(rows, group, "a_margin", sign), group, level) for sign in (1, -1))
    return Duel(a, b, mine, ahead), Duel(b, a, theirs, behind)


def _ahead(sums: BlockSums, group: Group, level: float) -> Estimate:
    """A mean margin, with an interval that allows for looking where the run was watched."""
    found = sums.estimate(level)
    if group.watched is None:
        return found
    return replace(found, interval=interval_at_any_time(sums, group.watched.planned, 1.0 - level))


def _margin(rows: Sequence[Row], group: Group, name: str, sign: int = 1) -> BlockSums:
    total, squares = (sum(row[column] for row in rows) for column in (name, f"{name}_squares"))
    return BlockSums(group.deals, sign * total, squares, group.games)


def _findings(duels: Sequence[Duel]) -> list[Finding]:
    if len(duels) == 1:
        return [Finding(_sentence(duels[0], ""), headline=True)]
    summary = Finding(_summary(duels), headline=True)
    if len(duels) > LISTED:
        return [summary]
    return [summary, *(Finding(_sentence(duel, JOINTLY)) for duel in duels)]


def _summary(duels: Sequence[Duel]) -> str:
    most = max(duels, key=lambda duel: abs(duel.score.value - 0.5))
    decided = sum(duel.decided for duel in duels)
    return (
        f"In {decided} of {len(duels)} matchups one strategy is certainly stronger (simultaneous"
        f" intervals); the largest difference is between {most.strategy} and {most.opponent}:"
        f" {most.strategy} scores"
        f" {words.stated(most.score, PERCENT, sure=JOINTLY)}."
    )


def _sentence(duel: Duel, sure: str) -> str:
    score, margin = duel.score, duel.margin
    stronger = duel.strategy if score.value > 0.5 else duel.opponent
    verdict = f"{stronger} is the stronger" if duel.decided else "neither is shown to be the stronger"
    return (
        f"{duel.strategy} scores"
        f" {words.stated(score, PERCENT, f'against {duel.opponent} over both seats', sure=sure)}, with"
        f" {words.stated(margin, SIGNED, 'points on average', after=score.interval, sure=sure)}: {verdict}."
    )


def _table(duels: Sequence[Duel]) -> Table:
    columns = (
        text("strategy", "Strategy"),
        text("opponent", "Against"),
        *measured("score", "Score over both seats", "share of a win"),
        *ranged("margin", "Points ahead", "points"),
    )
    return table("scores", "Scores over both seats", columns, duels)


def _contrasts(counts: Counts, samples: Sequence[Group]) -> Table:
    lot = vocabulary(counts.game).lot
    columns = (
        text("contrast", "Contrast", lambda row: row[0].format(lot=lot)),
        *measured("value", "Mean", "points", lambda row: row[1].estimate(LEVEL)),
    )
    rows = {
        group: [
            (name, _margin(counts.rows("blocks", matchup=group.number), group, column))
            for column, name in CONTRASTS.items()
        ]
        for group in samples
    }
    return by_matchup("contrasts", f"Seat, strength and {lot} from four games a deal", columns, rows)


QUESTION = Question(
    "matchups", "Who is stronger?", ("blocks",), answer, 20, fits=duels_exist,
    charts=(Chart("Score over both seats", ("scores",), f"{RESULTS}.strength", wide=True),),
)  # fmt: skip
