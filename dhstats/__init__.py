"""A balance laboratory for tabletop games.

The verbs of the command line as functions: `simulate`, `load_run`, `compare`, `value`, `meta`, `report`, and
`charts` for what an answer shows. They are loaded when first used. Two folders of this package have the name of a verb:
`dhstats.simulate` and `dhstats.report` are the functions all the same, whatever was imported before, and what those
folders hold is imported by its whole name, as in `from dhstats.simulate.running.runner import simulate`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dhstats import release

__version__ = release.VERSION
__all__ = ["Experiment", "__version__", "charts", "compare", "load_run", "meta", "report", "simulate", "value"]

if TYPE_CHECKING:
    from dhstats.questions.verbs import compare, meta, value
    from dhstats.questions.verdicts.sequential import play as simulate
    from dhstats.report import write_report as report
    from dhstats.report.page.figures import charts
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.storage import open_run as load_run

_HOMES = {
    "charts": ("dhstats.report.page.figures", "charts"),
    "compare": ("dhstats.questions.verbs", "compare"),
    "meta": ("dhstats.questions.verbs", "meta"),
    "value": ("dhstats.questions.verbs", "value"),
    "Experiment": ("dhstats.simulate.plans.experiment", "Experiment"),
    "simulate": ("dhstats.questions.verdicts.sequential", "play"),
    "load_run": ("dhstats.storage", "open_run"),
    "report": ("dhstats.report", "write_report"),
}


class _Package(ModuleType):
    """The package itself, in which no folder takes the place of the verb of its name once somebody imports it."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _HOMES or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    """Loads a verb when it is asked for: `import dhstats` alone costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'dhstats' has no attribute {name!r}")
    import importlib

    module, attribute = _HOMES[name]
    value = getattr(importlib.import_module(module), attribute)
    globals()[name] = value
    return value
