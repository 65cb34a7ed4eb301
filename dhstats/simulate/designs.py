"""Paired designs: which games of a deal are played, and what each cancels (Montgomery-style blocking by deal).

With players A and B and deck orders 1 and 2 there are four games to a deal: a (A begins with deck 1), b (B begins,
decks stay with the players), c (B begins, decks stay with the seats) and d (A begins with deck 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from dhstats.errors import BadInput, nearest
from dhstats.storage import Arm, Design

# Members by name: who begins (0: A, 1: B) and whether the first seat holds deck 2.
MEMBERS = {"a": (0, False), "b": (1, True), "c": (1, False), "d": (0, True)}

KINDS = {
    "seat": ("a", "b"),  # swap who begins: for first-player questions
    "strength": ("a", "c"),  # swap strategies, decks stay with the seats: for strength
    "quartet": ("a", "b", "c", "d"),  # seat, strength and deck at once
    "single": ("a",),  # one game a deal: independent games
    "league": ("a", "b", "c", "d"),  # a round robin: a quartet for each pair, who begins is swapped in mirrors
    "crossed": ("a", "c"),  # all ordered pairs with the decks as they lie, twice: for skill, luck and noise
}
IN_MIRRORS = {"league": KINDS["seat"], "crossed": KINDS["single"]}  # where swapping equals would copy a game
REPLICATES = {"crossed": 2}  # how often each game is played, with other draws of the strategies each time
MIRRORLESS = ("strength", "quartet")
MAX_ARMS = 256  # the arm column holds one byte


def design(kind: str, matchups: Sequence[tuple[str, str]], games: int) -> Design:
    """The smallest design of a kind that plays at least so many games, in whole blocks.

    Raises BadInput for an unknown kind, for a mirror match where the second game of a pair would copy the first, and
    for more arms than a block can have.
    """
    if kind not in KINDS:
        raise BadInput(f"design {kind!r}: not known; {nearest(kind, KINDS)}")
    for first, second in matchups:
        if first == second and kind in MIRRORLESS:
            raise BadInput(
                f"design {kind!r} with {first!r} against itself: swapping equal strategies while the decks stay with "
                "the seats plays the same game twice; use --design seat"
            )
    arms = tuple(_arms(kind, matchups))
    if len(arms) > MAX_ARMS:
        raise BadInput(f"{len(matchups)} matchups make {len(arms)} games a deal; at most {MAX_ARMS} fit a block")
    return Design(kind, -(-games // len(arms)), arms)


def _arms(kind: str, matchups: Sequence[tuple[str, str]]) -> list[Arm]:
    arms: list[Arm] = []
    for number, pair in enumerate(matchups):
        members = IN_MIRRORS.get(kind, KINDS[kind]) if pair[0] == pair[1] else KINDS[kind]
        for member, replicate in product(members, range(REPLICATES.get(kind, 1))):
            begins, swapped = MEMBERS[member]
            arms.append(Arm(len(arms), number, pair[begins], pair[1 - begins], swapped, begins, replicate))
    return arms


def round_robin(names: Sequence[str]) -> list[tuple[str, str]]:
    """The matchups of a list of strategies: one against itself, two against each other, more all with all.

    With three or more every strategy also meets itself.
    """
    if len(names) == 1:
        return [(names[0], names[0])]
    if len(names) == 2:
        return [(names[0], names[1])]
    return [(a, b) for i, a in enumerate(names) for b in names[i:]]
