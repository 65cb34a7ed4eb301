"""A replayed game as one HTML page: the board after every turn, to step through or to read as a list.

Of an explained game the page has the curve of chances, the turning points and what else could have been played, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from dhstats.games import catalogue
from dhstats.questions.forks import explanation as say
from dhstats.questions.forks.explanation import Explanation, Moment, Option, Turning
from dhstats.questions.puzzles import solving
from dhstats.questions.puzzles.puzzle import Option as PuzzleOption
from dhstats.questions.puzzles.puzzle import Puzzle
from dhstats.questions.puzzles.solving import Answers
from dhstats.questions.shared.answer import Answer
from dhstats.release import VERSION
from dhstats.report.drawing import theme
from dhstats.report.drawing.drawing import Frame, own
from dhstats.report.page.page import asset, from_template, policy, style
from dhstats.seats import SEATS
from dhstats.simulate.replays import Replay

LISTED = 6  # moves of a turn that the page lists, the best first; the one that was played always
HIGH = 100.0


@dataclass(frozen=True, slots=True)
class Line:
    """A seat's chance from the deal to the end: points and the band of its intervals, as SVG writes them."""

    role: str
    points: str
    band: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A turning point on the curve: its rank, the moment it leads to, where it lies in percent, its sentence."""

    rank: int
    moment: int
    across: float
    down: float
    words: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A row of the list of moves: number, move, chance and interval in percent, what became of it."""

    number: int
    move: str
    chance: str
    interval: str
    note: str


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside a moment: every seat's chance, what else could have been played, how many more there are."""

    now: tuple[tuple[str, str, str], ...]
    mover: str
    better: str
    choices: tuple[Choice, ...]
    left_out: int
    command: str
    all_moves: str


@dataclass(frozen=True, slots=True)
class Chances:
    """An explained game as the page draws it; `beside` has an entry for every moment, the deal first."""

    turns: int
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...]
    beside: tuple[Beside, ...]
    balance: tuple[str, ...]
    method: str
    whole: bool = True


def chances(found: Explanation) -> Chances:
    """The curve, the marks on it, and what stands beside every moment."""
    seats = range(1 if len(found.result) == 2 else len(found.result))  # of two players one line says all
    return Chances(
        len(found.moments),
        tuple(_line(found, seat) for seat in seats),
        tuple(_marks(found)),
        tuple(_beside(found, number) for number in range(len(found.moments) + 1)),
        tuple(say.balance(found)) if found.whole else (),
        say.method(found),
        found.whole,
    )


def _line(found: Explanation, seat: int) -> Line:
    path = found.path(seat)
    ends = [(moment.intervals[seat].low, moment.intervals[seat].high) for moment in found.moments]
    ends.append((path[-1], path[-1]))
    upper = [_point(turn, high) for turn, (_, high) in enumerate(ends)]
    lower = [_point(turn, low) for turn, (low, _) in enumerate(ends)]
    points = " ".join(_point(turn, chance) for turn, chance in enumerate(path))
    return Line(SEATS[seat], points, " ".join([*upper, *reversed(lower)]))


def _point(turn: int, chance: float) -> str:
    return f"{turn},{HIGH * (1.0 - chance):.1f}"


def _marks(found: Explanation) -> list[Mark]:
    """A mark where each turning point ends: after its turn."""
    return [
        Mark(
            rank, point.turn + 1, 100.0 * (point.turn + 1) / len(found.moments), HIGH * (1.0 - _drawn(found, point)),
            say.turning(found, point, own(found.game.game).step),
        )
        for rank, point in enumerate(found.turning, start=1)
    ]  # fmt: skip


def _drawn(found: Explanation, point: Turning) -> float:
    """The chance after a turning point on the line that is drawn of it."""
    seat = 0 if len(found.result) == 2 else point.seat
    return found.path(seat)[point.turn + 1]


def _beside(found: Explanation, number: int) -> Beside:
    now = tuple(
        (SEATS[seat], say.percent(found.path(seat)[number]), _interval(found, seat, number))
        for seat in range(len(found.result))
    )
    if number == 0:
        return Beside(now, "", "", (), 0, "", "")
    return choices(found.moments[number - 1], found.folder, found.game.game_id, now)


def choices(moment: Moment, folder: str, game: int, now: tuple[tuple[str, str, str], ...] = ()) -> Beside:
    """What one turn's move could have been, with the commands that list all moves and go on with another one."""
    order = sorted(moment.options, key=lambda each: -each.chance)
    listed = [each for at, each in enumerate(order) if at < LISTED or not _other(moment, each)]
    go_on = moment.alternative if moment.better else next((each.number for each in listed if _other(moment, each)), 0)
    command = say.fork_command(folder, game, moment.turn, go_on) if go_on else ""
    return Beside(
        now, SEATS[moment.seat], say.better(moment), tuple(_choice(moment, each) for each in listed),
        moment.legal - len(listed), command, say.moves_command(folder, game, moment.turn),
    )  # fmt: skip


def _interval(found: Explanation, seat: int, number: int) -> str:
    """The interval of a chance; at the end it is known."""
    return say.ends(found.moments[number].intervals[seat]) if number < len(found.moments) else ""


def _other(moment: Moment, option: Option) -> bool:
    return option.number != moment.played


def _choice(moment: Moment, option: Option) -> Choice:
    better = moment.better is not None and option.number == moment.alternative
    note = "clearly better" if better else "" if _other(moment, option) else "played"
    return Choice(option.number, option.move, say.percent(option.chance), say.ends(option.interval), note)


def replay_html(replay: Replay, found: Explanation | None = None) -> str:
    """The replay as one HTML file that loads nothing; without scripts it is a list of boards."""
    script, mine = asset("board.js"), own(replay.game)
    return from_template(
        "board.html.j2",
        replay=replay,
        frames=frames(replay),
        chances=chances(found) if found else None,
        labels=catalogue.labels(replay.game, replay.rules),
        step=mine.step,
        version=VERSION,
        policy=policy((script,)),
        style=Markup(style("board.css", f"--font:{theme.FONT};") + asset("board_parts.css")),
        script=Markup(script),
    )


def frames(replay: Replay) -> tuple[Frame, ...]:
    """All moments of a game in order, the deal first."""
    positions = [("the deal", replay.opening), *((step.deed, step.after) for step in replay.turns)]
    draw = own(replay.game).frame
    return tuple(draw(replay, number, line, after) for number, (line, after) in enumerate(positions))


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
    # The board of a puzzle as replays draw it, the other hands face down
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
    return Shown(puzzle, replace(frame, seats=sides), solving.mover(puzzle), moves, basis, origin)


def _move(option: PuzzleOption, at: int, answers: Sequence[Answers]) -> Move:
    by = ", ".join(each.player for each in answers if option.move in each.moves[at])
    return Move(option.move, f"{100 * option.value:.1f}", f"{100 * option.error:.1f}", option.right, by)
