"""What puzzles of Dragon! teach: which card to play, whether to top, and why one choice is best, in words."""

from typing import Any

from dhstats.games.dragon.table import ACTS, HOLD, PASS, PLAY, TOP, TOPPING
from dhstats.games.dragon.words.positions import PHASES
from dhstats.questions.puzzles.options import Tried

LOOSE = False  # every decision counts by itself
_PLAYS = ("agility", "ground", "play")


def fits(view: Any) -> bool:
    """Decisions about what to play and whether to top, rather than what to pay with or how many cards to draw."""
    return bool(view["phase"] == TOPPING or PHASES[int(view["phase"])] in _PLAYS)


def deed(view: Any, move: Any) -> str:
    """What is done with which card, against whom."""
    return f"{ACTS[int(move['act'])]} {int(move['card'])} {int(move['rival'])} {int(move['at'])}"


def kind(view: Any, tried: Tried, other: int) -> str:
    """The kind of lesson: what the best option does that another does not."""
    best, rest = int(tried.moves[tried.best]["act"]), int(tried.moves[other]["act"])
    if best == TOP:
        return "top it" if rest == HOLD else "which card to top with"
    if best == HOLD:
        return "let it be"
    if best == PASS:
        return "keep the card"
    if best == PLAY and rest == PASS:
        return "play on"
    return "which card to play"


def why(view: Any, tried: Tried, other: int) -> str:
    """Both options side by side."""
    return f"{tried.words[tried.best]} rather than {tried.words[other]}."


