"""A balance laboratory for tabletop games.

Its functions are the questions of the command line: `simulate`, `load_run`, `report`, `compare`, `value`, `meta`,
`solve` and `verify`; `charts` draws their answers. docs/api.md has an example of each. They are loaded when first used.
Two folders of this package have the name of a function: `dhstats.simulate` and `dhstats.report` are the functions all
the same, no matter what was imported before. What those folders hold is imported by its whole name, as in
`from dhstats.simulate.running.runner import simulate`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dhstats import release

__version__ = release.VERSION
__all__ = [
    "Experiment", "__version__", "charts", "compare", "load_run", "meta", "report", "simulate", "solve", "value",
    "verify",
]  # fmt: skip

if TYPE_CHECKING:
    from dhstats.questions.verbs import compare, meta, solve, value, verify
    from dhstats.questions.verdicts.sequential import play as simulate
    from dhstats.report import write_report as report
    from dhstats.report.page.figures import charts
    from dhstats.simulate.plans.experiment import Experiment
    from dhstats.storage import open_run as load_run

_HOMES = {
    "charts": ("dhstats.report.page.figures", "charts"),
    "compare": ("dhstats.questions.verbs", "compare"),
    "meta": ("dhstats.questions.verbs", "meta"),
    "solve": ("dhstats.questions.verbs", "solve"),
    "value": ("dhstats.questions.verbs", "value"),
    "verify": ("dhstats.questions.verbs", "verify"),
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
