"""How many games questions need, as a page has it: every question in a sentence and a row."""

from collections.abc import Sequence

from dhstats.questions.planning.opening import asked, games_in_100, games_needed
from dhstats.questions.planning.plan import METHOD, Need, Plan
from dhstats.questions.shared.answer import Answer, Finding, Table
from dhstats.questions.shared.first_screen import About
from dhstats.questions.shared.tables import flag, number, table, text, whole

HOW_TO_READ = (
    "A row is a question: the dot is about how many games it needs, the bar what the deals of the trial leave open."
    " Every step of the axis is ten times as many games; an interval half as wide needs four times as many."
)
CAUTION = "Other players or other rules vary otherwise: plan again with those that you mean to ask."


def answer(planned: Plan, about: About) -> Answer:
    """What every question needs; the one that was asked opens the page."""
    main, per_deal = asked(planned.needs), planned.pilot.games_per_deal
    told = [Finding(_sentence(need), headline=need is main) for need in planned.needs]
    return Answer(
        "plan", "How many games does it take?", tuple(told), (_table(planned.needs, main, per_deal),),
        HOW_TO_READ, METHOD, CAUTION, (), games_needed(planned, about),
    )  # fmt: skip


def _sentence(need: Need) -> str:
    if need.deals is None:
        return f"{_name(need)}: {need.note}."
    how = "a run that ends by itself needs, on average," if need.watched else "it needs"
    more = f"; {need.note}" if need.note else ""
    return (
        f"{_name(need)}: {how} {need.deals:,} deals, which are {need.games:,} games (95 % range {need.low:,} to"
        f" {need.high:,} deals){more}."
    )


def _name(need: Need) -> str:
    return f"{need.claim[0].upper()}{need.claim[1:]}"


def _row(need: Need) -> str:
    """A question in the words of a row."""
    kind, _, rest = need.question.partition(" ")
    amount, _, true = rest.removeprefix("by ").partition(", true ")
    says = {"half-width": "to tell it to", "detect": "to show", "within": "to prove less than", "better": "to show"}
    off = f", if it is {games_in_100(true)}" if true else ""
    return f"{says[kind]} {games_in_100(amount)}{off}{', watched' if need.watched else ''}"


def _table(needs: Sequence[Need], main: Need, per_deal: int) -> Table:
    columns = (
        text("matchup", "Question", _row),
        flag("asked", "The one that was asked", lambda need: need is main),
        whole("games", "Games", "games"),
        whole("low", "Low end of the 95 % range", "games", lambda need: need.low and need.low * per_deal),
        whole("high", "High end of the 95 % range", "games", lambda need: need.high and need.high * per_deal),
        whole("deals", "Deals", "deals"),
        number("seconds", "Time on this machine now", "seconds"),
        text("claim", "What that shows"),
        text("command", "What starts it"),
    )
    return table("needs", "What every question needs", columns, needs)
