"""The commands that know Dragon!: play, verify, replay, query, rules; and what the others say."""

from __future__ import annotations

from pathlib import Path

import pytest

from dhstats.cli.main import main

GAME = ["--game", "dragon"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small finished run of the default player under the default rules."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    assert main(["simulate", *GAME, "--games", "60", "--seed", "5", "--out", str(folder)]) == 0
    return folder


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command that succeeds prints."""
    assert main(list(words)) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The line of a command that refuses."""
    assert main(list(words)) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    return told.err


def test_whose_cards_these_are_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By `simulate` and in the story of every game, for three players too."""
    out = str(tmp_path / "three")
    words = ("--rules", "three", "--strategies", "random", "--games", "6", "--seed", "2", "--out", out)
    assert "not the publisher's cards" in said(capsys, "simulate", *GAME, *words)
    assert "stands." in said(capsys, "verify", out)
    told = said(capsys, "replay", out, "3")
    assert "not the publisher's cards" in told
    assert "third" in told


def test_a_run_is_verified_replayed_and_queried(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Chains are indented; every row can be asked for."""
    assert "stands." in said(capsys, "verify", str(run))
    longest = "SELECT game_id FROM games ORDER BY longest_chain DESC, game_id LIMIT 1"
    game = said(capsys, "sql", str(run), longest).split()[-1]
    told = said(capsys, "replay", str(run), game)
    assert "\n" in told
    assert any(line[12:].startswith(" " * 8 + "top with") for line in told.split("\n"))
    depths = said(capsys, "sql", str(run), "SELECT max(depth) AS deepest FROM moves WHERE act = 'top'")
    assert int(depths.split()[-1]) >= 3


def test_rules_are_listed_shown_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A card can be changed on the way, and what is shown can be saved and checked."""
    assert "teams" in said(capsys, "rules", "list", *GAME)
    assert "pack.actions.<card>.wounds" in said(capsys, "rules", "list", "--keys", *GAME)
    shown = said(capsys, "rules", "show", "standard", *GAME, "--set", "pack.actions.claw_attack.wounds=3")
    (tmp_path / "own.toml").write_text(shown)
    assert "own: valid" in said(capsys, "rules", "check", str(tmp_path / "own.toml"), *GAME)
    told = said(capsys, "rules", "diff", "standard", str(tmp_path / "own.toml"), *GAME)
    assert "pack.actions.claw_attack.wounds" in told


def test_what_is_not_there_yet_is_said_in_a_line(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Pages, comparisons, boards and experts."""
    assert "nothing is asked of it yet" in refused(capsys, "report", str(run), "-o", str(tmp_path / "page.html"))
    assert "nothing is asked of it yet" in refused(
        capsys, "compare", "standard", "turn.draws=2", *GAME, "--deals", "20"
    )
    assert "has no board yet" in refused(capsys, "replay", str(run), "3", "--html", str(tmp_path / "page.html"))
    assert "dragon" in refused(capsys, "simulate", *GAME, "--strategies", "expert", "--games", "2", "--seed", "1")
    assert not list(tmp_path.iterdir())
