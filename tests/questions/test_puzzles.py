"""Puzzles: files that hold their positions, moves that are best whoever judges, and what shipped players find."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.catalogue import part
from dhstats.players import roster
from dhstats.players.match import line_up
from dhstats.players.positions.decisions import DecisionTable, legal_moves, moves_worth_a_look
from dhstats.questions.puzzles import solving
from dhstats.questions.puzzles.making import Bench, Candidate, Search, Tried, candidates, shares_of, told
from dhstats.questions.puzzles.puzzle import Puzzle, folder, read, shipped
from dhstats.questions.puzzles.solving import Answers, solve

pytestmark = pytest.mark.skipif(interpreted(), reason="thousands of games in plain Python take too long")

GAMES = [game for game in catalogue.NAMES if folder(game).is_dir()]
TRIES = 120  # of the other look at every puzzle
# Puzzles that players who draw nothing miss, by game. Who changes a player on purpose writes down what they miss now.
MISSED: dict[str, dict[str, set[int]]] = {
    "dragonheart": {
        "balanced": {7, 10, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 27, 28, 30, 31, 33, 34, 36},
        "cautious": {4, 6, 7, 11, 12, 14, 15, 16, 19, 20, 21, 22, 23, 27, 30, 31, 32, 33, 34, 36},
        "denier": {12, 14, 15, 16, 17, 18, 22, 23, 27, 30, 31, 32, 33, 34, 36},
        "dragon_hunter": {8, 9, 10, 12, 14, 15, 16, 17, 18, 20, 21, 22, 23, 26, 27, 28, 30, 31, 34},
        "dwarf_hoarder": {4, 7, 12, 14, 15, 16, 17, 18, 20, 21, 22, 23, 27, 28, 30, 31, 33, 34, 35, 36},
        "ship_rusher": {7, 11, 12, 14, 15, 16, 17, 18, 20, 22, 23, 27, 28, 29, 31, 33, 36},
    },
    "dragonwood": {
        "armourer": {3, 4, 5, 7, 8, 9, 13, 14, 15, 16, 17, 18, 20, 21},
        "balanced": {9, 13, 14, 15, 16, 18, 20, 21},
        "denier": {6, 8, 9, 13, 14, 15, 18, 19, 20, 21},
        "dragon_hunter": {7, 13, 14, 15, 16, 18, 20, 21},
        "goblin_catcher": {6, 8, 9, 13, 14, 15, 18, 19, 20, 21},
    },
    "dragon": {
        "banisher": {4, 5, 8, 9, 10, 11, 13, 14, 16, 17, 18, 19, 20, 21, 22, 25},
        "controller": {3, 4, 5, 9, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 22, 24, 25},
        "exhauster": {3, 4, 5, 8, 9, 10, 13, 14, 16, 17, 18, 19, 20, 21, 22, 24, 25},
        "killer": {4, 8, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 24, 25},
    },
}


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game."""
    return shipped(game)


@cache
def answers(game: str, *names: str) -> dict[str, Answers]:
    """What players play at them; a search takes long, so that it is asked in fewer rounds."""
    rounds = 5 if "search:200" in names else 20
    return {each.player: each for each in solve(puzzles(game), names, 1, rounds)[0]}


def lost(each: Answers) -> float:
    """What a player gives away at a puzzle, as a share of a win: a mean over puzzles and rounds."""
    worth = [{option.move: option.value for option in puzzle.options} for puzzle in each.puzzles]
    gaps = [
        puzzle.best.value - known[move]
        for puzzle, known, moves in zip(each.puzzles, worth, each.moves, strict=True)
        for move in moves
    ]
    return float(np.mean(gaps))


def missed(each: Answers) -> set[int]:
    """The numbers of the puzzles that a player does not solve every time."""
    return {puzzle.number for puzzle, share in zip(each.puzzles, each.shares, strict=True) if share < 1.0}


