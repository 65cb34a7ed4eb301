"""Numbers, lengths of time, sizes on disk and places, as people write them: 20k, 2h30m, 20GB, s3://BUCKET/PATH."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import typer

from dhstats.errors import BadInput
from dhstats.quoting import quoted

THOUSANDS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
PLAIN = re.compile(r"[+-]?[0-9]+|[+-]?[0-9]{1,3}([,_ ][0-9]{3})+", re.ASCII)
SHORT = re.compile(r"([+-]?[0-9]+(?:\.[0-9]+)?)\s?([kmg])", re.ASCII | re.IGNORECASE)
POWER = re.compile(r"([+-]?[0-9]+(?:\.[0-9]+)?)e([0-9]{1,2})", re.ASCII | re.IGNORECASE)
LONGEST = 40  # letters of a number
UNITS = (86_400, 3_600, 60, 1)  # seconds of a day, an hour, a minute
BYTES = {"KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}


def whole(text: str) -> int | None:
    """The whole number that a text stands for, None if it stands for none."""
    written = text.strip()
    if len(written) > LONGEST:
        return None
    if PLAIN.fullmatch(written):
        return int(re.sub("[,_ ]", "", written))
    if match := SHORT.fullmatch(written):
        value = Fraction(match[1]) * THOUSANDS[match[2].lower()]
    elif match := POWER.fullmatch(written):
        value = Fraction(match[1]) * 10 ** int(match[2])
    else:
        return None
    return int(value) if value.denominator == 1 else None


def count(flag: str, words: str) -> Any:
    """An option of that flag that takes a whole number; `words` are its help."""

    def read(text: str | int) -> int:
        value = whole(str(text))
        if value is None:
            raise BadInput(f"{flag}: write a whole number, such as 20000, 20,000, 20k or 1.5M, not {quoted(str(text))}")
        return value

    return typer.Option(flag, help=words, metavar="NUMBER", parser=read)


def seconds(written: str) -> float:
    """A length of time as people write it, 90s or 2h30m; BadInput for what cannot be read."""
    match = re.fullmatch(
        r"(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?", written.replace(" ", ""), re.ASCII
    )
    parts = [int(part or 0) for part in match.groups()] if match else [0] * 4
    total = sum(part * unit for part, unit in zip(parts, UNITS, strict=True))
    if not total:
        raise BadInput(f"--max-time: write a time as 90s, 45m, 2h30m or 1d, not {written!r}")
    return float(total)


def size(written: str) -> int:
    """A size on disk as people write it, 20GB or 1.5TiB, in bytes; BadInput for what cannot be read."""
    match = re.fullmatch(r"(\d{1,9}(?:\.\d{1,6})?)\s*([KMGT]I?B)", written.strip().upper(), re.ASCII)
    total = int(float(match[1]) * BYTES[match[2]]) if match else 0
    if not total:
        raise BadInput(f"--max-disk: write a size as 500MB, 20GB or 1.5TiB, not {written!r}")
    return total


def path(text: str) -> Path:
    """The place that a user named, in an object store or on this machine; a store is asked for it at once."""
    from dhstats.storage.places import place

    if not text:
        raise BadInput('"": an empty text names no file or folder')
    return place(text)
