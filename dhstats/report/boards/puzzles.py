"""Puzzles as one HTML page: who solves them, then the board of each, with its solution behind a fold."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from dhstats.games import catalogue
from dhstats.questions.puzzles import solving
from dhstats.questions.puzzles.puzzle import Option, Puzzle
from dhstats.questions.puzzles.solving import Answers
from dhstats.questions.shared.answer import Answer
from dhstats.release import VERSION
from dhstats.report.drawing import theme
from dhstats.report.drawing.frames import Frame, own
from dhstats.report.page.page import asset, from_template, policy, style
from dhstats.simulate.replays.replay import Replay

YOU, OTHERS = "you, to move", "opponent"
FULL, HALF, NONE = "solved", "at times", "missed"  # marks of a player's answers to a puzzle


@dataclass(frozen=True, slots=True)
class Square:
    """A puzzle in a player's row: its number, what became of it, and that in words."""

    number: int
    mark: str
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """A player with all puzzles, in groups by what they teach."""

    player: str
    idea: str
    solved: str
    groups: tuple[tuple[str, tuple[Square, ...]], ...]


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a puzzle as the page lists it: games won of 100 with the error, whether it is right, who plays it."""

    move: str
    games: str
    error: str
    right: bool
    players: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A puzzle as the page shows it: the board, and what is behind the fold."""

    puzzle: Puzzle
    frame: Frame
    mover: str
    moves: tuple[Move, ...]
    basis: str
    origin: str


def puzzles_html(told: Answer, answers: Sequence[Answers], said: Sequence[str], command: str) -> str:
    """The page as one HTML file that loads nothing; `said` is what has to be said of the players."""
    puzzles = answers[0].puzzles
    return from_template(
        "puzzles.html.j2",
        told=told,
        rows=[_row(each) for each in sorted(answers, key=lambda each: -each.shares.sum())],
        missed=told.findings[len(answers) :],  # after a sentence a player, which the rows say as well
        shown=[_shown(puzzle, at, answers) for at, puzzle in enumerate(puzzles)],
        said=said,
        command=command,
        version=VERSION,
        policy=policy(()),
        style=Markup(style("board.css", f"--font:{theme.FONT};") + asset("board_parts.css") + asset("puzzles.css")),
    )


def _row(each: Answers) -> Row:
    squares = [_square(each, at) for at in range(len(each.puzzles))]
    groups = tuple(
        (kind, tuple(s for s, puzzle in zip(squares, each.puzzles, strict=True) if puzzle.kind == kind))
        for kind in solving.kinds(each.puzzles)
    )
    return Row(each.player, each.idea, solving.precisely(each), groups)


def _square(each: Answers, at: int) -> Square:
    share, puzzle = float(each.shares[at]), each.puzzles[at]
    mark = FULL if share == 1.0 else HALF if share > 0.0 else NONE
    told = f"puzzle {puzzle.number}, {puzzle.kind}: {mark}"
    return Square(puzzle.number, mark, told + (f", right {100 * share:.0f} % of the time" if mark == HALF else ""))


def _shown(puzzle: Puzzle, at: int, answers: Sequence[Answers]) -> Shown:
    moves = tuple(_move(option, at, answers) for option in solving.listed_options(puzzle, answers, at))
    made = puzzle.made
    origin = (
        f"From a game between {' and '.join(made['players'])}: rules {puzzle.rules.name}, seed {made['seed']}, deal"
        f" {made['deal']}, after {made['before']} decisions."
    )
    more = len(puzzle.options) - len(moves)
    basis = solving.basis(puzzle) + (f" {more} worse moves." if more else "")
    return Shown(puzzle, frame_of(puzzle), solving.mover(puzzle), moves, basis, origin)


def _move(option: Option, at: int, answers: Sequence[Answers]) -> Move:
    by = ", ".join(each.player for each in answers if option.move in each.moves[at])
    return Move(option.move, f"{100 * option.value:.1f}", f"{100 * option.error:.1f}", option.right, by)


def frame_of(puzzle: Puzzle) -> Frame:
    """The board of a puzzle as replays draw it, the other hands face down."""
    seat = int(puzzle.view[0]["seat"])
    seats = catalogue.load(puzzle.game).players(puzzle.view[0]["rules"])
    players = tuple(YOU if each == seat else OTHERS for each in range(seats))
    rules, made = puzzle.rules, puzzle.made
    replay = Replay(
        "puzzles", puzzle.game, puzzle.number, made["deal"], 0, made["seed"], players, rules.name, rules.effective,
        False, (), None, (), (),
    )  # fmt: skip
    frame: Frame = own(puzzle.game).frame(replay, puzzle.number, "", puzzle.table)
    hidden = [(("?", "face down"),) * int(size) for size in puzzle.view[0]["hand_sizes"]]
    sides = tuple(side if at == seat else replace(side, hand=hidden[at]) for at, side in enumerate(frame.seats))
    return replace(frame, seats=sides)
