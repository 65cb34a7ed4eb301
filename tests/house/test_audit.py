"""The audit of what is installed sees what it is to see."""

from importlib.metadata import Distribution
from pathlib import Path

from tests.house.audit import differing, locked, unmet


def package(folder: Path, name: str, version: str, *needs: str) -> Distribution:
    """A package as it lies installed, by its metadata alone."""
    place = folder / f"{name}-{version}.dist-info"
    place.mkdir()
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", *(f"Requires-Dist: {n}" for n in needs)]
    (place / "METADATA").write_text("\n".join(lines) + "\n")
    return Distribution.at(place)


def test_another_version_than_the_locked_one_is_told() -> None:
    """So is a package that is not there."""
    told = list(differing({"a": "1.0", "b": "2.0", "c": "3"}, {"a": "1.0", "b": "2.1", "d": "9"}))
    assert [line.partition(";")[0] for line in told] == [
        "b: 2.0 is locked, installed is 2.1",
        "c: 3 is locked, installed is missing",
    ]


def test_needs_that_are_not_met_are_told(tmp_path: Path) -> None:
    """Missing and too old ones; not those of extras and of other systems."""
    found = [
        package(
            tmp_path, "One", "1.0", "two>=2", "three", 'four; extra == "more"', 'five; sys_platform == "none"', "six<3"
        ),
        package(tmp_path, "two", "1.9"),
        package(tmp_path, "six", "2.0"),
    ]
    assert list(unmet(found)) == ["one needs two>=2, but 1.9 is installed", "one needs three, which is not installed"]


def test_the_lock_files_are_read() -> None:
    """With what runs, what tests, and what builds."""
    names = locked()
    assert {"duckdb", "pytest", "setuptools"} <= names.keys()
