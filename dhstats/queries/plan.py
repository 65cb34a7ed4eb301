"""Which game of a deal is which: the arms of a run's design, as the queries see them."""

from dataclasses import dataclass
from typing import Self

from dhstats.queries.catalogue import dialect
from dhstats.storage import Arm, Manifest

ALL = -1  # stands for all matchups of a deal together


@dataclass(frozen=True, slots=True)
class Plan:
    """The design of a run: its kind, its matchups (player A, player B, ...), the arms of every deal in order."""

    game: str
    kind: str
    matchups: tuple[tuple[str, ...], ...]
    arms: tuple[Arm, ...]
    slots: dict[str, str]

    @classmethod
    def of(cls, manifest: Manifest) -> Self:
        """The design that a manifest tells of."""
        slots = dialect(manifest.game, manifest.rules).slots()
        return cls(manifest.game, manifest.design.kind, manifest.matchups, manifest.design.arms, slots)

    @property
    def seats(self) -> int:
        """How many play at a table."""
        return len(self.matchups[0])

    @property
    def groups(self) -> tuple[int, ...]:
        """The numbers of the matchups, after the one for all of them together if they are several."""
        numbers = range(len(self.matchups))
        return tuple(numbers) if len(numbers) == 1 else (ALL, *numbers)

    def games(self, group: int) -> int:
        """How many games of a deal belong to a matchup, or to all of them."""
        return sum(group in (ALL, arm.matchup) for arm in self.arms)

    def mirror(self, group: int) -> bool:
        """All players of the matchup use the same strategy; for all matchups, all of them do."""
        tables = self.matchups if group == ALL else (self.matchups[group],)
        return all(len(set(names)) == 1 for names in tables)

    @property
    def rows(self) -> str:
        """The arms as rows of SQL: arm, matchup, member, a_first, a_deck, replicate. Numbers and truth values only."""
        seen: dict[int, int] = {}
        rows = []
        for number, arm in enumerate(self.arms):
            member = seen[arm.matchup] = seen.get(arm.matchup, -1) + 1
            a_first = arm.first_player == 0
            rows.append((number, arm.matchup, member, a_first, a_first != arm.swapped, arm.replicate))
        together = [
            (number, ALL, -1, None, None, arm.replicate) for number, arm in enumerate(self.arms) if ALL in self.groups
        ]
        return ", ".join(("(" + ", ".join(map(_word, row)) + ")") for row in (*rows, *together))


def _word(value: int | bool | None) -> str:
    if value is None:
        return "NULL::BOOLEAN"
    return str(value).lower() if isinstance(value, bool) else str(int(value))
