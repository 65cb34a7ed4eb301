"""What all tests share: repeatable examples of property tests, and charts held against the schema of Vega-Lite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable")


@pytest.fixture(scope="session", autouse=True)
def _charts_keep_to_the_schema() -> Iterator[None]:
    """Pages trust their charts; here each kind of chart is checked the first time that any test draws it."""
    from dhstats.report import plates

    usual, seen = plates.plate, set()

    def checked(plan: plates.Plan, *tables: Any) -> plates.Plate:
        plate = usual(plan, *tables)
        if plan.caption not in seen:
            seen.add(plan.caption)
            valid = plan.draw(*tables).to_dict()
            assert {name: valid[name] for name in plate.spec} == plate.spec
        return plate

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plates, "plate", checked)
        yield
