"""A game file that has been read, as a record: its declarations and its functions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from types import ModuleType
from typing import Any

from dhstats.gamefile.declarations import Field
from dhstats.games.bundle import Unclear
from dhstats.games.keys import Key, Lever
from dhstats.games.objective import Objective

WHOLE, TRUTH = "must return a whole number", "must return True or False"
AT_TABLE, OF_SEAT, BY_CHANCE = ("state", "rules"), ("state", "rules", "seat"), ("state", "rules", "chance")


@dataclass(frozen=True, slots=True)
class Task:
    """A function of a game file: its arguments, and what it must `return`, if that is asked.

    One that `looks` changes nothing. What is `needed` no file can be without.
    """

    takes: tuple[str, ...]
    returns: str = ""
    looks: bool = False
    needed: bool = False


# Moves are filtered by `allowed` or offered by `moves`, which is handed the list to write into (`reading.offers`).
TASKS: Mapping[str, Task] = {
    "setup": Task(BY_CHANCE, needed=True),
    "play": Task(("state", "move", "rules"), needed=True),
    "over": Task(AT_TABLE, TRUTH, looks=True, needed=True),
    "score": Task(OF_SEAT, WHOLE, looks=True, needed=True),
    "allowed": Task(("view", "move", "rules"), TRUTH, looks=True),
    "moves": Task(("view", "rules", "offered"), looks=True),
    "then": Task(BY_CHANCE),
    "stuck": Task(AT_TABLE),
    "tie_break": Task(OF_SEAT, WHOLE, looks=True),
    "side": Task(OF_SEAT, f"{WHOLE}, the place in SIDES", looks=True),
    "ending": Task(AT_TABLE, f"{WHOLE}, the place in ENDINGS", looks=True),
    "guess": Task((*OF_SEAT, "chance")),
    "fits": Task(OF_SEAT, TRUTH, looks=True),
    "resolve": Task(BY_CHANCE),
    "at_once": Task(AT_TABLE, TRUTH, looks=True),
    "chooses": Task(OF_SEAT, TRUTH, looks=True),
    "describe": Task(AT_TABLE),
}
TOLD = "describe"  # what plain Python alone calls


@dataclass(frozen=True, eq=False, slots=True)
class GameFile:
    """A game file that has been read: its name, where it was and lies, its declarations and its functions.

    `name` has the hash of the content, as a run keeps it: pig@1f0c2a7b93de. `shown` is the path that messages call it.
    `home` is the module of its package, "" where the file stands alone.
    """

    name: str
    shown: str
    path: Path
    digest: str
    module: ModuleType
    title: str
    idea: str
    seats: tuple[int, int]
    longest: int
    endings: tuple[str, ...]
    variants: Mapping[str, Mapping[str, Any]]
    lead: float
    objective: Objective
    keys: Mapping[str, Key]
    state: Mapping[str, Field]
    move: Mapping[str, Field]
    functions: Mapping[str, Callable[..., Any]]
    players: tuple[Callable[..., int], ...]
    unclear: tuple[Unclear, ...]
    room: int = 0  # the most moves that are offered
    spare: int = 0  # rows of the list of moves that loops over choices of cards count in
    home: str = ""

    @property
    def short(self) -> str:
        """The name for people, without the hash."""
        return self.name.partition("@")[0]

    @property
    def levers(self) -> tuple[Lever, ...]:
        """All keys by their full names, one after the other."""
        return tuple(lever for key in self.keys.values() for lever in key.levers({}))

    @property
    def compiled(self) -> Mapping[str, Callable[..., Any]]:
        """The functions that compiled code calls."""
        return {name: function for name, function in self.functions.items() if name != TOLD}

    @property
    def most_seats(self) -> int:
        """For how many there is room."""
        return self.seats[1]

    @property
    def offers(self) -> bool:
        """Whether it offers its moves, rather than filters all that there are."""
        return "moves" in self.functions

    @property
    def sides_change(self) -> bool:
        """Whether it depends on the game who wins together with whom."""
        return "side" in self.functions

    @property
    def at_once(self) -> bool:
        """Whether seats choose at once, without seeing what the others choose."""
        return "resolve" in self.functions

    @property
    def moves(self) -> int:
        """How many different moves there are, or for how many offered ones there is room."""
        return self.room if self.offers else prod(field.high - field.low + 1 for field in self.move.values())

    def pool(self, deck: tuple[str, bool]) -> dict[str, Field]:
        """The fields with cards of a deck that somebody may not see."""
        return {name: each for name, each in self.state.items() if each.pooled and each.deck == deck}

    @property
    def hides(self) -> bool:
        """Whether somebody may not see all of the state."""
        return any(field.hidden for field in self.state.values())
