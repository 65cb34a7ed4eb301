"""Choices that are made at once: nobody sees the others', then all are played; mixed with turns, and refused."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dhstats.errors import BadInput
from dhstats.gamefile.playing.rulesets import rule_files
from dhstats.gamefile.reading.declared import read
from dhstats.gamefile.telling.plain import made
from dhstats.gamefile.telling.story import Tabletop
from tests.gamefile.examples import columns, command

Write = Callable[[str, str], Path]

PENNIES = '''"""Pennies: both show a side at once; the first player wants them alike, the second different."""

from dhstats.gamefile import Position, choice, key, number, each_seat

LONGEST = 40
LEAD = 2


class Rules:
    rounds = key(3, 1, 9, "Rounds.")


class State(Position):
    points = each_seat(number(0, 9))
    round = number(0, 9)


class Move:
    side = choice("heads", "tails")


def setup(state, rules, chance):
    pass


def allowed(view, move, rules):
    return True


def resolve(state, rules, chance):
    alike = state.chosen_side[0] == state.chosen_side[1]
    state.points[0 if alike else 1] += 1
    state.round += 1


def over(state, rules):
    return state.round == rules.rounds


def score(state, rules, seat):
    return state.points[seat]


def heads(view, moves, count, randomness):
    """Shows heads."""
    return 0


def other_way(view, moves, count, randomness):
    """Shows heads unless it sees tails chosen, which it cannot."""
    return 0 if view.state.chosen_side[1 - view.seat] == 0 else 1


PLAYERS = (heads, other_way)
'''
# Every other round the first player alone moves, and passes a point to the other.
MIXED = PENNIES.replace(
    "def allowed", "def at_once(state, rules):\n    return state.round % 2 == 0\n\n\ndef allowed"
).replace(
    "def resolve",
    "def play(state, move, rules):\n    state.points[1] += 1 + move.side\n    state.round += 1\n\n\ndef resolve",
)


def table(write: Write, text: str, *settings: str) -> Tabletop:
    """A table of a file."""
    file = read(write("pennies", text))
    return Tabletop(file, rule_files(file).load("standard", settings).record(), 1, 0, 0)


def show(at: Tabletop, side: str) -> None:
    """The next seat shows a side."""
    at.play(made(at.file, {"side": side}))


def test_all_seats_are_asked_before_anything_happens_and_then_all_choices_count(game_file: Write) -> None:
    """Tails against heads are different, so the second player has a point; then both are asked anew."""
    at = table(game_file, PENNIES)
    show(at, "tails")
    assert (at.mover, list(at.state.has_chosen), list(at.state.points), at.state.round) == (1, [1, 0], [0, 0], 0)
    show(at, "heads")
    assert (at.mover, list(at.state.has_chosen), list(at.state.points), at.state.round) == (0, [0, 0], [0, 1], 1)
    assert list(at.state.chosen_side) == [0, 0]


def test_nobody_sees_what_another_chose_at_the_same_time(game_file: Write, tmp_path: Path) -> None:
    """Who would answer tails with tails sees heads, as at the beginning, whatever was chosen: they never differ."""
    path = game_file("pennies", PENNIES)
    words = ["--game", str(path), "--strategies", "random,other_way", "--games", "400", "--seed", "1"]
    command("simulate", *words, "--design", "single", "--out", str(tmp_path / "run"))
    moves = columns(tmp_path / "run" / "moves")
    second = moves["side"][moves["seat"] == 1]
    assert set(second) == {"heads"}
    assert set(moves["side"][moves["seat"] == 0]) == {"heads", "tails"}
    assert "stands." in command("verify", str(tmp_path / "run"))


def test_turns_and_choices_at_once_take_turns(game_file: Write) -> None:
    """In the second round the first player moves alone: two points for tails; in the third both choose again."""
    at = table(game_file, MIXED)
    show(at, "heads")
    show(at, "heads")
    assert (at.mover, list(at.state.points), at.state.round) == (0, [1, 0], 1)
    show(at, "tails")
    assert (at.mover, list(at.state.points), at.state.round) == (0, [1, 2], 2)
    show(at, "heads")
    assert (at.mover, list(at.state.has_chosen)) == (1, [1, 0])


def test_who_does_not_choose_is_not_asked(game_file: Write) -> None:
    """Seats for which `chooses` is False are passed over."""
    text = PENNIES.replace("def allowed", "def chooses(state, rules, seat):\n    return seat == 1\n\n\ndef allowed")
    at = table(game_file, text)
    assert at.mover == 1
    show(at, "heads")
    assert (at.mover, at.state.round) == (1, 1)


def test_searching_players_guess_what_was_chosen_rather_than_see_it(game_file: Write, tmp_path: Path) -> None:
    """Who always shows heads has done so already when a search is asked second: it cannot know, and wins half."""
    path = game_file("pennies", PENNIES)
    words = ["--game", str(path), "--strategies", "mc:40,heads", "--games", "400", "--seed", "1", "--set", "rounds=1"]
    command("simulate", *words, "--out", str(tmp_path / "run"))
    games = columns(tmp_path / "run" / "games")
    asked_second = games["second"] == "mc:40"
    assert 0.35 < np.mean(games["score_second"][asked_second] == 1) < 0.65


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("return True", "return view.chosen_side[0] == 0", "allowed reads what seats choose at once"),
        ("def allowed", "def play(state, move, rules):\n    pass\n\n\ndef allowed", "play is never called"),
        (
            "def allowed",
            "def chose(state):\n    return 0\n\n\ndef allowed",
            "chose is the name of a function of dhstats",
        ),
        ("def setup(state, rules, chance)", "def setup(state, rules)", "setup takes 2 arguments, but must be setup"),
        ("def resolve(state, rules, chance)", "def resolve(state, rules)", "resolve takes 2 arguments, but must be"),
    ],
)
def test_what_cannot_be_played_at_once_is_refused_with_its_line(
    game_file: Write, old: str, new: str, says: str
) -> None:
    """One sentence that names the line and what to do."""
    with pytest.raises(BadInput, match=says) as refused:
        read(game_file("pennies", PENNIES.replace(old, new, 1)))
    assert "line " in str(refused.value)
