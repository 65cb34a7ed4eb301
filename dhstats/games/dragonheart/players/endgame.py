"""Exact endgames of Dragonheart: what every option wins on average where the rest of the game can be counted.

Counted is the last turn; a turn after which the opponent alone has one; and one after which an opponent without a deck
plays the cards that are left of theirs, so that their hand is known, and the mover has the last turn. Hidden cards are
equally likely, and whoever has a later turn of these plays what wins most for all that they know.

A play is of one picture, so a hand can reach a result if its cards of some picture can: the hands that cannot are
counted picture by picture, and multiplied out.
"""

from typing import Any

import numpy as np

from dhstats.engine.compiled import compiled
from dhstats.games.dragonheart.players.guess import guess
from dhstats.games.dragonheart.rules.collecting import claims_figure, fills, points_taken
from dhstats.games.dragonheart.rules.play import legal, look, most_cards, next_play, over, play, settle, write_move
from dhstats.games.dragonheart.table import MAX_HAND, MAX_MOVES, MAX_VALUE, N_PICTURES, NO_CHOICE, NOBODY, cards_in

# The kinds of endgames by their number, counted from 1: what a decision is in words.
KINDS = (
    "last turns of a game",
    "turns after which the opponent has the last one",
    "turns before the last two, the opponent's hand being known",
)
LAST, BEFORE_REPLY, BEFORE_TWO = 1, 2, 3
LOST, DRAWN, WON = range(3)
MOST_SETS = 1 << 15  # sets of cards of one picture that are gone through; a deck with more is not solved
VALUES = MAX_VALUE + 1
SAME = 1e-12  # what two equal chances may differ by


@compiled(inline=False)
def solve(view: Any, moves: Any, count: int, trying: Any) -> int:
    """Writes into `worths` what each option wins on average, no number where that is unknown; returns the kind, or 0.

    `trying` has tables, a stream of draws and options to spare.
    """
    rules, other = view.rules, 1 - view.seat
    tables, worths = trying.tables, trying.worths
    # Only near the end, where a turn may call it, or has; a figure that takes points away is beyond this count
    near = view.turns_left > 0 or view.stacks + 1 >= rules.ship_stacks or view.turn + 1 >= rules.turn_limit
    near = near or view.deck_sizes[view.seat] <= MAX_HAND or view.deck_sizes[other] == 0
    if rules.figure_points < 0 or not near:
        return 0
    guess(view, tables[0], trying.draws[0])
    kind = 0
    for option in range(count):
        tables[1] = tables[0]
        look(tables[1], view.seat)
        play(tables[1], moves[option], trying.events[0])
        worths[option] = np.nan
        if over(tables[1]):
            worths[option] = 0.5 * outcome_with(tables[1].seen, view.seat, 0, False)
            kind = max(kind, LAST)
        elif tables[1].seen.turns_left == 1:
            worths[option] = 1.0 - reply(view, tables[1], trying)
            kind = max(kind, BEFORE_REPLY)
        elif tables[1].seen.deck_sizes[other] == 0:
            worths[option] = before_two(view, moves[option], trying)
            kind = kind if np.isnan(worths[option]) else BEFORE_TWO
    return kind


@compiled()
def outcome_with(seen: Any, seat: int, points: int, claims: bool) -> int:
    """How the game ends for a seat that takes so many points more, and perhaps the figure."""
    first = seen.scores[0] + (points if seat == 0 else 0)
    second = seen.scores[1] + (points if seat == 1 else 0)
    _, _, winner, _ = settle(seen.rules, first, second, seat if claims else seen.figure)
    return DRAWN if winner == NOBODY else (WON if winner == seat else LOST)


@compiled(inline=False)
def fill_deck(view: Any, seat: int, pool: Any) -> None:
    """All cards of a seat that it has not played, packed by picture."""
    for picture in range(N_PICTURES):
        pool[picture] = -view.played[seat, picture]
    for i in range(view.rules.deck_size):
        card = view.rules.deck[i]
        pool[card >> 4] += 1 << 6 * (card & 15)


