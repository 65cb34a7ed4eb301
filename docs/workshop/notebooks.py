"""Notebooks of the site: run as Jupyter runs them, shown as pages, and kept with what they printed, for readers."""

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from docs.workshop.sittings import ROOT, Ran, sources

HOME = ROOT / "docs/notebooks"
FOLLOWS = ("docs/workshop/notebooks.py", "requirements/docs.txt")  # what else an outcome follows from
MOST = 240  # seconds that one cell may take
SHOWN = ("image/svg+xml", "text/html", "text/plain")  # what is shown of a value, the first that there is
TAKE = """*This is a notebook: {{download}}`download it <{name}.ipynb>` with its outputs, and open it in Jupyter
where `dhstats` is installed (`pip install jupyterlab`). Its outputs were made when this site was built.*
"""


@dataclass(frozen=True)
class Notebook:
    """A notebook as it is written: its name, and its text without any output."""

    name: str
    text: str

    @cached_property
    def cells(self) -> list[dict[str, Any]]:
        """Its cells in their order."""
        return list(json.loads(self.text)["cells"])

    @property
    def key(self) -> str:
        """What its outputs follow from: all sources, the packages that run it, and its text."""
        parts = (sources(), *((ROOT / name).read_text("utf-8") for name in FOLLOWS), self.text)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]

    def run(self) -> list[Ran]:
        """Runs all cells in the folder that one is in, and keeps the notebook there; RuntimeError if one fails."""
        import nbformat

        began, book = _spent(), nbformat.reads(self.text, as_version=4)
        with TemporaryDirectory() as own:
            self._execute(book, own)
        for cell in book.cells:
            if cell.cell_type == "code":  # what is said on the side, as of progress, is not the same every time
                cell.outputs = [each for each in cell.outputs if each.get("name") != "stderr"]
        Path(f"{self.name}.ipynb").write_text(nbformat.writes(book) + "\n", "utf-8")
        return [Ran(f"notebook {self.name}", 0, "", _spent() - began)]

    def _execute(self, book: Any, own: str) -> None:
        """Has a kernel run all cells, which talks by sockets in a folder of its own and leaves nothing at home."""
        from nbclient import NotebookClient
        from nbclient.exceptions import CellExecutionError
        from traitlets.config import Config

        os.environ |= {"JUPYTER_RUNTIME_DIR": own, "IPYTHONDIR": own}
        sockets = Config({"KernelManager": {"transport": "ipc"}})
        client = NotebookClient(book, config=sockets, kernel_name="python3", timeout=MOST, record_timing=False)
        try:
            client.execute(cwd=str(Path.cwd()))
        except CellExecutionError as error:
            raise RuntimeError(f"notebook {self.name}: {error.ename}: {error.evalue}") from None

    def page(self) -> str:
        """Its page: the words as they are, and for each cell of code a block that looks up what it printed."""
        parts = [_cell(number, cell) for number, cell in enumerate(self.cells)]
        title, _, rest = parts[0].partition("\n")
        return "\n\n".join([title, TAKE.format(name=self.name), rest, *parts[1:]]) + "\n"


def every() -> list[Notebook]:
    """All notebooks, by name."""
    return [Notebook(path.stem, path.read_text("utf-8")) for path in sorted(HOME.glob("*.ipynb"))]


def done(notebook: Notebook, kept: Path) -> Path:
    """The notebook with its outputs."""
    return kept / notebook.key / f"{notebook.name}.ipynb"


def outputs(notebook: Notebook, number: int, kept: Path) -> Iterator[tuple[str, str]]:
    """What a cell printed and showed, each with its kind."""
    cell = json.loads(done(notebook, kept).read_text("utf-8"))["cells"][number]
    for each in cell["outputs"]:
        given = {"text/plain": each["text"]} if each["output_type"] == "stream" else each["data"]
        kind = next(kind for kind in SHOWN if kind in given)
        yield kind, "".join(given[kind])


def _cell(number: int, cell: dict[str, Any]) -> str:
    text = "".join(cell["source"])
    return f"```{{cell}} {number}\n{text}\n```" if cell["cell_type"] == "code" else text


def _spent() -> float:
    """Processor seconds of this process and of those that it has waited for."""
    return sum(os.times()[:4])
