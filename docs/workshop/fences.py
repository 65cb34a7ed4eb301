"""Blocks of pages that were run for this build: commands, the files that they read, cells of notebooks."""

import re
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from docs.workshop import blocks, notebooks, pictures
from docs.workshop.prose import shaped
from docs.workshop.sittings import outcome

COLUMNS = re.compile(r"\S {2,}\S")  # the head of a table
UNSEEN = re.compile(r' (?:aria-[a-z]+|role|class)="[^"]*"')  # of a picture: what only a page with its script needs


class Command(SphinxDirective):
    """A command with what it printed, at most `first` lines, a `table` among them as such, and the picture of a page.

    What it `says` are words that it has to print, as the words around it rest on them; several are parted by bars.
    """

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "first": directives.nonnegative_int,
        "picture": directives.unchanged,
        "table": directives.flag,
        "says": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """The nodes of the block."""
        kept = Path(self.config.sittings)
        here = blocks.sitting(Path(self.get_source_info()[0]).read_text("utf-8"))
        command = " ".join(" ".join(self.content).replace("\\ ", " ").split())
        if here is None:
            raise self.error("no command of this page was run")
        printed = next(each.printed for each in outcome(here, kept) if each.command == command)
        if unsaid := blocks.unsaid(printed, self.options.get("says", "")):
            raise self.error(f"{command}: no longer prints {unsaid}; read what it prints, and mend the words around it")
        found: list[nodes.Node] = [_block(shaped(command), "typed")]
        if lines := _shown(printed, self.options.get("first")):
            found += _parts(lines) if "table" in self.options else [_block(lines, "printed")]
        if "picture" in self.options:
            found.append(self._picture(kept / here.key / self.options["picture"]))
        return found

    def _picture(self, page: Path) -> nodes.Node:
        picture = pictures.first(page)
        name = f"{self.env.docname.replace('/', '-')}-{page.stem}.svg"
        (Path(self.env.srcdir) / "pictures" / name).write_text(picture.svg, "utf-8")
        node = nodes.image(uri=f"/pictures/{name}", alt=picture.words, loading="lazy")
        return node


class File(SphinxDirective):
    """A file that the reader writes: its name, and what is in it. The commands of the page find it in their folder."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The nodes of the block."""
        name = self.arguments[0]
        text = "\n".join(self.content)
        kind = {".py": "python", ".toml": "toml"}.get(Path(name).suffix, "text")
        return [
            nodes.paragraph("", "", nodes.literal(name, name), classes=["file"]),
            nodes.literal_block(text, text, language=kind, classes=["written"]),
        ]


class Cell(SphinxDirective):
    """A cell of a notebook by its number, with what it printed and showed."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The nodes of the block."""
        code, name = "\n".join(self.content), Path(self.env.docname).name
        notebook = next(each for each in notebooks.every() if each.name == name)
        found: list[nodes.Node] = [nodes.literal_block(code, code, language="python", classes=["typed"])]
        shown = notebooks.outputs(notebook, int(self.arguments[0]), Path(self.config.sittings))
        return found + [self._output(*each) for each in shown]

    def _output(self, kind: str, value: str) -> nodes.Node:
        if kind == "text/plain":
            return _block(value.rstrip(), "printed")
        if kind == "text/html":
            return nodes.container("", nodes.raw("", value, format="html"), classes=["printed", "frame"])
        name = f"{self.env.docname.replace('/', '-')}-{self.arguments[0]}.svg"
        (Path(self.env.srcdir) / "pictures" / name).write_text(UNSEEN.sub("", value), "utf-8")
        if not (words := self.content[0].removeprefix("# ")) or words == self.content[0]:
            raise self.error("a cell that shows a picture begins with a comment: what is to be seen, in words")
        return nodes.image(uri=f"/pictures/{name}", alt=words, loading="lazy")


def _shown(printed: str, most: int | None) -> str:
    lines = printed.rstrip().split("\n")
    return "\n".join(lines if most is None or len(lines) <= most else [*lines[:most], "…"])


def _parts(printed: str) -> list[nodes.Node]:
    """What was printed, paragraph by paragraph: sentences are broken where a line ends, tables are not."""
    return [
        _block(each, "printed", *(["table"] if COLUMNS.search(each.partition("\n")[0]) else []))
        for each in printed.split("\n\n")
    ]


def _block(text: str, *kinds: str) -> nodes.Node:
    return nodes.literal_block(text, text, language="text", classes=[*kinds])


def setup(app: Sphinx) -> dict[str, Any]:
    """Tells Sphinx of the blocks."""
    app.add_config_value("sittings", "", "env")
    app.add_directive("command", Command)
    app.add_directive("file", File)
    app.add_directive("cell", Cell)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
