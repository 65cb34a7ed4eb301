"""A game explained in words: its turns with their chances, turning points, better moves, luck against decision."""

import shlex

from dhstats.questions.forks.explanation import Explanation, Moment, Option, Turning
from dhstats.questions.shared import words
from dhstats.questions.shared.first_screen import capital
from dhstats.quoting import plain
from dhstats.stats.intervals.intervals import Interval
from dhstats.storage.manifest import SEATS

METHOD = (
    "The chances are those {whose} before each turn, among these players, with all hands as they are"
    " and the cards to come shuffled again: {which} is played on to the end, with the same cards to"
    " come for each. The chance is that of the move played, or of a move that was clearly better."
    " Intervals: 95 %, Wilson, over {n} continuations; a shared win counts in part, so they are"
    " rather too wide than too narrow. Clearly better: the difference is above 0 by a t interval over"
    " continuations, simultaneous over all other moves (Šidák, 95 %). Decision: what the move played"
    " loses compared with the better move, which is somewhat overrated because it is the best of"
    " several. Luck: the rest. Turning points: the largest changes, if chance cannot explain them"
    " among all turns (Newcombe's interval of each, Šidák, 95 %)."
)
EVERY = "every legal move"
WORTH = "every move on the game's shortlist ({looked_at} of {legal} legal moves),"
FIRST = (
    "Preliminary: the chances {whose} before each turn, with the move played. The game is played on"
    " from there to the end, among these players, with all hands as they are and the cards to come"
    " shuffled again. Intervals: 95 %, Wilson, over {n} continuations. Other moves are still being"
    " played on; where one is clearly better, the curve will change to its chance."
)


def text(found: Explanation) -> str:
    """The game turn by turn with its chances, then the turning points."""
    game = found.game
    lines = [game.title, game.origin, *game.cautions, "", *game.deal, "", *_head(found)]
    marks = {point.turn: at for at, point in enumerate(found.turning, start=1)}
    for moment in found.moments:
        mark = f"  ◀ turning point {marks[moment.turn]}" if moment.turn in marks else ""
        given = f"  ({percent(moment.chances[0])} with this move)" if moment.better is not None and _two(found) else ""
        seats = 1 if _two(found) else len(found.result)
        chances = "   ".join(
            f"{percent(chance):>7}  {ends(interval):<13}"
            for chance, interval in list(zip(moment.best, moment.intervals, strict=True))[:seats]
        )
        lines.append(f"{chances}  {moment.line}{given}{mark}")
    lines += ["", *game.result, "", *findings(found), *_ways_on(found), "", method(found)]
    return "\n".join(map(plain, lines))


def findings(found: Explanation) -> list[str]:
    """Turning points with the better moves there, then luck against decision, a sentence each."""
    return [*(turning(found, point) for point in found.turning), *balance(found)]


def turning(found: Explanation, point: Turning, step: str = "turn") -> str:
    """A turning point, and the better move if there was one; `step` leads from one moment of the game to the next."""
    moment = found.moments[point.turn]
    said = (
        f"{capital(step)} {point.turn + 1} ({moment.deed}): the {SEATS[point.seat]} player's chance goes from"
        f" {percent(point.before)} to {percent(point.after)}."
    )
    return f"{said} {better(moment)}".rstrip()


def better(moment: Moment) -> str:
    """Which move was clearly better, and by how much; nothing where none was."""
    if moment.better is None:
        return ""
    gain, others = moment.better.interval, len(moment.options) - 1
    over = f", over {words.count(others, 'other moves')} together" if others > 1 else ""
    return (
        f"{moment.other.move} was better: {100 * moment.better.value:.1f} percentage points more for the mover"
        f" (95 % interval {100 * gain.low:.1f} to {100 * gain.high:.1f}, {words.basis(gain)}{over})."
    )


