"""Rule sets: what ships, what each key does, how files and settings build on each other."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from dhstats.games.dragonheart.files.rulesets import RULE_FILES, load, restore
from dhstats.games.dragonheart.files.schema import DECKS, cards_in, profile
from dhstats.games.dragonheart.table import PICTURES
from dhstats.games.ruleset import Difference
from dhstats.release import VERSION
from tests.games.dragonheart.rule_files import BOARD, bytes_of, valid_rules


def saved(folder: Path, text: str, name: str = "own.toml") -> Path:
    """A rule file with this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_both_editions_are_shipped() -> None:
    """The English and the Kosmos rules come along, and nothing in them calls for a warning."""
    assert RULE_FILES.shipped() == ["ffg", "kosmos"]
    assert [load(name).warnings for name in RULE_FILES.shipped()] == [(), ()]


def test_the_board_is_that_of_the_rulebook() -> None:
    """Outlines, arrows and the way of a space's own cards."""
    spaces = load("ffg").effective["spaces"]
    assert {name: (space["slots"], space["takes"], space["then"]) for name, space in spaces.items()} == BOARD


def test_kosmos_differs_in_two_rules() -> None:
    """The claim of the figure and the end by the deck."""
    ffg, kosmos = load("ffg"), load("kosmos")
    assert RULE_FILES.diff(ffg, kosmos) == [
        Difference("great_dragon.claim", "needs_card", "any"),
        Difference("end.deck_end", "cannot_draw", "after_last_card"),
    ]
    assert kosmos.changed == ("great_dragon.claim", "end.deck_end")
    assert (ffg.base, kosmos.base, kosmos.name) == ("ffg", "ffg", "kosmos")
    assert ffg.hash != kosmos.hash


@pytest.mark.parametrize(("name", "points"), [("bga", 79), ("skula", 81)])
def test_a_deck_has_fifty_cards(name: str, points: int) -> None:
    """Both reconstructions have the rulebook's number of cards; what they are worth is known."""
    cards = cards_in(name)
    assert sum(len(values) for values in cards.values()) == 50
    assert sum(sum(values) for values in cards.values()) == points


def test_decks_tell_where_they_come_from() -> None:
    """A title, a note, and how sure each picture's cards are."""
    assert DECKS == ("bga", "skula")
    for deck in map(profile, DECKS):
        assert deck["source"]["title"]
        assert deck["source"]["note"]
        assert list(deck["source"]["confidence"]) == list(PICTURES)


def test_the_two_decks_differ_in_dwarfs_and_huntresses() -> None:
    """One dwarf of value 3 for one huntress of value 1."""
    assert RULE_FILES.diff(load("ffg"), load("ffg", ["deck=skula"])) == [
        Difference("deck", "bga", "skula"),
        Difference("cards.dwarf.values", [1] * 6 + [2] * 3 + [3], [1] * 6 + [2] * 3 + [3] * 2),
        Difference("cards.huntress.values", [1] * 4 + [2] * 2, [1] * 3 + [2] * 2),
    ]


# How values are written


@pytest.mark.parametrize("text", ["[2, 1, 1]", "{ 1 = 2, 2 = 1 }", '{ "2" = 1, 1 = 2, 9 = 0 }'])
def test_cards_are_listed_or_counted(text: str) -> None:
    """Either way they are kept as a sorted list."""
    assert load("ffg", [f"cards.dwarf.values={text}"]).effective["cards"]["dwarf"] == {"values": [1, 1, 2]}


@pytest.mark.parametrize("text", ["[ship, below_ship]", '["ship", "below_ship"]', "['ship',below_ship]"])
def test_words_need_no_quotation_marks_in_settings(text: str) -> None:
    """A shell eats them, also within a list."""
    assert load("ffg", [f"spaces.dwarf.takes={text}"]).effective["spaces"]["dwarf"]["takes"] == ["ship", "below_ship"]


def test_the_later_setting_of_a_key_counts() -> None:
    """As on any command line."""
    assert load("ffg", ["hand.size=4", " hand.size = 7 "]).effective["hand"]["size"] == 7


def test_own_cards_come_on_top_of_a_deck() -> None:
    """Picture by picture, wherever the deck is named among the settings."""
    rules = load("ffg", ["cards.dwarf.values=[1, 1]", "deck=skula"])
    assert rules.effective["cards"]["dwarf"]["values"] == [1, 1]
    assert rules.effective["cards"]["huntress"]["values"] == [1, 1, 1, 2, 2]
    assert rules.describe()[0] == "Each deck has 41 cards worth 65 points (profile skula, changed in dwarf)."


def test_a_file_extends_shipped_rules(tmp_path: Path) -> None:
    """It holds only what it changes, and takes settings on top."""
    path = saved(tmp_path, 'extends = "ffg"\ndeck = "skula"\n[great_dragon]\npoints = 4\n')
    rules = load(path, ["hand.size=6"])
    assert (rules.name, rules.base) == ("own", "ffg")
    assert rules.changed == ("deck", "cards.dwarf.values", "cards.huntress.values", "hand.size", "great_dragon.points")


