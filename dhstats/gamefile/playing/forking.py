"""A game of a game file, forked: what can be changed by decree, and what chance has yet to decide.

Changes follow from the state's declarations: a number that every seat has can be raised for the player who decides, a
number of the table can be set, and what a seat can have can be handed over: a thing (`whose`), a card, one more of a
number (`handing`). Kinds of moves are the words of the moves' choices.
"""

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from dhstats.engine.arms import MAX_THINGS, TO_MOVER, TO_NOBODY
from dhstats.engine.compiled import compiled, named_in
from dhstats.engine.copies import checked_copy
from dhstats.engine.game import Forking
from dhstats.engine.stream import CHANCE, address, below, mix, next_word
from dhstats.gamefile.declarations import HELD, NUMBER, SEAT, Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import handing, records
from dhstats.gamefile.playing.hiding import indented, stacks
from dhstats.gamefile.playing.returned import truth
from dhstats.gamefile.playing.written import checked, function, trusted

LOT = 1 << 23  # channel: which copy of a card changes places with which card
AT = "at-"  # before the word of a move: the moment at which it is chosen first

Function = Callable[..., Any]


def things(file: GameFile) -> tuple[str, ...]:
    """What a seat can have: the fields that name a seat, one each."""
    plain = [name for name, each in file.state.items() if each.kind == SEAT and not each.shape and not each.by_seat]
    return tuple(plain[:MAX_THINGS])


def numbers(file: GameFile) -> dict[str, Field]:
    """The numbers of the state that a decree can change."""
    return {
        name: each for name, each in file.state.items() if each.kind == NUMBER and not each.shape and not each.words
    }


def choices_of(file: GameFile) -> dict[str, Field]:
    """The fields of moves that are words."""
    return {name: each for name, each in file.move.items() if each.words and not each.is_cards}


def kinds(file: GameFile) -> tuple[str, ...]:
    """Kinds of moves: the words of their choices."""
    return tuple(dict.fromkeys(word for each in choices_of(file).values() for word in each.words))


def given(file: GameFile) -> tuple[str, ...]:
    """What several seats can have at once: cards in hand, and one more of their numbers."""
    return (*handing.cards(file), *handing.counters(file))


def forking_of(file: GameFile) -> Forking:
    """What forks of a game file's games rest on."""
    changed = numbers(file)
    whom = (TO_NOBODY, TO_MOVER + len(records.columns(file)) - 1)
    ranges = [whom for _ in things(file)]
    ranges += [(each.low - each.high, each.high - each.low) if each.by_seat else (each.low, each.high)
               for each in changed.values()]  # fmt: skip
    ranges += [whom for _ in given(file)]
    after = checked(_after(file))
    mixing = trusted(mix_chance(file))
    cards, count_cards = _cards(file)
    return Forking(
        begins=compiled()(begins),
        has_come=trusted(_of_kind(file, "has_come")),
        describe_position=trusted(describe_position),
        holders=trusted(_holders(file)),
        intervene=checked(function("intervene", TAKEN, INTERVENE, {"after": after})),
        rearrange=mixing,
        count_cards=trusted(count_cards),
        is_of_kind=trusted(_of_kind(file, "is_of_kind")),
        switch=trusted(switch),
        moments=tuple(f"{AT}{word}" for word in kinds(file)),
        changes=(*things(file), *changed, *given(file)),
        ranges=tuple(ranges),
        things=things(file),
        costly=(),
        kinds=kinds(file),
        settled=("players", *(name for name in file.keys if name in read_in(file, "setup"))),
        cards=cards,
        can_change=checked(
            function("can_change", TAKEN, ["return after(table, focal, what, value)"], {"after": after})
        ),
        given=given(file),
        mix_chance=mixing,
    )


def read_in(file: GameFile, name: str) -> set[str]:
    """The names that a function of a file mentions, and those that the file's functions mention that it calls."""
    waiting, seen, done = [file.functions[name]], set[str](), set[Any]()
    while waiting:
        function = waiting.pop()
        done.add(function.__code__)
        names, space = named_in(function.__code__), function.__globals__
        seen |= names
        modules = [space[each] for each in names if isinstance(space.get(each), ModuleType)]
        called = [place.get(each) for place in (space, *map(vars, modules)) for each in names]
        waiting += [each for each in called if isinstance(each, FunctionType) and each.__code__ not in done]
    return seen


def begins(table: Any) -> bool:
    """Whether the last decision ended a turn, or none was made."""
    return bool(table.fresh != 0)


