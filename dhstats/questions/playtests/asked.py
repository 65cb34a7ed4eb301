"""What people write down of a game: how many play, what counts, who may have which power, how it may end."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.objective import LOWEST
from dhstats.quoting import clipped, one_line, quoted
from dhstats.seats import SEATS

MOST, FEWEST, TAPPED = "most", "fewest", "tapped"  # who wins: by the most points, by the fewest, or as somebody says
LIMITS = ("limit", "turn_limit")  # endings of programs' games alone
LONGEST_NAME = 40
MOST_NAMES = 60


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of each game: its name, the least and the most players, what counts, which powers and endings.

    The points of a player are the sum of their `scores`; the `most` or the `fewest` win, or the winner is `tapped`.
    """

    game: str
    seats: tuple[int, int]
    scores: tuple[str, ...] = ("points",)
    wins: str = MOST
    powers: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()


def of_game(game: str, decks: Sequence[str] = ()) -> Asked:
    """What is asked of a game that dhstats knows; `decks` are the powers of one to which players bring decks."""
    bundle = catalogue.load(game)
    objective = bundle.objective
    endings = tuple(each for each in bundle.words.get("end_reason", ()) if each not in LIMITS)
    powers = tuple(" ".join(each).replace("_", " ") for each in product(*(names for _, names in objective.powers)))
    wins = TAPPED if objective.together or objective.sides else FEWEST if objective.kind == LOWEST else MOST
    return Asked(
        catalogue.title(game), catalogue.players(game), wins=wins,
        powers=tuple(decks) or (powers if objective.powers else ()), endings=endings if len(endings) > 1 else (),
    )  # fmt: skip


def seats_of(text: str) -> tuple[int, int]:
    """How many play, as somebody types it: 3, or 2-4."""
    low, dash, high = (each.strip() for each in text.partition("-"))
    ends = [int(each) if each.isdecimal() and len(each) < 3 else 0 for each in ((low, high) if dash else (low, low))]
    if not 1 <= ends[0] <= ends[1] <= len(SEATS):
        raise BadInput(
            f"--players {clipped(text)}: must be a number of players from 1 to {len(SEATS)}, such as 3 or 2-4, "
            "the smaller one first"
        )
    return ends[0], ends[1]


def names_of(text: str | None, flag: str) -> tuple[str, ...]:
    """Names that are typed with commas between them, each once."""
    names = tuple(one_line(each).strip() for each in (text or "").split(",") if each.strip())
    if twice := [name for at, name in enumerate(names) if name.casefold() in map(str.casefold, names[:at])]:
        raise BadInput(f"{flag}: {quoted(twice[0])} is named twice; name each once")
    if len(names) == 1 and ";" in names[0]:
        raise BadInput(f"{flag} {quoted(names[0])}: write commas between names, not semicolons")
    if long := [name for name in names if len(name) > LONGEST_NAME]:
        raise BadInput(f"{flag}: {quoted(long[0])} is longer than {LONGEST_NAME} letters")
    if len(names) > MOST_NAMES:
        raise BadInput(f"{flag}: must be at most {MOST_NAMES} names with commas between them, not {len(names)}")
    return names
