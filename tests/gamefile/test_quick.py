"""`games check --quick`: what plain Python finds in a dozen games, and the cautions that both checks know."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dhstats.cli.main import main
from dhstats.gamefile.checking.process import Check
from dhstats.gamefile.checking.referee import Asked
from tests.gamefile.examples import FOLDER
from tests.gamefile.small import COUNT_DOWN, HIGH_CARD
from tests.gamefile.test_checking import CARD, FAULTS, HEAP

Write = Callable[[str, str], Path]
GAMES = Path(__file__).parent / "games"


def quickly(path: Path, games: int | None = None) -> tuple[list[str], list[str]]:
    """The faults and the cautions that the quick check finds."""
    check = Check(asked(path, games), lambda **_: None)
    check.run()
    found = check.findings.found.values()
    return [each.says for each in found if each.fault], [each.says for each in found if not each.fault]


def asked(path: Path, games: int | None = None) -> dict[str, Any]:
    """What the process is asked that checks quickly."""
    import json

    return json.loads(Asked(str(path), games, quick=True).line()) | {"sys_path": sys.path}  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", FAULTS)
def test_it_finds_the_faults_that_the_whole_check_finds(name: str, game_file: Write) -> None:
    """Those of the rules; whether a file can be compiled it does not say."""
    text, old, new, said = FAULTS[name]
    faults, cautions = quickly(game_file(name.replace(" ", "_"), text.replace(old, new)))
    assert any(said in each for each in faults + cautions), faults


@pytest.mark.parametrize(
    "path", [*sorted(FOLDER.glob("[a-z]*.py")), *sorted(GAMES.glob("*.py"))], ids=lambda path: path.stem
)
def test_sound_games_take_little_work(path: Path) -> None:
    """No fault, no caution but what is known of the game, and two seconds of an idle processor."""
    began = time.process_time()
    faults, cautions = quickly(path)
    assert time.process_time() - began < 4  # where others use the processor too
    assert faults == []
    assert [each for each in cautions if "trained players see at most" not in each] == []


def test_it_is_a_command_that_compiles_nothing(
    game_file: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what it looked at, and that it was plain Python alone."""
    monkeypatch.chdir(tmp_path)
    game_file("high", HIGH_CARD)
    assert main(["games", "check", "high.py", "--quick"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "12 games, 120 decisions in plain Python; hidden cards dealt again in 12 of them",
        "1 game under each of 6 other rule sets: variants, numbers of players, bounds of keys",
        "high.py: no faults in 12 games in plain Python",
    ]


def test_the_whole_check_plays_fewer_games_that_are_much_work() -> None:
    """As many as are asked for are played all the same."""
    path = GAMES / "cant_stop.py"
    told = list[str]()
    Check(asked(path), lambda **words: told.extend(str(each) for each in words.values())).run()
    assert any("games (not 12: each takes long)" in each for each in told)
    told.clear()
    Check(asked(path, 7), lambda **words: told.extend(str(each) for each in words.values())).run()
    assert any(each.startswith("7 games, ") for each in told)


PLACES = {
    "computed": (
        HIGH_CARD, CARD, f"{CARD}    state.lying[state.leader] += 0\n",
        "(state.lying[state.leader] += 0): state.lying[state.leader]: place -1 of a list is the last; if -1 stands "
        "for nothing, ask first",
    ),
    "written": (
        HIGH_CARD, CARD, f"{CARD}    state.left[-1] += 0\n",
        "(state.left[-1] += 0): state.left[-1]: place -1 of a list is the last; if -1 stands for nothing, ask first",
    ),
    "of two": (
        HIGH_CARD, CARD, f"{CARD}    state.hands[-2, 0] += 0\n",
        "state.hands[-2, 0]: place -2 of a list is the one 2 from the end; if -1 stands for nothing, ask first",
    ),
    "pile": (
        HIGH_CARD, "    if not tied:\n", "    if not tied and state.deck.cards[-1] > 0:\n",
        "state.deck.cards[-1]: place -1 of a list is the last; the top card of a pile lies at count - 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_a_place_that_is_counted_from_the_end_is_a_caution(name: str, game_file: Write) -> None:
    """Python and compiled code read the last place where a file may mean none."""
    text, old, new, said = PLACES[name]
    assert old in text
    faults, cautions = quickly(game_file("places", text.replace(old, new)))
    assert faults == []
    assert any(said in each for each in cautions), cautions


def test_a_hand_that_lies_open_is_a_caution_unless_it_is_said(game_file: Write) -> None:
    """Who forgets seen=OWNER shows all hands to all players."""
    said = (
        "State.hands is dealt at random, and everybody sees it; if only its owner sees it, write each_seat(...,"
        " seen=OWNER), else each_seat(..., seen=EVERYBODY)"
    )
    opened = HIGH_CARD.replace("seen=OWNER, dealt=True", "dealt=True")
    assert said in quickly(game_file("opened", opened))[1]
    meant = HIGH_CARD.replace("seen=OWNER, dealt=True", 'seen="everybody", dealt=True')
    assert quickly(game_file("meant", meant)) == ([], [])


BIDS = '''"""Bids: both write down a number, and the higher one takes a point."""

from dhstats.gamefile import OWNER, Position, below, each_seat, next_seat, number


class State(Position):
    bids = each_seat(number(0, 3), seen=OWNER)
    laid = number(0, 2)
    rounds = number(0, 8)
    points = each_seat(number(0, 8))


class Move:
    bid = number(1, 3)


def setup(state, rules, chance):
    state.mover = 0


def allowed(view, move, rules):
    return True


def play(state, move, rules):
    state.bids[state.mover] = move.bid
    state.laid += 1
    state.mover = next_seat(state)


def then(state, rules, chance):
    if state.laid == 2:
        if state.bids[0] != state.bids[1]:
            state.points[1 if state.bids[1] > state.bids[0] else 0] += 1
        state.bids[:] = 0
        state.laid = 0
        state.rounds += 1


def guess(state, rules, seat, chance):
    other = 1 - seat
    if state.laid == 1:
        state.bids[other] = 1 + below(chance, 3)


def over(state, rules):
    return state.rounds == 8


def score(state, rules, seat):
    return state.points[seat]
'''


def test_a_guess_must_be_able_to_deal_what_is_true(game_file: Write) -> None:
    """A bid of three that is never guessed is told; a guess that may say all bids is sound."""
    assert quickly(game_file("bids", BIDS)) == ([], [])
    faults, _ = quickly(game_file("never", BIDS.replace("1 + below(chance, 3)", "1 + below(chance, 2)")))
    assert len(faults) == 1
    assert faults[0].startswith("guess never deals the true cards: State.bids held 3 in ")


def test_play_is_blamed_for_what_play_does(game_file: Write) -> None:
    """It fails where a card that the mover does not see is another: not guess is at fault, which lays what could be."""
    text = HIGH_CARD.replace(CARD, f"{CARD}    x = 3 // (1 if state.deck.cards[0] < 2 else 0)\n")
    mixed = "    shuffle(chance, state.deck)\n"
    faults, _ = quickly(game_file("blamed", text.replace(mixed, f"{mixed}    state.deck.cards[0] = 1\n")))
    assert len(faults) == 1
    assert ": play fails if what the mover does not see is different, so it reads what it may not: line " in faults[0]
    assert faults[0].endswith("(x = 3 // (1 if state.deck.cards[0] < 2 else 0)): divides by zero")


OUTCOMES = {
    "drawn": (
        "    return 1 if state.winner == seat else 0", "    return 0",
        "all 12 games at random were drawn; does score(state, rules, seat) differ by seat?",
    ),
    "one": (
        "    return 1 if state.winner == seat else 0", "    return 1 - seat",
        "the first player won all 12 games at random; does the other side have a chance?",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OUTCOMES)
def test_games_that_all_end_alike_are_a_caution(name: str, game_file: Write) -> None:
    """Drawn, or won from one seat."""
    old, new, said = OUTCOMES[name]
    assert said in quickly(game_file(name, COUNT_DOWN.replace(old, new)))[1]


def test_a_move_that_makes_no_difference_is_a_caution(game_file: Write) -> None:
    """A part of a move that nothing reads; one that counts is not told."""
    assert quickly(game_file("sound", COUNT_DOWN)) == ([], [])
    text = COUNT_DOWN.replace("    take = number(1, 3)", "    take = number(1, 3)\n    cry = choice('quiet', 'loud')")
    text = text.replace("import Position,", "import Position, choice,")
    cautions = quickly(game_file("crying", text))[1]
    assert cautions == [
        f"Move.cry {word!r} makes no difference: 20 games ended with equal scores, whichever option was chosen"
        for word in ("quiet", "loud")
    ]
    assert HEAP in text
