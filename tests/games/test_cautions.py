"""What changes of the rules were hardly meant to do is said, with the settings that were probably meant, in every game."""

import json
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.errors import ResourceFailure
from dhstats.games import catalogue
from dhstats.games.cautions import Caution, cautions, settings_of
from dhstats.games.ruleset import RuleSet
from dhstats.simulate.positions.deck_matches import DeckMatches


def rules_of(game: str, rules: str, *settings: str) -> RuleSet:
    """A rule set of a game."""
    return catalogue.load(game).rule_files.load(rules, settings)


def said_of(game: str, rules: str, *settings: str) -> tuple[Caution, ...]:
    """What is said of it."""
    return cautions(game, rules_of(game, rules, *settings))


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_of_shipped_rules_nothing_is_said(game: str) -> None:
    """They are what they were meant to be."""
    for name in catalogue.rules(game).shipped():
        assert said_of(game, name) == ()


# game, rules, what the user wrote, a part of what is said, what was probably meant
SLIPS: list[tuple[str, str, tuple[str, ...], str, tuple[str, ...]]] = [
    (
        "dragonheart", "ffg", ("hand.size=6",), "the figure loses its main power",
        ("hand.size=6", "seats.first.hand_size=6", "seats.second.hand_size=6", "great_dragon.hand_size=7"),
    ),
    (
        "dragonheart", "kosmos", ("hand.size=7", "great_dragon.hand_size=8"), "leaves seats.first.hand_size at 5",
        ("hand.size=7", "great_dragon.hand_size=8", "seats.first.hand_size=7", "seats.second.hand_size=7"),
    ),
    (
        "dragonheart", "ffg", ("hand.size=7",), "refills to 1 card fewer than the opponent: it is a handicap",
        ("hand.size=7", "seats.first.hand_size=7", "seats.second.hand_size=7", "great_dragon.hand_size=8"),
    ),
    (
        "dragonheart", "ffg", ("great_dragon.hand_size=3",), "2 cards fewer than the opponent: it is a handicap",
        ("great_dragon.hand_size=5",),
    ),
    ("dragonheart", "ffg", ("cards.sorceress.values=[]",), "cards on petrified_dragon are never taken", ()),
    ("dragonheart", "ffg", ("cards.treasure_chest.values=[]",), "there are no such cards, so their space never acts", ()),
    (
        "dragonheart", "ffg", ("spaces.troll.takes=[troll]",), "a player can score the cards at once after playing them there",
        ("spaces.troll.takes=[troll]", "spaces.troll.slots=4"),
    ),
    ("dragonheart", "ffg", ("spaces.ship.slots=13",), "the row is never full", ("spaces.ship.slots=12",)),
    (
        "dragonheart", "ffg", ("spaces.sorceress.takes=[treasure_chest]",),
        "the cards there are never taken, so nobody ever gets the figure", (),
    ),
    ("dragonwood", "two", ("hand.size=9",), "a player who reloads with an opening hand has to discard",
     ("hand.size=9", "hand.limit=10")),
    ("dragonwood", "two", ("hand.limit=5",), "leaves dice.max at 6", ("hand.limit=5", "dice.max=5")),
    ("dragonwood", "two", ("score.bonus=1",), "a tie for most creatures then earns at least as much",
     ("score.bonus=1", "score.tied_bonus=0")),
    ("dragonwood", "two", ("score.tied_bonus=4",), "leaves score.bonus at 3", ("score.tied_bonus=4", "score.bonus=5")),
    ("dragonwood", "two", ("setup.removed.three=4",), "is for three players, and these rules are for 2", ("setup.removed.two=4",)),
    ("dragonwood", "two", ("seats.fourth.hand_size=6",), "with 2 players there is no fourth seat",
     ("players=4", "seats.fourth.hand_size=6")),
    ("dragonwood", "two", ("spell.number=4",), "these rules have no dragon spells", ("spell.allowed=true", "spell.number=4")),
    ("dragonwood", "two", ("events.sunny_day.copies=0", "events.sunny_day.draws=3"), "no sunny_day in the deck",
     ("events.sunny_day.draws=3",)),
    ("dragonwood", "two", ("creatures.orange_dragon.copies=0",), "leaves score.ties at orange_dragon",
     ("creatures.orange_dragon.copies=0", "score.ties=blue_dragon")),
    ("dragonwood", "two", tuple(f"creatures.blue_dragon.{way}=90" for way in ("strike", "stomp", "scream")), "the game can then not end with the last dragon", ()),
    ("dragon", "standard", ("hand.size=9",), "a player with that many cards draws nothing",
     ("hand.size=9", "hand.limit=9")),
    ("dragon", "standard", ("start.cards.third=2",), "with 2 players there is no third seat",
     ("players=3", "start.cards.third=2")),
    ("dragon", "standard", ("attacks.front=5",), "allow only 3 attack cards per turn in all",
     ("attacks.front=5", "attacks.breath=2", "attacks.melee=2", "attacks.magic=2")),
    ("dragon", "standard", ("turn.draws=0",), "nobody can be exhausted there", ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "rules", "settings", "words", "meant"), SLIPS, ids=[f"{slip[0]} {' '.join(slip[2])}" for slip in SLIPS]
)
def test_a_slip_is_said_with_what_was_probably_meant(
    game: str, rules: str, settings: tuple[str, ...], words: str, meant: tuple[str, ...]
) -> None:
    """And of what was probably meant it is no longer said."""
    found = [each for each in said_of(game, rules, *settings) if words in each.says]
    assert [each.meant for each in found] == [meant]
    assert found[0].text().isprintable()
    assert not meant or words not in " ".join(each.says for each in said_of(game, rules, *meant))


