"""Rule files and settings that are refused: each with its one line, and never with anything but that line."""

from pathlib import Path

import pytest

from dhstats.documents import MAX_BYTES
from dhstats.errors import BadInput
from dhstats.games.dragonheart.files.rulesets import load
from dhstats.games.dragonheart.files.schema import SCHEMA
from dhstats.games.dragonheart.table import PICTURES, PLACES
from dhstats.games.rulefile import AUTHOR
from dhstats.quoting import quoted

LIST = f"a list of different places out of {', '.join(PLACES)}"
CARDS = "a list of at most 62 card values from 0 to 9, or counts by value such as { 1 = 6, 2 = 3 }"
HAND = "must be a whole number from 1 to 12"
TOP = "cards, deck, end, great_dragon, hand, seats, source, spaces"
HEAD = "cards, deck, end, extends, great_dragon, hand, schema, seats, source, spaces, written_by"

SETTINGS = {
    # unknown keys and tables
    "hand.siez=5": "hand.siez: unknown key; did you mean 'size'?",
    "points=4": "points: unknown key; did you mean 'great_dragon.points'?",
    "greatdragon.points=4": "greatdragon: unknown key; did you mean 'great_dragon'?",
    "zzz=4": f"zzz: unknown key; allowed: {TOP}",
    "=4": f'"": unknown key; allowed: {TOP}',
    "hand..size=4": 'hand."": unknown key; allowed: size',
    "hand=4": "hand = 4: must be a table of size",
    "hand.size.big=4": "hand.size.big: unknown key; did you mean 'hand.size'?",
    "cards.dwarf.values.3=2": "cards.dwarf.values.3: unknown key; did you mean 'cards.dwarf.values'?",
    "spaces.trol.slots=1": "spaces.trol: unknown picture; did you mean 'troll'?",
    "cards.dwarfs.values=[1]": "cards.dwarfs: unknown picture; did you mean 'dwarf'?",
    "seats.third.points=1": "seats.third: unknown seat; allowed: first, second",
    "two\nlines=1": f'"two\\nlines": unknown key; allowed: {TOP}',
    # wrong types
    "hand.size=five": f'hand.size = "five": {HAND}',
    "hand.size=": f'hand.size = "": {HAND}',
    "hand.size=true": f"hand.size = true: {HAND}",
    "hand.size=5.0": f"hand.size = 5.0: {HAND}",
    "hand.size=nan": f"hand.size = nan: {HAND}",
    "hand.size=-inf": f"hand.size = -inf: {HAND}",
    "hand.size=2010-05-01": f"hand.size = 2010-05-01: {HAND}",
    "hand.size=[5]": f"hand.size = [5]: {HAND}",
    "hand.size={ a = 1 }": f"hand.size = {{…}}: {HAND}",
    "hand.size=0x" + "f" * 5000: f"hand.size = {quoted('0x' + 'f' * 5000)}: {HAND}",
    "hand.size=5\nend=1": f'hand.size = "5\\nend=1": {HAND}',
    "end.last_turn=1": "end.last_turn = 1: must be true or false",
    "end.last_turn=yes": 'end.last_turn = "yes": must be true or false',
    "source.note=5": "source.note = 5: must be text of at most 1000 characters without control characters",
    "spaces.troll.takes=sorceress": f'spaces.troll.takes = "sorceress": must be {LIST}',
    "spaces.troll.takes=[1]": f"spaces.troll.takes = [1]: must be {LIST}",
    "cards.dwarf.values=3": f"cards.dwarf.values = 3: must be {CARDS}",
    "cards.dwarf.values=[[1]]": f"cards.dwarf.values = [[…]]: must be {CARDS}",
    "cards.dwarf.values=[true]": f"cards.dwarf.values = [true]: must be {CARDS}",
    # values out of range
    "hand.size=0": f"hand.size = 0: {HAND}",
    "great_dragon.hand_size=13": f"great_dragon.hand_size = 13: {HAND}",
    "seats.first.hand_size=0": f"seats.first.hand_size = 0: {HAND}",
    "seats.second.hand_size=13": f"seats.second.hand_size = 13: {HAND}",
    "great_dragon.points=-1": "great_dragon.points = -1: must be a whole number from 0 to 99",
    "great_dragon.points=100": "great_dragon.points = 100: must be a whole number from 0 to 99",
    "seats.first.points=-100": "seats.first.points = -100: must be a whole number from -99 to 99",
    "seats.first.first_turn_max_cards=13": (
        "seats.first.first_turn_max_cards = 13: must be a whole number from 0 to 12"
    ),
    "end.ship_stacks=0": "end.ship_stacks = 0: must be a whole number from 1 to 100",
    "end.ship_stacks=101": "end.ship_stacks = 101: must be a whole number from 1 to 100",
    "spaces.dwarf.slots=63": "spaces.dwarf.slots = 63: must be a whole number from 0 to 62",
    "spaces.dwarf.slots=-1": "spaces.dwarf.slots = -1: must be a whole number from 0 to 62",
    "cards.dwarf.values=[10]": f"cards.dwarf.values = [10]: must be {CARDS}",
    "cards.dwarf.values=[-1]": f"cards.dwarf.values = [-1]: must be {CARDS}",
    "cards.dwarf.values={ 10 = 1 }": f'cards.dwarf.values = {{…}}: "10" is not a card value, must be {CARDS}',
    "cards.dwarf.values={ 1 = -1 }": f"cards.dwarf.values = {{…}}: -1 is not a number of cards, must be {CARDS}",
    "cards.dwarf.values={ 1 = true }": (f"cards.dwarf.values = {{…}}: true is not a number of cards, must be {CARDS}"),
    "cards.dwarf.values={ 1 = 40, 2 = 23 }": (f"cards.dwarf.values = {{…}}: they are 63 cards, must be {CARDS}"),
    # words and arrows
    "great_dragon.claim=ani": ("great_dragon.claim = \"ani\": must be one of needs_card, any; did you mean 'any'?"),
    "end.deck_end=never": ('end.deck_end = "never": must be one of cannot_draw, after_last_card, last_card_drawn'),
    "great_dragon.holder=1": "great_dragon.holder = 1: must be one of nobody, first, second",
    "spaces.dwarf.then=stakc": (
        "spaces.dwarf.then = \"stakc\": must be one of stay, score, below_ship, stack; did you mean 'stack'?"
    ),
    "deck=scula": "deck = \"scula\": must be one of bga, skula, custom; did you mean 'skula'?",
    "deck=custom": (
        "cards.treasure_chest.values and 8 more keys: missing; list the cards of all pictures, or name a deck profile"
    ),
    "spaces.troll.takes=[sorceres]": (
        f'spaces.troll.takes = ["sorceres"]: "sorceres" is not a place, must be {LIST}; did you mean \'sorceress\'?'
    ),
    "spaces.troll.takes=[ship, ship]": (
        f'spaces.troll.takes = ["ship", "ship"]: two arrows lead to "ship", must be {LIST}'
    ),
}

