"""Why did this game go as it did? The chance to win at every turn, turning points, and what else could be played."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

import numpy as np

from dhstats.errors import BadInput, check_range
from dhstats.games import retelling
from dhstats.players.positions.forks import Rollouts
from dhstats.questions.forks.asking import Looking, Watch
from dhstats.questions.shared import words
from dhstats.questions.shared.first_screen import capital
from dhstats.quoting import plain
from dhstats.seats import SEATS
from dhstats.simulate.plans.experiment import refuse_unless_wins_count
from dhstats.simulate.replays import Rematch, Replay, replay
from dhstats.simulate.tables import win_parts
from dhstats.stats.intervals.blocks import BlockSums, Estimate
from dhstats.stats.intervals.intervals import Interval, sidak_level, wilson_mean
from dhstats.stats.positions.turning import Explained, explained
from dhstats.storage import Run
from dhstats.storage.run import parts_of_win

Array = np.ndarray[Any, Any]
CONTINUATIONS = 400
MOST_CONTINUATIONS = 10_000
MOST_TURNING = 3  # turning points that are named
LEVEL, UNIT = 0.95, "continuations"
METHOD = (
    "The chances are those {whose} before each turn, among these players, with all hands as they are and the cards to"
    " come shuffled again: {which} is played on to the end, with the same cards to come for each. The chance is that of"
    " the move played, or of a move that was clearly better. Intervals: 95 %, Wilson, over {n} continuations; a shared"
    " win counts in part, so they are rather too wide than too narrow. Clearly better: the difference is above 0 by a t"
    " interval over continuations, simultaneous over all other moves (Šidák, 95 %). Decision: what the move played"
    " loses compared with the better move, which is somewhat overrated because it is the best of several. Luck: the"
    " rest. Turning points: the largest changes, if chance cannot explain them among all turns (Newcombe's interval of"
    " each, Šidák, 95 %)."
)
EVERY = "every legal move"
WORTH = "every move on the game's shortlist ({looked_at} of {legal} legal moves),"
FIRST = (
    "Preliminary: the chances {whose} before each turn, with the move played. The game is played on"
    " from there to the end, among these players, with all hands as they are and the cards to come"
    " shuffled again. Intervals: 95 %, Wilson, over {n} continuations. Other moves are still being"
    " played on; if one is clearly better, the curve will change to its chance."
)


@dataclass(frozen=True, slots=True)
class Option:
    """A legal move of a turn: its number from 1, itself in words, and the mover's chance to win with it."""

    number: int
    move: str
    chance: float
    interval: Interval  # of the chance, for this move alone


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn with every seat's chance to win before it, and the moves that could be played."""

    turn: int
    seat: int
    line: str
    deed: str
    chances: tuple[float, ...]  # by seat, with the move that was played
    best: tuple[float, ...]  # the same with one that was clearly better for the mover, if one was
    intervals: tuple[Interval, ...]  # of the best chances
    options: tuple[Option, ...] = ()  # the legal moves that are worth a look, and the one that was played
    played: int = 0  # its number among the options, from 1; 0 where nothing could be chosen
    alternative: int = 0  # the number of the better one
    better: Estimate | None = None  # by how much, for the mover, over all other moves together, if that is clear
    legal: int = 0

    @property
    def other(self) -> Option:
        """The move that was better, or the one that was played."""
        return next(option for option in self.options if option.number == self.alternative)


@dataclass(frozen=True, slots=True)
class Turning:
    """A turn, from 0, that changed the chance of a seat more than most, and between which chances."""

    turn: int
    seat: int
    before: float
    after: float


@dataclass(frozen=True)
class Explanation:
    """A game with the chances to win at every turn, what was luck and what decision, and its turning points."""

    game: Replay
    moments: tuple[Moment, ...]
    result: tuple[float, ...]  # what each seat has of the win
    stories: tuple[Explained, ...]  # the game from each seat's point of view
    turning: tuple[Turning, ...]  # the turns that changed most, the largest first
    continuations: int
    folder: str
    whole: bool = True  # else a first look: nothing but what was played is played on

    def path(self, seat: int) -> list[float]:
        """A seat's chance to win before every turn, and what it has of the win at the end."""
        return [*(moment.best[seat] for moment in self.moments), self.result[seat]]


