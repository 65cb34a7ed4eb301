"""How stored games of Dragon! are told and checked."""

from dhstats.games.dragon.referee import referee
from dhstats.games.dragon.words import notation, story
from dhstats.games.retelling import Retelling

RETELLING = Retelling(tell=story.tell, check=referee.check, move=notation.move_text)
