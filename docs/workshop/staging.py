"""The pages put together before Sphinx reads them: those that are written, and those that follow from the code."""

import json
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from docs.workshop import blocks, commands, contracts, gallery, games, keys, notebooks, quantities, schemas
from docs.workshop.sittings import ROOT, Work

WRITTEN = ROOT / "docs"
HOUSE = {
    "simulations/README.md": "howto/experiments.md",
    "CONTRIBUTING.md": "explanation/contributing.md",
    "CHANGELOG.md": "explanation/changelog.md",
}
CONTENTS = re.compile(r"<!-- contents -->\n(.*?)<!-- end of contents -->\n", re.DOTALL)
GROUP = re.compile(
    r"^- (?:\*\*(.+?)\*\*)?(.*(?:\n  .*)*)", re.MULTILINE
)  # a line of the list, with its caption if it has one
ENTRY = re.compile(r"\]\(([^)\s#]+)\.md\)|`((?:reference|catalogue)/[\w/]+)`")
LINK = re.compile(r"\[([^\]\n]+)\]\((?!\w+:|#|/)([^)\s#]+\.(?:md|ipynb)|LICENSE)(#[^)\s]*)?\)")


def written() -> dict[str, str]:
    """The pages that people write, by their places on the site, with links as from there."""
    paths = {path: str(path.relative_to(WRITTEN)) for path in sorted(WRITTEN.rglob("*.md"))}
    paths |= {ROOT / name: place for name, place in HOUSE.items()}
    books = {f"notebooks/{each.name}.md": each.page() for each in notebooks.every()}
    return {place: linked(path, place) for path, place in paths.items()} | books


def linked(path: Path, place: str) -> str:
    """The text of a page whose links lead to pages of the site; what the site does not have is named as code."""

    def link(found: re.Match[str]) -> str:
        words, target, mark = found[1], found[2], found[3] or ""
        goal = Path(os.path.normpath(path.parent / target))
        if goal.is_relative_to(WRITTEN):
            aim = str(goal.relative_to(WRITTEN).with_suffix(".md"))
        elif goal.is_relative_to(ROOT) and str(goal.relative_to(ROOT)) in HOUSE:
            aim = HOUSE[str(goal.relative_to(ROOT))]
        else:
            return words
        return f"[{words}]({os.path.relpath(aim, Path(place).parent)}{mark})"

    return CONTENTS.sub(_listed, LINK.sub(link, blocks.bare(path.read_text("utf-8"))))


def _listed(found: re.Match[str]) -> str:
    """A list of pages, with the same list for the site's menu; in the repository it is the list alone."""
    trees = [
        "\n".join(["```{toctree}", ":hidden:", *([f":caption: {caption}"] if caption else []), "",
                   *(page or built for page, built in ENTRY.findall(links)), "```", ""])
        for caption, links in GROUP.findall(found[1])
    ]  # fmt: skip
    return "\n".join([found[1], *trees])


def sittings() -> list[Work]:
    """All that is run for the site: the cards, then the pages with commands, the notebooks, and the shipped games."""
    own = [found for text in written().values() if (found := blocks.sitting(text))]
    played = [game.sitting for game in games.every()]
    return [*dict.fromkeys([*gallery.sittings().values(), *own]), *notebooks.every(), *played]


def made() -> dict[str, str]:
    """The pages that follow from the code alone."""
    found: dict[str, str] = {}
    for part in (commands, keys, quantities, contracts):
        found |= part.pages()
    return found


def documents(kept: Path) -> Mapping[str, Path]:
    """JSON documents that were written for the site, one of each kind, by what writes it."""
    where = {card.name: kept / gallery.sittings()[card.name].key for card in gallery.cards()}
    return {
        contracts.REPORT: where["going_first"] / "first.json",
        contracts.QUESTION: where["tweak"] / "tweak.json",
        contracts.CERTIFICATE: where["proof"] / "proof.json",
    }


def stage(folder: Path, kept: Path) -> None:
    """Puts all pages and pictures into an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pictures").mkdir(parents=True)
    every = written() | made() | {"reference/files.md": contracts.formats(documents(kept))}
    every |= games.pages(kept, folder)
    shown = gallery.answered(kept)
    every["index.md"] = gallery.CARDS.sub(lambda _: gallery.page(shown), every["index.md"])
    for each in shown:
        (folder / "pictures" / f"{each.card.name}.svg").write_text(each.picture.svg, "utf-8")
    for book in notebooks.every():
        (folder / "notebooks").mkdir(exist_ok=True)
        shutil.copyfile(notebooks.done(book, kept), folder / "notebooks" / f"{book.name}.ipynb")
    every |= {f"reference/schemas/{name}": json.dumps(each, indent=1) for name, each in schemas.schemas().items()}
    for place, text in every.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