def balance(found: Explanation) -> list[str]:
    """What every seat's own turns changed of its chance: by decisions, and by luck."""
    said = []
    for seat in range(len(found.result)):
        decided, lucky = (words.number(100.0 * part, 0, sign=True) for part in found.own_turns(seat))
        said.append(
            f"{SEATS[seat].capitalize()} player's turns: decisions {decided}, luck {lucky} percentage points of their"
            " own chance."
        )
    return said


def method(found: Explanation) -> str:
    """How the chances are counted."""
    whose = "of the first player" if _two(found) else "of every player"
    n, looked_at = words.count(found.continuations), sum(len(moment.options) for moment in found.moments)
    if not found.whole:
        return FIRST.format(whose=whose, n=n)
    legal = sum(moment.legal for moment in found.moments)
    which = WORTH.format(looked_at=words.count(looked_at), legal=words.count(legal)) if looked_at < legal else EVERY
    return METHOD.format(whose=whose, n=n, which=which)


def fork_command(folder: str, game_id: int, turn: int, number: int) -> str:
    """The command that goes on from a turn, counted from 0, with the move of this number."""
    return f"dhstats fork {shlex.quote(folder)} {game_id} --turn {turn + 1} --arm move={number}"


def moves_command(folder: str, game_id: int, turn: int) -> str:
    """The command that lists all legal moves of a turn, counted from 0, with their chances."""
    return f"dhstats replay {shlex.quote(folder)} {game_id} --turn {turn + 1} --explain"


def moves(moment: Moment, folder: str, game_id: int, continuations: int) -> list[str]:
    """The legal moves of a turn with their numbers; with the mover's chances, the best first, if they were counted."""
    shown = sorted(moment.options, key=lambda each: -each.chance) if continuations else list(moment.options)
    if not shown:
        return [f"Turn {moment.turn + 1} ({moment.deed}): there was only one legal move."]
    counted = f" Chances of the {SEATS[moment.seat]} player: 95 % interval, Wilson, over {words.count(continuations)}"
    head = f"Turn {moment.turn + 1} ({moment.deed}): {words.count(len(shown))} legal moves."
    width = max(len(option.move) for option in shown)
    lines = [head + (f"{counted} continuations, each interval on its own." if continuations else "")]
    lines += [_row(moment, option, width, bool(continuations)) for option in shown]
    lines += [better(moment)] if continuations and moment.better else []
    return [*lines, "", f"To play on one of them: {fork_command(folder, game_id, moment.turn, shown[0].number)}"]


def _row(moment: Moment, option: Option, width: int, counted: bool) -> str:
    marks = ["played"] if option.number == moment.played else []
    marks += ["clearly better"] if moment.better and counted and option.number == moment.alternative else []
    chance = f"  {percent(option.chance):>7}  {ends(option.interval):<13}" if counted else ""
    return f"{option.number:4d}  {option.move:<{width}}{chance}{'  ◀ ' + ', '.join(marks) if marks else ''}".rstrip()


def percent(chance: float) -> str:
    """A chance with one digit after the point."""
    return f"{100 * chance:.1f} %"


def ends(interval: Interval) -> str:
    """From where to where the interval of a chance goes, in percent."""
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"


def _two(found: Explanation) -> bool:
    return len(found.result) == 2


def _head(found: Explanation) -> list[str]:
    """What stands in the columns of chances: the first player's, or every player's."""
    if _two(found):
        return ["chance   95 % interval"]
    return ["   ".join(f"{seat:>7}  {'95 % interval':<13}" for seat in SEATS[: len(found.result)])]


def _ways_on(found: Explanation) -> list[str]:
    """The commands that go on from the turning points with another move, where there was a better one."""
    turns = [found.moments[point.turn] for point in found.turning]
    ways = [
        f"  {fork_command(found.folder, found.game.game_id, moment.turn, moment.alternative)}"
        for moment in turns
        if moment.better is not None
    ]
    return ["", "To play on from there with the better move:", *ways] if ways else []
