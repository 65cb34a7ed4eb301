"""Which strategies matter, and who is favoured when both sides choose well among them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.queries.counts import Counts
from dhstats.questions.leagues import standings
from dhstats.questions.leagues.league import League, league, student
from dhstats.questions.seats.first_player import judgement
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.charts import MOST_ROWS, OPENINGS, Chart
from dhstats.questions.shared.first_screen import About, capital, who
from dhstats.questions.shared.groups import JOINTLY
from dhstats.questions.shared.metrics import SCORE_MARGIN
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import Field, basis_of, limits, number, table, text
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS
from dhstats.stats.estimates.ratios import groups, share_of_means
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import Interval, if_enough, normal_critical, sidak_level
from dhstats.stats.leagues import equilibrium, ratings
from dhstats.stats.leagues.equilibrium import SCORES, Equilibrium, NashAverage, Resampled, joint_intervals, upper_cells
from dhstats.stats.leagues.ratings import Ratings
from dhstats.stats.sequential.verdicts import Verdict, judge

Array = np.ndarray[Any, Any]
LEVEL = 0.95
WITHIN = f"±{100.0 * SCORE_MARGIN:g} games in 100"
FINE = 1_000_000  # per-deal values are counted in millionths of a win
DRAWS, SEED = 400, 1  # how often the deals are drawn again, and from which random numbers
SELECTION = 10.0  # alpha of alpha-rank, on the scale of win rates

LEAST_TO_SPLIT = 4  # deals of which one half chooses mixtures and the other tries them


@dataclass(frozen=True)
class Meta:
    """All that a round robin shows."""

    league: League
    ratings: Ratings
    blind: NashAverage
    seat: Equilibrium
    drawn: Resampled
    value: Verdict
    split: tuple[float, float] | None
    ranks: Array
    weights: Array


def meta_exists(counts: Counts) -> bool:
    """The run is a complete round robin of at least three strategies."""
    return league(counts) is not None


def answer(counts: Counts) -> Answer:
    """Ratings, equilibria and cycles of a complete round robin."""
    found = league(counts)
    assert found is not None  # `meta_exists` has been asked
    meta, stand, about = study(found), standings.standings(found), About.of(counts.run.manifest)
    circle = standings.nobody_best(found, stand)
    first = standings.strongest(stand, standings.beating(found, stand), about, circle)
    every = (standings.against_all(stand, "strategy", "Score"), *tables(meta))
    return QUESTION.told(counts, findings(meta), every, opening=first)


def tables(meta: Meta) -> tuple[Table, ...]:
    """Scores, ratings, mixtures, values and circles."""
    return (_first(meta.league), _ratings(meta), _mixtures(meta), _values(meta), standings.circle_table(meta.league))


def study(found: League) -> Meta:
    """Ratings and equilibria of a league."""
    payoffs = found.payoffs
    games = found.games * payoffs.deals
    rated = ratings.fit(payoffs.first * games, games, blocks=payoffs.blocks)
    seat = equilibrium.solve(payoffs.first)
    blocks = payoffs.blocks.astype(np.float64)
    per_deal = np.einsum("i,dij,j->d", seat.row, blocks, seat.column)
    sums = BlockSums.from_values((round(value * FINE) for value in per_deal.tolist()), FINE)
    return Meta(
        found, rated, equilibrium.nash_average(payoffs.edge), seat, equilibrium.resample(seat, blocks, DRAWS, SEED),
        judge(sums, 0.5, SCORE_MARGIN, bounds=(0.0, 1.0)),
        equilibrium.split_value(blocks) if len(blocks) >= LEAST_TO_SPLIT else None,
        equilibrium.alpha_rank(payoffs.edge, SELECTION), equilibrium.blind_weights(blocks, DRAWS, SEED, LEVEL),
    )  # fmt: skip


def findings(meta: Meta, what: str = "strategies") -> tuple[Finding, ...]:
    """How strong each is, what is chosen, and who is favoured; `what` have met each other."""
    found, value = meta.league, meta.value
    regret = words.number(100 * float(np.quantile(meta.drawn.regrets, 0.95)), 2)
    order = np.argsort(-meta.ratings.beta, kind="stable")
    elo, names = meta.ratings.elo, meta.league.names
    ahead, error = meta.ratings.difference(int(order[0]), int(order[1]))
    listed = words.listed([f"{who(names[i])} ({words.number(elo[i], 0, sign=True)})" for i in order])
    reach = normal_critical(sidak_level(LEVEL, len(upper_cells(len(names))))) * error
    deals, method = meta.league.payoffs.deals, "normal with sandwich errors over deals"
    apart = Estimate(ahead, error, if_enough(Interval(ahead - reach, ahead + reach, LEVEL, method, deals, "deals")))
    first, second = (who(names[each]) for each in order[:2])
    lead = words.stated(apart, of=f"ahead of {second}", digits=0, sure=JOINTLY)
    best = f"When both players choose as well as possible among these {len(found.names)} {what}"
    scores = f"{words.stated(value.measured, PERCENT)}: {judgement(value, WITHIN)}. {_mirror(meta)}"
    lost = f"the published mixtures lose at most {regret} games in 100 to a best answer, 95 times in 100"
    return (
        Finding(f"Ratings in Elo points: {listed}. {capital(first)} is {lead}.", headline=True),
        Finding(f"The best mix for either seat (equilibrium): {_mixture(meta)}."),
        Finding(f"{best}, the first player scores {scores}", value.kind, size=value.size),
        Finding(_fit(meta)),
        Finding(f"{_held_out(meta)}; against resampled deals {lost}."),
        *standings.circle_findings(found, what),
    )


def _mirror(meta: Meta) -> str:
    """What who begins scores where the highest rated meets itself; it is picked by the same deals."""
    found, best = meta.league, int(np.argmax(meta.ratings.beta))
    mirrors = tuple((i, i) for i in range(len(found.names)))
    interval = joint_intervals(found.payoffs.blocks, mirrors, LEVEL)[best]
    score = Estimate(float(found.payoffs.first[best, best]), interval.half_width / 2.0, interval)
    scores = f"the first player scores {words.stated(score, PERCENT, sure=JOINTLY)}"
    return f"When the highest rated, {who(found.names[best])}, plays against itself, {scores}."


def _mixture(meta: Meta) -> str:
    """The strategies of the mixture that take part, heaviest first."""
    weights, names = meta.blind.weights, meta.league.names
    order = [i for i in np.argsort(-weights, kind="stable") if weights[i] > 0.005]
    deals, method = meta.league.payoffs.deals, f"bootstrap of {DRAWS} draws over deals"
    drawn = [Interval(low, high, LEVEL, method, deals, "deals") for low, high in meta.weights]
    kind = drawn[order[0]]
    shares = [(who(names[i]), Estimate(float(weights[i]), 0.0, drawn[i])) for i in order]
    parts = [f"{name} {words.stated(share, PERCENT, digits=0, after=kind)}" for name, share in shares]
    return f"{words.listed(parts)}{words.naming(kind)}"


def _held_out(meta: Meta) -> str:
    """The value on the deals that did not choose the mixtures, with Student's interval."""
    if meta.split is None:
        return f"The mixtures were not tested on separate deals, because that needs {LEAST_TO_SPLIT}"
    (value, se), deals = meta.split, meta.league.payoffs.deals // 2
    held_out = student(value, se, deals, SCORES, "t over deals")
    return f"The value on deals that did not choose the mixtures is {words.stated(held_out, PERCENT)}"


