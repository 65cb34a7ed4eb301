"""Card packs: what the reference pack holds, what is refused and in which words."""

import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from dhstats.documents import read_toml
from dhstats.errors import BadInput
from dhstats.games.dragon.files import packfile
from dhstats.games.dragon.files.rulesets import load, restore
from dhstats.games.dragon.files.schema import SCHEMA
from dhstats.games.dragon.packs import packs
from dhstats.games.dragon.packs.vocabulary import listed
from dhstats.games.dragon.referee.chronicle import cardbook
from dhstats.games.dragon.table import ATTACK_TYPES
from dhstats.games.dragon.words.notation import RETELLING
from dhstats.games.ruleset import flat
from tests.games.dragon.positions import BUNDLE
from tests.games.logs import engine_logs

PACK = packs.load("reference", Path(), "here")
BOOK = cardbook(PACK)


# ---- The reference pack


def test_the_worked_examples_have_their_printed_numbers() -> None:
    """Names, types, wounds and what they top, as the rulebook gives them."""
    told = {
        name: (list(BOOK[name].types), BOOK[name].number("wounds"), list(BOOK[name].text.get("tops", ())))
        for name in BOOK
    }
    assert told["claw_attack"] == (["melee"], 2, ["turn"])
    assert told["tail_smash"][0::2] == (["melee"], ["turn"])
    assert told["quick_turn"] == (["turn"], 0, ["melee", "turn"])
    assert told["roll_away"] == (["turn"], 0, ["melee"])
    assert told["positioning"] == (["turn"], 0, [])


def test_the_pack_is_labelled_and_large_enough() -> None:
    """At least 60 different cards over all types, six dragons of three levels, four legal decks."""
    assert "not the publisher's" in PACK["label"]
    cards = [card for card in BOOK.values() if card.section != "upgrades"]
    assert len(cards) >= 60
    types = {name for card in cards for name in card.types}
    assert types == {*ATTACK_TYPES, "turn", "ground", "attachment", *PACK["special_types"]}
    assert [len(dragon["levels"]) for dragon in PACK["dragons"].values()] == [3] * 6
    assert len(PACK["decks"]) >= 4
    for deck in PACK["decks"]:
        assert load("standard", [f"decks.first={deck}"]).warnings == ()


BALANCED = (
    "pack.actions.dusk_breath.wounds=1", "pack.actions.night_terror.rival_discards=1", "pack.actions.thunder_roar.wounds=4",
    "pack.dragons.duskmantle.levels.1.adds={}", "pack.grounds.wind_callers.lair_attack=4",
)  # fmt: skip


def test_the_balanced_pack_changes_five_cards() -> None:
    """Those that `design` proved and one more, and nothing else that plays; it has a title and a label of its own."""
    balanced = packs.load("balanced", Path(), "here")
    before, after = packfile.flat(PACK), packfile.flat(balanced)
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    assert changed == {"pack.title", "pack.label", *(setting.split("=")[0] for setting in BALANCED)}
    assert load("standard", ["pack=balanced"]).hash == load("standard", BALANCED).hash != load("standard").hash
    assert "not the publisher's" in balanced["label"]


@pytest.mark.parametrize("name", packs.SHIPPED)
def test_every_deck_of_a_shipped_pack_is_legal(name: str) -> None:
    """The same six in each, and nothing is warned of."""
    pack = packs.load(name, Path(), "here")
    assert pack["decks"].keys() == PACK["decks"].keys()
    for deck in pack["decks"]:
        assert load("standard", [f"pack={name}", f"decks.first={deck}"]).warnings == ()


def test_a_pack_written_out_is_the_same_pack(tmp_path: Path) -> None:
    """A file with the pack alone, and a rule file with the pack in it."""
    text = packfile.toml(packs_values())
    (tmp_path / "own.toml").write_text(text)
    assert load(tmp_path / "own.toml").effective["pack"] == PACK
    pack = read_toml(tmp_path / "own.toml")["pack"]
    assert packs.settled(pack, "here") == PACK


