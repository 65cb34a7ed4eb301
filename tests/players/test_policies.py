"""Trained players of game files who play by a solution, or like a script, rather than by their network."""

import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import pupils, recipes, roster, trained
from dhstats.players.learning import trainees, training
from dhstats.players.match import Match, line_up
from dhstats.players.solving import solutions
from dhstats.players.solving.judging import DRAWS, Examiner
from dhstats.players.trained import Strength, Trained, as_strategy, pack, unpack
from dhstats.questions.shared import words
from tests.gamefile.examples import command

needs_speed = pytest.mark.skipif(interpreted(), reason="training takes hours in plain Python")


def game(name: str, *settings: str) -> tuple[GameBundle, RuleSet]:
    """An example game with its default rules, some of them changed."""
    bundle = catalogue.load(name)
    return bundle, bundle.rule_files.load(bundle.default_rules, settings)


def untaught(name: str) -> tuple[training.Training, Trained]:
    """A training that has not begun, and a player with the network that it begins with."""
    bundle, rules = game(name)
    course = training.Training(bundle, rules, recipes.standard(bundle.game), "", None)
    return course, course.trained(())


def loss(name: str, examiner: Examiner, player: Any, solution: solutions.Solution) -> float:
    """What the best answer takes from a player, on average over both seats."""
    sure = examiner.judge(replace(player, name=name)).sure
    return sum(value - each for value, each in zip(solution.values, sure, strict=True)) / 2


@pytest.mark.parametrize("name", ["kuhn", "leduc", "duel"])
def test_players_mix_where_the_whole_game_can_be_gone_through(name: str) -> None:
    """Counted exactly, nobody gains anything against them, although their network was never taught."""
    course, player = untaught(name)
    bundle, rules = game(name)
    found = as_strategy(bundle, course.with_better(player), "expert", "trained", "")
    assert loss(name, Examiner(bundle, rules, 10_000), found, solutions.solved(bundle, rules)) < 1e-6


def test_players_are_judged_under_rules_that_their_solution_does_not_know() -> None:
    """Where another number of options is there, or a position is new, the player is asked what they do."""
    course, player = untaught("auction")
    bundle, small = game("auction", "worth=6")
    known = as_strategy(bundle, course.with_better(player), "expert@standard", "trained", "")
    examiner = Examiner(bundle, small, 300_000)
    counted, _ = examiner._by_memory(known)
    asked, _ = examiner._asked(known, DRAWS)
    assert np.abs(counted - asked).max() < 0.15
    nothing = replace(known, memory=bytes(np.zeros(2, "<i8").tobytes()), hash="0" * 64)
    assert np.abs(examiner._by_memory(nothing)[0] - examiner._asked(nothing, DRAWS)[0]).max() < 0.15


def test_a_solution_of_other_rules_is_refused(tmp_path: Path) -> None:
    """And one that is not certified: what a file says of a solution must fit what its player learnt."""
    course, player = untaught("kuhn")
    bundle, _ = game("kuhn")
    kept = course.with_better(player)
    assert kept.solution
    for other in (replace(kept.solution, rules_hash="0" * 64), replace(kept.solution, certified=False)):
        trained.write(replace(kept, solution=other), tmp_path / "player.json")
        with pytest.raises(BadInput, match="a solution for rules that its player did not learn"):
            trained.read(tmp_path / "player.json", bundle)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "duel", "auction"])
def test_they_play_move_for_move_like_who_is_solved(name: str) -> None:
    """The same draws from the same chances, also where a player has to recall what they saw before."""
    course, player = untaught(name)
    bundle, rules = game(name)
    solved = roster.find(bundle, rules, "solved")
    found = replace(as_strategy(bundle, course.with_better(player), "expert", "trained", ""), name="solved")
    turns = []
    for each in (solved, found):
        match = Match(line_up(bundle, rules, [each]), ["solved", "solved"])
        turns.append(match.play(np.array([[0, 0, 0, 1], [0, 0, 1, 0]]), 3, 0, 50, logged=True)[1].tolist())
    assert turns[0] == turns[1]


def test_a_share_of_random_moves_is_counted_exactly() -> None:
    """As often as moves are seen to be taken when the player is asked many times."""
    course, player = untaught("kuhn")
    bundle, rules = game("kuhn")
    noisy = as_strategy(bundle, course.with_better(player), "noisy", "trained", "", 0.3)
    examiner = Examiner(bundle, rules, 1_000)
    (counted, _), (asked, _) = examiner._by_memory(noisy), examiner._asked(noisy, 20 * DRAWS)
    assert np.abs(counted - asked).max() < 0.03
    plain = as_strategy(bundle, course.with_better(player), "plain", "trained", "")
    solution = solutions.solved(bundle, rules)
    assert loss("noisy", examiner, noisy, solution) > loss("plain", examiner, plain, solution) + 0.01


