"""Which attempts are worth a look for a player who has nothing that may be used or kept back: nearly all turns.

Then an attempt's kind is its title and its number of cards, attempts with the same cards are one at each title, and all
kinds together find room. What is left is the same as `sifting` leaves, with less to look up.
"""

from typing import Any

import numpy as np

from dhstats.engine.bits import lowest, natural, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.scratch import scratch
from dhstats.games.dragonwood.players.prospects import fit, lasting
from dhstats.games.dragonwood.players.race import in_last_turn
from dhstats.games.dragonwood.rules.attempts import (
    AID,
    LIKES,
    add_up,
    at_least,
    like_of,
    may_help,
    needed,
    odds_alone,
    odds_helped,
    share_of,
    with_same_cards,
)
from dhstats.games.dragonwood.rules.plays import longest_row, most_alike, most_of_a_suit
from dhstats.games.dragonwood.table import MAX_LANDSCAPE, NUMBERS, RELOAD, SPELL, STRIKE, SUITS

LEAST_CHANCE = 0.1  # an attempt that succeeds less often is made in one's last turn only
FITTING = 0.03  # chance that is given up for a card more that goes together with those kept
MOST_ATTEMPTS = 31
BY_FIT = 20  # where in a number that stands for a hand it is noted how well its cards go together
LISTED_LAST = (1 << BY_FIT) - 1
ABSENT = -1.0  # in place of a chance
KINDS = MAX_LANDSCAPE * (NUMBERS + 1)

# What is known while attempts are sifted. Attempts made in one way with as many cards are a group.
WORK = np.dtype(
    (
        np.record,
        [
            ("aid", AID),  # what lasting enhancements add
            ("least", "f8"),  # how often an attempt has to succeed at least
            ("titles", "i8"),  # how many lie in the landscape
            ("sizes", "i8"),
            ("steps", "i8", 2),  # how many titles an attempt may be made at, by attack or by spell,
            ("attacked", "i8", (2, MAX_LANDSCAPE)),  # which, in the order in which they are listed,
            ("kinds", "i8", (2, MAX_LANDSCAPE)),  # and where the kinds of each begin
            ("alone", "i8", SUITS * NUMBERS),  # how well a hand goes together without this one card,
            ("most", "i8"),  # and the best of these
            ("row", "i8"),  # the sets of the whole hand
            ("alike", "i8"),
            ("suit", "i8"),
            ("groups", "i8"),  # how many groups were met in which an attempt is likely enough,
            ("order", "i8", LIKES),  # and which, in the order in which they were met
            ("best", "i8", LIKES),  # of a group: the best hand that is left, see `hand_left`,
            ("bound", "i8", LIKES),  # what it is below as long as a better one may be met,
            ("chances", "f8", (LIKES, MAX_LANDSCAPE)),  # and its chance at each title that it may be made at
            ("attempts", "i8", KINDS),  # the best attempt of a kind,
            ("shares", "f8", KINDS),  # its chance,
            ("scores", "f8", KINDS),  # and what it is compared by
        ],
    )
)


@compiled()
def as_number(together: int, i: int) -> int:
    """A hand that is left as a number: the larger, the more goes together; of equals the attempt listed first.

    Comparing is done once a hand and seldom goes twice the same way, so the number of the attempt goes with it.
    """
    return together << BY_FIT | LISTED_LAST - i


@compiled()
def hand_left(hand: int, i: int) -> int:
    """What is left in hand after the attempt listed in this place, as a number."""
    return as_number(fit(hand), i)


@compiled(inline=False)
def hand_left_at_most(hand: int, cards: int) -> int:
    """A number that stands for no better hand than some that is left without so many cards.

    No set is then larger than it was, or than all that is left; of two hands as good as that the first is taken.
    """
    return at_most(longest_row(hand), most_alike(hand), most_of_a_suit(hand), ones(hand) - cards)


@compiled()
def at_most(row: int, alike: int, suit: int, left: int) -> int:
    """The same for a hand with sets of these sizes of which so many cards are left."""
    return (min(row, left) + min(alike, left) + min(suit, left) << BY_FIT) + 1


@compiled(inline=False)
def sift_attempts(view: Any, moves: Any, count: int, sizes: int, kept: Any, shares: Any) -> int:
    """Writes the numbers of the attempts worth a look behind the first move, with their chances; how many moves then.

    An attempt takes fewer cards than there are `sizes`.
    """
    work = scratch(WORK)
    add_up(view.rules, lasting(view.rules, view.owned[view.seat]), work.aid)
    work.least = 0.0 if in_last_turn(view) else LEAST_CHANCE
    work.titles, work.sizes = ones(view.landscape), sizes
    if moves[0].act != RELOAD:
        shares[0] = share_of(view.rules, work.aid, moves[0].act, moves[0].target, ones(moves[0].cards))
    walk(view, moves, count, work)
    compare(work)
    return write(work, kept, shares)