def explain(
    run: Run, game_id: int, continuations: int = CONTINUATIONS, watch: Watch = lambda *_: None,
    first: Callable[[Explanation], None] | None = None, workers: int | None = None,
) -> Explanation:  # fmt: skip
    """Explains a game of a run; `first` is told before that what can be known soon: chances with what was played."""
    check_range("--continuations", continuations, 2, MOST_CONTINUATIONS)
    refuse_unless_wins_count(run.manifest.game, len(run.manifest.seats), "--explain")
    game = replay(run, game_id)
    looking, turns = Looking(run, game_id, game.players, continuations, workers), len(game.turns)
    row = Rematch(run.manifest, game.players).play(game_id).row
    result = tuple(float(share) / parts_of_win(len(game.players)) for share in _won(row, len(game.players)))

    def told(seen: Sequence[Rollouts | None], *, whole: bool) -> Explanation:
        moments: list[Moment] = []
        for turn, each in enumerate(seen):
            moments.append(_moment(game, turn, each, moments))
        stories = tuple(_story(moments, result, seat) for seat in range(len(game.players)))
        # The turns that changed most, each from the point of view of the seat whose chance changed most
        order = sorted(
            ((turn, seat) for seat, story in enumerate(stories) for turn in story.turning),
            key=lambda each: (-round(abs(float(stories[each[1]].changes[each[0]])), 9), each[1], each[0]),
        )
        seats: dict[int, int] = {}
        for turn, seat in order:
            seats.setdefault(turn, seat)
        ends = [*(moment.best for moment in moments), result]
        most = [Turning(turn, seat, ends[turn][seat], ends[turn + 1][seat]) for turn, seat in seats.items()]
        points = tuple(most[:MOST_TURNING])
        return Explanation(game, tuple(moments), result, stories, points, continuations, str(run.folder), whole)

    if first:
        first(told(looking.every(turns, lambda state: (state.chosen,), lambda *_: watch(0, turns)), whole=False))
    return told(looking.every(turns, attrgetter("worth"), watch), whole=True)


def game_with_turn(run: Run, game_id: int, turn: int) -> Replay:
    """A game of a run; BadInput for a turn, counted from 1, that it has not."""
    game = replay(run, game_id)
    if not 1 <= turn <= len(game.turns):
        raise BadInput(f"--turn: game {game_id} has turns 1 to {len(game.turns)}, not {turn}")
    return game


def look_at(run: Run, game_id: int, turn: int, continuations: int, *, every: bool = True) -> Moment:
    """One turn of a game, counted from 1, with `every` legal move or those worth a look."""
    check_range("--continuations", continuations, 2, MOST_CONTINUATIONS)
    game = game_with_turn(run, game_id, turn)
    if every:
        seen = Rematch(run.manifest, game.players).look_into(game_id, turn - 1, continuations)
    else:
        seen = Looking(run, game_id, game.players, continuations, 1).look(turn - 1, attrgetter("worth"))
    return _moment(game, turn - 1, seen, [])


def _moment(game: Replay, turn: int, seen: Rollouts | None, before: list[Moment]) -> Moment:
    """A turn from its roll-outs; where nothing could be chosen the chances are those of the turn before."""
    step, seats = game.turns[turn], len(game.players)
    if seen is None:
        last, unknown = before[-1] if before else None, Interval(0.0, 1.0, LEVEL, "none", 0, UNIT)
        same, intervals = (last.best, last.intervals) if last else ((1.0 / seats,) * seats, (unknown,) * seats)
        return Moment(turn, step.seat, step.line, step.deed, same, same, intervals)
    won = _won(seen.results, seats)
    tell = retelling.load(game.game).move
    own, others = won[seen.seat], won.shape[1] - 1
    totals = own.sum(axis=1)
    best = int(np.argmax(totals))
    better = _better(own[best] - own[seen.row], others, seats) if totals[best] > totals[seen.row] else None
    taken = best if better else seen.row
    options = tuple(
        Option(int(number) + 1, tell(move, game.rules), *_share(int(total), won.shape[2], seats))
        for number, move, total in zip(seen.numbers, seen.moves, totals, strict=True)
    )
    chances, shares = (
        [_share(int(won[seat, move].sum()), won.shape[2], seats) for seat in range(seats)] for move in (seen.row, taken)
    )
    return Moment(
        turn, seen.seat, step.line, step.deed, tuple(chance for chance, _ in chances),
        tuple(chance for chance, _ in shares), tuple(interval for _, interval in shares), options, seen.chosen + 1,
        options[taken].number, better, seen.legal,
    )  # fmt: skip


def _won(ends: Any, seats: int) -> Array:
    """What each seat has of the wins of games, in parts of a win: shape (seats, *games)."""
    parts = win_parts(ends, seats)
    return np.where((np.asarray(ends["winner"]) >= 0) & (parts > 0), parts_of_win(seats), parts)


def _better(gains: Array, others: int, seats: int) -> Estimate | None:
    """By how much a move is better, in shares of a win, if that is clear among so many; `gains` are parts of a win."""
    estimate = BlockSums.from_values(gains.tolist(), parts_of_win(seats)).estimate(
        sidak_level(LEVEL, others), (-1.0, 1.0)
    )
    interval = replace(estimate.interval, unit=UNIT)
    return replace(estimate, interval=interval) if interval.low > 0.0 else None


def _share(parts: int, games: int, seats: int) -> tuple[float, Interval]:
    """A chance and its interval, from parts of wins."""
    win = parts_of_win(seats)
    return parts / (win * games), wilson_mean(parts, games, win, LEVEL, UNIT)


