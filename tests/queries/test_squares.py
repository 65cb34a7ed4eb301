"""Sums of squares in every query: standard errors rest on them, and no mean shows that one is wrong."""

import re
from pathlib import Path

import pytest

import dhstats
from dhstats.games.catalogue import NAMES, load
from dhstats.queries.catalogue import dialect

QUERIES = sorted(Path(dhstats.__file__).parent.rglob("*.sql"))
SUM = re.compile(r"sum\((?P<inside>.+)\)::BIGINT AS (?P<name>\w+)")


def sums(text: str) -> dict[str, str]:
    """What is added up under each name."""
    return {found["name"]: found["inside"].replace("blocks.", "") for found in SUM.finditer(text)}


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: "/".join(query.parts[-2:]))
def test_squares_are_of_the_value_that_is_summed_beside_them(query: Path) -> None:
    """A sum called `x_squares` stands beside the sum of the same value, and multiplies that value with itself."""
    text = query.read_text(encoding="utf-8")
    found = sums(text)
    squares = [name for name in found if name.endswith("_squares")]
    assert len(squares) == len(re.findall(r"AS \w+_squares\b", text))
    for name in squares:
        value, inside = name.removesuffix("_squares"), found[name]
        half = inside[: (len(inside) - len(" * ")) // 2]
        assert inside == f"{half} * {half}", f"{name}: {inside}"
        assert found.get(value, half) in (half, half.strip("()")), (
            f"{name} squares {half}, {value} adds up {found[value]}"
        )


@pytest.mark.parametrize("name", NAMES)
def test_squares_of_what_a_game_measures_are_of_that(name: str) -> None:
    """The sums that a game's own measures get."""
    files = load(name).rule_files
    words = dialect(name, files.load(files.shipped()[0]).effective)
    found = sums(words.slots()["own_sums"])
    for measure in words.measures:
        assert (found[measure], found[f"{measure}_squares"]) == (measure, f"{measure} * {measure}")
