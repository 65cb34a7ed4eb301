"""A stored game for the page: the board after every turn, chances, what else could be played, and what comes of it."""

import shlex
from dataclasses import asdict
from typing import Any

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.lab import playing_on
from dhstats.lab.jobs import Tell
from dhstats.questions.forks import what_if
from dhstats.questions.forks.asking import AS_IT_IS
from dhstats.questions.forks.explanation import Explanation, explain, fork_command, look_at
from dhstats.report.boards import chances, choices, frames
from dhstats.report.drawing.drawing import own
from dhstats.report.page.page import seen
from dhstats.simulate.replays.replay import replay
from dhstats.storage import Run

MOST_TURNS = 3_000  # of a game that is drawn
CONTINUATIONS = (25, 100, 400)  # of every move, when a whole game is explained
OF_A_TURN = 400
WAYS = 2_000  # games that go on with one move
Record = dict[str, Any]


def game(run: Run, number: int) -> Record:
    """The game of a number, drawn turn by turn; errors as of `replay`, and BadInput for one too long to draw."""
    told = replay(run, number)
    if len(told.turns) > MOST_TURNS:
        raise BadInput(f"game {number}: has {len(told.turns):,} turns; the page draws at most {MOST_TURNS:,}")
    shown = {
        "movers": [step.seat for step in told.turns], "players": list(told.players), "others": playing_on.places(run),
        "game": told.game, "number": number, "called": catalogue.title(told.game), "title": told.title,
        "origin": told.origin, "step": own(told.game).step,
        "legend": own(told.game).legend,
        "labels": list(catalogue.labels(told.game, told.rules)), "cautions": list(told.cautions),
        "result": list(told.result), "people": told.people, "frames": [asdict(frame) for frame in frames(told)],
        "command": shlex.join(["dhstats", "replay", str(run.folder), str(number), "--html", f"game{number}.html"]),
    }  # fmt: skip
    return _shown(shown)


def explained(run: Run, number: int, continuations: int, tell: Tell, workers: int | None = None) -> Record:
    """Chances at every turn, turning points, and what else could be played in each; told before: a first look."""
    if continuations not in CONTINUATIONS:
        allowed = ", ".join(str(each) for each in CONTINUATIONS)
        raise BadInput(f"continuations: must be one of {allowed}, not {continuations}")
    doing = "the game played on from every turn"

    def first(found: Explanation) -> None:
        nonlocal doing
        doing = "turns whose other moves are played on"
        tell(doing, 0, len(found.moments), _shown(asdict(chances(found))))

    def watch(done: int, most: int) -> None:
        tell(doing, done, most if done else 0)

    return _shown(asdict(chances(explain(run, number, continuations, watch, first, workers))))


def turn_choices(run: Run, number: int, turn: int) -> Record:
    """What is worth playing in one turn, counted from 1, and how often who moves wins with it."""
    return _shown(asdict(choices(look_at(run, number, turn, OF_A_TURN, every=False), str(run.folder), number)))


def going_on(run: Run, number: int, turn: int, move: int) -> Record:
    """What comes of another move in a turn: the game continues from there many times, with it and as it was."""
    found = what_if.of_state(run, number, turn, (f"move={move}",), AS_IT_IS, WAYS)
    told = [finding.text for finding in found.findings]
    return _shown({"findings": told, "command": fork_command(str(run.folder), number, turn - 1, move)})


def _shown(record: Record) -> Record:
    """A record as a page shows it: whatever is no visible letter is spelt out."""
    return {name: _spelt(value) for name, value in record.items()}


def _spelt(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _spelt(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_spelt(each) for each in value]
    return seen(value)
