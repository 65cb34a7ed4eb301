"""Who searches without training: they know no rule but what the game file says, and play well from the first game."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.engine.strategy import file_hash
from dhstats.errors import BadInput
from dhstats.gamefile import opening
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster
from dhstats.players.learning import trainees
from dhstats.players.match import Match, line_up
from dhstats.players.search import tree
from dhstats.players.trained import pack, unpack
from dhstats.questions.tweaks.tweaks import fixed
from dhstats.simulate import tables
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from tests.gamefile.examples import FOLDER, command
from tests.games.test_modes import run

needs_speed = pytest.mark.skipif(interpreted(), reason="hundreds of games of hundreds of tries take too long")


def game(name: str) -> tuple[GameBundle, RuleSet]:
    """An example game with its default rules."""
    bundle = catalogue.load(name)
    return bundle, bundle.rule_files.load(bundle.default_rules)


def share(name: str, first: str, second: str, deals: int) -> float:
    """What a player has of the wins against another in all seats, a draw being half a win; they play each deal twice."""
    bundle, rules = game(name)
    lineup = line_up(bundle, rules, [trainees.find(bundle, rules, each) for each in (first, second)])
    played, _ = Match(lineup, [first, second]).play(np.array([[0, 0, 0, 1], [0, 0, 1, 0]]), 5, 0, deals)
    own = np.where(np.arange(2) == 0, played["winner"] == 0, played["winner"] == 1)
    return float(np.where(played["winner"] < 0, 0.5, own).mean())


@needs_speed
def test_a_search_never_loses_tic_tac_toe() -> None:
    """With a thousand tries every game against a perfect player is drawn, in both seats."""
    assert share("tic_tac_toe", "search:1000", "perfect", 60) == 0.5


@needs_speed
@pytest.mark.parametrize(("name", "least"), [("tic_tac_toe", 0.9), ("duel", 0.57), ("liars_dice", 0.6)])
def test_a_search_beats_who_takes_points_at_once(name: str, least: float) -> None:
    """With two hundred tries: where all is seen, where choices are made at once, where dice are hidden."""
    assert share(name, "search:200", "greedy", 200) > least


@needs_speed
def test_more_tries_are_better() -> None:
    """In tic-tac-toe against a perfect player: four tries lose games that four hundred hold."""
    few, many = (share("tic_tac_toe", f"search:{tries}", "perfect", 60) for tries in (4, 400))
    assert few + 0.05 < many


@needs_speed
def test_a_search_is_about_as_good_as_the_best_script_where_luck_is_large() -> None:
    """In Pig no single decision shows in two hundred tries; what the best script would do has the benefit of doubt."""
    assert share("pig", "search:200", "hold_at_20", 60) > 0.35


@needs_speed
def test_the_same_games_for_any_number_of_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their draws have addresses."""
    monkeypatch.setattr(tables, "GAMES_PER_SHARD", 20)
    experiment = Experiment("x", game="liars_dice", strategies=("search:20", "doubter"), games=60, seed=8)
    runs = [simulate(experiment, tmp_path / str(workers), workers=workers) for workers in (1, 3)]
    assert runs[0].manifest.shards == runs[1].manifest.shards


def test_nobody_is_trained_for_a_search() -> None:
    """With the rules or the player of a file behind @ it looks ahead with who learnt them, as before."""
    bundle, rules = game("kuhn")
    assert roster.meant(bundle, rules, "search:20").pupil is None
    assert roster.meant(bundle, rules, "search:20@standard").pupil is not None
    found = roster.find(bundle, rules, "search:20")
    assert "untrained" in found.idea
    assert found.network == b""
    with pytest.raises(BadInput, match="from 1 to"):
        roster.find(bundle, rules, "search:0")


def test_who_searches_is_the_same_in_another_process() -> None:
    """What is sent there has no code; the game's scripts are part of who they are."""
    bundle, rules = game("kuhn")
    found = roster.find(bundle, rules, "search:20")
    again = unpack(bundle, rules, pack(found), "here")
    assert again.function.__name__ == tree.choose_by_tree.__name__
    assert again.hash == found.hash != roster.find(bundle, rules, "search:21").hash


