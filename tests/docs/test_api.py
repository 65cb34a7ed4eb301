"""The page about Python: every public name is on it with all its parameters, every example prints what it shows."""

import dataclasses
import doctest
import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import dhstats
from dhstats.players.solving.solutions import Solution
from dhstats.questions.shared.answer import Answer
from dhstats.report import Report
from dhstats.simulate.checks.verify import Verification
from dhstats.storage import Run
from docs.workshop.sittings import ROOT

PAGE = (ROOT / "docs/api.md").read_text("utf-8")
NAMES = [name for name in dhstats.__all__ if not name.startswith("_")]
RECORDS = {each.__name__: each for each in (Run, Report, Answer, Solution, Verification)}
SHOWN = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def section(heading: str) -> str:
    """The text below a heading of the page."""
    return PAGE.partition(f"\n{heading}\n")[2].partition("\n## ")[0].partition("\n### ")[0]


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_a_section_with_its_parameters_and_an_example(name: str) -> None:
    """Each parameter is named as it is typed, and nothing private is on the page."""
    text = section(f"## {name}")
    assert f"(#{name.lower()})" in PAGE
    assert f"dhstats.{name}(" in text
    parameters = list(inspect.signature(getattr(dhstats, name)).parameters)
    assert [each for each in parameters if f"`{each}`" not in text and f"`{each}s`" not in text] == []


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_has_the_fields_that_the_page_lists(name: str) -> None:
    """Those and their types are what programs rely on."""
    listed = re.findall(r"^\| `(\w+)", section(f"### {name}"), re.MULTILINE)
    known = {field.name for field in dataclasses.fields(RECORDS[name])} | {*vars(RECORDS[name])}
    assert len(listed) >= 3
    assert [field for field in listed if field not in known] == []


def test_an_experiment_is_listed_whole() -> None:
    """In the order in which its fields can be given, each with its default where that is a value."""
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", section("## Experiment"), re.MULTILINE)
    fields = dataclasses.fields(dhstats.Experiment)
    assert [name for name, _ in rows] == [field.name for field in fields]
    for (name, default), field in zip(rows, fields, strict=True):
        if field.default not in ("", (), None, dataclasses.MISSING):
            assert default.strip("`").replace(",", "") == str(field.default), name


def test_the_examples_of_the_page_print_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All in one session, in the order of the page."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```pycon\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), names, "api.md", None, 0)
    complaints: list[str] = []
    result = doctest.DocTestRunner(verbose=False, optionflags=SHOWN).run(test, out=complaints.append)
    assert result.attempted > len(NAMES)
    assert complaints == []