def _fit(meta: Meta) -> str:
    found, rated = meta.league, meta.ratings
    i, j, miss = rated.largest_residual(found.payoffs.first, found.games)
    one, other = who(found.names[i]), who(found.names[j])
    every = tuple((a, b) for a in range(len(found.names)) for b in range(len(found.names)))
    seen = joint_intervals(found.payoffs.blocks, every, LEVEL)[every.index((i, j))]
    missed = Estimate(miss, 0.0, seen.minus(float(rated.fitted[i, j])))
    what = f"games in 100, when {one} goes first against {other}"
    shown = words.stated(missed, PERCENTAGE_POINTS, what, digits=1, sure=JOINTLY, more=" at the fitted ratings")
    verdict = "Ratings do not describe this meta exactly" if rated.p < 0.05 else "Ratings describe this meta"
    deviance = f"deviance {rated.deviance:,.0f} on {rated.df} degrees of freedom"
    return f"{verdict} ({deviance}): the largest miss is {shown}.{_one_number(found)}"


def _one_number(found: League) -> str:
    """How much of who beats whom ratings explain; nothing is said of two strategies, or where all are even."""
    blocks = found.payoffs.blocks
    total = blocks.sum(axis=0, dtype=np.float64)
    sums = [total, *(total - blocks[left_out].sum(axis=0, dtype=np.float64) for left_out in groups(len(blocks)))]
    if len(found.names) < 3 or any(np.array_equal(each, each.T) for each in sums):
        return ""
    share = share_of_means(lambda first, _: equilibrium.transitivity((first - first.T) / 2.0), blocks)
    explained = words.stated(share, PERCENT, "of who beats whom by how much", digits=0)
    return f" One number per strategy explains {explained}."


def _measured(name: str, title: str, unit: str) -> tuple[Field, ...]:
    """The columns of a number and its interval, the last two of a row."""
    value = number(name, title, unit, lambda row: row[-2])
    return value, *limits(unit, lambda row: row[-1]), *basis_of(lambda row: row[-1])


def _first(found: League) -> Table:
    size = len(found.names)
    cells = tuple((i, j) for i in range(size) for j in range(size))
    intervals = joint_intervals(found.payoffs.blocks, cells, LEVEL)
    columns = (
        text("strategy", "Begins", lambda row: found.names[row[0]]),
        text("opponent", "Against", lambda row: found.names[row[1]]),
        *_measured("score", "Score of the first player", "share"),
    )
    rows = [(*cell, float(found.payoffs.first[cell]), known) for cell, known in zip(cells, intervals, strict=True)]
    return table("first", "Score of the first player", columns, rows)


