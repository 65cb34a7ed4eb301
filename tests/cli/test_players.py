"""The commands that make players and ask questions with them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.cli.players import train
from dhstats.games.catalogue import load
from dhstats.players import pupils, trained
from dhstats.players.learning import curriculum, training
from tests.cli.conftest import Typed

FEW = ["--training-games", "400", "--deals", "300", "--seed", "1"]


@pytest.fixture(autouse=True)
def short_examinations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is trained for a test is examined briefly."""
    monkeypatch.setattr(training, "CURVE_DEALS", 20)
    monkeypatch.setattr(training, "CARD_DEALS", 20)


def test_train_writes_a_player_that_plays(tmp_path: Path, said: Typed) -> None:
    """Curve, card and the way to play with him are told; equal seeds give equal files."""
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    for file in files:
        text = said("train", "--games", "500", "--seed", "7", "--player", str(file))
        assert "95 % interval" in text
        assert "score against the scripts of its card" in text
        assert f"player file: {file}" in text
    assert files[0].read_bytes() == files[1].read_bytes()
    run = tmp_path / "run"
    words = ["simulate", "--strategies", f"{files[0]},random", "--games", "100", "--seed", "1", "--out", str(run)]
    assert main(words) == 0
    assert main(["verify", str(run)]) == 0
    assert "500 games of self-play, seed 7" in said("strategies", "show", str(files[0]))


def test_train_replaces_nothing_unasked(tmp_path: Path, refused: Typed) -> None:
    """A file that is there stays, unless --force says otherwise."""
    file = tmp_path / "player.json"
    file.write_text("precious")
    assert "--force" in refused("train", "--games", "200", "--player", str(file))
    assert file.read_text() == "precious"
    assert main(["train", "--games", "200", "--player", str(file), "--force"]) == 0
    assert file.read_text() != "precious"


def test_a_trained_player_is_shown_with_their_record(said: Typed) -> None:
    """Recipe, curve and card, in words and as JSON; without a network, which nobody reads."""
    text = said("strategies", "show", "expert", "--rules", "kosmos")
    assert "1,500,000 games of self-play for each of two networks, seeds 1 and 2" in text
    assert "The curve is of the first network, the scores below are of both together." in text
    assert "exploration 0.03, options compared at 30 % of decisions" in text
    wood = said("strategies", "show", "expert", "--game", "dragonwood")
    assert "the 4 best options compared at 30 % of decisions" in wood
    assert "points ahead" in text
    player = json.loads(said("strategies", "show", "expert", "--json", "-"))["player"]
    assert player["rules_name"] == "ffg"
    assert {line["opponent"] for line in player["card"]} > {"greedy", "denier"}
    assert "network" not in player


@pytest.mark.parametrize(
    ("game", "some"),
    [("dragonheart", {"expert", "mc:30", "search:400", "denier"}), ("dragonwood", {"armourer", "balanced", "expert"})],
)
def test_strategies_lists_the_trained_players(game: str, some: set[str], said: Typed) -> None:
    """The expert, search and flat Monte Carlo stand beside the scripts and characters of the game."""
    assert some <= {line["name"] for line in json.loads(said("strategies", "list", "--game", game, "--json", "-"))}


