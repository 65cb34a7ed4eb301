"""`dhstats games`: a game to begin with, and a check that finds what is wrong in a game file."""

import json
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

import pytest

from dhstats import children
from dhstats.cli.main import main
from dhstats.gamefile.checking.findings import Findings, TooLong
from dhstats.gamefile.checking.games import Games
from dhstats.gamefile.checking.process import rule_sets
from dhstats.gamefile.checking.referee import Asked, check
from dhstats.gamefile.door import door_of
from dhstats.gamefile.playing.compiling import code_faults
from dhstats.gamefile.reading.declared import read
from tests.gamefile.small import COUNT_DOWN, HIGH_CARD

Write = Callable[[str, str], Path]
CARD = "    state.lying[state.mover] = move.card\n"
HEAP = "    state.heap -= move.take\n"
IN_THEN = "what was hidden may be revealed in then(state, rules, chance)"


def found(path: Path, games: int = 6, limit: float = 0.0) -> list[str]:
    """What games in plain Python find."""
    file = read(path, path.name)
    shown = door_of(file)
    findings = Findings(file, limit=limit)
    table = Games(file, shown.part("rule files").load("standard").record(), "", 1, findings)
    with suppress(TooLong):
        for deal in range(games):
            table.play(deal)
    return [each.says for each in findings.found.values()]


