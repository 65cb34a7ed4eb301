"""What if: arms as people write them, effects against hand counts, single states, and the command."""

import json
from pathlib import Path

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.errors import BadInput, DataProblem
from dhstats.games.catalogue import load
from dhstats.players.forks import Arm
from dhstats.questions.forks.what_if import answer, arm, arms, from_forks, from_state
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import Study, fork
from dhstats.simulate.running.runner import simulate
from dhstats.stats.intervals.corrections import sidak_level
from dhstats.storage import Run

BUNDLE = load("dragonheart")


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("figure=mover", Arm("figure=mover", (("figure", 1),))),
        ("figure=nobody, claims=off", Arm("figure=nobody, claims=off", (("figure", 0), ("claims", 0)))),
        ("locked: figure=opponent,claims=off", Arm("locked", (("figure", 2), ("claims", 0)))),
        ("points=7,give=-3", Arm("points=7,give=-3", (("points", 7), ("give", -3)))),
        ("play=ship", Arm("play=ship", kind="ship")),
        ("ship, then lost: play=ship, figure=opponent", Arm("ship, then lost", (), (("figure", 2),), kind="ship")),
        ("move=3", Arm("move=3", move=2)),
        ("hand.size=4", Arm("hand.size=4", rules=("hand.size=4",))),
        (
            'new: spaces.troll.takes=["dwarf", "knight"], hand=off',
            Arm("new", (("hand", 0),), rules=('spaces.troll.takes=["dwarf", "knight"]',)),
        ),
        ("as it is", Arm("as it is")),
        ("base: as it is", Arm("base")),
    ],
)
def test_arms_as_people_write_them(text: str, made: Arm) -> None:
    """Interventions, first moves and rules, with commas between and a name before a colon."""
    assert arm(BUNDLE, text) == made


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no KEY=VALUE"),
        ("figure", "no KEY=VALUE"),
        ("figure=", "no KEY=VALUE"),
        ("figure=me", "mover, opponent, nobody"),
        ("figur=mover", "did you mean 'figure'"),
        ("play=shipp", "did you mean 'ship'"),
        ("move=0", "from 1"),
        ("move=x", "from 1"),
        ("give=1e9", "up to 9999"),
        ("claims=maybe", "on, off"),
        ("x" * 3000, "longer than"),
    ],
)
def test_what_is_no_arm(text: str, told: str) -> None:
    """Told where, and what is allowed."""
    with pytest.raises(BadInput, match=told):
        arm(BUNDLE, text)


def test_arms_have_different_names() -> None:
    """Two of one name could not be told apart; none at all is no question."""
    with pytest.raises(BadInput, match="twice"):
        arms(BUNDLE, ("points=3", "points=3"), "as it is")
    with pytest.raises(BadInput, match="from 1"):
        arms(BUNDLE, (), "as it is")


def test_effects_are_differences_of_means() -> None:
    """Counted by hand from the forks: means of the arms, and their difference, over deals."""
    plan = Experiment("x", strategies=("random",), seed=3, moves="none")
    ways = arms(BUNDLE, ("figure=mover", "play=ship"), "figure=opponent")
    _, found = fork(plan, [Study("uniform-turn", ways)], 150)
    forked = found["uniform-turn"]
    told = from_forks("uniform-turn", forked, ways)
    seat, winner = forked.forks["seat"][:, None], forked.results["winner"][:, :, 0]
    scores = np.where(winner == seat, 1.0, np.where(winner < 0, 0.5, 0.0))
    for place, each in enumerate(told.effects, start=1):
        assert each.score.value == pytest.approx((scores[:, place] - scores[:, 0]).mean())
        assert each.score.interval.level == pytest.approx(sidak_level(0.95, 2))
        assert each.score.interval.unit == "deals"
        assert each.score.interval.n == len(np.unique(forked.forks["deal"]))
    rows = answer(told).tables[0].frame
    assert rows["chance"].to_list() == pytest.approx(scores[:, 1:].mean(axis=0))


def test_a_moment_that_never_comes() -> None:
    """Where hardly any position allows all ways, that is said and nothing made up."""
    plan = Experiment("x", strategies=("random",), seed=3, moves="none", settings=("great_dragon.holder=first",))
    ways = arms(BUNDLE, tuple(f"play={kind}" for kind in ("ship", "troll", "dwarf", "knight", "huntress")), "as it is")
    _, found = fork(plan, [Study("first-claimable", ways)], 3)
    with pytest.raises(DataProblem, match="fewer than two deals"):
        from_forks("first-claimable", found["first-claimable"], ways)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Some games of two scripts."""
    plan = Experiment("x", strategies=("dragon_hunter", "denier"), design="quartet", games=40, seed=5)
    return simulate(plan, tmp_path_factory.mktemp("runs") / "run")


def test_a_single_state(run: Run) -> None:
    """Points given are points more, in every continuation; the unit is the continuation; a move is named in words."""
    told = from_state(run, 5, 7, arms(BUNDLE, ("give=5", "move=1"), "as it is"), 50)
    given, move = told.effects
    assert given.points.value >= 4.0
    assert {given.score.interval.unit, move.score.interval.unit} == {"continuations"}
    assert given.score.interval.n == 50
    assert not move.one.startswith("move=")
    assert "first player to move" in told.where


@pytest.mark.parametrize(
    ("ways", "turn", "told"),
    [
        (("move=500",), 7, "there is no move 500 in turn 7; legal are: 1 "),
        (("give=1",), 900, "has turns 1 to"),
        (("hand.size=99",), 7, "hand.size"),
        (("spaces.dwarf.slots=2",), 7, "too late"),
    ],
)
def test_what_a_state_does_not_have(run: Run, ways: tuple[str, ...], turn: int, told: str) -> None:
    """Refused with what there is."""
    with pytest.raises(BadInput, match=told):
        from_state(run, 5, turn, arms(BUNDLE, ways, "as it is"), 10)


def test_the_command_on_many_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It writes forks, parents, page and numbers, and says what it found."""
    words = ["fork", "--strategies", "random", "--deals", "60", "--seed", "4", "--arm", "figure=mover"]
    words += ["--against", "figure=opponent", "--out", str(tmp_path / "f"), "-o", str(tmp_path / "f.html")]
    assert main([*words, "--json", str(tmp_path / "f.json")]) == 0
    text = capsys.readouterr().out
    assert "With 'figure=mover' instead of 'figure=opponent'" in text
    assert "seed 4" in text
    assert (tmp_path / "f" / "forks" / "uniform-turn.parquet").is_file()
    numbers = json.loads((tmp_path / "f.json").read_text())
    assert numbers["runs"][0]["answers"][0]["key"] == "what_if"
    assert "What if?" in (tmp_path / "f.html").read_text()


def test_the_command_on_a_state(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """`replay --explain` names the command; it answers at once and writes nothing."""
    words = ["fork", str(run.folder), "5", "--turn", "7", "--arm", "figure=mover", "--continuations", "20"]
    assert main(words) == 0
    assert "before turn 7" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["fork"],
        ["fork", "--arm", "figure=mover", "--turn", "3"],
        ["fork", "--arm", "move=1"],
        ["fork", "--arm", "give=1", "--at", "never"],
        ["fork", "--arm", "give=1", "--deals", "0"],
        ["fork", "--arm", "give=1", "--strategies", "greedy,random,denier"],
        ["fork", "nowhere", "--arm", "give=1"],
    ],
)
def test_a_mistake_ends_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """One line, and nothing written."""
    assert main(words) == 2
    assert capsys.readouterr().err.startswith("dhstats: ")
