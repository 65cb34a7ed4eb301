"""What puzzles of Dragon! teach: which card to play, whether to top, and why one choice is best, in words."""

from typing import Any

import numpy as np

from dhstats.games.dragon.table import ACTS, BANISH, EXHAUST, HOLD, KILL, PASS, PLAY, TOP, TOPPING
from dhstats.games.dragon.words.notation import PHASES
from dhstats.questions.puzzles.making import Tried
from dhstats.questions.shared.first_screen import capital
from dhstats.questions.shared.words import listed

TOLD = 10.0  # games of 100,
STEP = 5  # and to how many of them numbers are rounded
ENDS = {KILL: "killed", BANISH: "banished", EXHAUST: "exhausted"}
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
    """What games come to after the best option and after another: how they are won and lost."""
    best, rest = tried.words[tried.best], tried.words[other]
    return f"{capital(best)}: {_ends(tried, tried.best)}. {capital(rest)}: {_ends(tried, other)}."


def _ends(tried: Tried, option: int) -> str:
    """How games end after an option, in rough numbers; what happens in fewer than one game in ten is left out."""
    results, won = np.asarray(tried.tries.results[option]["end_reason"]), tried.shares[option] > 0.0
    told = []
    for side, kept in (("the rival is", won), ("you are", ~won)):
        for reason, words in ENDS.items():
            share = 100.0 * float(np.mean(kept & (results == reason)))
            told += [f"{side} {words} in about {STEP * round(share / STEP)}"] if share >= TOLD else []
    return f"of 100 games {listed(told)}"
