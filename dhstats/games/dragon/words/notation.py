"""Dragon! in words: cards, decisions, the table and results as lines of text, and whole games told from their rows.

Formatting alone: what a row means on the table, the referee says.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from dhstats.errors import BadInput
from dhstats.games.dragon.files.rulesets import label
from dhstats.games.dragon.referee.chronicle import NOBODY, Choice, Paper, Position, Side, cardbook
from dhstats.games.dragon.referee.tabletop import Tabletop, deck_of, problems, set_up
from dhstats.games.dragon.table import ACTS, FACINGS, MAX_DECK, MAX_SEATS, MOVE, PAST_TURN, POWER, SEATS, STEPS, VIEW
from dhstats.games.positions import (
    About,
    Bits,
    Code,
    Converted,
    Each,
    Kind,
    Notation,
    Turns,
    face_down,
    listed,
    read_record,
    write_record,
)
from dhstats.games.retelling import AtTable, Line, Retelling, Row, Step, by_player, counted, verdict

Book = Mapping[str, Paper]
INDENT = 4  # of a card played to top, for each card below it
LEGEND = "After each decision: the health that every dragon has left, then hand and deck of whoever decided."
WORDS = {
    "pass": "go on", "hold": "let it be", "pay": "pay with", "shed": "give up", "top": "top with", "play": "",
    "discard": "discard", "draw": "draw",
}  # fmt: skip
PASSED = {"ground": "ground cards", "play": "cards", "discard": "discards"}
DEED_WIDTH = 78  # of the part of a line that says what was done; longer ones push the rest to the right
ENDS = {
    "kill": "A dragon was killed",
    "banish": "A dragon was banished",
    "exhaust": "A dragon was exhausted",
    "turn_limit": "The game was stopped",
}


def move_text(move: Any, effective: Mapping[str, Any]) -> str:
    """A move of the engine in words."""
    book = cardbook(effective["pack"])
    told = {name: int(move[name]) for name in MOVE.names or ()}
    return choice_text(Choice.of(told | {"act": ACTS[told["act"]]}, list(book)), book)


def choice_text(choice: Choice, book: Book) -> str:
    """What a player decides."""
    if choice.act == "draw":
        return f"draw {choice.number}"
    named = book[choice.card].title if choice.card else ""
    named += f" at {book[choice.at].title}" if choice.at else ""
    rival = f" against the {SEATS[choice.rival]}" if choice.rival != NOBODY else ""
    declared = "".join(f", {SEATS[seat]} dragon to {facing}" for seat, facing in choice.declared)
    return f"{WORDS[choice.act]} {named}{rival}{declared}".strip()


def turn_line(turn: Row, choice: Choice, book: Book, players: int) -> str:
    """A decision in one line: an answer in a chain stands further to the right than what it answers."""
    who = f"{turn['turn'] + 1:3d} {SEATS[turn['seat']]:<6}"
    score = ":".join(f"{health:>2}" for health in (turn[f"score_{seat}_after"] for seat in SEATS[:players]))
    left = f"hand {turn['hand_after']}, deck {turn['deck_after']}, {counted(turn['legal_moves'], 'choice')}"
    return f"{who}  {' ' * INDENT * turn['depth'] + deed(turn, choice, book):<{DEED_WIDTH}} {score}  {left}"


def deed(turn: Row, choice: Choice, book: Book) -> str:
    """What was decided, and what came of the card that it was about."""
    text = chosen(turn, choice, book) + came_of(turn, book)
    return text + (f", {counted(turn['wounds'], 'wound')}" if turn["wounds"] else "")


def chosen(turn: Row, choice: Choice, book: Book) -> str:
    """What was decided."""
    return f"no more {PASSED[turn['step']]}" if turn["act"] == "pass" else choice_text(choice, book)


def came_of(turn: Row, book: Book) -> str:
    """What came of the card that a decision was about, if that was settled by it."""
    if turn["outcome"] is None:
        return ""
    about = list(book.values())[turn["first_card"]].title
    return f" → {about} is cancelled" if turn["outcome"] == "cancelled" else f" → {about} takes effect"


def deal_lines(players: Sequence[str], table: Tabletop) -> list[str]:
    """Whose cards they are, who plays which dragon, and the opening hands as only the reader may see them."""
    hands = (f"{side.dragon}; hand: {cards_text(side.hand, table.book)}" for side in table.position().sides)
    return [f"{label(table.rules)}.", *by_player(players, hands), "", LEGEND]


def cards_text(names: Iterable[str], book: Book) -> str:
    """Cards by title, equal ones counted; a dash for none."""
    counts = Counter(book[name].title for name in names)
    return ", ".join(title + (f" ×{n}" if n > 1 else "") for title, n in counts.items()) or "–"


def board_lines(position: Position, book: Book) -> list[str]:
    """Everything on the table."""
    lines = []
    for seat, side in enumerate(position.sides):
        mark = "> " if position.asked == seat else "  "
        assert not side.alive or side.facing in FACINGS
        stand = f"level {side.level}, facing {side.facing}, {side.wounds} of {counted(side.health, 'wound')}"
        stand = f"{stand}, lair attack {side.siege} of {side.lair}" if side.alive else "out of the fight"
        lines.append(f"{mark}{SEATS[seat]:<6} {side.dragon}, {stand}")
        grounds = [f"{book[name].title} against the {SEATS[rival]}" for name, rival in side.grounds]
        attached = [book[name].title + (f" until turn {until}" if until else "") for name, until in side.attached]
        lines += [f"         {', '.join([*grounds, *attached])}"] if grounds or attached else []
        lines.append(f"         hand: {cards_text(side.hand, book)}; deck {side.deck}, discards {side.discards}")
    return lines


def result_lines(players: Sequence[str], row: Row) -> list[str]:
    """How all dragons stood at the end, who won and how, the chains."""
    seats = SEATS[: len(players)]
    left = [f"{row[f'score_{seat}']} health left, level {row[f'level_{seat}']}" for seat in seats]
    lair = [f"lair attack {row[f'siege_{seat}']}, {counted(row[f'deck_{seat}'], 'card')} to draw" for seat in seats]
    topped = f"{counted(row['tops'], 'card')} played to top in {counted(row['chains'], 'chain')}"
    return [
        *by_player(players, map(", ".join, zip(left, lair, strict=True))),
        f"{verdict(players, row)} {ENDS[row['end_reason']]} after {counted(row['turns'], 'decision')}.",
        f"{topped}, at most {row['longest_chain']} in one; {counted(row['cancelled'], 'card')} cancelled.",
    ]


def _step(table: Tabletop, turn: Row) -> Step:
    choice = Choice.of(turn, list(table.book))
    table.play(choice)
    after = table.position()
    line = turn_line(turn, choice, table.book, table.players)
    did = f"{' ' * INDENT * turn['depth']}{SEATS[turn['seat']]}: {deed(turn, choice, table.book)}"
    return Step(turn["seat"], line, did, tuple(board_lines(after, table.book)), after)


RETELLING = Retelling(problems, set_up, deal_lines, _step, result_lines, move_text)


SILENT = ("hold", "pass")  # would tell what is in a hand: who has nothing that could be played is not asked


def _noticed(step: Step, row: Row, seat: int, effective: Mapping[str, Any]) -> tuple[Line, ...]:
    """Everything but what somebody could have played and did not.

    What comes of a card is a line of its own: it is settled at once if nobody can top, or else when the last of those
    who can lets it be, and who sees which of both it was knows a hand. So wounds, which are added up by decision, are
    left to the table.
    """
    book, lines = cardbook(effective["pack"]), list[Line]()
    if row["act"] not in SILENT or step.seat == seat:
        did = chosen(row, Choice.of(row, list(book)), book)
        lines.append((step.seat, f"{' ' * INDENT * row['depth']}{SEATS[step.seat]}: {did}"))
    if came := came_of(row, book):
        lines.append((row["mover"], came.strip()))
    return tuple(lines)


def _kind(move: Any, _: Any, effective: Mapping[str, Any]) -> str:
    act, card = ACTS[int(move["act"])], int(move["card"])
    if act != "play" or card < 0:
        return WORDS[act] or act
    return list(cardbook(effective["pack"]).values())[card].title


AT_TABLE = AtTable(_noticed, _kind)


ALL = "all"
TOPPING = "topping"
PHASES = (*STEPS, "paying", TOPPING, "shedding")
TO_DECIDE = {
    "agility": "what to play in the agility step", "ground": "which ground card to play", "play": "what to play",
    "discard": "what to discard", "draw": "how many cards to draw", "paying": "what to pay with",
    "topping": "whether to top", "shedding": "what to give up",
}  # fmt: skip


def names_of(about: About) -> list[str]:
    """The cards of a pack by their codes."""
    if "names" not in about.looked_up:
        about.looked_up["names"] = list(cardbook(about.effective["pack"]))
    names: list[str] = about.looked_up["names"]
    return names


def _of_deck(seat: int | None, about: About) -> Sequence[str]:
    """The card in every slot of the deck of a seat, of the seat that sees the view if there is no other."""
    place = about.seat if seat is None else seat
    names, size = names_of(about), int(about.record["deck_size"][place])
    return [names[int(code)] for code in about.record["code"][place][:size]]


def _numbered(seat: int, about: About) -> Sequence[str]:
    """The same, each with the number of its slot."""
    return [f"{name} {slot}" for slot, name in enumerate(_of_deck(seat, about))]


@dataclass(frozen=True)
class BySeat:
    """Something for every seat; each seat has a kind of its own."""

    kinds: Sequence[Kind]

    def write(self, value: Any, about: About) -> list[Any]:
        """A list, as long as there are players."""
        players = int(about.record["players"])
        return [kind.write(each, about) for kind, each in zip(self.kinds[:players], value, strict=False)]

    def read(self, told: Any, place: str, about: About) -> list[Any]:
        """The values in the order of the seats."""
        each = zip(self.kinds, listed(told, place), strict=False)
        return [kind.read(value, f"{place}[{at}]", about) for at, (kind, value) in enumerate(each)]


CARD = Converted(  # by its code; below 0 for none
    lambda value, about: Code(names_of(about)).write(value, about),
    lambda told, place, about: Code(names_of(about)).read(told, place, about),
)
_NOTHING = np.zeros(1, POWER)
POWERS = Converted(  # what a dragon is capable of, as a table of what is not nothing
    lambda value, about: write_record(value, _NOTHING[0], {}, about),
    lambda told, place, about: read_record(told, _NOTHING, place, {}, about).view(np.ndarray)[0],
)
_DECKS = [Bits(partial(_of_deck, seat)) for seat in range(MAX_SEATS)]
_SLOTS = [Bits(partial(_numbered, seat)) for seat in range(MAX_SEATS)]
_TURNS = [
    Turns(dict.fromkeys(("played", "cancelled", "topped", "discarded"), deck), np.zeros(1, PAST_TURN))
    for deck in _DECKS
]


def _slots(value: Any, place: str, _: About) -> list[int]:
    """A number for every slot of a deck, from pairs of a slot and its number."""
    numbers = [0] * MAX_DECK
    for pair in listed(value, place):
        slot, number = pair if isinstance(pair, list) and len(pair) == 2 else (-1, 0)
        if not isinstance(slot, int) or not 0 <= slot < MAX_DECK:
            raise BadInput(f"{place}: must be pairs of a slot below {MAX_DECK} and a number")
        numbers[slot] = number
    return numbers


SLOTS = Converted(lambda value, _: [[slot, int(number)] for slot, number in enumerate(value) if number], _slots)


def _usable(deck: Kind) -> Kind:
    """The cards whose special types a dragon may use: all of them, or those of a set."""
    return Converted(
        lambda value, about: ALL if value == -1 else deck.write(value, about),
        lambda told, place, about: -1 if told == ALL else deck.read(told, place, about),
    )


def _recent(told: Any, place: str, about: About) -> list[Any]:
    each = zip(_TURNS, listed(told, place), strict=False)
    return [turns.read([value], f"{place}[{at}]", about)[0] for at, (turns, value) in enumerate(each)]


RECENT_TURNS = Converted(  # of every seat, with the cards of its deck
    lambda value, about: [turns.write([each], about)[0] for turns, each in zip(_TURNS, value, strict=True)], _recent
)
KINDS: Mapping[str, Kind] = {
    "step": Code(STEPS), "phase": Code(PHASES), "facing": Each(Code(FACINGS)), "power": BySeat([POWERS] * MAX_SEATS),
    "usable": BySeat([_usable(deck) for deck in _DECKS]), "grounds": BySeat([Each(deck) for deck in _SLOTS]),
    "attached": BySeat(_SLOTS), "until": Each(SLOTS), "discarded": BySeat(_DECKS),
    "hand": Bits(partial(_of_deck, None)), "first_card": CARD, "at": CARD, "top_card": CARD, "recent": RECENT_TURNS,
}  # fmt: skip


def _complete(view: Any, _: Mapping[str, Any]) -> None:
    """Nothing follows from the rest; every seat plays the deck of its own place."""
    if view["place"].tolist()[: int(view["rules"]["players"])] != list(range(int(view["rules"]["players"]))):
        raise BadInput("place: in a written position every seat plays the deck of its own place")


def _position(view: Any, _: Mapping[str, Any], effective: Mapping[str, Any]) -> Position:
    about = About(view["rules"], effective, int(view["seat"]))
    return Position(tuple(_side(view, seat, about) for seat in range(int(view["rules"]["players"]))), int(view["seat"]))


def _side(view: Any, seat: int, about: About) -> Side:
    power, alive = view["power"][seat], bool(int(view["alive"]) >> seat & 1)
    slots = _of_deck(seat, about)
    grounds = (
        (name, rival) for rival in range(MAX_SEATS) for name in _named(seat, view["grounds"][seat, rival], about)
    )
    attached = (
        (slots[slot], int(view["until"][seat, slot]))
        for slot in range(len(slots)) if int(view["attached"][seat]) >> slot & 1
    )  # fmt: skip
    facing, dragon = int(view["facing"][seat]), str(deck_of(about.effective, seat)["dragon"])
    return Side(
        str(about.effective["pack"]["dragons"][dragon].get("title") or dragon), int(view["level"][seat]) + 1,
        FACINGS[facing] if facing >= 0 else "",
        int(view["wounds"][seat]), int(power["health"]), int(view["siege"][seat]), int(power["lair"]),
        _named(seat, view["hand"], about) if seat == about.seat else (),
        int(view["left"][seat]), int(view["discarded"][seat]).bit_count(), tuple(grounds), tuple(attached), alive,
    )  # fmt: skip


def _named(seat: int, cards: Any, about: About) -> tuple[str, ...]:
    return tuple(_DECKS[seat].write(cards, about))


def _asked(view: Any, effective: Mapping[str, Any]) -> str:
    """What has to be decided; of a chain the card at its end, and the one that it began with."""
    phase, cards = PHASES[int(view["phase"])], list(cardbook(effective["pack"]).values())
    if phase != TOPPING:
        return TO_DECIDE[phase]
    first, last = (cards[int(view[name])].title for name in ("first_card", "top_card"))
    mover, top = SEATS[int(view["mover"])], SEATS[int(view["top_seat"])]
    against = f" against the {SEATS[int(view['rival'])]}" if view["rival"] >= 0 else ""
    began = f", in the chain about {first} of the {mover}{against} ({counted(int(view['depth']), 'top')} so far)"
    return f"{TO_DECIDE[phase]} {last} of the {top}{began if view['depth'] else against}"


NOTATION = Notation(
    KINDS, np.zeros(1, VIEW), frozenset(), {}, _complete, _position,
    lambda position, view, effective: face_down(board_lines(position, cardbook(effective["pack"])), view), _asked,
    lambda record, _, effective: move_text(record, effective),
)  # fmt: skip
