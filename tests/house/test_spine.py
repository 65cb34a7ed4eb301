"""The list of what `make test` runs names tests that there are, from every room and of every game."""

import re
from pathlib import Path

from dhstats.games.catalogue import NAMES
from tests.spine import SPINE, TESTS

ASIDE = {"benchmarks"}  # programs that are run by themselves


def functions(path: Path) -> set[str]:
    """The names of a file's tests, without `test_`."""
    return set(re.findall(r"^ *def test_(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_name_of_the_list_is_a_test() -> None:
    """A test that was renamed or deleted is renamed or deleted there, too."""
    assert [path for path in SPINE if not path.is_file()] == []
    asked = [(path, name) for path, names in SPINE.items() if names != "all" for name in names]
    assert [(path.name, name) for path, name in asked if name.partition("[")[0] not in functions(path)] == []


def test_every_room_and_every_game_is_asked() -> None:
    """A new folder of tests has a part in what is run first."""
    folders = {path.parent for path in TESTS.rglob("test_*.py")} - {TESTS / each for each in ASIDE}
    assert folders - {path.parent for path in SPINE} == set()
    assert {TESTS / "games" / name for name in NAMES} <= {path.parent for path in SPINE}