TOGETHER = {
    # keys that do not fit each other
    ("cards.dwarf.values={1=62}", "cards.ship.values={0=62}"): "cards: 158 in a deck, must be at most 120",
    ("cards.dwarf.values={3=43}",): (
        "spaces.dwarf: takes up to 258 points in a turn, must be at most 255; give fewer cards, lower values"
        " or other arrows"
    ),
    # the log's narrow columns: what a full pile below the ship brings
    ("cards.knight.values={9=8}", "cards.huntress.values={9=7}"): (
        "spaces.ship: takes up to 270 points in a turn, must be at most 255; give fewer cards, lower values"
        " or other arrows"
    ),
    # the target's cards and the space's own
    ("cards.troll.values={9=14}", "spaces.troll.then=score"): (
        "spaces.troll: takes up to 264 points in a turn, must be at most 255; give fewer cards, lower values"
        " or other arrows"
    ),
}

FILES = {
    'extends = "ffg"\nhand = 5\n': "own.toml: hand = 5: must be a table of size",
    'extends = "ffg"\n[hand]\nsizes = 5\n': "own.toml: hand.sizes: unknown key; did you mean 'size'?",
    'extends = "ffg"\n"hand.size" = 5\n': "own.toml: \"hand.size\": unknown key; did you mean 'hand'?",
    'extend = "ffg"\n': "own.toml: extend: unknown key; did you mean 'extends'?",
    'extends = "fgf"\n': (
        "own.toml: extends = \"fgf\" is not a rule set, must be a shipped one or a path to a file; did you mean 'ffg'?"
    ),
    'extends = "./nothing.toml"\n': "./nothing.toml: cannot be read: No such file or directory",
    'extends = "kosmos"\n': (
        'own.toml: extends = "kosmos": that one extends "ffg" itself, must be a complete rule set;'
        ' extend "ffg" and repeat the changes of "kosmos"'
    ),
    "extends = 5\n": "own.toml: extends = 5: must be the name or the file of a rule set",
    'extends = ""\n': 'own.toml: extends = "": must be the name or the file of a rule set',
    "[cards.dwarf]\nvalues = [1]\n": (
        "own.toml: cards.treasure_chest.values and 7 more keys: missing; list the cards of all pictures, or name a deck profile"
    ),
    # a file that this version may not know all of says so; one of an older schema has no such excuse
    'schema = 99\nwritten_by = "dhstats 9.0"\nextends = "ffg"\n[hand]\nsizes = 5\n': (
        f"own.toml: was written for schema 99 by dhstats 9.0, this is {AUTHOR} with schema {SCHEMA.number}; read it with"
        " dhstats 9.0; own.toml: hand.sizes: unknown key; did you mean 'size'?"
    ),
    'written_by = "dhstats 9.0"\nextends = "ffg"\n[hand]\nsizes = 5\n': (
        f"own.toml: was written by dhstats 9.0, this is {AUTHOR} with schema {SCHEMA.number}; read it with dhstats 9.0;"
        " own.toml: hand.sizes: unknown key; did you mean 'size'?"
    ),
    'schema = 1\nwritten_by = "dhstats 0.0.1"\nextends = "ffg"\n[hand]\nsizes = 5\n': (
        "own.toml: hand.sizes: unknown key; did you mean 'size'?"
    ),
    "schema = 0\nwritten_by = 5\nhands = 1\n": (
        "own.toml: hands: unknown key; did you mean 'hand'?; own.toml: schema = 0: must be a whole number from 1 to"
        " 1000000; own.toml: written_by = 5: must be text of at most 1000 characters on one line, without control characters"
    ),
    "[hand]\nsize =\n": (
        'own.toml: not valid TOML: line 2, column 7: no value; after = stands a number, "a text", true, false, [a list]'
        " or {a table}"
    ),
    "[hand]\nsize = 5\nsize = 6\n": (
        "own.toml: not valid TOML: line 3, column 9: this key has a value already; keep one of them"
    ),
    "a = " + "[" * 3000: "own.toml: not valid TOML: nested too deeply",
    "a.b" + ".c" * 60 + " = 1": f"own.toml: a: unknown key; allowed: {HEAD}",
    "#" * (MAX_BYTES + 1): "own.toml: longer than 64 KiB, the limit for such a file",
    "a.b" + ".c" * 200 + " = 1": "own.toml: not valid TOML: a line with more than 200 dots",
    "a = " + "[" * 70 + "]" * 70: "own.toml: not valid TOML: nested too deeply",
}


