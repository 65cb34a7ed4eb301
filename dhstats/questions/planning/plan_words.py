"""How many games questions need, in words: a page, its first sentences, the rows of a terminal, times."""

import math
import shlex
from collections.abc import Sequence

from dhstats.questions.planning.pilot import Pilot
from dhstats.questions.planning.plan import METHOD, Need, Plan
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import MOST_ROWS, OPENINGS, Chart
from dhstats.questions.shared.first_screen import SURENESS, About, capital, games_in_100
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import flag, number, table, text, whole

HEAD = ["question", "deals", "95 % range", "games", "time", "what that shows"]
UNITS = {
    "deals": "deals", "low": "deals, low end of the 95 % range", "high": "deals, high end of the 95 % range",
    "games": "games", "seconds": "seconds on this machine now", "rate": "games per second on this machine now",
    "spread": "square of a share of a win", "strength": "square of a share of a win", "rho": "correlation",
    "factor": "ratio of variances", "true": "share of a win", "alpha": "probability", "power": "probability",
}  # fmt: skip
WANTED = ("within 0.5pp", "detect 0.5pp", "half-width 0.5pp")  # of a standard set, the first that is planned
# Until how many seconds a unit is said, how many it has, in short and in full.
TIMES = (
    (60, 1, "s", "second"),
    (3600, 60, "min", "minute"),
    (86_400, 3600, "h", "hour"),
    (86_400 * 365, 86_400, "days", "day"),
    (math.inf, 86_400 * 365, "years", "year"),
)


def answer(planned: Plan, about: About) -> Answer:
    """What every question needs; the one that was asked opens the page."""
    main, first = asked(planned.needs), games_needed(planned, about)
    told = tuple(Finding(_sentence(need), headline=need is main) for need in planned.needs)
    return QUESTION.answered(told, (_table(planned.needs, main, planned.pilot.games_per_deal),), first, method=METHOD)


def _sentence(need: Need) -> str:
    claim = capital(need.claim)
    if need.deals is None:
        return f"{claim}: {need.note}."
    how = "a run with a stopping rule needs, on average," if need.watched else "it needs"
    range_, more = f"95 % range {need.low:,} to {need.high:,} deals", f"; {need.note}" if need.note else ""
    return f"{claim}: {how} {need.deals:,} deals, which are {need.games:,} games ({range_}){more}."


def _row(need: Need) -> str:
    kind, _, rest = need.question.partition(" ")
    amount, _, true = rest.removeprefix("by ").partition(", true ")
    says = {
        "half-width": "to measure it within",
        "detect": "to show",
        "within": "to prove less than",
        "better": "to show",
    }
    off = f", if it is {_games(true)}" if true else ""
    return f"{says[kind]} {_games(amount)}{off}{', watched' if need.watched else ''}"


def _table(needs: Sequence[Need], main: Need, per_deal: int) -> Table:
    columns = (
        text("question", "Question", _row),
        flag("asked", "The one that was asked", lambda need: need is main),
        whole("games", "Games", "games"),
        whole("low", "Low end of the 95 % range", "games", lambda need: need.low and need.low * per_deal),
        whole("high", "High end of the 95 % range", "games", lambda need: need.high and need.high * per_deal),
        whole("deals", "Deals", "deals"),
        number("seconds", "Time on this machine now", "seconds"),
        text("claim", "What that shows"),
        text("command", "Command"),
    )
    return table("needs", "What every question needs", columns, needs)


def games_needed(planned: Plan, about: About) -> Opening:
    """How many games the question needs that was asked, or of a standard set the one that is asked most."""
    need = asked(planned.needs)
    what = "a change of the rules" if planned.pilot.tweak else "going first"
    kind, _, rest = need.question.partition(" ")
    amount, _, true = rest.partition(", true ")
    off = f" if it is worth {float(true.removesuffix('pp')):g}" if true else ""
    shown = {
        "half-width": f"measure what {what} is worth in {about.title} to within {_games(amount)}",
        "detect": f"show that {what} is worth {_games(amount)} in {about.title}",
        "within": f"prove that {what} is worth less than {_games(amount)} in {about.title}{off}",
    }[kind]
    question, pilot = f"How many games {shown}?", planned.pilot
    if pilot.by_all and not pilot.tweak:
        within = _games(need.question.partition(" ")[2])
        question = f"How many games measure how often {about.title} is won to within {within}?"
    if need.games is None or need.seconds is None or need.deals is None:
        alone = about.next("Let each player play against itself: one name after `--strategies`.")
        sure = f"{SURENESS['refused']}: {need.note}."
        return Opening(question, "No number of games can do it.", sure, alone, "refused", caution=about.caution)
    low, high = (deals * pilot.games_per_deal for deals in (need.low or 0, need.high or 0))
    played = f"{need.deals:,} deals of {pilot.games_per_deal}: `dhstats simulate --games {need.games}`"
    decision = f"Play {need.games:,} games, {played}."
    if pilot.tweak:
        compared = f"dhstats compare {shlex.join((pilot.rules[0][0], pilot.tweak))} --deals {need.deals}"
        decision = f"Play {need.deals:,} deals under both rules: `{compared}`."
    many = f"About {rounded(need.games, (low, high))} games"
    sentence = f"{many}, {spoken_time(need.seconds)} on this machine, {about.between}."
    sure = f"{low:,} to {high:,} games, 95 % interval, from {pilot.deals:,} trial deals"
    return about.opening(question, sentence, "fact", sure, decision, written=pilot.tweak)


