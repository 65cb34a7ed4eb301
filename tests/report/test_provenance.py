"""Where a run's numbers come from: rules, deck, players, and the command that repeats it."""

import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from dhstats.cli.main import main
from dhstats.games.dragonheart.files import rulesets
from dhstats.report.page import provenance
from dhstats.report.page.page import Change, Rules
from dhstats.storage import Manifest, Run, open_run
from tests.report.conftest import played


def rules_of(manifest: Manifest) -> Rules:
    """The rules of a run, as its page has them."""
    return provenance.rules_in(manifest.game, manifest.rules)


def with_rules(manifest: Manifest, source: str, *settings: str) -> Manifest:
    """The manifest of the same run under other rules."""
    loaded = rulesets.load(source, settings)
    return replace(manifest, rules=loaded.effective, rules_name=loaded.name)


def test_rules_are_told_against_the_nearest_edition(run: Run) -> None:
    """A tweak of an edition shows as that tweak alone."""
    assert rules_of(run.manifest).changes == ()
    told = rules_of(with_rules(run.manifest, "kosmos", "great_dragon.points=4", "great_dragon.breaks_ties=false"))
    assert told.base == "kosmos"
    assert told.changes == (
        Change("great_dragon.points", "3", "4"),
        Change("great_dragon.breaks_ties", "true", "false"),
    )
    assert "The Great Dragon figure is worth 4 points." in told.levers


def test_every_key_of_the_rules_is_listed(run: Run) -> None:
    """The effective rules are there key by key, lists spelt as in a rule file."""
    effective = {fact.label: fact.value for fact in rules_of(run.manifest).effective}
    assert effective["hand.size"] == "5"
    assert effective["spaces.knight.takes"] == "[sorceress, troll]"


def test_the_deck_is_named_with_its_confidence(run: Run) -> None:
    """What is sure comes first; a deck of its own needs no profile."""
    facts = {fact.label: fact.value for fact in provenance.sources_in("dragonheart", run.manifest.rules)}
    assert facts["Deck"].startswith("Profile bga.")
    assert facts["Confidence in the number and values of cards"].startswith("high: treasure chest, fire dragon, dwarf;")
    rules = with_rules(run.manifest, "ffg", "deck=custom", *own_cards()).rules
    own = provenance.sources_in("dragonheart", rules)
    assert "Listed card by card in the rule file." in [fact.value for fact in own]


def own_cards() -> list[str]:
    """The cards of the default deck as settings."""
    values = rulesets.RULE_FILES.flat(rulesets.load("ffg").effective)
    return [f"{name}={value}" for name, value in values.items() if name.startswith("cards.")]


def test_the_title_does_not_name_the_game_twice(run: Run) -> None:
    """Runs that were named after their game lose that part of the name."""
    assert provenance.title(run.manifest) == "Dragonheart: small"
    assert provenance.title(replace(run.manifest, name="dragonheart-ffg-greedy")) == "Dragonheart: ffg-greedy"


def test_the_command_plays_the_same_games(tmp_path: Path) -> None:
    """What the page says to type gives a run with the same plan, but for its name and question."""
    settings = ("great_dragon.points=4", "spaces.troll.takes=[sorceress, treasure_chest]")
    run = played(tmp_path / "run", "greedy", "random", settings=settings, design="quartet", games=8, moves="sample:2")
    typed = shlex.split(provenance.command(run.manifest))
    assert typed[:2] == ["dhstats", "simulate"]
    assert main([*typed[1:], "--out", str(tmp_path / "again")]) == 0
    assert same_plan(run.manifest, open_run(tmp_path / "again").manifest)


def test_pairs_that_no_list_gives_become_an_experiment_file(run: Run, tmp_path: Path) -> None:
    """Chosen matchups are told as a file to save, which plays the same games."""
    pairs = (("greedy", "random"), ("random", "random"))
    chosen = played(tmp_path / "run", matchups=pairs, settings=("hand.size=4",), games=8)
    text = provenance.command(chosen.manifest)
    assert "dhstats simulate again.toml" in text
    (tmp_path / "again.toml").write_text(text, "utf-8")
    assert main(["simulate", str(tmp_path / "again.toml"), "--out", str(tmp_path / "again")]) == 0
    assert same_plan(chosen.manifest, open_run(tmp_path / "again").manifest)


def same_plan(one: Manifest, other: Manifest) -> bool:
    """Equal but for what no row depends on."""
    named = {"name": "", "question": "", "rules_name": ""}
    return one.plan() | named == other.plan() | named


@pytest.mark.parametrize(
    ("source", "text"),
    [("built in", "patient"), ("my bots.py", "'my bots.py:patient'"), ("mine/patient.toml", "mine/patient.toml")],
)
def test_a_strategy_is_named_as_it_was_found(run: Run, source: str, text: str) -> None:
    """Built-in strategies by name, others by the file that they came from; shells are shown quotation marks."""
    player = replace(run.manifest.strategies[0], name="patient", source=source)
    lonely = replace(run.manifest, strategies=(player,), matchups=(("patient", "patient"),))
    assert f"--strategies {text} --design" in provenance.command(lonely)


def test_the_facts_of_the_run_are_in_words(run: Run) -> None:
    """Design, logging and identity of a run."""
    facts = {fact.label: fact.value for fact in provenance.facts(replace(run.manifest, moves="sample:10"))}
    assert facts["Design"] == "Every deal is played twice: both players keep their decks, and each goes first once."
    assert facts["Turns logged"] == "of every game of one deal in 10"
    assert (facts["Games"], facts["Seed"]) == ("120", "5")


@pytest.mark.parametrize(
    ("game", "strategies", "said"),
    [
        ("kuhn", "solved", "These players are perfect: the whole game was gone through"),
        (
            "kuhn",
            "honest,random",
            "`dhstats solve kuhn --rules standard --players honest,random` counts what each player loses",
        ),
        ("fires", "largest", "How far these players are from perfect is not known."),
        ("dragonheart", "greedy", "How far these players are from perfect is not known."),
        ("dragonheart", "expert", "`dhstats strength expert --game dragonheart --rules ffg` says what the strongest"),
    ],
)
def test_a_page_says_how_far_players_are_from_perfect(
    game: str, strategies: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is known exactly, what can be counted, and what is not known."""
    words = ["--game", game, "--strategies", strategies, "--games", "20", "--seed", "1", "--out", str(tmp_path / "run")]
    assert main(["simulate", *words]) == 0
    capsys.readouterr()
    assert said in provenance.perfection(open_run(tmp_path / "run").manifest)
