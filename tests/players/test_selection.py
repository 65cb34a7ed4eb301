"""The best network is kept, chosen on deals that teach nothing and measure nothing; who loses to scripts is named."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.players import trained
from dhstats.players.learning import training
from dhstats.players.learning.learner import first_network
from dhstats.players.pupils import Pupil
from dhstats.players.recipes import APART, SHARED, Recipe, going_on, standard
from dhstats.players.strength.examining import caution_of
from dhstats.players.thinking import learning_of
from dhstats.players.trained import Strength, Trained
from dhstats.questions.shared.answer import Answer
from dhstats.report.pages.writing import write_answers
from dhstats.simulate.plans.experiment import MAX_GAMES, Experiment
from dhstats.simulate.running.runner import simulate
from dhstats.storage.manifest import read_manifest
from dhstats.storage.run import cautions_below
from tests.players.pupils import FFG, HEART, SCHOOLS, shipped
from tests.players.weak import weak

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of games of self-play in plain Python take too long")

BUNDLE, novice = HEART.bundle, HEART.novice
BEST = Recipe(seed=3, games=400, rounds=4, keep="best", version=HEART.learning.version)


class Tampered(training.Training):
    """A course that forgets all it has learnt after its second round, as self-play at times does."""

    def round(self, number: int) -> float:
        """A round of lessons; the third one leaves a network that knows nothing."""
        error = super().round(number)
        if number == 2:
            self._minds[0]["network"][: self._size] = first_network(9, learning_of(BUNDLE.game, self._recipe.version))
            self._mean = self._minds[0]["network"][: self._size].copy()
        return error


def trained_by(recipe: Recipe, monkeypatch: pytest.MonkeyPatch) -> tuple[Trained, list[tuple[str, int, int]]]:
    """A player whose learning collapses, and the examinations on the way: opponent, deals, seed."""
    asked: list[tuple[str, int, int]] = []
    examine = training.examine

    def noted(lineup: Any, name: str, opponent: str, deals: int, seed: int, layouts: int) -> Strength:
        asked.append((opponent, deals, seed))
        return examine(lineup, name, opponent, deals, seed, layouts)

    monkeypatch.setattr(training, "Training", Tampered)
    monkeypatch.setattr(training, "CURVE_DEALS", 300)
    monkeypatch.setattr(training, "CARD_DEALS", 300)
    monkeypatch.setattr(training, "examine", noted)
    return training.train(BUNDLE, FFG, recipe), asked


def test_learning_that_collapses_leaves_the_best_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last network loses to everybody; the kept one, of the second round, is as good as it was."""
    best, _ = trained_by(BEST, monkeypatch)
    last, _ = trained_by(replace(BEST, keep="last"), monkeypatch)
    scores = [point.score for point in best.curve]
    assert (best.kept, best.fell_back) == (best.curve[int(np.argmax(scores))].games, True)
    assert best.kept <= 200
    by_name = [{line.opponent: line.score for line in player.card}["greedy"] for player in (best, last)]
    assert by_name[0] > 0.6 > 0.4 > by_name[1]
    assert last.fell_back is False
    assert [any(line.opponent == "greedy" for line in player.lost(0.5)) for player in (best, last)] == [False, True]


