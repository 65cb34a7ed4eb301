"""What differs between two stored answers, and which of their numbers changed for certain."""

from __future__ import annotations

from collections.abc import Sequence

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import RESULTS, Chart
from dhstats.questions.shared.first_screen import SURENESS, capital, lowered, spelt
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import Field, basis_of, flag, limits, number, table, text
from dhstats.questions.versions.deals import Change, moved, pair_of
from dhstats.questions.versions.differing import RULES, Difference, about, difference_tables, differences, in_words
from dhstats.storage import Run

KEY = "versions"
HOW_TO_READ = (
    "Each row is a number of both: right of the line it is larger in the second, left of it smaller. Every bar is an"
    " interval, drawn equally wide: one that does not touch the line has changed for certain."
)
METHOD = (
    "Runs of one seed that share deals are compared deal by deal; all other runs are independent, and their means are"
    " compared (Welch's t). Intervals are right for all numbers at once (Bonferroni): of pairs in which nothing"
    " changed, at most one in twenty says that anything did. If a run could stop by what it showed, or few deals make"
    " the spread, the interval comes from confidence sequences or bets. "
)
CAUTION = (
    "A number that did not change for certain may still have changed, by as much as its interval allows. If several"
    " things differ, these numbers do not say which of them is the cause."
)
NAMED, ROOM = 2, 120  # numbers that the answer names, and letters that they may take
LISTED = 3  # numbers that stand before all others
MOST_TOLD = 12  # sentences about single numbers
DRAWN = 7  # changes in the picture


def answer(one: Run, other: Run) -> Answer:
    """Everything that differs between two stored runs of one game; BadInput for two that cannot be compared."""
    pair = pair_of(one, other)
    numbers = sorted(pair.changes(len(pair.metrics)), key=lambda each: (not each.moved, -each.clearness))
    differ = differences(*(about(each.manifest.plan()) for each in (one, other)))
    first, *rest = _about_numbers(numbers, common=pair.common)
    findings = (first, Finding(_what_differs(differ), headline=True), *rest)
    tables = (
        *picture_table(numbers), table("changes", "Every number before and after", change_fields(), numbers),
        *difference_tables(differ),
    )  # fmt: skip
    title = "What changed from {} to {}?".format(*named(one, other))
    opening, method = _opening(title, numbers, differ, common=pair.common), f"{METHOD}Compared: {pair.deals}."
    return Answer(KEY, "Every number, before and after", findings, tables, HOW_TO_READ, method, CAUTION, (), opening)


def named(one: Run, other: Run) -> list[str]:
    """What two runs are called: by their folders, and by the folders of these where both have one name."""
    places = [each.folder.resolve() for each in (one, other)]
    parents = 1 + (places[0].name == places[1].name)
    return ["/".join(each.parts[-parents:]) for each in places]


def change_fields() -> tuple[Field, ...]:
    """The columns of a change."""
    return (
        text("what", "What"), text("of", "Unit on the page", "unit"), number("scale", "Shown times", "", "factor"),
        number("before", "Before", ""), number("after", "After", ""), number("value", "Change", ""),
        *limits("", "interval"), flag("moved", "Changed for certain"),
        *basis_of("interval"),
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
    return (table("moves", "The clearest changes compared with their errors", fields, clear),) if clear else ()


def _what_differs(differ: Sequence[Difference]) -> str:
    """What may change a game, or that nothing does."""
    trained = " ".join(f"{each.short}." for each in differ if each.follows)
    if telling := in_words(differ):
        return f"What differs: {telling}. {trained}".strip()
    games = f"; different: {words.listed([each.short for each in differ])}" if differ else ""
    return f"Rules, players and game are the same{games}."


def _about_numbers(numbers: Sequence[Change], *, common: bool) -> list[Finding]:
    """A sentence for each of the clearest changes, and what is the same or not known."""
    known, alike = [each for each in numbers if each.known], [each.what for each in numbers if each.alike]
    few = [each.what for each in numbers if not (each.alike or each.known)]
    moves = [Finding(each.sentence, headline=each.moved and at < LISTED) for at, each in enumerate(known[:MOST_TOLD])]
    more = [f"{len(known) - MOST_TOLD} more numbers are in the table."] if len(known) > MOST_TOLD else []
    more += [f"The same on every deal: {words.listed(alike)}."] if alike else []
    more += [f"Too few deals {_vary(common=common)} for an interval: {words.listed(few)}."] if few else []
    return [*moves, *map(Finding, more)]


def _vary(*, common: bool) -> str:
    """What too few deals do for an interval of a change."""
    return "differ" if common else "vary"


def _opening(title: str, numbers: Sequence[Change], differ: Sequence[Difference], *, common: bool) -> Opening:
    """What a page says first; `common` says that the runs share deals."""
    moves, n = moved(numbers), len(numbers)
    every = "the one number" if n == 1 else f"{spelt(n)} numbers"
    if moves:
        named = [f"{lowered(each.what)} ({each.from_to})" for each in moves[:NAMED]]
        named = named if sum(map(len, named)) <= ROOM else named[:1]
        count = f"{capital(spelt(len(moves)))} of {every} changed for certain" if n > 1 else "It changed for certain"
        lead = ", clearest" if len(moves) > len(named) else ""
        verdict, reply = "unbalanced", f"{count}{lead}: {words.listed(named)}."
        sure, decision = (
            f"the change of {lowered(moves[0].what)} is {moves[0].certainty}",
            _cause(differ, common=common),
        )
    elif all(each.alike for each in numbers):
        verdict, reply = (
            "balanced",
            f"Nothing: {'' if n == 1 else 'all '}{every} {'is' if n == 1 else 'are'} the same on every deal.",
        )
        sure = "each deal of both was counted"
        decision = "Look at the moves if the games themselves matter: only these numbers were compared."
    else:
        reply = f"Nothing changed for certain: none of {every}." if n > 1 else "No change is certain."
        may = [each for each in numbers if each.known]  # the clearest first
        sure = (
            f"the change of {lowered(may[0].what)} may be {may[0].certainty}"
            if may
            else f"too few deals {_vary(common=common)}"
        )
        verdict, decision = "undecided", "Play more deals of both, with one seed: common deals show smaller changes."
    return Opening(title, reply, f"{SURENESS[verdict]}: {sure}.", decision, verdict)


def _cause(differ: Sequence[Difference], *, common: bool) -> str:
    """What to make of numbers that moved."""
    telling = [each for each in differ if each.matters]
    if not telling:
        return "Nothing but the games differs: look for what else changed between them."
    if len(telling) > 1:
        many = capital(spelt(len(telling)))
        return f"{many} things differ: change one at a time to see which of them moves these numbers."
    (one,), trained = telling, [each.follows for each in differ if each.follows]
    only = f"One thing differs, {one.short}"
    if not common or one.part != RULES:
        again = "" if common else "; runs of one seed are compared by the same deals"
        return f"{only}: it may be what moved these numbers{again}."
    anew = f", with {words.listed(trained)} trained for each" if trained else ""
    return f"{only}: that is what moved these numbers{anew}."


PICTURE = Chart("A bar that does not touch the line has changed", ("moves",), f"{RESULTS}.moves", wide=True)
QUESTION = Question(KEY, charts=(PICTURE,), first=(PICTURE,))
