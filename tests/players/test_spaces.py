"""Players who learn a whole space of rules, and who go on from there under one rule set."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.games.space import Space, space_of
from dhstats.players import pupils, recipes, roster, trained
from dhstats.players.learning import curriculum, trainees, training
from dhstats.players.match import line_up
from dhstats.players.pupils import Pupil
from dhstats.players.recipes import Recipe
from dhstats.players.thinking import learning_of
from dhstats.players.trained import Trained, as_strategy
from dhstats.questions.training import strength_words as player_words
from tests.players.pupils import DRAGON, DRAGONWOOD, FFG, HEART, SMALL

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of games of self-play in plain Python take too long")

BUNDLE = HEART.bundle
POINTS = "great_dragon.points"
SPACE = space_of(FFG, {POINTS: [0, 9], "end.ship_stacks": [2], "hand.size": [4, 6]})


@pytest.fixture(autouse=True)
def few_rule_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short training meets few rule sets."""
    monkeypatch.setattr(curriculum, "DRAWN", 60)


def recipe(space: Space = SPACE, games: int = 200) -> Recipe:
    """A short training over a space."""
    return replace(trainees.space_recipe(BUNDLE, space, games, 3), rounds=4)


def warmed(games: int = recipes.WARM_GAMES) -> Recipe:
    """A training that goes on from that player."""
    return recipes.going_on(pupil().recipe, pupil().checksum, games)


@cache
def pupil() -> Trained:
    """A player who has learnt from few games of the space."""
    return training.train(BUNDLE, FFG, recipe())


def test_every_game_is_under_rules_of_the_space() -> None:
    """The records are those of rule sets that the space draws by the recipe's seed, every level among them."""
    rows = curriculum.rules_of_lessons(BUNDLE, FFG, recipe())
    drawn = SPACE.draw(60, 3, near=True)
    assert len(rows) == 60
    for row, rules in zip(rows, drawn, strict=True):
        assert row == rules.record()
    for field, levels in (("figure_points", {0, 3, 9}), ("ship_stacks", {2, 3}), ("hand_size", {4, 5, 6})):
        assert {*rows[field].tolist()} == levels


def test_equal_spaces_and_seeds_give_equal_players() -> None:
    """However the space is written; another space gives another player."""
    turned = space_of(FFG, {"hand.size": (6, 5, 4), POINTS: (9, 0), "end.ship_stacks": (2,)})
    assert training.train(BUNDLE, FFG, recipe(turned)).to_json() == pupil().to_json()
    other = training.train(BUNDLE, FFG, recipe(space_of(FFG, {POINTS: [0, 9]})))
    assert other.network != pupil().network


def test_the_file_says_which_space(tmp_path: Path) -> None:
    """It is read back as it was, and its recipe makes the player again; they play under any rules."""
    path = tmp_path / "space.json"
    trained.write(pupil(), path)
    found = trained.read(path, BUNDLE)
    assert found == pupil()
    assert found.facts()["recipe"]["space"] == SPACE.text
    assert training.train(BUNDLE, FFG, found.recipe) == found
    rules = SPACE.rule_set({POINTS: 9})
    strategy = roster.find(BUNDLE, rules, str(path))
    assert "and all that differ from them in a space of 3 keys, here under rules" in strategy.idea
    assert player_words.learning(found)[0].endswith(
        ", each game with random levels of end.ship_stacks, great_dragon.points, hand.size"
    )
    for wrong in ("[]", "x"):
        path.write_text(replace(found, recipe=replace(found.recipe, space=wrong)).to_json(), encoding="utf-8")
        with pytest.raises(BadInput, match="is not a whole player file"):
            trained.read(path, BUNDLE)
    lineup = line_up(BUNDLE, rules, [strategy, BUNDLE.find_strategy("random")])
    assert training.examine(lineup, "space", "random", 100).score > 0.7


def test_what_other_players_are_stays_as_it_was() -> None:
    """`expert` is of version 3 still; files of players of one rule set name no space."""
    assert learning_of(BUNDLE.game).version == recipes.standard(BUNDLE.game).version == 3
    assert {"space", "origin"}.isdisjoint(HEART.novice().facts()["recipe"])


def test_the_rules_change_what_they_think() -> None:
    """Of the same table, were the figure worth more: the numbers of the rules reach the network."""
    weights = np.frombuffer(pupil().network, "<f4")
    begun = np.frombuffer(training.first_network(3, learning_of(BUNDLE.game, 4)), "<f4")
    units = learning_of(BUNDLE.game, 4).units
    changed = np.abs(weights[: len(begun)] - begun)[: 12 * units].reshape(12, units).max(axis=1) > 1e-4
    assert changed.nonzero()[0].tolist() == [0, 1, 3, 7]  # hand, points, cards more than others, stacks


