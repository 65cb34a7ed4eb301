"""Players who come along for a whole space of rules: who reads the rules in force, and needs no training for them."""

from dataclasses import replace
from pathlib import Path

from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.games.space import Space, parsed, within
from dhstats.players import trained
from dhstats.players.recipes import APART, Recipe
from dhstats.players.trained import Trained

WARM_GAMES = 5_000  # under one rule set, by who knows the space
WARM_ROUNDS = 20
WARM_RATE = 0.0005


def shipped_for(bundle: GameBundle, space: Space) -> Path | None:
    """The file of a player who comes along and has learnt all rules of a space, or of one around it; often none."""
    for path, _, known in _every(bundle):
        if within(space, known):
            return path
    return None


def shipped_under(bundle: GameBundle, rules: RuleSet) -> Path | None:
    """The file of a player who comes along and has learnt a space in which these rules lie; often none."""
    return shipped_for(bundle, Space(rules, ()))


def warm_recipe(origin: Trained, games: int = WARM_GAMES, seed: int = 1, deals: str = APART) -> Recipe:
    """How a player goes on from an origin under one rule set: in small steps, and the last network is kept."""
    return replace(
        origin.recipe, seed=seed, games=games, rounds=min(WARM_ROUNDS, games), rate=WARM_RATE, batch=8, keep="last",
        space="", lots="", origin=origin.checksum, compared=0.0, tried=0, networks=1,
        deals=deals,
    )  # fmt: skip


def former(bundle: GameBundle) -> dict[Recipe, Path]:
    """The files of players who came along before others took their place, by how each learnt."""
    return {trained.read(path, bundle).recipe: path for path in sorted(_folder(bundle).glob("predecessors/*.json"))}


def keys(bundle: GameBundle) -> tuple[str, ...]:
    """The keys that players who come along know levels of."""
    return tuple(sorted({key for _, _, known in _every(bundle) for key in known.keys}))


def _every(bundle: GameBundle) -> list[tuple[Path, Trained, Space]]:
    """All of them, each with the space that they have learnt."""
    found = []
    for path in sorted(_folder(bundle).glob("*.json")):
        player = trained.read(path, bundle)
        found.append((path, player, parsed(bundle.rule_files.load(player.rules_name), player.recipe.space)))
    return found


def _folder(bundle: GameBundle) -> Path:
    return bundle.game.home.parent / "trained" / "spaces"