def test_who_plays_by_a_solution_is_not_said_to_lose() -> None:
    """Few deals may say so; the solution knows better."""
    course, player = untaught("kuhn")
    behind = (Strength("honest", 0.4, 0.01, -0.2, 40, 0.01),)
    assert replace(player, card=behind).lost(0.5) == behind
    assert replace(course.with_better(player), card=behind).lost(0.5) == ()


def test_open_games_are_played_by_the_network() -> None:
    """Where everybody sees everything one move is as good as any mixture."""
    course, player = untaught("tic_tac_toe")
    assert course.with_better(player).solution is None


def test_who_loses_to_a_script_plays_like_it() -> None:
    """A network that was never taught loses Pig to whoever holds at twenty; the games are then that script's."""
    course, player = untaught("pig")
    bundle, rules = game("pig")
    kept = course.with_better(player)
    assert kept.script in bundle.yardsticks
    assert all(not line.loses(0.5) or line.opponent != kept.script for line in course.card(kept))
    found = as_strategy(bundle, kept, "expert", "trained", "")
    turns = [
        Match(line_up(bundle, rules, [each, bundle.find_strategy("random")]), [each.name, "random"]).play(
            np.array([[0, 0, 0, 1]]), 3, 0, 20, logged=True
        )[1]
        for each in (found, bundle.find_strategy(kept.script))
    ]
    assert turns[0].tolist() == turns[1].tolist()


@pytest.mark.parametrize("name", ["kuhn", "pig"])
def test_they_are_the_same_from_a_file_and_in_another_process(name: str, tmp_path: Path) -> None:
    """A solution and the name of a script are part of who a player is."""
    course, player = untaught(name)
    bundle, rules = game(name)
    kept = course.with_better(player)
    trained.write(kept, tmp_path / "player.json")
    again = trained.read(tmp_path / "player.json", bundle)
    assert again == kept
    found = roster.find(bundle, rules, str(tmp_path / "player.json"))
    sent = unpack(bundle, rules, pack(found), "here")
    assert sent.function.__name__ == found.function.__name__ != "choose"
    assert sent.hash == found.hash != as_strategy(bundle, player, "expert", "trained", "").hash
    assert sent.memory == found.memory


def test_the_network_decides_where_a_solution_knows_nothing() -> None:
    """A solution of no position at all leaves every move to the network."""
    course, player = untaught("kuhn")
    bundle, _ = game("kuhn")
    known = as_strategy(bundle, course.with_better(player), "known", "trained", "")
    network = as_strategy(bundle, player, "network", "trained", "")
    lost = bytes(np.concatenate([[0], [0]]).astype("<i8").tobytes())  # a solution of no position
    turns = []
    for each in (network, replace(known, memory=lost, hash="0" * 64)):
        bundle, rules = game("kuhn", "bet=2")
        match = Match(line_up(bundle, rules, [each, bundle.find_strategy("random")]), [each.name, "random"])
        turns.append(match.play(np.array([[0, 0, 0, 1]]), 3, 0, 20, logged=True)[1].tolist())
    assert turns[0] == turns[1]


def far(memory: bytes) -> bytes:
    """The same table with options that lie far outside, so far that the differences overflow and look right."""
    numbers = np.frombuffer(memory, "<i8").copy()
    firsts = numbers[1 + numbers[0] : 2 + 2 * numbers[0]]
    firsts[1:5] = 2**62, 2**63 - 1, -(2**63) + 5, -(2**62)
    firsts[5:] = firsts[-1] - np.arange(len(firsts) - 5)[::-1]
    assert (np.diff(firsts) > 0).all()
    return bytes(numbers.tobytes())


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda memory: memory[:-8], "not a whole table"),
        (lambda memory: memory[:8], "not a whole table"),
        (lambda memory: b"\xff" * 8 + memory[8:], "not a whole table"),
        (lambda memory: memory[:-8] + np.float64(np.nan).tobytes(), "not a whole table"),
        (lambda memory: memory[:-8] + np.float64(7.0).tobytes(), "not a whole table"),
        (lambda memory: memory[:-4], "not a whole table"),
        (far, "not a whole table"),
    ],
)
def test_a_damaged_solution_is_refused(damage: Any, told: str, tmp_path: Path) -> None:
    """Compiled players read the table without asking how long it is."""
    course, player = untaught("kuhn")
    bundle, _ = game("kuhn")
    table = json.loads(course.with_better(player).to_json())
    memory = damage(base64.b64decode(table["solution"]["memory"]))
    table["solution"]["memory"] = base64.b64encode(memory).decode()
    (tmp_path / "player.json").write_text(json.dumps(table), encoding="utf-8")
    with pytest.raises(BadInput, match=told):
        trained.read(tmp_path / "player.json", bundle)


