"""Experts, rungs and searchers with the player of a file for an expert, and who comes along for a space of rules."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, DataProblem
from dhstats.games.space import parsed, space_of, within
from dhstats.players import pupils, recipes, roster, trained
from dhstats.players.learning import trainees
from dhstats.players.pupils import Pupil
from dhstats.players.roster import LADDER
from dhstats.players.trained import Trained
from dhstats.questions.goals.goal import read
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.plans.experiment import Experiment, from_file
from dhstats.simulate.replays import replay
from dhstats.simulate.running.runner import simulate
from tests.players.pupils import DRAGONWOOD, FFG, HEART

BUNDLE = HEART.bundle
POINTS = "great_dragon.points"
KOSMOS = BUNDLE.rule_files.load("kosmos")


def shipped(rules: Any = FFG) -> Trained:
    """Whom `expert` means."""
    found = pupils.known(Pupil(BUNDLE, rules, recipes.standard(BUNDLE.game)))
    assert found is not None
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A copy of that player."""
    path = tmp_path / "own.json"
    trained.write(shipped(), path)
    return path


def told(strategy: Strategy) -> Any:
    """All that a strategy plays by."""
    return strategy.hash, strategy.weights, strategy.version, strategy.network


@pytest.mark.parametrize("head", ["expert", "search:20", *(f"skill:{rung}" for rung in range(len(LADDER)))])
def test_who_has_a_file_for_an_expert_plays_as_with_the_expert_of_the_file(head: str, file: Path) -> None:
    """The file holds the expert of these rules, so all are who they would be without it, but for their name."""
    plain, found = (roster.find(BUNDLE, FFG, name) for name in (head, f"{head}@{file}"))
    assert told(found) == told(plain)
    assert found.name == f"{head}@{file}"
    assert roster.taught(found.name)


def test_the_player_is_that_of_the_file_under_any_rules(file: Path) -> None:
    """Not the expert of the rules that are played; the words say so."""
    for head in ("expert", "skill:5", "skill:9", "search:20"):
        here, there = (roster.find(BUNDLE, KOSMOS, name) for name in (f"{head}@{file}", head))
        assert here.network == shipped().network != there.network
    assert f"here under rules {KOSMOS.name}" in roster.find(BUNDLE, KOSMOS, f"expert@{file}").idea
    assert roster.find(BUNDLE, FFG, f"skill:0@{file}").network == b""


def test_how_one_plays_is_how_often_they_move_at_random(file: Path) -> None:
    """The fifth rung errs as the fifth rung does."""
    found = {rung: dict(roster.find(BUNDLE, FFG, f"skill:{rung}@{file}").weights) for rung in (1, 5, 9)}
    noise = [found[rung]["noise"] for rung in (1, 5, 9)]
    assert noise[0] > noise[1] > noise[2] == 0.0
    assert noise[1] / noise[0] == pytest.approx(LADDER[5].noise / LADDER[1].noise, rel=1e-3)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("expert-1@{}", "'expert-1@.*': is no longer shipped since dhstats 0.2.0; use expert@"),
        ("expert:no_ships@{}", "the file says how its player has learnt; write expert@"),
        ("skill:11@{}", "the rungs are skill:0 to skill:10"),
        ("skill:@{}", "the rungs are skill:0 to skill:10"),
        ("search:0@{}", "from 1 to 1,000,000"),
        ("search:many@{}", "from 1 to 1,000,000"),
        ("expert@{}.json", "cannot be read"),
        ("skill:5@nobody.json", "cannot be read"),
        ("search:20@nobody.json", "cannot be read"),
    ],
)
def test_what_a_file_cannot_be_is_refused(text: str, reason: str, file: Path) -> None:
    """Each with what is allowed."""
    with pytest.raises(BadInput, match=reason):
        roster.find(BUNDLE, FFG, text.format(file))


