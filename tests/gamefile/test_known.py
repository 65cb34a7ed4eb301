"""What one seat alone was shown: a private note beside cards that are dealt as usual; and cards that all others see."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dhstats.gamefile.declarations import OTHERS
from dhstats.gamefile.playing import hiding, records
from dhstats.gamefile.playing.play import DEALT_ANEW
from dhstats.gamefile.reading.declared import read
from dhstats.gamefile.telling.plain import as_records
from tests.gamefile.test_offered import games, table

Write = Callable[[str, str], Path]

PEEK = '''"""Peek: look at the top card of the deck, or take it for its points; who has more at the end wins."""

from dhstats.gamefile import OWNER, Position, choice, draw, each_seat, fill, next_seat, number, pile, shuffle

LONGEST = 40


class State(Position):
    deck = pile(12, 4)
    known = each_seat(number(-1, 3, -1), seen=OWNER)
    act = number(0, 1)
    points = each_seat(number(0, 18))


class Move:
    act = choice("peek", "take")


def setup(state, rules, chance):
    for kind in range(4):
        fill(state.deck, kind, 3)
    shuffle(chance, state.deck)


def allowed(view, move, rules):
    return move.act == 1 or view.known[view.mover] < 0


def play(state, move, rules):
    state.act = move.act


def then(state, rules, chance):
    if state.act == 0:
        state.known[state.mover] = state.deck.cards[state.deck.count - 1]
    else:
        state.points[state.mover] += draw(state.deck)
        state.known[0] = state.known[1] = -1
    state.mover = next_seat(state)


def fits(state, rules, seat):
    return state.known[seat] < 0 or state.deck.cards[state.deck.count - 1] == state.known[seat]


def over(state, rules):
    return state.deck.count == 0


def score(state, rules, seat):
    return state.points[seat]
'''


def test_a_private_note_leaves_the_dealing_to_dhstats(game_file: Write) -> None:
    """Games at random, in each of which what is hidden is dealt anew until it fits what the mover was shown."""
    assert games(read(game_file("peek", PEEK)))[1] == []


@pytest.mark.parametrize(
    ("fits", "says"),
    [
        ("state.known[seat] < 0 or state.deck.cards[0] == state.known[seat]", "fits refuses the true cards"),
        ("state.deck.cards[0] + 1", "fits changes"),
        ("1.5", "fits must return True or False"),
    ],
)
def test_what_fits_is_true_of_what_lies_there(fits: str, says: str, game_file: Write) -> None:
    """A file that refuses the truth is told so; what fits looks at the table and changes nothing."""
    whole = "state.known[seat] < 0 or state.deck.cards[state.deck.count - 1] == state.known[seat]"
    text = PEEK.replace(f"return {whole}", f"return {fits}")
    if "changes" in says:
        text = text.replace(f"    return {fits}", "    state.act = 0\n    return True")
        with pytest.raises(Exception, match="fits changes the state"):
            read(game_file("peek", text))
        return
    assert any(says in told for told in games(read(game_file("peek", text)))[1])
    assert DEALT_ANEW > 100


def test_others_see_what_its_owner_does_not(game_file: Write) -> None:
    """A number before each seat that all others read, as cards that are held the wrong way round."""
    text = PEEK.replace("import OWNER,", "import OTHERS,").replace("seen=OWNER", "seen=OTHERS").replace(
        "def fits(state, rules, seat):\n    return state.known[seat] < 0", "def fits(state, rules, seat):\n    return "
        "True"
    )  # fmt: skip
    lies = table(read(game_file("peek", text)))
    file, state = lies.file, lies.state
    assert file.state["known"].seen == OTHERS
    state.known[0], state.known[1] = 2, 3
    for seat, shown in ((0, [-1, 3]), (1, [2, -1])):
        view = as_records(np.zeros(1, records.view(file)))[0]
        view["seat"] = seat
        hiding.hide(file, plain=True)(view, state, seat)
        assert view.state.known.tolist() == shown