def digest() -> str:
    """A few games with few tries, as one number."""
    told = hashlib.sha256()
    for name in ("kuhn", "tic_tac_toe"):
        bundle, rules = game(name)
        lineup = line_up(bundle, rules, [roster.find(bundle, rules, each) for each in ("search:6", "random")])
        played, turns = Match(lineup, ["search:6", "random"]).play(np.array([[0, 0, 0, 1]]), 7, 0, 4, logged=True)
        told.update(repr((played.tolist(), turns.tolist())).encode())
    return told.hexdigest()


def test_a_search_plays_the_same_in_plain_python() -> None:
    """Chance, hidden cards, scripts of the file, and a tree."""
    assert run("interpreted", "-c", f"from {__name__} import digest; print(digest())").strip() == digest()


SCRIPT = '''

def {name}(view, moves, count, randomness) -> int:
    """A script of the file."""
{body}


PLAYERS = ({name},)
'''


def with_script(folder: Path, name: str, *body: str, game: str = "kuhn") -> str:
    """The path of an example with one script in its list of players."""
    text = (FOLDER / f"{game}.py").read_text("utf-8").partition("\nPLAYERS = ")[0] + "\n"
    path = folder / f"{name}.py"
    path.write_text(text + SCRIPT.format(name=name, body="\n".join(f"    {line}" for line in body)), encoding="utf-8")
    return str(path)


def opened(path: str) -> GameBundle:
    """The game of a file."""
    bundle: GameBundle = opening.of_path(path).part("bundle")
    return bundle


def test_scripts_are_part_of_who_searches(tmp_path: Path) -> None:
    """Another script is another player."""
    hashes = set()
    for name in ("low", "high"):
        bundle = opened(with_script(tmp_path, name, "return 0"))
        hashes.add(roster.find(bundle, bundle.rule_files.load(bundle.default_rules), "search:20").hash)
    assert len(hashes) == 2


def test_a_script_is_shown_the_moves_that_there_are(tmp_path: Path) -> None:
    """As on its own: so many moves and no more."""
    body = ("if len(moves) != count:", "    raise ValueError('other moves')", "return count - 1")
    last = with_script(tmp_path, "last", *body, game="tic_tac_toe")
    words = ["--strategies", "search:8,last", "--games", "40", "--seed", "1", "--out", str(tmp_path / "run")]
    assert "search:8" in command("simulate", "--game", last, *words)


@pytest.mark.parametrize(
    ("name", "body", "told"),
    [
        ("cheat", ("view.rules.ante = 4", "return 0"), "strategy 'cheat'"),
        ("list", ("found = {}", "found['x'] = []", "return len(found['x'])"), "cannot be compiled"),
    ],
)
def test_a_script_that_no_strategy_may_be_is_named(tmp_path: Path, name: str, body: tuple[str, ...], told: str) -> None:
    """Who searches follows no script that would be refused on its own."""
    bundle = opened(with_script(tmp_path, f"{name}er", *body))
    rules = bundle.rule_files.load(bundle.default_rules)
    with pytest.raises(BadInput, match=told.replace(name, f"{name}er")):
        line_up(bundle, rules, [roster.find(bundle, rules, "search:4")], whole=False)


def test_a_search_is_nobody_who_learns_the_rules() -> None:
    """So the same player plays under every rule set; a rung of the ladder learns, as before."""
    bundle, rules = game("kuhn")
    assert not roster.learns(bundle, "search:20")
    assert roster.learns(bundle, "skill:10")
    assert not roster.learns(bundle, "expert@standard")
    assert roster.learns(catalogue.load("dragonheart"), "search:20")
    assert roster.meant(bundle, rules, "skill:10").pupil is not None
    plan = Experiment("x", game="kuhn", strategies=("search:20", "expert"), games=2, seed=1)
    assert fixed(plan, "standard").strategies == ("search:20", "expert@standard")


def test_who_proves_what_tries_show_is_another_player() -> None:
    """Runs of before were played without proofs: in games that moves alone decide `search:N` has a hash of its own."""
    for name, way in (("tic_tac_toe", 2), ("brim", 1)):
        bundle, rules = game(name)
        known = f"choose_by_tree 30 {way}".encode(), tree.identity(bundle)
        assert roster.find(bundle, rules, "search:30").hash == file_hash(*known)