@compiled(inline=False)
def reply(view: Any, table: Any, trying: Any) -> float:
    """What the opponent has of the win on average with the last turn, with any hand of what they have not played."""
    other = 1 - view.seat
    pool, nothing = np.zeros(N_PICTURES, np.int64), np.zeros(N_PICTURES, np.int64)
    fill_deck(view, other, pool)
    size = table.seen.hand_sizes[other]
    return last_turn(look(table, other), nothing, pool, size, size, trying.options.moves[MAX_MOVES - 1])


@compiled(inline=False)
def before_two(view: Any, move: Any, trying: Any) -> float:
    """What the mover has of the win with the last turn, once the opponent has played what is best for all they know.

    `tables[1]` stands after the move. No number where some reply does not end the game.
    """
    tables, spare = trying.tables, trying.options.moves[MAX_MOVES - 1]
    seat, other = view.seat, 1 - view.seat
    hidden, held = np.zeros(N_PICTURES, np.int64), np.zeros(N_PICTURES, np.int64)
    seen = look(tables[1], other)
    fill_deck(seen, seat, hidden)
    drawn = view.deck_sizes[seat] - seen.deck_sizes[seat]
    best, least = NO_CHOICE, 2.0
    for answer in range(legal(seen, trying.options.moves)):
        play_answer(tables, other, trying.options.moves[answer], trying.events[0])
        if tables[2].seen.turns_left != 1:
            return np.nan
        size = tables[2].seen.hand_sizes[seat]
        feared = last_turn(look(tables[2], seat), held, hidden, size, size, spare)
        if feared < least - SAME:
            best, least = answer, feared
    if best == NO_CHOICE:
        return np.nan
    play_answer(tables, other, trying.options.moves[best], trying.events[0])
    for picture in range(N_PICTURES):
        held[picture] = view.hand[picture] - (move.values if picture == move.picture else 0)
        hidden[picture] -= held[picture]
    return last_turn(look(tables[2], seat), held, hidden, drawn, tables[2].seen.hand_sizes[seat], spare)


@compiled(inline=False)
def play_answer(tables: Any, other: int, move: Any, event: Any) -> None:
    """The table after the opponent's answer to the one before it."""
    tables[2] = tables[1]
    look(tables[2], other)
    play(tables[2], move, event)


# ---- The last turn with a hand that is not known ---------------------------------------------------------------------


@compiled(inline=False)
def last_turn(view: Any, known: Any, pool: Any, drawn: int, kept: int, move: Any) -> float:
    """What the mover of the last turn has of the win on average, if they play what is best.

    Their hand is the `known` cards with so many `drawn` from a pool, of which so many are `kept`: every way in which
    that can happen is equally likely. No number where a picture has too many sets of cards.
    """
    held, lying = 0, 0
    for picture in range(N_PICTURES):
        held += cards_in(known[picture])
        lying += cards_in(pool[picture])
    wide = kept + 1
    ways, more, fails = np.zeros((2, wide, wide)), np.zeros((2, wide, wide)), np.zeros((2, wide, wide))
    ways[:, 0, 0] = 1.0
    for picture in range(N_PICTURES):
        if known[picture] == 0 and pool[picture] == 0:
            continue
        fails[:] = 0.0
        if not count_failures(view, picture, known[picture], pool[picture], fails, move):
            return np.nan
        multiply(ways, fails, more)
        ways[:] = more
    least = outcome_with(view, view.seat, 0, False)
    total = 0.0
    for level in range(2):  # at least a draw, and a win
        if least > level:
            total += 1.0
            continue
        never = 0.0
        for own in range(max(0, kept - drawn), min(held, kept) + 1):
            fresh = kept - own
            chance = binomial(lying - fresh, drawn - fresh) / binomial(lying, drawn) / binomial(held + drawn, kept)
            never += ways[level, own, fresh] * chance
        total += 1.0 - never
    return 0.5 * total


