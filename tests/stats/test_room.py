"""The room as a whole: light to import, and results that cannot be changed."""

import importlib
import inspect
import pkgutil
import subprocess
import sys
from dataclasses import is_dataclass
from typing import Protocol

import pytest

import dhstats.stats

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(dhstats.stats.__path__, "dhstats.stats.") if not module.ispkg
)


@pytest.mark.parametrize("module", MODULES)
def test_every_result_is_frozen_and_has_slots(module):
    """All classes of the room but protocols are frozen dataclasses with slots."""
    members = inspect.getmembers(importlib.import_module(module), inspect.isclass)
    for _, record in members:
        if record.__module__ == module and Protocol not in record.__bases__:
            assert is_dataclass(record)
            assert record.__dataclass_params__.frozen
            assert "__slots__" in vars(record)


def test_room_does_not_load_heavy_libraries():
    """Importing every module leaves scipy.stats, tables and databases unloaded."""
    heavy = ["scipy.stats", "polars", "duckdb", "pandas", "numba", "altair"]
    code = f"import sys, {', '.join(MODULES)}; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
