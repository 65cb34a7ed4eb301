"""The protocol between a game and everything that plays it: a frozen value."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload

from dhstats.engine.compiled import compiled, sources_below, unbound
from dhstats.engine.inference import MAX_CLASSES, MAX_EVIDENCE, WIDTH, Inference
from dhstats.engine.inference import MAX_PARAMETERS as MAX_INFERENCE
from dhstats.engine.network import MAX_INPUTS, MAX_PARAMETERS, MAX_SECOND, MAX_UNITS, Shape
from dhstats.engine.stream import STREAM
from dhstats.engine.vectors import by_lines

MAX_WEIGHTS, MAX_NOTES, MAX_KEPT, MAX_WORTHS = 64, 32, 64, 4_096
OPEN, AT_ONCE, HIDDEN = "open", "at once", "hidden"  # what players of a game know
UNMARKED = -1  # in place of the mark of a position

# What a game keeps of a position from one option of a decision to the next: see `Learning.lay`.
LAID = np.dtype([("amounts", "f4", 128), ("counts", "i8", 32)], align=True)

# What a player brings along: their random draws; for a parametric strategy its weights and a notepad for the turn; for
# a trained one the numbers of the moves that it looks at, one or two networks, room for what it takes in, infers and
# adds up, a position from which others are reached by changes and what a game keeps of it, and what moves are worth.
# Arrays inside records carry no reference count, and counting references would take as long as the game itself.
MIND = by_lines(
    [
        ("noise", STREAM),
        ("weights", "f8", MAX_WEIGHTS),
        ("notes", "f8", MAX_NOTES),
        ("kept", "i8", MAX_KEPT),
        *((name, "f4", MAX_PARAMETERS + MAX_INFERENCE) for name in ("network", "other_network")),
        ("networks", "i8"),  # how many of the two there are
        ("asks_other", "i8"),  # 1: the other network is asked now
        ("inputs", "f4", MAX_INPUTS),
        ("common", "f4", MAX_UNITS),  # the sums over what no option changes
        ("sums", "f4", MAX_UNITS),
        ("second", "f4", MAX_SECOND),
        ("start_inputs", "f4", MAX_INPUTS),
        ("start_sums", "f4", MAX_UNITS),
        ("started", "i8"),
        ("laid", LAID),
        ("evidence", "f4", MAX_EVIDENCE),
        ("hidden", "f4", WIDTH),
        ("hints", "f4", MAX_CLASSES),
        ("chances", "f4", MAX_CLASSES),  # that the opponent holds each class of things
        ("mark", "i8"),
        ("marked", "f4"),
        ("worths", "f4", MAX_WORTHS),  # what the moves that were looked at are worth, the first of them
        ("looked", "i8"),  # at how many moves
        ("memory", "i8"),  # the address of a table of what to play, which a solution is
    ]
)


@compiled()
def copy_mind(mind: Any, copy: Any) -> None:
    """Copies what a player keeps from one decision to the next: weights and networks, which are large, never change."""
    copy.noise, copy.mark, copy.marked = mind.noise, mind.mark, mind.marked
    for i in range(MAX_NOTES):
        copy.notes[i] = mind.notes[i]
    for i in range(MAX_KEPT):
        copy.kept[i] = mind.kept[i]


Function = Callable[..., Any]


@dataclass(frozen=True)
class Learning:
    """What a game adds so that players can be trained for it, search in it, and play under a restriction.

    situation(view, inputs)          writes the first `fixed` inputs, which no option of this decision changes; with an
                                     `inference` there is a third argument: the chances that are inferred
    outlook(view, move, end, inputs) writes the others: the position right after the move, from the mover's own view, if
                                     the move ends so; returns the chance that it does, and writes nothing where it is 0
    lay(view, inputs, laid)          writes the same inputs for a position that is like those after the moves of this
                                     decision, of which each is then valued by its changes; keeps in `laid` how the
                                     table lies before any move
    change(view, move, end, inputs, laid)
                                     what `outlook` does, faster, by what the move changes of that; in place of
                                     `outlook` where positions after the moves of a decision are valued
    likelihood(view, move, end)      the chance that a move ends so, as `outlook` returns it
    mark(view, move, end)            a number that two moves of a decision have in common only where `outlook` writes
                                     the same for both if they end so; UNMARKED where that is not known
    which_end(table, event)          in which way a move that was just played ended; -1 while that is open
    shortlist(view, moves, count, restriction, kept, notes)
                                     writes the numbers of the moves worth a look and returns how many they are
    outcome(result, seat)            how a game ended for a seat: its share of the win, and its lead in points over the
                                     best other; it may be asked of seats where nobody plays
    guess(view, table, stream)       lays out a table that a player could be facing: hidden cards by lot
    fast_policy(view, moves, count, noise)
                                     the index of a move, chosen fast: how games are played to their end in a search
    forbids(view, move, restriction) whether a restriction rules a move out

    `ends` is the number of ends that a move may have: one, or those that dice decide at once. Then there is a
    `which_end`, and there may be a `likelihood` and a `mark`, so that what several moves have in common is valued once.
    `shortlist` is for games with too many moves to look at all of them; without it they are. All inputs are on a scale
    of about one. `lead` is a lead in points that counts as large. `restrictions` are names with what each means; a
    restriction is its number in this order, counted from 1, and `hidden` are the inputs that "blind" takes away.
    `version` counts the ways in which players of the game have learnt: one plays only by that by which they learnt.
    `units` and `second` are those of the layers of their networks; `recipe` names in what players of this game are
    trained otherwise. `alike` says that positions after the options of a decision are much alike, so that they are
    valued by what changes from one to the next; roundings differ by that.
    """

    fixed: int
    inputs: int
    lead: float
    situation: Function
    outlook: Function
    outcome: Function
    guess: Function
    fast_policy: Function
    forbids: Function
    hidden: tuple[int, ...]
    restrictions: tuple[tuple[str, str], ...]
    ends: int = 1
    which_end: Function | None = None
    shortlist: Function | None = None
    lay: Function | None = None
    change: Function | None = None
    likelihood: Function | None = None
    mark: Function | None = None
    version: int = 1
    units: int = 64
    second: int = 0
    inference: Inference | None = None
    recipe: tuple[tuple[str, float | str], ...] = ()
    alike: bool = True

    @property
    def shape(self) -> Shape:
        """The shape of the network that values positions."""
        return Shape(self.inputs, self.units, self.second)

    @property
    def parameters(self) -> int:
        """How many parameters a player has learnt."""
        return self.shape.parameters + (self.inference.parameters if self.inference else 0)


@compiled()
def always(table: Any, focal: int, what: int, value: int) -> bool:
    """Changes of most games are possible wherever games are forked."""
    return True


@dataclass(frozen=True)
class Forking:
    """What a game adds so that it can be copied at a chosen moment and changed by decree.

    begins(table)                      whether a turn begins with the decision at hand, rather than goes on
    has_come(view, move, moment)       whether the moment of this number has come for a player who chose this move
    describe_position(table, seat, fork)
                                       notes what is worth knowing of the position: lead, left
    holders(table, seat, found)        who has each thing, told from a seat: the value of the change that hands it over
    intervene(table, focal, what, v)   changes the table by decree, between turns; `focal` is the seat that decides at
                                       the fork
    can_change(table, focal, what, v)  whether such a change leaves a position that could be; where one cannot, games
                                       are not forked
    rearrange(table, stream)           lays out by lot what neither player can know
    count_cards(table, seat, counts)   how many cards of each kind a seat holds
    is_of_kind(view, move, kind)       whether a move is of the kind of this number
    switch(table, other)               the game goes on under the rules of another table

    `moments`, `changes` and `kinds` are names; their number is their place, counted from 1. Moment 0 is a turn of the
    parent game that is drawn by lot. `ranges` are the least and greatest value of each change. `things` names those
    changes that hand a thing over, whose value says to whom (see `arms`); a thing's number is its place here, from 0.
    `given` names changes that are said in the same way, of what several may have at once, so that it has no holder.
    `costly` names changes that may take cards from the mover, or what they can do with them, so that a decision made
    before them may no longer be theirs. `settled` names fields of the rules that tell how a game is set up: they
    cannot be switched in a game. `cards` names what `count_cards` counts.

    Luck of logged games is weighed by one of two ways. Where chance decides nothing but what players draw unseen from
    piles of their own, and what they lose to such a pile, `piled(table, seat)` says how many cards lie on that of a
    seat, and `mix_pile(table, seat, stream)` lays it out anew. Else `mix_chance(table, stream)` lays out anew all that
    chance has yet to decide, exactly as likely as it is given every hand and all that lies open: piles, dice, choices
    by lot. What it leaves and lays depends on what is to come, not on the order in which that lies at present.
    """

    begins: Function
    has_come: Function
    describe_position: Function
    holders: Function
    intervene: Function
    rearrange: Function
    count_cards: Function
    is_of_kind: Function
    switch: Function
    moments: tuple[str, ...]
    changes: tuple[str, ...]
    ranges: tuple[tuple[int, int], ...]
    things: tuple[str, ...]
    costly: tuple[str, ...]
    kinds: tuple[str, ...]
    settled: tuple[str, ...]
    cards: tuple[str, ...]
    can_change: Function = always
    given: tuple[str, ...] = ()
    piled: Function | None = None
    mix_pile: Function | None = None
    mix_chance: Function | None = None

    @property
    def handed(self) -> tuple[str, ...]:
        """The changes whose value says to whom."""
        return (*self.things, *self.given)


@dataclass(frozen=True)
class Solving:
    """What a game adds so that it can be gone through as a whole, every move and every draw.

    prepare(table)            the game as setup leaves it, by the draws of `table.luck`; `deal` begins it then
    lay(table, state)         the game stands as it did when it was in a state
    shuffle_unseen(table, n)  what nobody sees comes into random order, as far as the next `n` cards that are drawn,
                              by the draws of `table.chance`
    most_drawn(table)         how many cards were drawn at most of what nobody sees, since that was shuffled
    tidy(table)               brings what nobody sees into one order, whatever it was
    sight(view)               a number for all that a seat sees, and remembers of cards that lay open

    `table.state`, of type `state`, is all that the rest of a game depends on, but for the rules and the number at place
    `skipped` of it, counted in whole numbers, which is -1 if everything counts. `information` says what players know:
    everything that anybody knows (OPEN), the same but for choices made at once (AT_ONCE), or less (HIDDEN). `certain`
    says that moves alone decide how a game goes on once it has begun.
    """

    state: np.dtype[Any]
    skipped: int
    information: str
    prepare: Function
    lay: Function
    shuffle_unseen: Function
    most_drawn: Function
    tidy: Function
    sight: Function
    certain: bool = False


@dataclass(frozen=True)
class Game:
    """A game: its name, its records and the few compiled functions that play it.

    `seats` is for how many there is room; fewer may play where the rules say so. `home` is the file of its rules, whose
    folder is compiled with it; `version` changes when the same seed leads to other games, and never for speed or names.

    shuffle(table, seed, deal)   draws all that the games of one deal share
    deal(table, layout)          sets one game up; the layout says which deck lies at which seat
    look(table, seat) -> view    what a player may know
    legal(view, moves) -> n      writes their options
    play(table, move, event)     one whole decision and its consequences
    skip(table, event)           a decision without options
    same_move(move, event) -> bool   whether a logged turn played this move
    to_move(table) -> seat       who decides next
    over(table) -> bool
    score(table, result)         the row of the games table
    """

    name: str
    version: int
    home: Path
    seats: int
    rules: np.dtype[Any]
    table: np.dtype[Any]
    view: np.dtype[Any]
    options: np.dtype[Any]
    event: np.dtype[Any]
    result: np.dtype[Any]
    shuffle: Function
    deal: Function
    look: Function
    legal: Function
    play: Function
    skip: Function
    same_move: Function
    to_move: Function
    over: Function
    score: Function
    learning: Learning | None = None
    space_learning: Learning | None = None  # of players for many rule sets at once, whose numbers they take in
    forking: Forking | None = None
    solving: Solving | None = None
    maker: Path | None = None  # of a game from outside: the file of this package that makes it of `home`

    @property
    def sources(self) -> tuple[Path, ...]:
        """All files that its functions depend on."""
        return (*sources_below(self.home), *(sources_below(self.maker) if self.maker else ()))


def functions_of(part: Game | Learning | Forking | Solving) -> dict[str, Function]:
    """The functions of a game, or of what it adds, by the names under which templates call them."""
    return {each.name: getattr(part, each.name) for each in fields(part) if each.type == Function}


def records(dtype: np.dtype[Any]) -> Any:
    """The compiled type of an array of records."""
    return types.Array(numba.from_dtype(dtype), 1, "C")


def move_type(game: Game) -> np.dtype[Any]:
    """The record of one move of a game."""
    return game.options["moves"].base


def strategy_signature(view: np.dtype[Any], options: np.dtype[Any]) -> Any:
    """The compiled type of every strategy of a game: (view, options, count, mind) -> index of a move."""
    return types.int64(numba.from_dtype(view), numba.from_dtype(options), types.int64, numba.from_dtype(MIND))


choose = unbound


def plain(view: Any, options: Any, count: int, mind: Any) -> int:
    """Hands a strategy without weights what it may see."""
    return whole_number(choose(view, options.moves, count, mind.noise))


def weighted(view: Any, options: Any, count: int, mind: Any) -> int:
    """Hands a parametric strategy what it may see, its weights and its notepad."""
    return whole_number(choose(view, options.moves, count, mind.weights, mind.notes))


def with_mind(view: Any, options: Any, count: int, mind: Any) -> int:
    """Hands a made player all that they bring along."""
    return whole_number(choose(view, options.moves, count, mind))


def whole_number(choice: Any) -> int:
    """The choice of a strategy, if it is a whole number: nothing is rounded in silence."""
    if isinstance(choice, bool) or not isinstance(choice, int | np.integer):
        raise TypeError(f"a strategy must return a whole number, not {choice!r}")
    return int(choice)


def _as_it_is(choice: Any) -> Any:
    return choice


@overload(whole_number)  # type: ignore[untyped-decorator]
def _compiled_whole_number(choice: Any) -> Callable[..., int] | None:
    """The same question, asked once by the compiler."""
    if isinstance(choice, types.Integer):
        return _as_it_is
    raise TypingError(f"a strategy must return a whole number, not {choice}")
