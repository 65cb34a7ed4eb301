"""What a card in hand is worth in game files: against values that can be counted, and with no card lost or made."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.cli.main import main
from dhstats.engine.arms import TO_MOVER, TO_NOBODY, TO_OPPONENT
from dhstats.engine.stream import CHANCE, address
from dhstats.games import catalogue
from dhstats.players.match import records
from tests.gamefile.examples import command

SHOWDOWN = '''"""Showdown: everybody has cards, and the highest sum wins; nobody has a choice."""

from dhstats.gamefile import NOBODY, OWNER, Position, draw, each_seat, fill, held, key, next_seat, number, pile, shuffle


class Rules:
    copies = key(1, 0, 4, "Cards of each of four kinds.")
    hand = key(1, 1, 3, "Cards in hand.")


class State(Position):
    deck = pile(16, 5, seen=NOBODY)
    hands = each_seat(held(5, 3), seen=OWNER, dealt=True)
    points = each_seat(number(0, 1))
    turns = number(0, 2)


class Move:
    go = number(0, 0)


def setup(state, rules, chance):
    for card in range(4):
        fill(state.deck, card, rules.copies)
    shuffle(chance, state.deck)
    for seat in range(2):
        for _ in range(rules.hand):
            card = draw(state.deck)
            if card >= 0:
                state.hands[seat, card] += 1


def allowed(view, move, rules):
    return True


def play(state, move, rules):
    state.turns += 1
    state.mover = next_seat(state)


def over(state, rules):
    return state.turns == 2


def score(state, rules, seat):
    total = 2 * state.points[seat]
    for card in range(5):
        total += 2 * card * state.hands[seat, card]
    return total
'''


@pytest.fixture
def showdown(game_file: Callable[[str, str], Path]) -> Path:
    """The game on disk."""
    return game_file("showdown", SHOWDOWN)


def table_of(answer: Path, key: str) -> list[dict[str, Any]]:
    """A table of an answer, a row an entry."""
    told = json.loads(json.loads((answer / "answer.json").read_text())["numbers"])
    tables = {table["key"]: table for table in told["runs"][0]["answers"][0]["tables"]}
    names = [column["name"] for column in tables[key]["columns"]]
    return [row if isinstance(row, dict) else dict(zip(names, row, strict=True)) for row in tables[key]["rows"]]


def worth(tmp_path: Path, *words: str) -> dict[str, dict[str, float]]:
    """What `value` says of several items, by their names."""
    out = tmp_path / "worth"
    command("value", *words, "--strategies", "random", "--seed", "1", "--workers", "1", "--out", str(out))
    return {row["item"]: row for row in table_of(out, "items")}


def positions(path: Path, *settings: str) -> tuple[Any, Any]:
    """A game with its rules and a table set for it."""
    bundle = catalogue.load(catalogue.name_of(str(path)))
    table = records(bundle.game.table, 1)
    table["seen"]["rules"] = bundle.rule_files.load("standard", settings).record()
    return bundle, table


def laid(path: Path, deal: int, *settings: str) -> tuple[Any, Any]:
    """A game and a table with a deal of it."""
    bundle, table = positions(path, *settings)
    bundle.game.shuffle(table[0], np.uint64(1), deal)
    bundle.game.deal(table[0], 0)
    return bundle.game.forking, table[0]


def all_cards(state: Any) -> list[int]:
    """Every card on the table."""
    deck = [int(card) for card in state.deck.cards[: state.deck.count]]
    return sorted(deck + [kind for seat in range(2) for kind in range(5) for _ in range(int(state.hands[seat, kind]))])


@pytest.mark.parametrize("side", [TO_NOBODY, TO_MOVER, TO_OPPONENT])
def test_cards_change_places_and_none_comes_or_goes(showdown: Path, side: int) -> None:
    """Hands and pile keep their sizes, who is meant has the card, and at most one card of two places is another."""
    for deal in range(40):
        forking, table = laid(showdown, deal, "copies=2", "hand=3")
        what = forking.changes.index("hands.3") + 1
        before = table.state.copy()
        assert forking.can_change(table, 0, what, side)
        assert all_cards(table.state) == all_cards(before)
        assert np.array_equal(table.state.hands, before.hands)
        forking.intervene(table, 0, what, side)
        after = table.state
        assert all_cards(after) == all_cards(before)
        assert after.hands.sum(axis=1).tolist() == [3, 3]
        assert after.deck.count == before.deck.count
        assert np.abs(after.hands - before.hands).sum() <= 4
        if side != TO_NOBODY:
            assert after.hands[side - TO_MOVER, 3] > 0
        else:
            assert 3 in after.deck.cards[: after.deck.count]


def test_which_copy_and_which_card_change_places_is_by_lot(showdown: Path) -> None:
    """The card that goes for a lower one is each of a hand about equally often."""
    gone = np.zeros(5)
    for deal in range(600):
        forking, table = laid(showdown, deal, "copies=1", "hand=2")
        what = forking.changes.index("hands.3") + 1
        before = table.state.copy()
        if before.hands[0, 3] == 0:
            forking.intervene(table, 0, what, TO_MOVER)
            gone += np.maximum(before.hands[0] - table.state.hands[0], 0)
    assert gone[3] == gone[4] == 0
    assert gone.sum() > 250
    assert np.abs(gone[:3] - gone.sum() / 3).max() < 4 * (gone.sum() * 2 / 9) ** 0.5


def test_positions_that_cannot_be_are_refused_and_left_as_they_are(showdown: Path) -> None:
    """Without a copy, with an empty hand, beyond what a hand may hold, beyond what a number may be."""
    forking, table = laid(showdown, 0)
    before = np.asarray(table.state).tobytes()
    for name in ("hands.4", "points.more"):
        what = forking.changes.index(name) + 1
        table.state.points[0] = 1
        before = np.asarray(table.state).tobytes()
        assert not forking.can_change(table, 0, what, TO_MOVER), name
        forking.intervene(table, 0, what, TO_MOVER)
        assert np.asarray(table.state).tobytes() == before, name
    assert forking.can_change(table, 0, what, TO_OPPONENT)
    assert forking.can_change(table, 0, what, TO_NOBODY)
    table.state.hands[0] = (0, 0, 0, 0, 0)
    assert not forking.can_change(table, 0, forking.changes.index("hands.3") + 1, TO_MOVER)
    table.state.hands[0] = (0, 1, 0, 3, 0)  # as many threes as a hand may hold
    table.state.deck.count, table.state.deck.cards[0] = 1, 3
    table.state.hands[1] = (3, 0, 0, 0, 0)
    three = forking.changes.index("hands.3") + 1
    seen = {bool(forking.can_change(moved(table, deal), 0, three, TO_MOVER)) for deal in range(40)}
    assert seen == {True, False}  # a copy of its own may be drawn


def moved(table: Any, number: int) -> Any:
    """The same table with other chance to come."""
    address(table.chance, np.uint64(1), number, CHANCE)
    return table


def test_one_more_is_worth_exactly_one_more(showdown: Path, tmp_path: Path) -> None:
    """Two points of the score are one of the number, whoever plays."""
    out = tmp_path / "points"
    words = ("--game", str(showdown), "--item", "points.more", "--deals", "200", "--strategies", "random")
    command("value", *words, "--seed", "1", "--workers", "1", "--out", str(out))
    effects = {row["what"]: row for row in table_of(out, "effects")}
    assert effects["mover against opponent"]["points"] == 4.0
    assert effects["gain"]["points"] == effects["denial"]["points"] == 2.0


def test_scores_that_add_up_stay_so(game_file: Callable[[str, str], Path]) -> None:
    """Where a file says what scores add up to, nobody gets one more."""
    bundle = catalogue.load(catalogue.name_of(str(game_file("summed", SHOWDOWN + "\nSUM = 12\n"))))
    rules = bundle.rule_files.load("standard", ()).record()
    assert [item.kind for item in bundle.items(rules)] == ["cards"] * 4


def test_the_page_says_what_it_is_to_have_a_card(showdown: Path, tmp_path: Path) -> None:
    """The definition is on the page; a name that is none is answered by those that there are."""
    page = tmp_path / "run" / "answer.html"
    words = ("--game", str(showdown), "--item", "hands.3", "--deals", "100", "--strategies", "random")
    command("value", *words, "--seed", "1", "--workers", "1", "--out", str(tmp_path / "run"))
    assert "chosen at random from all hands and hidden places" in page.read_text()


def test_arms_of_fork_hand_cards_over_by_name(
    showdown: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`fork` takes the same names; a seat that is none is refused."""
    words = ["fork", "--game", str(showdown), "--arm", "hands.3=mover", "--strategies", "random", "--deals", "100"]
    words += ["--seed", "1", "--workers", "1", "--out"]
    assert main([*words, str(tmp_path / "one"), "--against", "hands.3=opponent"]) == 0
    assert main([*words, str(tmp_path / "two"), "--against", "hands.3=5"]) == 2
    assert "hands.3 must be one of mover, opponent, nobody" in capsys.readouterr().err