@pytest.mark.parametrize("game", GAMES)
def test_a_set_is_small_and_of_several_kinds(game: str) -> None:
    """Twenty to forty, each with a sentence of its own; kinds stand together."""
    found = puzzles(game)
    assert 20 <= len(found) <= 40
    assert len(solving.kinds(found)) >= 5
    assert [each.kind for each in found] == [
        kind for kind in solving.kinds(found) for each in found if each.kind == kind
    ]
    assert len({each.why for each in found}) == len(found)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_a_legal_move_of_the_position(game: str) -> None:
    """Whatever the engine lists in the position that the file describes; the mover is who sees it."""
    for puzzle in puzzles(game):
        assert {option.move for option in puzzle.options} <= set(puzzle.moves())
        assert puzzle.margin >= 0.04  # of another choice of cards for the same attempt; of others it is more
        wrong = max(option.value for option in puzzle.options if not option.right)
        assert all(half >= wrong for half in puzzle.best.half)


def test_cards_of_a_position_add_up() -> None:
    """In Dragonheart: what a seat has played, holds and has to draw is its deck; what lies was played by somebody."""
    for puzzle in puzzles("dragonheart"):
        view, rules = puzzle.view[0], puzzle.view[0]["rules"]
        for seat in range(2):
            played = sum(sum(int(packed) >> 6 * value & 63 for value in range(10)) for packed in view["played"][seat])
            assert played + view["hand_sizes"][seat] + view["deck_sizes"][seat] == rules["deck_size"], puzzle.place
        held = sum(sum(int(packed) >> 6 * value & 63 for value in range(10)) for packed in view["hand"])
        assert held == view["hand_sizes"][view["seat"]]
        shown = puzzle.table.hands[int(view["seat"])]
        assert len(shown) == held
        assert puzzle.table.hands[1 - int(view["seat"])] == ()


@pytest.mark.parametrize("game", GAMES)
def test_the_best_move_is_best_in_other_hands_too(game: str) -> None:
    """A second look with other luck and with weaker players in all seats: what is right wins more than all the rest.

    Chance alone turns one of these comparisons round about once in a thousand, so a puzzle in all may fail by little.
    """
    turned = [puzzle.number for puzzle in puzzles(game) if not _still_best(puzzle)]
    assert len(turned) <= 1, f"the best move of these puzzles of {game} is not best any more: {turned}"


def _still_best(puzzle: Puzzle) -> bool:
    tried, right = _tried(puzzle, str(puzzle.made["other"]), TRIES)
    values = tried.mean(axis=1)
    error = float(np.sqrt(0.5 / TRIES))
    return bool(values[right].max() >= values[~right].max() - 2.0 * error * (not puzzle.exact))


def _tried(puzzle: Puzzle, judge: str, tries: int) -> tuple[Any, Any]:
    """The shares of the wins after each option, and which of them are right."""
    seats = catalogue.load(puzzle.game).players(puzzle.view[0]["rules"])
    shares = shares_of(_tries(puzzle, judge, tries).results, int(puzzle.view[0]["seat"]), seats)
    return shares, np.array([option.right for option in puzzle.options])


def _moves(puzzle: Puzzle) -> Any:
    """The options as the engine's moves, in the order of the file."""
    listed, say = legal_moves(catalogue.load(puzzle.game).game, puzzle.view[0]), puzzle.moves()
    return np.array([listed[say.index(option.move)] for option in puzzle.options], listed.dtype).view(np.recarray)


def _tries(puzzle: Puzzle, judge: str, tries: int) -> Any:
    """What comes of each option with a judge in all seats."""
    bundle = catalogue.load(puzzle.game)
    lineup = line_up(bundle, puzzle.rules, [roster.find(bundle, puzzle.rules, judge)], whole=False)
    table = DecisionTable(lineup, [judge] * bundle.players(lineup.rules))
    return table.tries(puzzle.view[0], _moves(puzzle), (77, puzzle.number, 0), tries)