def packs_values() -> dict[str, Any]:
    """All values of the standard rules."""
    return flat(SCHEMA, load("standard").effective)


def test_a_designer_adds_a_card_without_code(tmp_path: Path) -> None:
    """A pack of his own beside a rule file; the card is played and refereed."""
    pack = read_toml(packs.FOLDER / "reference.toml")
    pack["actions"]["thorn_volley"] = {
        "title": "Thorn volley", "types": ["breath"], "tops": ["turn"], "wounds": 1, "rival_discards": 1, "draws": 1,
        "facings": [{"dragon": "any", "by": [1]}],
    }  # fmt: skip
    pack["decks"]["kill"]["cards"][0] = "3 thorn_volley"
    values = packs_values() | {"pack": packs.settled(pack, "here")}
    own = packfile.toml(values).split("[pack]")[1].replace("[pack.", "[").replace("[[pack.", "[[")
    (tmp_path / "thorns.toml").write_text(own)
    (tmp_path / "rules.toml").write_text('extends = "standard"\npack = "./thorns.toml"\n')
    rules = load(tmp_path / "rules.toml")
    names = list(cardbook(rules.effective["pack"]))
    played = 0
    for kept in engine_logs("dragon", rules, ("random", "random"), 3, 0, 6):
        assert RETELLING.check(rules.effective, kept) == []
        played += sum(turn["act"] == "play" and names[turn["card"]] == "thorn_volley" for turn in kept.turns)
    assert played > 0


# ---- What is refused


def broken(change: Callable[[dict[str, Any]], Any]) -> str:
    """What is said of the reference pack after a change."""
    pack = deepcopy(read_toml(packs.FOLDER / "reference.toml"))
    change(pack)
    with pytest.raises(BadInput) as refused:
        packs.settled(pack, "own.toml")
    assert "\n" not in str(refused.value)
    return str(refused.value)


def card(pack: dict[str, Any]) -> dict[str, Any]:
    """Claw Attack."""
    found: dict[str, Any] = pack["actions"]["claw_attack"]
    return found


def level(pack: dict[str, Any], number: int = 1) -> dict[str, Any]:
    """A level of Emberwing."""
    found: dict[str, Any] = pack["dragons"]["emberwing"]["levels"][number - 1]
    return found


def other_special(pack: dict[str, Any]) -> None:
    """Graniteback uses fire instead of stone, so nobody uses stone."""
    pack["dragons"]["graniteback"]["special"] = "fire"
    pack["dragons"]["graniteback"]["levels"][2]["adds"] = {"fire": 1}


