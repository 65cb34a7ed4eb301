"""Headings of a playtest sheet: what a column is taken for, in the languages that people write their sheets in."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from dhstats.documents import read_toml

WORDS = read_toml(Path(__file__).with_name("words.toml"))
ROLES = {word: role for role, words in WORDS["columns"].items() for word in words}
ORDINALS = {word: int(number) for number, words in WORDS["ordinals"].items() for word in words}
SUMMARY, NOBODY, SLOTS, SEAT_WORDS, MINE, THEIRS, SIDES = (
    frozenset(WORDS["headings"][part]) for part in ("summary", "nobody", "slots", "seats", "mine", "theirs", "sides")
)
ENDINGS = frozenset(("st", "nd", "rd", "th", "er", "eme"))  # of 1st, 2nd, 3rd, 4th, 1er, 2eme
SLOTTED = frozenset(("player", "power", "score", "place", "result", "seat"))  # what is asked of each player in turn
OUTCOMES = frozenset(("score", "place", "winner", "loser", "result"))
MOST_PLAYERS = 12  # at a table; a heading "round 15" or "year 2024" numbers no player
LONGEST = 80  # letters of a heading
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "#": " nr ", "№": " nr "})
_WORD = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class Column:
    """What a column is taken for: its role, and whose it is, by number as in "score 2" or by name as in "Anna's score".

    The role is empty where the column is not used. `seated` says that the number is that of a seat by its own words,
    `given` that a person says what the column is.
    """

    role: str = ""
    index: int | None = None
    owner: str = ""
    seated: bool = False
    given: bool = False
    at: int = 0
    heading: str = ""

    @property
    def key(self) -> str:
        """How an option names it: score, score_2, score_Anna."""
        whose = self.index or self.owner
        return self.role.replace("ranked", "place") + (f"_{whose}" if whose else "")


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """A text without case, accents and punctuation, its words and numbers apart."""
    bare = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return " ".join(_WORD.findall("".join(letter for letter in bare if not unicodedata.combining(letter))))


@lru_cache(maxsize=4096)
def classify(text: str) -> Column:
    """What a heading is taken for by its words alone."""
    if len(text) > LONGEST or not any(letter.isalpha() or letter in "#№" for letter in text):
        return Column()
    inner = re.findall(r"[(\[]([^)\]]*)[)\]]", text)
    bare = re.sub(r"[(\[][^)\]]*[)\]]", " ", text)
    units = {fold(each) for each in inner} & {"h", "std", *WORDS["columns"]["hours"]}
    for form in (text, re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text), bare):
        phrase = _phrase(form)
        if role := ROLES.get(phrase):
            return Column("hours" if units and role == "minutes" else role)
    for form in (text, bare):
        if field := _numbered(_phrase(form).split()) or _owned(form):
            return field
    return Column()


def _phrase(text: str) -> str:
    return re.sub(r"\b(no|num)\b", "nr", fold(text))


def _numbered(words: Sequence[str]) -> Column | None:
    """A heading with the number of a player: player 2, P1 score, second player, points (player B)."""
    places = [at for at, word in enumerate(words) if word in ORDINALS and (len(word) > 1 or at in (0, len(words) - 1))]
    places += [at for at, word in enumerate(words) if word.isdecimal() and 1 <= int(word[:3]) <= MOST_PLAYERS]
    places = [at for at in places if words[at] not in ENDINGS]
    if len(places) != 1 or len(words) < 2:
        return None
    number = words[places[0]]
    rest = [word for at, word in enumerate(words) if at != places[0] and word not in ENDINGS]
    index = ORDINALS.get(number) or int(number)
    seated = (number in ORDINALS and len(number) > 1) or any(word in SEAT_WORDS for word in rest)
    bare = [word for word in rest if word not in SLOTS and word not in SEAT_WORDS]
    role = ROLES.get(" ".join(bare)) or ROLES.get(" ".join(rest)) if bare else "player"
    if not rest or (not bare and seated and ROLES.get(rest[0]) == "place"):  # 1st, second place
        role = "place"
    return Column(role, index, seated=seated) if role in SLOTTED else None


def _owned(text: str) -> Column | None:
    """A heading with somebody's name: Anna's score, Punkte Ben, my score, winner's points."""
    own = [word for word in _WORD.findall(re.sub(r"['’´`]s\b", "", text)) if fold(word)]
    words = [fold(word) for word in own]
    for size in (3, 2, 1):
        for phrase, rest in ((words[:size], own[size:]), (words[-size:], own[:-size])):
            role = ROLES.get(" ".join(phrase), "")
            if rest and role in SLOTTED - {"player"} and (owner := _owner(rest)) is not None:
                return Column(role, owner=owner)
    return None


def _owner(rest: Sequence[str]) -> str | None:
    """Whose a column is by the other words of its heading: "" for nobody's own, None where they say something else."""
    words = {fold(word) for word in rest}
    named: str = ROLES.get(fold(" ".join(rest)), "")
    for whose, known in (("", SLOTS), ("me", MINE), ("opponent", THEIRS)):
        if words <= known or (whose and whose == named):
            return whose
    if named in ("winner", "loser"):
        return named
    return None if named or words & NOBODY or any(map(str.isdecimal, words)) else " ".join(rest)


def likeness(row: Sequence[object]) -> int:
    """How much a row looks like the headings of games: how many of its cells are words for a column of games.

    A block of headings that counts players or versions (games, wins, average) is none of games.
    """
    texts = [cell if isinstance(cell, str) else "" for cell in row]
    blocks = [[texts[at] for at in places] for places in spans(texts)]
    known = [{classify(text).key for text in block} for block in blocks if not summarises(block)]
    return sum(bool(key) and not key.startswith("place_") for keys in known for key in keys)  # 1st may be a cell


def spans(texts: Sequence[str]) -> list[list[int]]:
    """The runs of cells that are not blank, as their places."""
    runs = groupby(range(len(texts)), key=lambda at: bool(texts[at].strip()))
    return [list(places) for filled, places in runs if filled]


def summarises(block: Iterable[str]) -> bool:
    """Whether headings count players or versions: they name wins or means, and nothing that a single game has."""
    texts = [each for each in block if each.strip()]
    roles = {classify(each).role for each in texts}
    counts = any(fold(each) in SUMMARY for each in texts)
    return counts and not roles & {"day", "game", "winner", "minutes", "ended", "evening", "starter"}