@pytest.mark.parametrize("game", GAMES)
def test_exact_puzzles_do_not_depend_on_what_is_hidden(game: str) -> None:
    """The game ends with the move: every try ends alike, as the file says."""
    for puzzle in puzzles(game):
        if puzzle.exact:
            shares, _ = _tried(puzzle, "random", 20)
            assert (shares == shares[:, :1]).all()
            assert shares[:, 0].tolist() == [option.value for option in puzzle.options]


def test_reasons_tell_what_moves_take() -> None:
    """In Dragonheart: where a sentence says that the best move takes points, it takes as many."""
    lessons = part("dragonheart", "puzzles")
    for puzzle in puzzles("dragonheart"):
        for option, points in re.findall(r"(\w[\w ×→]*?) takes (\d+) points?\b", puzzle.why):
            if option in {each.move for each in puzzle.options}:
                assert _facts(lessons, puzzle, option).takes == int(points), puzzle.place


def _facts(lessons: Any, puzzle: Puzzle, move: str) -> Any:
    bundle = catalogue.load(puzzle.game)
    lineup = line_up(bundle, puzzle.rules, [roster.find(bundle, puzzle.rules, "random")], whole=False)
    view = puzzle.view[0]
    listed = legal_moves(bundle.game, view)
    at = puzzle.moves().index(move)
    tries = DecisionTable(lineup, ["random"] * 2).tries(view, listed[at : at + 1], (1, 1, 0), 2)
    shares = shares_of(tries.results, int(view["seat"]), 2)
    return lessons.facts(view, Tried(listed[at : at + 1], (move,), (move,), tries, shares), 0)


def test_chances_in_reasons_are_those_of_some_attempt() -> None:
    """In Dragonwood: whatever succeeds so often in a sentence does so on guessed tables, within what chance leaves."""
    for puzzle in puzzles("dragonwood"):
        tries = _tries(puzzle, "random", 200)
        caught = 100.0 * (tries.firsts["captured"] > 0).mean(axis=1)
        for chance in map(int, re.findall(r"(\d+) times in 100", puzzle.why)):
            assert np.abs(caught - chance).min() < 11.0, (puzzle.place, chance)  # three standard errors


def test_ends_in_reasons_add_up_to_what_is_won() -> None:
    """In Dragon!: the games of 100 in which the rival is out are those that the file says are won, but for rare ends."""
    for puzzle in puzzles("dragon"):
        best = re.escape(puzzle.best.move[1:])
        (ends,) = re.findall(rf"{best}: of 100 games ([^.]*)\.", puzzle.why)
        won = sum(map(int, re.findall(r"the rival is \w+ in about (\d+)", ends)))
        assert -25.0 < won - 100.0 * puzzle.best.value < 8.0, puzzle.place


@pytest.mark.parametrize("game", GAMES)
def test_a_search_says_what_a_puzzle_teaches(game: str) -> None:
    """A kind and a sentence that names both moves, from what came of them."""
    lessons = part(game, "puzzles")
    for puzzle in puzzles(game)[::6]:
        view, tries = puzzle.view[0], _tries(puzzle, "greedy", 20)
        say = tuple(option.move for option in puzzle.options)
        seats = catalogue.load(game).players(view["rules"])
        listed = _moves(puzzle)
        found = Tried(listed, say, say, tries, shares_of(tries.results, int(view["seat"]), seats))
        assert lessons.fits(view)
        assert lessons.kind(view, found, found.runner_up)
        why = lessons.why(view, found, found.runner_up).lower()
        assert found.words[found.runner_up].lower() in why or "reload" in why