def refusal(source: str | Path, *changes: str) -> str:
    """The one line that a rule set is refused with."""
    with pytest.raises(BadInput) as refused:
        load(source, changes)
    assert str(refused.value).isprintable()
    return str(refused.value)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to write in, which is also where paths start."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: ascii(setting[:40]))
def test_a_bad_setting_is_refused(setting: str) -> None:
    """Where, which key, the bad value, what is allowed, the nearest name."""
    assert refusal("ffg", setting) == f"--set: {SETTINGS[setting]}"


@pytest.mark.parametrize("changes", TOGETHER, ids=" ".join)
def test_keys_that_do_not_fit_each_other_are_refused(changes: tuple[str, ...]) -> None:
    """Each alone may be fine."""
    assert refusal("ffg", *changes) == f"--set: {TOGETHER[changes]}"


@pytest.mark.parametrize(
    "key", ["hand.size", "great_dragon.hand_size", "seats.first.hand_size", "seats.second.hand_size"]
)
def test_a_deck_too_small_for_the_hands_is_refused(key: str) -> None:
    """Every hand must be dealt in full; just enough cards will do."""
    few = ["deck=custom", *(f"cards.{picture}.values=[]" for picture in PICTURES[1:])]
    few.append("cards.treasure_chest.values=[1, 1, 1, 1, 1, 1]")
    load("ffg", few)
    message = f"--set: {key} = 7: must be at most 6, as many cards as a deck has"
    assert refusal("ffg", *few, f"{key}=7") == message


