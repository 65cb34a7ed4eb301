"""The referee agrees with the engine over thousands of games, and notices every cell that is changed."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dhstats.engine.compiled import sources_below
from dhstats.games.dragonheart.files.rulesets import load
from dhstats.games.dragonheart.referee import tabletop
from dhstats.games.dragonheart.referee.chronicle import packed
from dhstats.games.dragonheart.referee.tabletop import deck, lost_card
from dhstats.games.dragonheart.table import PICTURES, ROWS
from dhstats.games.dragonheart.words.notation import RETELLING
from dhstats.games.retelling import Kept
from tests.engine.philox import Words, below, shuffled, words_of_turn
from tests.games.logs import engine_logs

RULES = load("ffg")
PLAYERS = ("random", "greedy")
PAIRS = [
    ("random", "random"), ("greedy", "balanced"), ("random", "dragon_hunter"), ("denier", "cautious"),
    ("dwarf_hoarder", "ship_rusher"),
]  # fmt: skip
ENDLESS = tuple(
    f"spaces.{name}.{key}" for name in PICTURES for key in ("slots=1", "takes=[]", "then=stay")
)  # rows fill up for ever, so that hands fill with cards that cannot be played
DECK_CHANNELS, LOSS_CHANNEL = (1, 2), 64
TURN_COLUMNS = list(ROWS.event.names or ())
RESULT_COLUMNS = [name for name in ROWS.result.names or () if name != "logged_turns"]


def complaints(kept: Kept, rules: Any = RULES) -> list[str]:
    """What the referee says against a game."""
    return RETELLING.check(rules.effective, kept)


def with_turn(kept: Kept, number: int, **changes: Any) -> Kept:
    """The game with other values in one row of its moves."""
    turns = [dict(row) for row in kept.turns]
    turns[number] |= changes
    return replace(kept, turns=turns)


@pytest.fixture(scope="module")
def games() -> list[Kept]:
    """A few dozen games of different strategies."""
    return engine_logs("dragonheart", RULES, PLAYERS, 11, 0, 20)


# Agreement


@pytest.mark.parametrize("rules", ["ffg", "kosmos"])
@pytest.mark.parametrize("players", PAIRS)
def test_games_of_the_engine_stand(rules: str, players: tuple[str, str]) -> None:
    """Every column of every row, both editions, weak and strong players."""
    rule_set = load(rules)
    logs = engine_logs("dragonheart", rule_set, players, 2024, 5, 8)
    assert [said for kept in logs for said in complaints(kept, rule_set)] == []


def test_games_that_nothing_ends_stand() -> None:
    """When both can only pass, the loop stops at the bound that follows from the cards, in its log as in its result."""
    logs = engine_logs("dragonheart", load("ffg", ENDLESS), ("random", "random"), 1, 0, 10)
    assert {len(kept.turns) for kept in logs} == {kept.row["turns"] for kept in logs} == {204}
    assert [said for kept in logs for said in complaints(kept, load("ffg", ENDLESS))] == []


def test_the_referee_reads_no_rule_of_the_engine() -> None:
    """Neither he nor anything that he imports is the file of the engine's rules."""
    for module in (tabletop, tabletop):
        assert "play.py" not in {path.name for path in sources_below(Path(str(module.__file__)))}


@pytest.mark.parametrize("seed", [0, 7, 2**63 + 12345])
@pytest.mark.parametrize("deal", [0, 1, 2**32 - 1, 2**40 + 7])
def test_decks_are_those_of_their_addresses(seed: int, deal: int) -> None:
    """Both decks and the first lost cards are those of the tests' own stream of words."""
    cards = [(name, value) for name in PICTURES for value in RULES.effective["cards"][name]["values"]]
    for number in (0, 1):
        order = shuffled(Words(seed, DECK_CHANNELS[number], deal), len(cards))
        assert deck(RULES.effective, seed, deal, number) == [cards[i] for i in order]
    for index in range(9):
        for size in (1, 6, 12):
            assert lost_card(seed, deal, index, size) == below(words_of_turn(seed, LOSS_CHANNEL, deal, index), size)


def test_every_picture_is_played(games: list[Kept]) -> None:
    """The games that the tests change have plays of each of the nine."""
    assert {row["picture"] for kept in games for row in kept.turns} == set(PICTURES)


def test_columns_are_those_of_the_log(games: list[Kept]) -> None:
    """A turn and a result name every column that the rules fill, no more and no fewer."""
    assert set(TURN_COLUMNS) == set(games[0].turns[0])
    planned = {"game_id", "deal_id", "arm", "first", "second", "swapped", "logged_turns"}
    assert set(RESULT_COLUMNS) == set(games[0].row) - planned


# Changed cells


def test_a_choice_that_is_missing_is_noticed(games: list[Kept]) -> None:
    """Where a space has two arrows a target must be named, and one of the two."""
    chosen = [(kept, i) for kept in games for i, row in enumerate(kept.turns) if row["target"] is not None]
    assert len(chosen) > 100
    for kept, number in chosen[::10]:
        takes = RULES.effective["spaces"][kept.turns[number]["picture"]]["takes"]
        for wrong in (None, "ship"):
            (said,) = complaints(with_turn(kept, number, target=wrong))
            assert said.endswith(f"turn {number}: target is {wrong}, should be one of {', '.join(takes)}")


# Moves that rules forbid


def test_a_full_row_takes_no_more() -> None:
    """Five dwarfs do not fit a row of four, however many are in hand."""
    table = tabletop.Tabletop(RULES.effective, [[("dwarf", 1)] * 9] * 2, lambda index, size: 0)
    assert len(table.plays()) == 4
    assert table.objection(("dwarf", packed([1] * 5), None)) == ("values", "no more cards than there is room for: 4")
    assert table.objection(("dwarf", packed([1] * 4), None)) == ("", "")
    assert table.objection(("dwarf", packed([1] * 2), "dwarf")) == ("target", "empty")
    assert table.objection(("dwarf", packed([1, 2]), None))[0] == "values"
    assert table.objection(("dwarf", 0, None))[0] == "values"
    assert table.objection(("knight", packed([1]), None))[0] == "picture"
    assert table.objection((None, 0, None)) == ("picture", "one of 4 legal plays")


def test_each_lost_card_is_numbered() -> None:
    """With a dragon's hand of eight, three cards go one by one at each claim: running numbers, none twice."""
    seen: list[tuple[int, int]] = []

    def lose(index: int, size: int) -> int:
        seen.append((size, index))
        return size - 1

    rules = load("ffg", ["great_dragon.hand_size=8", "great_dragon.claim=any"]).effective
    table = tabletop.Tabletop(rules, [[("sorceress", 1)] * 30] * 2, lose)
    for _ in range(3):
        table.play(("sorceress", packed([1]), "petrified_dragon"))
    assert seen == [(8, 0), (7, 1), (6, 2), (8, 3), (7, 4), (6, 5)]
