"""How many points, how far apart, and what makes games close? Scores and margins as whole distributions."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from dhstats.queries.counts import Counts
from dhstats.questions.runs import spreads
from dhstats.questions.shared import captions, words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import GAPS, Chart, histogram, several
from dhstats.questions.shared.first_screen import capital
from dhstats.questions.shared.groups import LEVEL, Group, each_for_themselves, groups
from dhstats.questions.shared.question import SEVERAL, Question
from dhstats.questions.shared.tables import Field, by_matchup, measured, ranged, text, whole
from dhstats.questions.shared.vocabulary import Tally, Vocabulary, vocabulary
from dhstats.seats import SEATS
from dhstats.stats.estimates.quantiles import Distribution, apart, humps, quantile_interval
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import LEAST_DEALS

MEASURES = {
    "score_first": "first player's score",
    "score_second": "second player's score",
    "score_both": "both scores together",
    "gap": "winner's lead at the end",
}
QUANTITIES = {**MEASURES, "margin": "first player's score minus second's"}
GAP = {"gap": "how far the best score is above the second best"}
SPLITS = {"ender": "who caused the end", "end": "how the game ended", "stacks": "ship stacks taken"}
CLOSE = 3  # points: what the final count brings in the usual rules of both games
HOW_CLOSE = ("close", "in between", "blow-out")
SEVERAL_HUMPS = 2  # humps from which on they are told of
FINALS = "finals"  # the query of scores at larger tables


@dataclass(frozen=True)
class Kind:
    """The games of a kind: its split, its name in words, their final margins."""

    split: str
    name: str
    margins: Distribution

    @property
    def humps(self) -> tuple[int, ...]:
        """Where its margins heap up; nothing where too few games tell."""
        return humps(self.margins) if self.margins.n >= LEAST_DEALS else ()

    @property
    def such(self) -> str:
        """These games, in words."""
        if self.split == "ender":
            return f"games that {self.name} ends"
        return f"games that end by {self.name}" if self.split == "end" else f"games with {self.name} ship stacks"


# ---- At a table of two -----------------------------------------------------------------------------------------


def scores(counts: Counts) -> Answer:
    """Scores and margins: distributions, quantiles, means."""
    samples, known = groups(counts), vocabulary(counts.game)
    group, tally = samples[0], known.tally
    first, second = (spreads.mean(counts, group, name) for name in ("score_first", "score_second"))
    digits = words.places(max(first.se, second.se))
    scored, ends = tally.scores.format(words.value(first, digits=digits)), words.span(first.interval, digits)
    other = words.stated(second, digits=digits)
    told = [f"The first player {scored} on average ({ends}), the second {other}."]
    if gap := spreads.spread(counts, group, "gap"):
        half, close = _half_and_close(gap)
        middle = f"In half of the games the players end {half[0]} apart or less ({half[1]}), {close}."
        told.append(spreads.sampled(counts, group, middle))
    tables = (
        spreads.histogram_table(counts, samples, QUANTITIES, "points"),
        spreads.quantile_table(counts, samples, QUANTITIES, "points"),
        spreads.mean_table(counts, samples, MEASURES, "points"),
        _closeness(counts, samples, tally.far),
    )
    findings = [Finding(group.says(each), headline=at == 0) for at, each in enumerate(told)]
    return TWO_SCORES.told(
        counts, findings, tables, title=tally.asked, read=TWO_SCORES.read.format(tally.counted),
        method=TWO_SCORES.method.format(CLOSE, tally.far), caution=TWO_SCORES.caution.format(known.scores_include),
    )  # fmt: skip


def _half_and_close(gap: Distribution) -> tuple[tuple[str, str], str]:
    """How far apart half of the games end at most, with its interval, and how many end close."""
    median, close = quantile_interval(gap, 0.5, LEVEL), spreads.share_of(gap.n - gap.count_at_least(CLOSE + 1), gap)
    half = words.things(gap.quantile(0.5), "point"), words.span(median, 0)
    return half, spreads.stated_share(close, f"at most {CLOSE} points")


def _closeness(counts: Counts, samples: tuple[Group, ...], far: int, query: str = "histograms") -> Table:
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


# ---- At a larger table -----------------------------------------------------------------------------------------


def table_scores(counts: Counts) -> Answer:
    """Scores by seat, and how close games are."""
    samples, known = groups(counts), vocabulary(counts.game)
    tally, seats = known.tally, SEATS[: len(counts.run.manifest.seats)]
    by_seat = {f"score_{seat}": f"{seat} player's score" for seat in seats}
    by_group = {group: _by_ending(counts, group, known) for group in samples}
    beside, ending = _beside_each_other(by_group), text("part", "How the game ended", "name")
    gaps = (ending, *spreads.bar_columns("Best score above the second best by", "points", "all games"))
    close = (ending, *_close_and_far_columns(tally.far))
    means = {group: [(seat, _mean(counts, group, at)) for at, seat in enumerate(seats)] for group in samples}
    columns = (text("seat", "Seat", lambda row: row[0]), *measured("mean", "Mean score", "points", lambda row: row[1]))
    tables = (
        replace(spreads.histogram_table(counts, samples, by_seat, "points", FINALS), key="by_seat"),
        by_matchup("means", f"{tally.mean} at the end, by seat", columns, means),
        replace(spreads.histogram_table(counts, samples, GAP, "points", FINALS), key="gap"),
        spreads.quantile_table(counts, samples, {**by_seat, **GAP}, "points", FINALS),
        _closeness(counts, samples, tally.far, FINALS),
        by_matchup("gap_by_end", "How far apart games end, by how they ended", gaps, beside),
        by_matchup("close_by_end", "Close games and blow-outs, by how the game ended", close, by_group),
    )
    findings = _of_table(counts, samples[0], by_group[samples[0]], known)
    return TABLE_SCORES.told(
        counts, findings, tables, title=tally.asked, read=TABLE_SCORES.read.format(tally.counted),
        method=TABLE_SCORES.method.format(CLOSE, tally.far), caution=TABLE_SCORES.caution.format(known.scores_include),
    )  # fmt: skip


def _by_ending(counts: Counts, group: Group, known: Vocabulary) -> tuple[Kind, ...]:
    """The games by how they ended, the commonest kind first."""
    names = sorted({row["quantity"] for row in counts.rows(FINALS, matchup=group.number)})
    ends = [name.removeprefix("gap ") for name in names if name.startswith("gap ")]
    every = ((end, spreads.spread(counts, group, f"gap {end}", FINALS)) for end in ends)
    kinds = [Kind("end", known.ends.get(end, words.spoken(end)), gap) for end, gap in every if gap]
    return tuple(sorted(kinds, key=lambda kind: -kind.margins.n))


def _mean(counts: Counts, group: Group, seat: int) -> Estimate:
    (row,) = counts.rows("seats", matchup=group.number, quantity="score", seat=seat, other=seat)
    return BlockSums(row["deals"], row["total"], row["products"], group.games).estimate(LEVEL)


def _of_table(counts: Counts, group: Group, kinds: tuple[Kind, ...], known: Vocabulary) -> list[Finding]:
    """What every seat scores on average, how far apart games end, and how close they are by how they end."""
    first, *others = (_mean(counts, group, seat) for seat in range(len(counts.run.manifest.seats)))
    digits = words.places(max(each.se for each in (first, *others)))
    scores = known.tally.scores.format(words.value(first, digits=digits))
    means = [f"The first player {scores} on average ({words.span(first.interval, digits)})"]
    for seat, each in zip(SEATS[1:], others, strict=False):
        means.append(f"the {seat} {words.stated(each, digits=digits, after=first.interval)}")
    told = [f"{words.listed(means)}."]
    if gap := spreads.spread(counts, group, "gap", FINALS):
        half, close = _half_and_close(gap)
        best = f"In half of the games the best score is at most {half[0]} above the second best ({half[1]})"
        told.append(spreads.sampled(counts, group, f"{best}, in {close}."))
    enough = [kind for kind in kinds if kind.margins.n >= LEAST_DEALS]
    told += [spreads.sampled(counts, group, _close_and_far(kind, known.tally)) for kind in enough if len(enough) > 1]
    return [Finding(group.says(text), headline=at == 0) for at, text in enumerate(told)]


# ---- Margins by kinds of games ---------------------------------------------------------------------------------


def margins(counts: Counts) -> Answer:
    """Final margins by what games differ in."""
    samples, tally = groups(counts), vocabulary(counts.game).tally
    by_group = {group: _kinds(counts, group) for group in samples}
    shown = {group: [kind for kind in every if kind.split == every[0].split] for group, every in by_group.items()}
    histogram = (text("part", "Kind", "name"), *spreads.bar_columns("First player ahead by", "points", "all games"))
    *columns, method = _close_and_far_columns(tally.far)
    kinds = (
        text("split", "Games by", lambda kind: SPLITS[kind.split]),
        text("part", "Kind", "name"),
        *columns,
        text("humps", "Peaks of the margin", _humps),
        method,
    )
    group = samples[0]
    enough, told = [kind for kind in shown[group] if kind.margins.n >= LEAST_DEALS], []
    for kind in enough:
        if len(kind.humps) >= SEVERAL_HUMPS:
            peaks = f"near {words.listed(_humps(kind).split(', '))} points"
            told.append(f"{capital(kind.such)} tend to end with margins {peaks}.")
    told += [_close_and_far(kind, tally) for kind in enough]
    told = told or ["Too few games were logged to say what makes them close."]
    tables = (
        by_matchup("margins", "Final margins by kind of game", histogram, _beside_each_other(shown)),
        by_matchup("kinds", "Close games and blow-outs by kind of game", kinds, by_group),
    )
    findings = [Finding(group.says(spreads.sampled(counts, group, each))) for each in told]
    return MARGINS.told(counts, findings, tables, method=MARGINS.method.format(CLOSE, tally.far))


def _kinds(counts: Counts, group: Group) -> tuple[Kind, ...]:
    """The kinds of all splits, the split first that is shown."""
    seen: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    for row in counts.rows("margins", matchup=group.number):
        seen[row["split"], row["part"]][row["value"]] = row["games"]
    ends = vocabulary(counts.game).ends
    by_split: dict[str, list[Kind]] = defaultdict(list)
    for (split, part), values in seen.items():
        name = part
        if split == "ender":
            name = "nobody" if part == "-1" else f"the {SEATS[int(part)]} player"
        elif split == "end":
            name = ends.get(part, words.spoken(part))
        by_split[split].append(Kind(split, name, Distribution.from_counts(values)))
    order = sorted(by_split, key=lambda split: (_telling(by_split[split]), split), reverse=True)
    return tuple(kind for split in order for kind in by_split[split])


def _telling(several: Sequence[Kind]) -> tuple[float, float]:
    """How much a split tells: the share of games in kinds with several humps, and how far kinds lie from all games."""
    every = _together(several)
    split = sum(kind.margins.n for kind in several if len(kind.humps) >= SEVERAL_HUMPS) / every.n
    return split, sum(kind.margins.n * apart(kind.margins, every) for kind in several) / every.n


def _together(several: Iterable[Kind]) -> Distribution:
    first, *others = (kind.margins for kind in several)
    return sum(others, first)


def _close_and_far(kind: Kind, tally: Tally) -> str:
    close, far = _shares(kind.margins, tally.far)
    ends = spreads.stated_share(close, f"end at most {CLOSE} points apart")
    return f"Of the {kind.such}, {ends} and {spreads.stated_share(far, f'at least {tally.far}')}."


def _shares(margins: Distribution, far: int) -> tuple[Estimate, Estimate]:
    close = margins.count_at_least(-CLOSE) - margins.count_at_least(CLOSE + 1)
    out = margins.n - margins.count_at_least(1 - far) + margins.count_at_least(far)
    return spreads.share_of(close, margins), spreads.share_of(out, margins)


def _beside_each_other(shown: Mapping[Group, Sequence[Kind]]) -> dict[Group, list[spreads.Bar]]:
    """The margins of kinds of games, as shares of all the games that a group shows."""
    return {
        group: [bar for kind in every for bar in spreads.bars(kind.name, kind.margins, _together(every).n)]
        for group, every in shown.items()
    }


def _humps(kind: Kind) -> str:
    return ", ".join(words.number(at, 0, sign=True) for at in kind.humps)


def _close_and_far_columns(far: int) -> tuple[Field, ...]:
    such = "share of these games"
    return (
        whole("games", "Games, one per deal", "games", "margins.n"),
        *ranged("close", f"At most {CLOSE} points apart", such, lambda kind: _shares(kind.margins, far)[0]),
        *ranged("far", f"At least {far} points apart", such, lambda kind: _shares(kind.margins, far)[1]),
        text("method", "Method of the intervals", lambda kind: "Wilson"),
    )


COMEBACKS = "report.charts.comebacks"
APART = "Points from the best score to the second best"
ENDS = "In nine games in ten the first player ends from {low} to {high}"
TWO_SCORES = Question(
    "scores", "How many points?", ("histograms", "means"), scores, 70,
    charts=(
        *(histogram(f"score_{seat}", f"Score of the {seat} player", f"{capital(seat)} player's score", "points", seat,
                    f"Nine in ten {seat} players score {{low}} to {{high}}") for seat in SEATS[:2]),
        histogram("margin", "Margin at the end", "First player ahead by", "points", "amount", ENDS, wide=True),
        Chart("How far apart games end", ("histogram", "closeness"), GAPS, wide=True, says=captions.closeness),
    ),
    read="{}, its height the share of games that ended with it; dashed lines are the quantiles: half of all games lie"
    " between the lines at 25 % and 75 %. The margin is the first player's score minus the second's.",
    method=f"{spreads.ONE_A_DEAL} {spreads.MEANS} Close games end at most {{}} points apart, blow-outs at least {{}}"
    " apart; their shares have Wilson intervals over the same games.",
    caution="{} If A and B differ, A goes first in the games shown.",
)  # fmt: skip
ABOVE = "How far the best score is above the second best"
TABLE_SCORES = Question(
    "scores", "How many points?", (FINALS, "seats"), table_scores, 70, SEVERAL,
    # partners have no runner-up
    lambda counts: counts.run.manifest.keep == "games" and each_for_themselves(counts),
    charts=(
        Chart("Final scores by seat", ("by_seat", "means", "quantiles"), f"{COMEBACKS}.scores_by_seat",
              wide=True, says=captions.scores_by_seat),
        Chart(ABOVE, ("gap", "closeness"), GAPS, {"title": APART}, True, says=captions.closeness),
        Chart(f"{ABOVE}, by how the game ended", ("gap_by_end", "close_by_end"), f"{COMEBACKS}.kinds_of_games",
              {"title": APART, "form": "d"}, True, says=captions.close_by_end, worth=several("part")),
    ),
    read="{}, its height the share of games in which a player of that seat ended with it; the seats are drawn over"
    " each other. The margin of a game is the best score minus the second best.",
    method=f"{spreads.ONE_A_DEAL} {spreads.MEANS} In close games the second best score is at most {{}} points below"
    " the best, in blow-outs at least {} below; their shares have Wilson intervals over the same games.",
    caution="{} The design sets who sits where; the section on seats says what a seat is worth.",
)  # fmt: skip
MARGINS = Question(
    "margins", "What makes games close or one-sided?", ("margins",), margins, 120, of_turns=True,
    charts=(
        Chart("Final margins by kind of game, drawn over each other", ("margins", "kinds"),
              f"{COMEBACKS}.kinds_of_games", {"title": "First player ahead by (points)", "form": "+d"}, True,
              says=captions.humps),
    ),
    read="The kinds of games are drawn over each other: each step is a final margin, its height the share of all"
    " games. A peak is named only if chance is unlikely to make one. The table says how many games of each kind are"
    " close and how many are blow-outs.",
    method="One game of each deal whose moves were logged. Shares have 95 % Wilson intervals over these games, each on"
    " its own. A peak rises above the valley that separates it from a higher one by more than four standard errors;"
    " counts are smoothed over a third of a standard deviation to either side. The split shown is the one in which"
    " most games are of a kind with several peaks, else the one whose kinds differ most (total variation). Close: at"
    " most {} points apart; a blow-out: {} or more.",
    caution="What is associated with a close end need not cause it: a player who is just ahead has good reason to end"
    " the game.",
)  # fmt: skip
