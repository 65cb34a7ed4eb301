"""A complete round robin: which games it takes, all its deals as payoffs and margins; who is stronger, pair by pair."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from dhstats.errors import BadInput, check_range
from dhstats.games.catalogue import load, short
from dhstats.players.roster import LADDER
from dhstats.queries.counts import Counts
from dhstats.questions.seats.worth import margin_sums, players_apart
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import RESULTS, Chart
from dhstats.questions.shared.groups import JOINTLY, LEVEL, Group, groups
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.sums import SHARES, between_0_and_1, value_counts
from dhstats.questions.shared.tables import by_matchup, measured, ranged, table, text
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT, SIGNED
from dhstats.simulate.plans.designs import MAX_ARMS, REPLICATES, design, round_robin
from dhstats.simulate.plans.experiment import Experiment, checked, refuse_unless_won, seats
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval, no_spread_interval, sidak_level, student_critical
from dhstats.stats.leagues.equilibrium import Payoffs, joint_intervals, upper_cells
from dhstats.stats.sequential.at_any_time import interval_at_any_time

Array = np.ndarray[Any, Any]
MOST_CELLS = 60_000_000  # scores held at once: deals times ordered pairs


@dataclass(frozen=True, slots=True)
class Pairing:
    """The score of one strategy against another over both seats; the intervals of all pairs are right at once."""

    one: str
    other: str
    score: float
    interval: Interval

    @property
    def turned(self) -> "Pairing":
        """The same from the side of the other."""
        return Pairing(self.other, self.one, 1.0 - self.score, self.interval.taken_from(1.0))


@dataclass(frozen=True)
class League:
    """Strategies that have all met each other and themselves on the same deals.

    `payoffs` has the score of the row, who begins; `games` of shape (k, k) how many games of a deal stand behind a
    cell. `margins` of shape (deals, k, k, replicates) is their lead in points in the game in which theirs is the first
    deck, as often as that game was played with other draws of the strategies; it is missing (no deals) where some pair
    has no such game.
    """

    names: tuple[str, ...]
    payoffs: Payoffs
    margins: Array
    games: Array

    def pairings(self) -> list[Pairing]:
        """Every pair of different strategies, each once."""
        cells, strength = upper_cells(len(self.names)), self.payoffs.strength
        intervals = joint_intervals(self.payoffs.strength_blocks, cells, LEVEL)
        each = zip(cells, intervals, strict=True)
        return [Pairing(self.names[i], self.names[j], float(strength[i, j]), found) for (i, j), found in each]


def student(mean: float, se: float, deals: int, bounds: tuple[float, float], method: str) -> Estimate:
    """A mean over deals with Student's interval; where every deal has it, it is known up to a rare exception."""
    if se == 0.0:
        return Estimate(mean, se, no_spread_interval(mean, deals, LEVEL, bounds, "deals"))
    reach = student_critical(LEVEL, deals - 1) * se
    return Estimate(mean, se, Interval(mean - reach, mean + reach, LEVEL, method, deals, "deals"))


def names_of(counts: Counts) -> tuple[str, ...]:
    """The strategies of a run in the order in which they appear."""
    return tuple(dict.fromkeys(name for pair in counts.plan.matchups for name in pair))


def complete(counts: Counts) -> bool:
    """Whether at least three strategies have all met each other and themselves from both seats."""
    names = names_of(counts)
    met = {frozenset(pair) for pair in counts.plan.matchups}
    wanted = {frozenset((a, b)) for a in names for b in names}
    return len(names) > 2 and counts.plan.kind in ("seat", "league", "crossed") and met == wanted


def league(counts: Counts) -> League | None:
    """The round robin of a run; nothing where some pair has not met, or it is too large to hold at once."""
    if not complete(counts):
        return None
    names = names_of(counts)
    frame = counts.frame("league")
    deals = frame["deal_id"].n_unique()
    if frame.height > MOST_CELLS:
        return None
    at = {name: number for number, name in enumerate(names)}
    pairs = [(at[a], at[b]) for a, b in counts.plan.matchups]
    shape = (deals, len(names), len(names), frame["replicate"].n_unique())
    scores, games, margins, plain = (np.zeros(shape, np.float32) for _ in range(4))
    by = ("matchup", "a_first", "replicate")
    for (number, a_first, replicate), rows in frame.group_by(*by, maintain_order=True):
        a, b = pairs[int(str(number))]
        i, j = (a, b) if a_first else (b, a)
        columns = {"score": scores, "games": games, "plain_margin": margins, "plain_games": plain}
        for column, cells in columns.items():
            cells[:, i, j, int(str(replicate))] += rows[column].to_numpy()
    kept = margins / plain if plain.all() else margins[:0]
    together = games.sum(axis=3)
    return League(names, Payoffs(scores.sum(axis=3) / (2 * together)), kept, together[0].astype(np.int64))