REFUSED: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "unknown section": (lambda p: p.update(action={}), "own.toml: action: unknown key; did you mean 'actions'?"),
    "unknown effect": (lambda p: card(p).update(wound=2), "actions.claw_attack.wound: unknown key; did you mean 'wounds'?"),
    "effect of another kind": (lambda p: card(p).update(lasts=2), "actions.claw_attack.lasts: unknown key; allowed:"),
    "effect of another kind, ground": (lambda p: p["grounds"]["sappers"].update(wounds=2), "grounds.sappers.wounds: unknown"),
    "unknown type": (lambda p: card(p).update(types=["mele"]), 'actions.claw_attack.types = ["mele"]: must be a list of'),
    "unknown type, nearest": (lambda p: card(p).update(types=["mele"]), "did you mean 'melee'?"),
    "no type": (lambda p: card(p).update(types=[]), "actions.claw_attack.types = []: must be a list of different words"),
    "type missing": (lambda p: card(p).pop("types"), "actions.claw_attack.types: missing; must be"),
    "type twice": (lambda p: card(p).update(types=["melee", "melee"]), "must be a list of different words"),
    "value out of range": (lambda p: card(p).update(wounds=31), "wounds = 31: must be a whole number from 1 to 30"),
    "value of another kind": (lambda p: card(p).update(wounds="2"), 'wounds = "2": must be a whole number'),
    "yes for a number": (lambda p: card(p).update(wounds=True), "wounds = true: must be a whole number"),
    "unknown facing": (lambda p: card(p).update(own_facing=["back"]), 'own_facing = ["back"]: must be a list of'),
    "unknown destroys": (lambda p: card(p).update(destroys="grounds"), "did you mean 'ground'?"),
    "changes of facing": (lambda p: card(p).update(facings=[{"dragon": "own"}]), "must have either to or by"),
    "both changes": (lambda p: card(p).update(facings=[{"dragon": "own", "to": "side", "by": [1]}]), "either to or by"),
    "whose facing": (lambda p: card(p).update(facings=[{"dragon": "mine", "to": "side"}]), 'dragon = "mine": must be one of'),
    "to which facing": (lambda p: card(p).update(facings=[{"dragon": "own", "to": "left"}]), 'to = "left": must be one of'),
    "how many turns": (lambda p: card(p).update(facings=[{"dragon": "own", "by": [3]}]), "by = [3]: must be a list of"),
    "three changes": (lambda p: card(p).update(facings=[{"dragon": "own", "to": "side"}] * 3), "at most 2 changes"),
    "two of any": (lambda p: card(p).update(facings=[{"dragon": "any", "by": [1]}] * 2), "one at most may be of any"),
    "key of a change": (lambda p: card(p).update(facings=[{"dragon": "own", "too": "side"}]), "too: unknown key; did you mean 'to'?"),
    "tail wounds alone": (lambda p: (card(p).pop("wounds"), card(p).update(tail_wounds=2)), "tail_wounds without wounds"),
    "wounds by no attack": (lambda p: card(p).update(types=["turn"]), "wounds on a card that is not an attack"),
    "no effect": (lambda p: (card(p).pop("wounds"), card(p).pop("tops")), "actions.claw_attack: does nothing"),
    "attachment without effect": (lambda p: p["attachments"]["great_heart"].pop("health"), "changes nothing"),
    "ground without points": (lambda p: p["grounds"]["sappers"].pop("lair_attack"), "grounds.sappers.lair_attack: missing"),
    "adds to no type": (lambda p: p["attachments"]["whetted_claws"].update(adds={"turn": 1}), "turn: unknown type"),
    "adds nothing": (lambda p: p["attachments"]["whetted_claws"].update(adds={"melee": 0}), "must be a table of wounds"),
    "two levels": (lambda p: p["dragons"]["emberwing"]["levels"].pop(), "levels = [{…}, {…}]: must be a list of 3 tables"),
    "level without health": (lambda p: level(p).pop("health"), "dragons.emberwing.levels.1.health: missing"),
    "agility of none": (lambda p: level(p).update(agility=0), "agility = 0: must be a whole number from 1 to 9"),
    "cost of level 1": (lambda p: level(p).update(discards=1), "levels.1.discards = 1: belongs only to levels 2 and 3"),
    "special of another": (lambda p: level(p).update(adds={"ice": 1}), 'levels.1.adds: "ice": this dragon cannot use'),
    "unknown special": (lambda p: p["dragons"]["emberwing"].update(special="fir"), "did you mean 'fire'?"),
    "special that nobody uses": (lambda p: p["dragons"]["emberwing"].pop("special"), ".levels.1.adds:"),
    "special type twice": (lambda p: p.update(special_types=["fire", "fire"]), "must be a list of at most 6 different names"),
    "special named melee": (lambda p: p.update(special_types=["melee"]), "other than breath, melee"),
    "special that is not there": (lambda p: p["special_types"].pop(0), 'special = "fire": must be one of ice, storm'),
    "special without users": (other_special, 'special_types: "stone": no dragon can use it'),
    "unknown key of a dragon": (lambda p: p["dragons"]["emberwing"].update(helth=3), "dragons.emberwing.helth: unknown key"),
    "unknown key of a level": (lambda p: level(p).update(helth=3), "levels.1.helth: unknown key; did you mean 'health'?"),
    "deck of no dragon": (lambda p: p["decks"]["kill"].update(dragon="emberwin"), "is not a dragon; did you mean 'emberwing'?"),
    "deck line": (lambda p: p["decks"]["kill"].update(cards=["claw_attack"]), "must be a number and a card"),
    "deck line as people write it": (lambda p: p["decks"]["kill"].update(cards=["3x Claw Atack"]), "did you mean 'claw_attack'?"),
    "deck card": (lambda p: p["decks"]["kill"].update(cards=["3 claw"]), 'cards = "claw": is not a card; allowed:'),
    "deck upgrade": (lambda p: p["decks"]["kill"].update(cards=["1 mirefang_2"]), "is an upgrade of another dragon"),
    "name": (lambda p: p["actions"].update({"Claw Attack": {}}), 'actions."Claw Attack": must be a name'),
    "two cards of a name": (lambda p: p["grounds"].update(claw_attack={"lair_attack": 1}), "claw_attack: names two cards"),
    "no table": (lambda p: p["actions"].update(claw_attack=3), "actions.claw_attack = 3: must be a table"),
    "no label": (lambda p: p.pop("label"), "label: missing"),
    "tops nothing that there is": (lambda p: [p["grounds"].clear(), p["decks"].clear()], "no card of the pack is of this type"),
}  # fmt: skip


