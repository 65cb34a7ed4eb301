"""What cards in hand promise and what captured cards are good for: estimates that players of all kinds share.

All of it follows from a view. Where no dice are left to lot a chance is exact; an estimate says what it leaves out.
"""

from typing import Any

from dhstats.engine.bits import lowest
from dhstats.engine.compiled import compiled
from dhstats.games.dragonwood.rules.attempts import (
    LIKES,
    add_up,
    added,
    at_least,
    longest_row,
    most_alike,
    most_of_a_suit,
    needed,
    odds_helped,
    share_of,
    sum_of,
)
from dhstats.games.dragonwood.table import KEEP, N_CREATURES, NO_TITLE, NUMBERS, SCREAM, STOMP, STRIKE
from dhstats.games.records import record

SAMPLE_DICE = 3  # an enhancement is judged by what it adds to attacks with so many dice


# ---- Dice ------------------------------------------------------------------------------------------------------


@compiled(inline=False)
def chance_with(view: Any, act: int, die: int) -> float:
    """The chance that the attempt that is being rolled for succeeds: with the dice kept, or with a die rolled again."""
    rules = view.rules
    number = needed(rules, view.act, view.target) - added(view, view.seat, view.act, view.target, view.used)
    short = number - sum_of(view.rolled)
    return at_least(rules.chance[0, 0], short) if act == KEEP else at_least(rules.chance[0, 1], short + die)


# ---- Enhancements ----------------------------------------------------------------------------------------------


@compiled()
def lasting(rules: Any, owned: int) -> int:
    """The enhancements that help with every attack on a creature."""
    return owned & ~(rules.once | rules.wild)


@compiled()
def aid_of(view: Any, seat: int, aid: Any) -> None:
    """What a player's lasting enhancements add to his attacks on creatures."""
    add_up(view.rules, lasting(view.rules, view.owned[seat]), aid)


# ---- Attacks with so many cards --------------------------------------------------------------------------------


@compiled()
def likely(rules: Any, aid: Any, target: int, act: int, cards: int) -> float:
    """The chance that so many cards capture a card by one way, helped by what lasts."""
    return share_of(rules, aid, act, target, cards) if cards > 0 else 0.0


# The best attacks on some creatures, by way and number of cards, each worked out when it is asked for first.
PROMISES = record(
    ("targets", "i8"),  # the creatures, titles as bits
    ("known", "i8"),  # what has been worked out, a bit each
    ("best", "f8", LIKES),  # expected points of the best attack,
    ("target", "i8", LIKES),  # the creature that it attacks,
    ("second", "f8", LIKES),  # and of the best attack on another one
    ("sets", "i8"),  # the sizes of the sets that were looked at last,
    ("most", "f8"),  # the best attack with one of them,
    ("goal", "i8"),  # and the creature that it attacks
)


@compiled()
def promise_nothing_yet(targets: int, promises: Any) -> None:
    """Of the attacks on these creatures none has been worked out."""
    promises.targets = targets
    promises.known = 0
    promises.sets = -1


@compiled()
def best_promise(rules: Any, aid: Any, promises: Any, without: int, row: int, alike: int, suit: int) -> float:
    """The expected points of the best attack with sets of these sizes, once a creature is gone (NO_TITLE: none)."""
    sets = (row * (NUMBERS + 1) + alike) * (NUMBERS + 1) + suit
    if sets != promises.sets:  # many attempts leave sets of the same sizes
        promises.sets, promises.most, promises.goal = sets, 0.0, NO_TITLE
        compare(rules, aid, promises, STRIKE, row)
        compare(rules, aid, promises, STOMP, alike)
        compare(rules, aid, promises, SCREAM, suit)
    if promises.goal != without:
        return float(promises.most)
    best = promise_by(rules, aid, promises, without, STRIKE, row)
    best = max(best, promise_by(rules, aid, promises, without, STOMP, alike))
    return max(best, promise_by(rules, aid, promises, without, SCREAM, suit))


@compiled()
def compare(rules: Any, aid: Any, promises: Any, act: int, cards: int) -> None:
    """Takes note of the best attack by one way if it is the best so far with sets of the sizes looked at."""
    points = promise_by(rules, aid, promises, NO_TITLE, act, cards)
    if points > promises.most:
        promises.most, promises.goal = points, promises.target[(act - STRIKE) * (NUMBERS + 1) + cards]


@compiled()
def promise_by(rules: Any, aid: Any, promises: Any, without: int, act: int, cards: int) -> float:
    """The expected points of the best attack by one way with so many cards, once a creature is gone."""
    place = (act - STRIKE) * (NUMBERS + 1) + cards
    if promises.known >> place & 1 == 0:
        work_out(rules, aid, promises, act, cards)
    return promises.second[place] if promises.target[place] == without else promises.best[place]


