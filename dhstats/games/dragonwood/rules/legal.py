"""What a player may do, listed from what they see.

Order: to reload; then strikes, stomps, screams and spells, each first without, then with every wild enhancement.
"""

from typing import Any

from dhstats.engine.bits import lowest, natural, ones
from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.rules import attempts
from dhstats.games.dragonwood.table import (
    A_DISCARD,
    A_REROLL,
    A_TURN,
    ALL_CREATURES,
    DISCARD,
    KEEP,
    NO_TITLE,
    NUMBERS,
    PASS,
    RELOAD,
    REROLL,
    SCREAM,
    SPELL,
    STOMP,
    STRIKE,
    SUITS,
)


@compiled()
def legal(view: Any, moves: Any) -> int:
    """Writes all that the player to move may do into `moves` and returns how many moves that is."""
    if view.phase == A_REROLL:
        return list_rerolls(view, moves)
    if view.phase != A_TURN:
        return list_cards(view, moves, DISCARD if view.phase == A_DISCARD else PASS)
    # To reload, which is always possible, or every attempt
    write_move(moves[0], RELOAD, NO_TITLE, 0, 0, 0)
    count = 1
    if view.hand & view.hand - 1 != 0:
        count = list_attempts(view, moves, count, 0)
    elif view.hand != 0:  # most turns: a single card counts as a strike, a stomp or a scream
        for act in range(STRIKE, SCREAM + 1):
            count = offer_at(view, moves, count, act, view.landscape, view.hand, 0, optional_of(view))
    wild = view.owned[view.seat] & view.rules.wild
    while wild != 0:
        count = list_attempts(view, moves, count, wild & -wild)
        wild &= wild - 1
    return count


@compiled()
def write_move(move: Any, act: int, target: int, cards: int, used: int, die: int) -> None:
    """Fills in a move."""
    move.act = act
    move.target = target
    move.cards = cards
    move.used = used
    move.die = die


@compiled(inline=False)
def list_cards(view: Any, moves: Any, act: int) -> int:
    """One move for each card in hand: to discard or to pass it."""
    count = 0
    hand = view.hand
    while hand != 0:
        write_move(moves[count], act, NO_TITLE, hand & -hand, 0, 0)
        hand &= hand - 1
        count += 1
    return count


@compiled(inline=False)
def list_rerolls(view: Any, moves: Any) -> int:
    """To keep the dice as they lie, or to roll one again: dice that show the same are alike."""
    write_move(moves[0], KEEP, NO_TITLE, 0, 0, 0)
    count = 1
    faces = 0
    rolled = view.rolled
    while rolled != 0:
        face = rolled & 15
        if faces >> face & 1 == 0:
            write_move(moves[count], REROLL, NO_TITLE, 0, 0, face)
            count += 1
        faces |= 1 << face
        rolled >>= 4
    return count


@compiled(inline=False)
def list_attempts(view: Any, moves: Any, count: int, wild: int) -> int:
    """All attempts with this wild enhancement, or without one (0). Dice set the limit of cards."""
    room = view.rules.max_dice - (1 if wild != 0 else 0)
    count = list_strikes(view, moves, count, wild, room)
    if wild != 0:
        count = offer(view, moves, count, STOMP, 0, wild)
    held = attempts.numbers_in(view.hand)
    while held != 0:  # cards of one number stomp
        count = offer_subsets(view, moves, count, STOMP, attempts.number_of(view.hand, lowest(held)), wild, room)
        held &= held - 1
    if wild != 0:
        count = offer(view, moves, count, SCREAM, 0, wild)
    for suit in range(SUITS):  # cards of one suit scream
        among = attempts.suit_of(view.hand, suit)
        if among != 0:
            count = offer_subsets(view, moves, count, SCREAM, among, wild, room)
    if view.rules.spell != 0 and (wild == 0 or view.rules.spell_enhanced != 0):
        count = list_spells(view, moves, count, wild)
    return count


@compiled()
def list_strikes(view: Any, moves: Any, count: int, wild: int, room: int) -> int:
    """Cards in a row, whatever their suits; a wild one goes on with the row or fills one gap in it."""
    held = attempts.numbers_in(view.hand)
    if wild != 0:
        count = offer(view, moves, count, STRIKE, 0, wild)
        room = min(room, view.rules.numbers - 1)
    first = held
    while first != 0:
        start = first & -first
        row, next_number = start, start << 1
        while True:
            count = offer_row(view, moves, count, row, wild)
            if ones(row) == room or held & next_number == 0:
                break
            row |= next_number
            next_number <<= 1
        if wild != 0:
            count = list_gapped(view, moves, count, start, wild, room)
        first &= first - 1
    return count


