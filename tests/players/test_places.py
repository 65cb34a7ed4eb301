"""Games of a training in which a lot says which deck lies at which seat, and examinations that play every layout."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dhstats.cli.players.train import Lessons, _recipe
from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.players import recipes, roster, thinking, trained
from dhstats.players.learning import lessons, training
from dhstats.players.learning.learner import LESSON
from dhstats.players.match import Lineup, Match, line_up, records
from dhstats.players.recipes import FIXED, Recipe, recipe_table, standard
from dhstats.players.strength.examining import outcomes
from dhstats.questions.training import strength_words as player_words
from tests.players.pupils import DRAGON, DRAGONWOOD, HEART, shipped, unlikely

BUNDLE, THREE = DRAGON.bundle, DRAGON.rule_set("three")
SMALL = Recipe(games=90, rounds=3, batch=4, parts=4, places="drawn", version=2)
in_plain = pytest.mark.skipif(interpreted(), reason="games of self-play in plain Python take too long")


def drawn(players: int, deals: int, seed: int = 1) -> list[int]:
    """The layouts of the first deals of a training."""
    lesson = records(LESSON, 1)[0]
    lesson["seed"], lesson["players"], lesson["drawn"] = seed, players, 1
    found = []
    for number in range(deals):
        lesson["number"] = number
        found.append(lessons.layout_of(lesson))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_layout_is_as_likely(players: int) -> None:
    """Each deal has a draw of its own, by the seed of the training."""
    found = drawn(players, 2400)
    counts = Counter(found)
    assert set(counts) == set(range(players))
    assert unlikely([counts[layout] for layout in range(players)], [2400 / players] * players) > 0.001
    assert drawn(players, 50) == found[:50] != drawn(players, 50, seed=2)


def test_without_a_lot_the_first_layout_is_played() -> None:
    """And nothing is drawn."""
    lesson = records(LESSON, 1)[0]
    lesson["players"] = 3
    before = lesson.tobytes()
    assert lessons.layout_of(lesson) == 0
    assert lesson.tobytes() == before


@in_plain
def test_players_learn_at_the_layouts_that_were_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another player than at one layout, the same by equal recipes, and measured at every layout of fewer deals."""
    monkeypatch.setattr(training, "CARD_DEALS", 30)
    few = replace(BUNDLE, yardsticks=("greedy", "killer"))
    recipe = SMALL
    player, again, fixed = (
        training.train(few, THREE, each) for each in (recipe, recipe, replace(recipe, places=FIXED))
    )
    assert player.to_json() == again.to_json()
    assert player.network != fixed.network
    assert [line.blocks for line in fixed.card] == [30, 30]
    assert [line.blocks for line in player.card] == [10, 10]
    me = trained.as_strategy(BUNDLE, player, "me", "test", "")
    lineup = line_up(BUNDLE, THREE, [me, BUNDLE.find_strategy("killer")])
    assert training.examine(lineup, "me", "killer", 10, layouts=3) == player.card[1]
    assert "each with the decks at random seats" in player_words.learning(player)[1]
    assert "seats" not in player_words.learning(fixed)[1]
    assert "every seat of 10 deals, with every deck at every seat; intervals" in player_words.method(player)
    assert "every seat of 30 deals; intervals" in player_words.method(fixed)


def scripts() -> Lineup:
    """Two scripts at a table for three."""
    return line_up(BUNDLE, THREE, [BUNDLE.find_strategy(name) for name in ("killer", "greedy")])


def test_examinations_play_every_layout_in_every_seat() -> None:
    """The first games of a deal are those of one layout alone; the others lay other decks at the same seats."""
    lineup, deals, seed = scripts(), range(3, 5), 11
    found = outcomes(lineup, "killer", "greedy", deals, seed, layouts=3)
    assert found.shape == (2, 9, 2)
    assert np.array_equal(found[:, :3], outcomes(lineup, "killer", "greedy", deals, seed))
    learning: Any = thinking.learning_of(BUNDLE.game)
    plain = getattr(learning.outcome, "py_func", learning.outcome)
    for game, (layout, turn) in enumerate((layout, turn) for layout in range(3) for turn in range(3)):
        plan = np.array([[layout, 0, *((place + turn) % 3 for place in range(3))]], np.int64)
        rows, _ = Match(lineup, ("killer", "greedy", "greedy")).play(plan, seed, 3, 2)
        ended = [plain(row[0], (3 - turn) % 3) for row in rows]
        assert found[:, game].tolist() == [list(map(float, each)) for each in ended]


def test_a_block_is_a_deal() -> None:
    """The standard error is over deals, each the mean of its games in all layouts."""
    lineup = scripts()
    told = training.examine(lineup, "killer", "greedy", 6, seed=4, layouts=3)
    shares = outcomes(lineup, "killer", "greedy", range(6), 4, layouts=3).mean(axis=1)[:, 0]
    assert told.blocks == 6
    assert told.score == round(float(shares.mean()), 6)
    assert told.error == round(float(shares.std(ddof=1) / 6**0.5), 6)


def test_places_that_there_are_not_are_refused() -> None:
    """A word must be one of two."""
    with pytest.raises(BadInput, match="places must be fixed or drawn, not 'some'"):
        training.checked(Recipe(places="some"))


def test_recipes_of_before_do_not_tell_it() -> None:
    """So their tables, their names in the store and their hashes are what they were."""
    assert "places" not in recipe_table(replace(SMALL, places=FIXED))
    assert recipe_table(SMALL)["places"] == "drawn"
    for school in (HEART, DRAGONWOOD):
        assert standard(school.bundle.game).places == FIXED
    usual = standard(BUNDLE.game)
    assert usual.places == "drawn"
    assert recipes.with_all_decks(usual) == replace(usual, decks="all", places=FIXED)


@pytest.mark.parametrize(("every", "places"), [(False, "drawn"), (True, FIXED)])
def test_train_draws_places_as_the_expert_does(every: bool, places: str) -> None:
    """With the decks of the rules; with all decks each deck is at every seat by another lot."""
    assert _recipe(BUNDLE, THREE, Lessons(all_decks=every)).places == places


def test_who_goes_on_learns_the_decks_of_the_rules() -> None:
    """At every seat, though the origin learnt all decks in one layout."""
    origin = trained.read(BUNDLE.game.home.parent / "trained" / "all_decks.json", BUNDLE)
    assert (origin.recipe.decks, origin.recipe.places) == ("all", FIXED)
    recipe = _recipe(BUNDLE, THREE, Lessons(), origin)
    assert (recipe.decks, recipe.places, recipe.lots) == ("own", "drawn", "")


@pytest.mark.parametrize("name", ["three", "four", "teams"])
def test_experts_of_larger_tables_come_along(name: str) -> None:
    """They went on from another player, with places by lot, and were measured at every layout."""
    rules, players = BUNDLE.rule_files.load(name), {"three": 3, "four": 4, "teams": 4}[name]
    path = shipped(BUNDLE, rules)
    assert path is not None
    assert path.stem == name
    player = trained.read(path, BUNDLE)
    assert (player.rules_hash, player.kin, player.recipe.places) == (rules.hash, "", "drawn")
    assert len(player.recipe.origin) == 64
    assert {line.blocks for line in player.card} == {-(-5000 // players)}
    assert not player.lost(1 / players)
    assert roster.find(BUNDLE, rules, "expert").network == player.network