@compiled(inline=False)
def work_out(rules: Any, aid: Any, promises: Any, act: int, cards: int) -> None:
    """The two best attacks by one way with so many cards."""
    best, second, first, place = 0.0, 0.0, NO_TITLE, (act - STRIKE) * (NUMBERS + 1) + cards
    odds, adds = odds_helped(rules, aid, act, cards), aid.adds[act - STRIKE]
    targets = promises.targets if cards > 0 else 0
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        points = at_least(odds, needed(rules, act, target) - adds) * rules.points[target]
        second = max(second, min(best, points))
        first = target if points > best else first
        best = max(best, points)
    promises.best[place], promises.second[place], promises.target[place] = best, second, first
    promises.known |= 1 << place


@compiled(inline=False)
def fit(hand: int) -> int:
    """How well cards go together: the longest row, the most of a number and the most of a suit, added up."""
    return longest_row(hand) + most_alike(hand) + most_of_a_suit(hand)


@compiled(inline=False)
def threat_of_others(view: Any, aids: Any, target: int) -> float:
    """About how likely the one of the others who could best capture a card would do so, each with his aid.

    That is with half of his hand, by the way that suits him best.
    """
    best = 0.0
    for seat in range(view.rules.players):
        if seat != view.seat:
            cards = view.hand_sizes[seat] + 1 >> 1
            for act in range(STRIKE, SCREAM + 1):
                best = max(best, likely(view.rules, aids[seat], target, act, cards))
    return best


# ---- What is still to come -------------------------------------------------------------------------------------


@compiled()
def unseen_cards(view: Any) -> Any:
    """How many Dragonwood cards nobody has seen, and how many of them are dragons."""
    rules = view.rules
    dragons, unseen = 0, 0
    for title in range(rules.copies.shape[0]):
        left = rules.copies[title] - view.revealed[title]
        unseen += left
        if rules.dragons >> title & 1 != 0:
            dragons += left
    return unseen, dragons


@compiled()
def hidden_among(view: Any, target: int, unseen: int, dragons: int) -> float:
    """How many cards of a title may be expected in the draw pile: dragons all, of the others some lie in the box.

    So many cards and dragons are unseen, as `unseen_cards` says.
    """
    rules = view.rules
    left: int = rules.copies[target] - view.revealed[target]
    if rules.dragons >> target & 1 != 0:
        return left
    if left == 0 or unseen == dragons:
        return 0.0
    return left * (view.wood_left - dragons) / (unseen - dragons)


# The creatures that may still be captured, worked out once for all enhancements that lie there.
PREY = record(
    ("kinds", "i8"),  # how many titles,
    ("points", "i8", N_CREATURES),  # and of each its points,
    ("left", "f8", N_CREATURES),  # how many cards may be expected in the landscape and the pile,
    ("least", "i8", (N_CREATURES, 3)),  # what dice have to show by each way of attack,
    ("before", "f8", (N_CREATURES, 3)),  # and the chance of SAMPLE_DICE dice to do so
)


@compiled(inline=False)
def look_for_prey(view: Any, aid: Any, prey: Any) -> None:
    """Works out which creatures are left, and how likely an attack on each is with what lasts."""
    rules, kinds = view.rules, 0
    unseen, dragons = unseen_cards(view)
    odds = rules.chance[aid.rerolls, min(SAMPLE_DICE, rules.max_dice)]
    for target in range(N_CREATURES):
        left = view.lying[target] + hidden_among(view, target, unseen, dragons)
        if left > 0:
            prey.points[kinds], prey.left[kinds] = rules.points[target], left
            for act in range(STRIKE, SCREAM + 1):
                least = needed(rules, act, target) - aid.adds[act - STRIKE]
                prey.least[kinds, act - STRIKE] = least
                prey.before[kinds, act - STRIKE] = at_least(odds, least)
            kinds += 1
    prey.kinds = kinds


@compiled(inline=False)
def worth_of(rules: Any, aid: Any, prey: Any, number: int) -> float:
    """What an enhancement is worth in points for who decides: what it adds over their share of the creatures left.

    That is the points that it adds to an attack on a creature, over the three ways on average, as if attacks were made
    with SAMPLE_DICE dice; one that brings a die or counts as a card makes it one die more. Their share is one in so
    many as play. One that is spent adds something once: where it adds most.
    """
    again = aid.rerolls | rules.rerolls >> number & 1
    dice = min(SAMPLE_DICE + rules.extra_dice[number] + (rules.wild >> number & 1), rules.max_dice)
    odds = rules.chance[again, dice]
    total, most = 0.0, 0.0
    for kind in range(prey.kinds):
        more = 0.0
        for way in range(SCREAM - STRIKE + 1):
            more += at_least(odds, prey.least[kind, way] - rules.adds[number, way])
            more -= prey.before[kind, way]
        points = prey.points[kind] * more / 3.0
        total += prey.left[kind] * points
        most = max(most, points)
    return most if rules.once >> number & 1 != 0 else total / rules.players
