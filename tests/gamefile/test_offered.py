"""Moves that a file offers, rather than filters: the same games, choices of cards, and what must not be written."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dhstats.errors import BadInput
from dhstats.gamefile.checking.findings import Findings
from dhstats.gamefile.checking.games import Games
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing import records
from dhstats.gamefile.playing.rulesets import rule_files
from dhstats.gamefile.reading.declared import read
from dhstats.gamefile.telling.lying import move_words
from dhstats.gamefile.telling.notes import logging_of
from dhstats.gamefile.telling.plain import made, same
from dhstats.gamefile.telling.story import Tabletop
from dhstats.games.logged import Wrong
from tests.gamefile.examples import columns, command
from tests.gamefile.small import COUNT_DOWN

Write = Callable[[str, str], Path]

FILTERED = "def allowed(view, move, rules):\n    return move.take <= view.heap\n"
OFFERED = "def moves(view, rules):\n    for take in range(1, min(3, view.heap) + 1):\n        yield Move(take=take)\n"
OFFERS = COUNT_DOWN.replace(FILTERED, OFFERED)
LAY_OFF = '''"""Lay off: lay up to two cards of the hand face down and draw as many, or keep all; a card laid is a point."""

from dhstats.gamefile import NOBODY, OWNER, Position, choice, choices, draw, each_seat, fill, held, next_seat, number
from dhstats.gamefile import pile, put, shuffle

LONGEST = 20
KINDS = ("red card", "blue card", "green card")
NONE = (0, 0, 0)


class State(Position):
    deck = pile(18, KINDS)
    hands = each_seat(held(KINDS, 6), seen=OWNER, dealt=True)
    away = pile(18, KINDS, seen=NOBODY)
    drawing = number(0, 2)
    points = each_seat(number(0, 18))


class Move:
    act = choice("lay", "keep")
    cards = held(KINDS, 2)


def setup(state, rules, chance):
    for kind in range(3):
        fill(state.deck, kind, 6)
    shuffle(chance, state.deck)
    for seat in range(2):
        for _ in range(3):
            state.hands[seat][draw(state.deck)] += 1


def moves(view, rules):
    """Any one or two cards of the hand."""
    if view.deck.count >= 2:
        for cards, count in choices(view.hands[view.mover], 2):
            if count == 2 and view.decisions == 0:
                continue
            yield Move(act=0, cards=cards)
    yield Move(act=1, cards=NONE)


def play(state, move, rules):
    state.drawing = 0
    for kind in range(3 if move.act == 0 else 0):
        for _ in range(move.cards[kind]):
            state.hands[state.mover][kind] -= 1
            put(state.away, kind)
            state.drawing += 1
    state.points[state.mover] += state.drawing


def then(state, rules, chance):
    for _ in range(state.drawing):
        state.hands[state.mover][draw(state.deck)] += 1
    state.drawing = 0
    state.mover = next_seat(state)


def over(state, rules):
    return state.decisions == 8


def score(state, rules, seat):
    return state.points[seat]
'''


def games(file: GameFile) -> tuple[list[Any], list[str]]:
    """Six games at random, each decision watched, and what was found in them."""
    findings = Findings(file)
    table = Games(file, rule_files(file).load("standard").record(), "", 1, findings)
    return [table.play(deal) for deal in range(6)], [each.says for each in findings.found.values()]


def table(file: GameFile) -> Tabletop:
    """The first deal of a file, laid out."""
    return Tabletop(file, rule_files(file).load("standard").record(), 1, 0, 0)


def test_offered_moves_are_those_that_are_filtered(game_file: Write) -> None:
    """The same games in the same order; the log keeps the fields of a move, and no number."""
    filtered, offered = (read(game_file(name, text)) for name, text in (("one", COUNT_DOWN), ("other", OFFERS)))
    assert (filtered.offers, offered.offers, offered.moves, offered.spare) == (False, True, 4096, 0)
    first, second = games(filtered), games(offered)
    assert first[1] == second[1] == []
    for one, other in zip(first[0], second[0], strict=True):
        assert [{name: value for name, value in row.items() if name != "move"} for row in one.rows] == other.rows
        assert one.outcome == other.outcome
    assert "number" in records.move(filtered).names
    assert "number" not in records.move(offered).names


def test_any_choice_of_cards_is_a_move(game_file: Write) -> None:
    """Every choice of one or two cards of a hand of three, once; of the first decision of one alone."""
    file = read(game_file("lay_off", LAY_OFF))
    assert games(file)[1] == []
    lies = table(file)
    first = lies.allowed()
    assert sorted(int(move.cards.sum()) for move in first) == [0, *[1] * (len(first) - 1)]
    lies.play(first[-1])
    hand, offered = lies.state.hands[1], [tuple(map(int, move.cards)) for move in lies.allowed()]
    wanted = {(a, b, c) for a in range(3) for b in range(3) for c in range(3)
              if a + b + c <= 2 and a <= hand[0] and b <= hand[1] and c <= hand[2]}  # fmt: skip
    assert set(offered) == wanted
    assert len(offered) == len(wanted)
    assert move_words(file, made(file, {"act": 0, "cards_red_card": 2})) == "lay, 2 red card"


def test_who_sees_no_card_is_told_of_none(game_file: Write) -> None:
    """Cards that are laid face down are named to nobody else."""
    lies = table(read(game_file("lay_off", LAY_OFF)))
    before, move = lies.position(), lies.allowed()[0]
    lies.play(move)
    assert lies.heard(before, move, [])(1) == "first: lay"
    assert "card" in lies.heard(before, move, [])(0)


def test_a_log_tells_cards_by_their_kinds(game_file: Write) -> None:
    """What a person writes is the move that is offered, or is told from it by the first column that is wrong."""
    file = read(game_file("lay_off", LAY_OFF))
    logging, lies = logging_of(file), table(file)
    move = lies.allowed()[0]
    row = table(file).play(move)
    turn = logging.turn(None, row)
    assert turn["act"] == "lay"
    assert sum(turn["cards"].values()) == 1
    assert same(logging.choice(None, turn), move)
    assert lies.objection(move) == ("", "")
    kind = next(iter(turn["cards"]))
    many = logging.choice(None, {"act": "lay", "cards": {kind: 2}})
    assert lies.objection(many)[0].startswith("cards_")
    assert lies.objection(None) == ("legal_moves", str(len(lies.allowed())))
    with pytest.raises(Wrong, match="cards must say how many cards of which kind"):
        logging.choice(None, {"act": "lay", "cards": 2})


@pytest.mark.long("that compiled code offers the same moves, and every command takes them; above in plain Python")
def test_commands_take_offered_moves(game_file: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checked, played, verified, told, exported and read again, forked."""
    monkeypatch.chdir(tmp_path)
    game_file("lay_off", LAY_OFF)
    assert "agree on every column of all 6 games" in command("games", "check", "lay_off.py", "--games", "6")
    command(
        "simulate", "--game", "lay_off.py", "--strategies", "greedy,random", "--games", "40", "--seed", "1", "--out",
        "run", "--workers", "1",
    )  # fmt: skip
    assert "stands." in command("verify", "run")
    assert "red card" in command("replay", "run", "0")
    moves = columns(tmp_path / "run" / "moves")
    assert "move" not in moves
    assert {"act", "cards_red_card", "cards_blue_card", "cards_green_card"} <= moves.keys()
    told = command("export", "run")
    assert json.loads(told.splitlines()[0])["turns"][0].keys() == {"act", "cards"}
    (tmp_path / "people.jsonl").write_text(told)
    command("import", "people.jsonl", "--out", "again")


