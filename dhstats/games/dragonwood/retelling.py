"""How stored games of Dragonwood are told and checked."""

from dhstats.games.dragonwood.referee import referee
from dhstats.games.dragonwood.words import notation, story
from dhstats.games.retelling import Retelling

RETELLING = Retelling(tell=story.tell, check=referee.check, move=notation.move_text)
