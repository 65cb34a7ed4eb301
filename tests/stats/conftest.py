"""The test vectors of the statistical design, computed independently of this package."""

import json
from pathlib import Path
from typing import Any

import pytest

VECTORS = Path(__file__).parents[1] / "vectors" / "stats.json"


@pytest.fixture(scope="session")
def vectors() -> dict[str, Any]:
    """All vectors, by section of the design and name."""
    loaded: dict[str, Any] = json.loads(VECTORS.read_text(encoding="utf-8"))
    return loaded
