"""What puzzles of Dragonwood teach: what each option is after, how likely it succeeds, why one is best."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.games.dragonwood.files.rulesets import spoken
from dhstats.games.dragonwood.table import A_TURN, ACTS, N_CREATURES, RELOAD, TITLES
from dhstats.games.retelling import counted
from dhstats.questions.puzzles.making import Tried

LOOSE = True  # the same attempt can be made with other cards
RACE = 1  # turns that are left


def fits(view: Any) -> bool:
    """Decisions about a turn, rather than what to discard or whether to roll again."""
    return bool(view["phase"] == A_TURN)


def deed(view: Any, move: Any) -> str:
    """Whether to reload, or what to attack in which way."""
    act, target = int(move["act"]), int(move["target"])
    return ACTS[act] + (f" {TITLES[target]}" if target >= 0 else "")


@dataclass(frozen=True, slots=True)
class Facts:
    """What an option is after: the title, its points, how many cards, and how often it captures it."""

    target: int
    points: int
    cards: int
    succeeds: float

    @property
    def attempt(self) -> bool:
        """Whether anything is attacked."""
        return self.target >= 0


def facts(view: Any, tried: Tried, option: int) -> Facts:
    """What an option is after."""
    move = tried.moves[option]
    target = int(move["target"]) if int(move["act"]) != RELOAD else -1
    points = int(view["rules"]["points"][target]) if 0 <= target < N_CREATURES else 0
    caught = tried.tries.firsts[option]["captured"] > 0
    return Facts(target, points, int(move["cards"]).bit_count(), float(np.mean(caught)))


def kind(view: Any, tried: Tried, other: int) -> str:
    """The kind of lesson: what the best option does that another does not."""
    best, rest = facts(view, tried, tried.best), facts(view, tried, other)
    if view["turns_left"] == RACE:
        return "the last turn"
    if not best.attempt:
        return "draw rather than roll"
    if not rest.attempt:
        return "roll rather than draw"
    if best.target != rest.target:
        return "which card to capture"
    return "which attack"


def why(view: Any, tried: Tried, other: int) -> str:
    """Why the best option is better than another, from what both are after."""
    points, seat = view["points"][: int(view["rules"]["players"])].tolist(), int(view["seat"])
    ahead = points.pop(seat) - max(points)
    stand = "Level" if not ahead else f"{counted(abs(ahead), 'point')} {'ahead' if ahead > 0 else 'behind'}"
    best, rest = facts(view, tried, tried.best), facts(view, tried, other)
    return f"{stand}: {_said(tried, tried.best, best)}; {_said(tried, other, rest)}."


def _said(tried: Tried, option: int, found: Facts) -> str:
    if not found.attempt:
        return "reloading brings cards"
    worth = counted(found.points, "point") if found.target < N_CREATURES else "an enhancement"
    return (
        f"{tried.words[option]} succeeds {round(100 * found.succeeds)} times in 100"
        f" ({spoken(TITLES[found.target])}: {worth}, {counted(found.cards, 'card')} played)"
    )
