"""Experiment files: what they may say, and what is told about mistakes in them."""

from pathlib import Path

import pytest

from dhstats import programs
from dhstats.errors import BadInput
from dhstats.simulate.plans.designs import design, round_robin
from dhstats.simulate.plans.experiment import Experiment, from_file, log_every
from dhstats.simulate.running.runner import prepare


def write(folder: Path, text: str) -> Path:
    """An experiment file with this text."""
    file = folder / "question.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file_says_everything(tmp_path: Path) -> None:
    """Keys become fields, the name is the file's, and rule changes become settings."""
    file = write(
        tmp_path,
        'question = "?"\nrules = "kosmos"\nstrategies = ["greedy", "random"]\ndesign = "strength"\n'
        'games = 10\nseed = 3\nmoves = "none"\n[set]\nhand.size = 6\ncards.troll.values = [1, 2]\n'
        'great_dragon = { claim = "any", breaks_ties = false }\n',
    )
    expected = Experiment(
        "question", "?", "dragonheart", "kosmos",
        ("hand.size=6", "cards.troll.values=[1, 2]", 'great_dragon.claim="any"', "great_dragon.breaks_ties=false"),
        ("greedy", "random"), (), "strength", 10, 3, "none",
    )  # fmt: skip
    assert from_file(file) == expected


def test_files_are_meant_from_where_the_experiment_lies(tmp_path: Path) -> None:
    """A rule file or strategy beside the experiment is found from anywhere; the strategy runs once a person names it."""
    (tmp_path / "mine.toml").write_text('extends = "ffg"\nhand.size = 4\n', encoding="utf-8")
    (tmp_path / "bots.py").write_text("def last(view, moves, count, noise):\n    return count - 1\n", encoding="utf-8")
    file = write(tmp_path, 'rules = "mine.toml"\nstrategies = ["bots.py:last", "greedy"]\ngames = 2\nseed = 1\n')
    with pytest.raises(BadInput, match=r"bots\.py, which is a program and is not run for data that name it"):
        prepare(from_file(file))
    programs.name(tmp_path / "bots.py")
    prepared = prepare(from_file(file))
    assert prepared.manifest.rules["hand"]["size"] == 4
    assert prepared.manifest.matchups == (("last", "greedy"),)


def test_a_file_that_is_no_text_or_too_large(tmp_path: Path) -> None:
    """Bytes that are no text, folders and enormous files are refused in one sentence."""
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    large = tmp_path / "large.toml"
    large.write_text("#" * (1 << 20) + "\n", encoding="utf-8")
    for file, message in ((binary, "not UTF-8 text"), (large, "longer than"), (tmp_path, "not a file")):
        with pytest.raises(BadInput, match=message):
            from_file(file)


def test_rule_changes_are_checked_like_those_of_the_command_line() -> None:
    """A wrong rule key in an experiment is refused before anything is played."""
    with pytest.raises(BadInput, match=r"hand\.sise"):
        prepare(Experiment("x", settings=("hand.sise=5",), seed=1))


def test_designs_play_whole_blocks() -> None:
    """Games are rounded up to whole deals; members sit as the table of designs says."""
    plan = design("quartet", [("a", "b")], 5)
    assert plan.deals == 2
    assert [(arm.first, arm.second, arm.swapped) for arm in plan.arms] == [
        ("a", "b", False),
        ("b", "a", True),
        ("b", "a", False),
        ("a", "b", True),
    ]


def test_copies_of_a_mirror_game_are_refused() -> None:
    """Swapping equal strategies while decks stay with the seats plays the same game twice."""
    for kind in ("strength", "quartet"):
        with pytest.raises(BadInput, match="same game twice"):
            design(kind, [("a", "a")], 10)
    assert len(design("seat", [("a", "a")], 10).arms) == 2


def test_more_arms_than_a_byte_holds_are_refused() -> None:
    """The arm column is one byte wide."""
    with pytest.raises(BadInput, match="at most 256"):
        design("seat", [(str(i), "x") for i in range(129)], 10)


def test_round_robin() -> None:
    """One strategy meets itself, two meet each other, more meet all and themselves."""
    assert round_robin(["a"]) == [("a", "a")]
    assert round_robin(["a", "b"]) == [("a", "b")]
    assert round_robin(["a", "b", "c"]) == [("a", "a"), ("a", "b"), ("a", "c"), ("b", "b"), ("b", "c"), ("c", "c")]


def test_log_every() -> None:
    """All, none and every K-th deal."""
    assert [log_every(text) for text in ("all", "none", "sample:10")] == [1, 0, 10]


def test_shipped_experiments_are_valid() -> None:
    """Every file in simulations/ can be prepared and says what it asks."""
    files = sorted(Path("simulations").glob("*.toml"))
    assert files
    for file in files:
        assert prepare(from_file(file)).manifest.question
