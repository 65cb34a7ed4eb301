"""A release: its version wherever it is written, its page of changes, and what it does with runs of the release before."""

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.release import VERSION
from tests.house.wheel import ROOT

STORED = ROOT / "tests/stored"
BEFORE = "0.1.0"
LONGEST, WIDEST = 80, 122  # lines of a release, columns of a line
RULES = {"dragonheart": "kosmos", "dragonwood": "two", "dragon": "standard"}


def releases() -> dict[str, tuple[str, str]]:
    """The releases of the list of changes, the newest first: day and text of each."""
    parts = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    heads = [re.match(r"(\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)\n", part) for part in parts]
    return {head[1]: (head[2], part) for head, part in zip(heads, parts, strict=True) if head}


def test_the_version_is_that_of_the_newest_release() -> None:
    """In the list of changes, with its day in the citation, and in the rule file that the manual shows."""
    version, (day, _) = next(iter(releases().items()))
    assert version == VERSION
    cited = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {VERSION}\ndate-released: {day}\n" in cited
    assert f'written_by = "dhstats {VERSION}"' in (ROOT / "docs/rules.md").read_text("utf-8")


def test_a_release_takes_a_page_and_has_its_results_in_a_table() -> None:
    """What changed, what it was, what it is, and why."""
    for _, text in releases().values():
        lines = text.splitlines()
        assert len(lines) <= LONGEST
        assert max(map(len, lines)) <= WIDEST
        assert "| what | before | now | why |" in lines
        assert all(line.replace("\\|", "").count("|") == 5 for line in lines if line.startswith("|"))


def test_every_licence_that_is_shipped_goes_into_the_wheel() -> None:
    """Our own, and that of the chart library, which pages contain."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    texts = [(ROOT / name).read_text("utf-8") for name in project["license-files"]]
    assert "MIT License" in texts[0]
    assert "Vega-Lite: Copyright" in texts[1]


@pytest.mark.parametrize("game", RULES)
def test_a_run_of_the_release_before_is_reported_and_not_continued(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its page and its numbers name the version that played it; `--resume` says what to do."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(STORED / game / "run", "run")
    assert json.loads(Path("run/manifest.json").read_text("utf-8"))["version"] == BEFORE
    assert main(["report", "run", "-o", "page.html", "--json", "numbers.json"]) == 0
    assert re.search(rf"dhstats version</dt>\s*<dd[^>]*>{re.escape(BEFORE)}<", Path("page.html").read_text("utf-8"))
    assert json.loads(Path("numbers.json").read_text("utf-8"))["dhstats"] == VERSION
    assert main(["sql", "run", "SELECT count(*) AS games FROM games"]) == 0
    begun = [
        "simulate",
        "--game",
        game,
        "--rules",
        RULES[game],
        "--strategies",
        "random",
        "--games",
        "8",
        "--seed",
        "7",
    ]
    capsys.readouterr()
    assert main([*begun, "--moves", "all", "--out", "run", "--resume"]) == 2
    assert capsys.readouterr().err == (
        f"dhstats: run: --resume: was begun with dhstats {BEFORE}, and this is {VERSION}; finish the run with that version,"
        " or choose another --out\n"
    )
