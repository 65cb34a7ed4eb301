"""TOML files as people write them: read whole, or refused in one line that quotes what is wrong."""

from __future__ import annotations

import json
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput

MAX_BYTES = 64 * 1024  # a complete rule file has a tenth of this; longer ones can keep the parser busy for minutes
LONGEST_QUOTE = 60  # characters of a value or name in a message
BARE = re.compile("[A-Za-z0-9_-]+")
LARGEST_QUOTE = 10**18  # whole numbers beyond it are not written out


def one_line(text: str) -> str:
    """The text without line breaks and whatever else a terminal should not be sent."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _clip(text: str) -> str:
    line = one_line(text[: LONGEST_QUOTE + 1])
    return line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + "…"


def quoted_name(part: str) -> str:
    """A part of a key as a message names it: in quotation marks where TOML needs them."""
    return _clip(part) if BARE.fullmatch(part) else quoted(part)


def quoted(value: object) -> str:
    """A value as a message quotes it: in the spelling of TOML, short, on one line."""
    if isinstance(value, list):
        return _clip("[" + ", ".join(_quoted_inside(item) for item in value[:LONGEST_QUOTE]) + "]")
    return _quoted_inside(value)


def _quoted_inside(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _clip(json.dumps(value[:LONGEST_QUOTE], ensure_ascii=False))
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    if isinstance(value, int) and abs(value) > LARGEST_QUOTE:
        return "a huge number"
    return _clip(str(value))


def read_toml(path: Path, place: str) -> dict[str, Any]:
    """The table in a TOML file; `place` is what messages call the file.

    Errors: BadInput for a file that is missing, no plain file, unreadable, too long, not UTF-8, or not TOML.
    """
    text = _read_text(path, place)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadInput(f"{place}: not valid TOML: nested too deeply") from None
    except ValueError as error:  # a TOMLDecodeError tells line and column; int() refuses endless numbers
        raise BadInput(f"{place}: not valid TOML: {one_line(str(error))[:200]}") from None


def _read_text(path: Path, place: str) -> str:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadInput(f"{place}: a folder or device, not a file")
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{place}: cannot be read: {error.strerror}") from None
    except ValueError:  # a name that no file can have
        raise BadInput(f"{place}: cannot be read: not a file name") from None
    if len(content) > MAX_BYTES:
        raise BadInput(f"{place}: longer than {MAX_BYTES // 1024} KiB, so not taken for a file of settings")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{place}: not UTF-8 text (at byte {error.start + 1})") from None
