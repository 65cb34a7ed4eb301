"""Charts are joined to answers by keys: each key that a plan names is one that a question, its table or column has."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import pytest

from dhstats.games.catalogue import NAMES
from dhstats.report.plans.plans import Plan
from dhstats.report.plans.shared_plans import OPENINGS, OTHER_OPENINGS, every_plan

ROOT = Path(__file__).resolve().parents[2]
ENDS = ("_low", "_high")  # what ends of an interval append to the name of its column
NAMING = ("name", "value")  # what titles call the columns that they read


@cache
def module(file: Path) -> tuple[frozenset[str], frozenset[str]]:
    """All texts of a module, and the modules that it imports."""
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    texts = frozenset(each.value for each in nodes if isinstance(each, ast.Constant) and isinstance(each.value, str))
    imports = [each for each in nodes if isinstance(each, ast.ImportFrom) and each.module]
    names = frozenset(f"{each.module}.{name.name}" for each in imports for name in each.names)
    return texts, names | {str(each.module) for each in imports}


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
    for key in {*every_plan(), *OPENINGS}:
        waiting, seen = {name for name, file in files.items() if key in module(file)[0]}, set[str]()
        while waiting:
            seen |= waiting
            waiting = {each for name in waiting for each in module(files[name])[1] if each in files} - seen
        found[key] = frozenset().union(*(module(files[name])[0] for name in (seen | words if seen else seen)))
    return found


def wrong(plans: Mapping[str, Iterable[Plan]]) -> list[str]:
    """The keys of plans that no question has."""
    known = declared()
    return [
        f"{question}: {plan.caption}: {key}"
        for question, several in plans.items()
        for plan in several
        for key in keys(plan)
        if key not in known.get(question, ())
    ] + [f"{question}: no question" for question in plans if not known.get(question)]


def keys(plan: Plan) -> Iterator[str]:
    """Tables and columns that a plan names; columns of charts themselves raise an error when they are drawn."""
    yield from (*plan.tables, *plan.beside, *(plan.about or ()))
    if isinstance(plan.says, partial):
        named = plan.says.keywords
        yield from (named[each] for each in NAMING if each in named)
        yield from (each.removesuffix(end) for each in named.get("ends", ()) for end in ENDS if each.endswith(end))


def every() -> dict[str, list[Plan]]:
    """All plans by question."""
    return {
        key: [*every_plan().get(key, ()), *(of[key] for of in (OPENINGS, OTHER_OPENINGS) if key in of)]
        for key in {*every_plan(), *OPENINGS}
    }


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
    plan = replace(every().get(question, every()["scores"])[at], **spoilt)  # type: ignore[arg-type]
    assert len(wrong({question: [plan]})) >= 1
