"""The numbers of a report as JSON."""

import json
from pathlib import Path

from dhstats.questions.shared.answer import Answer, Finding
from dhstats.report import Report, to_json, write_report
from dhstats.report.page.numbers import json_text
from dhstats.storage import Run
from tests.report.tables import table


def test_json_holds_the_tables_as_they_are(run: Run, answers: tuple[Answer, ...]) -> None:
    """Every table of every answer is there, with the same keys, columns and values."""
    told = json.loads(json_text([to_json(answers, run)], "1"))["runs"][0]["answers"]
    assert [each["key"] for each in told] == [answer.key for answer in answers]
    for written, answer in zip(told, answers, strict=True):
        assert [finding["text"] for finding in written["findings"]] == [finding.text for finding in answer.findings]
        for part, source in zip(written["tables"], answer.tables, strict=True):
            assert [column["name"] for column in part["columns"]] == source.frame.columns
            assert part["rows"] == [list(row) for row in source.frame.rows()]


def test_json_says_where_the_numbers_come_from(run: Run, answers: tuple[Answer, ...]) -> None:
    """Seed, rules, design and strategies stand beside the numbers."""
    told = to_json(answers, run)
    assert (told["seed"], told["games"], told["design"], told["deals"]) == (5, 120, "seat", 20)
    assert told["rules_hash"] == run.manifest.rules_hash
    assert [player["name"] for player in told["strategies"]] == ["greedy", "random"]


def test_what_is_no_number_becomes_null(run: Run) -> None:
    """JSON has no word for infinity."""
    odd = table("t", [{"low": float("-inf"), "high": float("nan")}])
    answer = Answer("a", "A", (Finding("One."),), (odd,), "", "", "", ())
    assert to_json([answer], run)["answers"][0]["tables"][0]["rows"] == [[None, None]]


def test_equal_runs_give_equal_bytes(hostile: Run, report: Report, tmp_path: Path) -> None:
    """Page and numbers have no clock and no chance in them."""
    again = write_report([hostile], tmp_path / "page.html", tmp_path / "page.json")
    assert (tmp_path / "page.html").read_bytes() == report.path.read_bytes()
    assert (tmp_path / "page.json").read_text("utf-8") == again.json_text == report.json_text
