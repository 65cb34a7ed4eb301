"""The cards of the front page: a designer's question, the answer of a command, a picture of its page."""

import json
import re
import shlex
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from dhstats.games.catalogue import name_of, title
from dhstats.games.folder import USUAL
from docs.workshop import commands, pictures
from docs.workshop.prose import code, console, safe
from docs.workshop.sittings import ROOT, Sitting, outcome

TABLE = ROOT / "docs/gallery.toml"
CARDS = re.compile(r"<!-- cards -->\n.*?<!-- end of cards -->\n", re.DOTALL)  # where the front page has them


@dataclass(frozen=True, slots=True)
class Card:
    """A question with the command that answers it, where to read on, and what people may search for."""

    name: str
    question: str
    words: tuple[str, ...]
    group: str
    command: str
    read: str
    before: tuple[str, ...] = ()
    answers: str = ""

    @property
    def verb(self) -> str:
        """The command without its options."""
        words = shlex.split(self.command)[1:]
        return " ".join(words[:2]) if words[0] in ("games", "goals", "rules", "strategies") else words[0]

    def option(self, name: str) -> str:
        """What the command says after an option."""
        words = shlex.split(self.command)
        return words[words.index(name) + 1]

    @property
    def game(self) -> str:
        """The game that is asked about, as people call it."""
        words = [word for line in (*self.before, self.command) for word in shlex.split(line)]
        options = dict(commands.every())[self.verb].params
        meant = next((option.default for option in options if "--game" in option.opts), None) or USUAL
        named = next((words[at + 1] for at, word in enumerate(words) if word == "--game"), meant)
        return title(name_of(str(ROOT / named) if named.endswith(".py") else named))

    @property
    def typed(self) -> tuple[str, ...]:
        """What a reader types: without the names of files that only this build needs."""
        words = shlex.split(self.command)
        for name in ("--page", "--json"):
            at = words.index(name)
            del words[at : at + 2]
        return (*self.before, shlex.join(words))


@cache
def cards() -> tuple[Card, ...]:
    """All cards in their order."""
    rows = tomllib.loads(TABLE.read_text("utf-8"))["cards"]
    return tuple(Card(**{key: tuple(v) if isinstance(v, list) else v for key, v in row.items()}) for row in rows)


def sittings() -> dict[str, Sitting]:
    """The sitting in which each card is answered; cards that begin with the same games share one."""
    shared: dict[tuple[str, ...], list[Card]] = {}
    for card in cards():
        shared.setdefault(card.before or (card.name,), []).append(card)
    return {
        card.name: Sitting((*card.before, *(each.command for each in together)))
        for together in shared.values()
        for card in together
    }


@dataclass(frozen=True, slots=True)
class Answered:
    """A card with its answer: sentences as they were printed, and the picture with its words."""

    card: Card
    answer: str
    sureness: str
    picture: pictures.Picture


@cache
def answered(kept: Path) -> list[Answered]:
    """All cards with their answers; ValueError where a sentence was not printed."""
    where = sittings()
    return [_answered(card, where[card.name], kept) for card in cards()]


def _answered(card: Card, sitting: Sitting, kept: Path) -> Answered:
    folder = kept / sitting.key
    printed = next(each.printed for each in outcome(sitting, kept) if each.command == card.command)
    if card.answers:
        found = pictures.finding(folder / shlex.split(card.command)[2], card.answers)
        answer, sureness, picture = found.sentence, "", found.picture
    else:
        numbers = json.loads((folder / card.option("--json")).read_text("utf-8"))
        said, sureness = _said(list(_openings(numbers)), _level(printed))
        answer, picture = said["answer"], pictures.first(folder / card.option("--page"))
    for sentence in (answer, sureness):
        if _level(sentence) not in _level(printed):
            raise ValueError(f"{card.name}: the command did not print: {sentence}")
    return Answered(card, answer, sureness, picture)


def _said(openings: list[dict[str, str]], printed: str) -> tuple[dict[str, str], str]:
    """The first screen that a command printed, and how sure it is; where several were printed, their page says that."""
    asked = [each for each in openings if _level(each["question"]) in printed]
    told = [each for each in asked if _level(each["answer"]) in printed]
    said = next(iter(told), asked[0])
    return said, said["sureness"] if len(told) < 2 or _level(said["sureness"]) in printed else ""


def _level(text: str) -> str:
    return " ".join(text.replace("\u00a0", " ").replace("\u202f", " ").replace("`", "").split())


def _openings(numbers: Any) -> Iterator[dict[str, str]]:
    """The first screens of a document, wherever they stand in it."""
    if isinstance(numbers, dict):
        if isinstance(numbers.get("opening"), dict):
            yield numbers["opening"]
        numbers = list(numbers.values())
    for each in numbers if isinstance(numbers, list) else ():
        yield from _openings(each)


def page(every: Iterable[Answered]) -> str:
    """The cards as the site shows them, in groups."""
    parts = [part for name, group in groupby(every, _group) for part in (f"## {name}\n", *map(card, group))]
    return "\n".join([*parts, ""])


def listed(every: Iterable[Answered]) -> str:
    """The cards as the repository shows them: the question, its answer, the command, where to read on."""
    parts = [part for name, group in groupby(every, _group) for part in (f"## {name}", "\n".join(map(_line, group)))]
    return "\n\n".join(["<!-- cards -->", *parts, "<!-- end of cards -->\n"])


def _group(each: Answered) -> str:
    return each.card.group


def _line(each: Answered) -> str:
    card, answer = each.card, safe(f"{each.answer} {each.sureness}")
    commands = ", then ".join(map(code, card.typed))
    return f"- **{card.question}** {safe(card.game)}: {answer} Type {commands}. [Read on]({card.read})"


def card(each: Answered) -> str:
    """One card."""
    verb = each.card.verb.partition(" ")[0]
    sure = f":::{{container}} sureness\n{safe(each.sureness)}\n:::\n" if each.sureness else ""
    return f"""
::::{{container}} question
:::{{rubric}} {each.card.question}
:name: card-{each.card.name.replace("_", "-")}
:heading-level: 3
:::

:::{{container}} game
{safe(each.card.game)}
:::

```{{image}} /pictures/{each.card.name}.svg
:alt: {" ".join(each.picture.words.split())}
:loading: lazy
```

{safe(each.answer)}

{sure}
{console(*each.card.typed)}
:::{{container}} more
[Read on](/{each.card.read}) · [`dhstats {verb}`](/reference/commands/{verb}.md) · *{", ".join(each.card.words)}*
:::
::::
"""
