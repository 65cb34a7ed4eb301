"""Dragonheart as a value: its records and rules in the form that the loop plays."""

from __future__ import annotations

from pathlib import Path

from dhstats.engine.game import Game
from dhstats.games.dragonheart import play, table

GAME = Game(
    name="dragonheart",
    version=1,
    home=Path(__file__),
    seats=2,
    rules=table.RULES,
    table=table.TABLE,
    view=table.VIEW,
    options=table.OPTIONS,
    event=table.EVENT,
    result=table.RESULT,
    shuffle=play.shuffle,
    deal=play.deal,
    look=play.look,
    legal=play.legal,
    play=play.play,
    skip=play.skip,
    to_move=play.to_move,
    over=play.over,
    score=play.score,
)
