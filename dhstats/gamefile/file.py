"""A game file that has been read, as a record: its declarations and its functions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from dhstats.gamefile.declarations import Field
from dhstats.games.bundle import Unclear
from dhstats.games.keys import Key, Lever
from dhstats.games.objective import Objective

# The functions of a game file with their arguments: those that it must have, then those that it may have. Moves are
# filtered by `allowed` or offered by `moves`, which is handed the list that it writes into as well (`reading.offers`).
NEEDED = {
    "setup": ("state", "rules", "chance"),
    "play": ("state", "move", "rules"),
    "over": ("state", "rules"),
    "score": ("state", "rules", "seat"),
}
OPTIONAL = {
    "allowed": ("view", "move", "rules"),
    "moves": ("view", "rules", "offered"),
    "then": ("state", "rules", "chance"),
    "stuck": ("state", "rules"),
    "tie_break": ("state", "rules", "seat"),
    "side": ("state", "rules", "seat"),
    "ending": ("state", "rules"),
    "guess": ("state", "rules", "seat", "chance"),
    "fits": ("state", "rules", "seat"),
    "resolve": ("state", "rules", "chance"),
    "at_once": ("state", "rules"),
    "chooses": ("state", "rules", "seat"),
    "describe": ("state", "rules"),
}
# What some of them must return.
WHOLE = "must return a whole number"
RETURNS = {
    "allowed": "must return True or False",
    "over": "must return True or False",
    "fits": "must return True or False",
    "at_once": "must return True or False",
    "chooses": "must return True or False",
    "score": WHOLE,
    "tie_break": WHOLE,
    "side": f"{WHOLE}, the place in SIDES",
    "ending": f"{WHOLE}, the place in ENDINGS",
}
LOOKING = (
    "allowed",
    "moves",
    "at_once",
    "chooses",
    "fits",
    "over",
    "score",
    "tie_break",
    "side",
    "ending",
)  # they look, and change nothing
UNCOMPILED = "describe"  # what plain Python alone calls


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
    room: int = 0  # for so many offered moves
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
        if self.offers:
            return self.room
        count = 1
        for field in self.move.values():
            count *= field.high - field.low + 1
        return count

    @property
    def hides(self) -> bool:
        """Whether somebody may not see all of the state."""
        return any(field.hidden for field in self.state.values())
