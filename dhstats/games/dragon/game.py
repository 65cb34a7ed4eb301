"""Dragon! as a value: its records and rules in the form that the loop plays."""

from __future__ import annotations

from pathlib import Path

from dhstats.engine.game import Game
from dhstats.games.dragon import ending, logbook, options, play, setup, table
from dhstats.games.dragon.forking import FORKING

GAME = Game(
    name="dragon",
    version=1,
    home=Path(__file__),
    seats=table.MAX_SEATS,
    rules=table.RULES,
    table=table.TABLE,
    view=table.VIEW,
    options=table.OPTIONS,
    event=table.EVENT,
    result=table.RESULT,
    shuffle=setup.shuffle,
    deal=setup.deal,
    look=play.look,
    legal=options.legal,
    play=play.play,
    skip=play.skip,
    meant=logbook.meant,
    to_move=play.to_move,
    over=play.over,
    score=ending.score,
    forking=FORKING,
)