def example() -> str:
    """The pack that the manual prints."""
    return Path("docs/packs.md").read_text("utf-8").split("```{file} mine.toml\n")[1].split("```")[0]


def test_a_pack_that_extends_another_says_what_differs(tmp_path: Path) -> None:
    """The manual's pack: one number changed, a card and a deck more, all else as it was."""
    (tmp_path / "mine.toml").write_text(example(), "utf-8")
    mine, reference = (deepcopy(packs.load(name, tmp_path, "test")) for name in ("mine.toml", "reference"))
    assert (mine["title"], mine["label"]) == ("Double bites", "The reference pack with a card under test")
    assert mine["actions"].pop("double_bite")["tail_wounds"] == 2
    assert mine["decks"].pop("biter")["dragon"] == "emberwing"
    changed = mine["actions"].pop("claw_attack")
    assert changed == reference["actions"].pop("claw_attack") | {"wounds": 3}
    assert all(mine[section] == reference[section] for section in (*packs.SECTIONS, "special_types"))
    rules = load("standard", (f"pack={tmp_path / 'mine.toml'}", "decks.first=biter"))
    assert restore(rules.effective, "kept").hash == rules.hash
    assert RETELLING.check(rules.effective, engine_logs("dragon", rules, ("greedy", "greedy"), 3, 0, 2)[0]) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('extends = "reference"\ntitle = "x"\n', "label: missing"),
        ('extends = "refernce"\n', "must be a shipped pack; did you mean 'reference'?"),
        ("extends = 3\n", "extends = 3: must be a shipped pack"),
        (
            'extends = "reference"\ntitle = "x"\nlabel = "y"\n[actions.claw_attack]\nflies = 2\n',
            "actions.claw_attack.flies: unknown key",
        ),
        ('extends = "reference"\ntitle = "x"\nlabel = "y"\nactions = 3\n', "actions = 3: must be a table"),
    ],
)
def test_a_pack_that_extends_another_is_checked_as_a_whole(tmp_path: Path, text: str, told: str) -> None:
    """Its own title and label, a pack that there is, no key that there is not."""
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    with pytest.raises(BadInput, match=re.escape(told)):
        packs.load("mine.toml", tmp_path, "test")


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_with_a_pack_is_said_in_a_sentence(case: str) -> None:
    """Where, what, what is allowed, and the nearest name."""
    change, said = REFUSED[case]
    assert said in broken(change)


def test_cards_can_be_set_one_by_one() -> None:
    """Numbers, lists, tables, what a card did not have before; and off again."""
    changes = (
        "pack.actions.claw_attack.wounds=3", "pack.actions.claw_attack.tops=[turn, breath]",
        "pack.dragons.emberwing.levels.1.adds={ fire = 2 }", "pack.dragons.emberwing.levels.2.armour.melee=1",
        "pack.actions.hover.heals=0",
    )  # fmt: skip
    pack = load("standard", changes).effective["pack"]
    assert pack["actions"]["claw_attack"] | {"title": ""} == {
        "title": "",
        "types": ["melee"],
        "tops": ["breath", "turn"],
        "wounds": 3,
    }
    assert pack["dragons"]["emberwing"]["levels"][0]["adds"] == {"fire": 2}
    assert pack["dragons"]["emberwing"]["levels"][1]["armour"] == {"melee": 1}
    assert "heals" not in pack["actions"]["hover"]
    back = ["pack.actions.claw_attack.wounds=2", "pack.actions.claw_attack.tops=[turn]"]
    there = load("standard", changes[:2])
    assert restore(there.effective, "there", back).hash == load("standard").hash != there.hash


