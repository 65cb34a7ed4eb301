"""Charts are joined to answers by keys: each key that a chart names is one that a question, its table or column has."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from inspect import signature
from pathlib import Path

import pytest

from dhstats.games.catalogue import NAMES
from dhstats.questions import catalogue
from dhstats.questions.shared.charts import Chart
from dhstats.report.page.figures import function
from dhstats.seats import SEATS

ROOT = Path(__file__).resolve().parents[2]
ENDS = ("_low", "_high")  # what ends of an interval append to the name of its column
NAMING = ("name", "value")  # what titles call the columns that they read


@cache
def module(file: Path) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """All texts of a module, those of them that no chart is declared with, and the modules that it imports."""
    tree = ast.parse(file.read_text("utf-8"))
    nodes = list(ast.walk(tree))
    imports = [each for each in nodes if isinstance(each, ast.ImportFrom) and each.module]
    names = frozenset(f"{each.module}.{name.name}" for each in imports for name in each.names)
    return texts(nodes), texts(answering(tree)), names | {str(each.module) for each in imports}


def texts(nodes: Iterable[ast.AST]) -> frozenset[str]:
    """The texts among parts of a module."""
    return frozenset(each.value for each in nodes if isinstance(each, ast.Constant) and isinstance(each.value, str))


def answering(node: ast.AST) -> Iterator[ast.AST]:
    """All parts of a module but the declarations of questions and of their charts, which would know any misspelling."""
    for child in ast.iter_child_nodes(node):
        called = child.func if isinstance(child, ast.Call) else getattr(child, "returns", None)
        if "Chart" not in ast.unparse(called or ast.Constant("")) and getattr(called, "id", "") != "Question":
            yield child
            yield from answering(child)


@cache
def declared() -> dict[str, frozenset[str]]:
    """The keys that each question's modules may give to tables and columns, by the key of the question.

    Those are the texts of the modules that know its key, of all that they import from the questions, and what each
    game adds to them.
    """
    homes = (ROOT / "dhstats" / "questions", *ROOT.glob("dhstats/games/*/questions"))
    files = {
        ".".join(each.relative_to(ROOT).with_suffix("").parts): each for home in homes for each in home.rglob("*.py")
    }
    words = {f"dhstats.games.{game}.questions.{name}" for game in NAMES for name in ("words", "catalogue")}
    words.add("dhstats.questions.tweaks.rule_changes")  # its tables are added by commands
    found: dict[str, frozenset[str]] = {}
    for key in every():
        waiting, seen = {name for name, file in files.items() if key in module(file)[0]}, set[str]()
        while waiting:
            seen |= waiting
            waiting = {each for name in waiting for each in module(files[name])[2] if each in files} - seen
        found[key] = frozenset(SEATS).union(*(module(files[name])[1] for name in (seen | words if seen else seen)))
    return found


def wrong(charts: Mapping[str, Iterable[Chart]]) -> list[str]:
    """The keys of charts that no question has."""
    known = declared()
    return [
        f"{question}: {chart.caption}: {key}"
        for question, several in charts.items()
        for chart in several
        for key in keys(chart)
        if key not in known.get(question, ())
    ] + [f"{question}: no question" for question in charts if not known.get(question)]


def keys(chart: Chart) -> Iterator[str]:
    """Tables and columns that a chart names; columns of charts themselves raise an error when they are drawn."""
    yield from (*chart.tables, *chart.beside, *(chart.about or ()))
    if isinstance(chart.says, partial):
        named = chart.says.keywords
        yield from (named[each] for each in NAMING if each in named)
        yield from (each.removesuffix(end) for each in named.get("ends", ()) for end in ENDS if each.endswith(end))


def every() -> dict[str, list[Chart]]:
    """All charts by question."""
    return {key: [*catalogue.charts(key), *catalogue.first_charts(key)] for key in catalogue.every_key()}


def test_every_chart_is_joined_to_a_question_a_table_and_columns_that_there_are() -> None:
    """A misspelt key would draw nothing, and nobody would be told."""
    assert wrong(every()) == []


@pytest.mark.parametrize(
    ("question", "at", "spoilt"),
    [
        ("scores", 0, {"tables": ("histogramm", "quantiles")}), ("comparison", 0, {"beside": ("chnged",)}),
        ("seats", 1, {"about": ("seat", "thrid")}), ("seats", 1, {"about": ("seet", "third")}),
        ("pictures", 0, {"says": partial(max, name="pictur", value="share")}), ("scorez", 0, {}),
    ],
    ids=["table", "table beside", "word", "column", "column of a title", "question"],
)  # fmt: skip
def test_a_misspelt_key_is_noticed(question: str, at: int, spoilt: dict[str, object]) -> None:
    """Wherever it stands."""
    chart = replace(every().get(question, every()["scores"])[at], **spoilt)  # type: ignore[arg-type]
    assert len(wrong({question: [chart]})) >= 1


def test_every_chart_names_a_function_of_the_report_that_takes_its_tables_and_options() -> None:
    """What is named as text is found, and takes what it is handed."""
    for charts in every().values():
        for chart in charts:
            of_game = {"game": ""} if chart.by_game else {}
            signature(function(chart.draw)).bind(*chart.tables, *chart.beside, **chart.options, **of_game)
            if isinstance(chart.says, str):
                signature(function(chart.says)).bind(*chart.tables, *chart.beside)
