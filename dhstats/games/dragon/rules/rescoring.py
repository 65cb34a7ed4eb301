"""Rules of the final count alone: Dragon! has none, as nothing is counted once a dragon is out of the fight."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from dhstats.games.bundle import Rescoring

Array = np.ndarray[Any, Any]


def rescore(_base: Any, _tweak: Any, games: Mapping[str, Array]) -> dict[str, Array]:
    """Games as any rules count them: no rule changes the count."""
    return {name: games[name] for name in ("score_first", "score_second", "winner")}


RESCORING = Rescoring({}, ("score_first", "score_second", "winner"), rescore)
