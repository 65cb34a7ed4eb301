"""A balance laboratory for tabletop games.

The verbs of the command line as functions: `simulate`, `load_run`, `compare`, `value`, `meta`, `report`, and
`charts` for what an answer shows. They are loaded when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dhstats import release

__version__ = release.VERSION
__all__ = ["Experiment", "__version__", "charts", "compare", "load_run", "meta", "report", "simulate", "value"]

if TYPE_CHECKING:
    from dhstats.questions.sequential import play as simulate
    from dhstats.questions.verbs import compare, meta, value
    from dhstats.report import write_report as report
    from dhstats.report.plates import charts
    from dhstats.simulate.experiment import Experiment
    from dhstats.storage import open_run as load_run

_HOMES = {
    "charts": ("dhstats.report.plates", "charts"),
    "compare": ("dhstats.questions.verbs", "compare"),
    "meta": ("dhstats.questions.verbs", "meta"),
    "value": ("dhstats.questions.verbs", "value"),
    "Experiment": ("dhstats.simulate.experiment", "Experiment"),
    "simulate": ("dhstats.questions.sequential", "play"),
    "load_run": ("dhstats.storage", "open_run"),
    "report": ("dhstats.report", "write_report"),
}


def __getattr__(name: str) -> Any:
    """Loads a verb when it is asked for: `import dhstats` alone costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'dhstats' has no attribute {name!r}")
    import importlib

    module, attribute = _HOMES[name]
    value = getattr(importlib.import_module(module), attribute)
    globals()[name] = value
    return value
