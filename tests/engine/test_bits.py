"""Sets as bits and indices without a sign: compiled, they say the same as plain Python."""

from typing import Any

import numpy as np
import pytest

from dhstats.engine.bits import lowest, natural, ones
from dhstats.engine.compiled import compiled


@compiled()
def _looked_up(numbers: Any, bits: int) -> int:
    """The number at the lowest bit of a set, and at the place that counts its bits."""
    return int(numbers[natural(lowest(bits))] * 1000 + numbers[natural(ones(bits))])


@pytest.mark.parametrize("bits", [1, 2, 6, 40, 0b111100, (1 << 7) - 1])
def test_an_index_without_a_sign_leads_where_the_number_leads(bits: int) -> None:
    """Of an array of eight numbers the same two are read as by plain Python."""
    numbers = np.arange(8, dtype=np.int64) ** 2 + 3
    low = next(place for place in range(8) if bits >> place & 1)
    assert _looked_up(numbers, bits) == numbers[low] * 1000 + numbers[bin(bits).count("1")]
