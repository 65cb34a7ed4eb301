"""Who plays on the page: players who know the rules under test where there are such, else those of the base rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dhstats.errors import BadInput, nearest
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import pupils, roster
from dhstats.quoting import quoted

EXPERT = "expert"
KNOW = "They know all of these rules: one player has learnt millions of rule sets near the base."
FIXED = "They learnt the base rules alone and play a change as they play the base; train them to see what it does."
LEARNT = "They were trained for each of these rule sets."
AS_THEY_ARE = "They do not learn: the same players under all rules."
MEANWHILE = "No player has learnt this game yet; training one takes seconds to a minute."
OF_ANY_FILE = ("random", "greedy")


@dataclass(frozen=True)
class Seated:
    """The players of one comparison: by the name that is played, with what has to be said of them.

    `adapted` says that each rule set is played by those who learnt it.
    """

    name: str
    note: str
    adapted: bool

    @property
    def shown(self) -> dict[str, Any]:
        """The same for the page."""
        return {"name": self.name, "note": self.note, "adapted": self.adapted}


def usual(bundle: GameBundle, every: Sequence[RuleSet]) -> str:
    """Who plays if nobody is named: who knows all of these rules, or the game's usual player."""
    if bundle.game.space_learning and all(pupils.of_rules(bundle, rules) for rules in every):
        return roster.GENERALIST
    if of_a_file(bundle) and not trained(bundle, every[0]):
        return next((name for name in bundle.shipped_strategies() if name not in OF_ANY_FILE), "greedy")
    return bundle.default_strategies[0]


def of_a_file(bundle: GameBundle) -> bool:
    """Whether a game is told by a game file: nobody who has learnt it comes along, but learning it takes no long."""
    return bundle.game.name not in catalogue.NAMES


def trained(bundle: GameBundle, rules: RuleSet) -> bool:
    """Whether an expert of these rules is there."""
    pupil = roster.pupil_of(bundle, rules, EXPERT)
    return pupil is not None and pupils.known(pupil) is not None


def taught(bundle: GameBundle, every: Sequence[RuleSet]) -> str:
    """Who plays once they have learnt each of these rules: soon, where somebody knows the space around them."""
    return roster.SPECIALIST if usual(bundle, every) == roster.GENERALIST else EXPERT


def seated(bundle: GameBundle, every: Sequence[RuleSet], named: str, *, learn: bool) -> Seated:
    """The players of base (first) and changes, by a name or "" for the usual ones; `learn` has them learn each.

    Raises BadInput for whoever does not come along: files are named on the command line alone.
    """
    if named and named not in (known := offered(bundle)):
        raise BadInput(
            f"player {quoted(named)}: a page can name only shipped players, because a file is code;"
            f" {nearest(named, known)}"
        )
    name = named or usual(bundle, every)
    if learn and (not named or name in (roster.GENERALIST, EXPERT)):
        return Seated(taught(bundle, every), LEARNT, adapted=True)
    if name == roster.GENERALIST:
        return Seated(name, KNOW, adapted=False)
    if roster.taught(name) and "@" not in name:
        return Seated(name, LEARNT if learn else FIXED, adapted=learn)
    meanwhile = not named and of_a_file(bundle)
    return Seated(name, MEANWHILE if meanwhile else AS_THEY_ARE, adapted=False)


def offered(bundle: GameBundle) -> list[str]:
    """The names that a page offers, the best first."""
    learn = ["generalist"] if bundle.game.space_learning else []
    rungs = [f"skill:{rung}" for rung in (8, 5, 2)] if bundle.game.learning else []
    return [*learn, EXPERT, *rungs, *bundle.shipped_strategies()]
