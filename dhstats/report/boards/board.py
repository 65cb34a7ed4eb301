"""A replayed game as one HTML page: the board after every turn, to step through or to read as a list.

Of an explained game the page has the curve of chances, the turning points and what else could have been played, too.
"""

from markupsafe import Markup

from dhstats.games import catalogue
from dhstats.questions.forks.explanation import Explanation
from dhstats.release import VERSION
from dhstats.report.boards.chances import chances
from dhstats.report.drawing import theme
from dhstats.report.drawing.frames import Frame, own
from dhstats.report.page.page import asset, from_template, policy, style
from dhstats.simulate.replays.replay import Replay


def replay_html(replay: Replay, found: Explanation | None = None) -> str:
    """The replay as one HTML file that loads nothing; without scripts it is a list of boards.

    The result is hidden until somebody asks for it, and so is what the curve and the list hold of later turns.
    """
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