@pytest.mark.parametrize(
    ("keep", "scores", "kept"),
    [
        ("best", (0.60, 0.65, 0.62, 0.60), 4),
        ("sound", (0.60, 0.65, 0.62, 0.60), 8),  # the last, as none of these differences is beyond chance
        ("sound", (0.60, 0.75, 0.72, 0.60), 6),
        ("sound", (0.60, 0.75, 0.50, 0.60), 4),
    ],
)
def test_which_network_is_kept(
    keep: str, scores: tuple[float, ...], kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The best of the curve, or the last that is not behind the best by more than chance."""
    asked: list[int] = []

    def examine(_: Any, __: str, opponent: str, deals: int, seed: int, layouts: int) -> Strength:
        assert layouts == 1
        asked.append(seed)
        point = (asked.count(training.SELECTION_SEED) - 1) // len(BUNDLE.yardsticks)
        return Strength(opponent, scores[point], 0.01, 0.0, deals)

    monkeypatch.setattr(training, "examine", examine)
    player = training.train(BUNDLE, FFG, replace(BEST, games=8, keep=keep))
    assert [point.score for point in player.curve] == pytest.approx(list(scores))
    assert player.kept == kept


def test_the_choice_is_on_deals_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """No deal that chooses is one that teaches or measures: their seeds differ, and nobody may learn from them."""
    _, asked = trained_by(BEST, monkeypatch)
    scripts = [name for name in BUNDLE.shipped_strategies() if name != "random"]
    curve, card = asked[: -len(scripts)], asked[-len(scripts) :]
    assert {seed for *_, seed in curve} == {training.SELECTION_SEED}
    assert {seed for *_, seed in card} == {training.EXAMINATION_SEED}
    assert training.SELECTION_SEED != training.EXAMINATION_SEED
    assert {opponent for opponent, *_ in curve} == set(scripts)
    for seed in (training.SELECTION_SEED, training.EXAMINATION_SEED):
        with pytest.raises(BadInput, match="is that of the examination deals"):
            training.checked(Recipe(seed=seed))
    with pytest.raises(BadInput, match="keep must be best, last or sound"):
        training.checked(Recipe(keep="worst"))


@pytest.mark.parametrize(("deals", "first"), [(SHARED, 0), (APART, MAX_GAMES)])
def test_nobody_learns_from_deals_that_a_run_plays(deals: str, first: int) -> None:
    """Deals of lessons lie behind the last one of any run, whatever the seed; players of before learnt from others."""
    course = training.Training(BUNDLE, FFG, replace(BEST, seed=1, games=40, rounds=2, deals=deals), "", None)
    numbers = []
    for number in range(2):
        course.round(number)
        numbers.append(int(course._trainer.lesson["number"]))
    assert numbers == [first + 19, first + 39]
    assert {standard(each.bundle.game).deals for each in SCHOOLS.values()} == {APART}
    assert going_on(BEST, "").deals == APART
    with pytest.raises(BadInput, match="deals must be shared or apart"):
        training.checked(Recipe(deals="all"))


def test_files_of_earlier_versions_stay_what_they_are(tmp_path: Path) -> None:
    """A file that does not tell kept the last network; a new one tells, and is read again."""
    old = novice()
    assert {"keep", "kept"}.isdisjoint({*old.facts(), *old.facts()["recipe"]})
    path = shipped(BUNDLE, FFG)
    assert path is not None
    assert trained.read(path, BUNDLE).to_json() == path.read_text("utf-8")
    new = replace(old, recipe=BEST, kept=300)
    trained.write(new, tmp_path / "new.json")
    assert trained.read(tmp_path / "new.json", BUNDLE) == new
    assert Pupil(BUNDLE, FFG, BEST).place != Pupil(BUNDLE, FFG, standard(BUNDLE.game)).place


SAID = "loses to scripts: 33.1 % against greedy (5,000 deals each; even is 50 %)"


def test_who_loses_to_a_script_is_named_on_pages_and_in_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the manifest, on the page, in the numbers, in what `simulate` and `report` print; 49.5 ± 1.2 % is no loss."""
    file, folder = tmp_path / "weak.json", tmp_path / "run"
    trained.write(weak("dragonheart", "ffg"), file)
    words = ["simulate", "--strategies", f"{file},greedy", "--games", "40", "--seed", "1", "--out", str(folder)]
    assert main(words) == 0
    assert SAID in " ".join(capsys.readouterr().out.split())
    manifest = read_manifest(folder)
    assert [SAID in player.caution for player in manifest.strategies] == [True, False]
    assert cautions_below(tmp_path) == manifest.cautions
    assert all("caution" not in player for player in manifest.plan()["strategies"])
    page, numbers = tmp_path / "page.html", tmp_path / "numbers.json"
    assert main(["report", str(folder), "--page", str(page), "--json", str(numbers)]) == 0
    assert SAID in " ".join(capsys.readouterr().out.split())
    assert SAID in " ".join(page.read_text("utf-8").replace("\u00a0", " ").split())
    assert SAID in json.loads(numbers.read_text("utf-8"))["runs"][0]["labels"][-1]


def test_where_points_count_who_falls_behind_loses(tmp_path: Path) -> None:
    """A bluffer may win as many hands as ever and lose chips; 0.01 points behind with an error of 0.02 are no loss."""
    lines = (Strength("honest", 0.51, 0.004, -0.35, 5000, 0.02), Strength("greedy", 0.3, 0.004, -0.01, 5000, 0.02))
    player = replace(weak("dragonheart", "ffg"), card=lines)
    assert player.lost(0.5) == lines[:1]
    said = caution_of(player, "expert", BUNDLE, BUNDLE.rule_files.load("ffg"))
    assert "loses to scripts: 0.35 points per game behind honest (5,000 deals each)" in said
    trained.write(player, tmp_path / "player.json")
    assert trained.read(tmp_path / "player.json", BUNDLE) == player
    assert "lead_error" not in weak("dragonheart", "ffg").to_json()


def test_players_of_tweaks_are_named_on_the_page_of_the_base(tmp_path: Path) -> None:
    """What is said of any run in a folder is said on the page of all."""
    run = simulate(Experiment("base", strategies=("greedy",), games=20, seed=1, moves="none"), tmp_path / "base")
    names = (str(tmp_path / "weak.json"),)
    trained.write(weak("dragonheart", "ffg"), tmp_path / "weak.json")
    simulate(Experiment("tweak", strategies=names, games=20, seed=1, moves="none"), tmp_path / "tweak")
    said = cautions_below(tmp_path)
    report = write_answers(run, (Answer("x", "X?", (), (), "", "", "", ()),), tmp_path / "page.html", "", said)
    assert len(said) == 1
    assert report.labels == said


def test_players_without_a_loss_change_no_manifest(tmp_path: Path) -> None:
    """Nothing is told where there is nothing to tell: manifests keep their bytes."""
    simulate(Experiment("quiet", strategies=("greedy",), games=4, seed=1, moves="none"), tmp_path / "run")
    assert "caution" not in (tmp_path / "run" / "manifest.json").read_text("utf-8")