@pytest.mark.parametrize(
    "settings",
    [
        ("great_dragon.hand_size=5",),
        ("great_dragon.hand_size=7",),
        ("seats.second.hand_size=6",),
        ("hand.size=6", "seats.first.hand_size=6", "seats.second.hand_size=6", "great_dragon.hand_size=7"),
        ("hand.size=6", "seats.first.hand_size=4", "seats.second.hand_size=6", "great_dragon.hand_size=9"),
    ],
)
def test_keys_that_were_set_by_themselves_are_meant(settings: tuple[str, ...]) -> None:
    """A figure without a larger hand, another opening hand, a hand that all keys follow or that each has its own."""
    assert said_of("dragonheart", "ffg", *settings) == ()


def test_a_rule_file_is_judged_as_settings_are(tmp_path: Path) -> None:
    """Also one that is complete, and the rules that a manifest keeps."""
    (tmp_path / "own.toml").write_text('extends = "ffg"\n[hand]\nsize = 6\n')
    named = rules_of("dragonheart", str(tmp_path / "own.toml"))
    kept: Any = catalogue.rules("dragonheart").restore(named.effective, "the run")
    (tmp_path / "whole.toml").write_text(kept.to_toml())
    for rules in (named, kept, rules_of("dragonheart", str(tmp_path / "whole.toml"))):
        assert [each.meant[0] for each in cautions("dragonheart", rules)] == ["hand.size=6"]


MEANT = "hand.size=6 seats.first.hand_size=6 seats.second.hand_size=6 great_dragon.hand_size=7"


def test_commands_warn_and_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All of rules check, simulate, compare and sweep say it on stderr, in JSON, on the page, and exit with 0."""
    options = " ".join(f"--set {each}" for each in MEANT.split())
    assert main(["rules", "check", "ffg", "--set", "hand.size=6"]) == 0
    assert f"Probably meant: {options}" in capsys.readouterr().out
    assert main(["rules", "check", "ffg", "--set", "hand.size=6", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["meant"] == [MEANT.split()]
    games, run = ["--strategies", "random", "--seed", "1"], tmp_path / "run"
    assert main(["simulate", *games, "--games", "40", "--set", "hand.size=6", "--out", str(run)]) == 0
    assert "warning: hand.size=6 leaves seats.first.hand_size at 5" in capsys.readouterr().err
    assert main(["report", str(run), "-o", str(tmp_path / "page.html"), "--json", str(tmp_path / "page.json")]) == 0
    assert json.loads((tmp_path / "page.json").read_text())["runs"][0]["cautions"][0]["meant"] == MEANT.split()
    assert "the figure loses its main power" in (tmp_path / "page.html").read_text()
    capsys.readouterr()
    few = [*games, "--deals", "20", "-o", str(tmp_path / "other.html"), "--json", "-"]
    assert main(["compare", "ffg", "hand.size=6", *few, "--out", str(tmp_path / "compared")]) == 0
    told = capsys.readouterr()
    assert f'Probably meant: "{MEANT}"' in told.err
    assert "the figure loses its main power" in json.loads(told.out)["runs"][0]["answers"][0]["caution"]
    assert main(["sweep", "ffg", "hand.size=5,6,7", *few, "--out", str(tmp_path / "swept")]) == 0
    told = capsys.readouterr()
    assert "warning: hand.size=6: hand.size=6 leaves" in told.err
    assert "warning: hand.size=5 is already the rule of ffg.\n" in told.err
    assert told.err.count("warning:") == 3
    assert "it is a handicap" in (tmp_path / "other.html").read_text()


DECKS = [
    ["decks", "kill", "mixed", "--deals", "30"],
    ["cards", "kill", "--against", "mixed", "--deals", "2", "--forks", "0"],
    ["improve", "kill", "--against", "mixed", "--deals", "500", "--swaps", "1", "--confirm", "2"],
]


@pytest.mark.parametrize("words", DECKS, ids=lambda words: words[0])
def test_commands_about_decks_warn_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """On stderr, although no game was played."""
    monkeypatch.setattr(DeckMatches, "scores", _no_game)
    rest = ["--strategies", "random", "--seed", "1", "--out", str(tmp_path / "run"), "-o", str(tmp_path / "page.html")]
    assert main([*words, *rest, "--set", "hand.size=9"]) == 4
    told = capsys.readouterr().err
    assert "warning: hand.size=9 leaves hand.limit at 7: a player with that many cards draws nothing." in told
    assert "Probably meant: --set hand.size=9 --set hand.limit=9" in told


def test_an_audit_of_a_rule_file_warns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything is played, too."""
    monkeypatch.setattr("dhstats.questions.tweaks.audit.play", _no_game)
    (tmp_path / "six.toml").write_text('extends = "ffg"\n[hand]\nsize = 6\n')
    words = ["audit", str(tmp_path / "six.toml"), "--strategies", "random", "--deals", "2", "--seed", "1"]
    assert main([*words, "--out", str(tmp_path / "run"), "-o", str(tmp_path / "page.html")]) == 4
    assert "warning: hand.size=6 leaves seats.first.hand_size at 5" in capsys.readouterr().err


def _no_game(*_: object, **__: object) -> None:
    raise ResourceFailure("no game is played here")


def test_a_deck_is_named_alone_as_it_brings_its_cards() -> None:
    """What was probably meant repeats no card that the deck profile sets; single cards are named."""
    base = {"deck": "bga", "cards.witch.values": [1], "hand.size": 5, "source.title": "a"}
    other = base | {"cards.witch.values": [2, 3], "source.title": "b"}
    assert settings_of(base, other) == ("cards.witch.values=[2,3]",)
    assert settings_of(base, other | {"deck": "skula", "hand.size": 6}, ["deck"]) == ("hand.size=6", "deck=skula")
