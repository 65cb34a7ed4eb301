"""Rule files of Dragon!: what is shipped, what settings do, luck that stays when cards change."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from dhstats.errors import BadInput
from dhstats.games.dragon.files import rulesets
from dhstats.games.dragon.files.packfile import rulings
from dhstats.games.dragon.files.rulesets import RULE_FILES, load, restore
from dhstats.games.dragon.files.schema import PACK
from dhstats.games.dragon.referee.chronicle import cardbook
from dhstats.games.dragon.table import DRAW, ENDS, FACINGS, PASS
from tests.games.dragon.positions import BUNDLE
from tests.harness import OpenGame

HOME = Path(__file__).parents[3] / "dhstats" / "games" / "dragon"


def test_rule_sets_differ_in_how_many_play_and_in_teams_alone() -> None:
    """Two, three, four, and four in two teams."""
    assert RULE_FILES.shipped() == ["standard", "four", "teams", "three"]
    assert [d.key for d in RULE_FILES.diff(load("standard"), load("three"))] == ["players"]
    assert [d.key for d in RULE_FILES.diff(load("four"), load("teams"))] == ["teams"]
    assert load("standard", ["players=4"]).hash == load("four").hash


def test_rulings_are_shown_with_the_rules() -> None:
    """Whoever looks at the rules sees what is played where the rulebook is silent."""
    text = load("standard").to_toml().replace("\n# ", " ").replace("\n#  ", " ")
    for name, told in rulings().items():
        assert f"{name}: {told}"[:60] in " ".join(text.split())


def test_every_key_of_a_pack_reaches_the_engine() -> None:
    """A number of each name in the reference pack, one more or less: other rules for the engine, and another hash."""
    base = load("standard", ["decks.first=kill", "decks.second=mixed"])
    used = (f"{PACK}.actions", f"{PACK}.grounds", f"{PACK}.attachments", f"{PACK}.dragons.emberwing")
    numbers = {name: value for name, value in RULE_FILES.flat(base.effective).items() if name.startswith(used)}
    by_name = {(name.split(".")[1], name.split(".")[-1]): name for name, value in numbers.items() if type(value) is int}
    assert len(by_name) > 20
    for name in by_name.values():
        value = numbers[name]
        tweaked = restore(base.effective, "base", [f"{name}={value + 1 if value < 6 else value - 1}"])
        assert tweaked.hash != base.hash
        assert tweaked.record().tobytes() != base.record().tobytes()


def test_names_for_people_change_no_hash() -> None:
    """Titles and labels are not read by the game."""
    rules = load("standard", ["pack.actions.claw_attack.title=Scratch", 'pack.label="Mine"', "source.note=x"])
    assert rules.hash == load("standard").hash
    assert rulesets.label(rules.effective).startswith("Mine (pack ")


def test_a_difference_of_packs_is_told_key_by_key() -> None:
    """Also where only one of two rule sets has a key."""
    tweak = load("standard", ["pack.actions.claw_attack.wounds=3", "pack.actions.hover.heals=0"])
    found = {d.key: (d.left, d.right) for d in RULE_FILES.diff(load("standard"), tweak)}
    assert found == {"pack.actions.claw_attack.wounds": (2, 3), "pack.actions.hover.heals": (1, "–")}


def test_every_reading_of_the_rulebook_can_be_set() -> None:
    """The first reading is the one that is shipped, all others are other rules."""
    base = load("standard")
    for place in BUNDLE.unclear:
        hashes = [load("standard", settings).hash for _, settings in place.readings]
        assert hashes[0] == base.hash
        assert len(set(hashes)) == len(hashes) > 1


def test_more_moves_than_there_is_room_for_are_refused() -> None:
    """Thirty attacks that turn dragons in nine ways or more, at each of thirty ground cards of two rivals."""
    turning = 'facings = [{ dragon = "any", by = [0, 1, 2] }, { dragon = "own", by = [0, 1, 2] }]'
    attacks = ", ".join(f'a{n} = {{ types = ["melee"], wounds = 1, {turning} }}' for n in range(30))
    grounds = ", ".join(f"g{n} = {{ lair_attack = 1 }}" for n in range(30))
    cards = ", ".join(f'"1 {kind}{n}"' for kind in "ag" for n in range(30))
    settings = [
        f"pack.actions={{ {attacks} }}", f"pack.grounds={{ {grounds} }}", "pack.attachments={}", "pack.special_types=[]",
        f'pack.decks={{ kill = {{ dragon = "plain", cards = [{cards}] }} }}', f"pack.dragons={{ plain = {PLAIN} }}",
        "construction.size=60", "decks.first=kill", "decks.second=kill", "decks.third=kill", "players=3",
    ]  # fmt: skip
    with pytest.raises(BadInput, match=r"decks: a hand could have [0-9]+ moves, must be at most 20000"):
        load("standard", settings)
    assert load("standard", [*settings, "players=2", 'pack.decks.kill.cards=["9 a0", "1 g0"]', *SMALL])


LEVEL = "{ health = 9, agility = 1, lair = 9 }"
PLAIN = f"{{ levels = [{LEVEL}, {LEVEL}, {LEVEL}] }}"
SMALL = ("construction.size=10", "construction.copies=9")


# ---- Luck


def piles(*settings: str) -> list[list[str]]:
    """The shuffled decks of all places as names of cards."""
    rules = load("standard", settings)
    game = OpenGame(BUNDLE, rules.record())
    game.deal(11, 3)
    names = list(cardbook(rules.effective["pack"]))
    table = game.table
    code = table["seen"]["rules"]["code"]
    return [[names[code[place, slot]] for slot in table["orders"][place][:45]] for place in (0, 1)]


def test_a_card_that_replaces_another_in_its_line_leaves_all_others_where_they_were() -> None:
    """Games of a deal share their luck under changed decks: only the replaced cards differ."""
    base = load("standard")
    lines = base.effective["pack"]["decks"]["kill"]["cards"]
    other = [line.replace("hot_blast", "long_breath") for line in lines]
    setting = f"pack.decks.kill.cards={other}".replace("'", '"')
    ours, theirs = piles(), piles(setting)
    assert ours[1] == theirs[1]
    assert {(a, b) for a, b in zip(ours[0], theirs[0], strict=True) if a != b} == {("hot_blast", "long_breath")}


def says_as_much(read: Any, written: Any) -> bool:
    """Whether all that is written was read so; what a card tops has no order."""
    if isinstance(written, dict):
        return all(
            set(read[key]) == set(value) if key == "tops" else says_as_much(read[key], value)
            for key, value in written.items()
        )
    return bool(read == written)


def test_shipped_rules_are_read_as_they_are_written() -> None:
    """Every key of the file and of the pack has its value in the rules that are played; the others extend it."""
    rules = load("standard").effective
    written = tomllib.loads((HOME / "rulesets" / "standard.toml").read_text(encoding="utf-8"))
    pack = tomllib.loads((HOME / "packs" / f"{written.pop('pack')}.toml").read_text(encoding="utf-8"))
    assert says_as_much(rules, written)
    assert says_as_much(rules["pack"], pack)


def test_a_game_begins_at_level_1_facing_front_with_seven_cards() -> None:
    """Seven cards are dealt to each; the first player has drawn his agility cards when he decides first."""
    game = OpenGame(BUNDLE, load("standard").record())
    for deal in range(20):
        game.deal(1, deal)
        seen = game.table["seen"]
        assert seen["level"][:2].tolist() == seen["wounds"][:2].tolist() == [0, 0]
        assert [FACINGS[facing] for facing in seen["facing"][:2]] == ["front", "front"]
        agility = int(seen["power"][0]["agility"])
        assert seen["hand_sizes"][:2].tolist() == [7 + agility, 7]
        assert seen["left"][:2].tolist() == [38 - agility, 38]


@pytest.mark.parametrize(
    ("deck", "settings", "exhausted", "turns"),
    [
        pytest.param("control", (), 0, (38, 38), id="whoever begins runs out first"),
        pytest.param("control", ("start.cards.second=1",), 1, (38, 37), id="one card more to the second turns it"),
        pytest.param("mixed", (), 0, (19, 19), id="two cards per turn halve it"),
    ],
)
def test_a_deck_is_a_clock(deck: str, settings: tuple[str, ...], exhausted: int, turns: tuple[int, int]) -> None:
    """Between equal decks whose players wait, whoever has to draw first from an empty deck loses."""
    game = OpenGame(BUNDLE, load("standard", (f'decks.first="{deck}"', f'decks.second="{deck}"', *settings)).record())
    game.deal(5, 0)
    names = BUNDLE.game.options["moves"].base.names or ()
    act, number = names.index("act"), names.index("number")
    while moves := game.moves():
        waits = [move[act] == PASS or (move[act], move[number]) == (DRAW, 0) for move in moves]
        game.take(waits.index(True))
    result = game.result()
    assert ENDS[result["end_reason"]] == "exhaust"
    assert result["winner"] == 1 - exhausted
    assert (result["turns_first"], result["turns_second"]) == turns


PART = (
    "3 claw_attack, 3 quick_turn, 3 tail_smash, 3 roll_away, 3 positioning, 3 hex_bolt, 3 feint, 3 hover, 3 fang_bite"
)
FULL = f"{PART}, 3 far_sight, 3 sappers, 3 mind_fog, 3 outfly, 3 hot_blast, 3 body_slam"


@pytest.mark.parametrize("deck", [FULL, f"{FULL.replace('3 claw', '2 claw')}, 1 emberwing_2"])
def test_a_deck_has_exactly_45_cards_and_at_most_three_copies(deck: str) -> None:
    """Each player's own draw deck, upgrades of their own dragon among it; tests/golden/rules_check_dragon.txt has others."""
    assert load("standard", [f"pack.decks.kill.cards=[{deck}]"]).record().deck_size[0] == 45
