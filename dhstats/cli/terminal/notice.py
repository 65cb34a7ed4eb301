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

    opened = False
    if page := next(reversed(outputs.pages()), None):
        with suppress(webbrowser.Error, OSError):
            opened = not remote(page) and webbrowser.open(page.absolute().as_uri())
        if not opened:
            sys.stderr.write(plain(f"--open: no browser opens here; the page is {page}") + "\n")


def _ring(text: str) -> None:
    """The bell of the terminal, and a notice on the desktop where there is a program for it."""
    import shutil
    import subprocess

    sys.stderr.write(("\a" if sys.stderr.isatty() else "") + plain(text) + "\n")
    script = f'display notification {json.dumps(text)} with title "dhstats"'
    for words in (["notify-send", "dhstats", text], ["osascript", "-e", script]):
        if shutil.which(words[0]):
            with suppress(OSError, subprocess.SubprocessError):
                subprocess.run(words, check=False, timeout=PATIENCE, capture_output=True)
            return