WRONG = {
    "both": (f"{FILTERED}\n\n{OFFERED}", "has both allowed and moves; keep one of them"),
    "neither": ("", "has no function allowed(view, move, rules), nor moves(view, rules) that yields Move(...)"),
    "no field": (OFFERED.replace("take=take", "tka=take"), 'line 25: Move has no field "tka"; allowed: take'),
    "not all": (OFFERED.replace("take=take", ""), 'line 25: yield Move(...) leaves out "take"'),
    "place": (OFFERED.replace("take=take", "take"), "line 25: a move is offered as a statement, as in yield Move(card=3)"),
    "kept": (OFFERED.replace("yield", "kept = yield"), "line 25: a move is offered as a statement"),
    "no field in a choice": (
        OFFERED.replace("range(1, min(3, view.heap) + 1)", "choices(view.heap)").replace("take=take", "tka=take"),
        'line 25: Move has no field "tka"',
    ),
    "value": (f"{OFFERED}    return 3\n", "line 26: moves returns nothing"),
    "no loop": (OFFERED.replace("range(1, min(3, view.heap) + 1)", "choices(view.heap)"), "choices belongs into a loop"),
}  # fmt: skip


@pytest.mark.parametrize("written", WRONG)
def test_what_cannot_be_offered_is_refused_as_it_is_read(written: str, game_file: Write) -> None:
    """One sentence, with its line."""
    text, says = WRONG[written]
    with pytest.raises(BadInput) as refused:
        read(game_file("wrong", COUNT_DOWN.replace(FILTERED, text)), "wrong.py")
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_cards_are_chosen_where_moves_are_offered(game_file: Write) -> None:
    """`allowed` is asked of every combination, of which there would be too many."""
    text = COUNT_DOWN.replace("number, whose", "held, number, whose").replace("take = number(1, 3)", "take = held(3)")
    with pytest.raises(BadInput, match=r"Move\.take: must be number"):
        read(game_file("wrong", text), "wrong.py")


def test_more_moves_than_there_is_room_for_are_a_fault_with_its_line(game_file: Write) -> None:
    """Of three moves one has no room; the sentence says which line offers it, and what to write."""
    file = read(game_file("many", OFFERS.replace("\n\nclass Rules", "\nMOST_MOVES = 2\n\n\nclass Rules", 1)))
    found = games(file)[1]
    assert any(
        "moves offers too many moves for one decision" in says and "yield Move(take=take)" in says for says in found
    )
