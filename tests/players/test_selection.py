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
from dhstats.games.bundle import GameBundle
from dhstats.players import generalists, roster, trained
from dhstats.players.learning import trainees, training
from dhstats.players.learning.learner import first_network
from dhstats.players.recipes import APART, FORMER, SHARED, Recipe, standard, undivided
from dhstats.players.thinking import learning_of
from dhstats.players.trained import Strength, Trained
from dhstats.questions.shared.answer import Answer
from dhstats.report.pages.writing import write_answers
from dhstats.simulate.plans.experiment import MAX_GAMES, Experiment
from dhstats.simulate.replays.rematch import find_again
from dhstats.simulate.running.runner import simulate
from dhstats.storage.manifest import Player, read_manifest
from dhstats.storage.run import cautions_below
from tests.players.pupils import DRAGON, DRAGONWOOD, FFG, HEART, SCHOOLS
from tests.players.weak import weak

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of games of self-play in plain Python take too long")

BUNDLE, small = HEART.bundle, HEART.small
BEST = Recipe(seed=3, games=400, rounds=4, keep="best")


class Tampered(training.Course):
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

    monkeypatch.setattr(training, "Course", Tampered)
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
    player = training.train(BUNDLE, FFG, Recipe(games=8, rounds=4, keep=keep))
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
        with pytest.raises(BadInput, match="is that of examinations"):
            training.checked(Recipe(seed=seed))
    with pytest.raises(BadInput, match="keep must be best, last or sound"):
        training.checked(Recipe(keep="worst"))


@pytest.mark.parametrize(("deals", "first"), [(SHARED, 0), (APART, MAX_GAMES)])
def test_nobody_learns_from_deals_that_a_run_plays(deals: str, first: int) -> None:
    """Deals of lessons lie behind the last one of any run, whatever the seed; players of before learnt from others."""
    course = training.Course(BUNDLE, FFG, Recipe(seed=1, games=40, rounds=2, deals=deals), "", None)
    numbers = []
    for number in range(2):
        course.round(number)
        numbers.append(int(course._trainer.lesson["number"]))
    assert numbers == [first + 19, first + 39]
    assert {standard(each.bundle.game).deals for each in SCHOOLS.values()} == {APART}
    assert generalists.warm_recipe(small()).deals == APART
    with pytest.raises(BadInput, match="deals must be shared or apart"):
        training.checked(Recipe(deals="all"))


def test_files_of_earlier_versions_stay_what_they_are(tmp_path: Path) -> None:
    """A file that does not tell kept the last network; a new one tells, and is read again."""
    old = small()
    assert {"keep", "kept"}.isdisjoint({*old.facts(), *old.facts()["recipe"]})
    path = trained.shipped(BUNDLE, FFG, "", 1)
    assert path is not None
    assert trained.read(path, BUNDLE).to_json() == path.read_text("utf-8")
    new = replace(old, recipe=BEST, kept=300)
    trained.write(new, tmp_path / "new.json")
    assert trained.read(tmp_path / "new.json", BUNDLE) == new
    assert trained.place(BUNDLE, FFG, FORMER, "", "") != trained.place(BUNDLE, FFG, standard(BUNDLE.game), "", "")


