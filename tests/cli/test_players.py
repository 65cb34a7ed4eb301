"""The commands that make players and ask questions with them."""

import html
import json
import re
import shlex
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.players import training

FEW = ["--training-games", "400", "--deals", "300", "--seed", "1"]


@pytest.fixture(autouse=True)
def short_examinations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is trained for a test is examined briefly."""
    monkeypatch.setattr(training, "CURVE_DEALS", 20)
    monkeypatch.setattr(training, "CARD_DEALS", 20)


def said(capsys: pytest.CaptureFixture[str]) -> str:
    """What was printed since the last look."""
    return capsys.readouterr().out


def test_train_writes_a_player_that_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Curve, card and the way to play with him are told; equal seeds give equal files."""
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    for file in files:
        assert main(["train", "--games", "500", "--seed", "7", "--player", str(file)]) == 0
        text = said(capsys)
        assert "95 % interval" in text
        assert "score against the scripts of its card" in text
        assert f"player file: {file}" in text
    assert files[0].read_bytes() == files[1].read_bytes()
    run = tmp_path / "run"
    words = ["simulate", "--strategies", f"{files[0]},random", "--games", "100", "--seed", "1", "--out", str(run)]
    assert main(words) == 0
    assert main(["verify", str(run)]) == 0
    assert main(["strategies", "show", str(files[0])]) == 0
    assert "500 games of self-play, seed 7" in said(capsys)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--games", "0"], "games must be from 1"),
        (["--seed", "-1"], "seed must be from 0"),
        (["--restriction", "no_dwarfs"], "no_figure"),
        (["--against", "nobody"], "not known"),
        (["--rules", "fgg"], "did you mean 'ffg'"),
    ],
)
def test_train_refuses(words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit 2, no file."""
    file = tmp_path / "player.json"
    assert main(["train", "--player", str(file), *words]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert not file.exists()


def test_train_replaces_nothing_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is there stays, unless --force says otherwise."""
    file = tmp_path / "player.json"
    file.write_text("precious")
    assert main(["train", "--games", "200", "--player", str(file)]) == 2
    assert "--force" in capsys.readouterr().err
    assert file.read_text() == "precious"
    assert main(["train", "--games", "200", "--player", str(file), "--force"]) == 0
    assert file.read_text() != "precious"


def test_nobody_is_trained_for_a_place_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file in the way, or a folder under that name: told before the training, nothing is made."""
    (tmp_path / "file").write_text("precious")
    for out in (tmp_path / "file" / "player.json", tmp_path):
        assert main(["train", "--games", "1000000000", "--player", str(out), "--force"]) == 2
        assert "cannot be written there" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_made_player_is_shown_with_his_record(capsys: pytest.CaptureFixture[str]) -> None:
    """Recipe, curve and card, in words and as JSON; without a network, which nobody reads."""
    assert main(["strategies", "show", "expert", "--rules", "kosmos"]) == 0
    text = said(capsys)
    assert "300,000 games of self-play, seed 1" in text
    assert "points ahead" in text
    assert main(["strategies", "show", "expert", "--json", "-"]) == 0
    player = json.loads(said(capsys))["player"]
    assert player["rules_name"] == "ffg"
    assert {line["opponent"] for line in player["card"]} > {"greedy", "denier"}
    assert "network" not in player


def test_strategies_lists_the_made_players(capsys: pytest.CaptureFixture[str]) -> None:
    """The expert, search and flat Monte Carlo stand beside the scripts."""
    assert main(["strategies", "list", "--json", "-"]) == 0
    names = {line["name"] for line in json.loads(said(capsys))}
    assert {"expert", "mc:30", "search:400", "denier"} <= names


def test_strategies_of_dragonwood_are_listed_shown_and_checked(capsys: pytest.CaptureFixture[str]) -> None:
    """Each game has its own characters, and names its own weights; `check` plays one against random."""
    assert main(["strategies", "list", "--game", "dragonwood", "--json", "-"]) == 0
    ideas = {line["name"]: line["idea"] for line in json.loads(said(capsys))}
    assert {"goblin_catcher", "armourer", "dragon_hunter", "denier", "balanced", "expert", "search:400"} <= set(ideas)
    assert "bonus" in ideas["denier"]
    assert main(["strategies", "show", "armourer", "--game", "dragonwood"]) == 0
    text = said(capsys)
    assert "enhancements  1.6    a point that a captured enhancement adds" in text
    assert main(["strategies", "check", "goblin_catcher", "--game", "dragonwood", "--games", "20"]) == 0
    assert "compiles and played 20 games" in said(capsys)
    assert main(["strategies", "show", "armourer"]) == 2  # of the other game
    assert "not known" in capsys.readouterr().err


def test_train_makes_players_of_dragonwood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same command, for three players: the card counts every seat; another game's player is refused."""
    file = tmp_path / "wood.json"
    words = ["--games", "200", "--seed", "7", "--restriction", "no_dragons", "--player", str(file)]
    assert main(["train", "--game", "dragonwood", "--rules", "three", *words]) == 0
    text = said(capsys)
    assert "trained for dragonwood under three" in text
    assert "may not: no_dragons" in text
    assert "Scores over every seat of 20 deals" in text
    assert f"dhstats simulate --game dragonwood --rules three --strategies {file},greedy" in text
    other = str(tmp_path / "other.json")
    assert main(["train", "--game", "dragonwood", "--restriction", "no_ships", "--player", other]) == 2
    assert "no_strikes" in capsys.readouterr().err
    assert main(["simulate", "--strategies", f"{file},random", "--games", "10", "--out", str(tmp_path / "run")]) == 2
    assert "is a player of dragonwood" in capsys.readouterr().err


def test_meta_tells_ratings_and_equilibrium(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three strategies meet; page and numbers are written."""
    run, page = tmp_path / "run", tmp_path / "page.html"
    words = ["meta", "--strategies", "expert,denier,random", "--deals", "40", "--seed", "1", "--out", str(run)]
    assert main([*words, "-o", str(page), "--json", "-"]) == 0
    captured = capsys.readouterr()
    assert "Ratings in Elo points: expert" in captured.err
    assert "The best mix, whoever begins (equilibrium): expert 100 %" in captured.err
    keys = [answer["key"] for answer in json.loads(captured.out)["runs"][0]["answers"]]
    assert {"meta", "luck"} <= set(keys)
    assert page.stat().st_size > 500_000


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["meta", "--strategies", "expert,random"], "at least three"),
        (["meta", "--strategies", "greedy,random,greedy"], "at least three different"),
        (["meta", "--deals", "1"], "must be from 2"),
        (["meta", "--deals", "9999999999"], "must be from 2"),
        (["skill", "--rungs", "3"], "LOW-HIGH"),
        (["skill", "--rungs", "3-4"], "at least three rungs"),
        (["skill", "--rungs", "0-11"], "from 0 to 10"),
        (["skill", "--deals", "0"], "must be from 2"),
        (["mechanisms", "--restrictions", "no_shps"], "did you mean 'no_ships'"),
        (["mechanisms", "--deals", "1"], "must be from 2"),
        (["mechanisms", "--training-games", "0"], "games must be from 1"),
        (["probe", "nobody"], "not known"),
        (["probe", "--seed", "-4"], "must be from 0"),
    ],
)
def test_wrong_words_are_refused(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that says what is allowed, exit 2."""
    assert main(words) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_skill_says_where_the_answer_turns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A ladder of three rungs: Elo rises, the seat's verdict is told for each."""
    words = ["skill", "--rungs", "0-2", "--deals", "60", "--seed", "1", "--out", str(tmp_path / "run")]
    assert main([*words, "-o", str(tmp_path / "page.html"), "--json", str(tmp_path / "numbers.json")]) == 0
    assert "The ladder in Elo points: skill:0 −" in said(capsys)
    answers = json.loads((tmp_path / "numbers.json").read_text())["runs"][0]["answers"]
    (skill,) = [answer for answer in answers if answer["key"] == "skill"]
    (ladder,) = [table for table in skill["tables"] if table["key"] == "ladder"]
    assert len(ladder["rows"]) == 3


def test_mechanisms_and_probe_have_pages_that_are_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Named after the question; the command on the page gives the same; intervals name method, number and unit."""
    monkeypatch.chdir(tmp_path)
    for words in (["mechanisms", "--restrictions", "no_ships"], ["probe", "random"]):
        assert main([*words, *FEW, "--json", "first.json"]) == 0
        told = capsys.readouterr().out
        (file,) = (tmp_path / "reports").glob(f"{words[0]}*.html")
        assert f"report: reports/{file.name}" in told
        page = file.read_text("utf-8")
        found = re.search(r"<code>(dhstats [^<]*)</code>", page)
        assert found is not None
        again = shlex.split(html.unescape(found[1]))[1:]
        assert main([*again, "--json", "second.json", "-o", "again.html"]) == 0
        capsys.readouterr()
        assert (tmp_path / "again.html").read_text("utf-8") == page
        assert (tmp_path / "second.json").read_bytes() == (tmp_path / "first.json").read_bytes()
        (result,) = json.loads((tmp_path / "first.json").read_text("utf-8"))["results"]
        interval = result["score" if words[0] == "mechanisms" else "counter"]["interval"]
        assert (interval["n"], interval["unit"]) == (300, "deals")
        assert page.count("<figure") == 1
        assert "t over deals" in page