def test_who_only_looks_at_players_trains_nobody(
    tmp_path: Path, said: Typed, refused: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An expert whom nobody has trained yet is listed as such; to show how they learnt is refused with what to do."""
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path))
    monkeypatch.setattr(training, "train", lambda *_, **__: pytest.fail("somebody was trained"))
    rows = json.loads(said("strategies", "list", "--game", "pig", "--json", "-"))
    assert next(row["idea"] for row in rows if row["name"] == "expert").endswith("not trained yet")
    assert "dhstats train --game pig" in refused("strategies", "show", "expert", "--game", "pig")


def test_train_learns_a_space_of_rules(
    place: Path, said: Typed, refused: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Levels come from a file, what else it says is no matter; the player says their keys and plays under any of them."""
    monkeypatch.setattr(curriculum, "DRAWN", 20)
    (place / "levels.toml").write_text('goal = "x"\n[change]\nhand.size = [4, 6]\ngreat_dragon.points = [9]\n')
    (place / "none.toml").write_text("hand.size = [4]\n")
    few = ("--games", "200", "--player", "any.json")
    text = said("train", "--space", "levels.toml", *few)
    assert "each game with random levels of great_dragon.points, hand.size" in text
    assert "rules" in said("simulate", "--strategies", "any.json,random", "--set", "hand.size=6", "--games", "10")
    assert "none.toml: change: must be a table of keys" in refused("train", "--space", "none.toml", *few)
    told = refused("train", "--game", "dragonwood", "--rules", "two", "--space", "levels.toml", *few)
    assert "players of dragonwood do not take in the numbers of its rules" in told


def test_train_goes_on_from_a_player(place: Path, said: Typed, refused: Typed) -> None:
    """From who comes along for a space, or from a file, in few games; what does not belong together is refused."""
    six = ("train", "--set", "great_dragon.points=6", "--games", "60")
    text = said(*six, "--from", "generalist", "--player", "six.json")
    assert "60 games of self-play" in text
    assert "under ffg" in text
    assert "starting from another player's network" in text
    assert "simulate --rules ffg --set great_dragon.points=6 --strategies six.json,greedy" in text
    again = said(*six, "--from", "six.json", "--seed", "2", "--player", "more.json")
    assert "seed 2" in again
    assert "more.json" in again
    assert "name generalist or the file of a player, player.json" in refused(*six, "--from", "greedy")
    assert "leave out --space and --all-decks" in refused(*six, "--from", "six.json", "--all-decks")
    assert "no options are compared; add --compared" in refused(*six, "--from", "six.json", "--tried", "3")
    assert "no player has learnt rules" in refused("train", "--set", "spaces.troll.slots=2", "--from", "generalist")
    assert "learn one rule set each" in refused("train", "--game", "dragonwood", "--from", "generalist")
    assert "is a player of dragonheart" in refused("train", "--game", "dragonwood", "--from", "six.json")


def test_train_learns_two_networks(place: Path, said: Typed, refused: Typed) -> None:
    """Both are told of and kept in the file; who goes on from it begins with the first one, and has one."""
    few = ("train", "--games", "60", "--seed", "7")
    text = said(*few, "--networks", "2", "--player", "two.json")
    assert "60 games of self-play for each of two networks, seeds 7 and 8" in text
    assert "The curve is of the first network" in text
    two = json.loads((place / "two.json").read_text())
    assert len(two["other_network"]) == len(two["network"])
    assert two["recipe"]["networks"] == 2
    said("train", "--games", "20", "--from", "two.json", "--player", "on.json")
    on = json.loads((place / "on.json").read_text())
    assert on["recipe"]["origin"] == two["network_sha256"]
    assert "other_network" not in on
    assert "networks must be from 1 to 2, not 3" in refused(*few, "--networks", "3")
    assert "networks must be 1, not 2" in refused(*few, "--networks", "2", "--from", "two.json")


def test_who_goes_on_may_compare_options() -> None:
    """As often as asked, and as many; from an origin nothing is compared unless it is asked for."""
    bundle = load("dragonheart")
    rules = bundle.rule_files.load("ffg")
    origin = trained.read(pupils.general_path(bundle, rules), bundle)
    plain = train._recipe(bundle, rules, train.Lessons(games=60), origin)
    asked = train._recipe(bundle, rules, train.Lessons(games=60, compared=0.3, tried=4), origin)
    assert (plain.compared, plain.tried, plain.games, plain.origin) == (0.0, 0, 60, origin.checksum)
    assert asked == replace(plain, compared=0.3, tried=4)


@pytest.mark.parametrize(
    ("words", "measured"), [(["mechanisms", "--restrictions", "no_ships"], "score"), (["probe", "random"], "counter")]
)
def test_intervals_of_trials_name_method_number_and_unit(
    words: list[str], measured: str, place: Path, said: Typed
) -> None:
    """In the numbers and on the page, which is named after the question and has one picture."""
    told = said(*words, *FEW, "--json", "first.json")
    (file,) = (place / "reports").glob(f"{words[0]}*.html")
    assert f"report: reports/{file.name}" in told
    (result,) = json.loads((place / "first.json").read_text("utf-8"))["results"]
    assert (result[measured]["interval"]["n"], result[measured]["interval"]["unit"]) == (300, "deals")
    page = file.read_text("utf-8")
    assert page.count("<figure") == 1
    assert "t over deals" in page
