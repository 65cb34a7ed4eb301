"""Why does it matter who begins? What of the edge comes from the end of the game, and what goes with its course."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dhstats.games import catalogue
from dhstats.queries.catalogue import dialect
from dhstats.queries.counts import Counts
from dhstats.queries.dialects import Mark
from dhstats.questions.seats.worth import seat_lots
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.charts import RESULTS, Chart
from dhstats.questions.shared.first_screen import at_once
from dhstats.questions.shared.groups import JOINTLY, LEVEL, Group, groups
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.sums import share
from dhstats.questions.shared.tables import by_matchup, measured, number, ranged, text, whole
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS, SIGNED, Unit
from dhstats.stats.estimates.clusters import Clustered, ratio
from dhstats.stats.estimates.marks import Marked, Split, counted, split
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import LEAST_DEALS, sidak_level, too_few
from dhstats.stats.sequential.verdicts import Verdict

HALVES = 2  # a win is worth two halves of a game; so is what one has that the other lacks, in points
NOTHING = "Nothing measured here explains it."
# What the query `courses` tells of marks: who has one, as marks of a game; and what is counted in every game.
LEAD, CHOICE = (
    Mark("lead", "the early lead", "leads after the first quarter of the game"),
    Mark("choice", "the wider choice", "has more moves to choose from on average"),
)
TURN = Mark("turn", "the points of the extra turn", "has one turn more")
TELLING = 0.5  # of the deals need a game that ends with somebody ahead in points, for points to tell who wins


@dataclass(frozen=True, slots=True)
class Reason:
    """What of the first player's edge goes with a mark in a group's games, or was counted; right at once with `of`."""

    mark: Mark
    found: Marked
    parts: Split
    of: int
    deals: int  # of the group: a mark that turns tell may be known of fewer

    @property
    def part(self) -> Estimate:
        """What goes with the mark."""
        return self._sure(self.parts.part)

    @property
    def rest(self) -> Estimate:
        """What does not."""
        return self._sure(self.parts.rest)

    @property
    def edge(self) -> Estimate:
        """The whole of it, in the deals in which the mark is known."""
        return self.parts.whole.estimate(LEVEL)

    @property
    def share(self) -> Estimate | None:
        """The part as a share of the whole; None where there is no edge."""
        if not self.parts.whole.value:
            return None
        found = ratio(self.parts.part, self.parts.whole, sidak_level(LEVEL, self.of))
        return self._named(found)

    def has(self, side: int) -> float | None:
        """In what share of the games a side has the mark; None of what is counted."""
        return None if self.parts.slope is None else self.found.share(side)

    @property
    def comes(self) -> tuple[str, str, str]:
        """How a sentence says that a part comes from it, or goes with it: of one thing, of several, and what else."""
        return ("goes with", "go with", "with") if self.parts.slope is not None else ("comes from", "come from", "from")

    @property
    def of_all(self) -> bool:
        """Whether the mark is known in all games."""
        return self.found.deals == self.deals

    def _sure(self, clustered: Clustered) -> Estimate:
        return self._named(clustered.estimate(sidak_level(LEVEL, self.of)))

    def _named(self, estimate: Estimate) -> Estimate:
        """An interval by the level that it has together with the others; none where too few deals tell it."""
        interval = replace(estimate.interval, level=LEVEL, method=f"{estimate.interval.method}, Šidák")
        few = self.found.telling < LEAST_DEALS
        return replace(estimate, interval=too_few(self.found.telling, LEVEL, "deals") if few else interval)


def reasons(counts: Counts, group: Group) -> list[Reason]:
    """What of the edge comes from what, or goes with it, the largest part first; nothing that all games have alike."""

    def known(query: str, name: str) -> Marked:
        return _marked(counts.rows(query, matchup=group.number, mark=name), group)

    words_of = dialect(counts.game, counts.run.manifest.rules)
    found = [(mark, of, split(of, HALVES)) for name, mark in words_of.marks.items() for of in [known("marks", name)]]
    found += [(mark, of, split(of, HALVES)) for mark in (LEAD, CHOICE) for of in [known("courses", mark.held)]]
    late, standing = Mark("count", vocabulary(counts.game).late, ""), known("courses", "standing")
    if words_of.by_rounds and standing.alike[standing.squares > 0].sum() >= TELLING * standing.deals:
        found += [(mark, of, counted(of, HALVES)) for mark in (TURN, late) for of in [known("courses", mark.held)]]
    some = [(mark, of, parts) for mark, of, parts in found if parts]
    every = [Reason(mark, of, parts, 3 * len(some), group.deals) for mark, of, parts in some]
    return sorted(every, key=lambda each: -abs(each.parts.part.value))


def _marked(rows: Sequence[Mapping[str, int]], group: Group) -> Marked:
    names = ("gain", "held", "marked", "product", "deals")
    gains, marks, squares, products, alike = (np.array([row[name] for row in rows], np.int64) for name in names)
    return Marked(gains, marks, squares, products, group.games, alike)


@dataclass(frozen=True, slots=True)
class Shown:
    """How an edge is shown: its unit, in words, and so much of a verdict's unit as one of it is."""

    unit: Unit
    words: str
    halves: float

    @classmethod
    def of(cls, counts: Counts) -> "Shown":
        """In points where these count; half of a lead is what one has beside the mean of both."""
        if catalogue.load(counts.game).objective.in_points:
            return cls(SIGNED, "points per game", 2.0)
        return cls(PERCENTAGE_POINTS, "games in 100", 1.0)

    def amount(self, estimate: Estimate, digits: int | None = None) -> str:
        """A part of the edge, with its sign: what it brings the first player."""
        return words.value(estimate, self.unit, digits)

    def reach(self, estimate: Estimate, several: int) -> str:
        """From where to where a part may be, in plain words."""
        digits = words.digits_of(estimate, self.unit)
        return f"{words.between(estimate.interval, digits, factor=self.unit.factor, sign=True)}, {_sure(several)}"