NEIGHBOURS = 2  # how far apart rungs meet, so that all lie on one scale


def league_of(plan: Experiment, command: Literal["meta", "luck"], deals: int) -> Experiment:
    """A round robin of the players of a plan; BadInput for too few, or a number of deals that cannot be."""
    _pairs_alone(plan, command)
    names = plan.strategies
    players = len(names)  # who meet in quartets of games as long as a deal has room for all
    quartets = "league" if players * (players - 1) * 2 + 2 * players <= MAX_ARMS else "seat"
    kind = "crossed" if command == "luck" else quartets
    if len(set(names)) < 3 or len(set(names)) < len(names):
        raise BadInput(f"--strategies: a round robin needs at least three different ones, not {', '.join(names)}")
    most = MOST_CELLS // (len(names) ** 2 * REPLICATES.get(kind, 1))
    if not 2 <= deals <= most:
        raise BadInput(f"--deals: must be from 2 to {most:,} for {len(names)} strategies, not {deals:,}")
    arms = len(design(kind, round_robin(names), 1).arms)
    named = f"{command}-{short(plan.game)}-{Path(plan.rules).stem}-{len(names)}"
    return checked(replace(plan, name=named, design=kind, games=deals * arms), command).with_seed()


def _pairs_alone(plan: Experiment, command: str) -> None:
    """BadInput where other than two play: these questions let players meet two by two."""
    in_points = load(plan.game).objective.in_points  # there who wins more hands may lose more points
    refuse_unless_won(plan.game, players := seats(plan), command, by_seats=in_points and command == "meta")
    if players > 2:
        instead = "`dhstats simulate --strategies A,B` seats A among others who play as B"
        why = f"plays players in pairs, and rules {plan.rules!r} are for {players}"
        raise BadInput(f"{command}: {why}; {instead}")


def ladder(plan: Experiment, rungs: str, deals: int) -> Experiment:
    """Every rung against itself and its neighbours; BadInput for rungs or deals that cannot be."""
    _pairs_alone(plan, "skill")
    low, dash, high = rungs.partition("-")
    last = len(LADDER) - 1
    told = dash and low.isdecimal() and high.isdecimal() and len(low + high) < 5
    if not (told and int(low) + 2 <= int(high) <= last):
        raise BadInput(f"--rungs: write LOW-HIGH with at least three rungs from 0 to {last}, not {rungs!r}")
    check_range("--deals", deals, 2, 10**8)
    steps = range(int(low), int(high) + 1)
    pairs = [(a, b) for a in steps for b in steps if a <= b <= a + NEIGHBOURS]
    matchups = tuple((f"skill:{a}", f"skill:{b}") for a, b in pairs)
    arms = len(design("league", matchups, 1).arms)
    named = f"skill-{short(plan.game)}-{Path(plan.rules).stem}"
    plan = replace(plan, name=named, strategies=(), matchups=matchups, design="league", games=deals * arms)
    return checked(plan, "skill").with_seed()


LISTED = 10  # matchups that get a sentence each

CONTRASTS = {
    "margin": "seat: the first player's margin",
    "a_margin": "strength: player A's margin",
    "deck_margin": "{lot}: the margin of A's first {lot} over the second",
    "mixed_margin": "interaction of seat and {lot}",
}

JOINT = " Intervals are simultaneous: all of them are right at once 95 times in 100 (Šidák)."
ALONE = " Level 95 %."


@dataclass(frozen=True, slots=True)
class Duel:
    """One strategy against another: its score and its margin over both seats; which counts, as `points` may."""

    strategy: str
    opponent: str
    score: Estimate
    margin: Estimate
    points: bool = False

    @property
    def lead(self) -> float:
        """How far the strategy is ahead, in what counts."""
        return self.margin.value if self.points else self.score.value - 0.5

    @property
    def decided(self) -> bool:
        """One of the two is stronger beyond doubt."""
        return not (self.margin.interval.contains(0.0) if self.points else self.score.interval.contains(0.5))


def duels_exist(counts: Counts) -> bool:
    """The run has different strategies that meet with both seat orders."""
    return counts.plan.kind != "single" and any(a != b for a, b in counts.plan.matchups)


