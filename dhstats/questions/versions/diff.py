"""What differs between two stored answers, and which of their numbers moved beyond error."""

from __future__ import annotations

from collections.abc import Sequence

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import RESULTS, Chart
from dhstats.questions.shared.first_screen import SURENESS, capital, lowered, spelt
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import Field, basis_of, flag, limits, number, table, text
from dhstats.questions.versions.deals import Change, moved
from dhstats.questions.versions.differing import Difference, difference_tables, differences, in_words
from dhstats.questions.versions.stored import RUN, Stored, changes

KEY = "versions"
HOW_TO_READ = (
    "Each row is a number of both: right of the line it is larger in the second, left of it smaller. Every bar is an"
    " interval, drawn equally wide: one that does not touch the line has moved beyond error."
)
METHOD = (
    "Runs of one seed that share deals are compared deal by deal; all other runs are independent, and their means are"
    " compared (Welch's t). Intervals are right for all numbers at once (Bonferroni): of pairs in which nothing"
    " changed, at most one in twenty says that anything did. If a run could stop by what it showed, or few deals make"
    " the spread, the interval is that of confidence sequences or of bets. "
)
METHOD_STORED = (
    "Both keep numbers and no deals, so each change follows from the two stored intervals as if they were normal. If"
    " both have the same seed, or do not say theirs, their errors are added; otherwise the squares of the errors are."
    " Intervals are right for all numbers at once (Bonferroni). Two run folders are compared deal by deal, which shows"
    " smaller changes. "
)
CAUTION = (
    "A number that did not move beyond error may have changed all the same, by as much as its interval says. If several"
    " things differ, these numbers do not say which of them is the cause."
)
NAMED, ROOM = 2, 120  # numbers that the answer names, and letters that they may take
LISTED = 3  # numbers that stand before all others
MOST_TOLD = 12  # sentences about single numbers
DRAWN = 7  # changes in the picture


def answer(one: Stored, other: Stored) -> Answer:
    """Everything that differs between two stored answers of one kind; BadInput for two that cannot be compared."""
    how, numbers = changes(one, other)
    numbers = sorted(numbers, key=lambda each: (not each.moved, -each.clearness))
    differ, known = differences(one.about, other.about), bool(one.about["strategies"])
    first, *rest = _about_numbers(numbers)
    judged = (
        Finding(f"{each.what} changed its verdict: {each.judged}.", headline=True) for each in numbers if each.judged
    )
    findings = (first, Finding(_what_differs(differ, known=known), headline=True), *rest, *judged)
    method = f"{METHOD if one.kind == RUN else METHOD_STORED}Compared: {how}."
    tables = (
        *picture_table(numbers), table("changes", "Every number before and after", change_fields(), numbers),
        *difference_tables(differ),
    )  # fmt: skip
    opening = _opening(f"What changed from {one.name} to {other.name}?", numbers, differ, known=known)
    return Answer(KEY, "Every number, before and after", findings, tables, HOW_TO_READ, method, CAUTION, (), opening)


def change_fields() -> tuple[Field, ...]:
    """The columns of a change."""
    return (
        text("what", "What"), text("of", "Unit on the page", "unit"), number("scale", "Shown times", "", "factor"),
        number("before", "Before", ""), number("after", "After", ""), number("value", "Change", ""),
        *limits("", "interval"), flag("moved", "Moved beyond error"),
        text("judged", "Verdict"), *basis_of("interval"),
    )  # fmt: skip


def picture_table(numbers: Sequence[Change]) -> tuple[Table, ...]:
    """The clearest changes in half-widths of their intervals, so that one picture has them all; no table for none."""
    clear = [each for each in numbers if each.known and each.interval.half_width][:DRAWN]
    fields = (
        text("matchup", "What", lambda each: f"{lowered(each.what)}: {each.from_to}"),
        number("score", "Change", "half-widths", lambda each: each.value / each.interval.half_width),
        number("low", "Low end", "half-widths", lambda each: each.interval.low / each.interval.half_width),
        number("high", "High end", "half-widths", lambda each: each.interval.high / each.interval.half_width),
        *basis_of("interval"),
    )  # fmt: skip
    return (table("moves", "The clearest changes beside their errors", fields, clear),) if clear else ()


def _what_differs(differ: Sequence[Difference], *, known: bool) -> str:
    """What may change a game, or that nothing does; `known` says that players are compared as well."""
    if telling := in_words(differ):
        return f"What differs: {telling}."
    games = f"; only {words.listed([each.short for each in differ])} differ" if differ else ""
    return f"{'Rules, players' if known else 'Rules'} and game are the same{games}."


def _about_numbers(numbers: Sequence[Change]) -> list[Finding]:
    """A sentence for each of the clearest changes, and what is the same or not known."""
    known, alike = [each for each in numbers if each.known], [each.what for each in numbers if each.alike]
    few = [each.what for each in numbers if not (each.alike or each.known)]
    moves = [Finding(each.sentence, headline=each.moved and at < LISTED) for at, each in enumerate(known[:MOST_TOLD])]
    more = [f"{len(known) - MOST_TOLD} more numbers are in the table."] if len(known) > MOST_TOLD else []
    more += [f"The same on every deal: {words.listed(alike)}."] if alike else []
    more += [f"Too few deals differ for an interval: {words.listed(few)}."] if few else []
    return [*moves, *map(Finding, more)]


def _opening(title: str, numbers: Sequence[Change], differ: Sequence[Difference], *, known: bool) -> Opening:
    """What a page says first; `known` says that everything that may differ is, players included."""
    moves, n = moved(numbers), len(numbers)
    every = "the one number" if n == 1 else f"{spelt(n)} numbers"
    if moves:
        named = [f"{lowered(each.what)} ({each.from_to})" for each in moves[:NAMED]]
        named = named if sum(map(len, named)) <= ROOM else named[:1]
        count = f"{capital(spelt(len(moves)))} of {every} moved beyond error" if n > 1 else "It moved beyond error"
        lead = ", clearest" if len(moves) > len(named) else ""
        verdict, reply = "unbalanced", f"{count}{lead}: {words.listed(named)}."
        sure, decision = f"the change of {lowered(moves[0].what)} is {moves[0].certainty}", _cause(differ, known=known)
    elif all(each.alike for each in numbers):
        verdict, reply = "balanced", "Nothing: the games are the same."
        sure = "every deal that both have came out the same"
        decision = "Keep either: what changed makes no difference to these games."
    else:
        reply = f"Nothing moved beyond error: none of {every}." if n > 1 else "It did not move beyond error."
        may = [each for each in numbers if each.known]  # the clearest first
        sure = f"the change of {lowered(may[0].what)} may be {may[0].certainty}" if may else "too few deals differ"
        verdict, decision = "undecided", "Play more deals of both, with one seed: common deals show smaller changes."
    return Opening(title, reply, f"{SURENESS[verdict]}: {sure}.", decision, verdict)


def _cause(differ: Sequence[Difference], *, known: bool) -> str:
    """What to make of numbers that moved."""
    telling = [each for each in differ if each.matters]
    if not telling:
        return "Nothing but the games differs: look for what else changed between them."
    if not known:
        return "See in the folders of both who played, and what else differs."
    if len(telling) == 1:
        return f"One thing differs, {telling[0].short}: that is what moved these numbers."
    many = capital(spelt(len(telling)))
    return f"{many} things differ: change one at a time to see which of them moves these numbers."


PICTURE = Chart("A bar that does not touch the line has moved", ("moves",), f"{RESULTS}.moves", wide=True)
QUESTION = Question(KEY, charts=(PICTURE,), first=(PICTURE,))
