"""Games of a training in which a lot says which deck lies at which seat, and examinations that play every layout."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.cli.players.train import Lessons, _recipe
from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.games.ruleset import RuleSet
from dhstats.players import recipes, roster, thinking, trained
from dhstats.players.learning import lessons, trainees, training
from dhstats.players.learning.learner import LESSON, first_network
from dhstats.players.match import Lineup, Match, line_up, records
from dhstats.players.recipes import APART, FIXED, FORMER, SHARED, Recipe, ever_usual, recipe_table, standard, undivided
from dhstats.players.roster import Pupil
from dhstats.players.strength.examining import outcomes
from dhstats.players.trained import Trained
from dhstats.questions.training import player_words
from dhstats.simulate.replays.rematch import find_again
from dhstats.storage import Player
from tests.players.pupils import DRAGON, DRAGONWOOD, HEART, unlikely

BUNDLE, THREE = DRAGON.bundle, DRAGON.rule_set("three")
SMALL = Recipe(games=90, rounds=3, batch=4, parts=4, places="drawn")
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
    recipe = replace(SMALL, version=2)
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
    assert "places" not in recipe_table(FORMER)
    assert recipe_table(SMALL)["places"] == "drawn"
    for school in (HEART, DRAGONWOOD):
        assert standard(school.bundle.game).places == FIXED
    assert [standard(BUNDLE.game, version).places for version in (0, 1, 2)] == ["drawn", FIXED, "drawn"]
    assert recipes.with_all_decks(standard(BUNDLE.game)) == replace(recipes.SECOND, decks="all", deals=APART)


def test_what_was_usual_before() -> None:
    """The latest first; a game that never changed anything has nothing but its recipe."""
    usual = standard(BUNDLE.game)
    shared = replace(usual, deals=SHARED)
    assert ever_usual(usual) == (usual, shared, recipes.SECOND, undivided(recipes.SECOND))
    heart = standard(HEART.bundle.game)
    shared = replace(heart, deals=SHARED)
    assert ever_usual(heart) == (heart, shared, undivided(shared))
    first = standard(BUNDLE.game, 1)
    assert ever_usual(first) == (first, replace(first, deals=SHARED))


@pytest.mark.parametrize("places", ["drawn", FIXED])
def test_recipes_of_before_mean_nobody_who_came_along_later(tmp_path: Path, places: str) -> None:
    """Who learnt with places by lot cannot have been the expert when places stayed; who learnt so can."""
    (tmp_path / "trained").mkdir()
    (tmp_path / "game.py").touch()
    bundle = replace(BUNDLE, game=replace(BUNDLE.game, home=tmp_path / "game.py"))
    rules, usual = DRAGON.rule_set("switches"), standard(BUNDLE.game)
    player = made(rules, replace(usual, origin="0" * 64, places=places), 1)
    trained.write(player, tmp_path / "trained" / "file.json")
    assert roster.trained_player(Pupil(bundle, rules, usual)) == player
    for recipe in ever_usual(usual)[1:]:
        if places == recipe.places or places == FIXED:
            assert roster.trained_player(Pupil(bundle, rules, recipe)) == player
        else:
            with pytest.raises(roster.Untrained):
                roster.trained_player(Pupil(bundle, rules, recipe))


def made(rules: RuleSet, recipe: Recipe, seed: int) -> Trained:
    """A player who has learnt nothing, by a recipe."""
    network = first_network(seed, thinking.learning_of(BUNDLE.game, recipe.version)).tobytes()
    return Trained("dragon", 1, rules.name, rules.hash, "", "", recipe, (), (), network)


@pytest.mark.parametrize("rules", ["switches", "three"])
@pytest.mark.parametrize("name", ["expert", "skill:5"])
def test_runs_of_before_are_played_again(
    rules: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With who was trained on first use as was usual then, whoever is the expert of these rules by now."""
    recipes = (*ever_usual(standard(BUNDLE.game)), FORMER)
    seeds = {recipe: 10 + number for number, recipe in enumerate(recipes)}
    seeds[standard(BUNDLE.game, 1)] = 20

    def train(_: Any, chosen: RuleSet, recipe: Recipe, *__: Any, **___: Any) -> Trained:
        return made(chosen, recipe, seeds.get(recipe, 21))

    monkeypatch.setattr(training, "train", train)
    monkeypatch.setenv("DHSTATS_CACHE", str(tmp_path))
    monkeypatch.setattr(trained, "_unwritten", {})
    asked = DRAGON.rule_set(rules)
    hashes = set()
    for recipe in recipes:
        known = trainees.find(BUNDLE, asked, name, recipe=recipe)
        player = Player(name, known.idea, known.source, known.hash, dict(known.weights))
        again = find_again(BUNDLE, asked, player)
        assert (again.hash, again.network) == (known.hash, known.network)
        hashes.add(known.hash)
    come_along = {"switches": 0, "three": 1}[rules]  # for the usual recipe with shared deals as for that with its own
    assert len(hashes) == len(recipes) - come_along


@pytest.mark.parametrize(("every", "places"), [(False, "drawn"), (True, FIXED)])
def test_train_draws_places_as_the_expert_does(every: bool, places: str) -> None:
    """With the decks of the rules; with all decks each deck is at every seat by another lot."""
    assert _recipe(BUNDLE, THREE, Lessons(all_decks=every)).places == places


def test_who_goes_on_learns_the_decks_of_the_rules() -> None:
    """At every seat, though the origin learnt all decks in one layout; a player of the first version goes on as before."""
    folder = BUNDLE.game.home.parent / "trained"
    for name, learnt, places in (("all_decks", "all", "drawn"), ("standard", "own", FIXED)):
        origin = trained.read(folder / f"{name}.json", BUNDLE)
        assert (origin.recipe.decks, origin.recipe.places) == (learnt, FIXED)
        recipe = _recipe(BUNDLE, THREE, Lessons(), origin)
        assert (recipe.decks, recipe.places, recipe.lots) == ("own", places, "")


@pytest.mark.parametrize(
    ("name", "before"),
    [("three", "predecessors/all_decks-2"), ("four", "three-2"), ("teams", "predecessors/all_decks-2")],
)
def test_experts_of_larger_tables_come_along(name: str, before: str) -> None:
    """They went on from who came along then, with places by lot, and were measured at every layout."""
    rules, players = BUNDLE.rule_files.load(name), {"three": 3, "four": 4, "teams": 4}[name]
    path = trained.shipped(BUNDLE, rules, "", 2)
    assert path is not None
    assert path.stem == f"{name}-2"
    player = trained.read(path, BUNDLE)
    origin = trained.read(path.parent / f"{before}.json", BUNDLE)
    assert (player.rules_hash, player.kin, player.recipe.places) == (rules.hash, "", "drawn")
    assert player.recipe.origin == origin.checksum
    assert {line.blocks for line in player.card} == {-(-5000 // players)}
    assert not player.lost(1 / players)
    assert roster.find(BUNDLE, rules, "expert").network == player.network
    with pytest.raises(roster.Untrained):
        roster.find(BUNDLE, rules, "expert-1")
