"""What is hidden, written from what a game file declares: out of sight, dealt round the table, laid anew by lot."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from dhstats.gamefile.declarations import HELD, NOBODY, OTHERS, OWNER, PILE, Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records
from dhstats.gamefile.playing.written import function

TAB = "    "
ARGUMENTS = "state, view, pool, stream, moves"
FIELD = re.compile(r"\b(?:seen\.state|(?<!\.)state|seen|view)\.(?!state\b)\w+(?=[\[.])")


def indented(lines: list[str], *headers: str) -> list[str]:
    """Lines below headers, each a step further in; headers that are empty are left out."""
    told = [header for header in headers if header]
    heads = [f"{TAB * depth}{header}" for depth, header in enumerate(told)]
    return [*heads, *(f"{TAB * len(told)}{line}" for line in lines)]


def cells_of(each: Field, owner: str = "owner", kind: str = "") -> tuple[list[str], list[str]]:
    """The loops over what a field has several of but for seats, and the names of all indices, that of its owner first.

    Where the index of the `kind` has a name, they go on to how many cards of each kind there are.
    """
    names = [*(f"i{depth}" for depth in range(len(each.cells))), *([kind] if kind and each.kind == HELD else [])]
    loops = [f"for {name} in range({size}):" for name, size in zip(names, each.shape, strict=False)]
    return loops, [owner, *names] if each.by_seat else names


def _size_of(file: GameFile, view: str, name: str, each: Field) -> str:
    """Where a view counts a hidden hand, among all of them, in the words of the loops over its cells."""
    place = ""
    for depth, size in enumerate(each.cells):
        place = f"({place}) * {size} + i{depth}" if place else f"i{depth}"
    slot = f"{records.hands(file)[name]} + {place}" if place else records.hands(file)[name]
    return f"{view}.sizes[{slot}, {'owner' if each.by_seat else 0}]"


def of_seats(file: GameFile, each: Field) -> str:
    """The loop over those who have a field of their own; "" where it lies on the table."""
    return f"for owner in range({file.most_seats}):" if each.by_seat else ""


def stacks(file: GameFile, state: str) -> Iterator[tuple[list[str], str]]:
    """The piles of a state that nobody sees: all loops over those of a field, and one of them in the loops' words."""
    for name, each in file.state.items():
        if each.kind == PILE and each.seen == NOBODY:
            loops, indices = cells_of(each)
            yield [of_seats(file, each), *loops], at_cell(f"{state}.{name}", *indices)


def at_cell(target: str, *indices: str) -> str:
    """A field, or what lies at a place of it."""
    return f"{target}[{', '.join(indices)}]" if indices else target


def hide(file: GameFile, *, plain: bool = False) -> Callable[..., Any]:
    """Shows a seat what it may see of a state, and counts the rest unless nobody asks; `plain` for plain Python.

    What a view holds of cards that its seat does not see is empty from the beginning, but for hands that are another's.
    """
    kinds = records.hidden_kinds(file) if any(each.pooled for each in file.state.values()) else 0
    lines = indented(["seen.unseen[kind] = 0"], f"for kind in range({kinds}):") if kinds else []
    lines += indented(["seen.hand_sizes[owner] = 0"], f"for owner in range({file.most_seats}):")
    for name, each in file.state.items():
        if each.pooled:
            lines += _counted(file, name, each)
    lines = indented(lines, "if seen.uncounted == 0:")
    lines += [f"seen.state.{name} = state.{name}" for name in ("mover", "players", "decisions")]
    for name, each in file.state.items():
        lines += _shown(file, name, each) if each.hidden else [f"seen.state.{name} = state.{name}"]
    return function("hide", "seen, state, seat", looked_up_once(lines) if plain else lines, {})


def looked_up_once(lines: list[str]) -> list[str]:
    """The same lines, in which every field that is a list or a pile is looked up once: in plain Python that takes long.

    Compiled code would count references to what is looked up.
    """
    names = dict[str, str]()

    def short(found: re.Match[str]) -> str:
        return names.setdefault(found[0], f"of_{found[0].replace('.', '_')}")

    body = [FIELD.sub(short, line) for line in lines]
    return [*(f"{name} = {field}" for field, name in names.items()), *body]


def out_of_sight(each: Field, seat: str) -> str:
    """The condition under which a seat does not see what an owner has of a hidden field; "" where nobody does."""
    return {OWNER: f"if owner != {seat}:", OTHERS: f"if owner == {seat}:"}.get(each.seen, "")


def _shown(file: GameFile, name: str, each: Field) -> list[str]:
    """The lines that show a hidden field to those who see it, and to others how many cards a pile has."""
    loops, indices = cells_of(each, kind="kind")
    own, seen = (at_cell(f"{state}.{name}", *indices) for state in ("state", "seen.state"))
    shown, blank = [f"{seen} = {own}"], [f"{seen} = {each.start}"]
    if each.kind == PILE:
        counted, places = f"{seen}.count = {own}.count", f"for place in range({each.size}):"
        shown = [counted, *indented([f"{seen}.cards[place] = {own}.cards[place]"], places)]
        blank = [counted, *indented([f"{seen}.cards[place] = 0"], places)]
    if not (condition := out_of_sight(each, "seat")):  # nobody was ever shown what lies in a pile
        return indented(blank[:1] if each.kind == PILE else blank, of_seats(file, each), *loops)
    return indented([*indented(blank, condition), *indented(shown, "else:")], of_seats(file, each), *loops)


