"""The parametric strategy: a weighted sum over what a move does, with a name for every weight."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragonheart.rules.collecting import claims_figure, fills, points_taken, target_of
from dhstats.games.dragonheart.table import BELOW, N_PICTURES, PICTURES, UNLIMITED, cards_in, points_in

# What is weighed, in the order of the weights: the name in a character's file, and what one unit of it is.
TERMS = (
    ("points", "a point taken now"),
    ("figure", "taking the Great Dragon figure from nobody or from the opponent"),
    ("cards", "a card played, for which a new one is drawn"),
    ("laid", "a point of own cards laid out and not taken in the same turn"),
    ("risk", "a point that the opponent may be able to take next turn, by the chance that he holds the card for it"),
    ("threat", "a point that the cards kept in hand could take next turn"),
    ("opening", "a row left with one card missing"),
    ("ships", "a ship card played"),
    ("ships_ahead", "a ship card played while ahead; the same with the opposite sign while behind"),
    ("dwarfs", "a dwarf card played"),
    ("dragons", "a petrified dragon card laid out"),
    ("denial", "a point taken that the opponent might have taken"),
)
POINTS, FIGURE, CARDS, LAID, RISK, THREAT, OPENING, SHIPS, SHIPS_AHEAD, DWARFS, DRAGONS, DENIAL = range(len(TERMS))

_DRAGON, _DWARF, _SHIP = PICTURES.index("petrified_dragon"), PICTURES.index("dwarf"), PICTURES.index("ship")


def choose(view: Any, moves: Any, count: int, weights: Any, chances: Any) -> int:
    """Plays the move with the largest weighted sum; of equals the first."""
    if weights[RISK] != 0.0 or weights[DENIAL] != 0.0:
        for picture in range(N_PICTURES):
            chances[picture] = chance_to_hold(view, picture)
    best = 0
    best_value = -1e300
    for i in range(count):
        value = worth(view, moves[i], weights, chances)
        if value > best_value:
            best, best_value = i, value
    return best


@compiled()
def worth(view: Any, move: Any, weights: Any, chances: Any) -> float:
    """The weighted sum of what a move does."""
    picture = move.picture
    taken = points_taken(view, move)
    laid = points_in(move.values)
    value = weights[POINTS] * taken + weights[CARDS] * move.cards
    value += weights[FIGURE] if claims_figure(view, move) else 0.0
    if not fills(view, picture, move.cards):
        value += weights[LAID] * laid
        one_short = view.cards[picture] + move.cards == view.rules.slots[picture] - 1
        value += weights[OPENING] if one_short else 0.0
    elif view.rules.slots[picture] == UNLIMITED:
        value += weights[LAID] * laid
    if picture == _SHIP:
        lead = view.scores[view.seat] - view.scores[1 - view.seat]
        sign = 1.0 if lead > 0 else (-1.0 if lead < 0 else 0.0)
        value += (weights[SHIPS] + weights[SHIPS_AHEAD] * sign) * move.cards
    elif picture == _DWARF:
        value += weights[DWARFS] * move.cards
    elif picture == _DRAGON:
        value += weights[DRAGONS] * move.cards
    target = target_of(view, move)
    if weights[RISK] != 0.0 or weights[THREAT] != 0.0:
        value += next_turn(view, move, target, weights, chances)
    if weights[DENIAL] != 0.0 and taken > 0:
        value += weights[DENIAL] * taken * chance_to_take(view, target, chances)
    return value


@compiled()
def points_after(view: Any, move: Any, target: int, place: int) -> int:
    """The points that lie on a place after a move, before anything is drawn."""
    acts = fills(view, move.picture, move.cards)
    if acts and place == target:
        return 0
    points = view.points[place]
    if place == move.picture:
        if acts and view.rules.slots[place] != UNLIMITED:
            return 0
        points += points_in(move.values)
    elif acts and place == BELOW and view.rules.slots[move.picture] != UNLIMITED and target != BELOW:
        points += view.points[move.picture] + points_in(move.values)
    return points


@compiled()
def chance_to_hold(view: Any, picture: int) -> float:
    """About how likely the opponent holds a card of a picture: his unseen ones, spread evenly, at most 1."""
    other = 1 - view.seat
    unseen = view.hand_sizes[other] + view.deck_sizes[other]
    left = view.rules.deck_pictures[picture] - cards_in(view.played[other, picture])
    expected = view.hand_sizes[other] * left / max(unseen, 1)
    return min(expected, 1.0)


@compiled()
def chance_to_act(chance: float, missing: int) -> float:
    """The chance to hold all missing cards: each after the first only half as likely."""
    together = chance
    while missing > 1:
        together *= 0.5 * chance
        missing -= 1
    return together


@compiled()
def chance_to_take(view: Any, place: int, chances: Any) -> float:
    """About how likely the opponent could have taken from a place: by his most likely way."""
    best = 0.0
    for space in range(N_PICTURES):
        slots = view.rules.slots[space]
        missing = 1 if slots == UNLIMITED else slots - view.cards[space]
        for arrow in range(view.rules.arrows[space]):
            if view.rules.takes[space, arrow] == place:
                best = max(best, chance_to_act(chances[space], missing))
    return best


@compiled()
def next_turn(view: Any, move: Any, target: int, weights: Any, chances: Any) -> float:
    """The weighted outlook after a move: the opponent's best expected take, and the best own one with cards kept."""
    loss = 0.0
    gain = 0
    for space in range(N_PICTURES):
        points = 0
        for arrow in range(view.rules.arrows[space]):
            points = max(points, points_after(view, move, target, view.rules.takes[space, arrow]))
        if points > 0:
            slots, lying = view.rules.slots[space], view.cards[space]
            if space == move.picture:
                lying = (lying + move.cards) % slots
            missing = 1 if slots == UNLIMITED else slots - lying
            loss = max(loss, points * chance_to_act(chances[space], missing))
            kept = view.hand[space] - (move.values if space == move.picture else 0)
            gain = max(gain, points if cards_in(kept) >= missing else 0)
    return weights[RISK] * loss + weights[THREAT] * gain
