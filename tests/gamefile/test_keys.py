"""Keys of game files: for each thing and each seat, lists, words with sentences, later ones, decks by name."""

from collections.abc import Callable
from pathlib import Path

import pytest

from dhstats.errors import BadInput
from dhstats.gamefile.checking.process import rule_sets
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing.compiling import code_faults
from dhstats.gamefile.playing.rulesets import FileRules, rule_files
from dhstats.gamefile.reading.declared import read
from dhstats.gamefile.telling.story import Tabletop
from tests.gamefile.small import COUNT_DOWN

Write = Callable[[str, str], Path]
MARKET = Path(__file__).parent / "games" / "market.py"


@pytest.fixture(scope="module")
def market() -> GameFile:
    """A game with every kind of key."""
    return read(MARKET)


@pytest.fixture(scope="module")
def rules(market: GameFile) -> FileRules:
    """Its rule sets."""
    return rule_files(market)


def test_a_key_for_each_thing_is_a_key_of_its_own(market: GameFile, rules: FileRules) -> None:
    """With the name that the file gives, the default of its thing, and its place in the record."""
    assert [lever.name for lever in market.levers] == [
        "market.deck",
        *(f"wares.{ware}.copies" for ware in ("grain", "salt", "amber")),
        *(f"wares.{ware}.points" for ware in ("grain", "salt", "amber")),
        *(f"seats.{seat}.coins" for seat in ("first", "second", "third")),
        "market.prices", "fees", "change", "open",
    ]  # fmt: skip
    record = rules.load("standard", ["wares.salt.points=7", "seats.second.coins=9", "market.prices=[4,0,2]"]).record()
    assert record.points.tolist() == [1, 7, 5]
    assert record.coins.tolist() == [6, 9, 6]
    assert record.prices.tolist() == [4, 0, 2]
    assert record.fees.tolist() == [-1, -1, -1, -1]
    assert rules.load("standard", ["fees=[2,1]"]).record().fees.tolist() == [2, 1, -1, -1]


def test_a_deck_that_is_named_lays_down_its_cards(rules: FileRules, tmp_path: Path) -> None:
    """The first is the usual one; single keys lie on top of it, whether they stand in one file with it or below."""
    assert rules.load("standard").record().copies.tolist() == [4, 3, 2]
    assert rules.load("night").record().copies.tolist() == [1, 3, 2]
    assert rules.load("night", ["wares.grain.copies=7"]).record().copies.tolist() == [7, 3, 2]
    file = tmp_path / "mine.toml"
    file.write_text('extends = "dear"\n[market]\ndeck = "night"\n[wares.amber]\ncopies = 9\n')
    mine = rules.load(file)
    assert mine.record().copies.tolist() == [1, 3, 9]
    assert mine.record().points.tolist() == [1, 2, 9]
    kept = rules.restore(mine.kept, "mine")
    assert (kept.hash, kept.record().tobytes()) == (mine.hash, mine.record().tobytes())
    other = rules.load("night", ["wares.grain.copies=4"])
    assert rules.restore(other.kept, "other").hash == other.hash != rules.load("standard").hash


def test_what_a_rule_says_is_told_with_its_own_sentence(rules: FileRules) -> None:
    """Or as its meaning with the value, of the thing that it is for; lists as people write them."""
    told = rules.load("standard", ["open=false"]).describe()
    assert "The wares are those of the day." in told
    assert "There grain is 4 times." in told
    assert "What the amber is worth: 5." in told
    assert "Coins of the second player: 6." in told
    assert "What the stalls cost, in their order: 1, 2 and 3." in told
    assert "What the first wares cost besides: none." in told
    assert "Coins count." in told
    assert "The last stall is closed." in told


def test_a_key_that_came_later_changes_no_rules_of_before(rules: FileRules) -> None:
    """It is left out of what runs keep, as long as it is at its default."""
    assert rules.schema.number == 2
    assert "open" not in rules.load("standard").kept
    assert rules.load("standard", ["open=false"]).kept["open"] is False