def test_a_damaged_file_and_one_of_another_game_are_refused(file: Path) -> None:
    """By its name, whoever plays with it."""
    table = json.loads(file.read_text("utf-8"))
    for change in ({"network_sha256": "0" * 64}, {"game": "dragonwood"}):
        file.write_text(json.dumps({**table, **change}), encoding="utf-8")
        for head in ("expert", "skill:5", "search:20"):
            with pytest.raises(BadInput, match=r"own\.json: "):
                roster.find(BUNDLE, FFG, f"{head}@{file}")


@pytest.mark.skipif(interpreted(), reason="hundreds of decisions of a network in plain Python take too long")
def test_a_run_with_players_of_files_is_replayed_and_verified(file: Path, tmp_path: Path) -> None:
    """The games are those of the same players by their own names; another player in the file is noticed."""
    names = (f"expert@{file}", f"skill:5@{file}")
    plan = Experiment("x", strategies=names, games=40, seed=2, moves="none")
    run = simulate(plan, tmp_path / "run", workers=1)
    assert verify(run.folder, sample=40).games_played_again == 40
    assert replay(run, 3).turns
    other = simulate(replace(plan, strategies=("expert", "skill:5")), tmp_path / "other", workers=1)
    ends = [
        pl.read_parquet(each.folder / "games" / "*.parquet").select("deal_id", "turns", "winner")
        for each in (run, other)
    ]
    assert ends[0].equals(ends[1])
    trained.write(shipped(KOSMOS), file)
    with pytest.raises(DataProblem, match="has changed since the run was played"):
        replay(run, 3)


def test_a_file_is_meant_from_where_it_is_named(file: Path) -> None:
    """In an experiment and in a goals file, behind expert@ and the like too; rules behind it are files as well."""
    heads = ("expert", "skill:5", "search:20")
    plan = file.with_name("plan.toml")
    for name in ("own.json", str(file)):
        names = [name, *(f"{head}@{name}" for head in heads)]
        plan.write_text(f"strategies = {json.dumps(names)}\n", encoding="utf-8")
        assert from_file(plan).strategies == (str(file), *(f"{head}@{file}" for head in heads))
    plan.write_text('strategies = ["expert@own.toml", "expert@kosmos", "./a@b.json"]\n', encoding="utf-8")
    assert from_file(plan).strategies == (
        f"expert@{file.parent / 'own.toml'}", "expert@kosmos", str(file.parent / "a@b.json"),
    )  # fmt: skip
    plan.write_text('players = "skill:5@own.json"\n[goals]\nturns = "40 to 50"\n', encoding="utf-8")
    assert read(plan).player == f"skill:5@{file}"


# ---- Players of spaces --------------------------------------------------------------------------------------------


def _learnt() -> Any:
    """The space of the player who comes along, and their file."""
    (path,) = sorted((BUNDLE.game.home.parent / "trained" / "spaces").glob("*.json"))
    player = trained.read(path, BUNDLE)
    return path, parsed(BUNDLE.rule_files.load(player.rules_name), player.recipe.space)


def test_who_comes_along_knows_every_smaller_space() -> None:
    """The whole of it, a few of its keys, numbers between its levels, another base within it."""
    path, whole = _learnt()
    levels = dict(whole.levels)
    assert pupils.of_space(BUNDLE, whole) == path
    for each in (
        space_of(FFG, {POINTS: [4, 9]}),
        space_of(FFG, {POINTS: [5], "great_dragon.theft": ["always_one"], "hand.size": [4]}),
        space_of(BUNDLE.rule_files.load("ffg", [f"{POINTS}=9", "hand.size=4"]), {POINTS: [0]}),
        space_of(BUNDLE.rule_files.load("ffg", ["source.title=mine"]), {POINTS: [0]}),
    ):
        assert within(each, whole)
        assert pupils.of_space(BUNDLE, each) == path
    assert not within(whole, space_of(FFG, {POINTS: [4, 9]}))
    ends = space_of(FFG, {POINTS: [min(levels[POINTS]), max(levels[POINTS])]})
    assert pupils.of_space(BUNDLE, ends) == path


