"""Certificates as files: their values, and the same with another value in one place."""

import copy
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.questions.certificates.certificate import Certificate

COMMAND = "dhstats simulate --and so on"
OTHER = object()
Values = dict[str, Any]
Place = tuple[str | int, ...]


def plain(found: Certificate) -> Values:
    """What stands in a certificate's file, without the checksum."""
    values: Values = json.loads(found.text())
    del values["sha256"]
    return values


def written(folder: Path, text: str) -> Path:
    """A file with this text."""
    path = folder / "certificate.json"
    path.write_text(text, encoding="utf-8")
    return path


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Where plain values stand."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(inner, (*place, key))
    else:
        yield place


def another(value: Any) -> Any:
    """Another value: no for yes, a word with a letter more, a number with its last digit changed.

    That is the last one of a whole number and of a short one, else the smallest step.
    """
    if isinstance(value, bool | str):
        return f"{value}x" if isinstance(value, str) else not value
    if isinstance(value, int):
        return value + 1 if value % 10 < 9 else value - 1
    return value + 1e-3 if value == round(value, 3) else float(np.nextafter(value, math.inf))


def changed(values: Values, place: Place, value: Any = OTHER) -> Values:
    """A copy with this value in one place, or with another one than there is."""
    copied: Any = copy.deepcopy(values)
    inner = copied
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = another(inner[place[-1]]) if value is OTHER else value
    return dict(copied)
