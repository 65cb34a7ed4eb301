"""A page as somebody reads it: its sentences in order, without scripts, tables, lists of contents and SQL."""

import html
import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

STYLE = Path(__file__).resolve().parents[2] / "docs/words.md"


class Elements(HTMLParser):
    """Every start tag of a page with its attributes, and every text under the tag that was opened last."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes a tag."""
        self.tags.append((tag, dict(attrs)))
        self._open = tag

    def handle_endtag(self, tag: str) -> None:
        """Ends it."""
        self._open = ""

    def handle_data(self, data: str) -> None:
        """Notes a text."""
        self.texts.append((self._open, data))

    @property
    def names(self) -> list[str]:
        """The tags in order."""
        return [name for name, _ in self.tags]

    def values(self, attribute: str) -> list[str]:
        """Every value of an attribute."""
        return [str(attributes[attribute]) for _, attributes in self.tags if attribute in attributes]


UNREAD = ("script", "style", "nav", "table", "pre", "summary", "sup", "dl", "h1", "h2", "h3")
BLOCK = re.compile(r"<(p|li|figcaption)\b([^>]*)>(.*?)</\1>", re.DOTALL)
END = re.compile(r"(?<=[.?!])\s+(?=[A-Z0-9])")
SHORTEST = 25  # letters: what is shorter is a label


def sentences(page: str) -> list[str]:
    """Every sentence that a page shows, in its order."""
    for tag in UNREAD:
        page = re.sub(rf"<{tag}\b.*?</{tag}>", "", page, flags=re.DOTALL)
    page = re.sub(r'<a class="more".*?</a>', "", page, flags=re.DOTALL)
    texts = [re.sub(r"<[^>]+>", "", inner) for _, head, inner in BLOCK.findall(page) if not NOT_READ.search(head)]
    found = [each.strip() for text in texts for each in END.split(html.unescape(text))]
    return [each for each in found if len(each) >= SHORTEST and each[-1] in ".?!"]


def repeated(page: str) -> list[str]:
    """The sentences that stand on a page more than once."""
    return [sentence for sentence, times in Counter(sentences(page)).items() if times > 1]


READABLE = 20.0  # reading ease of a finding at the least: names of strategies and rule keys count as words
LONGEST_CLAUSE = 32  # words between two stops, without what stands in brackets
NOT_READ = re.compile(r"unseen|\bnote\b")  # classes: words for charts, how many rows a table leaves out
STOPS = re.compile(r"[.;:?!](?=\s|$)|, (?:and|but|or|which|who) ")


@cache
def not_used() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The phrases that the style page bans, and those in which one of them is allowed: its table is the only list."""
    table = STYLE.read_text("utf-8").split("## Words that we do not use\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| `")]
    first, last = ([phrase for row in rows for phrase in re.findall("`([^`]+)`", row[at])] for at in (0, 2))
    return tuple(first), tuple(last)


def banned(text: str) -> list[str]:
    """What a text says that no page, help, message or manual may say; line breaks count as spaces."""
    phrases, allowed = not_used()
    bare = " ".join(text.split())
    for phrase in allowed:
        bare = re.sub(rf"\b{re.escape(phrase)}\b", "", bare, flags=re.IGNORECASE)
    return [phrase for phrase in phrases if re.search(rf"\b{re.escape(phrase)}\b", bare, re.IGNORECASE)]


START = r"(?:^|(?<=[.;:!?(|*#-] )|(?<=[(|]))"  # where a clause starts


@cache
def patterns() -> tuple[tuple[re.Pattern[str], str, int], ...]:
    """The patterns that the style page bans: each with its example, and how often the program may still have it."""
    part = STYLE.read_text("utf-8").split("## Patterns that we do not use\n")[1].split("\n## ")[0]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in part.splitlines() if line.startswith("| `")]
    cells = [[cell.strip().replace("\\|", "|") for cell in row] for row in rows]
    return tuple((_compiled(each.strip("`")), example, int(most)) for each, example, _, most in cells)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'])(?:{pattern.replace('{start}', START)})\b", re.IGNORECASE)


def hits(pattern: re.Pattern[str], text: str) -> list[str]:
    """Every place of a text that a pattern finds; code in a line is left out, and line breaks count as spaces."""
    bare = re.sub(r"`[^`]*`", "`…`", " ".join(text.split()))
    return [match[0] for match in pattern.finditer(bare)]


def clauses(text: str) -> list[list[str]]:
    """The words of a text between its stops, without brackets, numbers and names of keys."""
    bare = re.sub(r"\([^()]*\)", "", re.sub(r"\([^()]*\)", "", text))
    return [re.findall(r"[A-Za-z][A-Za-z’'-]*", part) for part in STOPS.split(bare)]


def longest_clause(text: str) -> int:
    """How many words stand between two stops at most."""
    return max((len(part) for part in clauses(text)), default=0)


def ease(text: str) -> float:
    """Flesch's reading ease: 60 to 70 is plain English, 100 very easy. Syllables are counted by groups of vowels.

    Source: Flesch 1948, J. Appl. Psychol. 32.
    """
    said = [part for part in clauses(text) if part]
    count = sum(map(len, said))
    syllables = sum(_syllables(word) for part in said for word in part)
    return 206.835 - 1.015 * count / len(said) - 84.6 * syllables / count


def hard_findings(page: str) -> list[str]:
    """The findings of a page that are hard to read: long between two stops, full of long words, or banned."""
    found = re.findall(r'<span class="sentence">(.*?)</span>', re.sub(r"<sup\b.*?</sup>", "", page), re.DOTALL)
    texts = [html.unescape(re.sub(r"<[^>]+>", "", each)) for each in found]
    return [each for each in texts if ease(each) < READABLE or longest_clause(each) > LONGEST_CLAUSE or banned(each)]


def _syllables(word: str) -> int:
    groups = len(re.findall(r"[aeiouy]+", word.lower().removesuffix("e")))
    return max(1, groups)
