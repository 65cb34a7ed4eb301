"""Numbers of games, deals and the like, as people write them: 20000, 20,000, 20k, 1.5M."""

import re
from fractions import Fraction
from typing import Any

import typer

from dhstats.errors import BadInput
from dhstats.quoting import quoted

THOUSANDS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
PLAIN = re.compile(r"[+-]?[0-9]+|[+-]?[0-9]{1,3}([,_ ][0-9]{3})+", re.ASCII)
SHORT = re.compile(r"([+-]?[0-9]+(?:\.[0-9]+)?)\s?([kmg])", re.ASCII | re.IGNORECASE)
POWER = re.compile(r"([+-]?[0-9]+(?:\.[0-9]+)?)e([0-9]{1,2})", re.ASCII | re.IGNORECASE)
LONGEST = 40  # letters of a number


def whole(text: str) -> int | None:
    """The whole number that a text stands for, None if it stands for none."""
    written = text.strip()
    if len(written) > LONGEST:
        return None
    if PLAIN.fullmatch(written):
        return int(re.sub("[,_ ]", "", written))
    if found := SHORT.fullmatch(written):
        value = Fraction(found[1]) * THOUSANDS[found[2].lower()]
    elif found := POWER.fullmatch(written):
        value = Fraction(found[1]) * 10 ** int(found[2])
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


def check_range(flag: str, value: int, least: int, most: int) -> None:
    """BadInput for a number that is too small or too large for an option."""
    if not least <= value <= most:
        raise BadInput(f"{flag}: must be from {least:,} to {most:,}, not {value:,}")
