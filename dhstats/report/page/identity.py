"""What a page says of itself in its head, for the list of pages: what it asks, what it answers, of which rules."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from html.parser import HTMLParser

from dhstats.questions.shared.answer import Opening
from dhstats.storage.tables import Malformed, check, record

META = "dhstats-page"  # the name of the element that holds it
LIST = "dhstats-pages"  # the element that tells a list of pages from a page
LARGEST_HEAD = 1 << 16  # bytes at the start of a page in which it stands


@dataclass(frozen=True, slots=True)
class Identity:
    """A page in a few words, with the keys of its questions and the hash of the first run's rules; "" for none."""

    name: str
    question: str
    answer: str
    sureness: str
    decision: str
    verdict: str
    questions: tuple[str, ...]
    game: str
    rules: str
    rules_hash: str

    @property
    def text(self) -> str:
        """The same as the page's head holds it: JSON in ASCII."""
        return json.dumps(asdict(self))


def identity(
    name: str, opening: Opening | None, questions: Iterable[str], game: str, rules: tuple[str, str]
) -> Identity:
    """What a page that answers some questions says of itself; `rules` are their name and hash."""
    said = {each: getattr(opening, each, "") for each in ("question", "answer", "sureness", "decision", "verdict")}
    keys = tuple(dict.fromkeys(questions))
    return Identity(name, **said, questions=keys, game=game, rules=rules[0], rules_hash=rules[1])


def read_identity(head: bytes) -> Identity | None:
    """What the start of a file says of the page; None for a file that is no page of this project."""
    reader = _Head()
    try:
        reader.feed(head.decode("utf-8", errors="replace"))
        if META in reader.said:
            told: Identity = record(Identity, json.loads(reader.said[META]))
            check(told, Identity)
            return told
    except (AssertionError, RecursionError, TypeError, ValueError) as error:  # the parser asserts what is not so
        reason = str(error) if isinstance(error, Malformed) else "its description is not JSON"
        raise ValueError(f"its head is damaged: {reason}") from error
    if not reader.said.get("generator", "").startswith("dhstats ") or reader.said.get(LIST):
        return None
    title = reader.title.strip().removesuffix(" · dhstats")
    return Identity(title, "", "", "", "", "", (), "", "", "")


class _Head(HTMLParser):
    """Collects the named `meta` elements of a page, and its title."""

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self.title, self._in_title = "", False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keeps what a `meta` element says, the first of each name."""
        values = dict(attrs)
        self._in_title = tag == "title" and not self.title
        if tag == "meta" and values.get("name"):
            self.said.setdefault(str(values["name"]), values.get("content") or "")

    def handle_endtag(self, tag: str) -> None:
        """Ends the title."""
        self._in_title = self._in_title and tag != "title"

    def handle_data(self, data: str) -> None:
        """Keeps the title."""
        self.title += data if self._in_title else ""
