"""Which of a player's many options are worth a look.

A hand makes hundreds of attempts, most of them another choice of suits for the same number of dice, or hopeless. What
is sifted out here is still legal; players who look at few options well look at these.
"""

from typing import Any

from dhstats.engine.bits import lowest, natural, ones
from dhstats.engine.compiled import compiled
from dhstats.engine.copies import scratch
from dhstats.games.dragonwood.players.inputs import forbids
from dhstats.games.dragonwood.players.prospects import fit, lasting
from dhstats.games.dragonwood.players.rivals import in_last_turn
from dhstats.games.dragonwood.rules.attempts import (
    AID,
    LIKES,
    add_up,
    choice_at,
    like_of,
    longest_row,
    most_alike,
    most_of_a_suit,
    place_of,
    share_of,
    with_same_cards,
)
from dhstats.games.dragonwood.table import A_TURN, MAX_LANDSCAPE, MAX_OPTIONAL, NUMBERS, RELOAD, SUITS
from dhstats.games.records import record

LEAST_CHANCE = 0.1  # an attempt that succeeds less often is made in one's last turn only
FITTING = 0.03  # chance that is given up for a card more that goes together with those kept
MOST_ATTEMPTS = 31
BY_FIT = 20  # where in a number that stands for a hand it is noted how well its cards go together
LISTED_LAST = (1 << BY_FIT) - 1
NOWHERE = 0
ROOM = MOST_ATTEMPTS + 1
MOST_KEPT = 2 * ROOM  # attempts, or every card of the largest hand
HOPELESS = -1  # in place of the best hand that is left: whatever it is, no attempt is worth a look
CROWDED = -1  # in place of a number of attempts: there are more kinds than room
ABSENT = -1.0  # in place of a score
CHOICES = 1 << MAX_OPTIONAL
KINDS = CHOICES * MAX_LANDSCAPE * (NUMBERS + 1)

# What is known while attempts are sifted. A kind of attempt is the enhancements used, the title attacked and the number
# of cards played, as one number in this order: those of a kind that are made in one way succeed equally often. Attempts
# made in one way with so many cards and one wild enhancement are a group.
WORK = record(
    ("least", "f8"),  # how often an attempt has to succeed at least
    ("choices", "i8"),  # enhancements that may be used or kept back,
    ("aids", AID, CHOICES),  # and for each choice of them what all that then help add
    ("titles", "i8"),  # how many lie in the landscape
    ("sizes", "i8"),
    ("largest", "i8"),  # the most cards of an attempt so far
    ("row", "i8"),  # the sets of the whole hand
    ("alike", "i8"),
    ("suit", "i8"),
    ("alone", "i8", SUITS * NUMBERS),  # how well the hand goes together without this one card,
    ("together", "i8"),  # and the best of these
    ("places", "i8", KINDS),  # where a kind is kept, or NOWHERE
    ("kinds", "i8", ROOM),  # what is kept at a place: its kind,
    ("shares", "f8", ROOM),  # its chance,
    ("scores", "f8", ROOM),  # and what it is compared by
    ("most", "f8", KINDS),  # the best chance with no more cards and enhancements, itself included
    ("groups", "i8"),  # how many groups were met in which an attempt is likely enough,
    ("order", "i8", LIKES),  # and which, in the order in which they were met
    ("runs", "i8", LIKES),  # of a group: attempts with the same cards,
    ("chances", "f8", (LIKES, CHOICES * MAX_LANDSCAPE)),  # the chance of each of them,
    ("best", "i8", LIKES),  # the best hand that is left, see `hand_left`,
    ("bound", "i8", LIKES),  # and what it is below as long as a better one may be met
)


