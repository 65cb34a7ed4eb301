"""Players who learn with all decks of a pack: which games they learn from, and for which rule sets they are."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from scipy.stats import chisquare

from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.games.dragon.files import decks
from dhstats.players import roster, trained
from dhstats.players.learning import curriculum, learner, lessons, training
from dhstats.players.match import line_up, records
from dhstats.players.recipes import Recipe
from dhstats.questions.decks.table import Table
from dhstats.questions.training import strength_words as player_words
from dhstats.simulate.plans.experiment import Experiment
from tests.players.pupils import DRAGON, HEART, shipped

BUNDLE = DRAGON.bundle
STANDARD = BUNDLE.rule_files.load("standard")
PAIR = ('decks.first="mixed"', 'decks.second="control"')
SMALL = Recipe(seed=3, games=90, rounds=3, version=2)


def drawn(seed: int, deals: int) -> list[Any]:
    """The number of the rule set that each deal is played by, of 36."""
    lesson = records(learner.LESSON, 1)[0]
    table = SimpleNamespace(seen=SimpleNamespace(rules=-1))
    taught: Any = SimpleNamespace(lesson=lesson, rules=range(36))
    numbers = []
    for number in range(deals):
        lesson["seed"], lesson["number"] = seed, number
        lessons.lay_rules(table, taught)
        numbers.append(table.seen.rules)
    return numbers


def test_every_deal_has_decks_of_its_own() -> None:
    """By its number and the seed alone, each of 36 pairs equally often (false alarms: one in a million)."""
    numbers = drawn(7, 3_600)
    counts = Counter(numbers)
    assert chisquare([counts[pair] for pair in range(36)]).pvalue > 1e-6
    assert numbers == drawn(7, 3_600)
    assert numbers != drawn(8, 3_600)
    pairs = [7 * one + other for one, other in zip(numbers[::2], numbers[1::2], strict=True)]  # seats take turns
    assert len(set(pairs)) > 200


@pytest.mark.long("a training by lots of decks; who learns with all decks is known below")
def test_some_decks_are_played_more_often() -> None:
    """Those with several lots, in this order of seats alone; none where the recipe says nothing."""
    usual = replace(SMALL, decks="all")
    more = replace(usual, lots='{"exhaust,exhaust": 9, "ambush,kill": 3}')
    rows, plain = (curriculum.rules_of_lessons(BUNDLE, STANDARD, each) for each in (more, usual))
    assert (len(plain), len(rows)) == (36, 36 + 8 + 2)
    one, other = (
        [row.tobytes() for row in rows].count(
            STANDARD.files.restore(STANDARD.effective, "standard", way).record().tobytes()
        )
        for way in (('decks.first="ambush"', 'decks.second="kill"'), ('decks.first="kill"', 'decks.second="ambush"'))
    )
    assert (one, other) == (3, 1)
    assert {row.tobytes() for row in rows} == {row.tobytes() for row in plain}
    with pytest.raises(BadInput, match="lots are given to kill,dragon, no way to bring decks; "):
        curriculum.rules_of_lessons(BUNDLE, STANDARD, replace(usual, lots='{"kill,dragon": 2}'))
    with pytest.raises(BadInput, match="only the decks of the rules are learnt"):
        curriculum.rules_of_lessons(BUNDLE, STANDARD, replace(more, decks="own"))


@pytest.mark.parametrize(
    "lots", ["[]", "9", "{kill", '{"kill,kill": 0}', '{"kill,kill": 2.0}', '{"kill,kill": true}', '{"kill,kill": 101}']
)
def test_lots_that_are_none_are_refused_with_the_file(tmp_path: Path, lots: str) -> None:
    """Where a player's file is read."""
    player = trained.read(BUNDLE.game.home.parent / "trained" / "standard.json", BUNDLE)
    trained.write(replace(player, recipe=replace(player.recipe, lots=lots)), tmp_path / "odd.json")
    with pytest.raises(
        BadInput, match=r"recipe\.lots (is not a table of numbers|has a number that is not from 1 to 100)"
    ):
        trained.read(tmp_path / "odd.json", BUNDLE)


def test_decks_that_were_played_more_often_are_named() -> None:
    """Where it is said how a player learnt."""
    told = player_words.learning(trained.read(BUNDLE.game.home.parent / "trained" / "all_decks.json", BUNDLE))[1]
    assert "exhaust–exhaust, ambush–kill, kill–ambush, banish–exhaust and exhaust–banish more often than others" in told


def test_one_rule_set_stays_on_the_table() -> None:
    """Nothing is drawn where there is nothing to choose."""
    table: Any = SimpleNamespace(seen=SimpleNamespace(rules="mine"))
    lessons.lay_rules(table, SimpleNamespace(lesson=None, rules=["other"]))
    assert table.seen.rules == "mine"


def test_all_ways_to_bring_decks() -> None:
    """Two players have 36, each once; four have too many, of which 216 are drawn by the seed."""
    effective, names = STANDARD.effective, list(STANDARD.effective["pack"]["decks"])
    ways = decks.combinations(effective, 2, 1)
    assert ways == [(f'decks.first="{one}"', f'decks.second="{other}"') for one in names for other in names]
    four = decks.combinations(effective, 4, 1)
    assert len(set(four)) == len(four) == decks.MOST_COMBINATIONS
    assert four == decks.combinations(effective, 4, 1) != decks.combinations(effective, 4, 2)
    assert {setting.split("=")[1].strip('"') for way in four for setting in way} == set(names)


