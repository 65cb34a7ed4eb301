"""What pages show where only Markdown is rendered: outputs below commands, names of files, cards.

The build compares them with what its commands print; what depends on the machine (times, sizes, dates) may differ.
"""

import difflib
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from docs.workshop import blocks, gallery
from docs.workshop.sittings import ROOT, outcome

HOME = ROOT / "docs"
MOST = 25  # lines of an output in Markdown; the site shows all of them
WIDTH = 100  # letters of a line that is no command and no row of a table
ROW = re.compile(r"\s*dhstats |.*\S {2,}\S")
MACHINE = re.compile(
    r"\d{4}-\d\d-\d\d(?: \d\d:\d\d)?|[\d.,]+ (?:m?s|seconds?|bytes|[kM]B|[KM]iB)\b|[^,.]* on this machine"
    r"|first \d+ are the same"
)


def faults(kept: Path, update: bool) -> Iterator[str]:
    """The pages that show something else than this build, each with the lines that differ; or writes them all."""
    for path in sorted(HOME.rglob("*.md")):
        text = path.read_text("utf-8")
        new = written(text, kept)
        if update and new != text:
            path.write_text(new, "utf-8")
        elif new != text:
            yield f"{path.relative_to(ROOT)}: {differences(text, new)}"


def written(text: str, kept: Path) -> str:
    """A page with what its commands printed below each of them, the names of its files, and the cards."""
    sitting = blocks.sitting(text)
    ran = iter(outcome(sitting, kept) if sitting else ())
    text = blocks.FENCE.sub(lambda block: below(block, next(ran).printed), text)
    text = blocks.FILE.sub(lambda block: f"`{block[1]}`:\n\n```{{file}} {block[1]}\n{block[2]}```", text)
    return gallery.CARDS.sub(lambda _: gallery.listed(gallery.answered(kept)), text)


def differences(old: str, new: str) -> str:
    """Which blocks of a page differ, what to do, and the lines."""
    pairs = zip(blocks.FENCE.finditer(old), blocks.FENCE.finditer(new), strict=True)
    numbers = [f"{number} ({blocks.command(was)})" for number, (was, now) in enumerate(pairs, 1) if was[0] != now[0]]
    where = f"command {', '.join(numbers)}" if numbers else "the name of a file, or a card"
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "the page", "this build", n=1, lineterm="")
    return "\n".join([f"{where}: the page shows other lines than this build; `make docs UPDATE=1` writes them", *lines])


def below(block: re.Match[str], printed: str) -> str:
    """A block with its options on the line of the fence, where Markdown does not show them, and its output below."""
    new, old = shown(printed, blocks.options(block)), block["printed"] or ""
    if _level(old) == _level(new):
        new = old
    head = " ".join(["```{command}", *blocks.options(block)])
    return f"{head}\n{block['command']}```\n" + (f"\n```{{printed}}\n{new}```\n" if new else "")


def shown(printed: str, options: list[str]) -> str:
    """The first lines of an output, at most `:first:`, as they stand in Markdown: long sentences are broken."""
    first = next((int(each.split()[1]) for each in options if each.startswith(":first:")), None)
    every = printed.rstrip().split("\n")
    lines = [part for line in every[:first] for part in _broken(line)]
    kept = lines[:MOST]
    cut = len(kept) < len(lines) or len(every[:first]) < len(every)
    return "".join(f"{line.rstrip()}\n" for line in [*kept, *(["…"] if cut else [])]) if any(kept) else ""


def _broken(line: str) -> list[str]:
    if len(line) <= WIDTH or ROW.match(line):
        return [line]
    within, whole = "  " if line.startswith("• ") else "", line.replace(" %", "\u00a0%")
    parts = textwrap.wrap(whole, WIDTH, subsequent_indent=within, break_long_words=False, break_on_hyphens=False)
    return [part.replace("\u00a0%", " %") for part in parts]


def _level(text: str) -> str:
    return MACHINE.sub("#", " ".join(text.split()))
