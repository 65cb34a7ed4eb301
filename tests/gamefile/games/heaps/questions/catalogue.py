"""What is asked of Heaps alone, beside what follows from its declarations."""

from dataclasses import replace

from dhstats.gamefile.door import derived
from dhstats.questions.shared.question import Question

from . import takes
from ..game import State

OWN = replace(derived(__name__, "questions"), questions=(Question(takes.answer),))
assert "winner" in vars(State)
