"""What a file's own `guess` lays, beside what truly lies there: something that is true must be guessed now and then."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np

from dhstats.gamefile.declarations import OTHERS, OWNER, PILE, Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.telling.story import Tabletop

MOST_PLACES = 400  # of all that is hidden
OFTEN, ENOUGH = 12, 5  # positions and games in which something was true

Place = tuple[str, int]  # a field, and where in it


class Guesses:
    """Counts what lies at each hidden place: truly, by game, and in guesses, one for each position.

    If a guess is as likely as the truth, what was true in twelve positions is guessed about as often.
    """

    def __init__(self, file: GameFile) -> None:
        self._file = file
        self._true: dict[Place, dict[int, Counter[int]]] = defaultdict(lambda: defaultdict(Counter))
        self._guessed: dict[Place, Counter[int]] = defaultdict(Counter)

    def note(self, table: Tabletop, laid: Any) -> None:
        """One guess of the mover beside the table."""
        seat, left = table.mover, MOST_PLACES
        for name, each in self._file.state.items():
            if each.hidden and left > 0:
                true, guessed = (_hidden(each, state[name], seat) for state in (table.state, laid))
                for place, value in list(true.items())[:left]:
                    self._true[name, place][value][table.deal] += 1
                    self._guessed[name, place][guessed.get(place, value)] += 1
                left -= len(true)

    def never(self) -> Iterator[tuple[str, str]]:
        """Fields of which something was true in several games, and never was guessed."""
        for (name, place), values in self._true.items():
            guessed = self._guessed[name, place]
            for value, games in values.items():
                if games.total() >= OFTEN and len(games) >= ENOUGH and not guessed[value]:
                    told = f"State.{name} held {value} in {games.total():,} of {guessed.total():,} positions"
                    yield name, f"guess never deals what is true: {told}, and in none of as many guesses"
                    break


def _hidden(each: Field, value: Any, seat: int) -> dict[int, int]:
    """What lies at the places of a field that a seat does not see: of a pile as many as it has cards."""
    cells = np.asarray(value)
    if each.kind == PILE:
        places = np.arange(each.size)
        cells = np.where(places < np.asarray(value["count"])[..., None], value["cards"], -1)
    shown = np.full(cells.shape, each.seen == OTHERS)
    if each.seen in (OWNER, OTHERS):
        shown[seat] = each.seen == OWNER
    return {at: int(one) for at, one in enumerate(cells.ravel()) if not shown.ravel()[at]}
