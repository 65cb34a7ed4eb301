"""A key that came later changes nothing for anybody who leaves it as it is: rules, runs, forks, players, certificates."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.dragon.files.rulesets import label
from dhstats.games.dragon.packs import packs, vocabulary
from dhstats.games.keys import Key, whole
from dhstats.games.rulefile import AUTHOR
from dhstats.players import pupils, recipes, trained
from dhstats.players.pupils import Pupil
from dhstats.questions.certificates.certificate import read_certificate
from dhstats.questions.certificates.recheck import check
from dhstats.simulate.checks.fork import _plan_problems
from dhstats.simulate.checks.shard import open_checked
from dhstats.simulate.checks.verify import verify
from dhstats.simulate.positions.fork_files import read_forks
from dhstats.simulate.replays import replay
from dhstats.simulate.running import runner
from dhstats.storage.manifest import read_manifest
from tests.benchmarks.experts import rules_of
from tests.games.later import NAME, SCHEMAS, add_to

STORED = Path(__file__).parents[1] / "stored"
RULES = {"dragonheart": "kosmos", "dragonwood": "two", "dragon": "standard"}
HASHES = {"dragonheart": "9d0dfa9d2ade", "dragonwood": "9fa9fbcdc3f1", "dragon": "29f032b739e7"}
TABLE, KEY = NAME.split(".")


@pytest.fixture(params=catalogue.NAMES)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game with a key that it did not have when files were stored; its default is a number."""
    name: str = request.param
    add_to(monkeypatch, name)
    yield name
    monkeypatch.undo()
    assert NAME not in SCHEMAS[name].levers


def stored_rules(game: str) -> dict[str, Any]:
    """The rules in the manifest of a stored run."""
    return read_manifest(STORED / game / "run").rules


def test_shipped_rules_are_what_they_were(game: str) -> None:
    """In memory they have the key; their hash, what a run keeps of them and what they say are as before."""
    rules = catalogue.rules(game).load(RULES[game])
    assert rules.effective[TABLE][KEY] == 0
    assert rules.hash[:12] == HASHES[game]
    assert json.dumps(rules.kept) == json.dumps(stored_rules(game))
    assert rules.warnings == ()
    assert catalogue.rules(game).diff(rules, catalogue.rules(game).restore(stored_rules(game), "old")) == []


def test_rule_files_of_before_are_read(game: str, tmp_path: Path) -> None:
    """Complete ones as they are, others on top of them; what a command sets is set, the default too."""
    module, old = catalogue.rules(game), STORED / game / "rules.toml"
    assert KEY not in old.read_text("utf-8")
    assert (module.load(old).hash[:12], module.load(old).warnings) == (HASHES[game], ())
    for value, same in ((0, True), (3, False)):
        file = tmp_path / f"{value}.toml"
        file.write_text(f'extends = "{old}"\n[{TABLE}]\n{KEY} = {value}\n', "utf-8")
        for rules in (module.load(file), module.load(old, [f"{NAME}={value}"])):
            assert rules.effective[TABLE][KEY] == value
            assert (rules.hash == module.load(old).hash) is same
            assert rules.changed == (() if same else (NAME,))


def test_runs_of_before_are_read(game: str) -> None:
    """Their plan holds, their games are told, what goes on with them finds them the same, a tweak can be laid on top."""
    run = open_checked(STORED / game / "run")
    assert replay(run, 0).turns
    assert verify(run.folder, sample=0).problems == ()
    assert runner.rules_of(run.manifest).kept == run.manifest.rules
    tweaked = catalogue.rules(game).restore(run.manifest.rules, "old", [f"{NAME}=3"])
    assert (tweaked.effective[TABLE][KEY], tweaked.kept[TABLE][KEY]) == (3, 3)
    assert tweaked.hash != run.manifest.rules_hash


def test_forks_of_before_are_read(game: str) -> None:
    """They are those of their parent games, and rules can be switched as they were."""
    folder = STORED / game / "forks"
    plan, parents = read_forks(folder), read_manifest(folder / "parents")
    assert list(_plan_problems(plan, parents)) == []
    assert verify(folder / "parents", sample=0).problems == ()
    assert plan.rules_hash == catalogue.rules(game).restore(plan.rules, plan.rules_name).hash


def test_certificates_of_before_hold(game: str) -> None:
    """Every number follows from the games of their run."""
    found = read_certificate(STORED / game / "certificate.json")
    assert check(found, open_checked(STORED / game / "run")) == []


def test_shipped_experts_are_found(game: str) -> None:
    """For the same rules as before: every file that comes along is that of a shipped rule set."""
    bundle = catalogue.load(game)
    files = sorted((bundle.game.home.parent / "trained").glob("*.json"))
    usual = recipes.standard(bundle.game)
    homes = {pupils.shipped(Pupil(bundle, bundle.rule_files.load(name), usual)) for name in bundle.rule_files.shipped()}
    known = {file: trained.read(file, bundle) for file in files}
    of_all_decks = {file for file, player in known.items() if player.recipe.decks == recipes.ALL_DECKS}
    assert {file for file in homes if file} == {*files} - of_all_decks
    assert all(player.rules_hash == rules_of(bundle, player).hash for player in known.values())