@compiled(inline=False)
def multiply(ways: Any, fails: Any, more: Any) -> None:
    """Ways to hold so many known and drawn cards of the pictures so far, with those of one picture more."""
    more[:] = 0.0
    wide = ways.shape[1]
    for level in range(2):
        for a in range(wide):
            for b in range(wide - a):
                if ways[level, a, b] == 0.0:
                    continue
                for c in range(wide - a - b):
                    for d in range(wide - a - b - c):
                        more[level, a + c, b + d] += ways[level, a, b] * fails[level, c, d]


@compiled()
def binomial(n: int, k: int) -> float:
    """In how many ways k of n things can be chosen."""
    ways = 1.0
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return ways if 0 <= k <= n else 0.0


@compiled(inline=False)
def count_failures(view: Any, picture: int, known: int, pool: int, fails: Any, move: Any) -> bool:
    """Adds up the ways to hold known and drawn cards of a picture with which no play reaches a draw, or a win.

    Whether there are few enough sets of these cards to go through.
    """
    every = known + pool
    strides, sets = np.zeros(VALUES, np.int64), 1
    for value in range(VALUES):
        strides[value] = sets
        sets *= (every >> 6 * value & 63) + 1
        if sets > MOST_SETS:
            return False
    best = np.zeros(sets, np.int64)
    values = every
    while values != 0:
        best[place_of(values, strides)] = best_target(view, picture, values, move)
        values = next_play(values, every)
    spread(best, every, strides)
    own = known
    while own != 0:
        add_failures(own, choices(known, own), pool, best, strides, fails)
        own = next_play(own, known)
    add_failures(0, 1.0, pool, best, strides, fails)
    return True


@compiled(inline=False)
def spread(best: Any, every: int, strides: Any) -> None:
    """What a set of cards reaches, a larger one reaches too."""
    for value in range(VALUES):
        copies, stride = every >> 6 * value & 63, strides[value]
        for at in range(stride, len(best) if copies > 0 else 0):
            if at // stride % (copies + 1) > 0:
                best[at] = max(best[at], best[at - stride])


@compiled(inline=False)
def add_failures(own: int, ways: float, pool: int, best: Any, strides: Any, fails: Any) -> None:
    """Adds up the ways to hold these known cards, of which there are so many, and any drawn from a pool."""
    a, fresh, more = cards_in(own), pool, True
    while more:
        b = cards_in(fresh)
        if a + b < fails.shape[1]:
            held, reached = ways * choices(pool, fresh), best[place_of(own + fresh, strides)]
            fails[0, a, b] += held if reached < DRAWN else 0.0
            fails[1, a, b] += held if reached < WON else 0.0
        more = fresh != 0
        fresh = next_play(fresh, pool) if more else 0


@compiled()
def place_of(values: int, strides: Any) -> int:
    """The number of a set of cards."""
    at = 0
    for value in range(VALUES):
        at += (values >> 6 * value & 63) * strides[value]
    return at


@compiled()
def choices(cards: int, taken: int) -> float:
    """In how many ways these values can be taken from such cards."""
    ways = 1.0
    for value in range(VALUES):
        ways *= binomial(cards >> 6 * value & 63, taken >> 6 * value & 63)
    return ways


@compiled(inline=False)
def best_target(view: Any, picture: int, values: int, move: Any) -> int:
    """The best result of a play of these cards, whichever target it may choose; LOST where it is not allowed."""
    cards, free = cards_in(values), view.rules.slots[picture] - view.cards[picture]
    if cards > min(free, most_cards(view)):
        return LOST
    arrows, best = view.rules.arrows[picture], LOST
    chosen = arrows > 1 and fills(view, picture, cards)
    for arrow in range(arrows if chosen else 1):
        write_move(move, picture, values, cards, view.rules.takes[picture, arrow] if chosen else NO_CHOICE)
        best = max(best, outcome_with(view, view.seat, points_taken(view, move), claims_figure(view, move)))
    return best
