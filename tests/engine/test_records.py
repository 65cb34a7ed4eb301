"""Records mean the same compiled and interpreted."""

import importlib
import pkgutil

import numpy as np
import pytest

import dhstats

HOMES = ("engine", "games", "players")


@pytest.mark.parametrize("home", HOMES)
def test_no_field_has_a_name_that_every_record_of_numpy_has(home: str) -> None:
    """In plain Python `record.size` would be numpy's, which is 1, and compiled the field's."""
    own, found = {*dir(np.record)}, 0
    for module in pkgutil.walk_packages([f"{dhstats.__path__[0]}/{home}"], f"dhstats.{home}."):
        for name, kind in vars(importlib.import_module(module.name)).items():
            if isinstance(kind, np.dtype) and kind.names:
                found += 1
                assert not own & {*kind.names}, f"{module.name}.{name}"
    assert found > 3