def _counted(file: GameFile, name: str, each: Field) -> list[str]:
    """The lines that count hidden cards: how many of each kind a seat does not see, and how many everybody has.

    A pile that its owner does not see is no hand.
    """
    loops, indices = cells_of(each)
    unseen = f"seen.unseen[{records.decks(file)[each.deck].first_of('owner')}"
    if each.kind == HELD:  # its owner counts it too
        read, size, kinds = at_cell(f"state.{name}", *indices, "kind"), "size", f"for kind in range({each.kinds}):"
        lines = ["size = 0", *indented([f"size += {read}"], kinds), f"{_size_of(file, 'seen', name, each)} = size"]
        counted = indented([f"{unseen}kind] += {read}"], kinds)
    else:
        own = at_cell(f"state.{name}", *indices)
        lines, size = list[str](), f"{own}.count" if each.seen == OWNER else ""
        counted = [f"if {own}.count > {each.size}:", f"    raise IndexError('more cards than {name} has room for')"]
        counting = [f"card = {own}.cards[place]", f"if card < 0 or card >= {each.kinds}:"]
        counting += [f"    raise IndexError('a card in {name} that there is not')", f"{unseen}card] += 1"]
        counted += indented(counting, f"for place in range({own}.count):")
    if each.by_seat and size:
        lines += [f"seen.hand_sizes[owner] += {size}"]
    lines += indented(counted, out_of_sight(each, "seat"))
    return indented(lines, of_seats(file, each), *loops)


def go_round(file: GameFile) -> Callable[..., Any]:
    """Hands what was dealt to each seat on by so many places."""
    lines: list[str] = []
    for name, each in file.state.items():
        if each.dealt:
            loops, indices = cells_of(each, "seat", kind="kind")
            moved = f"{at_cell(f'state.{name}', *indices)} = {at_cell(f'first.{name}', 'source', *indices[1:])}"
            inner = ["source = (seat + moved) % first.players", *indented([moved], *loops)]
            lines += indented(inner, f"for seat in range({file.most_seats}):", "if seat < first.players:")
    return function("go_round", "state, first, moved", lines, {})


def lay_hidden(file: GameFile, space: Mapping[str, Any], *, plain: bool = False) -> Callable[..., Any]:
    """Puts unseen cards where a seat cannot see, each order equally likely; `plain` for plain Python.

    A file's own `guess` does that in place of it, or afterwards where the file says what `fits`.
    """
    guessed = ["own_guess(state, view.rules, view.seat, stream)"] if "guess" in file.functions else []
    guessed += _chosen(file)
    if "guess" in file.functions and "fits" not in file.functions:
        return function("lay_hidden", ARGUMENTS, guessed, space)
    lines = list[str]()
    for name, deck in records.decks(file).items():
        each_card = f"for kind in range({deck.kinds}):", f"for _ in range(view.unseen[{deck.first_of('owner')}kind]):"
        inner = ["count = 0", *indented(["pool[count] = kind", "count += 1"], *each_card), "mix(pool, count, stream)"]
        for own, each in file.state.items():
            if each.pooled and each.deck == name:
                inner += _laid(file, own, each)
        lines += indented(inner, f"for owner in range({file.most_seats}):" if name[1] else "")
    lines += guessed
    return function("lay_hidden", ARGUMENTS, looked_up_once(lines) if plain else lines, space)


def _chosen(file: GameFile) -> list[str]:
    """The lines that choose at random for seats that have chosen already, at once with the one that looks on."""
    if not file.at_once:
        return []
    chosen = list[str]()
    for name, each in file.move.items():
        at, loop = (", kind", f"for kind in range({each.kinds}):") if each.is_cards else ("", "")
        part = "[kind]" if each.is_cards else ""
        chosen += indented([f"state.chosen_{name}[owner{at}] = move.{name}{part}"], loop)
    taken = ["count += 1", *indented(chosen, "if below(stream, count) == 0:")]
    if file.offers:
        lines = ["many = own_moves(state, view.rules, moves)"]
        lines += indented(["move, count = moves[number], number", *taken], "for number in range(many):")
    else:
        asked = ["move = moves[number]", *indented(taken, "if own_allowed(state, move, view.rules):")]
        lines = ["count = 0", *indented(asked, f"for number in range({file.moves}):")]
    whose = ("for owner in range(state.players):", "if owner != view.seat and state.has_chosen[owner] != 0:")
    return ["mover = state.mover", *indented(["state.mover = owner", *lines], *whose), "state.mover = mover"]


def _laid(file: GameFile, name: str, each: Field) -> list[str]:
    """The lines that fill a hidden field from the pool; for one seat where the deck is its own."""
    loops, indices = cells_of(each)
    if each.kind == PILE:
        own = at_cell(f"state.{name}", *indices)
        lines = indented(["count -= 1", f"{own}.cards[place] = pool[count]"], f"for place in range({own}.count):")
    else:
        held = at_cell(f"state.{name}", *indices, "pool[count]")
        lines = indented(["count -= 1", f"{held} += 1"], f"for _ in range({_size_of(file, 'view', name, each)}):")
    return indented(lines, "" if each.own else of_seats(file, each), out_of_sight(each, "view.seat"), *loops)
