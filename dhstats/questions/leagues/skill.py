"""Does the answer change with skill? The main questions along the skill ladder, from random play upwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import attrgetter

import numpy as np

from dhstats.games.catalogue import NAMES, load
from dhstats.queries.counts import Counts
from dhstats.questions.runs.spreads import mean
from dhstats.questions.seats.worth import advantage
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import OPENINGS, Chart, by_skill
from dhstats.questions.shared.first_screen import SURENESS, About, at_once, change, games_in_100, play_on, size, who
from dhstats.questions.shared.groups import JOINTLY, LEVEL, Group, groups
from dhstats.questions.shared.hundred import HUNDRED, Share
from dhstats.questions.shared.question import Followed, Question, own
from dhstats.questions.shared.sums import RATIOS, SHARES
from dhstats.questions.shared.tables import basis_of, limits, measured, number, table, text, whole
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS, SIGNED
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import Interval, normal_critical, sidak_level
from dhstats.stats.leagues import ratings
from dhstats.stats.leagues.ratings import Ratings
from dhstats.stats.sequential.verdicts import Kind, Verdict, kind_of, of_all

PREFIX = "skill:"
FEWEST = 3  # rungs that make a curve

QUERIES = ("blocks", "means", "endings")
SEAT, FIRST_LEAD = ("seat", "first player's score", "share"), ("lead", "first player's lead", "points")
LENGTH = Followed("length", "turns of both players", "turns", lambda counts, group: mean(counts, group, "turns"))
LEAD = Followed("lead_changes", "changes of the lead", "a game", lambda c, group: mean(c, group, "lead_changes"))
GAP = Followed("gap", "points between the players at the end", "points", lambda c, group: mean(c, group, "gap"))


ANSWERS = {"balanced": "No", "unbalanced": "Yes", "leaning": "Yes", "undecided": "Not known yet"}
CHANGES = {
    "balanced": "Whether going first helps does not change with skill, within {margin} at all rungs",
    "unbalanced": "What going first is worth changes with skill by more than {margin}",
    "leaning": "What going first is worth changes with skill, perhaps by less than {margin}",
    "undecided": "It is not known yet whether skill changes what going first is worth",
}


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
    points = load(counts.game).objective.in_points
    each = [advantage(counts, rung.group, level) for rung in found]
    seats = [own.margins if points else own.scores for own in each]
    spoken = [f"{rung.name} ({words.number(elo, 0, sign=True)})" for rung, elo in zip(found, scale.elo, strict=True)]
    ladder = Finding(f"The ladder in Elo points: {words.listed(spoken)}.")
    findings = [Finding(_turns(found, seats, points=points), headline=True), ladder]
    first = turning([rung.name for rung in found], seats, About.of(counts.run.manifest), points=points)
    used, tables = (*QUERIES, *own(counts.game).queries), _tables(counts, found, scale, seats, points=points)
    return QUESTION.told(counts, findings, tables, opening=first, queries=used)


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


def _margin(seats: Sequence[Verdict], *, points: bool) -> str:
    """What counts as no difference, in points where these count."""
    return f"{seats[0].margin:g} points" if points else games_in_100(HUNDRED * seats[0].margin)


def _turns(found: tuple[Rung, ...], seats: list[Verdict], *, points: bool) -> str:
    """Whether the worth of the first seat changes with skill, between which rungs, and the verdict on it at each."""
    turn = turned(seats)
    start = CHANGES[turn.kind].format(margin=_margin(seats, points=points))
    unit, of_change = (SIGNED, SIGNED) if points else (PERCENT, PERCENTAGE_POINTS)
    scores = [f"{words.value(seats[at].measured, unit)} at {found[at].name}" for at in (turn.high, turn.low)]
    more = words.stated(turn.change, of_change, "points", sure=JOINTLY)
    # The verdict on the seat from the lowest rung to the highest
    steps: list[tuple[str, str, str]] = []  # verdict, first rung, last rung
    for rung, seat in zip(found, seats, strict=True):
        side = "first" if seat.effect > 0 else "second"
        verdict = seat.kind + ("" if seat.kind in ("balanced", "undecided") else f" to the {side} player")
        if steps and steps[-1][0] == verdict:
            steps[-1] = (verdict, steps[-1][1], rung.name)
        else:
            steps.append((verdict, rung.name, rung.name))
    places = [f"at {low}" if low == high else f"from {low} to {high}" for _, low, high in steps]
    alone = "; ".join(f"{verdict} {place}" for (verdict, _, _), place in zip(steps, places, strict=True))
    scored = f"{'leads by' if points else 'scores'} {' and '.join(scores)}"
    return f"{start}: the first player {scored}, {more}. Judged alone, it is {alone}."


def _tables(
    counts: Counts, found: tuple[Rung, ...], scale: Ratings, seats: list[Verdict], *, points: bool
) -> tuple[Table, ...]:

    def what(each: Turn) -> str:
        if each.whole:
            return "from the lowest rung to the highest"
        return f"from {found[each.low].name} to {found[each.high].name}"

    what_of = FIRST_LEAD if points else SEAT
    turns = (
        text("what", "Change", what),
        *measured("score", f"Change of the {what_of[1]}", "points" if points else "share of a win", "change"),
        text("verdict", "Verdict on the change", "kind"),
    )
    elo, reach = scale.elo.tolist(), (normal_critical(LEVEL) * scale.elo_errors).tolist()
    ladder = (
        text("rung", "Rung", lambda row: row[0].name),
        number("elo", "Elo, mean 0", "Elo", lambda row: row[1]),
        number("low", "Low end (95 %, model)", "Elo", lambda row: row[1] - row[2]),
        number("high", "High end (95 %, model)", "Elo", lambda row: row[1] + row[2]),
        text("verdict", "Verdict on the seat", lambda row: row[3].kind),
        whole("deals", "Deals", "deals", lambda row: row[0].group.deals),
    )
    values = [
        {"quantity": name, "what": of, "of": unit, "rung": rung.name, "elo": at, "estimate": estimate}
        for rung, at, seat in zip(found, elo, seats, strict=True)
        for (name, of, unit), estimate in ((what_of, seat.measured), *_measures(counts, rung.group))
    ]
    curves = (
        text("quantity", "Quantity"), text("what", "What"), text("of", "Unit of the value"), text("rung", "Rung"),
        number("elo", "Elo, mean 0", "Elo"), number("value", "Value", "", "estimate.value"),
        *limits("", "estimate.interval"), *basis_of("estimate.interval"),
    )  # fmt: skip
    changes = dict.fromkeys((Turn.between(seats, 0, len(seats) - 1), turned(seats)))
    rows = zip(found, elo, reach, seats, strict=True)
    return (
        table("turn", "What skill changes for the first player", turns, changes),
        table("ladder", "The ladder", ladder, rows),
        table("curves", "The main questions by skill", curves, values),
    )


def _measures(counts: Counts, group: Group) -> list[tuple[tuple[str, str, str], Estimate]]:
    """What is followed besides the seat, for one rung: name, what it is and unit; the estimate."""
    of_game = own(counts.game)
    every = (LENGTH, *of_game.endings, LEAD, GAP, *of_game.others)
    found = [((each.name, each.what, each.unit), each.estimate(counts, group)) for each in every]
    return [(named, estimate) for named, estimate in found if estimate is not None]


@dataclass(frozen=True, slots=True)
class Turn:
    """Two rungs, by how much more whoever begins wins on the higher one, and the verdict on that.

    `whole` says that they are the lowest and the highest.
    """

    low: int
    high: int
    change: Estimate
    kind: Kind
    whole: bool

    @classmethod
    def between(cls, seats: Sequence[Verdict], low: int, high: int) -> Turn:
        """The change from one rung to another.

        Its interval is right because both it is made of are: wider than it would have to be, as deals are shared.
        """
        below, above = seats[low], seats[high]
        one, two = below.interval95, above.interval95
        ends = Interval(two.low - one.high, two.high - one.low, one.level, f"{one.method}, both ends", one.n, one.unit)
        estimate = Estimate(above.estimate - below.estimate, (below.se**2 + above.se**2) ** 0.5, ends)
        kind = kind_of(ends, ends, 0.0, below.margin)
        return cls(low, high, estimate, kind, (low, high) == (0, len(seats) - 1))


def turned(seats: Sequence[Verdict]) -> Turn:
    """Whether skill changes the worth of the first seat; it does not if that is the same on any two rungs.

    It is told of the lowest and the highest rung, unless two others differ more certainly; intervals of all pairs hold
    together.
    """
    every = [Turn.between(seats, *pair) for pair in combinations(range(len(seats)), 2)]
    ends = next(each for each in every if each.whole)
    kind = of_all(each.kind for each in every)
    told = [each for each in every if each.kind == kind]
    return ends if ends in told else max(told, key=lambda each: abs(each.change.value))


def turning(names: Sequence[str], seats: Sequence[Verdict], about: About, *, points: bool = False) -> Opening:
    """Whether going first is worth as much among the best players as among the weakest; rungs from the lowest up."""
    turn = turned(seats)
    difference, kind = turn.change, turn.kind
    margin = _margin(seats, points=points)
    told = {
        "balanced": f"it is the same within {margin}",
        "unbalanced": f"it differs by more than {margin}",
        "leaning": f"it differs, but perhaps by less than {margin}",
        "undecided": "going first may be worth more among the best, or less",
    }[kind]
    follows = {
        "balanced": "Quote the best players: the answer is the same at every level of skill.",
        "unbalanced": "Judge the seats among players as good as yours: use the rung nearest to them.",
    }
    settle = play_on(abs(abs(difference.value) - seats[0].margin), difference.interval)
    best, worst = (Share.of(seats[at].measured).count for at in (turn.high, turn.low))
    high, low = who(names[turn.high]), who(names[turn.low])
    wins = f"among {high} players the first one wins about {best} games, among {low} players {worst}"
    if turn.whole:
        wins = f"among the best players ({high}) the first one wins about {best} games"
        wins = f"{wins}, among the weakest ({low}) {worst}"
    known = change(difference.interval, of=len(seats))
    if points:
        best, worst = (words.value(seats[at].measured, SIGNED) for at in (turn.high, turn.low))
        wins = f"among {high} players the first one leads by {best} points, among {low} players by {worst}"
        reach = words.reach(difference.interval, words.digits_of(difference), sign=True)
        known = f"{reach} points{at_once(len(seats))}"
    little = ", a little" if not points and kind == "leaning" and size(HUNDRED * difference.value) == "small" else ""
    question = f"Does it depend on skill whether going first helps in {about.title}?"
    sure = f"{SURENESS[kind]}: {told} ({known})."
    return Opening(question, f"{ANSWERS[kind]}{little}: {wins}.", sure, follows.get(kind, settle), kind)


def charts() -> tuple[Chart, ...]:
    """All that is followed up the ladder; what games have of their own stands after the length, and at the end."""
    games = [own(game) for game in NAMES]
    endings, others = (
        [by_skill(each.name, *each.chart) for game in games for each in of(game) if each.chart]
        for of in (attrgetter("endings"), attrgetter("others"))
    )
    return (
        by_skill("seat", "The first player's score, by skill", "Games won by the first player, of 100", ".1h"),
        by_skill("lead", "The first player's lead, by skill", "Points that the first player is ahead", "+.2f"),
        by_skill("length", "Length of a game, by skill", "Turns of both players", ".1f"),
        *endings,
        by_skill("lead_changes", "Changes of the lead, by skill", "Changes per game", ".2f"),
        by_skill("gap", "Points between the players at the end, by skill", "Points", ".1f"),
        *others,
    )


LADDER = Chart("From the weakest to the best", ("curves",), f"{OPENINGS}.ladder", wide=True, about=("quantity", "seat"))
QUESTION = Question(
    "skill",
    "Does skill change the answer?",
    QUERIES,
    answer,
    50,
    fits=skill_exists,
    charts=charts,
    first=(LADDER,),
    read="Each point is a rung of the skill ladder playing against itself; play gets better to the right, in Elo"
    " points. A curve that crosses its line of balance means that the answer depends on skill.",
    method="Rungs: random play, the trained expert with a falling share of random moves, the expert, search. Each"
    " plays itself and its neighbours on the same deals; the players swap who goes first. Elo: Bradley-Terry with ties"
    " as halves and a term for going first, mean 0. Means: t over deals; the first player's score simultaneous over"
    " rungs (Šidák). Skill changes the worth of the first seat if two rungs differ: such a difference ends where both"
    f" their intervals do, so all pairs hold at once. Shares of games, 95 %: {SHARES}. Rates within a kind of game:"
    f" {RATIOS}.",
    caution="Rungs below the expert play well and err at random; people err in other ways. The ladder says how much an"
    " answer depends on the quality of play, not which rung a group of people is on.",
)