def test_a_warm_start_goes_on_from_the_player_of_the_space() -> None:
    """The same from the same origin, another than from nothing or from another origin; it says from whom."""
    rules = SPACE.rule_set({POINTS: 9})
    warm = replace(warmed(60), rounds=3)
    found = training.train(BUNDLE, rules, warm, origin=pupil())
    assert found == training.train(BUNDLE, rules, warm, origin=pupil())
    assert (found.rules_hash, found.recipe.space, found.recipe.origin) == (rules.hash, "", pupil().checksum)
    assert [point.games for point in found.curve] == [60]
    step = np.abs(np.frombuffer(found.network, "<f4") - np.frombuffer(pupil().network, "<f4"))
    assert 0 < step.max() < 0.05
    nothing = training.train(BUNDLE, rules, replace(warm, origin=""))
    assert nothing.network != found.network


def test_few_games_after_an_origin_are_examined_briefly() -> None:
    """Who goes on for as many games as others learn from has a whole learning curve."""
    recipes = [
        Recipe(games=training.BRIEF - 1, origin="00"),
        Recipe(games=training.BRIEF, origin="00"),
        Recipe(games=9),
    ]
    assert [training.brief(each) for each in recipes] == [True, False, False]


def test_an_origin_that_the_recipe_does_not_name_is_refused() -> None:
    """None at all, another player, one of another version."""
    warm = warmed(60)
    for wrong, origin in ((warm, None), (replace(warm, origin="00"), pupil()), (replace(warm, version=3), pupil()),
                          (replace(warm, origin=""), pupil())):  # fmt: skip
        with pytest.raises(BadInput, match="the player to start from is not the origin in the recipe"):
            training.train(BUNDLE, FFG, wrong, origin=origin)


def test_players_of_spaces_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By space, recipe and origin: who was trained once is read the next time."""
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path))
    made: list[Any] = []

    def train(*told: Any, **_: Any) -> Trained:
        made.append(told[2])
        return replace(pupil(), recipe=told[2], rules_hash=told[1].hash)

    monkeypatch.setattr(training, "train", train)
    monkeypatch.setattr(pupils, "of_space", lambda *_: None)  # nobody comes along
    other, warm = recipe(space_of(FFG, {POINTS: [0]})), warmed()
    for _ in range(2):
        assert trainees.player_of_space(BUNDLE, SPACE, recipe()).recipe == recipe()
        assert trainees.player_of_space(BUNDLE, SPACE, other).recipe == other
        going_on = Pupil(BUNDLE, SPACE.rule_set({POINTS: 9}), warm, origin=pupil())
        assert trainees.trained_player(going_on).recipe == warm
    assert made == [recipe(), other, warm]


@pytest.mark.parametrize("school", [DRAGONWOOD, DRAGON])
def test_games_whose_players_take_in_no_rules_refuse(school: Any) -> None:
    """In a line, whoever asks."""
    rules = school.rule_set()
    told = f"players of {school.bundle.game.name} do not take in the numbers of its rules"
    with pytest.raises(BadInput, match=told):
        trainees.space_recipe(school.bundle, SPACE)
    with pytest.raises(BadInput, match=told):
        training.train(school.bundle, rules, replace(SMALL, space=SPACE.text, version=school.learning.version))


def test_impossible_spaces_are_refused() -> None:
    """By players of earlier versions, with all decks, or with a text that is none."""
    for wrong, told in (
        (replace(recipe(), version=3), "learnt by players of version 4"),
        (replace(recipe(), decks="all"), "with decks of their own"),
        (replace(recipe(), space="x"), "must be a table of keys"),
    ):
        with pytest.raises(BadInput, match=told):
            training.train(BUNDLE, FFG, wrong)


def test_as_many_play_under_all_rules_of_a_space(monkeypatch: pytest.MonkeyPatch) -> None:
    """A space in which the number of players changes is no training."""
    two = replace(BUNDLE)
    monkeypatch.setattr(type(two), "players", lambda _, record: int(record["hand_size"]))
    with pytest.raises(BadInput, match="must have the same number of players"):
        curriculum.rules_of_lessons(two, FFG, recipe())


def test_a_player_of_a_space_as_a_strategy_has_their_own_version() -> None:
    """So another process finds the code that plays again."""
    assert as_strategy(BUNDLE, pupil(), "space", "test", "").version == 4
