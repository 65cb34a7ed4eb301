"""How the stopping rule of a run is judged while it is played."""

import math

from dhstats.simulate.plans.experiment import StoppingRule, stopping_rule
from dhstats.stats.sequential.stopping import Balance, Better, Proof, Rule, Width
from dhstats.storage import Manifest

ALPHA = 0.05
# Variances of a deal's mean score that runs are planned with (measured on a pilot of scripted players). They decide
# where the intervals are narrowest and never whether they are right.
PLANNED_VARIANCE = {"seat": 0.076, "strength": 0.114, "quartet": 0.05, "single": 0.25}
PLANNED_DIFFERENCE = 0.05  # the same for the difference that a rule tweak makes on common deals


def rule_of(aim: StoppingRule, kind: str, arms: int) -> Rule:
    """How a stopping rule is judged in a run of a design; the same for every run of that design."""
    deviation = math.sqrt(PLANNED_VARIANCE.get(kind, 0.25 / arms))
    if aim.kind == "balanced":
        return Balance.plan(0.5, aim.amount, deviation, ALPHA)
    if aim.kind == "proved":
        return Proof.plan(0.5, aim.amount, deviation, ALPHA)
    if aim.kind == "decided":
        return Balance.plan(0.0, aim.amount, math.sqrt(PLANNED_DIFFERENCE), ALPHA)
    if aim.kind == "half-width":
        return Width.plan(aim.amount, deviation, ALPHA)
    return Better.plan(0.5, 0.5 + aim.amount, deviation, ALPHA)


def stored_rule(manifest: Manifest) -> Rule | None:
    """How a stored run's stopping rule is judged; nothing for a run that had none."""
    if not manifest.until:
        return None
    return rule_of(stopping_rule(manifest.until), manifest.design.kind, len(manifest.design.arms))
