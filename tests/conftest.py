"""What all tests share: repeatable examples, a cache of what only tests call, charts held against Vega-Lite's schema."""

import sys
from collections.abc import Iterator
from dataclasses import replace
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


@pytest.fixture(scope="session", autouse=True)
def _charts_keep_to_the_schema() -> Iterator[None]:
    """Pages trust their charts; here each kind of chart is checked the first time that any test draws it."""
    from dhstats.report.plans import figures

    usual, seen = figures.figure, set()

    def checked(plan: figures.Plan, *tables: Any) -> figures.Figure:
        if plan.caption in seen:
            return usual(plan, *tables)
        seen.add(plan.caption)
        return usual(replace(plan, draw=lambda *given: _Checked(plan.draw(*given))), *tables)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "figure", checked)
        yield


class _Checked:
    """A chart whose specification, as a page has it, is held against the schema."""

    def __init__(self, chart: Any) -> None:
        self._chart = chart

    def to_dict(self, **settings: Any) -> dict[str, Any]:
        """The specification; complains as Altair does of what the schema does not know."""
        spec: dict[str, Any] = self._chart.to_dict(**settings)
        self._chart.validate(spec)
        return spec
