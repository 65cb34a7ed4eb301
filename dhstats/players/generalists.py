"""Players who come along for a whole space of rules: who reads the rules in force, and needs no training for them."""

from pathlib import Path

from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.games.space import Space, parsed, within
from dhstats.players import trained
from dhstats.players.trained import Trained


def shipped_for(bundle: GameBundle, space: Space) -> Path | None:
    """The file of a player who comes along and has learnt all rules of a space, or of one around it; often none."""
    for path, _, known in _every(bundle):
        if within(space, known):
            return path
    return None


def shipped_under(bundle: GameBundle, rules: RuleSet) -> Path | None:
    """The file of a player who comes along and has learnt a space in which these rules lie; often none."""
    return shipped_for(bundle, Space(rules, ()))


def keys(bundle: GameBundle) -> tuple[str, ...]:
    """The keys that players who come along know levels of."""
    return tuple(sorted({key for _, _, known in _every(bundle) for key in known.keys}))


def _every(bundle: GameBundle) -> list[tuple[Path, Trained, Space]]:
    """All of them, each with the space that they have learnt."""
    found = []
    for path in sorted((bundle.game.home.parent / "trained" / "spaces").glob("*.json")):
        player = trained.read(path, bundle)
        found.append((path, player, parsed(bundle.rule_files.load(player.rules_name), player.recipe.space)))
    return found
