"""A certificate from the page: played for, written, and one that `dhstats verify` plays again."""

from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.lab import comparisons
from tests.lab.conftest import FFG, PAGE, Served


def proved(lab: Served, **said: Any) -> Any:
    """What comes of a proof that a page asks for."""
    told = lab.ask("prove", page=PAGE, **FFG, player="greedy", **said).found
    while told["state"] == "runs":
        told = lab.ask("wait", page=PAGE, job=told["job"], seen=told["number"]).found
    return told


def test_a_page_has_a_certificate_that_stands(
    lab: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the page saves is a certificate of the rules on the screen; its page lies below the lab's folder."""
    monkeypatch.setattr(comparisons, "PROVED", "proved balanced within 6pp")
    told = proved(lab, changes=[{"hand.size": 6}])
    assert told["state"] == "done", told
    assert Path(told["result"]["page"]).is_file()
    assert lab.folder in Path(told["result"]["page"]).parents
    assert told["result"]["says"].endswith(".")
    saved = tmp_path / "certificate.json"
    saved.write_text(told["result"]["text"])
    assert main(["verify", str(saved)]) == 0
    assert "stands" in capsys.readouterr().out
    assert proved(lab, changes=[{"hand.size": 6}])["result"]["text"] == told["result"]["text"]


def test_what_cannot_be_proved_is_said_at_once(lab: Served) -> None:
    """Rules that there are not, and players who are files."""
    assert lab.ask("prove", page=PAGE, **FFG, changes=[{"hand.size": 99}]).status == 400
    told = lab.ask("prove", page=PAGE, **FFG, changes=[{}], player="bots.py:best").found
    assert "a page can name only shipped players" in told["problem"]
