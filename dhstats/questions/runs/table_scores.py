"""How many points at a table of three or more? Every seat's score, and how far the best is above the next."""

from dataclasses import replace

from dhstats.queries.counts import Counts
from dhstats.questions.runs import spreads
from dhstats.questions.runs.margins import Kind, beside_each_other, close_and_far, close_and_far_columns
from dhstats.questions.runs.scores import CLOSE, closeness
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import GAPS, Chart, several
from dhstats.questions.shared.groups import LEVEL, Group, each_for_themselves, groups
from dhstats.questions.shared.question import SEVERAL, Question
from dhstats.questions.shared.tables import by_matchup, measured, text
from dhstats.questions.shared.vocabulary import Tally, Vocabulary, vocabulary
from dhstats.stats.estimates.quantiles import Distribution, quantile_interval
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import LEAST_DEALS
from dhstats.storage.manifest import SEATS

QUERY = "finals"
GAP = {"gap": "how far the best score is above the second best"}
HOW_TO_READ = (
    "{}, its height the share of games in which a player of that seat ended with it; the seats are"
    " drawn over each other. The margin of a game is the best score minus the second best."
)
CAUTION = "{} The design sets who sits where; the section on seats says what a seat is worth."


def asked_of(counts: Counts) -> bool:
    """Whether a run keeps its games, and each plays for themselves: partners have no runner-up."""
    return counts.run.manifest.keep == "games" and each_for_themselves(counts)


def answer(counts: Counts) -> Answer:
    """Scores by seat, and how close games are."""
    samples, known = groups(counts), vocabulary(counts.game)
    tally, seats = known.tally, SEATS[: len(counts.run.manifest.seats)]
    by_seat = {f"score_{seat}": f"{seat} player's score" for seat in seats}
    found = {group: _kinds(counts, group, known) for group in samples}
    ending = text("part", "How the game ended", "name")
    return QUESTION.told(
        counts,
        _findings(counts, samples[0], found[samples[0]], known),
        (
            replace(spreads.histogram_table(counts, samples, by_seat, "points", QUERY), key="by_seat"),
            _means(counts, samples, seats, tally),
            replace(spreads.histogram_table(counts, samples, GAP, "points", QUERY), key="gap"),
            spreads.quantile_table(counts, samples, {**by_seat, **GAP}, "points", QUERY),
            closeness(counts, samples, tally.far, QUERY),
            by_matchup(
                "gap_by_end",
                "How far apart games end, by how they ended",
                (ending, *spreads.bar_columns("Best score above the second best by", "points", "all games")),
                beside_each_other(found),
            ),
            by_matchup(
                "close_by_end",
                "Close games and blow-outs, by how the game ended",
                (ending, *close_and_far_columns(tally.far)),
                found,
            ),
        ),
        (
            HOW_TO_READ.format(tally.counted),
            f"{spreads.ONE_A_DEAL} {spreads.MEANS} In close games the second best score is at most {CLOSE}"
            f" points below the best, in blow-outs at least {tally.far} below; their shares have"
            " Wilson intervals over the same games.",
            CAUTION.format(known.scores_include),
        ),
        title=tally.asked,
    )


def _kinds(counts: Counts, group: Group, known: Vocabulary) -> tuple[Kind, ...]:
    """The games by how they ended, the commonest kind first."""
    names = sorted({row["quantity"] for row in counts.rows(QUERY, matchup=group.number)})
    ends = [name.removeprefix("gap ") for name in names if name.startswith("gap ")]
    every = ((end, spreads.spread(counts, group, f"gap {end}", QUERY)) for end in ends)
    found = [Kind("end", known.ends.get(end, words.spoken(end)), gap) for end, gap in every if gap]
    return tuple(sorted(found, key=lambda kind: -kind.margins.n))


def _mean(counts: Counts, group: Group, seat: int) -> Estimate:
    (row,) = counts.rows("seats", matchup=group.number, quantity="score", seat=seat, other=seat)
    return BlockSums(row["deals"], row["total"], row["products"], group.games).estimate(LEVEL)


def _findings(counts: Counts, group: Group, found: tuple[Kind, ...], known: Vocabulary) -> list[Finding]:
    told = [_scored(counts, group, known.tally)]
    if gap := spreads.spread(counts, group, "gap", QUERY):
        told.append(spreads.sampled(counts, group, _apart(gap)))
    several = [kind for kind in found if kind.margins.n >= LEAST_DEALS]
    told += [spreads.sampled(counts, group, close_and_far(kind, known)) for kind in several if len(several) > 1]
    return [Finding(group.says(text), headline=at == 0) for at, text in enumerate(told)]


def _scored(counts: Counts, group: Group, tally: Tally) -> str:
    """What every seat scores on average."""
    means = [_mean(counts, group, seat) for seat in range(len(counts.run.manifest.seats))]
    digits = words.places(max(each.se for each in means))
    first, *others = means
    scores = [
        f"The first player {tally.scores.format(words.value(first, digits=digits))} on average"
        f" ({words.span(first.interval, digits)})"
    ]
    scores += [
        f"the {seat} {words.stated(each, digits=digits, after=first.interval)}"
        for seat, each in zip(SEATS[1:], others, strict=False)
    ]
    return f"{words.listed(scores)}."


def _apart(gap: Distribution) -> str:
    median, close = quantile_interval(gap, 0.5, LEVEL), spreads.share_of(gap.n - gap.count_at_least(CLOSE + 1), gap)
    return (
        f"In half of the games the best score is at most {words.things(gap.quantile(0.5), 'point')} above the second"
        f" best ({words.span(median, 0)}), in {spreads.stated_share(close, f'at most {CLOSE} points')}."
    )


def _means(counts: Counts, samples: tuple[Group, ...], seats: tuple[str, ...], tally: Tally) -> Table:
    columns = (text("seat", "Seat", lambda row: row[0]), *measured("mean", "Mean score", "points", lambda row: row[1]))
    rows = {group: [(seat, _mean(counts, group, at)) for at, seat in enumerate(seats)] for group in samples}
    return by_matchup("means", f"{tally.mean} at the end, by seat", columns, rows)


APART = "Points from the best score to the second best"
QUESTION = Question(
    "scores", "How many points?", (QUERY, "seats"), answer, 70, SEVERAL, asked_of,
    charts=(
        Chart(
            "Final scores by seat", ("by_seat", "means", "quantiles"), "report.charts.comebacks.scores_by_seat",
            wide=True, says=captions.scores_by_seat,
        ),
        Chart(
            "How far the best score is above the second best", ("gap", "closeness"), GAPS, {"title": APART}, True,
            says=captions.closeness,
        ),
        Chart(
            "How far the best score is above the second best, by how the game ended", ("gap_by_end", "close_by_end"),
            "report.charts.comebacks.kinds_of_games", {"title": APART, "form": "d"}, True, says=captions.close_by_end,
            worth=several("part"),
        ),
    ),
)  # fmt: skip
