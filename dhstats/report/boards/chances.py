"""What a replay page shows of an explained game: the curve of chances, what stood to choose, what turned the game."""

from dataclasses import dataclass

from dhstats.questions.forks import explanation_words as say
from dhstats.questions.forks.explanation import Explanation, Moment, Option, Turning
from dhstats.report.drawing.frames import own
from dhstats.storage.manifest import SEATS

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
    """What stands beside one moment: every seat's chance now, and what else the move just played could have been.

    `command` goes on with another move; `left_out` counts legal moves that are not listed.
    """

    now: tuple[tuple[str, str, str], ...]
    mover: str
    better: str
    choices: tuple[Choice, ...]
    left_out: int
    command: str
    all_moves: str


@dataclass(frozen=True, slots=True)
class Chances:
    """An explained game as the page draws it; `beside` has an entry for every moment, the deal first.

    What is not `whole` is a first look, without other moves.
    """

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
    listed = _listed(moment)
    go_on = moment.alternative if moment.better else next((each.number for each in listed if _other(moment, each)), 0)
    command = say.fork_command(folder, game, moment.turn, go_on) if go_on else ""
    return Beside(
        now, SEATS[moment.seat], say.better(moment), tuple(_choice(moment, each) for each in listed),
        moment.legal - len(listed), command, say.moves_command(folder, game, moment.turn),
    )  # fmt: skip


def _interval(found: Explanation, seat: int, number: int) -> str:
    """The interval of a chance; at the end it is known."""
    return say.ends(found.moments[number].intervals[seat]) if number < len(found.moments) else ""


def _listed(moment: Moment) -> list[Option]:
    """The best moves, and the one that was played."""
    order = sorted(moment.options, key=lambda each: -each.chance)
    return [each for at, each in enumerate(order) if at < LISTED or not _other(moment, each)]


def _other(moment: Moment, option: Option) -> bool:
    return option.number != moment.played


def _choice(moment: Moment, option: Option) -> Choice:
    better = moment.better is not None and option.number == moment.alternative
    note = "clearly better" if better else "" if _other(moment, option) else "played"
    return Choice(option.number, option.move, say.percent(option.chance), say.ends(option.interval), note)
