"""What compare, sweep, choose and audit cannot be asked: refused in a line before anything is played."""

from pathlib import Path

import pytest

from dhstats.cli.main import main

TWEAK, KEYS = "great_dragon.points=6", "great_dragon.points=0..2"
WOOD = ("--game", "dragonwood")
STUDIES = (["compare", "ffg", TWEAK], ["sweep", "ffg", KEYS], ["audit", "ffg"])
WATCHED = [*STUDIES[0], "--until", "decided"]
JUDGED = "judges the score of one of two players"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        *(([words[0], "fgg", *words[2:]], "did you mean 'ffg'") for words in STUDIES),
        *(([*words, "--deals", deals], "must be from 2") for words in STUDIES for deals in ("1", "100000001")),
        *(([*words, "--strategies", "a,b,c"], "one for a mirror or two") for words in STUDIES),
        *(([*words, "--strategies", "nobody"], "not known") for words in STUDIES),
        *(([*words, "--workers", "0"], "--workers") for words in (*STUDIES, WATCHED)),
        *(
            ([*words, "--margin", margin], "write 0.5pp")
            for words in STUDIES
            for margin in ("0.5", "0pp", "50pp", "nanpp")
        ),
        *(
            ([*WATCHED, *more], "leave out")
            for more in (["--adapt"], ["--blind"], ["--metric", "turns", "--margin", "1"])
        ),
        (["compare", "ffg", "kosmoss"], "did you mean 'kosmos'"),
        (["compare", "ffg", "great_dragon.pionts=3"], "did you mean 'points'"),
        (["sweep", "ffg", "great_dragon.pionts=0..2"], "did you mean 'points'"),
        (["sweep", "ffg", "great_dragon.points"], "write KEY=FROM..TO"),
        (["sweep", "ffg", "great_dragon.points=3"], "at least two levels"),
        (["sweep", "ffg", "great_dragon.points=3,3"], "a level twice"),
        (["sweep", "ffg", "great_dragon.points=0..99"], "at most 60"),
        (["sweep", "ffg", KEYS, KEYS], "one rule key or two"),
        (["sweep", "ffg", KEYS, "hand.size=4..6", "end.ship_stacks=2..3"], "one rule key or two"),
        (["sweep", "ffg", "hand.size=0..2"], "hand.size"),
        (["sweep", "ffg", KEYS, "--target", "0.5"], "a percentage, as 50%"),
        (["sweep", "ffg", KEYS, "--target", "half"], "a percentage, as 50%"),
        (["sweep", "ffg", KEYS, "--metric", "gap", "--target", "5%"], "a number, as 0"),
        (["sweep", "ffg", "great_dragon.points=1,+1"], "twice"),
        (["compare", "ffg", TWEAK, "--metric", "scor"], "did you mean 'score'"),
        (["compare", "ffg", TWEAK, "--metric", "turns", "--margin", "1pp"], "a number of turns"),
        (["compare", "ffg", TWEAK, "--metric", "draws", "--margin", "1"], "write 0.5pp"),
        (["compare", "ffg", TWEAK, "--metric", "margin", "--margin", "1000"], "a number of points"),
        (["compare", "ffg", TWEAK, "--alpha", "0.5"], "--alpha: must lie between 0 and 0.5"),
        (["compare", "ffg", TWEAK, "--alpha", "nan"], "--alpha: must lie between 0 and 0.5"),
        (["compare", "ffg", TWEAK, "--until", "soon"], 'until "decided"'),
        (["compare", "ffg", TWEAK, TWEAK], "is named twice"),
        (["compare", "two", "players=3", *WOOD], "'players=3' is for 3 players, the base rules for 2"),
        (["compare", "four", "hand.size=6", "--until", "decided", *WOOD], JUDGED),
        (["choose", "four", "hand.size=6", *WOOD], JUDGED),
    ],
)
def test_a_line_says_what_is_wrong_and_nothing_is_written(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, one line, no folder, no page and no numbers."""
    command, *asked = words
    usual = ["--strategies", "random", "--deals", "20", "--seed", "1"]
    places = ["--out", str(tmp_path / "runs"), "-o", str(tmp_path / "page.html"), "--json", str(tmp_path / "n.json")]
    assert main([command, *usual, *places, *asked]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
