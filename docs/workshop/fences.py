"""Blocks of pages that hold a command: it was run for this build, and what it printed stands below it."""

from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from docs.workshop import pictures
from docs.workshop.blocks import sitting
from docs.workshop.prose import shaped
from docs.workshop.sittings import outcome


class Command(SphinxDirective):
    """A command with what it printed, at most `first` lines, as a `table` if it is one, and the picture of a page."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "first": directives.nonnegative_int,
        "picture": directives.unchanged,
        "table": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """The nodes of the block."""
        kept = Path(self.config.sittings)
        here = sitting(Path(self.get_source_info()[0]).read_text("utf-8"))
        command = " ".join(" ".join(self.content).replace("\\ ", " ").split())
        if here is None:
            raise self.error("no command of this page was run")
        printed = next(each.printed for each in outcome(here, kept) if each.command == command)
        found: list[nodes.Node] = [_block(shaped(command), "typed")]
        if lines := _shown(printed, self.options.get("first")):
            found.append(_block(lines, "printed", *(["table"] if "table" in self.options else [])))
        if "picture" in self.options:
            found.append(self._picture(kept / here.key / self.options["picture"]))
        return found

    def _picture(self, page: Path) -> nodes.Node:
        picture = pictures.first(page)
        name = f"{self.env.docname.replace('/', '-')}-{page.stem}.svg"
        (Path(self.env.srcdir) / "pictures" / name).write_text(picture.svg, "utf-8")
        node = nodes.image(uri=f"/pictures/{name}", alt=picture.words, loading="lazy")
        return node


def _shown(printed: str, most: int | None) -> str:
    lines = printed.rstrip().split("\n")
    return "\n".join(lines if most is None or len(lines) <= most else [*lines[:most], "…"])


def _block(text: str, *kinds: str) -> nodes.Node:
    return nodes.literal_block(text, text, language="text", classes=[*kinds])


def setup(app: Sphinx) -> dict[str, Any]:
    """Tells Sphinx of the block."""
    app.add_config_value("sittings", "", "env")
    app.add_directive("command", Command)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
