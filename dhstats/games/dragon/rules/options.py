"""What a player may do, listed from what they see.

Order: to let it be (pass, hold), then cards by slot; those that name no rival before those that do, rivals to the left.
"""

from typing import Any

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.games.dragon.rules.able import against, is_rival, playable, playable_grounds, toppers
from dhstats.games.dragon.rules.effects import reached
from dhstats.games.dragon.rules.zones import all_grounds, around, is_alive, room
from dhstats.games.dragon.table import (
    ACTION,
    ATTACHMENT,
    DISCARD,
    DISCARD_STEP,
    DRAW,
    DRAW_STEP,
    FACINGS,
    GROUND,
    GROUND_STEP,
    HOLD,
    MAX_TURNS,
    NO_CARD,
    NO_FACING,
    NOBODY,
    OWN,
    PASS,
    PAY,
    PAYING,
    PLAY,
    PLAY_STEP,
    RIVAL,
    SHED,
    SHEDDING,
    TOP,
    TOPPING,
)

N_FACINGS = len(FACINGS)


@compiled()
def legal(view: Any, moves: Any) -> int:
    """Writes all that the player to move may do into `moves` and returns how many moves that is."""
    phase, seat = view.phase, view.seat
    if phase == TOPPING:
        return list_cards(view, moves, toppers(view, seat, view.hand), TOP, HOLD)
    if phase == PLAY_STEP:
        return list_plays(view, moves, playable(view, seat, view.hand))
    if phase == GROUND_STEP:
        return list_plays(view, moves, playable_grounds(view, seat, view.hand))
    if phase == DRAW_STEP:
        return list_draws(view, moves)
    cards = view.hand & view.rules.titles[view.place[seat]]
    if phase == DISCARD_STEP:
        return list_cards(view, moves, cards, DISCARD, PASS)
    if phase == PAYING:
        return list_cards(view, moves, cards, PAY, NOBODY)
    return list_cards(view, moves, cards, SHED, NOBODY) if phase == SHEDDING else 0


@compiled()
def write_move(move: Any, act: int, card: int, rival: int, at: int, declared: int, number: int) -> None:
    """Fills in a move."""
    move.act = act
    move.card = card
    move.rival = rival
    move.at = at
    move.declared = declared
    move.number = number


@compiled()
def list_cards(view: Any, moves: Any, cards: int, act: int, otherwise: int) -> int:
    """One move for each title, after the one that does nothing where there is such a one."""
    count = 0
    if otherwise != NOBODY:
        write_move(moves[0], otherwise, NO_CARD, NOBODY, NO_CARD, 0, 0)
        count = 1
    place = view.place[view.seat]
    while cards != 0:
        write_move(moves[count], act, view.rules.code[place, lowest(cards)], NOBODY, NO_CARD, 0, 0)
        cards &= cards - 1
        count += 1
    return count


@compiled()
def list_draws(view: Any, moves: Any) -> int:
    """Every number of cards, from none to as many as the step allows and the deck has."""
    most = min(room(view, view.seat), view.left[view.seat])
    for number in range(most + 1):
        write_move(moves[number], DRAW, NO_CARD, NOBODY, NO_CARD, 0, number)
    return most + 1


@compiled(inline=False)
def list_plays(view: Any, moves: Any, cards: int) -> int:
    """To play none of these cards, or one of them with everything that has to be named."""
    seat = view.seat
    rules = view.rules
    write_move(moves[0], PASS, NO_CARD, NOBODY, NO_CARD, 0, 0)
    count = list_declared(view, moves, 1, cards & ~rules.aimed[view.place[seat]], NOBODY)
    for i in range(1, rules.players):
        rival = around(seat + i, rules.players)
        if is_rival(view, seat, rival):
            count = list_declared(view, moves, count, against(view, seat, cards, rival), rival)
    return count


@compiled(inline=False)
def list_declared(view: Any, moves: Any, count: int, cards: int, rival: int) -> int:
    """Plays of these cards on a rival (or on nobody), with every aim and every way to turn dragons."""
    rules = view.rules
    place = view.place[view.seat]
    while cards != 0:
        card = rules.code[place, lowest(cards)]
        cards &= cards - 1
        kind = rules.cards[card].destroys
        if kind == ACTION:
            count = declare(view, moves, count, card, rival, NO_CARD)
            kind = GROUND if rules.cards[card].wounds > 0 else ACTION
        if kind != ACTION:
            count = list_aims(view, moves, count, card, rival, kind)
    return count


@compiled(inline=False)
def list_aims(view: Any, moves: Any, count: int, card: int, rival: int, kind: int) -> int:
    """Plays of a card at each ground card or attachment that a rival has in play: alike ones once."""
    place = view.place[rival]
    there = view.attached[rival] if kind == ATTACHMENT else all_grounds(view, rival)
    while there != 0:
        slot = lowest(there)
        there &= ~view.rules.group[place, slot]
        count = declare(view, moves, count, card, rival, view.rules.code[place, slot])
    return count


@compiled(inline=False)
def declare(view: Any, moves: Any, count: int, card: int, rival: int, at: int) -> int:
    """A play with every way to turn dragons that the card leaves open; none where only its wounds count."""
    own = view.rules.cards[card]
    wounds_alone = at != NO_CARD and own.destroys == ACTION and view.rules.ground_text == 0
    if own.whose[0] == 0 or wounds_alone:
        write_move(moves[count], PLAY, card, rival, at, 0, 0)
        return count + 1
    for seat in range(view.rules.players):
        found = turned(view, card, 0, seat, rival, view.facing[seat])
        for facing in range(N_FACINGS):
            if found >> facing & 1 != 0:
                count = declare_second(view, moves, count, card, rival, at, seat, facing)
    return count


@compiled(inline=False)
def declare_second(
    view: Any, moves: Any, count: int, card: int, rival: int, at: int, turned_seat: int, turned_to: int
) -> int:
    """The same with one dragon turned: if the card turns another, or the same one on, every way to do that."""
    first = 1 + N_FACINGS * turned_seat + turned_to
    if view.rules.cards[card].whose[MAX_TURNS - 1] == 0:
        write_move(moves[count], PLAY, card, rival, at, first, 0)
        return count + 1
    for seat in range(view.rules.players):
        now = turned_to if seat == turned_seat else view.facing[seat]
        found = turned(view, card, 1, seat, rival, now)
        for facing in range(N_FACINGS):
            if found >> facing & 1 != 0:
                declared = first | 1 + N_FACINGS * seat + facing << 4
                write_move(moves[count], PLAY, card, rival, at, declared, 0)
                count += 1
    return count


@compiled(inline=False)
def turned(view: Any, card: int, change: int, seat: int, rival: int, facing: int) -> int:
    """The facings, a bit each, to which a card can turn the dragon of a seat that faces so; none if not this one."""
    own = view.rules.cards[card]
    whose = own.whose[change]
    if (whose == OWN and seat != view.seat) or (whose == RIVAL and seat != rival) or not is_alive(view, seat):
        return 0
    return 1 << own.to[change] if own.to[change] != NO_FACING else reached(facing, own.by[change])