def test_files_of_today_say_the_key_and_their_schema(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are read back; a program that does not know the key refuses it, and says who wrote the file."""
    module, file = catalogue.rules(game), tmp_path / "new.toml"
    rules = module.load(RULES[game], [f"{NAME}=3"])
    text = rules.to_toml()
    file.write_text(text, "utf-8")
    assert (module.load(file).hash, module.load(file).effective) == (rules.hash, rules.effective)
    assert f"\nschema = {SCHEMAS[game].number}\n" in text
    monkeypatch.undo()
    number = SCHEMAS[game].number
    with pytest.raises(BadInput) as refused:
        module.load(file)
    assert str(refused.value) == (
        f"{file}: was written for schema {number + 1} by {AUTHOR}, this is {AUTHOR} with schema {number}; read it with a"
        f" newer version; {file}: {NAME}: unknown key; allowed: {', '.join(sorted(SCHEMAS[game].children(TABLE)))}"
    )
    file.write_text(text.replace(f"{KEY} = 3\n", "").replace(AUTHOR, "dhstats 99.1"), "utf-8")
    assert module.load(file).hash[:12] == HASHES[game]  # all that it says is known


def test_a_key_of_a_later_schema_is_told_where_it_says_something(game: str) -> None:
    """In words, in lists of keys, and in the differences of rule sets."""
    module = catalogue.rules(game)
    plain, tweak = module.load(RULES[game]), module.load(RULES[game], [f"{NAME}=3"])
    assert "A hand may play three cards in a turn." in tweak.describe()
    assert plain.describe() == [said for said in tweak.describe() if not said.startswith("A hand may play")]
    assert [(each.key, each.left, each.right) for each in module.diff(plain, tweak)] == [(NAME, 0, 3)]


@pytest.mark.long(
    "that stored games are played again to the same rows; above they are followed by the referee, without playing"
)
def test_games_of_before_are_played_again(game: str) -> None:
    """Move by move to the same rows, and a certificate without its run as well."""
    found = verify(STORED / game / "run")
    assert (found.problems, found.games_replayed) == ((), 8)
    assert check(read_certificate(STORED / game / "certificate.json")) == []


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_a_file_that_leaves_keys_out_is_read_and_warned_of(game: str, tmp_path: Path) -> None:
    """It is like the rule set that it could have extended; who lists cards must list all of them."""
    module, file = catalogue.rules(game), tmp_path / "half.toml"
    base = SCHEMAS[game].base
    file.write_text("[hand]\nsize = 4\n", "utf-8")
    half, whole_one = module.load(file), module.load(base, ["hand.size=4"])
    assert half.hash == whole_one.hash
    said = [each for each in half.warnings if each not in whole_one.warnings]
    count = len(SCHEMAS[game].left_out(["hand.size"]))
    first = SCHEMAS[game].left_out(["hand.size"])[0]
    assert said == [
        f"{file} leaves out {first} and {count - 1} more keys, which are as in {base}: if that is meant, write"
        f' extends = "{base}" in its first line.'
    ]


def test_what_a_run_keeps_is_whole() -> None:
    """Only keys with a default were ever left out of a stored rule set: another one that is missing is damage."""
    for game in catalogue.NAMES:
        told = stored_rules(game)
        with pytest.raises(BadInput, match=r"old: hand\.size.*: missing; what a run keeps of its rules has every key"):
            catalogue.rules(game).restore({name: told[name] for name in told if name != "hand"}, "old")


def test_a_word_on_cards_that_came_later_changes_no_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packs leave out what has its default, so their hash and that of the rules stay; where it is said, both change."""
    rules, actions = catalogue.rules("dragon"), vocabulary.actions
    old = rules.load("standard")
    word = Key("echoes", whole(0, 9), "How often it comes back.", default=0, since=2)
    monkeypatch.setattr(vocabulary, "actions", lambda specials: (*actions(specials), word))
    packs._shipped.cache_clear()
    new = rules.load("standard")
    assert (new.hash, new.kept, label(new.effective)) == (old.hash, old.kept, label(old.effective))
    assert rules.restore(stored_rules("dragon"), "old").hash == old.hash
    said = rules.load("standard", ["pack.actions.claw_attack.echoes=1"])
    assert (said.hash != old.hash, label(said.effective) != label(old.effective)) == (True, True)
    assert replace(said, name="").effective["pack"]["actions"]["claw_attack"]["echoes"] == 1


def test_a_word_on_a_card_of_a_later_version_is_refused_with_that_version(tmp_path: Path) -> None:
    """In a file, and in one that extends it."""
    text = catalogue.rules("dragon").load("standard").to_toml().replace(AUTHOR, "dhstats 99.1")
    number = SCHEMAS["dragon"].number
    text = text.replace(f"\nschema = {number}\n", "\nschema = 999\n")
    (tmp_path / "new.toml").write_text(
        text.replace("[pack.actions.claw_attack]", "[pack.actions.claw_attack]\nechoes = 1")
    )
    (tmp_path / "on.toml").write_text('extends = "new.toml"\n')
    for name in ("new", "on"):
        with pytest.raises(BadInput, match=r"read it with dhstats 99\.1; .*claw_attack\.echoes: unknown key"):
            catalogue.rules("dragon").load(tmp_path / f"{name}.toml")
