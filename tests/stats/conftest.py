"""The test vectors of the statistical design, computed independently of this package."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

VECTORS = Path(__file__).parents[1] / "vectors" / "stats.json"


@pytest.fixture(scope="session")
def vectors() -> dict[str, Any]:
    """All vectors, by section of the design and name."""
    loaded: dict[str, Any] = json.loads(VECTORS.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="session")
def even(vectors: dict[str, Any]) -> np.ndarray[Any, Any]:
    """The pair scores of TV-1.3 made symmetric, so that the true score is one half."""
    counts = np.array(vectors["v1"]["penta_counts"], dtype=float)
    return np.asarray((counts + counts[::-1]) / 2.0 / counts.sum())