def test_a_specialist_goes_on_under_the_rules_in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From who comes along, once for all rules alike; fixed with @, they go on under those rules wherever they play."""
    path, _ = _learnt()
    usual = recipes.going_on
    monkeypatch.setattr(recipes, "going_on", lambda *origin: replace(usual(*origin, 60), rounds=3))
    monkeypatch.setattr(pupils, "cache_root", lambda: tmp_path)
    tweak = BUNDLE.rule_files.load("ffg", [f"{POINTS}=9"])
    with pytest.raises(BadInput, match="'specialist': nobody is trained for rules ffg"):
        roster.find(BUNDLE, tweak, roster.SPECIALIST)
    found = trainees.find(BUNDLE, tweak, roster.SPECIALIST)
    origin = trained.read(path, BUNDLE)
    recipe = recipes.going_on(origin.recipe, origin.checksum)
    warmed = trainees.trained_player(Pupil(BUNDLE, tweak, recipe, origin=origin))
    assert found.network == warmed.network != origin.network
    other = trainees.find(BUNDLE, FFG, f"{roster.SPECIALIST}@ffg")
    assert roster.find(BUNDLE, tweak, f"{roster.SPECIALIST}@ffg").network == other.network != found.network
    assert roster.taught(roster.SPECIALIST)
    assert not roster.taught(roster.GENERALIST)
    outside = BUNDLE.rule_files.load("ffg", ["spaces.troll.slots=2"])
    with pytest.raises(BadInput, match="strategy 'specialist': no player has learnt rules ffg"):
        roster.find(BUNDLE, outside, roster.SPECIALIST)
    with pytest.raises(BadInput, match="players of dragonwood learn one rule set each; use expert"):
        roster.find(DRAGONWOOD.bundle, DRAGONWOOD.bundle.rule_files.load("two"), roster.SPECIALIST)


def test_nobody_comes_along_for_what_was_not_learnt() -> None:
    """A key that was never changed, a number outside, a word that was never met, a base that lies elsewhere."""
    _, whole = _learnt()
    most = max(dict(whole.levels)[POINTS])
    unknown = next(key for key in ("spaces.troll.slots", "spaces.sorceress.slots") if key not in whole.keys)
    for each in (
        space_of(FFG, {unknown: [1]}),
        space_of(FFG, {POINTS: [4, most + 1]}),
        space_of(FFG, {POINTS: [4], unknown: [2]}),
        space_of(BUNDLE.rule_files.load("ffg", [f"{unknown}=2"]), {POINTS: [4]}),
        space_of(BUNDLE.rule_files.load("ffg", [f"{POINTS}={most + 1}"]), {POINTS: [4]}),
        space_of(BUNDLE.rule_files.load("ffg", ["cards.dwarf.values=[1,1]"]), {POINTS: [4]}),
        space_of(FFG, {"spaces.sorceress.takes": [["treasure_chest"]]}),
    ):
        assert not within(each, whole)
        assert pupils.of_space(BUNDLE, each) is None
    wood = DRAGONWOOD.bundle
    two = wood.rule_files.load("two")
    assert pupils.of_space(wood, space_of(two, {"hand.size": [4, 6]})) is None


def test_numbers_between_two_levels_count_and_words_do_not() -> None:
    """A number is within from the least to the greatest; switches and words are only themselves."""
    large = space_of(FFG, {POINTS: [0, 9], "great_dragon.holder": ["first"]})
    assert within(space_of(FFG, {POINTS: [7]}), large)
    assert within(space_of(FFG, {POINTS: [0, 9]}), large)
    assert not within(space_of(FFG, {POINTS: [10]}), large)
    assert not within(space_of(FFG, {"great_dragon.holder": ["second"]}), large)
    assert not within(space_of(FFG, {"great_dragon.breaks_ties": [False]}), large)


def test_a_space_of_the_player_who_comes_along_trains_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the recipe says."""
    monkeypatch.setattr(trainees.training, "train", lambda *_, **__: pytest.fail("a player is trained"))
    path, _ = _learnt()
    found = trainees.player_of_space(BUNDLE, space_of(FFG, {POINTS: [4, 9]}), recipes.USUAL)
    assert found == trained.read(path, BUNDLE)
