"""What the players of a game want, and who wants it together: one value by which every verdict about it is judged."""

from dataclasses import dataclass

WIN, POINTS, TOGETHER, LOWEST, RANKS = OBJECTIVES = ("win", "points", "together", "lowest", "ranks")


@dataclass(frozen=True, slots=True)
class Objective:
    """What a game is about.

    `kind` is one of OBJECTIVES: to win; as many points as possible; that all succeed together, which games do that end
    by one of `success`; to have the fewest points; to take a good place. `sides` are the names of those who win
    together, none where everybody plays for themself; `side_of` has the side of each seat where these never change.
    `powers` are the fields by which players differ from each other, each with the names of what it may be.
    """

    kind: str = WIN
    success: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    side_of: tuple[int, ...] = ()
    powers: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def together(self) -> bool:
        """Whether all players win or lose together."""
        return self.kind == TOGETHER

    @property
    def in_points(self) -> bool:
        """Whether points are what counts, however games are won."""
        return self.kind == POINTS


TO_WIN = Objective()