def test_kin_differ_in_decks_alone() -> None:
    """Other decks, swapped cards and blanks leave it as it is; any rule, card, dragon or number of players does not."""
    load, effective = BUNDLE.rule_files.load, STANDARD.effective
    blank = decks.blanked(effective, "kill", "claw_attack")
    swap = decks.swapped(effective, "kill", "claw_attack", "hooked_tail", 2)
    for settings in (PAIR, blank, swap, ("construction.copies=4",)):
        other = load("standard", settings)
        assert (other.kin == STANDARD.kin, other.hash == STANDARD.hash) == (True, False), settings
    changed = (
        "hand.size=6", "pack.actions.claw_attack.wounds=3", "pack.dragons.mirefang.levels.1.health=11", "pack=draft",
        "pack=balanced",
        'pack.actions.sleep={ types = ["turn"], facings = [{ dragon = "own", by = [1] }] }', "start.cards.first=1",
    )  # fmt: skip
    for setting in changed:
        assert load("standard", [setting]).kin != STANDARD.kin, setting
    assert len({load(name).kin for name in BUNDLE.rule_files.shipped()}) == 4
    heart = HEART.rule_set()
    assert heart.kin == heart.hash


def test_who_learns_with_all_decks_is_known_by_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """They say so in their file, learn otherwise than with the own decks, and the same by equal seeds."""
    if interpreted():
        pytest.skip("training in plain Python takes too long")
    monkeypatch.setattr(training, "CURVE_DEALS", 10)
    monkeypatch.setattr(training, "CARD_DEALS", 4)
    few = replace(BUNDLE, yardsticks=("greedy",))
    own, every, again = (training.train(few, STANDARD, replace(SMALL, decks=which)) for which in ("own", "all", "all"))
    assert every.to_json() == again.to_json()
    assert every.network != own.network
    assert every.facts()["kin"] == STANDARD.kin
    assert every.facts()["recipe"]["decks"] == "all"
    assert {"kin", "decks"}.isdisjoint({*own.facts(), *own.facts()["recipe"]})


def test_decks_that_cannot_be_drawn_are_refused() -> None:
    """A word that there is not, and a game without decks."""
    with pytest.raises(BadInput, match="decks must be own or all, not 'some'"):
        training.checked(Recipe(decks="some"))
    with pytest.raises(BadInput, match="dragonheart has no decks of the players' own"):
        training.train(HEART.bundle, HEART.rule_set(), replace(SMALL, decks="all", version=3))


def test_a_player_of_all_decks_is_at_hand_for_any(tmp_path: Path) -> None:
    """For every pair of decks and for changed decks; not for other rules or restrictions."""
    folder = tmp_path / "trained"
    folder.mkdir()
    bundle = replace(BUNDLE, game=replace(BUNDLE.game, home=tmp_path / "game.py"))
    facts = {"rules_hash": STANDARD.hash, "restriction": "", "recipe": {"decks": "all"}, "kin": STANDARD.kin}
    file = folder / "standard.json"
    file.write_text(json.dumps(facts), encoding="utf-8")
    load = BUNDLE.rule_files.load
    assert shipped(bundle, load("standard", PAIR)) == file
    assert shipped(bundle, load("standard", (*PAIR, "hand.size=6"))) is None
    assert shipped(bundle, load("standard", PAIR), "no_tops") is None
    exact = folder / "exact.json"
    exact.write_text(json.dumps({"rules_hash": STANDARD.hash, "restriction": "", "recipe": {}}), encoding="utf-8")
    assert shipped(bundle, STANDARD) == exact
    assert shipped(bundle, load("standard", PAIR)) == file


def test_the_shipped_player_of_all_decks_plays_any_pair() -> None:
    """Nobody is trained for pairs of decks or for a changed deck, and decks are asked about in their hands."""
    load, swap = BUNDLE.rule_files.load, decks.swapped(STANDARD.effective, "mixed", "hex_bolt", "unmaking", 1)
    found = {roster.find(BUNDLE, load("standard", settings), "expert").hash for settings in (PAIR, (*PAIR, *swap))}
    assert len(found) == 1
    assert found != {roster.find(BUNDLE, STANDARD, "expert").hash}  # there somebody learnt for exactly these decks
    with pytest.raises(BadInput, match="nobody is trained for rules standard"):
        roster.find(BUNDLE, load("standard", (*PAIR, "hand.size=6")), "expert")
    assert Table(Experiment("", "", "dragon", "standard")).usual_player == "expert"
    assert Table(Experiment("", "", "dragon", "standard", ("hand.size=6",))).usual_player == "controller"


def test_the_balanced_pack_has_a_player_of_its_own() -> None:
    """Who learnt with its cards plays any of its decks, those of `standard` too; nobody is trained."""
    load, pack = BUNDLE.rule_files.load, "pack=balanced"
    found = {roster.find(BUNDLE, load("standard", [pack, *more]), "expert").hash for more in ((), PAIR)}
    assert len(found) == 1
    assert found.isdisjoint({roster.find(BUNDLE, load("standard", more), "expert").hash for more in ((), PAIR)})
    assert Table(Experiment("", "", "dragon", "standard"), "balanced").usual_player == "expert"


def test_the_shipped_player_of_all_decks_beats_scripts_with_any() -> None:
    """Against the best script, in games of two pairs that no strength card is about."""
    if interpreted():
        pytest.skip("hundreds of games in plain Python take too long")
    for pair in (("ambush", "control"), ("exhaust", "mixed")):
        rules = BUNDLE.rule_files.load("standard", [f'decks.first="{pair[0]}"', f'decks.second="{pair[1]}"'])
        both = [roster.find(BUNDLE, rules, name) for name in ("expert", "controller")]
        strength = training.examine(line_up(BUNDLE, rules, both), "expert", "controller", 150)
        assert strength.score - 2 * strength.error > 0.5, pair