@compiled(inline=False)
def shortlist(view: Any, moves: Any, count: int, restriction: int, kept: Any, shares: Any) -> int:
    """Writes the numbers of the moves worth a look into `kept` and returns how many they are.

    Of a turn's attempts at one card with as many cards and the same enhancements one is kept: the likeliest, if it does
    not break up the hand; and none that another one matches with no more of anything. The first move, which is to
    reload where that is allowed, and what is to be decided between turns, is always kept. In a turn the chance of the
    k-th attempt kept is `shares[k]`; there has to be room for ROOM of them.
    """
    if view.phase != A_TURN:
        for i in range(count):
            kept[i] = i
        return count
    kept[0] = 0
    if count == 1:
        return 1
    work = scratch(WORK)
    found = gather(view, moves, count, restriction, kept, work, 0)
    if found == CROWDED:
        found = gather(view, moves, count, restriction, kept, work, 1)
    if moves[0].act != RELOAD:
        aid = work.aids[place_of(moves[0].used, work.choices)]
        shares[0] = share_of(view.rules, aid, moves[0].act, moves[0].target, ones(moves[0].cards))
    left, less = 1, matched(work)
    for k in range(1, found):
        if less >> k & 1 == 0:
            kept[left], shares[left] = kept[k], work.shares[k]
            left += 1
    return left


# ---- Going through all cards that attempts are made with -----------------------------------------------------------


@compiled(inline=False)
def gather(view: Any, moves: Any, count: int, restriction: int, kept: Any, work: Any, crowded: int) -> int:
    """The best attempt of every kind, behind the first move; returns how many moves that is.

    Attempts of a group differ only in what is left in hand. So of all its cards those are looked for that leave most
    together, and only attempts with them are offered. Where there are more kinds than room (`crowded`), which of them
    find room depends on the order: attempts are offered as soon as they are the best so far.
    """
    begin(view, work)
    wilds = view.rules.wild
    found, i = 1, 1 if moves[0].act == RELOAD else 0  # who must make an attempt has none but attempts
    while i < count and found != CROWDED:
        wild, met, work.groups = moves[i].used & wilds, 0, 0
        while i < count and moves[natural(i)].used & wilds == wild:
            like = like_of(moves[natural(i)])
            group = natural(like)
            if met >> like & 1 == 0:
                meet(view, moves, count, i, like, work)
                met |= 1 << like
            if work.best[group] < work.bound[group]:
                best = hand_left(view.hand, moves[natural(i)].cards, i, work)
                if crowded != 0 and best > work.best[group]:
                    found = offer(view, moves, best, like, restriction, kept, work, found, 1)
                work.best[group] = max(work.best[group], best)
            i += work.runs[group]
        for place in range(work.groups if crowded == 0 else 0):
            like = work.order[place]
            found = offer(view, moves, work.best[like], like, restriction, kept, work, found, 0)
            if found == CROWDED:
                break
    return found


@compiled()
def begin(view: Any, work: Any) -> None:
    """Nothing is kept yet; what all attempts share is worked out."""
    work.least = 0.0 if in_last_turn(view) else LEAST_CHANCE
    rules = view.rules
    work.choices = view.owned[view.seat] & (rules.once | rules.wild)
    work.titles, work.largest = ones(view.landscape), 0
    work.sizes = 1 + max(rules.max_dice, rules.spell_cards)  # no card, as many as there are dice, or a spell's
    # The sets of the hand, and how well it goes together without each of its cards: most ways are made with each
    hand = view.hand
    work.row, work.alike, work.suit = longest_row(hand), most_alike(hand), most_of_a_suit(hand)
    left, work.together = hand, 0
    while left != 0:
        together = fit(hand ^ (left & -left))
        work.alone[natural(lowest(left))] = together
        work.together = max(work.together, together)
        left &= left - 1
    helping = lasting(rules, view.owned[view.seat])
    choices = 1 << ones(work.choices)
    for place in range(choices):
        add_up(rules, helping | choice_at(place, work.choices), work.aids[place])
    for kind in range(choices * work.titles * work.sizes):
        work.places[kind] = NOWHERE