def asked(needs: Sequence[Need]) -> Need:
    """The need that a page opens with."""
    kinds = {need.question.partition(" ")[0] for need in needs if not need.watched and "better" not in need.question}
    wanted = [need for text in WANTED for need in needs if need.question == text and not need.watched]
    return wanted[0] if len(kinds) > 1 and wanted else needs[0]


def _games(amount: str) -> str:
    return games_in_100(float(amount.removesuffix("pp")))


def rounded(games: int, ends: tuple[int, int]) -> str:
    """A number of games in two digits, or in as many as leave it between the ends of what a trial knows of it."""
    low, high = ends
    for left_out in range(max(0, len(str(games)) - 2), 0, -1):
        if low <= round(games, -left_out) <= high:
            return f"{round(games, -left_out):,}"
    return f"{games:,}"


def spoken_time(seconds: float) -> str:
    """A time as one says it."""
    if seconds < 0.95:
        return "under a second"
    value, _, unit = _in_units(seconds)
    number = max(1, round(value))
    return f"about {number:,} {unit}{'s' if number != 1 else ''}"


def _in_units(seconds: float) -> tuple[float, str, str]:
    return next((seconds / size, short, full) for limit, size, short, full in TIMES if seconds < limit)


def row(need: Need) -> list[str]:
    """A need as a row of texts."""
    question = f"  watched: {need.question}" if need.watched else need.question
    if need.deals is None:
        return [question, "never", "–", "–", "–", need.note]
    assert need.seconds is not None  # known wherever deals are
    about = "≈ " if need.watched else ""
    told = "; ".join(filter(None, (need.command or need.claim, need.note)))
    span = f"{need.low:,} to {need.high:,}"
    return [question, f"{about}{need.deals:,}", span, f"{need.games:,}", time(need.seconds), told]


def lines(pilot: Pilot) -> list[str]:
    """What the pilot told."""
    spread, names = pilot.spread, [f"{name} ({digest[:12]})" for name, digest in pilot.rules]
    games = f"{pilot.games_per_deal} game{'s' if pilot.games_per_deal > 1 else ''} per deal, {pilot.design} design"
    mean = "a deal's mean first-player score" if pilot.seats == 2 else "a deal's mean share of the first seat"
    mean = "a deal's share of games won" if pilot.by_all else mean
    what = f"the difference of {mean}" if pilot.tweak else mean
    lines = [
        f"pilot: {pilot.deals:,} deals, {games}, {', '.join(pilot.strategies)}; seed {pilot.seed}",
        f"S² of {what}: {spread.variance:.4g} ({spread.low:.4g} to {spread.high:.4g})",
    ]
    if pilot.strength:
        own = pilot.strength
        lines.append(f"S² of the first-named strategy's score: {own.variance:.4g} ({own.low:.4g} to {own.high:.4g})")
    if pilot.rho is not None:
        lines.append(f"correlation of a deal's two games: rho {words.number(pilot.rho, 3)}")
    if pilot.factor is not None:
        lines.append(f"variance reduction factor of common deals: {pilot.factor:.1f}")
    if pilot.uneven:
        lines.append(f"{pilot.uneven.sentence} So nothing is planned that would prove balance.")
    machine = f"{pilot.workers} worker{'s' if pilot.workers > 1 else ''}"
    lines.append(f"rate: {pilot.rate:,.0f} games/s, this machine now, {machine}, without moves (--moves none)")
    lines.append(f"rules {names[0]}" + (f", tweak {pilot.tweak} ({pilot.rules[-1][1][:12]})" if pilot.tweak else ""))
    return lines


def time(seconds: float) -> str:
    """A time in short, with two digits at most."""
    if seconds < 0.95:
        return "under 1 s"
    value, unit, _ = _in_units(seconds)
    return f"{f'{value:.2g}' if value < 9.5 else f'{value:,.0f}'} {unit}"


SHOWN, DRAWN = "How many games each question needs", f"{OPENINGS}.games"
GAMES = Chart(SHOWN, ("needs",), DRAWN, wide=True, most=MOST_ROWS, worth=lambda needs: needs.frame["games"].count() > 0)
QUESTION = Question(
    "plan", "How many games does it take?", first=(GAMES,),
    read="Each row is a question: the dot shows about how many games it needs, the bar the uncertainty from the trial"
    " deals. Every step of the axis is ten times as many games; an interval half as wide needs four times as many.",
    caution="Other players or other rules have another variance: plan again with those that you will use.",
)  # fmt: skip
