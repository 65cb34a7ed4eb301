"""By which rule sets the games of a training are played: one, any decks of a pack, or any of a space of rules."""

from collections.abc import Sequence
from typing import Any

from dhstats.engine.game import Game, Learning
from dhstats.errors import BadInput, nearest
from dhstats.games import space
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import records
from dhstats.players.recipes import ALL_DECKS, Recipe
from dhstats.seats import SEATS

DRAWN = 2000  # rule sets of a space, never another number: recipes do not tell it


def rules_of_lessons(bundle: GameBundle, rules: RuleSet, recipe: Recipe) -> Any:
    """The records of the rules that games of a training are played by, each game by one of them."""
    if recipe.lots and recipe.decks != ALL_DECKS:
        raise BadInput("training: lots are given to ways to bring decks, but only the decks of the rules are learnt")
    every: Sequence[RuleSet] = [rules]
    if recipe.space:
        version = learning_of_spaces(bundle.game).version
        if recipe.version != version or recipe.decks == ALL_DECKS:
            raise BadInput(
                f"training: a space of rules is learnt by players of version {version}, with decks of their own"
            )
        every = space.parsed(rules, recipe.space).draw(DRAWN, recipe.seed, near=True)
    elif recipe.decks == ALL_DECKS:
        every = _of_all_decks(bundle, rules, recipe)
    rows = records(bundle.game.rules, len(every))
    for place, each in enumerate(every):
        rows[place] = each.record()
    if len({bundle.players(row) for row in rows}) > 1:
        raise BadInput("training: all rule sets of a space must have the same number of players; leave out that key")
    return rows


def learning_of_spaces(game: Game) -> Learning:
    """How players of a game learn many rule sets at once; BadInput where they do not take in rules."""
    if game.space_learning is None:
        raise BadInput(
            f"training: players of {game.name} do not take in the numbers of its rules, so none can learn a space of"
            " rules; train one player for each rule set"
        )
    return game.space_learning


def _of_all_decks(bundle: GameBundle, rules: RuleSet, recipe: Recipe) -> list[RuleSet]:
    constructed = bundle.constructed
    if constructed is None:
        raise BadInput(f"training: {bundle.game.name} has no decks of the players' own")
    players = bundle.players(rules.record())
    ways = constructed.combinations(rules.effective, players, recipe.seed)
    every = [rules.files.restore(rules.effective, rules.name, way) for way in ways]
    lots = recipe.lots_by_decks()
    names = [",".join(each.effective["decks"][seat] for seat in SEATS[:players]) for each in every]
    if unknown := [name for name in lots if name not in names]:
        raise BadInput(f"training: lots are given to {unknown[0]}, no way to bring decks; {nearest(unknown[0], names)}")
    return [each for name, each in zip(names, every, strict=True) for _ in range(lots.get(name, 1))]
