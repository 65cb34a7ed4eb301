"""Paired designs: which games of a deal are played, and what each cancels (Montgomery-style blocking by deal).

A deal has a place for each of n players: what chance gives to one of them, in Dragonheart a deck, in Dragon! one with
its dragon, in Dragonwood an opening hand with its dice. What chance gives to all, such as the decks and the landscape
of Dragonwood, lies in every game of the deal in the same order. A game of the deal says who sits where, and at whose
place: seat s has player (s + k) modulo n and place (s + r) modulo n.

With k = r everybody keeps their place and moves round the table with it. So each player meets each seat with the same
luck, as far as luck has addresses: what it gave to them cancels from what seats differ by, and what is left is what the
seat does with it. With r = 0 the players move past the places, which stay with the seats: what cancels is the deal.
Where all places are dealt by the same rules a game of a rotation is as good a sample of what a seat wins as a game with
a deal of its own; but within a deal one hand is better than another, and it takes all n games for that to cancel. Where
places hold different decks, as in Dragon!, a seat is judged over all of them, so whole deals alone are a sample of it.
Moving round keeps the order of the players, and with it partners who sit across, so n games do where all orders would
take n!. In a mirror, where a player is but their luck, nothing is lost by it; with different players at one table, who
sits next to whom stays unasked.

What that gains is measured (`tests/benchmarks/rotations.py`): one game of a rotation tells as much of a seat's share of
the wins as 1.36 independent games between two greedy players of Dragonwood, 1.27 to 1.31 among three and 1.19 to 1.26
among four; among random players, whose choices do not tell the games of a deal apart, 2.5 to 3.6. Every report says it
of its own games.

For two players A and B with decks 1 and 2 there are four games: A begins with deck 1, B begins with deck 2, B begins
with deck 1, A begins with deck 2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from dhstats.errors import BadInput, nearest
from dhstats.seats import SEATS
from dhstats.storage import Arm, Design


@dataclass(frozen=True, slots=True)
class Rotation:
    """What goes round the table between the games of a deal: players with their places, players past the places."""

    together: bool = False
    past: bool = False


KINDS = {
    "seat": Rotation(together=True),  # who begins moves on: for what a seat is worth, and mirror matches
    "strength": Rotation(past=True),  # strategies change places, what is dealt stays with the seats: for strength
    "quartet": Rotation(together=True, past=True),  # seat, strength and deal at once
    "single": Rotation(),  # one game a deal: independent games
    "league": Rotation(together=True, past=True),  # a round robin: a quartet for each pair, who begins moves in mirrors
    "crossed": Rotation(past=True),  # all ordered pairs with the decks as they lie, twice: for skill, luck and noise
}
IN_MIRRORS = {"league": KINDS["seat"], "crossed": KINDS["single"]}  # where moving equals would copy a game
REPLICATES = {"crossed": 2}  # how often each game is played, with other draws of the strategies each time
FOR_TWO = ("league", "crossed")  # what they ask is asked of pairs
MAX_ARMS = 256  # the arm column holds one byte


def design(kind: str, matchups: Sequence[tuple[str, ...]], games: int) -> Design:
    """The smallest design of a kind with at least a number of games, in whole blocks."""
    if kind not in KINDS:
        raise BadInput(f"design {kind!r}: not known; {nearest(kind, KINDS)}")
    sizes = sorted({len(players) for players in matchups})
    if len(sizes) != 1 or not 1 <= sizes[0] <= len(SEATS):
        raise BadInput(f"matchups: must all have as many players, from 1 to {len(SEATS)}, not {sizes}")
    if sizes[0] != 2 and kind in FOR_TWO:
        raise BadInput(
            f"design {kind!r}: is for two players, not for {sizes[0]}; use seat, strength, quartet or single"
        )
    arms: list[Arm] = []
    for number, players in enumerate(matchups):
        seats, mirror = len(players), len(set(players)) == 1
        rotation = IN_MIRRORS.get(kind, KINDS[kind]) if mirror else KINDS[kind]
        past, together = (range(seats if going else 1) for going in (rotation.past, rotation.together))
        members = [((layout + distance) % seats, layout) for distance in past for layout in together]
        orders = [players[first:] + players[:first] for first in range(seats)]  # by seat, when this one begins
        if len({(orders[first], layout) for first, layout in members}) < len(members):
            who = f"{players[0]!r} against itself" if mirror else f"{', '.join(players)} at one table"
            raise BadInput(
                f"design {kind!r} with {who}: swapping equal strategies while the decks stay with "
                "the seats plays the same game twice; use --design seat"
            )
        for (first, layout), replicate in product(members, range(REPLICATES.get(kind, 1))):
            begins, second, others = orders[first][0], "".join(orders[first][1:2]), orders[first][2:]
            moved = layout if others else 0
            arms.append(Arm(len(arms), number, begins, second, layout > 0, first, replicate, others, moved))
    if len(arms) > MAX_ARMS:
        raise BadInput(f"{len(matchups)} matchups make {len(arms)} games per deal; at most {MAX_ARMS} fit a block")
    return Design(kind, -(-games // len(arms)), tuple(arms))


def loop_plan(arms: Sequence[Arm]) -> npt.NDArray[np.int64]:
    """The engine's plan of some games of a deal: layout, replicate, then the player in each seat; a row a game."""
    return np.array([(arm.moved, arm.replicate, *arm.players) for arm in arms], np.int64)


def round_robin(names: Sequence[str]) -> list[tuple[str, str]]:
    """The matchups of a list of strategies for two: one against itself, two against each other, more all with all."""
    if len(names) == 1:
        return [(names[0], names[0])]
    if len(names) == 2:
        return [(names[0], names[1])]
    return [(a, b) for i, a in enumerate(names) for b in names[i:]]


def tables(names: Sequence[str], players: int) -> Sequence[tuple[str, ...]]:
    """The matchups of a list of strategies for a number of players.

    Alone each plays for itself, on the same deals. For two a round robin. For more one table: of one strategy at every
    seat, of one against a field of another, or of as many as there are seats. Raises BadInput for other numbers.
    """
    if players == 1:
        return [(name,) for name in names]
    if players == 2:
        return round_robin(names)
    if len(names) not in (1, 2, players):
        raise BadInput(
            f"strategies: {players} players are one strategy (a mirror), two (the first against a field of the second) "
            f"or {players} (a table), not {len(names)}"
        )
    return [tuple(names) if len(names) == players else (names[0], *[names[-1]] * (players - 1))]
