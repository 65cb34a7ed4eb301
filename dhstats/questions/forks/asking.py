"""What is asked of a moment: of one turn of a stored game, or of many games, each in several ways."""

from collections.abc import Sequence
from dataclasses import replace

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.questions.forks.arms import arms
from dhstats.questions.forks.what_if import answer, from_state
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.first_screen import GAMES, About
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import Study
from dhstats.storage import Run


def of_state(stored: Run, game_id: int, turn: int, texts: Sequence[str], against: str, continuations: int) -> Answer:
    """What comes of the ways to go on from one turn of a stored game."""
    ways = arms(catalogue.load(stored.manifest.game), texts, against, stored.manifest.rules)
    about = About.of(stored.manifest)
    about = replace(about, again=GAMES, title=f"turn {turn} of game {game_id} of {about.title}")
    return answer(from_state(stored, game_id, turn, ways, continuations), about)


def study_of(plan: Experiment, at: str, texts: Sequence[str], against: str) -> Study:
    """The ways to go on from a moment of many games; BadInput for what belongs to a single state."""
    bundle = catalogue.load(plan.game)
    rules = bundle.rule_files.load(plan.rules, plan.settings).effective
    study = Study(bundle.spell(rules, "at", at), arms(bundle, texts, against, rules))
    if single := [each.name for each in study.arms if each.move >= 0]:
        raise BadInput(f"--arm {single[0]!r}: belongs to a single state, as in `dhstats fork RUN 17 --turn 23`")
    return study