def answer(counts: Counts) -> Answer:
    """The scores of all pairs of different strategies."""
    samples = [group for group in groups(counts) if not group.together and not group.mirror]
    level = sidak_level(LEVEL, len(samples))
    pairs = [_duels(counts, group, level) for group in samples]
    apart = "".join(dict.fromkeys(players_apart(counts, group.number) for group in samples))
    duels = [duel for pair in pairs for duel in pair]
    columns = (
        text("strategy", "Strategy"),
        text("opponent", "Against"),
        *measured("score", "Score over both seats", "share of a win"),
        *ranged("margin", "Points ahead", "points"),
    )
    tables = [table("scores", "Scores over both seats", columns, duels)]
    if counts.plan.kind == "quartet":
        lot, contrasts = vocabulary(counts.game).lot, {}
        columns = (
            text("contrast", "Contrast", lambda row: row[0].format(lot=lot)),
            *measured("value", "Mean", "points", lambda row: row[1].estimate(LEVEL)),
        )
        for group in samples:
            rows = counts.rows("blocks", matchup=group.number)
            contrasts[group] = [(name, margin_sums(rows, group, column)) for column, name in CONTRASTS.items()]
        tables.append(by_matchup("contrasts", f"Seat, strength and {lot} from four games per deal", columns, contrasts))
    findings = [*([Finding(apart.strip(), headline=True)] if apart else []), *_findings([pair[0] for pair in pairs])]
    method = QUESTION.method + (ALONE if len(samples) == 1 else JOINT)
    return QUESTION.told(counts, findings, tables, method=method, caution=apart + QUESTION.caution)


def _duels(counts: Counts, group: Group, level: float) -> tuple[Duel, Duel]:
    """The matchup as player A sees it, and as player B does."""
    a, b = counts.plan.matchups[group.number]
    rows = counts.rows("blocks", matchup=group.number)
    scores = (
        value_counts(rows, lambda row: 2 * row["a_wins"] + row["draws"]),
        value_counts(rows, lambda row: 2 * (group.games - row["a_wins"]) - row["draws"]),
    )
    points, duels = load(counts.game).objective.in_points, []
    for tally, sign, names in zip(scores, (1, -1), ((a, b), (b, a)), strict=True):
        score = between_0_and_1(tally, 2 * group.games, level, watched=group.watched is not None)
        sums = margin_sums(rows, group, "a_margin", sign)
        margin = sums.estimate(level)
        if group.watched:  # then the interval allows for looking
            margin = replace(margin, interval=interval_at_any_time(sums, group.watched.planned, 1.0 - level))
        duels.append(Duel(*names, score, margin, points))
    return duels[0], duels[1]


def _findings(duels: Sequence[Duel]) -> list[Finding]:
    if len(duels) == 1:
        return [Finding(_sentence(duels[0], ""), headline=True)]
    most, decided = max(duels, key=lambda duel: abs(duel.lead)), sum(duel.decided for duel in duels)
    certain = f"In {decided} of {len(duels)} matchups one strategy is certainly stronger (simultaneous intervals)"
    largest = f"the largest difference is between {most.strategy} and {most.opponent}"
    summary = f"{certain}; {largest}: {most.strategy} scores {_counted(most, JOINTLY)}."
    each = [Finding(_sentence(duel, JOINTLY)) for duel in duels] if len(duels) <= LISTED else []
    return [Finding(summary, headline=True), *each]


def _counted(duel: Duel, sure: str, of: str = "") -> str:
    """What counts between two, points or wins."""
    if duel.points:
        return words.stated(duel.margin, SIGNED, f"points per game more than {duel.opponent}", sure=sure)
    return words.stated(duel.score, PERCENT, of, sure=sure)


def _sentence(duel: Duel, sure: str) -> str:
    score, margin = duel.score, duel.margin
    stronger = duel.strategy if duel.lead > 0.0 else duel.opponent
    verdict = f"{stronger} is the stronger" if duel.decided else "neither is shown to be the stronger"
    besides = words.stated(margin, SIGNED, "points on average", after=score.interval, sure=sure)
    if duel.points:
        besides = words.stated(score, PERCENT, "of the wins", after=margin.interval, sure=sure)
    counted = _counted(duel, sure, f"against {duel.opponent} over both seats")
    return f"{duel.strategy} scores {counted}, with {besides}: {verdict}."


SCORES = Chart("Score over both seats", ("scores",), f"{RESULTS}.strength", wide=True)
QUESTION = Question(
    "matchups", "Who is stronger?", ("blocks",), answer, 20, fits=duels_exist, charts=(SCORES,),
    read="Each cell is the score of the strategy on the left against the one above, over both seats: a win counts 1, a"
    " draw ½. Above 50 % it is the stronger of the two.",
    method="A deal is one observation: the mean of a strategy's score over the games of the deal, in which both"
    f" strategies go first equally often. Margins: estimate ± t · standard error over deals. Scores: {SHARES}. In a"
    " run that may have stopped early both have a confidence sequence, which holds however often one looks (betting"
    " for scores, asymptotic for points).",
    caution="Strength is relative to these strategies: an opponent not played here may beat the strongest of them.",
)  # fmt: skip
