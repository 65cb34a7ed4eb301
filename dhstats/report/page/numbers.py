"""Answers as a page carries them: tables as text for people, and all numbers as JSON for programs."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import polars as pl

from dhstats.games import catalogue
from dhstats.games.cautions import cautions
from dhstats.questions.shared.answer import Answer, Column, Finding, Opening, Table
from dhstats.quoting import json_safe
from dhstats.report.drawing.drawing import finite, spoken
from dhstats.report.page.page import Grid, Head
from dhstats.storage import Run

PAGE_CELLS = 9_000  # of all tables on a page; only beyond that are the largest cut, and the JSON holds the rest
CUT_CELLS = 400  # of a table that is cut, at least, or fewer where a page has several runs
LONGEST = 60  # characters of a word in a table


def affordable(tables: Sequence[Table], runs: int) -> int:
    """How many cells of each table a page of some runs can afford."""
    left, most = PAGE_CELLS, PAGE_CELLS
    sizes = sorted(table.frame.height * table.frame.width for table in tables)
    for at, size in enumerate(sizes):
        most = left // (len(sizes) - at)
        if size > most:
            return max(most, CUT_CELLS // runs)
        left -= size
    return most


def grid(table: Table, cells: int) -> Grid:
    """A table as the page shows it behind a fold, cut to so many cells."""
    names = [column.name for column in table.columns]
    shown = table.frame.select(names).head(max(1, cells // len(names)))
    lines = tuple(tuple(cell(value) for value in row) for row in shown.iter_rows())
    heads = tuple(
        Head(column.title, column.unit, table.frame.schema[column.name].is_numeric()) for column in table.columns
    )
    return Grid(
        table.title, heads, lines, table.frame.height - shown.height, table.key, tuple(map(tuple, _rows(table)))
    )


def cell(value: Any) -> str:
    """A value as people read it: thousands apart, five digits of a fraction at most, a dash for nothing."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}".replace("-", "−")
    if isinstance(value, float):
        # About five digits that count
        before = next((at for at, least in enumerate((1.0, 10.0, 100.0, 1000.0)) if abs(value) < least), 4)
        return f"{value:,.{4 - before if value else 0}f}".replace("-", "−")
    text = spoken(str(value))
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


SCHEMA = 1
OPENING = ("question", "answer", "sureness", "decision", "verdict", "written", "caution", "command", "why")


def to_json(answers: Sequence[Answer], run: Run, labels: Sequence[str] = ()) -> dict[str, Any]:
    """A run's answers and where they come from, ready for JSON; what is not a number, or endless, becomes null."""
    manifest = run.manifest
    said = dict.fromkeys((*catalogue.labels(manifest.game, manifest.rules), *manifest.cautions, *labels))
    rules = catalogue.rules(manifest.game).restore(manifest.rules, manifest.rules_name)
    hardly_meant = [{"says": each.says, "meant": list(each.meant)} for each in cautions(manifest.game, rules)]
    names = ("name", "question", "game", "game_version", "version", "seed", "games")
    return {
        **{name: getattr(manifest, name) for name in names},
        "design": manifest.design.kind,
        "deals": manifest.design.deals,
        **{name: getattr(manifest, name) for name in ("rules_name", "rules", "rules_hash")},
        "cautions": hardly_meant,
        "labels": list(said),
        "strategies": [asdict(player) for player in manifest.strategies],
        "matchups": [list(pair) for pair in manifest.matchups],
        "answers": [answer_json(answer) for answer in answers],
    }


def json_text(runs: Sequence[dict[str, Any]], version: str, joined: Answer | None = None) -> str:
    """One JSON document for all runs of a report, with what is said of all of them together."""
    beside = {"joined": answer_json(joined)} if joined else {}
    document = {"schema": SCHEMA, "dhstats": version, "runs": list(runs), **beside}
    return json_safe(json.dumps(document, ensure_ascii=False, allow_nan=False)) + "\n"


def answer_json(answer: Answer) -> dict[str, Any]:
    """An answer ready for JSON; `answers_of` reads it."""
    said: dict[str, Any] = {"key": answer.key, "title": answer.title, "opening": opening_json(answer.opening)}
    said["findings"] = [finding_json(finding) for finding in answer.findings]
    said |= {name: getattr(answer, name) for name in ("how_to_read", "method", "caution")}
    tables = [table_json(table) for table in answer.tables]
    return {**said, "tables": tables, "queries": [{"name": name, "sql": text} for name, text in answer.queries]}


def opening_json(opening: Opening | None) -> dict[str, Any] | None:
    """What a page says first; nothing of an answer that opens none."""
    return {name: getattr(opening, name) for name in OPENING} if opening else None


def opening_of(told: Mapping[str, Any] | None) -> Opening | None:
    """What a page says first, as its JSON has it; earlier versions kept the first five."""
    if not told:
        return None
    said: dict[str, Any] = {name: str(told.get(name, "")) for name in OPENING}
    return Opening(**said)


def answers_of(run: Mapping[str, Any]) -> tuple[Answer, ...]:
    """The answers of a run as its JSON has them; KeyError, TypeError or ValueError where they are none."""
    return tuple(_answer_of(each) for each in run["answers"])


def _answer_of(told: Mapping[str, Any]) -> Answer:
    findings = tuple(
        Finding(str(each["text"]), str(each["verdict"]), bool(each["headline"])) for each in told["findings"]
    )
    names = ("key", "title", "how_to_read", "method", "caution")
    key, title, how_to_read, method, caution = (str(told[name]) for name in names)
    tables, opening = tuple(map(_table_of, told["tables"])), opening_of(told["opening"])
    return Answer(key, title, findings, tables, how_to_read, method, caution, (), opening)


def _table_of(told: Mapping[str, Any]) -> Table:
    columns = tuple(map(_column_of, told["columns"]))
    names = [each.name for each in columns]
    frame = pl.DataFrame(told["rows"], schema=names, orient="row", infer_schema_length=None)
    empty = [pl.col(name).cast(pl.Float64) for name in names if frame.schema[name] == pl.Null]
    return Table(str(told["key"]), str(told["title"]), columns, frame.with_columns(empty))


def _column_of(told: Mapping[str, Any]) -> Column:
    """A column; earlier versions called one `matchup` that has what its title says, such as tweaks or items."""
    name, title, unit = (str(told[key]) for key in ("name", "title", "unit"))
    held = {"Matchup": "matchup", "Way to go on": "way", "Rule set": "rule_set", "Forks": "band"}
    return Column(held.get(title, title.lower()) if name == "matchup" else name, title, unit)


def finding_json(finding: Finding) -> dict[str, Any]:
    """A sentence with its verdict, and what each of its intervals rests on."""
    rests = ("ends", "level", "method", "n", "unit")
    intervals = [{name: getattr(each, name) for name in rests} for each in finding.intervals]
    said = {"text": finding.text, "verdict": finding.verdict, "headline": finding.headline}
    return {**said, "intervals": intervals}


def table_json(table: Table) -> dict[str, Any]:
    """A table with what its columns are; what is not a number, or endless, becomes null."""
    columns = [{"name": each.name, "title": each.title, "unit": each.unit} for each in table.columns]
    return {"key": table.key, "title": table.title, "columns": columns, "rows": _rows(table)}


def _rows(table: Table) -> list[list[Any]]:
    rows = table.frame.select([column.name for column in table.columns]).iter_rows()
    return [[finite(value) for value in row] for row in rows]
