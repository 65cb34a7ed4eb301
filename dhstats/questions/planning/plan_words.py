"""How many games questions need, in words: rows of a table, what the pilot told, times as one says them."""

from dhstats.questions.planning.pilot import Pilot
from dhstats.questions.planning.plan import Need
from dhstats.questions.shared import words

HEAD = ["question", "deals", "95 % range", "games", "time", "what that shows"]
UNITS = {
    "deals": "deals", "low": "deals, low end of the 95 % range", "high": "deals, high end of the 95 % range",
    "games": "games", "seconds": "seconds on this machine now", "rate": "games a second on this machine now",
    "spread": "square of a share of a win", "strength": "square of a share of a win", "rho": "correlation",
    "factor": "ratio of variances", "true": "share of a win", "alpha": "probability", "power": "probability",
}  # fmt: skip


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
    games = f"{pilot.games_per_deal} game{'s' if pilot.games_per_deal > 1 else ''} a deal, {pilot.design} design"
    what = "the difference of a deal's mean first-player score" if pilot.tweak else "a deal's mean first-player score"
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
    """A time as one says it, with two digits at most."""
    for limit, size, unit in ((60, 1, "s"), (3600, 60, "min"), (86_400, 3600, "h"), (86_400 * 365, 86_400, "days")):
        if seconds < 0.95:
            return "under 1 s"
        if seconds < limit:
            return f"{_rounded(seconds / size)} {unit}"
    return f"{_rounded(seconds / 86_400 / 365)} years"


def _rounded(value: float) -> str:
    return f"{value:.2g}" if value < 9.5 else f"{value:,.0f}"
