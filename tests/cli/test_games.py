"""Every command on Dragonwood: what is usual there, what it answers, and what it says to what it does not know."""

import json
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.simulate.plans.experiment import Experiment, from_file
from dhstats.storage import open_run

WOOD = ["--game", "dragonwood"]
OWN = ["extra_turns", "sources", "creatures", "ways", "enhancements"]  # questions that Dragonwood has of its own
STUDIES = pytest.mark.long(
    "that a study knows Dragonwood's words and keys; a run, a comparison and a plan of it are asked here, and what is computed"
    " does not depend on the game"
)
BOT = 'def last(view, moves, count, noise):\n    """The last move."""\n    return count - 1\n'


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small finished run."""
    folder = tmp_path_factory.mktemp("runs") / "small"
    assert main(["simulate", *WOOD, "--games", "60", "--seed", "5", "--out", str(folder)]) == 0
    return folder


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command that succeeds prints."""
    assert main(list(words)) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command says that is used wrongly: one line, exit code 2, no traceback."""
    assert main(list(words)) == 2
    text = capsys.readouterr().err
    assert text.count("\n") == 1
    assert "Traceback" not in text
    return text


def numbers(path: Path) -> dict[str, Any]:
    """A JSON file."""
    return dict(json.loads(path.read_text("utf-8")))


# ---- What is usual in a game -----------------------------------------------------------------------------------


def test_rules_and_players_are_the_usual_ones_of_the_game(run: Path) -> None:
    """Whoever names neither gets Dragonwood for two, and experts."""
    manifest = open_run(run).manifest
    assert (manifest.rules_name, manifest.matchups) == ("two", (("expert", "expert"),))


def test_an_experiment_knows_what_is_usual() -> None:
    """In Python, and where matchups say who plays."""
    assert (Experiment("x").rules, Experiment("x").strategies) == ("ffg", ("expert",))
    wood = Experiment("x", game="dragonwood")
    assert (wood.rules, wood.strategies) == ("two", ("expert",))
    assert Experiment("x", game="dragonwood", matchups=(("random", "random"),)).strategies == ()


def test_an_experiment_file_gets_the_same(place: Path) -> None:
    """A file that names the game alone, and flags that change the game of another file."""
    (place / "wood.toml").write_text('game = "dragonwood"\ngames = 4\nseed = 1\n', "utf-8")
    plan = from_file(place / "wood.toml")
    assert (plan.rules, plan.strategies) == ("two", ("expert",))
    (place / "heart.toml").write_text('rules = "kosmos"\nstrategies = ["random"]\ngames = 4\nseed = 1\n', "utf-8")
    assert main(["simulate", "heart.toml", *WOOD, "--out", "out"]) == 0
    assert open_run(place / "out").manifest.rules_name == "two"


def test_shipped_experiments_play(place: Path) -> None:
    """The files in simulations that are about Dragonwood, with few games."""
    home = Path(__file__).parents[2] / "simulations"
    for name in ("dragonwood", "dragonwood_full_rounds"):
        assert main(["simulate", str(home / f"{name}.toml"), "--games", "12", "--out", name]) == 0
        assert open_run(place / name).manifest.game == "dragonwood"
    assert open_run(place / "dragonwood_full_rounds").manifest.rules["end"]["full_rounds"] is True


def test_no_strategy_at_all_is_none(capsys: pytest.CaptureFixture[str], place: Path) -> None:
    """An empty list is no wish for the usual players."""
    assert "name at least one" in refused(capsys, "simulate", *WOOD, "--strategies", ",")


# ---- Commands on runs ------------------------------------------------------------------------------------------


def test_a_run_is_reported_checked_and_told(run: Path, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Report, verify, replay in words and as a page, sql."""
    told = said(capsys, "report", str(run), "-o", "page.html", "--json", "page.json")
    assert "some player has one turn more" in told
    keys = [answer["key"] for answer in numbers(place / "page.json")["runs"][0]["answers"]]
    assert [key for key in keys if key in OWN] == OWN
    assert "stands" in said(capsys, "verify", str(run), "--sample", "5")
    assert "expert against expert, two" in said(capsys, "replay", str(run), "3")
    said(capsys, "replay", str(run), "3", "--html", "board.html")
    assert "decision" in (place / "board.html").read_text("utf-8")
    assert "act" in said(capsys, "sql", str(run), "SELECT act, count(*) FROM moves GROUP BY ALL")


