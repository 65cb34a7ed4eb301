"""How many points? Final scores and margins as whole distributions."""

import math

from dhstats.queries.counts import Counts
from dhstats.questions.runs import spreads
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import GAPS, Chart, histogram
from dhstats.questions.shared.groups import LEVEL, Group, groups
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import by_matchup, measured, text, whole
from dhstats.questions.shared.vocabulary import Tally, vocabulary
from dhstats.stats.estimates.quantiles import Distribution, quantile_interval

MEASURES = {
    "score_first": "first player's score",
    "score_second": "second player's score",
    "score_both": "both scores together",
    "gap": "winner's lead at the end",
}
QUANTITIES = {**MEASURES, "margin": "first player's score minus second's"}
CLOSE = 3  # points: what the final count brings in the usual rules of both games
HOW_CLOSE = ("close", "in between", "blow-out")

HOW_TO_READ = (
    "{}, its height the share of games that ended with it; dashed lines are the"
    " quantiles: half of all games lie between the lines at 25 % and 75 %. The margin is the first"
    " player's score minus the second's."
)
CAUTION = "{} If A and B differ, A goes first in the games shown."


def answer(counts: Counts) -> Answer:
    """Scores and margins: distributions, quantiles, means."""
    samples, tally = groups(counts), vocabulary(counts.game).tally
    return QUESTION.told(
        counts,
        _findings(counts, samples[0], tally),
        (
            spreads.histogram_table(counts, samples, QUANTITIES, "points"),
            spreads.quantile_table(counts, samples, QUANTITIES, "points"),
            spreads.mean_table(counts, samples, MEASURES, "points"),
            closeness(counts, samples, tally.far),
        ),
        (
            HOW_TO_READ.format(tally.counted),
            f"{spreads.ONE_A_DEAL} {spreads.MEANS} Close games end at most {CLOSE} points apart, blow-outs at"
            f" least {tally.far} apart; their shares have Wilson intervals over the same games.",
            CAUTION.format(vocabulary(counts.game).scores_include),
        ),
        title=tally.asked,
    )


def _findings(counts: Counts, group: Group, tally: Tally) -> list[Finding]:
    first, second = (spreads.mean(counts, group, name) for name in ("score_first", "score_second"))
    digits = words.places(max(first.se, second.se))
    sentence = (
        f"The first player {tally.scores.format(words.value(first, digits=digits))} on average"
        f" ({words.span(first.interval, digits)}), the second {words.stated(second, digits=digits)}."
    )
    findings = [Finding(group.says(sentence), headline=True)]
    gap = spreads.spread(counts, group, "gap")
    return findings if gap is None else [*findings, Finding(group.says(spreads.sampled(counts, group, _gap(gap))))]


def closeness(counts: Counts, samples: tuple[Group, ...], far: int, query: str = "histograms") -> Table:
    """How many games are close, and how many blow-outs, by what was declared to be either."""
    rows = {
        group: [
            (kind, least, most, spreads.share_of(gap.count_at_least(least) - gap.count_at_least(most + 1), gap))
            for kind, least, most in zip(HOW_CLOSE, (0, CLOSE + 1, far), (CLOSE, far - 1, math.inf), strict=True)
        ]
        for group in samples
        if (gap := spreads.spread(counts, group, "gap", query))
    }
    columns = (
        text("kind", "Kind of game", lambda row: row[0]),
        whole("least", "Points apart from", "points", lambda row: row[1]),
        whole("most", "Points apart to", "points", lambda row: row[2]),
        *measured("share", "Share of games", "share of games", lambda row: row[3]),
    )
    return by_matchup("closeness", "Close games and blow-outs", columns, rows)


def _gap(gap: Distribution) -> str:
    median, close = quantile_interval(gap, 0.5, LEVEL), spreads.share_of(gap.n - gap.count_at_least(CLOSE + 1), gap)
    return (
        f"Half of the games end {words.things(gap.quantile(0.5), 'point')} apart or less"
        f" ({words.span(median, 0)}), {spreads.stated_share(close, f'at most {CLOSE} points')}."
    )


QUESTION = Question(
    "scores", "How many points?", ("histograms", "means"), answer, 70,
    charts=(
        histogram(
            "score_first", "Score of the first player", "First player's score", "points", "first",
            "Nine in ten first players score {low} to {high}",
        ),
        histogram(
            "score_second", "Score of the second player", "Second player's score", "points", "second",
            "Nine in ten second players score {low} to {high}",
        ),
        histogram(
            "margin", "Margin at the end", "First player ahead by", "points", "amount",
            "In nine games in ten the first player ends from {low} to {high}", wide=True,
        ),
        Chart("How far apart games end", ("histogram", "closeness"), GAPS, wide=True, says=captions.closeness),
    ),
)  # fmt: skip