def _ratings(meta: Meta) -> Table:
    elo, deals = meta.ratings.elo, meta.league.payoffs.deals
    reach, rows = normal_critical(LEVEL) * meta.ratings.elo_errors, []
    for at in np.argsort(-meta.ratings.beta, kind="stable").tolist():
        low, high = float(elo[at] - reach[at]), float(elo[at] + reach[at])
        interval = if_enough(Interval(low, high, LEVEL, "normal, sandwich over deals", deals, "deals"))
        rows.append((meta.league.names[at], float(elo[at]), interval))
    columns = (text("strategy", "Strategy", lambda row: row[0]), *_measured("elo", "Elo, mean 0", "Elo"))
    return table("ratings", "Ratings", columns, rows)


def _mixtures(meta: Meta) -> Table:
    ranges = meta.blind.ranges
    shares = {
        "blind": ("Weight, either seat", meta.blind.weights),
        "blind_low": ("smallest weight in any equilibrium", ranges[:, 0]),
        "blind_high": ("greatest weight in any equilibrium", ranges[:, 1]),
        "blind_from": ("Low end of the interval of that weight", meta.weights[:, 0]),
        "blind_to": ("High end of the interval of that weight", meta.weights[:, 1]),
        "against": ("Gain against that mixture", meta.blind.ratings),
        "begins": ("Weight of the first player", meta.seat.row),
        "begins_support": ("Draws in which it takes part", meta.drawn.row_support),
        "follows": ("Weight of the second player", meta.seat.column),
        "follows_support": ("Draws in which it takes part there", meta.drawn.column_support),
        "alpha_rank": ("Alpha-rank", meta.ranks),
    }
    columns = (
        text("strategy", "Strategy", meta.league.names.__getitem__),
        *(number(name, title, "share", values.__getitem__) for name, (title, values) in shares.items()),
    )
    return table("mixtures", "How often to choose each strategy", columns, range(len(meta.league.names)))


def _values(meta: Meta) -> Table:
    value, deals = meta.value, meta.league.payoffs.deals
    low, high = map(float, np.quantile(meta.drawn.values, (0.025, 0.975)))
    again = Interval(low, high, LEVEL, f"bootstrap over deals, {DRAWS} draws", deals, "deals")
    columns = (text("what", "What", lambda row: row[0]), *_measured("value", "Value", "share"))
    rows = (
        ("equilibrium first-player score", value.estimate, value.interval95),
        ("the same, deals resampled", float(meta.drawn.values.mean()), again),
    )
    return table("values", "First-player score under good choice", columns, rows)


LEAGUE = "report.charts.league"
STANDING = {"column": "strategy", "title": "Games won of 100, against the others"}
QUESTION = Question(
    "meta", "Which strategies matter?", ("league",), answer, 30, fits=meta_exists,
    charts=(
        Chart("Score of the first player", ("first",), f"{LEAGUE}.first_scores", wide=True),
        Chart("How far the others are behind the best, on the same deals", ("overall",), f"{LEAGUE}.behind",
              {"column": "strategy"}, wide=True),
        Chart("Ratings", ("ratings",), f"{LEAGUE}.rating_scale"),
        Chart("How often a player who cannot be exploited chooses each", ("mixtures",), f"{LEAGUE}.mixtures"),
        Chart("Who beats whom", ("first", "ratings"), f"{LEAGUE}.graph", wide=True),
    ),
    first=(Chart("Of 100 games, won against the others", ("overall",), f"{OPENINGS}.standing", STANDING, True,
                 most=MOST_ROWS, picked=True),),
    read="Each cell is the score of the strategy on the left, which goes first, against the one above. Ratings place"
    " all strategies on one scale; weights say how often a player who cannot be exploited chooses each strategy.",
    method="All pairs play the same deals, and a deal is one observation, so errors of cells move together and every"
    " error here is over deals. Scores: t, simultaneous over all pairs (Šidák). Ratings: Bradley-Terry with ties as"
    " halves and a term for beginning, errors from the sandwich over deals. Equilibrium: linear programs; the value's"
    f" interval is t over deals at fixed mixtures; support and weights: percentiles of {DRAWS} draws of the deals"
    f" (bootstrap, seed {SEED}, 95 %), which is a heuristic if a weight is 0. What ratings explain: jackknife over"
    " deals. The highest rated, its mirror and its lead: simultaneous over all strategies or pairs (Šidák). Where many"
    " equilibria are optimal, ranges are shown and the most even one is named. Alpha-rank: population"
    f" {equilibrium.POPULATION}, alpha {SELECTION:g} on win rates.",
    caution="An equilibrium is valid only for these strategies: another one may beat them all. If strategies are"
    " similar, weights depend on small differences.",
)  # fmt: skip
