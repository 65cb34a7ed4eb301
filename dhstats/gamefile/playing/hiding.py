"""What is hidden, written from what a game file declares: out of sight, dealt round the table, laid anew by lot."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from dhstats.gamefile.declarations import HELD, OWNER, PILE, Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records
from dhstats.gamefile.playing.written import function

TAB = "    "
FIELD = re.compile(r"\b(?:seen\.state|(?<!\.)state|seen|view)\.(?!state\b)\w+(?=[\[.])")


def indented(lines: list[str], *headers: str) -> list[str]:
    """Lines below headers, each a step further in; headers that are empty are left out."""
    told = [header for header in headers if header]
    heads = [f"{TAB * depth}{header}" for depth, header in enumerate(told)]
    return [*heads, *(f"{TAB * len(told)}{line}" for line in lines)]


def cells_of(each: Field) -> tuple[list[str], list[str]]:
    """The loops over what a field has several of, and the names of their indices."""
    names = [f"i{depth}" for depth in range(len(each.cells))]
    return [f"for {name} in range({size}):" for name, size in zip(names, each.cells, strict=True)], names


def slot_of(file: GameFile, name: str, each: Field) -> str:
    """Where a hidden hand is counted, among all of them, in the words of the loops over its cells."""
    place, (_, names) = "", cells_of(each)
    for index, size in zip(names, each.cells, strict=True):
        place = f"({place}) * {size} + {index}" if place else index
    return f"{records.hands(file)[name]} + {place}" if place else str(records.hands(file)[name])


def _of_seats(file: GameFile, each: Field) -> str:
    return f"for owner in range({file.most_seats}):" if each.by_seat else ""


def at_cell(target: str, *indices: str) -> str:
    """A field, or what lies at a place of it."""
    return f"{target}[{', '.join(indices)}]" if indices else target


def hide(file: GameFile, *, plain: bool = False) -> Callable[..., Any]:
    """Takes out of a view what a seat may not see, and counts it; `plain` for plain Python.

    The function takes seen, state, seat.
    """
    kinds = records.hidden_kinds(file) if any(each.pooled for each in file.state.values()) else 0
    lines = [f"seen.unseen[{place}] = 0" for place in range(kinds)]
    for name, each in file.state.items():
        if each.hidden:
            lines += _hidden_field(file, name, each)
    lines += _hand_sizes(file)
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


def _hand_sizes(file: GameFile) -> list[str]:
    """The lines that count what every seat holds: a pile that its owner does not see is no hand."""
    lines = ["seen.hand_sizes[owner] = 0"]
    for name, each in file.state.items():
        if not (each.by_seat and each.pooled) or (each.kind == PILE and each.seen != OWNER):
            continue
        loops, names = cells_of(each)
        counted = f"{at_cell(f'state.{name}', 'owner', *names)}.count"
        if each.kind == HELD:
            loops, counted = (
                [*loops, f"for kind in range({each.kinds}):"],
                f"state.{name}[{', '.join(('owner', *names, 'kind'))}]",
            )
        lines += indented([f"seen.hand_sizes[owner] += {counted}"], *loops)
    return indented(lines, f"for owner in range({file.most_seats}):")


def _hidden_field(file: GameFile, name: str, each: Field) -> list[str]:
    """The lines that hide a field."""
    loops, names = cells_of(each)
    indices = ["owner", *names] if each.by_seat else names
    others = "if owner != seat:" if each.seen == OWNER else ""  # its owner sees it
    lines = list[str]()
    if each.kind == HELD:  # its owner counts it too
        size = f"seen.sizes[{slot_of(file, name, each)}, {'owner' if each.by_seat else 0}]"
        read = f"state.{name}[{', '.join((*indices, 'kind'))}]"
        lines += [f"{size} = 0", *indented([f"{size} += {read}"], f"for kind in range({each.kinds}):")]
    lines += indented(_blanked(file, name, each, indices), others)
    return indented(lines, _of_seats(file, each), *loops)


def _blanked(file: GameFile, name: str, each: Field, indices: list[str]) -> list[str]:
    """The lines that empty one cell of a field, and count its cards among those that are not seen."""
    own, shown = at_cell(f"state.{name}", *indices), at_cell(f"seen.state.{name}", *indices)
    if each.kind == PILE:
        unseen = f"seen.unseen[{records.decks(file)[each.deck].first_of('owner')}{own}.cards[place]]"
        lines = indented([f"{unseen} += 1"], f"for place in range({own}.count):")
        return lines + indented([f"{shown}.cards[place] = 0"], f"for place in range({each.size}):")
    if each.kind == HELD:
        of_kind = ", ".join((*indices, "kind"))
        unseen = f"seen.unseen[{records.decks(file)[each.deck].first_of('owner')}kind]"
        return indented(
            [f"{unseen} += state.{name}[{of_kind}]", f"seen.state.{name}[{of_kind}] = 0"],
            f"for kind in range({each.kinds}):",
        )
    return [f"{shown} = {each.start}"]


def go_round(file: GameFile) -> Callable[..., Any]:
    """Hands what was dealt to each seat on by so many places.

    The function takes state, first, moved.
    """
    lines: list[str] = []
    for name, each in file.state.items():
        if not each.dealt:
            continue
        loops, names = cells_of(each)
        if each.kind == HELD:
            loops, names = [*loops, f"for kind in range({each.kinds}):"], [*names, "kind"]
        moved = f"{at_cell(f'state.{name}', 'seat', *names)} = {at_cell(f'first.{name}', 'source', *names)}"
        inner = ["source = (seat + moved) % first.players", *indented([moved], *loops)]
        lines += indented(inner, f"for seat in range({file.most_seats}):", "if seat < first.players:")
    return function("go_round", "state, first, moved", lines, {})


def lay_hidden(file: GameFile, space: Mapping[str, Any], *, plain: bool = False) -> Callable[..., Any]:
    """Puts unseen cards where a seat cannot see, each order equally likely; `plain` for plain Python.

    The function takes state, view, pool, stream.
    """
    if "guess" in file.functions:
        lines = ["own_guess(state, view.rules, view.seat, stream)"]
        return function("lay_hidden", "state, view, pool, stream", lines, space)
    lines = []
    for name, deck in records.decks(file).items():
        unseen = f"view.unseen[{deck.first_of('owner')}kind]"
        inner = ["count = 0"]
        inner += indented(
            ["pool[count] = kind", "count += 1"], f"for kind in range({deck.kinds}):", f"for _ in range({unseen}):"
        )
        inner += ["mix(pool, count, stream)"]
        for own, each in file.state.items():
            if each.pooled and each.deck == name:
                inner += _laid(file, own, each)
        lines += indented(inner, f"for owner in range({file.most_seats}):" if name[1] else "")
    return function("lay_hidden", "state, view, pool, stream", looked_up_once(lines) if plain else lines, space)


def _laid(file: GameFile, name: str, each: Field) -> list[str]:
    """The lines that fill a hidden field from the pool; for one seat where the deck is its own."""
    loops, names = cells_of(each)
    indices = ["owner", *names] if each.by_seat else names
    others = "if owner != view.seat:" if each.seen == OWNER else ""
    if each.kind == PILE:
        own = at_cell(f"state.{name}", *indices)
        lines = indented(["count -= 1", f"{own}.cards[place] = pool[count]"], f"for place in range({own}.count):")
    else:
        size = f"view.sizes[{slot_of(file, name, each)}, {'owner' if each.by_seat else 0}]"
        held = f"state.{name}[{', '.join((*indices, 'pool[count]'))}]"
        lines = indented(["count -= 1", f"{held} += 1"], f"for _ in range({size}):")
    return indented(lines, "" if each.own else _of_seats(file, each), others, *loops)