def test_decks_are_listed_in_their_order() -> None:
    """Lines of a number and a name."""
    assert listed(["2 claw_attack", "1 hover"]) == ["claw_attack", "claw_attack", "hover"]


# ---- Where a fault lies, in the words of a message

BARE = """
title = "Bare"
label = "A test pack"
[dragons.wyrm]
levels = [ { health = 9, agility = 1, lair = 9 }, { health = 9, agility = 1, lair = 9 }, { health = 9, agility = 1, lair = 9 } ]
"""


def refused(*arguments: Any) -> str:
    """What `load` says against a rule set."""
    with pytest.raises(BadInput) as said:
        load(*arguments)
    return str(said.value)


def test_a_fault_of_a_pack_file_is_laid_to_that_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not to the option that named the pack, nor to a setting that has nothing to do with it."""
    monkeypatch.chdir(tmp_path)
    text = (packs.FOLDER / "draft.toml").read_text()
    Path("mine.toml").write_text(re.sub(r'(\[decks\.kill\].*?)"3 ', r'\1"2 ', text, count=1, flags=re.DOTALL))
    Path("own.toml").write_text('extends = "standard"\npack = "mine.toml"\n')
    fault = "pack.decks.kill: has 44 cards, must be exactly 45 (construction.size)"
    assert refused("standard", ["pack=mine.toml"]) == f"mine.toml: {fault}"
    assert refused("standard", ["pack=mine.toml", "hand.size=6"]) == f"mine.toml: {fault}"
    assert refused("own.toml", ["hand.size=6"]) == f"mine.toml: {fault}"
    assert refused("standard", ["construction.size=44"]).startswith("--set: pack.decks.kill: has 45 cards")
    assert refused("standard", ['pack.decks.kill.cards=["3 claw_attack"]']).startswith("--set: pack.decks.kill: has 3")


def test_no_message_ends_in_an_empty_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is nothing to choose from, the message says so."""
    monkeypatch.chdir(tmp_path)
    for more, said in (
        ("", 'bare.toml: decks.first = "kill": is not a deck of the pack; there is none to choose from'),
        (
            'special = "fog"',
            'bare.toml: dragons.wyrm.special = "fog": must be left out, because no such word is defined',
        ),
        (
            '[attachments.a]\nuses = ["fog"]',
            'attachments.a.uses = ["fog"]: must be [], because no such word is defined',
        ),
    ):
        Path("bare.toml").write_text(BARE + more)
        assert said in refused("standard", ["pack=bare.toml"])


def test_a_pack_without_a_name_is_none() -> None:
    """An empty option is no wish for the usual pack."""
    with pytest.raises(BadInput, match="--pack: name a shipped card pack"):
        BUNDLE.cards("standard", (), None, "")


def test_titles_stand_on_one_line() -> None:
    """Of packs, cards, dragons and decks; what earlier versions stored is read, on one line."""
    for key in ("title", "label"):
        with pytest.raises(BadInput, match="on one line"):
            packs.settled(PACK | {key: "two\nlines"}, "here")
    card = {**PACK["actions"], "claw_attack": {**PACK["actions"]["claw_attack"], "title": "Claw\nAttack"}}
    with pytest.raises(BadInput, match="on one line"):
        packs.settled(PACK | {"actions": card}, "here")
    stored = load("standard").effective
    again = restore(stored | {"pack": stored["pack"] | {"title": "two\nlines", "actions": card}}, "old run")
    assert again.effective["pack"]["title"] == "two lines"
    assert again.hash == load("standard").hash
