"""How the race stands for who decides: points and the bonus for most creatures, and what ends the game.

All of it follows from a view.
"""

from typing import Any

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.rules.logbook import bonus_for_most, dragons_captured
from dhstats.games.dragonwood.table import NO_TITLE, NOBODY


@compiled()
def lead(view: Any) -> int:
    """The points on captured creatures, less those of the best other."""
    best = -1
    for seat in range(view.rules.players):
        if seat != view.seat:
            best = max(best, view.points[seat])
    return view.points[view.seat] - best


@compiled(inline=False)
def bonus_lead(view: Any, more: int) -> int:
    """The bonus for most creatures if the game ended now, less that of the best other.

    `more` creatures are counted to who decides.
    """
    most, bonus, holders = bonus_for_most(view, view.seat, more)
    if view.creatures[view.seat] + more < most:
        return -bonus
    return bonus if holders == 1 else 0


@compiled(inline=False)
def final_lead(view: Any, points: int, more: int) -> int:
    """The score of who decides less that of the best other if the game ended now.

    So many points, and so many creatures `more`, are counted to who decides.
    """
    seat = view.seat
    own = view.creatures[seat] + more
    most, bonus, _ = bonus_for_most(view, seat, more)
    best = 0
    for other in range(view.rules.players):
        if other != seat:
            best = max(best, view.points[other] + (bonus if view.creatures[other] == most else 0))
    return view.points[seat] + points + (bonus if own == most else 0) - best


@compiled()
def in_last_turn(view: Any) -> bool:
    """Whether the turn that is being played is the last one of whoever decides."""
    return 0 < view.turns_left <= view.rules.players


@compiled(inline=False)
def ends_game(view: Any, target: int) -> bool:
    """Whether capturing a card ends the game at once: the last dragon, or the last Dragonwood card comes up."""
    rules = view.rules
    if rules.end_last_card != 0 and view.wood_left == 1:
        return True
    if rules.end_dragons == 0 or rules.dragons >> target & 1 == 0:
        return False
    return dragons_captured(view) + 1 == rules.dragon_cards


@compiled(inline=False)
def dragons_to_come(view: Any) -> int:
    """The dragons that nobody has captured yet, titles as bits."""
    dragons = view.rules.dragons
    left = dragons
    while dragons != 0:
        title = lowest(dragons)
        taken = 0
        for seat in range(view.rules.players):
            taken += view.captured[seat, title]
        if taken == view.rules.copies[title]:
            left &= ~(1 << title)
        dragons &= dragons - 1
    return left


@compiled(inline=False)
def captor(view: Any, title: int) -> int:
    """Who captured a creature, the last of those round the table if several have; nobody for no title."""
    found = NOBODY
    if title != NO_TITLE:
        for seat in range(view.rules.players):
            if view.captured[seat, title] > 0:
                found = seat
    return found