@compiled()
def meet(view: Any, moves: Any, count: int, first: int, like: int, work: Any) -> None:
    """Takes note of a group that is met first, with its chances; it is hopeless where no attempt is likely enough."""
    act, cards, best = moves[first].act, ones(moves[first].cards), 0.0
    work.runs[like] = with_same_cards(moves, count, first, view.rules.wild)
    for k in range(work.runs[like]):
        move = moves[natural(first + k)]
        share = share_of(view.rules, work.aids[natural(place_of(move.used, work.choices))], act, move.target, cards)
        work.chances[natural(like), natural(k)] = share
        best = max(best, share)
    if best <= work.least:
        work.best[like] = work.bound[like] = HOPELESS
        return
    # No set is larger than it was, or than all that is left; of two hands as good as that the first is taken
    left = ones(view.hand) - cards
    most = work.together if cards == 1 else min(work.row, left) + min(work.alike, left) + min(work.suit, left)
    work.best[like], work.bound[like] = 0, (most << BY_FIT) + 1
    work.order[work.groups] = like
    work.groups += 1


# ---- What is left in hand, as a number: the larger, the more goes together; of equals the attempt listed first ------


@compiled()
def hand_left(hand: int, cards: int, i: int, work: Any) -> int:
    """What is left in hand without the cards of the attempt listed in this place.

    Comparing is done once a hand and seldom goes twice the same way, so the number of the attempt goes with it.
    """
    single = cards & cards - 1 == 0 and cards != 0
    together = work.alone[natural(lowest(cards))] if single else fit(hand & ~cards)
    return together << BY_FIT | LISTED_LAST - i


# ---- The best of each kind ------------------------------------------------------------------------------------------


@compiled(inline=False)
def offer(
    view: Any, moves: Any, best: int, like: int, restriction: int, kept: Any, work: Any, found: int, crowded: int
) -> int:
    """Keeps those attempts with the same cards that are the best of their kinds so far; how many moves are then kept.

    Those of a kind that is met first go behind all others. If there is no room, they take the place of the worst that
    is worse, in a crowd; without one, that there is one is what is returned. Which of two is better cannot be foreseen,
    so there is no branch for it.
    """
    first = LISTED_LAST - (best & LISTED_LAST)
    cards, fitting = ones(moves[first].cards), FITTING * (best >> BY_FIT)
    work.largest = max(work.largest, cards)
    for i in range(first, first + work.runs[like]):
        move, share = moves[natural(i)], work.chances[natural(like), natural(i - first)]
        if share <= work.least or (restriction != 0 and forbids(view, move, restriction)):
            continue
        title, score = ones(view.landscape & (1 << move.target) - 1), share + fitting
        kind = (place_of(move.used, work.choices) * work.titles + title) * work.sizes + cards
        k = work.places[natural(kind)]
        if k == NOWHERE:
            if found > MOST_ATTEMPTS and crowded == 0:
                return CROWDED
            k = found if found <= MOST_ATTEMPTS else place_of_worse(work, found, score)
            if k == NOWHERE:
                continue
            work.places[natural(kind)], work.kinds[natural(k)], work.scores[natural(k)] = k, kind, ABSENT
            found = max(found, k + 1)
        at = natural(k)
        better = score > work.scores[at]
        kept[at] = i if better else kept[at]
        work.shares[at] = share if better else work.shares[at]
        work.scores[at] = score if better else work.scores[at]
    return found


@compiled(inline=False)
def place_of_worse(work: Any, found: int, score: float) -> int:
    """The place of the worst attempt if it is worse than this, and then no longer kept; or NOWHERE."""
    worst, least = NOWHERE, score
    for k in range(1, found):
        if work.scores[k] < least:
            worst, least = k, work.scores[k]
    if worst != NOWHERE:
        work.places[work.kinds[worst]] = NOWHERE
    return worst


@compiled()
def matched(work: Any) -> int:
    """The places of attempts that another one at the same card matches, a bit each.

    That one is as likely, with no more cards and no other enhancements, and differs in one of the two.
    """
    found = 0
    row = work.titles * work.sizes
    for choice in range(1 << ones(work.choices)):
        for title in range(work.titles):
            best = -1.0
            first = choice * row + title * work.sizes
            for kind in range(first, first + work.largest + 1):
                used = choice
                while used != 0:  # with one of these enhancements less
                    best = max(best, work.most[kind - (used & -used) * row])
                    used &= used - 1
                k = work.places[natural(kind)]
                if k != NOWHERE:
                    found |= (1 << k) * int(work.shares[natural(k)] <= best)
                    best = max(best, work.shares[natural(k)])
                work.most[natural(kind)] = best
    return found
