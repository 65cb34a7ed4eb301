"""Tries on tables: every option of a decision is played on, on tables that hold as much of the truth as may be known.

This is `players/search/searching.py` with two freedoms that no player has, for measuring alone: the tables may be the
true one, or the true hands with the rest laid anew; and the others may move by their own policy, which the one who
tries then knows. Who tries without seeing more guesses as players who search do: by what is inferred of the hidden hand
and by what its holder has played, where the adviser infers, else evenly.
"""

from typing import Any, NamedTuple

import numpy as np

from dhstats.engine.compiled import unbound
from dhstats.engine.loop import BAD_INDEX, PASS, STOP
from dhstats.engine.stream import PLAYER, address, next_turn, next_word

# How much of the truth the tables hold that options are tried on.
NOTHING, HANDS, EVERYTHING = range(3)
TRUTH = 3  # where the true table lies among those of tries
TO_THE_END = 1 << 30  # own decisions: more than any game has

# What is asked of tries: how many a decision, how many own decisions they look ahead, how many tries the network's own
# opinion weighs, whether the others' policy is known, and how much of the truth; of decisions that are judged, which
# share of all, and on how many tables.
TERMS = np.dtype([
    ("sees", "i8"), ("knows", "i8"), ("tries", "i8"), ("depth", "i8"), ("prior", "f8"), ("share", "f8"),
    ("tables", "i8"), ("watched", "i8"),
], align=True)  # fmt: skip

# Where a try stands: whose it is, how far it looks and whether the others' policy is known; decisions of that seat so
# far, and what the last one is worth. `word` leads to the draws of the others, `failed` says that one of them chose a
# move that does not exist, `row` which game is played.
TRY = np.dtype([
    ("seat", "i8"), ("depth", "i8"), ("knows", "i8"), ("decided", "i8"), ("worth", "f8"), ("word", "i8"),
    ("failed", "i8"), ("row", "i8"),
], align=True)  # fmt: skip


class Trying(NamedTuple):
    """A game that is played with room for tries.

    `seating` plays it. `tables` are one laid out for tries, one in play, one to spare, and the true one of the decision
    (TRUTH); `minds` that of the one who tries, which is `mind` as well, and a copy of that of every player. `odds`,
    `present` and `recalled` are what is inferred of hidden things. `noted` has a row a game, `worths` room for a number
    an option.
    """

    seating: Any
    terms: Any
    this: Any
    tables: Any
    minds: Any
    options: Any
    events: Any
    results: Any
    draws: Any
    noted: Any
    worths: Any
    mind: Any
    odds: Any
    present: Any
    recalled: Any


look = play = begin_guesses = guess_hidden = rearrange = judge = checked = candidates = halve = play_try = unbound
as_chance = decide = unbound


def ask_in_try(table: Any, seat: int, view: Any, count: int, trying: Any) -> int:
    """The choice in a try: of whoever tries by their network, of the others by it too, or by their own policy."""
    if count == 0:
        return PASS
    this = trying.this
    if seat == this.seat or this.knows == 0:
        choice, worth = decide(view, trying.options.moves, count, trying.minds[0])
        if seat == this.seat:
            this.decided += 1
            if this.decided == this.depth:
                this.worth = as_chance(worth)
                return STOP
        return int(choice)
    place = trying.seating.place
    player = trying.seating.plan[place.member, 2 + seat]
    mind = trying.minds[1 + player]
    mind.mark = place.rules
    next_turn(mind.noise)
    place.player = player
    choice = checked(trying.seating.strategies[player](view, trying.options, count, mind), count, place)
    this.failed += 1 if choice == BAD_INDEX else 0
    return int(choice)


def begin_tries(view: Any, mind: Any, trying: Any) -> None:
    """Notes what is inferred, where tables are guessed; `mind` has considered the view."""
    if trying.terms.sees == NOTHING:
        mind.noise = trying.draws[0]
        begin_guesses(view, mind, trying)
        trying.draws[0] = mind.noise


def lay_out_with(sees: int, view: Any, trying: Any) -> None:
    """Lays out a table to try options on, with so much of the truth."""
    tables, draw = trying.tables, trying.draws[0]
    if sees == NOTHING:
        trying.minds[0].noise = draw  # by which guesses are drawn
        guess_hidden(view, trying)
        trying.draws[0] = trying.minds[0].noise
    else:
        tables[0] = tables[TRUTH]
        if sees == HANDS:
            rearrange(tables[0], draw)
    trying.this.word = int(next_word(draw))


def lay_out(view: Any, trying: Any) -> None:
    """Lays out a table to try options on, with as much of the truth as is known."""
    lay_out_with(trying.terms.sees, view, trying)


def begin_minds(trying: Any) -> None:
    """The others' draws as they will be where all is known; else by lot, the same for every option of a table."""
    for player in range(trying.minds.shape[0] - 1):
        noise = trying.minds[1 + player].noise
        if trying.terms.sees == EVERYTHING:
            trying.minds[1 + player].noise = trying.seating.minds[player].noise
        else:
            address(noise, np.uint64(trying.this.word), np.uint64(0), PLAYER + player)


def try_move(move: Any, trying: Any) -> int:
    """Plays a move on a copy of the table that is laid out, and on; returns what stopped that, if it did not end."""
    tables, this = trying.tables, trying.this
    tables[1] = tables[0]
    look(tables[1], this.seat)
    play(tables[1], move, trying.events[0])
    this.decided = 0
    if this.knows != 0:
        begin_minds(trying)
    return int(play_try(tables[1], trying.options, trying.events, 0, 0, trying))


def worth_of(move: Any, trying: Any) -> float:
    """How good a move is for the seat that tries it, on the table that is laid out, from 0 to 1."""
    if try_move(move, trying) == STOP:
        return float(trying.this.worth)
    return float(judge(trying.tables[1], trying.results[0], trying.this.seat))


def search(table: Any, view: Any, seat: int, count: int, trying: Any) -> int:
    """The best option by so many tries, in rounds that drop the worse half; BAD_INDEX where another player fails."""
    terms, this, moves, mind = trying.terms, trying.this, trying.seating.options.moves, trying.minds[0]
    this.seat, this.depth, this.knows, this.failed = seat, terms.depth, terms.knows, 0
    trying.tables[TRUTH] = table
    tried = candidates(view, moves, count, mind)
    best = halve(view, moves, tried, mind, terms.prior, terms.tries, trying)
    return BAD_INDEX if this.failed > 0 else int(best)