def describe_position(table: Any, seat: int, fork: Any) -> None:
    """The mover's lead over the best other; what is left is not known."""
    rival, first = 0, True
    for other in range(table.state.players):
        if other != seat and (first or table.scores[other] > rival):
            rival, first = table.scores[other], False
    fork.lead = table.scores[seat] - rival
    fork.left = 0


def switch(table: Any, other: Any) -> None:
    """The rules of another table hold from here on."""
    table.seen.rules = other.seen.rules


def _of_kind(file: GameFile, name: str) -> Function:
    """Whether a move is of a kind, counted from 1: one of the words of its choices."""
    lines = []
    for number, word in enumerate(kinds(file)):
        fields = [(field, each.words.index(word)) for field, each in choices_of(file).items() if word in each.words]
        test = " or ".join(f"move.{field} == {place}" for field, place in fields)
        lines += [f"if kind == {number + 1}:", f"    return {test}"]
    return function(name, "view, move, kind", [*lines, "return False"], {})


def _holders(file: GameFile) -> Function:
    lines = ["players = table.state.players"]
    for place, name in enumerate(things(file)):
        lines += [f"owner = table.state.{name}"]
        lines += [f"found[{place}] = {TO_NOBODY} if owner < 0 else {TO_MOVER} + (owner - seat) % players"]
    return function("holders", "table, seat, found", lines, {})


TAKEN = "table, focal, what, value"
INTERVENE = ["if after(table, focal, what, value):", "    table.state = table.seen.after"]


def _after(file: GameFile) -> Function:
    """Leaves the state after a change by decree in the view's spare room; whether it could be.

    Things come first, then numbers, within what the file declares, then what several can have. A change of the last
    kind may not end the game.
    """
    lines = [
        "table.seen.after, table.seen.thought = table.state, 1",
        "state, players = table.seen.after, table.state.players",
    ]
    lines += ["pool, lot = table.pool, table.lot", "table.lot = table.chance"]
    lines += ["address(lot, next_word(lot), next_word(lot), LOT)"]
    changes = [
        f"state.{name} = -1 if value == {TO_NOBODY} else (focal + value - {TO_MOVER}) % players"
        for name in things(file)
    ]
    for name, each in numbers(file).items():
        number = f"state.{name}[focal]" if each.by_seat else f"state.{name}"
        value = f"{number} + value" if each.by_seat else "value"
        changes.append(f"{number} = min(max({value}, {each.low}), {each.high})")
    for place, change in enumerate(changes, start=1):
        lines += indented([change], f"if what == {place}:")
    first = 1 + len(changes)
    lines += [*handing.changing(file, first), f"return what < {first} or not truth(own_over(state, table.seen.rules))"]
    space = {"address": address, "next_word": next_word, "below": below, "LOT": LOT, "truth": truth}
    return function("after", TAKEN, lines, space | {"own_over": checked_copy(file.functions["over"], divisions=True)})


def _cards(file: GameFile) -> tuple[tuple[str, ...], Function]:
    """The cards that every seat holds in one hand, and what counts them."""
    names: tuple[str, ...] = ("cards",)
    lines = ["counts[0] = 0"]
    held = [(name, each) for name, each in file.state.items() if each.kind == HELD and each.by_seat and not each.cells]
    for name, each in held[:1]:
        names = tuple(f"card {kind}" for kind in range(each.kinds))
        lines = [f"for kind in range({each.kinds}):", f"    counts[kind] = table.state.{name}[seat, kind]"]
    return names, function("count_cards", "table, seat, counts", lines, {})


def mix_chance(file: GameFile) -> Function:
    """Lays anew what chance has yet to decide, every hand as it is."""
    lines = list[str]()
    for loops, pile in stacks(file, "table.state"):
        laid = [f"order({pile}.cards, {pile}.count)", f"mix({pile}.cards, {pile}.count, stream)"]
        lines += indented(laid, *loops)
    lines += ["address(table.chance, next_word(stream), next_word(stream), CHANCE)"]
    space = {"address": address, "next_word": next_word, "CHANCE": CHANCE}
    # A pile may say that it holds more than it can
    space |= {"mix": checked_copy(getattr(mix, "py_func", mix)), "order": checked_copy(order)}
    return function("mix_chance", "table, stream", lines, space)


def order(cards: Any, count: int) -> None:
    """Sorts the first cards of a pile, so that what is laid anew does not depend on how they lay."""
    for i in range(1, count):
        card, at = cards[i], i
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card