@pytest.mark.parametrize(("game", "player"), [(game, player) for game in MISSED for player in MISSED[game]])
def test_players_find_what_they_found(game: str, player: str) -> None:
    """A player who plays as before misses the same puzzles; else the message says which kind of lesson broke."""
    found, known = answers(game, player)[player], MISSED[game][player]
    kinds = {puzzle.number: puzzle.kind for puzzle in puzzles(game)}
    lost, won = sorted(missed(found) - known), sorted(known - missed(found))
    told = [f"{player} now misses puzzle {number} ({kinds[number]})" for number in lost]
    told += [f"{player} now solves puzzle {number} ({kinds[number]})" for number in won]
    assert not told, f"{game}: {'; '.join(told)}"


def test_the_answer_leaves_nobody_out() -> None:
    """Three players are all named; of more the best is, with how many all others find."""
    three = list(answers("dragonheart", "random", "expert", "search:200").values())
    counts = {each.player: f"{each.shares.sum():.0f}" for each in three}
    assert solving.answer(three, "Dragonheart").opening.answer == (
        f"Search:200 finds {counts['search:200']} of 38 best moves, expert {counts['expert']} and random"
        f" {counts['random']}."
    )
    scripts = [answers("dragonheart", name)[name] for name in MISSED["dragonheart"]]
    solved = sorted(38 - len(MISSED["dragonheart"][each.player]) for each in scripts)
    told = solving.answer(scripts, "Dragonheart").opening.answer
    assert told.endswith(f" finds {solved[-1]} of 38 best moves, the five others {solved[0]} to {solved[-2]}.")
    alike = solving.answer([*scripts[:1] * 4], "Dragonheart").opening.answer
    assert alike == "Balanced finds 18 of 38 best moves, the three others 18 each."


@pytest.mark.parametrize("game", GAMES)
def test_moves_worth_a_look_are_legal_moves(game: str) -> None:
    """Each once; all of them but where a game makes a shortlist."""
    for puzzle in puzzles(game)[::6]:
        view = puzzle.view[0]
        legal = [move.tobytes() for move in legal_moves(catalogue.load(game).game, view)]
        looked_at = [move.tobytes() for move in moves_worth_a_look(catalogue.load(game).game, view)]
        assert len(set(looked_at)) == len(looked_at)
        assert set(looked_at) <= set(legal)
        assert (len(looked_at) < len(legal)) == (game == "dragonwood"), puzzle.place


def test_who_draws_nothing_is_asked_once() -> None:
    """And whoever draws answers differently at times, the same with equal seeds."""
    found = answers("dragonheart", "denier", "random")
    assert found["denier"].steady
    assert not found["random"].steady
    again = solve(puzzles("dragonheart"), ["random"], 1, 20)[0][0]
    assert again.moves == found["random"].moves
    assert solve(puzzles("dragonheart"), ["random"], 2, 20)[0][0].moves != again.moves


def test_intervals_are_over_rounds_of_asking() -> None:
    """The mean of rounds with its t interval, by hand."""
    found = answers("dragonheart", "random")["random"]
    rounds = found.right.sum(axis=0)
    estimate = found.solved(0.95)
    assert estimate.value == pytest.approx(rounds.mean())
    half = 2.0930240544 * rounds.std(ddof=1) / np.sqrt(len(rounds))  # t with 19 degrees of freedom
    assert estimate.interval.half_width == pytest.approx(half, rel=1e-6)


SMALL = Search(
    "dragonheart", "ffg", 11, 13, ("expert", "skill:5"), judge="greedy", other="expert", weak=("random", "greedy"),
    tries=60, margin=0.05, errors=1.5, least_wrong=0,
)  # fmt: skip


