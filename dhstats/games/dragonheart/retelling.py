"""How stored games of Dragonheart are told and checked."""

from dhstats.games.dragonheart.referee import referee
from dhstats.games.dragonheart.words import notation, story
from dhstats.games.retelling import Retelling

RETELLING = Retelling(tell=story.tell, check=referee.check, move=notation.move_text)
