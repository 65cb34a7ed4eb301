"""What is asked of Heaps alone, beside what follows from its declarations."""

from dataclasses import replace

from dhstats.gamefile.door import derived
from dhstats.questions.shared.question import questions_in

from ..game import State

OWN = replace(derived(__name__, "questions"), questions=questions_in(__package__))
assert "winner" in vars(State)
