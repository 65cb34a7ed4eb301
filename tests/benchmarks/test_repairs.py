"""Rules that are broken on purpose are repaired: a change no dearer than undoing the break is found and proved."""

from pathlib import Path

import pytest

from tests.benchmarks.repairs import BREAKS, repair

SMALL = (0, 2, 4, 7, 16)


@pytest.mark.long("that planted breaks are repaired; searches with known truth do, in test_redesign_search.py")
@pytest.mark.parametrize("number", SMALL)
def test_a_planted_break_is_repaired(number: int, tmp_path: Path) -> None:
    """In the hands of greedy, who plays a hundred times as fast as an expert learns."""
    found = repair(BREAKS[number], tmp_path, "greedy", 1)
    assert found.done, found
    assert (tmp_path / "page-certificate.json").is_file()