def test_values_that_do_not_fit_are_refused_with_their_full_name(rules: FileRules) -> None:
    """A list of another length, a thing that there is not."""
    with pytest.raises(BadInput, match=r"market\.prices = \[1\]: must be a list of 3 whole numbers from 0 to 9"):
        rules.load("standard", ["market.prices=[1]"])
    with pytest.raises(BadInput, match=r"wares\.\"?pepper\"?: unknown key; "):
        rules.load("standard", ["wares.pepper.copies=1"])


def test_functions_read_rules_by_the_place_of_the_thing(market: GameFile, rules: FileRules) -> None:
    """In plain Python and compiled; every bound of every key is a rule set that the check plays."""
    table = Tabletop(market, rules.load("standard", ["fees=[1]"]).record(), 1, 1, 0)
    table.play(next(each for each in table.allowed() if (each.ware, each.stall) == (2, 1)))  # amber for two and a fee
    assert table.scores() == [6 - 3 + 5, 6]
    assert list(code_faults(market)) == []
    asked = [settings for _, settings in rule_sets(market)]
    assert ("wares.amber.points=0",) in asked
    assert ("market.prices=[0, 0, 0]",) in asked
    assert ('change="lose"',) in asked
    for settings in asked:
        rules.load("standard", settings)


WRONG = {
    'heap = each_of(("a", "a"), key(10, 1, 60, "So many."))': "must be for at most 256 different words of letters, digits"
    " and _",
    'heap = each_of(("a", "b"), key(10, 1, 60, "So many."), defaults=(1,))': "each_of(...) has 1 defaults for 2 things; give"
    " one for each",
    'heap = each_of(("ant", "bee"), key(10, 1, 60, "So many."), defaults={"aunt": 9})': "has a default for 'aunt', which is not"
    " in its list; did you mean 'ant'?",
    'heap = each_of(("a", "b"), key(10, 1, 60, "So many."), defaults={"a": 99})': "must be key(DEFAULT, LOW, HIGH, MEANING)"
    " with LOW <= DEFAULT <= HIGH",
    'heap = key(10, 1, 60, "So many.", name="of <thing>")': "its name must be as in hand.size, or spaces.<space>.slots in"
    " each_of(...)",
    'heap = key(10, 1, 60, "So many.", name="seats")\n    more = each_seat(key(1, 0, 3, "More."))': "another rule is called seats.first.more, or begins so; choose another name",
    'heap = key(10, 1, 60, "So many.", since=0)': "since must be the number of a schema, from 1",
    'heap = listed((1, 99), 0, 9, "Prices.")': "must be listed((2, 3), LOW, HIGH, MEANING), with numbers from LOW to HIGH",
    'heap = decks({"day": {"hepa": 3}}, "Which."); more = key(10, 1, 60, "So many.", name="heap.size")': "another rule is"
    " called heap.size, or begins so; choose another name",
    'heap = decks({"day": {"mor": 3}}, "Which."); more = key(10, 1, 60, "So many.")': "day: \"mor\" is not a rule; did you mean"
    " 'more'?",
    'heap = decks({"day": {"more": 300}}, "Which."); more = key(10, 1, 60, "So many.")': "day: more = 300: must be a whole"
    " number from 1 to 60",
}  # fmt: skip


@pytest.mark.parametrize("written", WRONG)
def test_keys_that_make_no_sense_are_refused_as_they_are_read(written: str, game_file: Write) -> None:
    """One sentence that says what to write."""
    text = COUNT_DOWN.replace("import Position,", "import decks, each_of, each_seat, listed, Position,")
    old = next(line for line in text.split("\n") if line.strip().startswith("heap = key("))
    with pytest.raises(BadInput) as refused:
        read(game_file("wrong", text.replace(old.strip(), written)), "wrong.py")
    assert WRONG[written] in str(refused.value)


def test_a_number_is_measured_by_a_single_number(game_file: Write) -> None:
    """Not by a rule for each thing."""
    text = MARKET.read_text().replace("number(0, 40)", 'number(0, 40, by="points")')
    with pytest.raises(BadInput, match=r'State\.coins: is measured by "points", which is not a single number'):
        read(game_file("wrong", text), "wrong.py")
