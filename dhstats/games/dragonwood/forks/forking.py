"""Dragonwood forked: when cards are at stake, who has what, what can be changed, and what kinds of moves there are."""

from typing import Any

from dhstats.engine.arms import TO_MOVER, TO_NOBODY
from dhstats.engine.bits import ones
from dhstats.engine.compiled import compiled
from dhstats.engine.game import Forking
from dhstats.engine.stream import address, next_word, shuffle
from dhstats.games.dragonwood.forks.chances import mix_chance
from dhstats.games.dragonwood.forks.decrees import CHANGES, RANGES, TARGETS, has, intervene, switch
from dhstats.games.dragonwood.players.guess import gather_unseen, insert_dragons
from dhstats.games.dragonwood.rules.hands import around
from dhstats.games.dragonwood.rules.plays import number_of
from dhstats.games.dragonwood.rules.setup import DICE, RENEWAL
from dhstats.games.dragonwood.table import A_TURN, ACTS, MAX_SEATS, N_CREATURES, N_TARGETS, NO_TITLE, NUMBERS


@compiled(inline=False)
def rearrange(table: Any, stream: Any) -> None:
    """Both piles laid out anew, new dice and new decks of discards; hands stay as they are."""
    shuffle(stream, table.pile, table.seen.adventurers_left)
    shuffle(stream, table.wood_pile, gather_unseen(table.seen, table.wood_pile))
    shuffle(stream, table.wood_pile, insert_dragons(table.seen, table.wood_pile, table.seen.wood_left))
    for place in range(MAX_SEATS):
        address(table.dice[place], next_word(stream), next_word(stream), DICE + place)
    address(table.renewal, next_word(stream), next_word(stream), RENEWAL)


MOMENTS = (*(f"open-{name}" for name in TARGETS), *(f"captured-{name}" for name in TARGETS))
KINDS = (*ACTS, "creature", "enhancement", "dragon", *TARGETS)
CREATURE, ENHANCEMENT, DRAGON = (len(ACTS) + place for place in (1, 2, 3))


# ---- Moments ---------------------------------------------------------------------------------------------------


@compiled()
def begins(table: Any) -> bool:
    """Whether somebody is about to reload or to attack, rather than to roll again, to discard or to pass a card."""
    return bool(table.seen.phase == A_TURN)


@compiled(inline=False)
def has_come(view: Any, _: Any, moment: int) -> bool:
    """Open: a card of the title lies there and the mover has cards to attack it with. Captured: somebody has one."""
    if view.phase != A_TURN:
        return False
    if moment <= N_TARGETS:
        return bool(view.hand != 0 and view.landscape >> moment - 1 & 1 != 0)
    for seat in range(view.rules.players):
        if has(view, seat, moment - 1 - N_TARGETS) > 0:
            return True
    return False


@compiled(inline=False)
def describe_position(table: Any, seat: int, fork: Any) -> None:
    """The mover's lead in points over the best of the others, and Dragonwood cards left."""
    seen = table.seen
    best = seen.points[around(seat + 1, seen.rules.players)]
    for i in range(2, seen.rules.players):
        best = max(best, seen.points[around(seat + i, seen.rules.players)])
    fork.lead = seen.points[seat] - best
    fork.left = seen.wood_left


@compiled(inline=False)
def holders(table: Any, seat: int, found: Any) -> None:
    """Who captured each enhancement, spent or not, and who captured most cards of each creature, if one did."""
    seen = table.seen
    players = seen.rules.players
    for title in range(N_TARGETS):
        found[title] = TO_NOBODY
        most = 0
        for i in range(players):
            other = around(seat + i, players)
            count = table.won[other] >> title - N_CREATURES & 1 if title >= N_CREATURES else seen.captured[other, title]
            if count > most:
                found[title] = TO_MOVER + i
                most = count
            elif count == most:
                found[title] = TO_NOBODY


@compiled(inline=False)
def count_cards(table: Any, seat: int, counts: Any) -> None:
    """How many cards of each number a player holds."""
    for number in range(NUMBERS):
        counts[number] = ones(number_of(table.hands[seat], number))


# ---- Kinds of moves --------------------------------------------------------------------------------------------


@compiled(inline=False)
def is_of_kind(view: Any, move: Any, kind: int) -> bool:
    """Whether a move is an act of this kind, or attacks a creature, an enhancement, a dragon, or this title."""
    if kind <= len(ACTS):
        return bool(move.act == kind - 1)
    if move.target == NO_TITLE:
        return False
    if kind == ENHANCEMENT:
        return bool(move.target >= N_CREATURES)
    if kind == CREATURE:
        return bool(move.target < N_CREATURES)
    if kind == DRAGON:
        return bool(view.rules.dragons >> move.target & 1 != 0)
    return bool(move.target == kind - DRAGON - 1)


FORKING = Forking(
    begins, has_come, describe_position, holders, intervene, rearrange, count_cards, is_of_kind, switch,
    MOMENTS, CHANGES, RANGES,
    things=TARGETS, costly=TARGETS, kinds=KINDS,
    settled=(
        "players", "hand_size", "opening_hand", "opening_points", "suits", "numbers", "ladybugs", "removed",
        "dragons_lie", "copies", "dragons", "dragon_cards", "adventurer_deck", "adventurers", "wood_deck", "wood",
    ),
    cards=tuple(map(str, range(1, NUMBERS + 1))), mix_chance=mix_chance,
)  # fmt: skip
