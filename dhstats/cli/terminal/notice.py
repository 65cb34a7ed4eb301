"""What a person is shown when a command has ended: its page in the browser (--open), a bell or a notice (--notify)."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import typer

from dhstats.quoting import plain

FINISHED = "finished"
PATIENCE = 5.0  # seconds that a notice may take


@contextmanager
def ending(command: str, switches: Mapping[str, Any]) -> Iterator[None]:
    """Opens the last page that was written, and rings, once the command has ended, if that was asked for."""
    how = "failed or was stopped"
    try:
        yield
        how = FINISHED
    except typer.Exit as end:  # goals that are missed are an answer too
        how = FINISHED if end.exit_code in (0, 1) else how
        raise
    finally:
        if switches.get("open_page"):
            _open()
        if switches.get("notify"):
            _ring(f"dhstats {command}: {how}")


def _open() -> None:
    import webbrowser

    from dhstats.storage import outputs
    from dhstats.storage.places import remote

    page, opened = next(reversed(outputs.pages()), None), False
    if page is None:
        return
    with suppress(webbrowser.Error, OSError):
        opened = not remote(page) and webbrowser.open(page.absolute().as_uri())
    if not opened:
        sys.stderr.write(plain(f"--open: no browser opens here; the page is {page}") + "\n")


def _ring(text: str) -> None:
    """The bell of the terminal, and a notice on the desktop where there is a program for it."""
    import shutil
    import subprocess

    if sys.stderr.isatty():
        sys.stderr.write("\a")
    sys.stderr.write(plain(text) + "\n")
    notices = (
        ["notify-send", "dhstats", text],
        ["osascript", "-e", f"display notification {json.dumps(text)} with title \"dhstats\""],
    )  # fmt: skip
    words = next((words for words in notices if shutil.which(words[0])), None)
    if words:
        with suppress(OSError, subprocess.SubprocessError):
            subprocess.run(words, check=False, timeout=PATIENCE, capture_output=True)