def test_a_script_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """The file of a player may come from another version of the game file."""
    course, player = untaught("pig")
    bundle, _ = game("pig")
    trained.write(replace(course.with_better(player), script="gone"), tmp_path / "player.json")
    with pytest.raises(BadInput, match='plays like the script "gone", which the game does not have'):
        trained.read(tmp_path / "player.json", bundle)


@needs_speed
def test_the_expert_of_kuhn_loses_nothing_to_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """As trained by itself where nobody has learnt yet: exactly, in both seats; and their page may say so."""
    monkeypatch.setattr(pupils, "keep", lambda *_: None)  # whom tests here train were examined on few deals
    bundle, rules = game("kuhn")
    expert = trainees.find(bundle, rules, "expert")
    assert dict(expert.weights)[solutions.WORTH] == pytest.approx(-1 / 18, abs=1e-9)
    assert loss("expert", Examiner(bundle, rules, 1_000), expert, solutions.solved(bundle, rules)) < 1e-6
    assert solutions.WORTH not in dict(trainees.find(bundle, rules, "expert@standard").weights)
    assert expert.idea == "plays perfectly, as the whole game was gone through for these rules"


@needs_speed
@pytest.mark.long("trains for every example; the two ways to play something better are asked above")
@pytest.mark.parametrize("name", [each for each in catalogue.offered() if not each.startswith("dragon")])
def test_no_expert_of_an_example_is_worse_than_its_scripts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On deals on which nobody was chosen."""
    monkeypatch.setattr(training, "CARD_DEALS", 5_000)
    bundle, rules = game(name)
    who = roster.meant(bundle, rules, "expert")
    assert who.pupil
    even = 1.0 / max(2, bundle.players(rules.record()))
    assert trainees.trained_player(who.pupil).lost(even) == ()


def test_a_rule_change_is_judged_exactly_among_perfect_players(tmp_path: Path) -> None:
    """By what each rule set is worth to them, whatever the deals that were played say; lengths are measured as ever."""
    bundle, base = game("kuhn")
    _, changed = game("kuhn", "bet=2")
    before, after = (solutions.solved(bundle, rules).values[0] for rules in (base, changed))
    asked = (
        "compare",
        "standard",
        "bet=2",
        "--game",
        "kuhn",
        "--strategies",
        "solved",
        "--deals",
        "200",
        "--seed",
        "1",
    )
    said = command(*asked, "--out", str(tmp_path / "runs"), "-o", str(tmp_path / "page.html"))
    exactly = words.number(2.0 * (after - before), 4, sign=True)
    assert f"Certain: the change is exactly {exactly} points." in said
    assert f"bet=2: the first player's lead changes by {exactly} points (exactly): a difference of more than" in said
    assert "turns of both players" in said


def test_keys_are_told_apart_exactly_among_perfect_players(tmp_path: Path) -> None:
    """Each alone, together, and what they do beyond their sum, by the worth of four rule sets."""
    worths = []
    for settings in ((), ("bet=2",), ("ante=2",), ("bet=2", "ante=2")):
        worths.append(2.0 * solutions.solved(*game("kuhn", *settings)).values[0])
    plain, bet, ante, both = worths
    asked = ("--game", "kuhn", "--strategies", "solved", "--deals", "200", "--seed", "1")
    said = command(
        "compare",
        "standard",
        "bet=2 ante=2",
        *asked,
        "--out",
        str(tmp_path / "runs"),
        "-o",
        str(tmp_path / "page.html"),
    )
    for name, value in (
        ("bet=2", bet - plain), ("ante=2", ante - plain), ("all together", both - plain),
        ("interaction", both - bet - ante + plain),
    ):  # fmt: skip
        assert f"{name} {words.number(value, 4, sign=True)} (exactly)" in said


@pytest.mark.parametrize(
    ("name", "meant"), [("serch:5", "search:5"), ("skil:3", "skill:3"), ("expret:no_ships", "expert:no_ships")]
)
def test_a_kind_of_player_that_is_misspelt_is_recognised(name: str, meant: str) -> None:
    """Whatever follows the colon."""
    bundle = catalogue.load("dragonheart")
    with pytest.raises(BadInput, match=f"strategy '{name}': not known; did you mean '{meant}'?"):
        roster.find(bundle, bundle.rule_files.load(bundle.default_rules), name)


def test_nobody_is_perfect_with_somebody_who_is_not() -> None:
    """What a game is worth is known where all players are perfect; the least exact of them says how exactly."""
    exact, nearly = {solutions.WORTH: 0.25, solutions.OFF: 0.0}, {solutions.WORTH: 0.2, solutions.OFF: 0.1}
    assert solutions.worth_among([exact, nearly]) == (0.2, 0.1)
    assert solutions.worth_among([exact]) == (0.25, solutions.EXACT)
    assert solutions.worth_among([exact, {}]) is None
    assert solutions.worth_among([]) is None
