"""What puzzles of Dragonheart teach: what each option takes and leaves, and why one is best, in words."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.games.dragonheart.table import PICTURES, PLACES
from dhstats.games.dragonheart.words.notation import FIGURE
from dhstats.games.retelling import counted
from dhstats.questions.puzzles.making import Tried

Array = np.ndarray[Any, Any]
LOOSE = False  # every move counts by itself
MATTERS = 0.75  # points more or fewer in the opponent's next turn that are worth a word


@dataclass(frozen=True, slots=True)
class Facts:
    """What an option does: points and figure that it takes, whether it calls the end, what the opponent then takes.

    `reply` are the points of the opponent's next turn on average, `robbed` how often they claim the figure in it.
    """

    takes: int
    claims: bool
    ends: bool
    reply: float
    robbed: float


def fits(view: Any) -> bool:
    """Any decision may be one."""
    return True


def deed(view: Any, move: Any) -> str:
    """The picture, and the place that is chosen."""
    target = int(move["target"])
    return PICTURES[int(move["picture"])] + (f" → {PLACES[target]}" if target >= 0 else "")


def facts(view: Any, tried: Tried, option: int) -> Facts:
    """What an option does."""
    first, reply, ended = (each[option] for each in (tried.tries.firsts, tried.tries.replies, tried.tries.results))
    replied = reply["turn"] > first["turn"]
    taken = np.where(replied, reply["taken_points"], 0)
    return Facts(
        int(first["taken_points"][0]),
        bool(first["claimed_figure"][0]),
        bool((ended["turns"] <= first["turn"] + 2).all() and view["turns_left"] < 0),
        float(taken.mean()),
        float((replied & (reply["claimed_figure"] > 0)).mean()),
    )


def lead(view: Any) -> int:
    """By how many points the mover leads, the figure's included."""
    seat, bonus = int(view["seat"]), int(view["rules"]["figure_points"])
    figure = 0 if view["figure"] < 0 else bonus if view["figure"] == seat else -bonus
    return int(view["scores"][seat] - view["scores"][1 - seat]) + figure


def kind(view: Any, tried: Tried, other: int) -> str:
    """The kind of lesson: what the best option does that another does not."""
    best, rest = facts(view, tried, tried.best), facts(view, tried, other)
    every = [facts(view, tried, option) for option in range(len(tried.moves))]
    if view["turns_left"] == 1:
        return "the last turn"
    if best.ends and not rest.ends:
        return "call the end"
    if not best.ends and any(each.ends for each in every):
        return "put off the end"
    if best.claims and not rest.claims:
        return "claim the Great Dragon"
    if rest.claims and not best.claims:
        return "leave the Great Dragon"
    if best.takes > rest.takes:
        return "take the points"
    if best.reply <= rest.reply - MATTERS or best.robbed <= rest.robbed - 0.1:
        return "leave nothing to take"
    return "give up points now" if best.takes < rest.takes else "prepare"


def why(view: Any, tried: Tried, other: int) -> str:
    """Why the best option is better than another, from what both take and leave."""
    best, rest, ahead = facts(view, tried, tried.best), facts(view, tried, other), lead(view)
    stands = f"{counted(abs(ahead), 'point')} {'ahead' if ahead > 0 else 'behind'}" if ahead else "Level"
    return " ".join(
        filter(None, (
            f"{stands}: {tried.words[tried.best]} {_does(best)}, {tried.words[other]} {_does(rest)}.",
            _replies(best, rest) if view["turns_left"] != 1 else "",
        ))
    )  # fmt: skip


def _does(option: Facts) -> str:
    taken = ([counted(option.takes, "point")] if option.takes else []) + ([FIGURE] if option.claims else [])
    text = f"takes {' and '.join(taken)}" if taken else "takes nothing"
    return text + (" and calls the end" if option.ends else "")


def _replies(best: Facts, rest: Facts) -> str:
    """What the opponent takes next after each, where that differs."""
    parts = []
    if abs(best.reply - rest.reply) >= MATTERS:
        parts.append(f"takes {best.reply:.1f} points after the first and {rest.reply:.1f} after the second")
    if abs(best.robbed - rest.robbed) >= 0.1:
        parts.append(f"claims {FIGURE} {round(100 * best.robbed)} and {round(100 * rest.robbed)} times in 100")
    return f"On average the opponent then {' and '.join(parts)}." if parts else ""
