"""What counting may use, as commands ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from dhstats.queries.connection import Limits


@dataclass(frozen=True)
class Counting:
    """What counting may use of memory, and where it spills the rest."""

    memory: Annotated[
        int | None, typer.Option(help="MiB that counting may use (default: DHSTATS_MEMORY, else 1024).")
    ] = None
    temp: Annotated[
        str | None, typer.Option(help="Where what does not fit is spilled (default: DHSTATS_TEMP, else the system's).")
    ] = None

    @property
    def limits(self) -> Limits:
        """The same for who counts; BadInput for what cannot be."""
        from dhstats.queries.connection import Limits

        return Limits.declared(self.memory, self.temp)
