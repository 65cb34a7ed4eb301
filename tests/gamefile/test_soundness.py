"""What a game file must not be able to do to players, to memory or to the log, each by a small change of a sound file."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from dhstats.cli.main import main
from dhstats.engine.stream import STREAM, address
from tests.gamefile.small import COUNT_DOWN, HIGH_CARD
from tests.gamefile.test_play import Seat

Write = Callable[[str, str], Path]
TIES = '''"""Ties: three points each; two of the three have more of what breaks ties."""

from dhstats.gamefile import Position, next_seat, number


SEATS = 3


class State(Position):
    left = number(0, 3, 3)


class Move:
    go = number(0, 0)


def setup(state, rules, chance):
    state.mover = 0


def allowed(view, move, rules):
    return True


def play(state, move, rules):
    state.left -= 1
    state.mover = next_seat(state)


def over(state, rules):
    return state.left == 0


def score(state, rules, seat):
    return 3


def tie_break(state, rules, seat):
    return 1 if seat < 2 else 0
'''
TWO_DECKS = (
    HIGH_CARD.replace(
        "    left = each_seat", '    gems = each_seat(held(KINDS, 9, of="gems"), seen=OWNER)\n    left = each_seat'
    )
    .replace(
        "        state.left[seat] = rules.hand",
        "        state.left[seat] = rules.hand\n        state.gems[seat][0] = 3",
    )
    .replace("high card", "two decks")
)


def check(path: Path, capsys: pytest.CaptureFixture[str], code: int = 2) -> str:
    """What `games check` says of a file."""
    assert main(["games", "check", str(path), "--games", "20", "--quick"]) == code
    told = capsys.readouterr()
    return told.out + told.err


def test_a_view_is_the_same_whoever_looked_before(high_card: Path) -> None:
    """Greedy thinks of its moves in room that lies within the view; the next player finds nothing there."""
    table = Seat(high_card).deal(0)
    alone = table.look(1)
    view = table.look(0)
    kept = np.zeros(1, table.game.view).view(np.recarray)
    kept[0] = view
    learning = table.game.learning
    assert learning is not None
    table.game.look(table.table[0], 0)
    learning.outlook(table.table["seen"][0], table.options[0].moves[0], 0, np.zeros(400, np.float32))
    assert table.look(1).tobytes() == alone.tobytes()


def test_whoever_takes_in_an_open_pile_stays_within_their_room(game_file: Write) -> None:
    """A card of a kind that there is not, in a pile that all see, has no input of a trained player."""
    text = HIGH_CARD.replace("pile(24, KINDS, seen=NOBODY)", 'pile(24, KINDS, seen="everybody")')
    table = Seat(game_file("open", text)).deal(0)
    learning, room = table.game.learning, np.zeros(400, np.float32)
    assert learning is not None
    view, moves = table.look(0), table.moves()
    kept = np.zeros(1, table.game.view).view(np.recarray)
    kept[0] = view
    move = table.options[0].moves[len(moves) - 1]
    learning.outlook(kept[0], move, 0, room)
    kept["state"]["deck"]["cards"][0][0] = 10**5
    with pytest.raises(IndexError):
        learning.outlook(kept[0], move, 0, room)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        fill(state.deck, card, 4)", "        fill(state.deck, card + 1, 4)"),  # a kind that there is not
        ("    shuffle(chance, state.deck)", "    state.deck.count = 4000000"),  # more cards than there is room for
        (
            "    return state.scores[seat]",
            "    return 6000000000 * (seat + state.decisions)",
        ),  # more than a column holds
    ],
)
def test_what_leaves_its_bounds_is_said_and_harms_nothing(
    old: str, new: str, game_file: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Compiled games stop with a sentence: no memory beyond the state is touched, no number is cut."""
    assert old in HIGH_CARD
    path = game_file("wild", HIGH_CARD.replace(old, new))
    words = ["simulate", "--game", str(path), "--strategies", "random", "--games", "20", "--seed", "1"]
    assert main([*words, "--out", str(tmp_path / "run")]) == 2
    told = capsys.readouterr().err
    assert "game file" in told
    assert "\n" not in told.strip().removeprefix("compiling; this is done once, and later commands start faster\n")
    assert not (tmp_path / "run").exists()


def test_ties_broken_in_part_leave_the_third_out(game_file: Write, tmp_path: Path) -> None:
    """Two of three who tie have more of what breaks ties: they share the win, and the third has no part of it."""
    path, run = game_file("ties", TIES), tmp_path / "run"
    words = ["--strategies", "random", "--games", "6", "--seed", "1", "--out", str(run)]
    assert main(["simulate", "--game", str(path), *words]) == 0
    games = pl.read_parquet(run / "games" / "*.parquet")
    assert games["winner"].unique().to_list() == [-1]
    assert games.select("rank_first", "rank_second", "rank_third").unique().rows() == [(1, 1, 3)]
    assert main(["verify", str(run)]) == 0


def test_cards_of_two_decks_are_guessed_apart(game_file: Write) -> None:
    """Three gems of one kind in every hand: no guess lays a card of the other deck among them."""
    table = Seat(game_file("two_decks", TWO_DECKS)).deal(2)
    learning, stream = table.game.learning, np.zeros(1, STREAM).view(np.recarray)
    assert learning is not None
    view, other = table.look(0), np.zeros(1, table.game.table).view(np.recarray)
    for number in range(50):
        address(stream[0], np.uint64(1), np.uint64(number), 3)
        kept = np.zeros(1, table.game.view).view(np.recarray)
        kept[0] = view
        learning.guess(kept[0], other[0], stream[0])
        assert other["state"][0]["gems"][:2].tolist() == [[3, 0, 0, 0, 0, 0]] * 2
        assert other["state"][0]["hands"][1].sum() == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            HIGH_CARD.replace("for _ in range(rules.hand):", "for _ in range(rules.hand + seat):"),
            "setup gives the seats unequal shares of State.hands (3 and 4 cards), so shares cannot go round the table;"
            " leave dealt=True out",
        ),
        (
            HIGH_CARD.replace("        state.left[seat] = rules.hand", "        state.left[seat] = rules.hand\n    "
            "state.mover = state.hands[1][0] % 2"),
            "who begins differs from deal to deal, so shares cannot go round the table; leave dealt=True out",
        ),
        (
            COUNT_DOWN.replace("    state.heap -= move.take", "    state.heap -= move.take / 2"),
            "line 28: / makes decimals, and a field holds whole numbers; write // to round down",
        ),
        (
            COUNT_DOWN.replace("    state.heap -= move.take", "    print(move.take)"),
            "line 28: uses print; a game prints nothing while it is played; `dhstats replay` shows it",
        ),
        (
            COUNT_DOWN.replace('take = number(1, 3)', 'number = number(1, 3)').replace("move.take", "move.number"),
            "Move.number: the log has a column of this name; choose another one",
        ),
        (
            COUNT_DOWN.replace("winner = whose()", "winner = whose()\n    more = number(0, 5.5)"),
            "State.more: its bounds must be whole numbers, as in number(0, 10)",
        ),
    ],
)  # fmt: skip
def test_the_check_finds_it(text: str, told: str, game_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence for each."""
    assert told in check(game_file("tried", text), capsys)


def test_whoever_never_decides_is_a_caution(game_file: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """The commonest slip: nobody passes the turn on."""
    text = COUNT_DOWN.replace("    state.mover = next_seat(state)\n", "")
    assert "the second player never decides in 20 games; is next_seat missing?" in check(
        game_file("alone", text), capsys, 0
    )