@compiled(inline=False)
def walk(view: Any, moves: Any, count: int, work: Any) -> None:
    """Goes through all cards that attempts are made with, and finds for each group those that leave the best hand."""
    met, wanted = 0, (1 << LIKES) - 1  # groups, a bit each; of those wanted a better hand may be met
    work.groups = 0
    look_at_hand(view.hand, work)
    i = 1 if moves[0].act == RELOAD else 0
    while i < count:
        spells = int(moves[i].act == SPELL)  # these are made at dragons alone
        step = note_targets(view, moves, count, i, spells, work)
        while i < count and int(moves[natural(i)].act == SPELL) == spells:
            move = moves[natural(i)]
            like = like_of(move)
            if wanted >> like & 1 != 0:
                if met >> like & 1 == 0 and not meet(view, move, like, work):
                    wanted ^= 1 << like
                else:
                    work.best[like] = max(work.best[like], hand_without(view.hand, move.cards, i, work))
                    wanted ^= 1 << like if work.best[like] >= work.bound[like] else 0
                met |= 1 << like
            i += step


@compiled(inline=False)
def note_targets(view: Any, moves: Any, count: int, first: int, spells: int, work: Any) -> int:
    """Takes note of the titles that all attacks, or all spells, are made at; how many they are."""
    step = with_same_cards(moves, count, first, 0)
    for place in range(step):
        target = moves[first + place].target
        work.attacked[spells, place] = target
        work.kinds[spells, place] = ones(view.landscape & (1 << target) - 1) * work.sizes
    work.steps[spells] = step
    return step


@compiled(inline=False)
def look_at_hand(hand: int, work: Any) -> None:
    """The sets of a hand, and how well it goes together without each of its cards: most ways are made with each."""
    work.row, work.alike, work.suit = longest_row(hand), most_alike(hand), most_of_a_suit(hand)
    left, work.most = hand, 0
    while left != 0:
        together = fit(hand ^ (left & -left))
        work.alone[lowest(left)] = together
        work.most = max(work.most, together)
        left &= left - 1


@compiled()
def hand_without(hand: int, cards: int, i: int, work: Any) -> int:
    """What is left in hand without these cards, as a number."""
    return as_number(work.alone[lowest(cards)], i) if cards & cards - 1 == 0 else hand_left(hand & ~cards, i)


@compiled(inline=False)
def meet(view: Any, move: Any, like: int, work: Any) -> bool:
    """Takes note of a group that is met first, with its chances; whether any attempt is likely enough."""
    cards = ones(move.cards)
    if likeliest(view.rules, move.act, cards, like, work) <= work.least:
        return False
    work.best[like] = 0
    most = at_most(work.row, work.alike, work.suit, ones(view.hand) - cards)
    work.bound[like] = work.most << BY_FIT if cards == 1 else most
    work.order[work.groups] = like
    work.groups += 1
    return True


@compiled()
def likeliest(rules: Any, act: int, cards: int, like: int, work: Any) -> float:
    """Writes the chances of a group at all titles that it may be made at, and returns the best of them."""
    spells, best = int(act == SPELL), 0.0
    alone, helped = odds_alone(rules, work.aid, act, cards), odds_helped(rules, work.aid, act, cards)
    for place in range(work.steps[spells]):
        target = work.attacked[spells, place]
        number = needed(rules, act, target)
        if may_help(rules, act, target):
            share = at_least(helped, number - work.aid.adds[act - STRIKE])
        else:
            share = at_least(alone, number)
        work.chances[like, place] = share
        best = max(best, share)
    return best


@compiled(inline=False)
def compare(work: Any) -> None:
    """Finds the best attempt of each kind, of equals that of the group met first.

    Which of two is likelier cannot be foreseen, so there is no branch for it.
    """
    for kind in range(work.titles * work.sizes):
        work.shares[kind] = work.scores[kind] = ABSENT
    for group in range(work.groups):
        like = work.order[group]
        first, fitting = LISTED_LAST - (work.best[like] & LISTED_LAST), FITTING * (work.best[like] >> BY_FIT)
        spells, cards = is_spell(like), cards_of(like)
        for place in range(work.steps[spells]):
            kind = work.kinds[spells, place] + cards
            share, score = work.chances[like, place], work.chances[like, place] + fitting
            better = (share > work.least) & (score > work.scores[kind])
            work.attempts[kind] = first + place if better else work.attempts[kind]
            work.shares[kind] = share if better else work.shares[kind]
            work.scores[kind] = score if better else work.scores[kind]


@compiled()
def is_spell(like: int) -> int:
    """1 if a group consists of spells, and 0 if of attacks."""
    return int(like >= (SPELL - STRIKE) * (NUMBERS + 1))


@compiled()
def cards_of(like: int) -> int:
    """With how many cards the attempts of a group are made."""
    return like % (NUMBERS + 1)


@compiled()
def unmatched(work: Any) -> int:
    """The kinds whose best attempt is likelier than all at the same title with fewer cards, a bit each."""
    found = 0
    for title in range(work.titles):
        most = ABSENT
        for kind in range(title * work.sizes, (title + 1) * work.sizes):
            found |= (1 << kind) * int(work.shares[kind] > most)
            most = max(most, work.shares[kind])
    return found


@compiled(inline=False)
def write(work: Any, kept: Any, shares: Any) -> int:
    """Writes what is left behind the first move, in the order in which kinds were met; how many moves then."""
    left, found = 1, unmatched(work)
    for group in range(work.groups):
        like = work.order[group]
        spells, cards = is_spell(like), cards_of(like)
        for place in range(work.steps[spells]):
            kind = work.kinds[spells, place] + cards
            kept[left], shares[left] = work.attempts[kind], work.shares[kind]
            taken = found >> kind & int(work.chances[like, place] > work.least)
            left += taken
            found ^= taken << kind
    return left
