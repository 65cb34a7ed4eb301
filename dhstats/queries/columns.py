"""Columns of the games table as they are stored, for questions that count every game anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dhstats.errors import DataProblem
from dhstats.storage import Run
from dhstats.storage.layout import table_file
from dhstats.storage.tables import read_table

Array = np.ndarray[Any, Any]


def game_columns(run: Run, names: Sequence[str]) -> dict[str, Array]:
    """Columns of all games of a run in their order, words as words; DataProblem for a file that cannot be read."""
    parts = []
    for shard in run.manifest.shards:
        file = table_file(run.folder, "games", shard.name)
        try:
            table = read_table(file, columns=names)
        except (OSError, ValueError) as error:
            raise DataProblem(f"{file}: cannot be read: {error}; `dhstats verify {run.folder}` tells more") from error
        parts.append({name: table.column(name).to_numpy() for name in names})
    return {name: np.concatenate([part[name] for part in parts]) for name in names}
