"""A replayed game as one HTML page: the board after every turn, to step through or to read as a list.

Of an explained game the page has the curve of chances, the turning points and what else could have been played, too.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from dhstats.games import catalogue
from dhstats.questions.forks import explanation as say
from dhstats.questions.forks.explanation import Explanation, Moment
from dhstats.questions.puzzles import solving
from dhstats.questions.puzzles.puzzle import Puzzle
from dhstats.questions.puzzles.solving import Answers
from dhstats.questions.shared.answer import Answer
from dhstats.report.drawing import theme
from dhstats.report.drawing.drawing import Frame, own
from dhstats.report.page.page import asset, from_template, style
from dhstats.seats import SEATS
from dhstats.simulate.replays import Replay

LISTED = 6  # moves of a turn that the page lists, the best first; the one that was played always
HIGH = 100.0


Record = dict[str, Any]  # what a template, or a page of the lab, draws


def chances(explanation: Explanation) -> Record:
    """An explained game: the curve, the marks on it, and what stands beside every moment, the deal first."""
    alone = len(explanation.result) == 2  # of two players one line says all
    marks = [
        {
            "rank": rank, "moment": point.turn + 1, "across": 100.0 * (point.turn + 1) / len(explanation.moments),
            "down": HIGH * (1.0 - explanation.path(0 if alone else point.seat)[point.turn + 1]),
            "words": say.turning(explanation, point, own(explanation.game.game).step),
        }
        for rank, point in enumerate(explanation.turning, start=1)
    ]  # fmt: skip
    seats = range(1 if alone else len(explanation.result))
    return {
        "turns": len(explanation.moments), "lines": [_line(explanation, seat) for seat in seats], "marks": marks,
        "beside": [_beside(explanation, number) for number in range(len(explanation.moments) + 1)],
        "balance": list(say.balance(explanation)) if explanation.whole else [],
        "method": say.method(explanation), "whole": explanation.whole,
    }  # fmt: skip


def _line(explanation: Explanation, seat: int) -> Record:
    """A seat's chance from the deal to the end: points and the band of its intervals, as SVG writes them."""
    path = explanation.path(seat)
    ends = [(moment.intervals[seat].low, moment.intervals[seat].high) for moment in explanation.moments]
    ends.append((path[-1], path[-1]))
    upper = [_point(turn, high) for turn, (_, high) in enumerate(ends)]
    lower = [_point(turn, low) for turn, (low, _) in enumerate(ends)]
    points = " ".join(_point(turn, chance) for turn, chance in enumerate(path))
    return {"role": SEATS[seat], "points": points, "band": " ".join([*upper, *reversed(lower)])}


def _point(turn: int, chance: float) -> str:
    return f"{turn},{HIGH * (1.0 - chance):.1f}"


def _beside(explanation: Explanation, number: int) -> Record:
    """What stands beside a moment: every seat's chance with its interval (at the end it is known), and `choices`."""
    known = number == len(explanation.moments)
    now = [
        (SEATS[seat], say.percent(explanation.path(seat)[number]),
         "" if known else say.ends(explanation.moments[number].intervals[seat]))
        for seat in range(len(explanation.result))
    ]  # fmt: skip
    if number == 0:
        nothing = {"mover": "", "better": "", "choices": [], "left_out": 0, "command": "", "all_moves": ""}
        return {"now": now, **nothing}
    return choices(explanation.moments[number - 1], explanation.folder, explanation.game.game_id, now)


def choices(moment: Moment, folder: str, game: int, now: Sequence[tuple[str, str, str]] = ()) -> Record:
    """What one turn's move could have been, with the commands that list all moves and go on with another one."""
    order = sorted(moment.options, key=lambda each: -each.chance)
    listed = [each for at, each in enumerate(order) if at < LISTED or each.number == moment.played]
    others = (each.number for each in listed if each.number != moment.played)
    go_on = moment.alternative if moment.better else next(others, 0)
    better = moment.alternative if moment.better is not None else None
    notes = {moment.played: "played"} | ({better: "clearly better"} if better is not None else {})
    told = [
        {
            "number": each.number, "move": each.move, "chance": say.percent(each.chance),
            "interval": say.ends(each.interval), "note": notes.get(each.number, ""),
        }
        for each in listed
    ]  # fmt: skip
    return {
        "now": now, "mover": SEATS[moment.seat], "better": say.better(moment), "choices": told,
        "left_out": moment.legal - len(listed),
        "command": say.fork_command(folder, game, moment.turn, go_on) if go_on else "",
        "all_moves": say.moves_command(folder, game, moment.turn),
    }  # fmt: skip


