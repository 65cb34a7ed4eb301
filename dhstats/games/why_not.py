"""Why somebody cannot do at a table what they would like to: the referee's reasons, for who has to decide.

What is told depends on nothing that this player may not know.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dhstats.games.catalogue import brings, part


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is against the rules, in one sentence; `key` is the rule that says so, where a single one does."""

    words: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Tried:
    """Something that who has to decide may think of, with all moves that are like it.

    `at` says which moves these are: facts of a move, by name. `reason` is why none of them is legal, None where some
    are. `card` is what the hand calls the card that is tried, "" where there are several.
    """

    at: Mapping[str, Any]
    words: str
    reason: Reason | None = None
    card: str = ""


def load(name: str) -> Callable[[Any], Iterable[Tried]]:
    """What a game knows of tries at a referee's table at which somebody decides: nothing, if it has no such part.

    BadInput with the nearest name if there is no such game.
    """
    found: Callable[[Any], Iterable[Tried]] = part(name, "reasons") if brings(name, "reasons") else _nothing
    return found


def _nothing(_: Any) -> tuple[Tried, ...]:
    return ()


def tightest(limits: Mapping[str, int], number: int) -> str:
    """The name of the limit that a number is above, the lowest where it is above several, the first of equal ones."""
    name = min(limits, key=lambda each: limits[each])
    return name if number > limits[name] else ""