def test_a_file_extends_a_file_beside_it(tmp_path: Path) -> None:
    """Paths are relative to the extending file; a deck of the upper file replaces the cards below."""
    text = load("ffg", ["cards.troll.values=[5]", "end.ship_stacks=2"]).to_toml()
    saved(tmp_path, text, "base.toml")
    rules = load(saved(tmp_path, 'extends = "base.toml"\ndeck = "bga"\n'))
    assert rules.base == "base"
    assert rules.changed == ("cards.troll.values",)
    assert rules.effective["end"]["ship_stacks"] == 2


def test_a_complete_file_may_list_all_cards_itself(tmp_path: Path) -> None:
    """Then it names no deck profile; the tables on its source may be left out as well."""
    lines = load("kosmos").to_toml().split("[source]")[0].replace('deck = "bga"\n', "")
    rules = load(saved(tmp_path, lines))
    assert rules.effective["deck"] == "custom"
    assert rules.hash == load("kosmos").hash
    assert (rules.base, rules.changed) == ("own", ())
    assert rules.effective["source"] == dict.fromkeys(("title", "edition", "language", "note"), "")


# Round trips


@pytest.mark.parametrize("name", ["ffg", "kosmos"])
def test_shipped_rules_survive_toml_and_json(tmp_path: Path, name: str) -> None:
    """Saved as a rule file or in a manifest and loaded again they are the same rules."""
    rules = load(name)
    again = load(saved(tmp_path, rules.to_toml()))
    assert (again.effective, again.hash) == (rules.effective, rules.hash)
    restored = restore(json.loads(json.dumps(rules.effective)), name)
    assert (restored.effective, restored.hash, restored.changed) == (rules.effective, rules.hash, ())


@settings(max_examples=60, deadline=None)
@given(valid_rules())
def test_random_rules_survive_toml(effective: dict[str, Any]) -> None:
    """The random rule sets of other tests are complete, settled and equal to their own text."""
    rules = restore(effective, "random")
    assert rules.effective == effective
    text = rules.to_toml()
    told = tomllib.loads(text)
    assert (told.pop("schema"), told.pop("written_by")) == (1, f"dhstats {VERSION}")
    again = restore(told, "again")
    assert (again.hash, again.effective, bytes_of(again)) == (rules.hash, effective, bytes_of(rules))
    assert again.to_toml() == text
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in rules.describe())


def test_text_survives_toml(tmp_path: Path) -> None:
    """Quotation marks, backslashes, line breaks and any script."""
    note = 'She said: "C:\\new"\nżółw 龍 🐉 <script>'
    rules = load("ffg", [f"source.note={json.dumps(note, ensure_ascii=False)}"])
    assert rules.effective["source"]["note"] == note
    assert load(saved(tmp_path, rules.to_toml())).effective == rules.effective


def test_the_order_of_arrows_counts() -> None:
    """Options are numbered by it, so other games follow; the order of cards does not count."""
    ffg = load("ffg")
    assert load("ffg", ["spaces.knight.takes=[troll, sorceress]"]).hash != ffg.hash
    assert load("ffg", ["cards.troll.values=[3, 2, 1]"]).hash == ffg.hash


# What is said of rules


def test_rules_are_told_in_sentences() -> None:
    """Deck, pictures, then every lever that does something."""
    said = load("kosmos", ["seats.second.points=1", "seats.first.first_turn_max_cards=2"]).describe()
    assert said[0] == "Each deck has 50 cards worth 79 points (profile bga)."
    assert (
        "Knight: 4 of value 1, 1 of value 2; a row of 2 that acts when it is full;"
        " takes sorceress or troll; its own cards go below the ship." in said
    )
    assert (
        "Treasure chest: 2 of value 1, 2 of value 2, 2 of value 3, 1 of value 4; a stack that acts at every"
        " play; takes nothing; its own cards stay." in said
    )
    assert "The Great Dragon figure is worth 3 points." in said
    assert "The second player is given 1 point before the game." in said
    assert "The first player plays at most 2 cards in the first turn." in said
    assert len(said) == 1 + len(PICTURES) + 11 + 3


def test_a_row_that_fills_up_for_ever_is_a_warning() -> None:
    """Its cards stay and no arrow empties it; an arrow from any space makes it sound."""
    rules = load("ffg", ["spaces.dwarf.takes=[]"])
    assert rules.warnings == (
        "spaces.dwarf: the row of 4 never empties, because its cards stay and no arrow leads to them;"
        " then no dwarf can be played.",
    )
    assert load("ffg", ["spaces.dwarf.takes=[]", "spaces.troll.takes=[dwarf]"]).warnings == ()


def test_stacks_out_of_reach_are_a_warning() -> None:
    """Twelve ships make four stacks of three."""
    assert load("ffg", ["end.ship_stacks=4"]).warnings == ()
    assert load("ffg", ["end.ship_stacks=5"]).warnings == (
        "end.ship_stacks: the cards make 4 stacks at most, not 5; only decks end a game.",
    )
