"""What a command may cost: lengths of time and sizes on disk, as people write them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.simulate.work.budget import Budget

UNITS = (86_400, 3_600, 60, 1)  # seconds of a day, an hour, a minute
BYTES = {"KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30, "TIB": 2**40}


def budget(max_time: str | None, max_disk: str | None = None) -> Budget:
    """The limits of a command; BadInput for one that cannot be read."""
    from dhstats.simulate.work.budget import Budget

    return Budget(None if max_time is None else seconds(max_time), None if max_disk is None else _bytes(max_disk))


def seconds(written: str) -> float:
    """A length of time as people write it, 90s or 2h30m; BadInput for what cannot be read."""
    found = re.fullmatch(
        r"(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,9})s)?", written.replace(" ", ""), re.ASCII
    )
    parts = [int(part or 0) for part in found.groups()] if found else [0] * 4
    total = sum(part * unit for part, unit in zip(parts, UNITS, strict=True))
    if not total:
        raise BadInput(f"--max-time: write a time as 90s, 45m, 2h30m or 1d, not {written!r}")
    return float(total)


def _bytes(written: str) -> int:
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,6})?)\s*([KMGT]I?B)", written.strip().upper(), re.ASCII)
    total = int(float(found[1]) * BYTES[found[2]]) if found else 0
    if not total:
        raise BadInput(f"--max-disk: write a size as 500MB, 20GB or 1.5TiB, not {written!r}")
    return total