def _sure(several: int) -> str:
    return f"95 % interval{at_once(several)}"


def why(found: Sequence[Reason], verdict: Verdict, shown: Shown) -> str:
    """One sentence of why there is an edge, or what balances it; "" where nothing is known to do that."""
    known_parts = [each for each in found if each.of_all and words.known(each.part.interval)]
    sure = [each for each in known_parts if not each.part.interval.contains(0.0)]
    if verdict.kind in ("unbalanced", "leaning"):
        helping = [each for each in sure if each.part.value * verdict.effect > 0.0]
        if helping:
            return f"Why: {_most(helping[0], len(found), shown)}"
        return NOTHING if known_parts and len(known_parts) == len(found) else ""
    if verdict.kind not in ("balanced", "undecided"):
        return ""
    against = (each for each in sure if each.part.value * each.rest.value < 0.0)
    matter = (each for each in against if abs(each.part.value) * shown.halves > verdict.margin)
    found_ = next((each for each in matter if not each.rest.interval.contains(0.0)), None)
    return f"Why: {_two_ways(found_, len(found), shown)}" if found_ else ""


def _most(most: Reason, several: int, shown: Shown) -> str:
    share = most.share
    if share is None or share.value > 1.0 or not words.known(share.interval):
        return _two_ways(most, several, shown)
    side = "first" if most.edge.value > 0.0 else "second"
    digits = words.digits_of(share, PERCENT)
    reach = f"{words.between(share.interval, digits, factor=PERCENT.factor)} %, {_sure(several)}"
    return f"{words.value(share, PERCENT)} of the {side} player's edge {most.comes[0]} {most.mark.thing} ({reach})."


def _two_ways(each: Reason, several: int, shown: Shown) -> str:
    digits = words.digits_of(each.part, shown.unit)
    part, rest = shown.amount(each.part, digits), shown.amount(each.rest, digits)
    _, come, with_ = each.comes
    what = f"for the first player {part} {shown.words} {come} {each.mark.thing}"
    return f"{what} ({shown.reach(each.part, several)}), {rest} {with_} all else."


