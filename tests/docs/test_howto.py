"""How-to pages: each does what its title says, and what they have people paste runs."""

import re
from pathlib import Path

import pytest

from dhstats.cli.main import main
from docs.workshop import blocks
from docs.workshop.sittings import ROOT

HOME = ROOT / "docs/howto"


def test_the_python_of_the_page_about_data_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the run that the page makes: both programs see all games, and polars the mean that SQL sees."""
    monkeypatch.chdir(tmp_path)
    text = (HOME / "data.md").read_text("utf-8")
    begin = next(blocks.typed(text)).split()[1:]
    assert main([*begin[: begin.index("--games")], "--games", "40", *begin[begin.index("--seed") :]]) == 0
    capsys.readouterr()
    names: dict[str, object] = {}
    for block in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        exec(block, names)
    printed = capsys.readouterr().out
    assert sum(int(count) for count in re.findall(r"│ +(\d+) │", printed)) == 40
    assert main(["sql", "data/first", "SELECT avg(turns) AS mean FROM games"]) == 0
    mean, error = (float(number) for number in printed.split()[-2:])
    assert float(capsys.readouterr().out.split()[-1]) == pytest.approx(mean)
    assert error > 0.0


@pytest.mark.parametrize("name", ["certificates", "ci", "data", "playtests", "versions"])
def test_a_page_runs_what_it_is_about(name: str) -> None:
    """The commands that do what its title says."""
    wanted = {"certificates": {"certify", "verify"}, "ci": {"goals"}, "data": {"sql"}, "playtests": {"playtests"}}
    wanted["versions"] = {"diff", "history"}
    text = (HOME / f"{name}.md").read_text("utf-8")
    assert wanted[name] <= {command.split()[1] for command in blocks.typed(text)}


@pytest.mark.parametrize("path", sorted(HOME.glob("*.md")), ids=lambda path: path.stem)
def test_a_page_shows_what_a_command_prints_and_what_to_make_of_it(path: Path) -> None:
    """At least one command is run for the page, and words follow the last output before the next heading."""
    text = path.read_text("utf-8")
    shown = [found.end() for found in blocks.FENCE.finditer(text)]
    assert shown
    assert re.match(r"\s*(?!#)\S", text[shown[-1] :])
