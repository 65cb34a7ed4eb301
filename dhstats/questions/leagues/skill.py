"""Does the answer change with skill? The main questions along the skill ladder, from random play upwards."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dhstats.queries.counts import Counts
from dhstats.questions.runs.spreads import mean
from dhstats.questions.seats.advantage import SCORE_MARGIN, advantage
from dhstats.questions.seats.opening import EVEN
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.first_screen import SURENESS, About, change, of_hundred, play_on, who
from dhstats.questions.shared.groups import LEVEL, Group, groups
from dhstats.questions.shared.question import Followed, own
from dhstats.questions.shared.sums import RATIOS, SHARES
from dhstats.questions.shared.tables import basis_of, limits, measured, number, table, text, whole
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.corrections import sidak_level
from dhstats.stats.intervals.critical_values import normal_critical
from dhstats.stats.intervals.intervals import Interval
from dhstats.stats.leagues import ratings
from dhstats.stats.leagues.ratings import Ratings
from dhstats.stats.sequential.verdicts import Verdict, kind_of

PREFIX = "skill:"
FEWEST = 3  # rungs that make a curve

QUERIES = ("blocks", "means", "endings")
SEAT = ("seat", "first player's score", "share")
LENGTH = Followed("length", "turns of both players", "turns", lambda counts, group: mean(counts, group, "turns"))
LEAD = Followed("lead_changes", "changes of the lead", "a game", lambda c, group: mean(c, group, "lead_changes"))
GAP = Followed("gap", "points between the players at the end", "points", lambda c, group: mean(c, group, "gap"))

HOW_TO_READ = (
    "Each point is a rung of the skill ladder playing against itself; play gets better to the right,"
    " in Elo points. A curve that crosses its line of balance means that the answer depends on skill."
)
METHOD = (
    "Rungs: random play, the trained expert with a falling share of random moves, the expert, search."
    " Each plays itself and its neighbours on the same deals; the players swap who goes first. Elo:"
    " Bradley-Terry with ties as halves and a term for going first, mean 0. Means: t over deals; the"
    " first player's score simultaneous over rungs (Šidák). Shares of"
    f" games, 95 %: {SHARES}. Rates within a kind of game: {RATIOS}."
)
CAUTION = (
    "Rungs below the expert play well and err at random; people err in other ways. The ladder says"
    " how much an answer depends on the quality of play, not which rung a group of people is on."
)


ANSWERS = {"balanced": "No", "unbalanced": "Yes", "leaning": "A little", "undecided": "Not known yet"}


@dataclass(frozen=True)
class Rung:
    """A rung of the ladder with its matchup against itself."""

    number: int
    name: str
    group: Group


def rungs(counts: Counts) -> tuple[Rung, ...]:
    """The rungs that play themselves in a run, lowest first."""
    found = []
    for group in groups(counts):
        name = "" if group.together else counts.plan.matchups[group.number][0]
        if group.mirror and not group.together and name.startswith(PREFIX):
            found.append(Rung(int(name.removeprefix(PREFIX)), name, group))
    return tuple(sorted(found, key=lambda rung: rung.number))


def skill_exists(counts: Counts) -> bool:
    """The run has at least three rungs that play themselves, and matches that tie them to one scale."""
    found = rungs(counts)
    return counts.plan.kind != "single" and len(found) >= FEWEST and rated(counts, found) is not None


def answer(counts: Counts) -> Answer:
    """The curves of the main questions over skill, and where verdicts change."""
    found = rungs(counts)
    scale = rated(counts, found)
    assert scale is not None  # asked by the catalogue
    level = sidak_level(LEVEL, len(found))
    seats = [advantage(counts, rung.group, level).scores for rung in found]
    tables = (_turn(seats), _ladder(found, scale, seats), _curves(counts, found, scale, seats))
    first = turning([rung.name for rung in found], seats, About.of(counts.run.manifest))
    return Answer(
        "skill", "Does skill change the answer?", tuple(_findings(found, scale, seats)), tables, HOW_TO_READ, METHOD,
        CAUTION, tuple((name, counts.text(name)) for name in (*QUERIES, *own(counts.game).queries)), first,
    )  # fmt: skip


def rated(counts: Counts, found: tuple[Rung, ...]) -> Ratings | None:
    """The rungs on one Elo scale, from all matches between them; nothing where they do not meet."""
    at = {rung.name: place for place, rung in enumerate(found)}
    wins, games = np.zeros((len(found), len(found))), np.zeros((len(found), len(found)))
    frame = counts.frame("league").group_by("matchup", "a_first").sum()
    for row in frame.sort("matchup", "a_first").to_dicts():
        a, b = counts.plan.matchups[row["matchup"]]
        if a in at and b in at:
            cell = (at[a], at[b]) if row["a_first"] else (at[b], at[a])
            wins[cell] += row["score"] / 2
            games[cell] += row["games"]
    try:
        return ratings.fit(wins, games)
    except ValueError:  # rungs that do not meet have no common scale
        return None


def _findings(found: tuple[Rung, ...], scale: Ratings, seats: list[Verdict]) -> list[Finding]:
    spoken = [f"{rung.name} ({words.number(elo, 0, sign=True)})" for rung, elo in zip(found, scale.elo, strict=True)]
    return [Finding(_turns(found, seats), headline=True), Finding(f"The ladder in Elo points: {words.listed(spoken)}.")]


def _turns(found: tuple[Rung, ...], seats: list[Verdict]) -> str:
    """How the verdict on the seat changes from the lowest rung to the highest."""
    steps: list[tuple[str, str, str]] = []  # verdict, first rung, last rung
    for rung, seat in zip(found, seats, strict=True):
        side = "first" if seat.effect > 0 else "second"
        verdict = seat.kind + ("" if seat.kind in ("balanced", "undecided") else f" to the {side} player")
        if steps and steps[-1][0] == verdict:
            steps[-1] = (verdict, steps[-1][1], rung.name)
        else:
            steps.append((verdict, rung.name, rung.name))
    told = [f"{verdict} {_where(low, high)}" for verdict, low, high in steps]
    if len(steps) == 1:
        return f"Whether going first helps does not change with skill: {told[0]}."
    low, high = seats[0], seats[-1]
    shown = (
        f"the first player scores {words.value(low.measured, PERCENT)} at {found[0].name} and"
        f" {words.value(high.measured, PERCENT)} at {found[-1].name}"
    )
    if contradict(seats):
        return f"The verdict on going first changes with skill: {'; '.join(told)} ({shown})."
    return f"No two rungs contradict each other on going first: {'; '.join(told)} ({shown})."


def contradict(seats: list[Verdict]) -> bool:
    """Whether two verdicts cannot both be right of one game: certain for opposite sides, or balanced and unbalanced."""
    sides = {seat.effect > 0 for seat in seats if seat.kind in ("leaning", "unbalanced")}
    kinds = {seat.kind for seat in seats}
    return len(sides) == 2 or {"balanced", "unbalanced"} <= kinds


def _where(low: str, high: str) -> str:
    return f"at {low}" if low == high else f"from {low} to {high}"


def _turn(seats: list[Verdict]) -> Table:
    """How much more whoever begins wins on the highest rung than on the lowest."""
    columns = (
        text("what", "Change", lambda _: "from the lowest rung to the highest"),
        *measured("score", "Change of the first player's score", "share of a win", lambda pair: turn(*pair)),
    )
    return table("turn", "What skill changes for the first player", columns, [(seats[0], seats[-1])])


def _ladder(found: tuple[Rung, ...], scale: Ratings, seats: list[Verdict]) -> Table:
    reach = normal_critical(LEVEL) * scale.elo_errors
    columns = (
        text("rung", "Rung", lambda row: row[0].name),
        number("elo", "Elo, mean 0", "Elo", lambda row: row[1]),
        number("low", "Low end (95 %, model)", "Elo", lambda row: row[1] - row[2]),
        number("high", "High end (95 %, model)", "Elo", lambda row: row[1] + row[2]),
        text("verdict", "Verdict on the seat", lambda row: row[3].kind),
        whole("deals", "Deals", "deals", lambda row: row[0].group.deals),
    )
    rows = zip(found, scale.elo.tolist(), reach.tolist(), seats, strict=True)
    return table("ladder", "The ladder", columns, rows)


@dataclass(frozen=True, slots=True)
class Point:
    """A quantity on a rung of the ladder, as its curve has it."""

    quantity: str
    what: str
    of: str
    rung: str
    elo: float
    estimate: Estimate


def _curves(counts: Counts, found: tuple[Rung, ...], scale: Ratings, seats: list[Verdict]) -> Table:
    points = [
        Point(*named, rung.name, elo, estimate)
        for rung, elo, seat in zip(found, scale.elo.tolist(), seats, strict=True)
        for named, estimate in ((SEAT, seat.measured), *_measures(counts, rung.group))
    ]
    columns = (
        text("quantity", "Quantity"),
        text("what", "What"),
        text("of", "Unit of the value"),
        text("rung", "Rung"),
        number("elo", "Elo, mean 0", "Elo"),
        number("value", "Value", "", "estimate.value"),
        *limits("", "estimate.interval"),
        *basis_of("estimate.interval"),
    )
    return table("curves", "The main questions by skill", columns, points)


def _measures(counts: Counts, group: Group) -> list[tuple[tuple[str, str, str], Estimate]]:
    """What is followed besides the seat, for one rung: name, what it is and unit; the estimate."""
    of_game = own(counts.game)
    every = (LENGTH, *of_game.endings, LEAD, GAP, *of_game.others)
    found = [((each.name, each.what, each.unit), each.estimate(counts, group)) for each in every]
    return [(named, estimate) for named, estimate in found if estimate is not None]


def turning(names: Sequence[str], seats: Sequence[Verdict], about: About) -> Opening:
    """Whether going first is worth as much among the best players as among the weakest; rungs from the lowest up."""
    low, high = seats[0], seats[-1]
    difference = turn(low, high)
    interval = difference.interval
    kind = kind_of(interval, interval, 0.0, SCORE_MARGIN)
    best, worst = (of_hundred(seat.estimate) for seat in (high, low))
    told = {
        "balanced": f"it is the same within {EVEN}",
        "unbalanced": f"it differs by more than {EVEN}",
        "leaning": f"it differs, but perhaps by less than {EVEN}",
        "undecided": "it may be worth more among the best, or less",
    }[kind]
    return Opening(
        question=f"Does it depend on skill whether going first helps in {about.title}?",
        answer=f"{ANSWERS[kind]}: among the best players ({who(names[-1])}) the first one wins about {best} games,"
        f" among the weakest ({who(names[0])}) {worst}.",
        sureness=f"{SURENESS[kind]}: {told} ({change(interval, of=len(seats))}).",
        decision=_follows(kind, difference),
        verdict=kind,
    )


def turn(low: Verdict, high: Verdict) -> Estimate:
    """By how much more whoever begins wins on the highest rung than on the lowest.

    Its interval is right because both it is made of are: wider than it would have to be, as deals are shared.
    """
    one, other = low.interval95, high.interval95
    ends = Interval(other.low - one.high, other.high - one.low, one.level, f"{one.method}, both ends", one.n, one.unit)
    return Estimate(high.estimate - low.estimate, (low.se**2 + high.se**2) ** 0.5, ends)


def _follows(kind: str, difference: Estimate) -> str:
    if kind == "balanced":
        return "Quote the best players: the answer is the same at every level of skill."
    if kind == "unbalanced":
        return "Judge the seats among players as good as yours: use the rung nearest to them."
    return play_on(abs(abs(difference.value) - SCORE_MARGIN), difference.interval)