def replay_html(replay: Replay, explanation: Explanation | None = None) -> str:
    """The replay as one HTML file that loads nothing; without scripts it is a list of boards."""
    script, told = asset("board.js"), chances(explanation) if explanation else None
    look: Record = {"step": own(replay.game).step, "style": _style(), "script": Markup(script)}
    labels = catalogue.labels(replay.game, replay.rules)
    shown = frames(replay)
    return from_template("board.html.j2", (script,), replay=replay, frames=shown, chances=told, labels=labels, **look)


def _style(*more: str) -> Markup:
    """The style sheet of pages with boards."""
    return Markup(style("board.css", f"--font:{theme.FONT};") + "".join(map(asset, ("board_parts.css", *more))))


def frames(replay: Replay) -> tuple[Frame, ...]:
    """All moments of a game in order, the deal first."""
    positions = [("the deal", replay.opening), *((step.deed, step.after) for step in replay.turns)]
    draw = own(replay.game).frame
    return tuple(draw(replay, number, line, after) for number, (line, after) in enumerate(positions))


YOU, OTHERS = "you, to move", "opponent"
FULL, HALF, NONE = "solved", "at times", "missed"  # marks of a player's answers to a puzzle


def puzzles_html(answer: Answer, answers: Sequence[Answers], said: Sequence[str], command: str) -> str:
    """The page as one HTML file that loads nothing; `said` is what has to be said of the players."""
    puzzles = answers[0].puzzles
    values: Record = {
        "told": answer, "said": said, "command": command, "style": _style("puzzles.css"),
        "rows": [_row(each) for each in sorted(answers, key=lambda each: -each.shares.sum())],
        "missed": answer.findings[len(answers) :],  # after a sentence a player, which the rows say as well
        "shown": [_shown(puzzle, at, answers) for at, puzzle in enumerate(puzzles)],
    }  # fmt: skip
    return from_template("puzzles.html.j2", **values)


def _row(each: Answers) -> Record:
    """A player with all puzzles, in groups by what they teach."""
    squares = [_square(each, at) for at in range(len(each.puzzles))]
    groups = [
        (kind, [square for square, puzzle in zip(squares, each.puzzles, strict=True) if puzzle.kind == kind])
        for kind in solving.kinds(each.puzzles)
    ]
    return {"player": each.player, "idea": each.idea, "solved": solving.precisely(each), "groups": groups}


def _square(each: Answers, at: int) -> Record:
    share, puzzle = float(each.shares[at]), each.puzzles[at]
    mark = FULL if share == 1.0 else HALF if share > 0.0 else NONE
    sentence = f"puzzle {puzzle.number}, {puzzle.kind}: {mark}"
    often = f", right {100 * share:.0f} % of the time" if mark == HALF else ""
    return {"number": puzzle.number, "mark": mark, "words": sentence + often}


def _shown(puzzle: Puzzle, at: int, answers: Sequence[Answers]) -> Record:
    """A puzzle: the board as replays draw it, the other hands face down, and what is behind the fold."""
    moves = [
        {
            "move": option.move, "games": f"{100 * option.value:.1f}", "error": f"{100 * option.error:.1f}",
            "right": option.right,
            "players": ", ".join(each.player for each in answers if option.move in each.moves[at]),
        }
        for option in solving.listed_options(puzzle, answers, at)
    ]  # fmt: skip
    made, rules, more = puzzle.made, puzzle.rules, len(puzzle.options) - len(moves)
    origin = (
        f"From a game between {' and '.join(made['players'])}: rules {rules.name}, seed {made['seed']}, deal"
        f" {made['deal']}, after {made['before']} decisions."
    )
    basis = solving.basis(puzzle) + (f" {more} worse moves." if more else "")
    seat = int(puzzle.view[0]["seat"])
    seats = catalogue.load(puzzle.game).players(puzzle.view[0]["rules"])
    players = tuple(YOU if each == seat else OTHERS for each in range(seats))
    replay = Replay(
        "puzzles", puzzle.game, puzzle.number, made["deal"], 0, made["seed"], players, rules.name, rules.effective,
        False, (), None, (), (),
    )  # fmt: skip
    frame: Frame = own(puzzle.game).frame(replay, puzzle.number, "", puzzle.table)
    hidden = [(("?", "face down"),) * int(size) for size in puzzle.view[0]["hand_sizes"]]
    sides = tuple(side if at == seat else replace(side, hand=hidden[at]) for at, side in enumerate(frame.seats))
    shown, mover = replace(frame, seats=sides), solving.mover(puzzle)
    return {"puzzle": puzzle, "frame": shown, "mover": mover, "moves": moves, "basis": basis, "origin": origin}
