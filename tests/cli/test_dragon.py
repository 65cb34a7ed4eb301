"""The commands that know Dragon!: play, verify, replay, query, rules; and what the others say."""

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


def test_pages_and_boards_are_written(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whose cards these are is said with the findings; a game can be stepped through."""
    told = said(capsys, "report", str(run), "-o", str(tmp_path / "page.html"))
    assert "The deck kill (Emberwing) wins" in told
    assert "not the publisher's cards" in told
    said(capsys, "replay", str(run), "3", "--html", str(tmp_path / "game.html"))
    assert "not the publisher" in (tmp_path / "game.html").read_text("utf-8")


def test_a_tweak_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the limit of the first turn; judged by a measure of the game."""
    words = ("--deals", "30", "--seed", "1", "--out", str(tmp_path / "runs"), "-o", str(tmp_path / "page.html"))
    told = said(capsys, "compare", "standard", "first_turn.limit=none", *GAME, "--metric", "kill", *words)
    assert "the games that end by a dragon's death change" in told
    assert "not the publisher's cards" in told


def test_a_certificate_is_made_and_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The claim is written down and plays again."""
    out = str(tmp_path / "run")
    said(capsys, "simulate", *GAME, "--games", "40", "--seed", "1", "--moves", "none", "--out", out)
    told = said(capsys, "certify", out, "-o", str(tmp_path / "page.html"))
    assert "not the publisher's cards" in told
    assert "The claim is open: undecided." in said(capsys, "verify", str(tmp_path / "page.json"))


@pytest.mark.parametrize(
    ("words", "allowed"),
    [
        (("compare", "standard", "turn.draws=2", *GAME, "--metric", "ships"), "allowed: banish, cancelled, chains"),
        (("compare", "standard", "decks.first=mixd", *GAME), "did you mean 'mixed'?"),
        (("sweep", "standard", "hand.sizes=5..7", *GAME), "did you mean 'size'?"),
        (("plan", *GAME, "--rules", "ffg"), "allowed: four, standard, teams, three"),
        (("choose", "standard", "pack.actions.claw_attack.wound=1", *GAME), "did you mean 'wounds'?"),
        (("simulate", *GAME, "--strategies", "nobody", "--games", "2", "--seed", "1"), "nobody"),
    ],
)
def test_wrong_words_are_answered_with_the_right_ones(
    words: tuple[str, ...], allowed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """One line, which says what is allowed; nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert allowed in refused(capsys, *words)
    assert not list(tmp_path.iterdir())
