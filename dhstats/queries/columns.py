"""Columns of the games table as they are stored, for questions that count every game anew."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dhstats.storage import Run
from dhstats.storage.soundness import read_written

Array = np.ndarray[Any, Any]


def game_columns(run: Run, names: Sequence[str]) -> dict[str, Array]:
    """Columns of all games of a run in their order, words as words; DataProblem for a file that was not written so."""
    parts = []
    for file in run.manifest.files("games"):
        table = read_written(run.folder, file, names)
        parts.append({name: table.column(name).to_numpy() for name in names})
    return {name: np.concatenate([part[name] for part in parts]) for name in names}
