"""The table as a trained player takes it in, right after their move, before anything is drawn; and how games end.

Everything comes from their own view and from the rule record, so that the same inputs serve every rule set. The inputs
are counts and points on a scale of about one. `inputs` adds what plans and threats rest on.
"""

from typing import Any

import numpy as np

from dhstats.engine.compiled import compiled
from dhstats.games.dragonheart import table
from dhstats.games.dragonheart.rules.collecting import claims_figure, fills, target_of
from dhstats.games.dragonheart.table import N_PICTURES, N_PLACES, NOBODY, PETRIFIED_DRAGON, cards_in, points_in

# Inputs that no move of the turn changes.
THEIR_SCORE, THEIR_HAND, THEIR_DECK, OWN_DECK, LAST_TURN = range(5)
THEIR_CARDS = 5  # by picture: how many cards the opponent is expected to hold
OWN_DRAWS = THEIR_CARDS + N_PICTURES  # by picture: how many of the next five own cards are expected to be of it
FIXED = OWN_DRAWS + N_PICTURES

# Inputs that depend on the move.
OWN_SCORE, LEAD, OWN_FIGURE, THEIR_FIGURE, OWN_HAND = range(FIXED, FIXED + 5)
SHIPS_LEFT = FIXED + 5  # three: one, two, more stacks to go
CARDS = FIXED + 8  # by place
POINTS = CARDS + N_PLACES
ONE_SHORT = POINTS + N_PLACES  # by picture: a row with one card missing
HELD = ONE_SHORT + N_PICTURES  # by picture: own cards
HELD_POINTS = HELD + N_PICTURES
OWN_TAKE = HELD_POINTS + N_PICTURES  # by picture: the points that own cards could take next turn, were nothing changed
THEIR_TAKE = OWN_TAKE + N_PICTURES  # by picture: the points that the opponent could take, times their chance to hold it
OWN_BEST = THEIR_TAKE + N_PICTURES
THEIR_BEST = OWN_BEST + 1
THEIR_CLAIM = THEIR_BEST + 1  # the opponent's chance to take the figure next turn
OWN_CLAIM = THEIR_CLAIM + 1  # whether own cards could
INPUTS = OWN_CLAIM + 1

HIDDEN = (  # from a player who plays blind
    *(THEIR_SCORE, THEIR_HAND, THEIR_DECK, LEAD, THEIR_FIGURE, THEIR_BEST, THEIR_CLAIM),
    *range(THEIR_CARDS, THEIR_CARDS + N_PICTURES),
    *range(THEIR_TAKE, THEIR_TAKE + N_PICTURES),
)

SCORE_SCALE = np.float32(0.02)


@compiled(inline=False)
def situation(view: Any, x: Any) -> None:
    """Writes the inputs that no move of this turn changes: the opponent's cards by chance, the decks, the clock."""
    rules, seat, other = view.rules, view.seat, 1 - view.seat
    x[THEIR_SCORE] = np.float32(view.scores[other]) * SCORE_SCALE
    x[THEIR_HAND] = np.float32(view.hand_sizes[other]) * np.float32(0.2)
    x[THEIR_DECK] = np.float32(view.deck_sizes[other]) * SCORE_SCALE
    x[OWN_DECK] = np.float32(view.deck_sizes[seat]) * SCORE_SCALE
    x[LAST_TURN] = np.float32(1.0 if view.turns_left == 1 else 0.0)
    theirs = max(view.hand_sizes[other] + view.deck_sizes[other], 1)
    own = max(view.deck_sizes[seat], 1)
    share = np.float32(view.hand_sizes[other]) / np.float32(theirs)
    draws = np.float32(min(own, 5)) / np.float32(own)
    for picture in range(N_PICTURES):
        unseen = rules.deck_pictures[picture] - cards_in(view.played[other, picture])
        x[THEIR_CARDS + picture] = share * np.float32(unseen)
        left = rules.deck_pictures[picture] - cards_in(view.played[seat, picture]) - cards_in(view.hand[picture])
        x[OWN_DRAWS + picture] = draws * np.float32(left)


@compiled()
def put_down(view: Any, move: Any, x: Any) -> None:
    """What the move changes of what lies on every place, of scores, figure and ships."""
    rules, seat = view.rules, view.seat
    space = move.picture
    x[CARDS + space] += np.float32(move.cards)
    x[POINTS + space] += np.float32(points_in(move.values))
    stacks = view.stacks
    taken = np.float32(0.0)
    if fills(view, space, move.cards):
        target = target_of(view, move)
        taken = lift(x, target)
        then = rules.then[space]
        if then == table.TO_BELOW:
            cards = x[CARDS + space]
            x[POINTS + table.BELOW] += lift(x, space)
            x[CARDS + table.BELOW] += cards
        elif then != table.STAY:
            points = lift(x, space)
            taken += points if then == table.TO_SCORE else np.float32(0.0)
            stacks += 1 if then == table.TO_STACK else 0
    score, left, claims = np.float32(view.scores[seat]) + taken, rules.ship_stacks - stacks, claims_figure(view, move)
    x[OWN_SCORE] = score * SCORE_SCALE
    x[LEAD] = (score - np.float32(view.scores[1 - seat])) * np.float32(0.05)
    x[OWN_FIGURE] = np.float32(1.0 if claims or view.figure == seat else 0.0)
    x[THEIR_FIGURE] = np.float32(0.0 if claims or view.figure == seat or view.figure == NOBODY else 1.0)
    x[SHIPS_LEFT] = np.float32(1.0 if left == 1 else 0.0)
    x[SHIPS_LEFT + 1] = np.float32(1.0 if left == 2 else 0.0)
    x[SHIPS_LEFT + 2] = np.float32(1.0 if left > 2 else 0.0)


@compiled()
def lift(x: Any, place: int) -> Any:
    """Takes away what lies on a place; returns its points."""
    points = x[POINTS + place]
    x[POINTS + place] = np.float32(0.0)
    x[CARDS + place] = np.float32(0.0)
    return points


@compiled()
def hold(picture: int, held: int, x: Any) -> None:
    """The cards of a picture that stay in hand."""
    x[HELD + picture] = np.float32(cards_in(held))
    x[HELD_POINTS + picture] = np.float32(points_in(held)) * np.float32(0.25)


@compiled()
def can_be_claimed(rules: Any, x: Any) -> bool:
    """Whether the figure goes to who takes the petrified dragons: one lies there, or the rules ask for none."""
    return bool(rules.claim_any < table.NO_CLAIMS and (x[CARDS + PETRIFIED_DRAGON] > 0 or rules.claim_any != 0))


@compiled()
def outcome(result: Any, seat: int) -> Any:
    """How a game ended for a seat: 1, one half or 0, and their lead in points."""
    lead = result.score_first - result.score_second
    won = 0.5 if result.winner == NOBODY else (1.0 if result.winner == seat else 0.0)
    return won, (lead if seat == 0 else -lead)
