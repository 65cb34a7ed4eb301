"""A replayed game as one HTML page: the board after every turn, to step through or to read as a list.

Of an explained game the page has the curve of chances, the turning points and what else could have been played, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from markupsafe import Markup

from dhstats.games import catalogue
from dhstats.questions.forks.explanation import Explanation
from dhstats.release import VERSION
from dhstats.report.boards import arena, landscape, spaces
from dhstats.report.boards.chances import chances
from dhstats.report.boards.moments import Frame
from dhstats.report.drawing import theme
from dhstats.report.page.page import asset, environment, policy
from dhstats.simulate.replays.replay import Replay

Draw = Callable[[Replay, int, str, Any], Frame]

# How a moment of each game is drawn, and what leads from one to the next.
BOARDS: dict[str, tuple[Draw, str]] = {
    "dragonheart": (spaces.frame, "turn"),
    "dragonwood": (landscape.frame, "decision"),
    "dragon": (arena.frame, "decision"),
}


def replay_html(replay: Replay, found: Explanation | None = None) -> str:
    """The replay as one HTML file that loads nothing; without scripts it is a list of boards.

    The result is hidden until somebody asks for it, and so is what the curve and the list hold of later turns.
    """
    script = asset("board.js")
    text: str = _template().render(
        replay=replay,
        frames=frames(replay),
        chances=chances(found) if found else None,
        labels=catalogue.labels(replay.game, replay.rules),
        step=BOARDS[replay.game][1],
        version=VERSION,
        policy=policy((script,)),
        style=Markup(_style()),
        script=Markup(script),
    )
    return text + "\n"


def frames(replay: Replay) -> tuple[Frame, ...]:
    """All moments of a game in order, the deal first."""
    positions = [("the deal", replay.opening), *((step.deed, step.after) for step in replay.turns)]
    draw, _ = BOARDS[replay.game]
    return tuple(draw(replay, number, line, after) for number, (line, after) in enumerate(positions))


def _style() -> str:
    light, dark = (theme.css_variables(mode) for mode in theme.MODES)
    return (
        f":root{{--font:{theme.FONT};{light}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}" + asset("board.css")
    )


@cache
def _template() -> Any:
    return environment().get_template("board.html.j2")