@compiled(inline=False)
def list_gapped(view: Any, moves: Any, count: int, start: int, wild: int, room: int) -> int:
    """Rows from a number on that lack one number inside, which the wild enhancement fills."""
    held = attempts.numbers_in(view.hand)
    before = start
    while ones(before) < room and before & ~held == 0:
        gap = before << 1 & ~before
        row, next_number = before, gap << 1
        while ones(row) < room and held & next_number != 0:
            row |= next_number
            next_number <<= 1
            count = offer_row(view, moves, count, row, wild)
        before |= gap
    return count


@compiled(inline=False)
def offer_row(view: Any, moves: Any, count: int, numbers: int, wild: int) -> int:
    """Strikes with one card of each of these numbers, in every choice of suits."""
    targets, optional = targets_of(view, STRIKE, wild), optional_of(view)
    cards = attempts.lowest_choice(view.hand, numbers)
    while cards != 0:
        count = offer_at(view, moves, count, STRIKE, targets, cards, wild, optional)
        cards = attempts.next_choice(view.hand, numbers, cards)
    return count


@compiled(inline=False)
def offer_subsets(view: Any, moves: Any, count: int, act: int, among: int, wild: int, room: int) -> int:
    """Attempts with any of these cards, as many as there is room for."""
    targets, optional = targets_of(view, act, wild), optional_of(view)
    cards = among
    while cards != 0:
        if ones(cards) <= room:
            count = offer_at(view, moves, count, act, targets, cards, wild, optional)
        cards = cards - 1 & among  # the next subset as all are counted down
    return count


@compiled(inline=False)
def list_spells(view: Any, moves: Any, count: int, wild: int) -> int:
    """Cards of one suit in a row; a wild one goes on with the row or fills one gap in it."""
    length = view.rules.spell_cards
    for suit in range(SUITS):
        held = attempts.suit_of(view.hand, suit)
        last = NUMBERS * suit + view.rules.numbers
        for first in range(NUMBERS * suit, last - length + 1 + (1 if wild != 0 else 0)):
            row = (1 << length) - 1 << first
            if wild == 0:
                count = offer_held(view, moves, count, row, held, 0)
                continue
            count = offer_held(view, moves, count, row >> 1 & row, held, wild)
            for gap in range(first + 1, first + length - 1):
                count = offer_held(view, moves, count, row ^ 1 << gap, held, wild)
    return count


@compiled()
def offer_held(view: Any, moves: Any, count: int, cards: int, held: int, wild: int) -> int:
    """Spells with these cards, if the player holds them."""
    return offer(view, moves, count, SPELL, cards, wild) if cards & ~held == 0 else count


@compiled(inline=False)
def offer(view: Any, moves: Any, count: int, act: int, cards: int, wild: int) -> int:
    """One kind of attempt with these cards at everything that it may be made at, with every help there may be."""
    return offer_at(view, moves, count, act, targets_of(view, act, wild), cards, wild, optional_of(view))


@compiled()
def targets_of(view: Any, act: int, wild: int) -> int:
    """What an attempt may be made at: enhancements help with creatures only, and the spell works on dragons only."""
    targets: int = view.landscape
    if wild != 0:
        targets &= ALL_CREATURES
    if act == SPELL:
        targets &= view.rules.dragons
    return targets


@compiled()
def optional_of(view: Any) -> int:
    """The once-only enhancements that a player may use or keep back."""
    optional: int = view.owned[view.seat] & view.rules.once & ~view.rules.wild
    return optional


@compiled()
def offer_at(view: Any, moves: Any, count: int, act: int, targets: int, cards: int, wild: int, optional: int) -> int:
    """Attempts with these cards at each of these titles, with every choice of once-only enhancements."""
    if optional != 0:
        return offer_with_choices(view, moves, count, act, targets, cards, wild, optional)
    while targets != 0:
        write_move(moves[natural(count)], act, lowest(targets), cards, wild, 0)
        targets &= targets - 1
        count += 1
    return count


@compiled(inline=False)
def offer_with_choices(
    view: Any, moves: Any, count: int, act: int, targets: int, cards: int, wild: int, optional: int
) -> int:
    """The same with every choice of the once-only enhancements that a player has, where they may help; all first.

    One that brings a die may only be used where the die is rolled.
    """
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        used = optional if attempts.may_help(view.rules, act, target) else 0
        while used != 0:
            if not wastes_dice(view, act, target, cards, used, wild):
                write_move(moves[count], act, target, cards, used | wild, 0)
                count += 1
            used = used - 1 & optional
        write_move(moves[count], act, target, cards, wild, 0)
        count += 1
    return count


@compiled()
def wastes_dice(view: Any, act: int, target: int, cards: int, used: int, wild: int) -> bool:
    """Whether enhancements that are spent would bring more dice than there are."""
    brings = 0
    spent = used
    while spent != 0:
        brings += view.rules.extra_dice[lowest(spent)]
        spent &= spent - 1
    return brings > 0 and attempts.dice_earned(view, view.seat, act, target, cards, used | wild) > view.rules.max_dice