def _story(moments: list[Moment], result: tuple[float, ...], seat: int) -> Explained:
    path = [*(moment.best[seat] for moment in moments), result[seat]]
    level = sidak_level(LEVEL, len(moments))  # the largest of so many changes is no turning point by chance alone
    win, spans = parts_of_win(len(result)), []
    for chance, games in ((moment.best[seat], moment.intervals[seat].n) for moment in moments):
        known = wilson_mean(round(chance * win * games), games, win, level, UNIT) if games else None
        spans.append((known.low, known.high) if known else (0.0, 1.0))  # where nothing was played on all is possible
    spans.append((result[seat], result[seat]))
    return explained(path, [moment.chances[seat] for moment in moments], np.array(spans), most=MOST_TURNING)


# ---- Words -----------------------------------------------------------------------------------------------------


def text(explanation: Explanation) -> str:
    """The game turn by turn with its chances, then the turning points."""
    game = explanation.game
    seats = 1 if _two(explanation) else len(explanation.result)
    head = "   ".join(f"{seat:>7}  {'95 % interval':<13}" for seat in SEATS[:seats])
    lines = [game.title, game.origin, *game.cautions, "", *game.deal, ""]
    lines.append("chance   95 % interval" if _two(explanation) else head)
    marks = {point.turn: at for at, point in enumerate(explanation.turning, start=1)}
    for moment in explanation.moments:
        mark = f"  ◀ turning point {marks[moment.turn]}" if moment.turn in marks else ""
        given = (
            f"  ({percent(moment.chances[0])} with this move)"
            if moment.better is not None and _two(explanation)
            else ""
        )
        chances = "   ".join(
            f"{percent(chance):>7}  {ends(interval):<13}"
            for chance, interval in list(zip(moment.best, moment.intervals, strict=True))[:seats]
        )
        lines.append(f"{chances}  {moment.line}{given}{mark}")
    ways = [
        f"  {fork_command(explanation.folder, game.game_id, moment.turn, moment.alternative)}"
        for moment in (explanation.moments[point.turn] for point in explanation.turning)
        if moment.better is not None
    ]
    ways = ["", "To play on from there with the better move:", *ways] if ways else []
    lines += ["", *game.result, "", *findings(explanation), *ways, "", method(explanation)]
    return "\n".join(map(plain, lines))


def findings(explanation: Explanation) -> list[str]:
    """Turning points with the better moves there, then luck against decision, a sentence each."""
    return [*(turning(explanation, point) for point in explanation.turning), *balance(explanation)]


def turning(explanation: Explanation, point: Turning, step: str = "turn") -> str:
    """A turning point, and the better move if there was one; `step` leads from one moment of the game to the next."""
    moment = explanation.moments[point.turn]
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
        f"{moment.other.move} was better: {100 * moment.better.value:.1f} games in 100 more for the mover"
        f" (95 % interval {100 * gain.low:.1f} to {100 * gain.high:.1f}, {words.basis(gain)}{over})."
    )


def balance(explanation: Explanation) -> list[str]:
    """What every seat's own turns changed of its chance: by decisions, and by luck."""
    sentences, movers = [], [moment.seat for moment in explanation.moments]
    for seat, story in enumerate(explanation.stories):
        own = story.by_player(movers).get(seat, (0.0, 0.0))  # nothing if it had no turn
        decided, lucky = (words.number(100.0 * part, 0, sign=True) for part in own)
        sentences.append(f"{SEATS[seat].capitalize()} player's turns: decisions {decided}, luck {lucky} games in 100.")
    return sentences


def method(explanation: Explanation) -> str:
    """How the chances are counted."""
    whose = "of the first player" if _two(explanation) else "of every player"
    n, looked_at = words.count(explanation.continuations), sum(len(moment.options) for moment in explanation.moments)
    if not explanation.whole:
        return FIRST.format(whose=whose, n=n)
    legal = sum(moment.legal for moment in explanation.moments)
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
    for option in shown:
        marks = ["played"] if option.number == moment.played else []
        if continuations and moment.better and option.number == moment.alternative:
            marks.append("clearly better")
        chance = f"  {percent(option.chance):>7}  {ends(option.interval):<13}" if continuations else ""
        mark = f"  ◀ {', '.join(marks)}" if marks else ""
        lines.append(f"{option.number:4d}  {option.move:<{width}}{chance}{mark}".rstrip())
    lines += [better(moment)] if continuations and moment.better else []
    return [*lines, "", f"To play on one of them: {fork_command(folder, game_id, moment.turn, shown[0].number)}"]


def percent(chance: float) -> str:
    """A chance with one digit after the point."""
    return f"{100 * chance:.1f} %"


def ends(interval: Interval) -> str:
    """From where to where the interval of a chance goes, in percent."""
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"


def _two(explanation: Explanation) -> bool:
    return len(explanation.result) == 2
