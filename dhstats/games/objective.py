"""What the players of a game want, and who wants it together: one value by which every verdict about it is judged."""

from dataclasses import dataclass

from dhstats.seats import SEATS

WIN, POINTS, TOGETHER, LOWEST, RANKS = OBJECTIVES = ("win", "points", "together", "lowest", "ranks")
# What says how far players reach what they want, where that is no share of the wins of their own: games won by all;
# what each side wins; what each seat has of points, or which place.
SUCCESS, SIDE, POINTS_OF, PLACE = "success", "side_", "points_", "place_"


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

    @property
    def hidden(self) -> bool:
        """Whether it depends on the game who wins with whom, so that nobody at the table knows who leads."""
        return bool(self.sides) and not self.side_of

    def in_place(self, seats: int) -> bool:
        """Whether a player is measured by what another reaches in their place.

        So it is where nobody can be beaten, alone or all together, and where the sides are not alike.
        """
        sizes = {self.side_of[:seats].count(side) for side in range(len(self.sides))}
        return seats == 1 or self.together or (bool(self.sides) and (self.hidden or len(sizes) > 1))

    def even(self, seats: int) -> float:
        """The score of who is exactly as good as all others, over all seats: a part of a win, or of the places."""
        if self.in_place(seats) or self.kind == RANKS:
            return 0.5
        return 1.0 / (len(self.sides) or seats)

    def aims(self, seats: int) -> tuple[str, ...]:
        """The columns that say of a game how far all reach what they want; none where that is what who begins wins."""
        if self.together:
            return (SUCCESS,)
        if self.kind in (POINTS, RANKS) and seats > 2:
            return tuple(f"{POINTS_OF if self.in_points else PLACE}{seat}" for seat in SEATS[:seats])
        return tuple(f"{SIDE}{side}" for side in self.sides)


TO_WIN = Objective()
