"""What all tests share: repeatable examples, a cache of what only tests call, charts held against Vega-Lite's schema."""

import re
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numba
import pytest
from hypothesis import settings

from dhstats.engine import compiled, linking


def pytest_addoption(parser: pytest.Parser) -> None:
    """Golden files are written anew, to be read by a person."""
    parser.addoption("--update", action="store_true", help="write tests/golden anew: read what changed")


settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")


def _kept(part: linking.Part) -> Any:
    """A part that a test calls from Python, kept on disk like what dhstats calls: or else each process compiles it anew.

    Only a function of the package as it is written: one that was bound to other functions depends on their files too.
    """
    function: Any = part.py_func
    written = getattr(sys.modules.get(function.__module__), "__dict__", None) is function.__globals__
    file = Path(function.__code__.co_filename)
    if not written or compiled.PACKAGE not in file.parents or function.__closure__:
        return numba.njit(**part._options, pipeline_class=linking.WholeCompiler)(function)
    compiled._configure()
    function.dhstats_folder = folder = compiled._cache_folder(compiled.sources_below(file))
    return numba.njit(**part._options, pipeline_class=linking.WholeCompiler, cache=folder is not None)(function)


linking.Part._alone = cached_property(_kept)  # type: ignore[assignment]
linking.Part._alone.__set_name__(linking.Part, "_alone")


TOLD = Path(__file__).parent / "golden" / "told"


def _sections(file: Path) -> dict[str, str]:
    """The parts of a golden file by their headings."""
    parts = re.split(r"^# (.*)\n\n", file.read_text("utf-8") if file.exists() else "", flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Holds what a test tells against its part of `tests/golden/told/FILE.txt`, which --update writes anew."""
    file, name = TOLD / f"{request.path.stem.removeprefix('test_')}.txt", request.node.name.removeprefix("test_")

    def compare(told: str) -> None:
        parts = _sections(file)
        if request.config.getoption("--update"):
            parts[name] = told
            file.parent.mkdir(exist_ok=True)
            file.write_text(
                "".join(f"# {each}\n\n{text.rstrip()}\n\n" for each, text in parts.items()).rstrip() + "\n", "utf-8"
            )
        assert parts.get(name, "").rstrip() == told.rstrip()

    return compare


@pytest.fixture(scope="session", autouse=True)
def _charts_keep_to_the_schema() -> Iterator[None]:
    """Pages trust their charts; here each kind of chart is checked the first time that any test draws it."""
    from dhstats.report.page import figures

    usual, seen = figures.figure, set()

    def checked(chart: figures.Chart, *tables: Any, game: str = "") -> figures.Figure:
        if chart.caption not in seen:
            seen.add(chart.caption)
            _check(figures.drawn(chart, *tables, game=game))
        return usual(chart, *tables, game=game)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "figure", checked)
        yield


def _check(chart: Any) -> None:
    """Holds a chart, as a page has it, against the schema; complains as Altair does of what that does not know."""
    chart.validate(chart.to_dict(validate=False))