def test_a_certificate_is_made_and_stands(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A goal, a certificate of it, and the deals played again."""
    goal = ["--strategies", "greedy", "--until", "half-width 20pp", "--moves", "none", "--seed", "1", "--out", "run"]
    said(capsys, "simulate", *WOOD, *goal)
    told = said(capsys, "certify", "run", "--certificate", "mine.json", "-o", "page.html")
    assert told.split("• ")[1].strip() == said(capsys, "verify", "mine.json").splitlines()[1]


# ---- Commands that play ----------------------------------------------------------------------------------------


def test_a_tweak_is_compared(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Played where it changes play, counted anew where it is of the final count alone; in Dragonwood's quantities."""
    tweaks = ["end.full_rounds=true", "score.bonus=0", "--strategies", "greedy"]
    told = said(
        capsys, "compare", "two", *tweaks, *WOOD, "--deals", "40", "--seed", "1", "--out", "runs", "-o", "page.html"
    )
    assert "Counted anew" in told
    assert "games in which some player has more turns" in told
    assert not list(place.glob("runs/score*"))


def test_a_metric_of_the_game_is_judged(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unequal turns can be what is asked; ships are none of this game, and dragons none of the other."""
    words = ["compare", "two", "end.full_rounds=true", *WOOD, "--deals", "40", "--seed", "1", "-o", "page.html"]
    told = said(capsys, *words, "--out", "runs", "--metric", "unequal_turns", "--margin", "5pp")
    assert "a difference of more than 5 percentage points" in told
    assert "not known in dragonwood" in refused(capsys, *words, "--metric", "ships")
    assert "not known in dragonheart" in refused(capsys, "compare", "ffg", "kosmos", "--metric", "dragons")


@STUDIES
def test_a_key_is_swept_and_a_rule_set_chosen(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Sweep and choose take the game's own keys, and refuse those of the other."""
    swept = said(
        capsys, "sweep", "two", "hand.size=4,6", *WOOD, "--metric", "turns", "--deals", "30", "--seed", "1", "--out",
        "swept", "-o", "page.html",
    )  # fmt: skip
    assert "hand.size" in swept
    assert "great_dragon: unknown key" in refused(capsys, "sweep", "two", "great_dragon.points=0..6", *WOOD)
    chosen = said(
        capsys, "choose", "two", "end.full_rounds=true", *WOOD, "--zone", "10pp", "--deals", "1000", "--seed", "1",
        "--out", "chosen", "-o", "page.html",
    )  # fmt: skip
    assert "left at the end" in chosen.lower()


@STUDIES
def test_unclear_sentences_are_audited(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The base is the game's usual one, the readings are Dragonwood's."""
    told = said(capsys, "audit", *WOOD, "--deals", "20", "--seed", "1", "--out", "runs", "-o", "page.html")
    assert "base two" in told
    assert "Dragon Spell" in told


def test_a_question_is_planned(capsys: pytest.CaptureFixture[str], place: Path) -> None:
    """The plan names commands that play this game."""
    told = said(capsys, "plan", *WOOD, "--within", "5pp", "--pilot", "100", "--seed", "1", "--json", "plan.json")
    assert "--game dragonwood" in told
    tweak = ["--tweak", "end.full_rounds=true", "--within", "5pp"]
    said(capsys, "plan", *WOOD, *tweak, "--pilot", "100", "--seed", "1", "--json", "tweak.json")
    commands = [need["command"] for need in numbers(place / "tweak.json")["needs"] if need["command"]]
    assert all(command.startswith("compare two end.full_rounds=true --game dragonwood") for command in commands)


@STUDIES
def test_round_robins_are_played(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Meta and luck with a strategy of one's own; two scripts alone are too few."""
    (place / "bots.py").write_text(BOT, "utf-8")
    players = ["--strategies", "greedy,random,bots.py:last", "--deals", "12", "--seed", "1", "-o", "page.html"]
    assert "Elo" in said(capsys, "meta", *WOOD, *players, "--out", "meta")
    assert "goes to the deal" in said(capsys, "luck", *WOOD, *players, "--out", "luck")
    assert "at least three different ones" in refused(capsys, "meta", *WOOD, "--strategies", "greedy,random")


def test_rules_and_strategies_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """Lists, one of each, and a check."""
    assert "two" in said(capsys, "rules", "list", *WOOD)
    assert "end.full_rounds" in said(capsys, "rules", "list", "--keys", *WOOD)
    assert "full_rounds = false" in said(capsys, "rules", "show", "two", *WOOD)
    assert "greedy" in said(capsys, "strategies", "list", *WOOD)
    assert "expected points" in said(capsys, "strategies", "show", "greedy", *WOOD)
    assert "compiles and played" in said(capsys, "strategies", "check", "greedy", *WOOD, "--games", "10")
    assert "dwarf_hoarder" not in said(capsys, "strategies", "list", *WOOD)


@pytest.mark.parametrize(
    "words",
    [
        ["simulate"], ["compare", "two", "three"], ["sweep", "two", "hand.size=4,6"], ["choose", "two", "four"],
        ["audit"], ["plan"], ["meta"], ["luck"], ["skill"], ["mechanisms"], ["probe"], ["train"], ["plays"],
        ["fork", "--arm", "figure=mover"], ["rules", "list"], ["strategies", "list"],
    ],
)  # fmt: skip
def test_an_unknown_game_is_named(words: list[str], place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that says which games there are; nothing is written."""
    text = refused(capsys, *words, "--game", "dragonwod")
    assert "did you mean 'dragonwood'?" in text
    assert not list(place.iterdir())


@pytest.mark.parametrize("game", ["dragonwood", "dragon"])
def test_plays_without_pictures_are_asked_for_otherwise(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence that names the commands which tell what plays and things are worth there."""
    assert main(["plays", "--game", game, "--seed", "1"]) == 2
    told = capsys.readouterr().err
    assert f"dhstats fork --game {game} --arm play=KIND" in told
    assert f"dhstats value --game {game}" in told