def test_what_is_right_and_what_is_clear() -> None:
    """By hand: four options, of which two do the same; loosely it is what they do that has to be clearly best."""
    shares = np.array([[1.0, 0.0] * 50, [1.0, 0.0] * 49 + [0.97, 0.0], [0.5, 0.0] * 50, [0.999, 0.0] * 50])
    unused: Any = None
    strict, loose = (
        Tried(unused, ("a", "b", "c", "d"), ("x", "x", "x", "y"), unused, shares, each) for each in (False, True)
    )
    assert strict.right.tolist() == loose.right.tolist() == [True, True, False, False]
    assert (strict.runner_up, loose.runner_up) == (3, 3)
    assert strict.others.tolist() == [False, False, True, True]
    assert loose.others.tolist() == [False, False, False, True]
    gap, error = strict.behind(2)
    assert gap == pytest.approx(0.25)
    assert error == pytest.approx(0.25 / np.sqrt(99))  # gaps are 0.5 and 0 in turn
    apart = Tried(unused, ("a", "c"), ("x", "y"), unused, shares[[0, 2]])
    assert apart.clear(0.24, 9.9)
    assert not apart.clear(0.26, 9.9)
    assert not apart.clear(0.24, 10.0)


# What makes two moves of a decision do something else, by game.
APART = {
    "dragonheart": ("picture", "target"), "dragonwood": ("act", "target"), "dragon": ("act", "card", "rival", "at"),
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_what_a_move_does_is_said_alike_of_like_moves_alone(game: str) -> None:
    """Over all pairs of legal moves of every puzzle; games have decisions with several, and some with like moves."""
    lessons, seen = part(game, "puzzles"), {False: 0, True: 0}
    for puzzle in puzzles(game):
        moves = legal_moves(catalogue.load(game).game, puzzle.view[0])
        deeds = [lessons.deed(puzzle.view[0], move) for move in moves]
        fields = [tuple(int(move[name]) for name in APART[game]) for move in moves]
        for one, other in combinations(range(len(moves)), 2):
            assert (deeds[one] == deeds[other]) == (fields[one] == fields[other]), (puzzle.place, deeds[one])
            seen[deeds[one] == deeds[other]] += 1
    assert seen[False] > 50
    assert seen[True] > 0


@cache
def small() -> list[Candidate]:
    """What the small search finds."""
    return list(candidates(SMALL))


def test_what_is_made_can_be_read(tmp_path: Path) -> None:
    """A file that is written is the same puzzle when read: the view byte for byte, options and values."""
    found = small()
    assert found
    bench = Bench(SMALL)
    for each in found:
        path = tmp_path / "one.toml"
        path.write_text(told(bench, each, "kind", "why"), encoding="utf-8")
        puzzle = read(path, 1, "dragonheart")
        names = [name for name in puzzle.view.dtype.names if name != "rules"]
        assert all(puzzle.view[0][name].tobytes() == each.view[name].tobytes() for name in names)
        assert puzzle.best.move == each.tried.words[each.tried.best]
        assert puzzle.margin > 0.0
        worse = each.halves[:, each.tried.best] - each.halves[:, each.tried.others].max(axis=1)
        assert (worse >= SMALL.margin).all()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('game = "dragonheart"', 'game = "dragon"', "must have schema = 1"),
        ("exact =", "exakt =", "unknown key exakt"),
        ('rules = "ffg"', 'rules = "kosmos"', "was made for other rules"),
        ("settings = []", "settings = 5", "settings: must be a list"),
        ("tries = 4000", "tries = true", "tries, other_tries: must be a list of whole numbers"),
        ("half = [0.7115, 0.718]", "half = 5", "options[0]: half: must be a list"),
        ("turn = 8", "turn = 8\nseat = 2", "position.seat: must be a whole number from 0 to 1, not 2"),
        ("hand_sizes =", "hand_size =", "position.hand_size: no such field; did you mean 'hand_sizes'?"),
        ("{sorceress = [", "{sorcerers = [", "did you mean 'sorceress'?"),
        ("right = true", "right = false", "at least one must be right"),
        ("turn = 8", 'turn = "x"', "position.turn: must be a whole number"),
        ('move = "huntress 1"', 'move = "huntress 9"', "is not a legal move"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    """Where, what, and what is allowed."""
    text = (folder("dragonheart") / "01.toml").read_text("utf-8")
    assert old in text
    path = tmp_path / "01.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput, match=re.escape(complaint)):
        read(path, 1, "dragonheart").moves()
