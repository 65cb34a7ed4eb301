"""What lies on the table in a game of a game file, in words: all of it, or as one seat sees it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from dhstats.gamefile.declarations import EVERYBODY, HELD, OTHERS, OWNER, PILE, SEAT, Field, spoken
from dhstats.gamefile.file import GameFile
from dhstats.games.positions import HAND
from dhstats.games.retelling import seat_names
from dhstats.seats import SEATS

NOTHING, UNKNOWN = "–", "?"
BESIDE = " | "  # between piles that lie side by side
BOARD_ROW = " / "  # between the rows of a seat's own board
MOST_CHANGES = 3  # that are told of a decision


@dataclass(frozen=True, eq=False, slots=True)
class Lying:
    """The state at a moment, for a number of players, with their scores; as a `seat` sees it, or all of it (None).

    `heard` says what a seat was told of the decision that led here.
    """

    file: GameFile
    state: Any
    players: int
    scores: list[int]
    over: bool = False
    seat: int | None = None
    heard: Callable[[int], str] = lambda seat: ""

    @property
    def mover(self) -> int:
        """The seat that decides next."""
        return int(self.state["mover"])

    def before(self, seat: int | None = None) -> dict[str, str]:
        """What lies there for all, or what a seat has before it but for its hand, by the names of the fields."""
        there = {name: each for name, each in self.file.state.items() if each.by_seat == (seat is not None)}
        seen = {
            spoken(name): self._seen(each, self.state[name] if seat is None else self.state[name][seat], seat)
            for name, each in there.items()
            if not each.in_hand
        }
        return seen if seat is None else {name: text.replace("\n", BOARD_ROW) for name, text in seen.items()}

    def hand(self, seat: int) -> list[str]:
        """The cards that a seat holds and others do not see; none where they are not seen."""
        if self.seat not in (None, seat):
            return []
        texts: list[str] = []
        for name, each in self.file.state.items():
            if each.in_hand:
                texts += [card for cell in cells_in(each, self.state[name][seat]) for card in cards(each, cell)]
        return texts

    def lines(self) -> list[str]:
        """The table in lines of text, a hand at the end of each seat's."""
        there = self.before().items()
        texts = [f"  {name}: {text}".replace("\n", "\n" + " " * (len(name) + 4)) for name, text in there]
        hidden = any(each.in_hand for each in self.file.state.values())
        for seat in range(self.players):
            mark = ">" if seat == self.mover and not self.over else " "
            parts = [f"score {self.scores[seat]}", *(f"{name} {text}" for name, text in self.before(seat).items())]
            if hidden:
                parts.append(f"{HAND} {' '.join(self.hand(seat)) or NOTHING}")
            texts.append(f"{mark} {seat_names(self.players)[seat]:<7}{', '.join(parts)}")
        return texts

    def _seen(self, field: Field, value: Any, seat: int | None) -> str:
        """A field in words; of what is hidden, how much there is."""
        own = field.seen == EVERYBODY or field.seen == (OWNER if seat == self.seat else OTHERS)
        if self.seat is None or own:
            return in_words(field, value)
        return f"{', '.join(map(str, np.ravel(value['count']).tolist()))} face down" if field.kind == PILE else UNKNOWN


def what_came(before: Lying, after: Lying) -> list[str]:
    """What a decision changed of what everybody sees, in words: "turn points 8 to 14"; scores stand elsewhere."""
    texts, mover = [], before.mover
    for name, each in before.file.state.items():
        if each.seen != EVERYBODY or each.kind == PILE or each.shape:
            continue
        old, new = (lying.state[name][mover] if each.by_seat else lying.state[name] for lying in (before, after))
        counts = each.by_seat and (int(old), int(new)) == (before.scores[mover], after.scores[mover])
        if old != new and not counts:
            texts.append(f"{spoken(name)} {in_words(each, old)} to {in_words(each, new)}")
    return texts[:MOST_CHANGES]


def cells_in(field: Field, value: Any) -> list[Any]:
    """Each pile or hand of which a field has several."""
    last = (field.kinds,) if field.kind == HELD else ()
    return list(np.asarray(value).reshape(-1, *last))


def in_words(field: Field, value: Any) -> str:
    """What a field holds, in words."""
    if field.is_cards:
        return BESIDE.join(" ".join(cards(field, each)) or NOTHING for each in cells_in(field, value))
    if field.names:
        return ", ".join(f"{name} {_one(field, each)}" for name, each in zip(field.names, value, strict=True))
    if not field.shape:
        return _one(field, value)
    texts = [_one(field, each) for each in np.asarray(value).ravel()]
    if not field.rows:
        return " ".join(texts)
    widest, across = max(map(len, texts)), len(texts) // field.rows
    lines = (texts[start : start + across] for start in range(0, len(texts), across))
    return "\n".join(" ".join(text.ljust(widest) for text in line).rstrip() for line in lines)


def kinds_in(field: Field, value: Any) -> list[int]:
    """The kinds of the cards of a pile or a hand, in their order."""
    if field.kind == PILE:
        return [int(kind) for kind in value["cards"][: int(value["count"])]]
    assert field.kind == HELD
    return [kind for kind, copies in enumerate(value) for _ in range(int(copies))]


def cards(field: Field, value: Any) -> list[str]:
    """The names of the cards of a pile or a hand, in their order."""
    return [field.words[kind] if field.words else str(kind) for kind in kinds_in(field, value)]


def _one(field: Field, value: Any) -> str:
    if field.words:
        return field.words[int(value)]
    if field.kind == SEAT:
        text = str(int(value) + 1) if field.rows else SEATS[int(value)]
        return text if value >= 0 else NOTHING
    return str(int(value))


def move_words(file: GameFile, move: Any, parts: Collection[str] | None = None) -> str:
    """A move in words: its choice, and its numbers with their names; of some of its parts alone, if these are named."""
    if move is None:
        return "passes"
    texts = []
    for name, each in file.move.items():
        if parts is not None and name not in parts:
            continue
        if each.is_cards:
            texts.append(_chosen(name, each, move[name]))
            continue
        value = int(move[name])
        texts.append(spoken(each.words[value]) if each.words else f"{spoken(name)} {value}")
    return ", ".join(texts)


def _chosen(name: str, field: Field, copies: Any) -> str:
    """Cards that were chosen, in words: the names of their kinds, or the field's and their numbers."""
    if not field.words:
        return f"{spoken(name)} {' '.join(cards(field, copies)) or NOTHING}"
    words = [f"{count} {word}" if count > 1 else word for word, count in zip(field.words, copies, strict=True) if count]
    return " and ".join(map(spoken, words)) or f"no {spoken(name)}"
