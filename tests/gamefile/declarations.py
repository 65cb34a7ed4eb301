"""Small game files made from declarations: every kind of field, repeated in every way, seen by whoever may see it.

Each file uses every function of `dhstats.gamefile` and every function that a file may have on what it declares.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

KINDS, SIZE = 3, 7

BASES = {
    "number": "number(-2, 9{})",
    "choice": 'choice("red", "green", "blue"{})',
    "whose": "whose({})",
    "pile": f"pile({SIZE}, {KINDS}{{}})",
    "held": f"held({KINDS}, 4{{}})",
}
CARDS = ("pile", "held")
# How often there is a field: the declaration around it, and how a cell of it is reached by `owner`, `i` and `j`.
REPEATED = {
    "one": ("{}", ""),
    "several": ("several(2, {})", "[i]"),
    "rows": ("several(2, several(2, {}))", "[i][j]"),
    "seats": ("each_seat({})", "[owner]"),
    "seats of several": ("each_seat(several(2, {}))", "[owner][i]"),
    "seats of rows": ("each_seat(several(2, several(2, {})))", "[owner, i, j]"),
}
# Who sees it, what deck it is of, whether it is dealt: what is said in `each_seat`, or of a field without a seat.
SEEN = {
    "open": ("", ""),
    "hidden": ("seen=NOBODY", "seen=NOBODY"),
    "owned": ("seen=OWNER", None),
    "others": ("seen=OTHERS", None),
    "others dealt": ("seen=OTHERS, dealt=True, of=OWNER", None),
    "dealt": ("seen=OWNER, dealt=True", None),
    "own deck": ("seen=OWNER, of=OWNER", None),
    "own deck face down": ("seen=NOBODY, of=OWNER, dealt=True", None),
    "gems": ('seen=OWNER, of="gems"', 'seen=NOBODY, of="gems"'),
}


@dataclass(frozen=True)
class Declared:
    """A field of a generated file: its kind, how often there is one, and who sees it."""

    base: str
    repeated: str
    seen: str

    @property
    def by_seat(self) -> bool:
        """Whether every seat has one."""
        return self.repeated.startswith("seats")

    @property
    def name(self) -> str:
        """What the file calls it."""
        return "_".join((self.base, *self.repeated.split(), *self.seen.split()))

    def declaration(self) -> str:
        """The line in `class State`."""
        around, _ = REPEATED[self.repeated]
        for_seats, for_all = SEEN[self.seen]
        if self.by_seat:
            said = f"each_seat({around.removeprefix('each_seat(')[:-1].format(BASES[self.base].format(''))}"
            return f"{self.name} = {said}{f', {for_seats}' if for_seats else ''})"
        said = f", {for_all}" if for_all and self.base != "whose" else for_all
        return f"{self.name} = {around.format(BASES[self.base].format(said))}"

    def each_cell(self, lines: list[str], state: str = "state") -> list[str]:
        """These lines for every cell; `CELL` stands for it."""
        loops = [("owner", f"range({state}.players)"), ("i", "range(2)"), ("j", "range(2)")]
        _, reached = REPEATED[self.repeated]
        told, indent = [], ""
        for name, values in loops:
            if name in reached:
                told.append(f"{indent}for {name} in {values}:")
                indent += "    "
        return [*told, *(f"{indent}{line.replace('CELL', f'{state}.{self.name}{reached}')}" for line in lines)]


def possible() -> Iterator[Declared]:
    """Every combination that makes sense."""
    for base, repeated, seen in product(BASES, REPEATED, SEEN):
        by_seat, deck = repeated.startswith("seats"), "of=" in SEEN[seen][0]
        if (by_seat or SEEN[seen][1] is not None) and (base in CARDS or not deck):
            yield Declared(base, repeated, seen)


SETUP = {
    "number": ["CELL = below(chance, 5)"],
    "choice": ["CELL = below(chance, 3)"],
    "whose": ["CELL = below(chance, 2)"],
    "pile": ["for card in range(3):", "    fill(CELL, card, 2)", "shuffle(chance, CELL)"],
    "held": ["for _ in range(2):", "    CELL[below(chance, 3)] += 1"],
}
PLAY = {
    "number": ["CELL = (CELL + move.step) % 10"],
    "choice": ["CELL = move.step"],
    "whose": ["CELL = next_seat(state)"],
    "pile": ["if CELL.count < 7:", "    put(CELL, move.step)"],
    "held": ["if CELL[move.step] < 4:", "    CELL[move.step] += 1"],
}
THEN = {
    "number": ["CELL = roll(chance, 6)"],
    "choice": ["CELL = (CELL + 1) % 3"],
    "whose": ["CELL = -1"],
    "pile": [
        "card = draw(CELL)",
        "if card >= 0 and CELL.count < 7:",
        "    fill(CELL, card, 1)",
        "shuffle(chance, CELL)",
    ],
    "held": ["CELL[below(chance, 3)] = below(chance, 4)"],
}
WORTH = {
    "number": "CELL", "choice": "CELL", "whose": "CELL", "pile": "3 * CELL.count + CELL.cards[0]",
    "held": "CELL[0] + 2 * CELL[1] + 3 * CELL[2]",
}  # fmt: skip
GUESS = {
    "number": ["CELL = below(chance, 10)"],
    "choice": ["CELL = below(chance, 3)"],
    "whose": ["CELL = below(chance, 2)"],
    "pile": ["for place in range(CELL.count):", "    CELL.cards[place] = below(chance, 3)"],
    "held": ["CELL[below(chance, 3)] += 1"],
}


SHOWN = {base: ["told.append(str(CELL))"] for base in BASES}


def _body(lines: list[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)


def _all(fields: list[Declared], said: dict[str, list[str]], state: str = "state") -> list[str]:
    return [line for each in fields for line in each.each_cell(said[each.base], state)]


def _total(fields: list[Declared]) -> list[str]:
    counted = {base: [f"total += {worth}"] for base, worth in WORTH.items()}
    return ["total = 0", *_all(fields, counted)]


def game(fields: list[Declared]) -> str:
    """A game file with these fields."""
    guessed = [each for each in fields if each.seen != "open" and each.base not in CARDS]
    opened = [each for each in fields if each.seen == "open"]
    hidden = [each for each in fields if each.seen != "open" and each.base in CARDS]
    parts = [
        '"""Declared: a game made from declarations."""\n',
        "from dhstats.gamefile import NOBODY, OTHERS, OWNER, Position, below, choice, draw, each_seat, fill, held, next_seat",
        "from dhstats.gamefile import number, pile, put, roll, several, shuffle, whose\n",
        'SEATS = (2, 3)\nLONGEST = 20\nENDINGS = ("low", "high")\n\n',
        "class State(Position):\n    stops = number(0, 9)",
        *(f"    {each.declaration()}" for each in fields),
        "\n\nclass Move:\n    step = number(0, 2)\n\n",
        f"def setup(state, rules, chance):\n{_body([*_all(fields, SETUP), 'state.mover = 0'])}\n\n",
        "def allowed(view, move, rules):\n    return view.decisions != 3 and move.step <= 1 + view.mover\n\n",
        f"def play(state, move, rules):\n{_body([*_all(opened, PLAY), 'state.mover = next_seat(state)'])}\n\n",
        f"def then(state, rules, chance):\n{_body([*_all(hidden + guessed, THEN), 'state.stops += 0'])}\n\n",
        "def stuck(state, rules):\n    state.stops += 1\n    state.mover = next_seat(state)\n\n",
        "def over(state, rules):\n    return state.decisions >= 6\n\n",
        f"def ending(state, rules):\n{_body([*_total(opened), 'return total % 2'])}\n\n",
        f"def score(state, rules, seat):\n{_body([*_total(opened), 'return (total + state.stops) % (seat + 2)'])}\n\n",
        f"def tie_break(state, rules, seat):\n{_body([*_total(opened), 'return (total + seat) % 3'])}\n\n",
        f"def describe(state, rules):\n    told = []\n{_body(_all(fields, SHOWN))}\n"
        "    return told\n",
    ]  # fmt: skip
    if guessed and not hidden:
        parts.append(f"\n\ndef guess(state, rules, seat, chance):\n{_body(_guess(guessed))}\n")
    return "\n".join(parts)


def _guess(fields: list[Declared]) -> list[str]:
    """Fills what is hidden from a seat; what it owns it sees."""
    lines = list[str]()
    for each in fields:
        said = SEEN[each.seen][0] if each.by_seat else ""
        others = ["if owner != seat:"] if "OWNER" in said else ["if owner == seat:"] if "OTHERS" in said else []
        lines += each.each_cell([*others, *(f"{'    ' * len(others)}{line}" for line in GUESS[each.base])])
    return lines


def games() -> dict[str, str]:
    """A file for each way to repeat a field: cards together, whoever sees them, and what is no card together."""
    found = {}
    for repeated in REPEATED:
        for what, bases in (("cards", CARDS), ("numbers", ("number", "choice", "whose"))):
            fields = [each for each in possible() if each.repeated == repeated and each.base in bases]
            found["_".join((*repeated.split(), what))] = game(fields)
    return found


# What is compiled, which takes long for all: cards in piles and hands, repeated in every way, of decks of their own too.
COMPILED = (
    Declared("pile", "rows", "open"), Declared("pile", "seats of rows", "open"), Declared("pile", "several", "hidden"),
    Declared("pile", "seats", "own deck"), Declared("held", "seats of several", "own deck"),
)  # fmt: skip