def answer(counts: Counts) -> Answer:
    """What of the first player's edge goes with what."""
    main, shown = groups(counts)[0], Shown.of(counts)
    found = reasons(counts, main)
    sentences = [_sentence(each, shown) for each in found] or [
        "These games do not differ in anything that could explain it."
    ]
    sentences += _luck(counts, main)
    unit = "share of a win" if shown.halves == 1.0 else shown.words
    columns = (
        text("reason", "Possible reason", "mark.thing"),
        text("kind", "The part", lambda each: each.comes[0]),
        number("first", "The first player has it", "share of games", lambda each: each.has(1)),
        number("second", "The second player has it", "share of games", lambda each: each.has(-1)),
        number("worth", "What goes with having it", unit, "parts.slope"),
        *measured("part", "Part of the edge", unit),
        *ranged("rest", "The rest of the edge", unit),
        *ranged("edge", "The whole edge", unit),
        *ranged("share", "The part as a share of the edge", "share of the edge"),
        whole("telling", "Deals that show it", "deals", "found.telling"),
    )
    points = (
        f", or in points half of the lead ({vocabulary(counts.game).points_include})" if shown.halves != 1.0 else ""
    )
    tables = (by_matchup("parts", "Parts of the first player's edge", columns, {main: found}),)
    return QUESTION.told(
        counts, [Finding(main.says(each)) for each in sentences], tables, method=QUESTION.method.format(points)
    )


def _sentence(each: Reason, shown: Shown) -> str:
    digits, (_, come, with_) = words.digits_of(each.part, shown.unit), each.comes
    part = words.stated(each.part, shown.unit, shown.words, digits=digits, sure=JOINTLY)
    rest = words.stated(each.rest, shown.unit, digits=digits, after=each.part.interval, sure=JOINTLY)
    sentence = f"Parts of the first player's edge: {part} {come} {each.mark.thing}, {rest} {with_} all else"
    if each.parts.slope is None:
        return f"{sentence}."
    first, second = (f"{100.0 * each.found.share(side):.1f} %" for side in (1, -1))
    return f"{sentence}; in {first} of these games the first player {each.mark.has}, in {second} the second."


def _luck(counts: Counts, group: Group) -> list[str]:
    """What deals show that are played from both seats, where both players are the same one."""
    swapped = {arm.swapped for arm in counts.plan.arms if arm.matchup == group.number}
    if group.games != 2 or not group.mirror or len(swapped) == 1:
        return []
    rows, lot = counts.rows("blocks", matchup=group.number), vocabulary(counts.game).lot
    tallies = [
        {2: sum(row["deals"] for row in rows if (row["wins"], row["draws"]) == way)} for way in ((1, 0), (2, 0), (0, 0))
    ]
    ways = (f"of the deals the same {lot} wins both times", "the first player", "the second")
    told = words.series([(share(group, each), way) for each, way in zip(tallies, ways, strict=True)], PERCENT)
    return [f"Every deal is played from both seats: on {words.listed(told)}."]


def asked(counts: Counts) -> bool:
    """Whether players know who leads, and the seat can be told from the player and from what lies at it."""
    single = counts.plan.kind == "single" and not counts.plan.mirror(counts.plan.groups[0])
    objective = catalogue.load(counts.game).objective
    return not (single or objective.together or objective.hidden or seat_lots(counts))


QUESTION = Question(
    "why", "Why does it matter who begins?", ("marks", "courses", "blocks"), answer, 12, fits=asked, of_turns=True,
    charts=(Chart("What the first player's edge comes from, or goes with", ("parts",), f"{RESULTS}.edge_parts",
                  wide=True, worth=lambda parts: parts.frame["low"].count() > 0),),
    read="Each line is a possible reason why one seat wins more: the part of the first player's edge that comes from "
    "it or goes with it. That part and the rest add up to the whole edge.",
    method="The edge is what the first player wins beyond an even share{}. The extra turn and the final count are "
    "counted exactly: each game is scored after the last round in which both had a turn, at its end, and with the "
    "final count; the moves stay the same. Anything else is a mark: 1 in games in which the first player has it, −1 "
    "if the second has it, 0 if neither does. A line of least squares is fitted to the results over the mark: its "
    "slope times the mean mark is the part that goes with the mark, and the rest is its value for games in which "
    "neither has it. Part and rest add up to the edge exactly."
    " Intervals: t over deals, of marks with linearised standard errors, simultaneous 95 % for the parts,"
    " rests and shares of all lines (Šidák), so the largest may be picked; for shares of the edge they are Fieller's."
    f" With fewer than {LEAST_DEALS} deals in which a game is unlike most there is no interval.",
    caution="What goes with a mark need not be caused by it: a player may have it because they were winning. What one "
    "player has in every game cannot be separated from the seat. Parts of different lines overlap and do not add up."
    " Without the extra turn players would play differently, and the player who ends a game chooses when: its points "
    "are not the worth of the rule; `dhstats compare` measures what a rule changes.",
)  # fmt: skip
