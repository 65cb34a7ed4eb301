"""`import dhstats` gives the verbs as functions, whatever was imported before."""

import subprocess
import sys

import pytest

BEFORE = ("", "import dhstats.simulate.running.runner, dhstats.report")
ASKED = """
from dhstats import Experiment, report, simulate
import dhstats, dhstats.simulate.checks.verify, dhstats.report.boards
assert simulate is dhstats.simulate and report is dhstats.report
assert simulate.__module__ == "dhstats.questions.verdicts.sequential" and report.__name__ == "write_report"
from dhstats.simulate.running import runner
assert runner.simulate is not simulate
"""


@pytest.mark.parametrize("before", BEFORE)
def test_a_verb_is_a_function_in_whatever_order_one_imports(before: str) -> None:
    """The folders of the same names can still be imported from."""
    subprocess.run([sys.executable, "-c", f"{before}\n{ASKED}"], check=True)
