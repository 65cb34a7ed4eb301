"""What a play collects in Dragonheart: the cards an arrow leads to, and the Great Dragon with them.

Source: Dragonheart, English rulebook; differences of the Kosmos edition are switches of the rule set.
"""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.engine.stream import below, next_turn
from dhstats.games.dragonheart.table import (
    BELOW,
    NO_CHOICE,
    NO_CLAIMS,
    NO_LOSS,
    NOBODY,
    PETRIFIED_DRAGON,
    STAY,
    TO_BELOW,
    TO_SCORE,
    UNLIMITED,
    nth_card,
    points_in,
)


@compiled()
def collect(table: Any, move: Any, event: Any) -> None:
    """First the target's cards go to the score pile, then the space's own cards go where the rules send them."""
    seen = table.seen
    space, target = move.picture, target_of(seen, move)
    dragons = take(seen, target, event)
    if seen.rules.then[space] != STAY:
        dragons += clear_away(seen, space, event)
    open_to_claims = seen.rules.claim_any < NO_CLAIMS
    if open_to_claims and (dragons > 0 or (seen.rules.claim_any != 0 and target == PETRIFIED_DRAGON)):
        claim(table, event)


@compiled()
def fills(view: Any, space: int, cards: int) -> bool:
    """Whether so many cards activate a space: one with one outline acts at every play, a row when it is full."""
    slots = view.rules.slots[space]
    return slots == UNLIMITED or view.cards[space] + cards == slots


@compiled()
def target_of(view: Any, move: Any) -> int:
    """The place that a move takes from: the chosen one, or where the only arrow of its space leads."""
    return view.rules.takes[move.picture, 0] if move.target == NO_CHOICE else move.target


@compiled()
def points_taken(view: Any, move: Any) -> int:
    """How many points a move would bring to the score pile at once, as a player can tell from their view."""
    return taken(view, move, view.points, points_in(move.values))


@compiled()
def cards_taken(view: Any, move: Any) -> int:
    """How many cards a move would bring to the score pile at once."""
    return taken(view, move, view.cards, move.cards)


@compiled()
def taken(view: Any, move: Any, lying: Any, played: int) -> int:
    """How much of what lies on the places a move would bring to the score pile, and of what it plays itself."""
    space, target = move.picture, target_of(view, move)
    if not fills(view, space, move.cards):
        return 0
    own = lying[space] + played
    brought: int = own if target == space else lying[target]
    if view.rules.then[space] == TO_SCORE and target != space:
        brought += own
    return brought


@compiled()
def claims_figure(view: Any, move: Any) -> bool:
    """Whether a move would bring the figure to a player who does not have it (base rules: by petrified dragons)."""
    rules = view.rules
    space, target = move.picture, target_of(view, move)
    if view.figure == view.seat or rules.claim_any >= NO_CLAIMS or not fills(view, space, move.cards):
        return False
    if target == PETRIFIED_DRAGON:
        return rules.claim_any != 0 or view.cards[PETRIFIED_DRAGON] > 0 or space == PETRIFIED_DRAGON
    return (target == BELOW and view.below_dragons > 0) or (space == PETRIFIED_DRAGON and rules.then[space] == TO_SCORE)


@compiled()
def take(seen: Any, place: int, event: Any) -> int:
    """All cards of a place go to the mover's score pile; returns how many petrified dragons they were."""
    cards = seen.cards[place]
    points = seen.points[place]
    seen.scores[seen.seat] += points
    event.taken_cards += cards
    event.taken_points += points
    seen.cards[place] = 0
    seen.points[place] = 0
    if place == BELOW:  # only tweaked rules lead dragons there
        dragons = seen.below_dragons
        seen.below_dragons = 0
        return dragons
    return cards if place == PETRIFIED_DRAGON else 0


@compiled()
def clear_away(seen: Any, space: int, event: Any) -> int:
    """The activated space's own cards score, go below the ship or become a stack beside the board."""
    then = seen.rules.then[space]
    if then == TO_SCORE:
        return take(seen, space, event)
    if then == TO_BELOW:
        seen.cards[BELOW] += seen.cards[space]
        seen.points[BELOW] += seen.points[space]
        if space == PETRIFIED_DRAGON:
            seen.below_dragons += seen.cards[space]
    else:
        seen.stacks += 1
    seen.cards[space] = 0
    seen.points[space] = 0
    return 0


@compiled(inline=False)
def claim(table: Any, event: Any) -> None:
    """The figure comes to the mover; whoever had it may lose a card."""
    seen = table.seen
    holder = seen.figure
    if holder == seen.seat:
        return
    seen.figure = seen.seat
    event.claimed_figure = 1
    table.figure_changes += 1
    if table.first_claim_turn < 0:
        table.first_claim_turn = seen.turn
    if holder != NOBODY:
        rob(table, holder)


@compiled()
def rob(table: Any, victim: int) -> None:
    """Random cards of the former holder go unseen onto their deck: down to the normal hand, or always one."""
    seen = table.seen
    if seen.rules.theft_always_one == NO_LOSS:
        return
    if seen.rules.theft_always_one != 0:
        if seen.hand_sizes[victim] > 0:
            put_back(table, victim)
        return
    while seen.hand_sizes[victim] > seen.rules.hand_size:
        put_back(table, victim)


@compiled()
def put_back(table: Any, victim: int) -> None:
    """One random card of the victim's hand goes on top of their deck."""
    seen = table.seen
    next_turn(table.chance)
    card = nth_card(table.hands[victim], below(table.chance, seen.hand_sizes[victim]))
    rest = table.hands[victim, card >> 4] - (1 << 6 * (card & 15))
    table.hands[victim, card >> 4] = rest
    table.held[victim] ^= (1 if rest == 0 else 0) << (card >> 4)
    seen.hand_sizes[victim] -= 1
    table.decks[victim, seen.deck_sizes[victim]] = card
    seen.deck_sizes[victim] += 1
