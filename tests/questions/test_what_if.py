"""What if: arms as people write them, effects and single states against counts, the command; and what plays are worth."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.errors import BadInput, DataProblem
from dhstats.games.catalogue import load
from dhstats.players.positions.forks import Arm, opening_hands
from dhstats.questions.forks.asking import arm, arms
from dhstats.questions.forks.plays import advantages_of
from dhstats.questions.forks.what_if import answer, from_forks, from_state
from dhstats.questions.shared.first_screen import About
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import Study, fork, look_into
from dhstats.stats.intervals.intervals import sidak_level
from dhstats.storage import Run

BUNDLE = load("dragonheart")
PLAN = Experiment("x", strategies=("dragon_hunter",), games=2, seed=7)
Command = Callable[..., tuple[str, dict[str, Any]]]


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
        ("", "not KEY=VALUE"),
        ("figure", "not KEY=VALUE"),
        ("figure=", "not KEY=VALUE"),
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
    rows = answer(told, About("Dragonheart", "dragonheart", ("random",))).tables[0].frame
    assert rows["chance"].to_list() == pytest.approx(scores[:, 1:].mean(axis=0))


def test_a_moment_that_never_comes() -> None:
    """Where hardly any position allows all ways, that is said and nothing made up."""
    plan = Experiment("x", strategies=("random",), seed=3, moves="none", settings=("great_dragon.holder=first",))
    ways = arms(BUNDLE, tuple(f"play={kind}" for kind in ("ship", "troll", "dwarf", "knight", "huntress")), "as it is")
    _, found = fork(plan, [Study("first-claimable", ways)], 3)
    with pytest.raises(DataProblem, match="fewer than two deals"):
        from_forks("first-claimable", found["first-claimable"], ways)


def test_a_single_state(duel: Run) -> None:
    """Points given are points more, in every continuation; the unit is the continuation; a move is named in words."""
    told = from_state(duel, 5, 7, arms(BUNDLE, ("give=5", "move=1"), "as it is"), 50)
    given, move = told.effects
    assert given.points.value >= 4.0
    assert {given.score.interval.unit, move.score.interval.unit} == {"continuations"}
    assert given.score.interval.n == 50
    assert not move.one.startswith("move=")
    assert "first player to move" in told.where


@pytest.mark.parametrize(
    ("ways", "turn", "told"),
    [
        (("move=500",), 7, "there is no move 500 in turn 7; legal moves: 1 "),
        (("give=1",), 900, "has turns 1 to"),
        (("hand.size=99",), 7, "hand.size"),
        (("spaces.dwarf.slots=2",), 7, "too late"),
    ],
)
def test_what_a_state_does_not_have(duel: Run, ways: tuple[str, ...], turn: int, told: str) -> None:
    """Refused with what there is."""
    with pytest.raises(BadInput, match=told):
        from_state(duel, 5, turn, arms(BUNDLE, ways, "as it is"), 10)


def test_the_command_on_many_games(tmp_path: Path, command: Command) -> None:
    """It writes forks, parents, page and numbers, and says what it found."""
    words = ("fork", "--strategies", "random", "--deals", "60", "--arm", "figure=mover", "--against", "figure=opponent")
    said, told = command(*words)
    assert "With 'figure=mover' instead of 'figure=opponent'" in said
    assert "seed 1" in said
    assert (tmp_path / "runs" / "forks" / "uniform-turn.parquet").is_file()
    assert told["key"] == "what_if"
    assert "What if?" in (tmp_path / "page.html").read_text()


# ---- What plays are worth -------------------------------------------------------------------------------------------


def test_advantages_add_up_to_nothing_in_every_state() -> None:
    """Against the average legal move; where one move is legal it is worth nothing more."""
    _, looked = look_into(PLAN, 60, 4, workers=2)
    found = advantages_of(looked, looked.scores)
    for state in np.unique(looked.states):
        rows = looked.states == state
        assert found[rows].sum() == pytest.approx(0.0, abs=1e-12)
        assert looked.chosen[rows].sum() == 1
        if rows.sum() == 1:
            assert found[rows][0] == 0.0
    assert set(np.unique(looked.scores)) <= {0.0, 0.5, 1.0}
    assert ((looked.margins > 0) <= (looked.scores >= 0.5)).all()


def test_opening_hands_are_those_of_the_deal() -> None:
    """Five cards each, drawn from decks of fifty, as often as the deck has them on average."""
    lineup, _ = look_into(PLAN, 20, 2, workers=1)
    hands = opening_hands(lineup, 7, 4000)
    assert (hands.sum(axis=2) == 5).all()
    share = hands.mean(axis=(0, 1)) / 5
    deck = np.array(lineup.rules["deck_pictures"]) / 50
    assert np.allclose(share, deck, atol=0.01)
    assert abs(np.corrcoef(hands[:, 0, 0], hands[:, 1, 0])[0, 1]) < 0.06


def test_the_command_on_plays(tmp_path: Path, command: Command) -> None:
    """Kinds of plays and cards, each with its interval."""
    words = ("plays", "--strategies", "dragon_hunter", "--states", "40", "--continuations", "4", "--deals", "60")
    said, told = command(*words)
    assert [table["key"] for table in told["tables"]] == ["pictures", "plays", "cards"]
    assert len(told["tables"][2]["rows"]) == 9
    assert "In the opening hand" in said
    assert (tmp_path / "page.html").stat().st_size > 300_000