# Text that is put in place of another, and what is found.
FAULTS = {
    "index": (
        COUNT_DOWN, HEAP, f"{HEAP}    if state.heap == 3:\n        state.heap = (1, 2)[state.heap]\n",
        "line 30 (state.heap = (1, 2)[state.heap]): reads or writes beyond a list: tuple index out of range",
    ),
    "zero": (COUNT_DOWN, HEAP, f"{HEAP}    x = 3 // state.heap\n", "line 29 (x = 3 // state.heap): divides by zero"),
    "bounds": (COUNT_DOWN, "move.take <= view.heap", "True", "State.heap is -"),
    "mover": (
        COUNT_DOWN, "    state.mover = next_seat(state)", "    state.mover += 1", "State.mover is 2, must be from 0 "
        "to 1",
    ),
    "dead": (
        COUNT_DOWN, "move.take <= view.heap", "move.take <= view.heap - 3",
        "no move is allowed, so the player passes; define stuck(state, rules) to change that",
    ),
    "hidden in allowed": (
        HIGH_CARD, "    return view.hands[view.mover][move.card] > 0",
        "    other = (view.mover + 1) % 2\n"
        "    return view.hands[view.mover][move.card] > 0 and view.hands[other][5] + view.hands[other][4] < 1",
        "by what the mover sees; it may read no more",
    ),
    "hidden in play": (
        HIGH_CARD, CARD, f"{CARD}    state.leader = 1 if state.hands[next_seat(state)][5] > 0 else 0\n",
        f"play makes State.leader depend on what the mover does not see; {IN_THEN}",
    ),
    "drawn in play": (
        HIGH_CARD, CARD, f"{CARD}    state.lying[state.mover] = draw(state.deck)\n",
        f"play makes State.lying depend on what the mover does not see; {IN_THEN}",
    ),
    "guess": (
        HIGH_CARD, "def over(", "def guess(state, rules, seat, chance):\n    state.scores[seat] += 1\n\n\ndef over(",
        "guess changes State.scores, which the mover sees",
    ),
    "cards": (
        HIGH_CARD, "def over(", "def guess(state, rules, seat, chance):\n    state.deck.count += 0\n\n\ndef over(",
        "guess puts cards out of sight that are not in the game",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_plain_games_find_it(name: str, game_file: Write) -> None:
    """With the game, the decision and the line where that is known."""
    text, old, new, said = FAULTS[name]
    assert old in text
    every = found(game_file(name.replace(" ", "_"), text.replace(old, new)))
    assert all(each.startswith("game ") for each in every)
    assert any(said in each for each in every), every


def test_sound_files_are_found_sound(high_card: Path, count_down: Path) -> None:
    """Nothing is found where nothing is."""
    assert found(high_card, 20) == []
    assert found(count_down, 20) == []


def test_a_game_that_nobody_can_go_on_with(game_file: Write) -> None:
    """A position that repeats itself without a move is told with what lies on the table."""
    text = COUNT_DOWN.replace("move.take <= view.heap", "move.take <= view.heap - 3")
    said = found(game_file("dead", text))[1]
    assert "nobody has a move and nothing changes any more; let over(state, rules) or stuck change that" in said
    assert "on the table: heap: 3, winner: –" in said


def late(number: int, frame: FrameType | None) -> None:
    """What the process of a check does when its time is over."""
    raise TooLong(worked=number == signal.SIGPROF)


def waits(path: Path) -> list[str]:
    """What is found where a function of a file waits for longer than it may work."""
    findings = Findings(read(path, path.name), limit=0.3)
    with suppress(TooLong), findings.watching("game 0, setup"):
        time.sleep(0.5)
    return [each.says for each in findings.found.values()]


def test_a_function_that_gets_no_processor_is_not_accused(count_down: Path) -> None:
    """It may take longer by the clock on the wall than it may work: other processes take their time, too."""
    for each in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(each, late)
    assert waits(count_down) == []


def test_a_function_that_waits_for_ever_is_told_as_that(count_down: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the end, and it is not called an endless loop."""
    monkeypatch.setattr(children, "WAITING", -2.7)  # 0.3 seconds altogether
    signal.signal(signal.SIGALRM, late)
    said = "game 0, setup: did not return within 0 seconds, in which it hardly worked: does it wait for something?"
    assert waits(count_down) == [said]


def test_a_function_that_does_not_return_is_caught(game_file: Write) -> None:
    """It takes no longer than it may, and the line is said."""
    signal.signal(signal.SIGPROF, late)
    text = COUNT_DOWN.replace(HEAP, f"{HEAP}    while state.heap < 5:\n        state.winner = -1\n")
    said = found(game_file("endless", text), limit=0.3)
    assert len(said) == 1
    assert said[0].endswith("did not return within 0.3 seconds of processor time: an endless loop?")
    assert "line 29 (while state.heap < 5:)" in said[0] or "line 30 (state.winner = -1)" in said[0]


REFUSED = {
    HEAP + "    x = []\n": "line 29 (x = []): compiled code cannot tell what this list will hold; write a field of the"
    " state, or [0] * 4",
    HEAP
    + '    state.winner = "me"\n': 'line 29 (state.winner = "me"): a field holds whole numbers; write the place of a'
    " word, counted from 0, not the word",
    HEAP
    + "    next_seat()\n": "line 29 (next_seat()): the function takes (state): missing a required argument: 'state'",
}


@pytest.mark.parametrize("new", REFUSED)
def test_what_cannot_be_compiled_is_said_in_words_of_the_file(new: str, game_file: Write) -> None:
    """The line, what is wrong there, what is allowed instead; nothing of the compiler's own text."""
    file = read(game_file("refused", COUNT_DOWN.replace(HEAP, new)))
    assert list(code_faults(file)) == [REFUSED[new]]


def test_a_score_is_a_whole_number(game_file: Write) -> None:
    """Nothing is rounded in silence."""
    file = read(game_file("half", COUNT_DOWN.replace("return 1 if", "return 0.5 if")))
    assert list(code_faults(file)) == [
        "line 38: score must return a whole number, but returns a decimal; divide by // or write int(...)"
    ]


def test_every_key_is_tried_at_its_bounds(high_card: Path) -> None:
    """Variants, numbers of players, keys."""
    assert list(rule_sets(read(high_card))) == [
        ("short", ()), ("standard", ("players=3",)), ("standard", ("wanted=1",)), ("standard", ("wanted=20",)),
        ("standard", ("hand=1",)), ("standard", ("hand=5",)),
    ]  # fmt: skip


def test_the_file_to_begin_with_is_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is written once, passes its check, and can be played at once."""
    monkeypatch.chdir(tmp_path)
    assert main(["games", "new", "lagoon"]) == 0
    assert main(["games", "check", "lagoon.py", "--games", "8"]) == 0
    assert capsys.readouterr().out.splitlines()[-5:] == [
        "8 games, 80 decisions in plain Python; hidden cards dealt again in 8 of them",
        "plain Python and compiled code agree on every column of all 8 games",
        "4 games under each of 6 other rule sets: variants, numbers of players, bounds of keys",
        "players: saver",
        "lagoon.py: no faults in 8 games",
    ]
    for name, said in (
        ("lagoon", "game file lagoon.py: the file exists; choose another NAME or --out"),
        ("dragon", 'game "dragon": a game has this name; choose another one'),
        ("my-game", 'game "my-game": write a name such as harbour_2, with only letters, digits and _'),
    ):
        assert main(["games", "new", name]) == 2
        assert capsys.readouterr().err == f"dhstats: {said}\n"


def test_a_fault_is_told_by_check_and_by_simulate(
    game_file: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both name the decision and the line, end with exit code 2, and leave nothing behind."""
    monkeypatch.chdir(tmp_path)
    game_file("zero", COUNT_DOWN.replace(HEAP, f"{HEAP}    x = 3 // state.heap\n    state.winner = x - x - 1\n"))
    assert main(["games", "check", "zero.py", "--games", "4", "--json", "numbers.json"]) == 2
    out, err = capsys.readouterr()
    assert err == "dhstats: game file zero.py: a fault found; fix the first and check again\n"
    assert "line 29 (x = 3 // state.heap): divides by zero" in out
    assert json.loads(Path("numbers.json").read_text())["faults"][0]["times"] == 4
    assert (
        main(["simulate", "--game", "zero.py", "--strategies", "random", "--games", "4", "--seed", "1", "--out", "run"])
        == 2
    )
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("dhstats: game file zero.py: line 29 (x = 3 // state.heap): divides by zero, in deal 0, ")
    assert not Path("run").exists()


def test_a_file_that_does_not_end_while_it_is_read(game_file: Write) -> None:
    """The process that checks it is ended, not the one that asked, also by a loop that no line of Python is part of."""
    path = game_file("forever", COUNT_DOWN.replace("class Rules", "sum(range(10**12))\n\n\nclass Rules"))
    report = check(Asked(str(path), limit=0.5))
    assert len(report.faults) == 1
    said = "did not finish while it was read, within 0.5 seconds of processor time: an endless loop?"
    assert report.faults[0][0].endswith(said)


def test_a_file_that_waits_while_it_is_read(game_file: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may wait for longer than it may work; who says nothing for ever is ended, and told as waiting."""
    sleeping = "import time\n\ntime.sleep(60)\n\n\nclass Rules"
    path = game_file("sleeping", COUNT_DOWN.replace("class Rules", sleeping))
    monkeypatch.setattr(children, "WAITING", 8.0)
    monkeypatch.setattr(children, "SHARED", 0.0)
    ((told, _),) = check(Asked(str(path), limit=0.5)).faults
    assert told.endswith("within 8 seconds, in which it hardly worked: does it wait for something?")


def test_the_games_that_come_along_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Name, title, how many play: those of folders first, then those of one file."""
    assert main(["games", "list"]) == 0
    first = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert first == [
        "name", "dragonheart", "dragon", "dragonwood",
        "auction", "black_lady", "borders", "brim", "cellar", "deep_dive", "draft", "duel", "fires", "gops", "harbour",
        "kuhn", "ladder", "leduc", "liars_dice", "one_turn", "partners", "pig", "three_dice", "tic_tac_toe", "village",
    ]  # fmt: skip
