"""Every declaration with every function, in plain Python and as the engine plays it; games with decks of their own."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from dhstats.engine.network import MAX_INPUTS
from dhstats.errors import BadInput
from dhstats.gamefile.declarations import OWNER, each_seat, held, number, pile, several
from dhstats.gamefile.playing import inputs, records
from dhstats.gamefile.playing.hiding import hide, lay_hidden
from dhstats.gamefile.playing.rulesets import rule_files
from dhstats.gamefile.reading.declared import read
from dhstats.gamefile.telling.plain import Draws, as_records, mix, move_list
from dhstats.gamefile.telling.story import Tabletop
from dhstats.games import refereeing
from tests.gamefile.declarations import games
from tests.gamefile.examples import command

Write = Callable[[str, str], Path]
ROOT, GAMES = Path(__file__).parents[2], Path(__file__).parent / "games"


@pytest.mark.interpreted
def test_every_declaration_means_the_same_in_plain_python_and_to_the_engine(tmp_path: Path) -> None:
    """Piles, hands, numbers, words and seats, repeated in every way, seen by everybody, nobody or their owner.

    It takes five seconds of the processor: twelve files, each played, written down, guessed and taken in.
    """
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.gamefile.interpreted", str(tmp_path)], cwd=ROOT, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}, text=True, capture_output=True,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == (f"{len(games())} files\n", "")


def played(file: str) -> None:
    """A file is checked and played; its run is verified, reported and told."""
    said = command("games", "check", file, "--games", "6")
    assert "plain Python and compiled code agree on every column of all 6 games" in said
    command(
        "simulate", "--game", file, "--strategies", "random", "--games", "24", "--seed", "1", "--out", "run",
        "--workers", "1",
    )  # fmt: skip
    assert "stands." in command("verify", "run")
    assert "The game ends" in command("replay", "run", "0")


def table(name: str, deal: int = 0) -> Tabletop:
    """A game of an example after a few moves in plain Python, each the last that is allowed."""
    file = read(GAMES / f"{name}.py")
    table = Tabletop(file, rule_files(file).load("standard").record(), 1, deal, 0)
    for _ in range(3):
        allowed = table.allowed()
        table.play(allowed[0] if allowed else None)
    return table


def test_hidden_cards_of_own_decks_stay_with_their_owner() -> None:
    """In a hundred guesses nobody holds a card of another's deck, and hands and decks keep their sizes."""
    lies = table("small_deck")
    file, state = lies.file, lies.state
    view = as_records(np.zeros(1, records.view(file)))[0]
    view["rules"], view["seat"] = lies.rules, 0
    hide(file)(view, state, 0)
    assert not view.state.hands[1].any()
    assert not view.state.decks[0].cards.any()
    lay, pool, words = lay_hidden(file, {"mix": mix}), np.zeros(400, np.int64), refereeing.words(1, 2, 3)
    hands = set()
    for _ in range(100):
        laid = view.state.copy()
        lay(laid, view, pool, Draws(words), move_list(file))
        for seat in range(2):
            held_before, held_now = state.hands[seat], laid.hands[seat]
            before, now = state.decks[seat], laid.decks[seat]
            assert now.count == before.count
            assert held_now.sum() == held_before.sum()
            count = int(before.count)
            kinds = [np.bincount(each.cards[:count], minlength=3) for each in (before, now)]
            assert (kinds[0] + held_before).tolist() == (kinds[1] + held_now).tolist()
        assert laid.hands[0].tolist() == state.hands[0].tolist()
        hands.add(tuple(laid.hands[1].tolist()))
    assert len(hands) > 1


def test_several_piles_are_told_side_by_side() -> None:
    """Each with its cards; of piles that lie face down how many cards each has."""
    told = "\n".join(table("small_deck").lines())
    assert "market: silver | crown crown crown crown" in told


NONSENSE = {
    "several(2, each_seat(number(0, 3)))": "several(..., each_seat(...)) must be each_seat(several(...)): first the"
    " seat, then the place",
    "each_seat(each_seat(number(0, 3)))": "each_seat(each_seat(...)) repeats each_seat; write it once",
    "several(3, 5)": "several(...) repeats a field, as in several(3, number(0, 10)), not 5",
    'several("three", number(0, 3))': "several('three', ...) must begin with a whole number, as in several(3, "
    "number(0, 10))",
    "each_seat(key(3, 1, 5, 'So many.'))": "State.extra is a key of the rules, must be declared by number(...), "
    "choice(...)",
    "pile(5, 3, of=OWNER)": "State.extra: has no owner; write each_seat(..., of=OWNER)",
    "each_seat(number(0, 3), of=OWNER)": "State.extra: holds no cards, so it belongs to no deck; leave of=... out",
    "several(9, number(0, 3), rows=2)": "several(9, ..., rows=2): a board of single fields has 9 squares in equal rows",
    "several(2, pile(5, 3), names=('a', 'b'))": "several(2, ..., names=...): needs 2 names of places, one for each",
    "several(2, number(0, 3), names=('a',))": "several(2, ..., names=...): needs 2 names of places, one for each",
    "several(0, pile(5, 3))": "State.extra: must have room for at least one",
}


@pytest.mark.parametrize("written", NONSENSE)
def test_what_makes_no_sense_is_refused_as_it_is_read(written: str, game_file: Write) -> None:
    """One sentence that says what to write."""
    text = (GAMES / "small_deck.py").read_text().replace("    crowns: list", f"    extra = {written}\n    crowns: list")
    with pytest.raises(BadInput) as refused:
        read(game_file("wrong", text), "wrong.py")
    assert NONSENSE[written] in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_declaration_says_whose_deck_it_is() -> None:
    """`of` may be said of a pile or of what repeats it."""
    assert each_seat(pile(5, 3), of=OWNER).deck == ("", True)
    assert each_seat(held(3, of=OWNER)).deck == ("", True)
    assert each_seat(pile(5, 3, of="spells"), of=OWNER).deck == ("spells", True)
    assert each_seat(pile(5, 3), of="spells").deck == ("spells", False)
    assert several(2, several(4, held(3))).cells == (2, 4)
    assert each_seat(number(0, 3)).cells == ()


def test_a_wide_state_is_told_more_roughly_and_never_refused(game_file: Write) -> None:
    """What takes most room first; the note says which field, and what it would take."""
    file = read(GAMES / "cant_stop.py")
    assert inputs.Inputs(file).count == 927
    assert 300 < inputs.fitting(file).count < MAX_INPUTS
    assert inputs.roughly_told(file) == (
        "trained players see at most 383 numbers of a state, and this one has 927; they see State.columns in 208"
        " numbers instead of 676, State.climbers in 52 numbers instead of 169; games, reports and all other players do"
        " not change"
    )
    wide = (GAMES / "cant_stop.py").read_text().replace(
        "    climbing: int", "    ladder = several(1500, number(0, 9))\n    names = several(90, whose())\n    "
        "climbing: int"
    )  # fmt: skip
    assert inputs.fitting(read(game_file("wide", wide))).count < MAX_INPUTS


def test_a_state_that_fits_is_told_as_ever() -> None:
    """Players who learnt a game find its inputs where they were."""
    for path in sorted((ROOT / "dhstats" / "gamefile" / "examples").glob("[a-z]*.py")):
        file = read(path)
        assert inputs.fitting(file).lines == inputs.Inputs(file).lines
        assert inputs.roughly_told(file) == ""
