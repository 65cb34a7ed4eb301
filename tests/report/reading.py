"""A page as somebody reads it: its sentences in order, without scripts, tables, lists of contents and SQL."""

from __future__ import annotations

import html
import re
from collections import Counter

UNREAD = ("script", "style", "nav", "table", "pre", "summary", "sup", "dl", "h1", "h2", "h3")
BLOCK = re.compile(r"<(p|li|figcaption)\b([^>]*)>(.*?)</\1>", re.DOTALL)
END = re.compile(r"(?<=[.?!])\s+(?=[A-Z0-9])")
SHORTEST = 25  # letters: what is shorter is a label


def sentences(page: str) -> list[str]:
    """Every sentence that a page shows, in its order."""
    for tag in UNREAD:
        page = re.sub(rf"<{tag}\b.*?</{tag}>", "", page, flags=re.DOTALL)
    page = re.sub(r'<a class="more".*?</a>', "", page, flags=re.DOTALL)
    texts = [re.sub(r"<[^>]+>", "", inner) for _, head, inner in BLOCK.findall(page) if "unseen" not in head]
    found = [each.strip() for text in texts for each in END.split(html.unescape(text))]
    return [each for each in found if len(each) >= SHORTEST and each[-1] in ".?!"]


def repeated(page: str) -> list[str]:
    """The sentences that stand on a page more than once."""
    return [sentence for sentence, times in Counter(sentences(page)).items() if times > 1]
