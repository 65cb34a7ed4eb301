"""The finished site looked at: links that lead somewhere, nothing from elsewhere, pages and pictures that are light."""

import html
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

HEAVIEST = 1_000_000  # bytes of a page with all that it loads but pictures that wait
HEAVIEST_PICTURE = 40_000
LOADED = {"script": "src", "img": "src", "link": "href", "source": "src", "iframe": "src"}


class Page(HTMLParser):
    """What a page links to, loads, and can be linked to at."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[tuple[str, str]] = []
        self.names: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes what a tag refers to."""
        given = {name: value or "" for name, value in attrs}
        self.names |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag in LOADED and given.get(LOADED[tag]) and given.get("rel", "stylesheet") in ("stylesheet", "icon"):
            self.loads.append((tag, given[LOADED[tag]]))


@cache
def page(path: Path) -> Page:
    """A page that was read."""
    return Page(path)


def faults(site: Path) -> list[str]:
    """All that is wrong with the site, a sentence each."""
    return [
        f"{path.relative_to(site)}: {fault}"
        for path in sorted(site.rglob("*.html"))
        for fault in (*_links(path), *_loads(path), *_styles(path))
    ]


def _links(path: Path) -> Iterator[str]:
    for link in dict.fromkeys(page(path).links):
        parts = urlsplit(link)
        if parts.scheme:
            continue  # another place; nothing is fetched
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file():
            yield f"{link} leads nowhere"
        elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in page(target).names:
            yield f"{link}: that page has no such place"


def _loads(path: Path) -> Iterator[str]:
    for tag, address in page(path).loads:
        if re.match(r"(https?:)?//", address):
            yield f"{tag} comes from elsewhere: {address}"
    if (size := weight(path)) > HEAVIEST:
        yield f"weighs {size:,} bytes"
    for picture in _files(path, "img"):
        if picture.stat().st_size > HEAVIEST_PICTURE:
            yield f"{picture.name} weighs {picture.stat().st_size:,} bytes"


def _styles(path: Path) -> Iterator[str]:
    for style in _files(path, "link"):
        if style.suffix == ".css" and re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", style.read_text("utf-8")):
            yield f"{style.name} loads from elsewhere"


def _files(path: Path, tag: str) -> list[Path]:
    addresses = [urlsplit(address) for kind, address in page(path).loads if kind == tag]
    files = [(path.parent / unquote(each.path)).resolve() for each in addresses if not each.scheme]
    return [each for each in dict.fromkeys(files) if each.is_file()]


def weight(path: Path) -> int:
    """Bytes of a page with its styles, scripts and pictures."""
    return path.stat().st_size + sum(
        each.stat().st_size for tag in ("script", "link", "img") for each in _files(path, tag)
    )


def told(site: Path) -> str:
    """How many pages there are, and the heaviest."""
    sizes = {path: weight(path) for path in site.rglob("*.html")}
    if not sizes:
        return "no page was made"
    most = max(sizes, key=sizes.__getitem__)
    return f"{len(sizes)} pages in {site}, the heaviest {most.relative_to(site)} with {sizes[most] / 1000:.0f} kB"


@cache
def words(path: Path) -> str:
    """The text of a page without its marks."""
    text = path.read_text("utf-8")
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())
