"""The opening of a page that plans: how many games a question needs."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import SURENESS, About

if TYPE_CHECKING:
    from dhstats.questions.planning.pilot import Pilot
    from dhstats.questions.planning.plan import Need, Plan

WANTED = ("within 0.5pp", "detect 0.5pp", "half-width 0.5pp")  # of a standard set, the first that is planned
TIMES = ((60, 1, "second"), (3600, 60, "minute"), (86_400, 3600, "hour"), (86_400 * 365, 86_400, "day"))


def games_needed(planned: Plan, about: About) -> Opening:
    """How many games the question needs that was asked, or of a standard set the one that is asked most."""
    need = asked(planned.needs)
    what = "a change of the rules" if planned.pilot.tweak else "going first"
    question = f"How many games {told(need.question, what, about.title)}?"
    if need.games is None or need.seconds is None or need.deals is None:
        return Opening(
            question=question,
            answer="No number of games can do it.",
            sureness=f"{SURENESS['refused']}: {need.note}.",
            decision=about.next("Let players meet themselves: one name after `--strategies`."),
            verdict="refused",
            caution=about.caution,
        )
    per_deal = planned.pilot.games_per_deal
    low, high = (deals * per_deal for deals in (need.low or 0, need.high or 0))
    return Opening(
        question=question,
        answer=f"About {rounded(need.games)} games, {time(need.seconds)} on this machine, {about.between}.",
        sureness=f"{SURENESS['fact']}: {low:,} to {high:,} games, 95 % interval, from {planned.pilot.deals:,} trial"
        " deals.",
        decision=about.next(
            f"Play {need.games:,} games, {need.deals:,} deals of {per_deal}: `dhstats simulate --games {need.games}`."
            if not planned.pilot.tweak
            else f"Play {need.deals:,} deals under both rules: `{_compare(planned.pilot, need.deals)}`."
        ),
        verdict="fact",
        written=planned.pilot.tweak,
        caution=about.caution,
    )


def _compare(pilot: Pilot, deals: int) -> str:
    """What plays the base rules and the tweak."""
    return f"dhstats compare {shlex.join((pilot.rules[0][0], str(pilot.tweak)))} --deals {deals}"


def asked(needs: Sequence[Need]) -> Need:
    """The need that a page opens with."""
    kinds = {need.question.partition(" ")[0] for need in needs if not need.watched and "better" not in need.question}
    wanted = [need for text in WANTED for need in needs if need.question == text and not need.watched]
    return wanted[0] if len(kinds) > 1 and wanted else needs[0]


def told(question: str, what: str, game: str) -> str:
    """What so many games do, from a question of the command line, of something in a game."""
    kind, _, rest = question.partition(" ")
    amount, _, true = rest.partition(", true ")
    off = f" where it is worth {float(true.removesuffix('pp')):g}" if true else ""
    return {
        "half-width": f"tell what {what} is worth in {game} to {games_in_100(amount)}",
        "detect": f"show that {what} is worth {games_in_100(amount)} in {game}",
        "within": f"prove that {what} is worth less than {games_in_100(amount)} in {game}{off}",
    }[kind]


def games_in_100(amount: str) -> str:
    """An amount of the command line in words: "half a game in 100", "2 games in 100"."""
    games = float(amount.removesuffix("pp"))
    return "half a game in 100" if games == 0.5 else f"{games:g} game{'s' if games != 1.0 else ''} in 100"


def rounded(games: int) -> str:
    """A number of games in two digits, as a trial knows it no better."""
    return f"{round(games, -max(0, len(str(games)) - 2)):,}"


def time(seconds: float) -> str:
    """A time as one says it."""
    if seconds < 0.95:
        return "under a second"
    for limit, size, unit in TIMES:
        if seconds < limit:
            number = max(1, round(seconds / size))
            return f"about {number:,} {unit}{'s' if number != 1 else ''}"
    return f"about {round(seconds / 86_400 / 365):,} years"
