"""How stored games of Dragon! are told and checked."""

from __future__ import annotations

from dhstats.games.dragon import notation, referee, rules, story
from dhstats.games.retelling import Retelling

RETELLING = Retelling(restore_rules=rules.restore, tell=story.tell, check=referee.check, move=notation.move_text)
