"""The commands as a user meets them: what they print, what they write, how they end."""

import json
import re
from pathlib import Path

import pytest

from dhstats.cli.main import PANELS, main
from tests.cli.conftest import Typed


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small finished run."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    assert main(["simulate", "--strategies", "greedy", "--games", "400", "--seed", "5", "--out", str(folder)]) == 0
    return folder


def test_every_command_has_help_with_an_example(said: Typed) -> None:
    """Help says what a command does and shows how to call it."""
    for command in PANELS:
        text = said(command, "--help")
        assert "Usage: dhstats" in text
        if command not in ("bench", "games", "goals", "rules", "strategies"):
            assert "Example" in text, command


def test_the_help_lists_every_command(said: Typed) -> None:
    """In the order of the panels, each with what it is for."""
    assert re.findall(r"^│ ([a-z]\w*) +\w", said("--help"), re.MULTILINE) == list(PANELS)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("verify", "Strategy files are Python code"),
        ("replay", "then executed, if they have not changed, only with --run-code"),
    ],
)
def test_commands_that_run_code_of_a_run_say_so(command: str, sentence: str, said: Typed) -> None:
    """Whoever has a strategy file run that a run or certificate names reads that it is code."""
    assert sentence in " ".join(said(command, "--help").split())


def test_simulate_says_what_it_played(tmp_path: Path, said: Typed) -> None:
    """Games, deals, design, strategies, rules, deck, seed and folder are echoed."""
    out = tmp_path / "a"
    text = said("simulate", "--strategies", "greedy,random", "--games", "99", "--seed", "7", "--out", str(out))
    assert "100 games in 50 deals (seat design): greedy–random" in text
    assert "rules ffg (" in text
    assert "deck bga, seed 7" in text
    assert str(out) in text


def test_sql_answers_in_columns(run: Path, said: Typed) -> None:
    """A query prints a table."""
    told = said("sql", str(run), "SELECT count(*) AS games, count(DISTINCT deal_id) AS deals FROM games")
    assert told.split() == ["games", "deals", "400", "200"]


def test_sql_writes_rows_for_other_programs(run: Path, tmp_path: Path, said: Typed, refused: Typed) -> None:
    """CSV with lists as text, the same as spreadsheets with decimal commas read it, JSON one row a line; all in full."""
    query = "SELECT 2 / 3 AS share, [1, 2] AS list, 'a;b' AS word, NULL AS nothing"
    assert said("sql", str(run), query).splitlines()[1].split() == ["0.666667", "[1,", "2]", "a;b"]
    assert said("sql", str(run), query, "--csv", "-").splitlines()[1] == '0.6666666666666666,"[1, 2]",a;b,'
    said("sql", str(run), query, "--csv", str(tmp_path / "rows.csv"), "--semicolons")
    text = (tmp_path / "rows.csv").read_text("utf-8-sig")
    assert text.splitlines() == ["share;list;word;nothing", '0,6666666666666666;"[1; 2]";"a;b";']
    row = json.loads(said("sql", str(run), query, "--nl", "-"))
    assert row == {"share": 2 / 3, "list": [1, 2], "word": "a;b", "nothing": None}
    lists = "SELECT [0.5, 2.25] AS list, {'a': 1.5, 'b': 'x'} AS record"
    said("sql", str(run), lists, "--csv", str(tmp_path / "lists.csv"), "--semicolons")
    cells = (tmp_path / "lists.csv").read_text("utf-8-sig").splitlines()[1]
    assert cells == '''"[0,50; 2,25]";"{'a': 1,5; 'b': 'x'}"'''
    assert "--semicolons: needs --csv" in refused("sql", str(run), query, "--semicolons")
    assert "only one of --csv, --nl and --json can go to stdout" in refused(
        "sql", str(run), query, "--nl", "-", "--csv", "-"
    )


def test_sql_without_a_query_lists_the_columns(run: Path, said: Typed) -> None:
    """Each column that a query can name, in the order of the tables, with what it holds."""
    lines = said("sql", str(run)).splitlines()
    assert lines[0].split() == ["table", "column", "what", "it", "holds"]
    assert [line.split()[:2] for line in lines[1:4]] == [["games", "game_id"], ["games", "deal_id"], ["games", "arm"]]
    assert next(line for line in lines if " score_second " in line).endswith(
        "score of the second seat, with the points of the figure"
    )
    named = [line.split()[1] for line in lines[1:] if line.startswith("games ")]
    assert said("sql", str(run), "SELECT * FROM games LIMIT 1").splitlines()[0].split() == named


def test_a_folder_with_a_run_is_not_overwritten(run: Path, refused: Typed) -> None:
    """A second run into the same folder is refused; --resume with other games is refused too."""
    before = (run / "manifest.json").read_bytes()
    words = ("simulate", "--strategies", "greedy", "--seed", "5", "--out", str(run), "--games")
    assert "holds a run already" in refused(*words, "400")
    assert "needs the same experiment" in refused(*words, "800", "--resume")
    assert (run / "manifest.json").read_bytes() == before


def test_control_characters_are_shown_not_obeyed(tmp_path: Path, refused: Typed) -> None:
    """A rule file cannot move the cursor or colour the terminal."""
    file = tmp_path / "evil.toml"
    file.write_text('extends = "ffg"\n"a\\u001b[31m" = 1\n', encoding="utf-8")
    assert "\x1b" not in refused("rules", "check", str(file))


def test_rules_commands(place: Path, said: Typed) -> None:
    """List, show, check and diff agree with each other; what is shown can be saved and played."""
    assert {"ffg", "kosmos"} <= set(said("rules", "list").split())
    (place / "six.toml").write_text(said("rules", "show", "kosmos", "--set", "hand.size=6"), encoding="utf-8")
    assert said("rules", "diff", "kosmos", "six.toml").splitlines()[1].split() == ["hand.size", "5", "6"]
    assert "valid, hash" in said("rules", "check", "six.toml")


def test_strategies_commands(place: Path, said: Typed, refused: Typed) -> None:
    """A character shows its idea and weights; a file of one's own can be checked."""
    text = said("strategies", "show", "denier")
    assert "Takes what the opponent could take next" in text
    assert "denial" in text
    bot = 'def last(view, moves, count, noise):\n    """Plays the last move."""\n    return count - 1\n'
    (place / "bots.py").write_text(bot)
    assert "Plays the last move." in said("strategies", "check", "bots.py:last", "--games", "20")
    for name in ("greedy", "bots.py:last"):
        assert refused("strategies", "check", name, "--games", "-5") == "dhstats: --games: must be at least 1, not -5\n"
