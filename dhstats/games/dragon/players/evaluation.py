"""The parametric strategy: a weighted sum over what a decision brings about, with a name for every weight."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.games.dragon.players.guess import attachment_worth, danger, enemies, is_friend, reach, upgrade_worth
from dhstats.games.dragon.rules.effects import aim_of, turned_seat, turned_to
from dhstats.games.dragon.rules.zones import besieged_by, room, wounds_of
from dhstats.games.dragon.table import (
    ACTION,
    ATTACHMENT,
    DISCARD,
    DRAW,
    GROUND,
    MAX_TURNS,
    NO_CARD,
    NOBODY,
    OWN,
    PAY,
    PLAY,
    SHED,
    TOP,
    UPGRADE,
)

# What is weighed, in the order of the weights: the name in a character's file, and what one unit of it is. Where there
# are several enemies, what happens to one of them counts by their share.
TERMS = (
    ("victory", "an enemy dragon out of the fight; the opposite for a dragon of one's own side"),
    ("wounds", "a wound that an enemy dragon takes, or does not heal"),
    ("harm", "a wound that a dragon of one's own side takes, or does not heal"),
    ("lair", "a point of lair attack against an enemy dragon"),
    ("siege", "a point of lair attack against a dragon of one's own side"),
    ("mills", "a card that an enemy's deck loses, as much more as it nears its end: times 20 / (10 + cards left)"),
    ("deck", "the same for a deck of one's own side, cards of the draw step included"),
    ("closing", "the share of what an enemy has left, of health, lair or deck, that they lose"),
    ("peril", "the same share of what one's own side has left"),
    ("behind", "a quarter turn of an enemy dragon away from front"),
    ("front", "a quarter turn of a dragon of one's own side towards front"),
    ("hands", "a card that an enemy's hand loses"),
    ("draws", "a card that comes into a hand of one's own side"),
    ("power", "what an attachment or a level brings, in wounds; the opposite for an enemy's"),
    ("risk", "what a card is worth, times the chance that the other side of the chain holds one to top it"),
    ("stop", "what an enemy's card would cost that is topped"),
    ("press", "what a card of one's own side is worth that is saved from being topped"),
    ("topper", "a card that leaves the hand: the share of the enemies' hidden cards that it could have topped"),
    ("use", "a card that leaves the hand without being played: what its text is worth"),
    ("cost", "a card that is discarded for another one"),
    ("room", "a card that may be drawn because another one was discarded"),
)
(
    VICTORY, WOUNDS, HARM, LAIR, SIEGE, MILLS, DECK, CLOSING, PERIL, BEHIND, FRONT, HANDS, DRAWS, POWER, RISK, STOP,
    PRESS, TOPPER, USE, COST, ROOM,
) = range(len(TERMS))  # fmt: skip


def choose(view: Any, moves: Any, count: int, weights: Any, notes: Any) -> int:
    """Takes the move with the largest weighted sum; of equals the first."""
    best, best_value = 0, -1e300
    for i in range(count):
        value = worth(view, moves[i], weights)
        if value > best_value:
            best, best_value = i, value
    return best


@compiled(inline=False)
def worth(view: Any, move: Any, weights: Any) -> float:
    """The weighted sum of what a move brings about; nothing for one that lets it be."""
    if move.act == PLAY:
        return playing(view, move, weights)
    if move.act == TOP:
        return topping(view, move.card, weights)
    if move.act == PAY or move.act == SHED:
        return giving_up(view, move.card, weights)
    if move.act == DISCARD:
        free = room(view, view.seat)  # a card less in the hand may let the player draw one more
        more = free < view.rules.draws + view.power[view.seat].draws and free < view.left[view.seat]
        return giving_up(view, move.card, weights) + weights[ROOM] * (1 if more else 0)
    if move.act == DRAW:
        return drawn(view, view.seat, move.number, weights)
    return 0.0


# ---- Decisions -------------------------------------------------------------------------------------------------


@compiled(inline=False)
def playing(view: Any, move: Any, weights: Any) -> float:
    """A card is played: its effect, unless it is topped; what it costs in any case."""
    card = view.rules.cards[move.card]
    value = effect(view, view.seat, move.card, move.rival, move.at, move.declared, weights)
    value = unless_topped(view, move.card, value, weights)
    if card.suffers > 0:
        value += wounded(view, view.seat, card.suffers, weights)
    return value + weights[COST] * card.discards + weights[TOPPER] * reach(view, move.card)


@compiled(inline=False)
def topping(view: Any, card: int, weights: Any) -> float:
    """A card is played to top: what the first card of the chain does is prevented, or saved."""
    stake = effect(view, view.mover, view.first_card, view.rival, view.at, view.declared, weights)
    value = weights[PRESS] * stake if is_friend(view, view.mover) else -weights[STOP] * stake
    return unless_topped(view, card, value, weights) + giving_up(view, card, weights)


@compiled()
def unless_topped(view: Any, card: int, value: float, weights: Any) -> float:
    """What a card is worth that the other side may top."""
    if value <= 0.0 or weights[RISK] == 0.0:
        return value
    return value + weights[RISK] * value * danger(view, card)


@compiled(inline=False)
def giving_up(view: Any, card: int, weights: Any) -> float:
    """A card leaves the hand without being played for its effect."""
    return weights[TOPPER] * reach(view, card) + weights[USE] * text_worth(view, card, weights)


@compiled(inline=False)
def text_worth(view: Any, card: int, weights: Any) -> float:
    """What the text of a card is worth whenever it will be played; nothing if the dragon cannot use it as it is."""
    rules, seat = view.rules, view.seat
    own, place = rules.cards[card], view.place[seat]
    slot = rules.slot[place, card]
    if view.usable[seat] >> slot & 1 == 0:
        return 0.0
    if own.kind == ATTACHMENT:
        return weights[POWER] * attachment_worth(view, card)
    if own.kind == UPGRADE:
        fits = rules.upgrade[place, view.level[seat]] >> slot & 1 != 0
        return weights[POWER] * upgrade_worth(view, seat) if fits else 0.0
    value = weights[WOUNDS] * own.wounds + weights[LAIR] * own.lair_attack - weights[HARM] * own.heals
    value += weights[MILLS] * (own.rival_mills + own.rival_draws) + weights[DRAWS] * own.draws
    value += weights[HANDS] * (own.rival_discards - own.rival_draws)
    for change in range(MAX_TURNS):
        if own.whose[change] != 0:
            value += weights[FRONT] if own.whose[change] == OWN else weights[BEHIND]
    if own.destroys == GROUND:
        value -= weights[SIEGE]
    return max(0.0, value + weights[COST] * own.discards)


# ---- What a card does ------------------------------------------------------------------------------------------


@compiled(inline=False)
def effect(view: Any, seat: int, card: int, rival: int, at: int, declared: int, weights: Any) -> float:
    """What the effect of a card that a seat plays is worth to the player who looks at it, friend or enemy of it."""
    own = view.rules.cards[card]
    if own.kind == GROUND:
        return besieged(view, rival, own.lair_attack, weights)
    if own.kind != ACTION:
        power = attachment_worth(view, card) if own.kind == ATTACHMENT else upgrade_worth(view, seat)
        return strengthened(view, seat, power, weights)
    value = turned(view, declared, weights)
    if own.wounds > 0:
        aim = aim_of(own, at)
        wounds = wounds_of(view, seat, card, rival, aim)
        if aim == NO_CARD:
            value += wounded(view, rival, wounds, weights)
        elif wounds >= view.rules.cards[aim].lair_attack:
            value += destroyed(view, rival, aim, weights)
    if own.destroys != ACTION and at != NO_CARD:
        value += destroyed(view, rival, at, weights)
    if own.heals > 0:
        value += wounded(view, seat, -min(own.heals, view.wounds[seat]), weights)
    return value + moved_cards(view, seat, card, rival, weights)


@compiled(inline=False)
def moved_cards(view: Any, seat: int, card: int, rival: int, weights: Any) -> float:
    """Cards that a card lets players draw, discard, or lose from their decks."""
    own = view.rules.cards[card]
    value = drawn(view, seat, own.draws, weights) if own.draws > 0 else 0.0
    if rival == NOBODY:
        return value
    if own.rival_mills > 0:
        value += thinned(view, rival, min(own.rival_mills, view.left[rival]), weights)
    if own.rival_draws > 0:
        value += drawn(view, rival, own.rival_draws, weights)
    cards = min(own.rival_discards, view.hand_sizes[rival])
    return value + (-weights[DRAWS] * cards if is_friend(view, rival) else weights[HANDS] * cards / enemies(view))


@compiled(inline=False)
def wounded(view: Any, seat: int, wounds: int, weights: Any) -> float:
    """A dragon takes wounds, or heals some that are counted below nothing; too many of them kill it."""
    term = HARM if is_friend(view, seat) else WOUNDS
    return lost(view, seat, weights[term] * wounds, wounds, view.power[seat].health - view.wounds[seat], weights)


@compiled(inline=False)
def besieged(view: Any, seat: int, points: int, weights: Any) -> float:
    """Lair attack comes to stand against a dragon, or goes; too much of it banishes it."""
    term = SIEGE if is_friend(view, seat) else LAIR
    return lost(view, seat, weights[term] * points, points, view.power[seat].lair - view.siege[seat], weights)


@compiled()
def lost(view: Any, seat: int, value: float, number: int, left: int, weights: Any) -> float:
    """What it is worth that a dragon loses so much of what it has left; all of it puts it out of the fight."""
    out = number >= left
    share = 1.0 if out else number / left
    if is_friend(view, seat):
        return value + weights[PERIL] * share - (weights[VICTORY] if out else 0.0)
    return (value + weights[CLOSING] * share + (weights[VICTORY] if out else 0.0)) / enemies(view)


@compiled()
def thinned(view: Any, seat: int, cards: int, weights: Any) -> float:
    """A deck loses cards."""
    near = 20.0 * cards / (10 + max(0, view.left[seat] - cards))
    share = min(1.0, cards / max(1, view.left[seat]))
    if is_friend(view, seat):
        return weights[DECK] * near + weights[PERIL] * share
    return (weights[MILLS] * near + weights[CLOSING] * share) / enemies(view)


@compiled(inline=False)
def drawn(view: Any, seat: int, cards: int, weights: Any) -> float:
    """A player draws cards; more than their deck has exhaust them."""
    value = thinned(view, seat, cards, weights)
    out = cards > view.left[seat]
    if is_friend(view, seat):
        return value + weights[DRAWS] * cards - (weights[VICTORY] if out else 0.0)
    return value + ((weights[VICTORY] if out else 0.0) - weights[HANDS] * cards) / enemies(view)


@compiled()
def strengthened(view: Any, seat: int, power: float, weights: Any) -> float:
    """A dragon becomes capable of more."""
    return weights[POWER] * power if is_friend(view, seat) else -weights[POWER] * power / enemies(view)


@compiled(inline=False)
def destroyed(view: Any, owner: int, card: int, weights: Any) -> float:
    """A ground card or an attachment is discarded."""
    if view.rules.cards[card].kind == ATTACHMENT:
        return strengthened(view, owner, -attachment_worth(view, card), weights)
    seat = besieged_by(view, owner, card, view.mover)
    return besieged(view, seat, -view.rules.cards[card].lair_attack, weights) if seat != NOBODY else 0.0


@compiled(inline=False)
def turned(view: Any, declared: int, weights: Any) -> float:
    """Dragons turn; one that is turned twice goes on from the first change."""
    value = 0.0
    before, facing = NOBODY, 0
    while declared != 0:
        seat = turned_seat(declared)
        away = turned_to(declared) - (facing if seat == before else view.facing[seat])
        value += -weights[FRONT] * away if is_friend(view, seat) else weights[BEHIND] * away / enemies(view)
        before, facing = seat, turned_to(declared)
        declared >>= 4
    return value
