"""Training: the same player from the same seed, a better one from more games, and files that cannot lie."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.games.catalogue import load
from dhstats.players import pupils, roster, trained
from dhstats.players.learning import trainees, training
from dhstats.players.pupils import Pupil
from dhstats.players.recipes import Recipe, standard
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage import open_run
from tests.players.pupils import FFG, HEART, SMALL

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of games of self-play in plain Python take too long")

BUNDLE, novice = HEART.bundle, HEART.novice
RECIPE = replace(SMALL, version=HEART.learning.version)


def test_the_curve_and_the_card_are_kept() -> None:
    """Games learnt from grow to all of them; the card has every script but random."""
    player = novice()
    assert [point.games for point in player.curve] == [100, 200, 300, 400, 500, 600]
    names = {line.opponent for line in player.card}
    assert names == set(BUNDLE.shipped_strategies()) - {"random"}
    assert all(line.blocks == training.CARD_DEALS and line.error > 0 for line in player.card)


@pytest.mark.parametrize(
    "wrong",
    [{"games": 0}, {"games": 3, "rounds": 4}, {"rate": 0.0}, {"memory": 1.5}, {"exploration": -0.1}, {"seed": -1}],
)
def test_impossible_recipes_are_refused(wrong: dict[str, float]) -> None:
    """By the name of the number."""
    with pytest.raises(BadInput, match="training: "):
        training.checked(Recipe(**wrong))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scores", "ends"),
    [
        ([0.6, 0.7, 0.75], False),  # too short to say
        ([0.6, 0.705, 0.704, 0.703], False),  # a point was better
        ([0.7, 0.705, 0.709, 0.7], True),  # nothing was better by one game in a hundred
        ([0.7, 0.6, 0.6, 0.711], False),
        ([0.3, 0.3, 0.3, 0.3], False),  # who is behind the scripts goes on
    ],
)
def test_training_ends_when_nothing_improves(scores: list[float], ends: bool) -> None:
    """After three points of the curve without one better game in a hundred; never without patience."""
    curve = [training.Milestone(100 * at, 0.1, "greedy", score) for at, score in enumerate(scores)]
    for patience in (3, 0):
        course = training.Training(BUNDLE, FFG, replace(RECIPE, patience=patience), "", None)
        assert course.stalled(curve) == (ends and patience > 0)
        assert len([*course.rounds(RECIPE.rounds - 2, curve)]) == (0 if ends and patience else 2)


def test_half_as_much_counts_in_the_place_of_another() -> None:
    """There a whole win more is half a point of the score: 0.6 games in 100 are 0.003, and 1.2 go on."""
    bundle = load("fires")
    rules = bundle.rule_files.load(bundle.default_rules)
    course = training.Training(bundle, rules, replace(standard(bundle.game), patience=3), "", None)
    for gain, ends in ((0.003, True), (0.006, False)):
        scores = (0.6, 0.6, 0.6, 0.6 + gain)
        curve = [training.Milestone(100 * at, 0.1, "greedy", score) for at, score in enumerate(scores)]
        assert course.stalled(curve) is ends


def test_unknown_restrictions_are_refused() -> None:
    """With those that there are."""
    with pytest.raises(BadInput, match="no_figure"):
        training.train(BUNDLE, FFG, RECIPE, "no_dwarfs")


@pytest.fixture
def trainings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whoever is trained for tweaked rules is the small player; the rules of each training."""
    trained_for: list[str] = []
    player = novice()  # trained before nobody can be any more

    def train(_: Any, rules: Any, recipe: Recipe, *__: Any, **___: Any) -> trained.Trained:
        trained_for.append(rules.hash)
        return replace(player, rules_hash=rules.hash, recipe=recipe)

    monkeypatch.setattr(training, "train", train)
    return trained_for


def test_a_player_is_kept_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trainings: list[str]
) -> None:
    """For tweaked rules they are trained once; a damaged file among the kept ones is named."""
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path))
    rules = BUNDLE.rule_files.load("ffg", ["great_dragon.points=4"])
    pupil = Pupil(BUNDLE, rules, RECIPE)
    assert pupils.known(pupil) is None
    with pytest.raises(BadInput, match="nobody is trained for rules ffg"):
        roster.find(BUNDLE, rules, "expert", RECIPE)
    first = trainees.trained_player(pupil)
    path = pupil.place
    assert trained.read(path, BUNDLE) == first
    assert trainees.trained_player(pupil) == first
    assert trainings == [rules.hash]
    path.write_text(path.read_text()[:-200])
    with pytest.raises(BadInput, match=path.name):
        trainees.trained_player(pupil)


def test_a_player_who_cannot_be_written_down_is_kept_by_this_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trainings: list[str]
) -> None:
    """A cache that cannot be written trains nobody twice."""
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path / "file"))
    pupil = Pupil(BUNDLE, BUNDLE.rule_files.load("ffg", ["great_dragon.points=4"]), RECIPE)
    first = trainees.trained_player(pupil)
    assert pupils.known(pupil) == first
    assert len(trainings) == 1
    assert not pupil.place.is_file()


def test_a_player_file_plays_and_its_run_stands(tmp_path: Path) -> None:
    """Under other rules too, and says so; the run is verified with them and with the expert."""
    path = tmp_path / "pupil.json"
    trained.write(novice(), path)
    experiment = Experiment("x", rules="kosmos", strategies=(str(path), "expert"), games=200, seed=2)
    simulate(experiment, tmp_path / "run")
    run = open_run(tmp_path / "run")
    pupil = next(player for player in run.manifest.strategies if player.name == "pupil")
    assert "here under rules kosmos" in pupil.idea
    assert not verify(run.folder, sample=20).problems
