"""Rule files and settings that a terminal or a reader could stumble over; all others are in tests/golden/rules_check.txt."""

from pathlib import Path

import pytest

from dhstats.documents import MAX_BYTES
from dhstats.errors import BadInput
from dhstats.games.dragonheart.files.rulesets import load
from dhstats.quoting import quoted

SETTINGS = {
    "two\nlines=1": '"two\\nlines": unknown key; allowed: cards, deck, end, great_dragon, hand, seats, source, spaces',
    "hand.size=0x" + "f" * 5000: f"hand.size = {quoted('0x' + 'f' * 5000)}: must be a whole number from 1 to 12",
    "hand.size=5\nend=1": 'hand.size = "5\\nend=1": must be a whole number from 1 to 12',
}
FILES = {
    "a = " + "[" * 3000: "not valid TOML: nested too deeply",
    "#" * (MAX_BYTES + 1): "longer than 64 KiB, the limit for such a file",
    "a.b" + ".c" * 200 + " = 1": "not valid TOML: a line with more than 200 dots",
    "a = " + "[" * 70 + "]" * 70: "not valid TOML: nested too deeply",
}


def refusal(source: str | Path, *changes: str) -> str:
    """The one line that a rule set is refused with."""
    with pytest.raises(BadInput) as refused:
        load(source, changes)
    assert str(refused.value).isprintable()
    return str(refused.value)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to write in, which is also where paths start."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: ascii(setting[:40]))
def test_a_bad_setting_is_refused(setting: str) -> None:
    """Where, which key, the bad value, what is allowed, the nearest name."""
    assert refusal("ffg", setting) == f"--set: {SETTINGS[setting]}"


@pytest.mark.parametrize("text", FILES, ids=lambda text: ascii(text[:30]))
def test_a_bad_file_is_refused(here: Path, text: str) -> None:
    """With the file's name in place of --set."""
    (here / "own.toml").write_text(text, encoding="utf-8")
    assert refusal("own.toml") == f"own.toml: {FILES[text]}"


def test_files_that_are_none_are_refused(here: Path) -> None:
    """A folder, not text, impossible names."""
    (here / "folder.toml").mkdir()
    (here / "latin.toml").write_bytes(b"# caf\xe9")
    assert refusal("folder.toml") == "folder.toml: a folder or device, not a file"
    assert refusal("latin.toml") == "latin.toml: not UTF-8 text (at byte 6)"
    assert refusal("a\0b.toml") == "a?b.toml: cannot be read: not a file name"
    assert refusal("x" * 300 + ".toml").endswith(": cannot be read: File name too long")


def test_numbers_too_long_to_read_are_refused(here: Path) -> None:
    """Python limits the digits of a number; the parser's complaint becomes our line."""
    (here / "own.toml").write_text("a = " + "9" * 5000, encoding="utf-8")
    assert refusal("own.toml").startswith("own.toml: not valid TOML: a number of more than 150 digits")


def test_text_may_not_steer_a_terminal() -> None:
    """Control characters are refused, and not repeated in the message."""
    assert refusal("ffg", f"source.note={'x' * 1001}").startswith('--set: source.note = "xxx')