def test_a_run_with_a_player_of_an_earlier_version_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever kept the last network then is trained that way again, and so is who learnt before steps had parts."""
    rules = BUNDLE.rule_files.load("ffg", ["great_dragon.points=4"])

    usual, first, second = (replace(standard(BUNDLE.game, version), deals=SHARED) for version in (0, 1, 2))
    guessing, other = (
        replace(small(), network=first_network(seed, learning_of(BUNDLE.game, 2)).tobytes()) for seed in (5, 6)
    )
    whole = replace(small(), network=first_network(5, learning_of(BUNDLE.game)).tobytes())
    players = {usual: HEART.novice(), first: small(seed=4), second: guessing, FORMER: small()}
    players |= {undivided(usual): whole, undivided(second): other}

    def made(title: Any, chosen: Any, recipe: Recipe, *_: Any, **more: Any) -> Trained:
        untold = first_network(9, learning_of(BUNDLE.game, recipe.version)).tobytes()
        known = players.get(recipe, replace(small(), network=untold))
        return replace(known, rules_hash=chosen.hash, recipe=recipe)

    monkeypatch.setattr(training, "train", made)
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path))
    now, then = trainees.find(BUNDLE, rules, "expert"), trainees.find(BUNDLE, rules, "expert", recipe=FORMER)
    assert now.hash != then.hash
    between = trainees.find(BUNDLE, rules, "expert", recipe=first)
    shared = trainees.find(BUNDLE, rules, "expert", recipe=usual)
    undone = trainees.find(BUNDLE, rules, "expert", recipe=undivided(usual))
    for known in (now, shared, between, then, undone):
        player = Player("expert", known.idea, known.source, known.hash, dict(known.weights))
        again = find_again(BUNDLE, rules, player)
        assert (again.hash, again.name) == (known.hash, "expert")
    for recipe in (second, undivided(second)):
        known = trainees.find(BUNDLE, rules, "expert-2", recipe=recipe)
        assert known.network == players[recipe].network
        assert (
            find_again(BUNDLE, rules, Player("expert-2", known.idea, known.source, known.hash, {})).hash == known.hash
        )


OTHER_DECKS = ('decks.first="mixed"', 'decks.second="control"')


@pytest.mark.parametrize("name", ["expert", "skill:5"])
@pytest.mark.parametrize(
    ("title", "home", "settings", "without"),
    [
        (DRAGON.bundle, "standard", OTHER_DECKS, ("four", ())),
        *((BUNDLE, each, (), (each, ("hand.size=6",))) for each in ("ffg", "kosmos")),
        *((DRAGONWOOD.bundle, each, (), (each, ("hand.size=6",))) for each in ("two", "simple", "three", "four")),
    ],
)
def test_a_run_with_a_predecessor_is_played_again(
    title: GameBundle, home: str, settings: tuple[str, ...], without: tuple[str, tuple[str, ...]], name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Whoever came along for these rules, or for all decks, when a run was played is there for it; nobody is trained."""
    monkeypatch.setattr(training, "train", None)
    rules = title.rule_files.load(home, settings)
    before = roster.predecessors(title, rules)
    assert before
    assert roster.predecessors(title, title.rule_files.load(*without)) == {}
    now = roster.find(title, rules, name)
    for recipe, file in before.items():
        known = roster.find(title, rules, name, recipe)
        player = trained.read(file, title)
        assert (known.network, known.other_network) == (player.network, player.other_network)
        assert known.hash != now.hash
        again = find_again(title, rules, Player(name, known.idea, known.source, known.hash, dict(known.weights)))
        assert (again.hash, again.name) == (known.hash, name)


@pytest.mark.parametrize("name", ["expert", "skill:5"])
def test_a_run_with_the_first_expert_of_standard_is_played_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was `expert` under Dragon!'s `standard` before somebody of the second version came along plays their runs."""
    monkeypatch.setattr(training, "train", None)
    title, rules = DRAGON.bundle, DRAGON.rule_set("standard")
    first, now = roster.find(title, rules, name, standard(title.game, 1)), roster.find(title, rules, name)
    assert (first.version, now.version) == (1, 2)
    assert first.network == roster.find(title, rules, "expert-1").network
    for each in (first, now):
        again = find_again(title, rules, Player(name, each.idea, each.source, each.hash, dict(each.weights)))
        assert (again.hash, again.name) == (each.hash, name)


def test_a_run_with_an_earlier_generalist_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under any rules of the space, and whoever went on from them is trained as they were."""
    monkeypatch.setattr(training, "train", None)
    ((recipe, file),) = generalists.former(BUNDLE).items()
    tweak = BUNDLE.rule_files.load("ffg", ["hand.size=6"])
    known, now = (roster.find(BUNDLE, tweak, "generalist", each) for each in (recipe, None))
    assert known.network == trained.read(file, BUNDLE).network != now.network
    for each in (known, now):
        player = Player(each.name, each.idea, each.source, each.hash, dict(each.weights))
        assert find_again(BUNDLE, tweak, player).hash == each.hash
    origins = [roster.pupil_of(BUNDLE, tweak, "specialist", each) for each in (recipe, None)]
    assert [each.origin.network for each in origins if each and each.origin] == [known.network, now.network]


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
