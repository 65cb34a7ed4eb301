"""Guessing what is hidden: a table that a player could be facing, the cards they cannot know dealt by lot."""

from typing import Any

from dhstats.engine.compiled import compiled
from dhstats.engine.stream import address, mix, next_word
from dhstats.games.dragonheart.rules.setup import THEFT
from dhstats.games.dragonheart.table import N_PICTURES, RUNNING


@compiled(inline=False)
def guess(view: Any, table: Any, stream: Any) -> None:
    """Lays out a table that agrees with all that a player knows; every order of the hidden cards is equally likely."""
    seat, other = view.seat, 1 - view.seat
    table.seen = view
    own = hidden_cards(view, seat, table.decks[seat])
    mix(table.decks[seat], own, stream)
    theirs = hidden_cards(view, other, table.decks[other])
    mix(table.decks[other], theirs, stream)
    for picture in range(N_PICTURES):
        table.hands[seat, picture] = view.hand[picture]
        table.hands[other, picture] = 0
    table.held[seat] = view.pictures
    table.held[other] = 0
    for place in range(view.deck_sizes[other], theirs):
        card = table.decks[other, place]
        table.hands[other, card >> 4] += 1 << 6 * (card & 15)
        table.held[other] |= 1 << (card >> 4)
    table.end_reason = RUNNING
    address(table.chance, next_word(stream), next_word(stream), THEFT)


@compiled(inline=False)
def hidden_cards(view: Any, seat: int, deck: Any) -> int:
    """Writes the cards of a seat that the viewer has not seen; returns how many they are."""
    left = view.played[seat]
    for i in range(view.rules.deck_size):
        deck[i] = view.rules.deck[i]
    # Cards of one kind lie side by side in the rules' deck, so the first so many of a kind are the ones seen.
    size = 0
    kind, seen = -1, 0
    for i in range(view.rules.deck_size):
        card = deck[i]
        if card != kind:
            kind = card
            picture, value = card >> 4, card & 15
            seen = left[picture] >> 6 * value & 63
            if seat == view.seat:
                seen += view.hand[picture] >> 6 * value & 63
        if seen > 0:
            seen -= 1
        else:
            deck[size] = card
            size += 1
    return size
