"""What a player may do, from what they see: cards as sets of slots with one slot a title, then moves with all named.

Order of moves: to let it be (pass, hold), then cards by slot; those that name no rival before those that do, rivals to
the left.
"""

from typing import Any

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.games.dragon.rules.effects import N_FACINGS, reached
from dhstats.games.dragon.rules.zones import all_grounds, around, is_alive, room, with_types
from dhstats.games.dragon.table import (
    ACTION,
    ALL_CARDS,
    ATTACHMENT,
    DISCARD,
    DISCARD_STEP,
    DRAW,
    DRAW_STEP,
    GROUND,
    GROUND_STEP,
    HOLD,
    MAX_COST,
    MAX_TURNS,
    N_ATTACKS,
    NO_CARD,
    NO_FACING,
    NO_LIMIT,
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
    UPGRADE,
)

# ---- Cards that may be played, or top -------------------------------------------------------------------------


@compiled()
def is_first_turn(seen: Any, seat: int) -> bool:
    """Whether this is the first player's first turn, which has a limit of its own."""
    return seat == 0 and seen.mover == 0 and seen.turns[0] == 0


@compiled()
def is_rival(seen: Any, seat: int, other: int) -> bool:
    """Whether a dragon is in the fight, and on another side."""
    return is_alive(seen, other) and seen.rules.team[other] != seen.rules.team[seat]


@compiled()
def attacks_left(seen: Any, seat: int) -> int:
    """How many attack cards a player may still play in this turn, whatever their types."""
    return seen.rules.attacks[seen.facing[seat]] + seen.power[seat].attacks - seen.made[seat]


@compiled(inline=False)
def playable(seen: Any, seat: int, hand: int, step: int) -> int:
    """Titles of a hand that could be played in a step, each for its own kinds, as far as rivals do not forbid it.

    Facing, special types, the cost in cards, limits of ground cards; of attacks by facing, by type, in the first turn.
    """
    rules, place = seen.rules, seen.place[seat]
    cost = min(MAX_COST, seen.hand_sizes[seat] - 1)
    if cost < 0 or (step == GROUND_STEP and seen.grounds_played[seat] >= rules.grounds):
        return 0
    cards = hand & rules.titles[place] & rules.costing[place, cost]
    cards &= rules.own_facing[place, seen.facing[seat]] & seen.usable[seat]
    if step == GROUND_STEP:
        return cards & rules.of_kind[place, GROUND]
    cards &= ~rules.of_kind[place, GROUND] & (~rules.of_kind[place, UPGRADE] | rules.upgrade[place, seen.level[seat]])
    if attacks_left(seen, seat) <= 0 or (rules.first_turn != NO_LIMIT and is_first_turn(seen, seat)):
        return cards & ~rules.attack[place]
    for kind in range(N_ATTACKS):
        if seen.made_of[seat, kind] >= rules.most[kind] + seen.power[seat].more[kind]:
            cards &= ~rules.of_type[place, kind]
    return cards


@compiled(inline=False)
def against(seen: Any, seat: int, cards: int, rival: int) -> int:
    """Those of these cards that name a rival and could be played on this one."""
    rules = seen.rules
    place = seen.place[seat]
    cards &= rules.aimed[place] & rules.rival_facing[place, seen.facing[rival]]
    if all_grounds(seen, rival) == 0:
        cards &= ~rules.destroying[place, GROUND]
    if seen.attached[rival] == 0:
        cards &= ~rules.destroying[place, ATTACHMENT]
    return cards


@compiled(inline=False)
def has_target(seen: Any, seat: int, cards: int) -> bool:
    """Whether any of these cards can be played, some perhaps on no rival at all."""
    if cards == 0:
        return False
    if cards & ~seen.rules.aimed[seen.place[seat]] != 0:
        return True
    for rival in range(seen.rules.players):
        if is_rival(seen, seat, rival) and against(seen, seat, cards, rival) != 0:
            return True
    return False


@compiled(inline=False)
def toppers(seen: Any, seat: int, hand: int) -> int:
    """Titles of a hand that top the card played last: whose list has one of its types. Costs and limits are ignored."""
    titles = seen.rules.titles[seen.place[seat]]
    return hand & titles & topping(seen, seat, seen.rules.cards[seen.top_card].types)


@compiled()
def topping(seen: Any, seat: int, types: int) -> int:
    """The cards of a deck that its player may top a card of such types with."""
    rules = seen.rules
    place = seen.place[seat]
    cards = with_types(rules.topping[place], types)
    if rules.special_tops == 0:
        cards &= seen.usable[seat]
    if rules.first_turn == ALL_CARDS and is_first_turn(seen, seat):
        cards &= ~rules.attack[place]
    return cards


# ---- Moves -------------------------------------------------------------------------------------------------------


@compiled()
def legal(view: Any, moves: Any) -> int:
    """Writes all that the player to move may do into `moves` and returns how many moves that is."""
    phase, seat = view.phase, view.seat
    if phase == TOPPING:
        return list_cards(view, moves, toppers(view, seat, view.hand), TOP, HOLD)
    if GROUND_STEP <= phase <= PLAY_STEP:
        return list_plays(view, moves, playable(view, seat, view.hand, phase))
    if phase == DRAW_STEP:  # every number of cards, from none to as many as the step allows and the deck has
        most = min(room(view, seat), view.left[seat])
        for number in range(most + 1):
            write_move(moves[number], DRAW, NO_CARD, NOBODY, NO_CARD, 0, number)
        return most + 1
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
        if kind != ACTION:  # at each ground card or attachment that the rival has in play: alike ones once
            there = view.attached[rival] if kind == ATTACHMENT else all_grounds(view, rival)
            while there != 0:
                slot = lowest(there)
                there &= ~rules.group[view.place[rival], slot]
                count = declare(view, moves, count, card, rival, rules.code[view.place[rival], slot])
    return count


@compiled(inline=False)
def declare(view: Any, moves: Any, count: int, card: int, rival: int, at: int) -> int:
    """A play with every way to turn dragons that the card leaves open; none where only its wounds count.

    Where it turns a second dragon, or the same one on, with every way to do that.
    """
    own = view.rules.cards[card]
    wounds_alone = at != NO_CARD and own.destroys == ACTION and view.rules.ground_text == 0
    if own.whose[0] == 0 or wounds_alone:
        write_move(moves[count], PLAY, card, rival, at, 0, 0)
        return count + 1
    for seat in range(view.rules.players):
        ways = turned(view, card, 0, seat, rival, view.facing[seat])
        while ways != 0:
            facing = lowest(ways)
            ways &= ways - 1
            first = 1 + N_FACINGS * seat + facing
            if own.whose[MAX_TURNS - 1] == 0:
                write_move(moves[count], PLAY, card, rival, at, first, 0)
                count += 1
                continue
            for other in range(view.rules.players):
                more = turned(view, card, 1, other, rival, facing if other == seat else view.facing[other])
                while more != 0:
                    declared = first | 1 + N_FACINGS * other + lowest(more) << 4
                    more &= more - 1
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