def test_a_setting_has_an_equals_sign() -> None:
    """The message shows the form."""
    expected = '--set "hand.size": must be KEY=VALUE, as in great_dragon.points=4'
    assert refusal("ffg", "hand.size") == expected


@pytest.mark.parametrize("text", FILES, ids=lambda text: ascii(text[:30]))
def test_a_bad_file_is_refused(here: Path, text: str) -> None:
    """With the file's name in place of --set."""
    (here / "own.toml").write_text(text, encoding="utf-8")
    assert refusal("own.toml") == FILES[text]


def test_the_place_of_a_misfit_is_where_it_was_made(here: Path) -> None:
    """The file if it is the file's doing, even with innocent settings on top."""
    text = 'extends = "ffg"\ncards.dwarf.values = { 1 = 62 }\ncards.ship.values = { 0 = 62 }\n'
    (here / "own.toml").write_text(text, encoding="utf-8")
    assert refusal("own.toml", "great_dragon.points=4") == "own.toml: cards: 158 in a deck, must be at most 120"


def test_files_that_are_none_are_refused(here: Path) -> None:
    """Missing, a folder, a device, not text, impossible names, and a name that only looks like one."""
    (here / "folder.toml").mkdir()
    (here / "latin.toml").write_bytes(b"# caf\xe9")
    assert refusal("none.toml") == "none.toml: cannot be read: No such file or directory"
    assert refusal("folder.toml") == "folder.toml: a folder or device, not a file"
    assert refusal("/dev/zero") == "/dev/zero: a folder or device, not a file"
    assert refusal("latin.toml") == "latin.toml: not UTF-8 text (at byte 6)"
    assert refusal("a\0b.toml") == "a?b.toml: cannot be read: not a file name"
    assert refusal("x" * 300 + ".toml").endswith(": cannot be read: File name too long")
    expected = "\"kosmo\" is not a rule set, must be a shipped one or a path to a file; did you mean 'kosmos'?"
    assert refusal("kosmo") == expected


def test_numbers_too_long_to_read_are_refused(here: Path) -> None:
    """Python limits the digits of a number; the parser's complaint becomes our line."""
    (here / "own.toml").write_text("a = " + "9" * 5000, encoding="utf-8")
    assert refusal("own.toml").startswith("own.toml: not valid TOML: a number of more than 150 digits")


def test_text_may_not_steer_a_terminal() -> None:
    """Control characters are refused, and not repeated in the message."""
    assert refusal("ffg", 'source.note="\\u001b[31m"').startswith('--set: source.note = "\\u001b[31m": must be')
    assert refusal("ffg", f"source.note={'x' * 1001}").startswith('--set: source.note = "xxx')
