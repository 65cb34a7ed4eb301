"""Who learns what, and who has learnt it already: players that come along with a game, and those kept from earlier."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from dhstats.engine.compiled import cache_root, source_hash
from dhstats.engine.loop import sources_of
from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, ResourceFailure
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.games.space import Space, parsed, within
from dhstats.players import trained
from dhstats.players.recipes import Recipe, recipe_table, standard
from dhstats.players.trained import Trained

GENERALIST, SPECIALIST = "generalist", "specialist"


@dataclass(frozen=True, slots=True)
class Pupil:
    """What a trained player learns: the rules, by a recipe, under a restriction ("" for all), against a fixed rival."""

    bundle: GameBundle
    rules: RuleSet
    recipe: Recipe
    restriction: str = ""
    against: Strategy | None = None
    origin: Trained | None = None

    @property
    def name(self) -> str:
        """The player's name, by what they may not do."""
        return SPECIALIST if self.origin else f"expert:{self.restriction}" if self.restriction else "expert"

    @property
    def place(self) -> Path:
        """Where this player is kept once they are trained: by all that they learn, and the code that trains."""
        game, lessons = self.bundle.game, Path(__file__).parent / "learning" / "training.py"
        code = source_hash(sources_of(game, str(lessons)))
        against = self.against.hash if self.against else ""
        terms = json.dumps([recipe_table(self.recipe), self.restriction, against, code])
        name = f"{self.rules.hash[:16]}-{hashlib.sha256(terms.encode()).hexdigest()[:16]}.json"
        return cache_root() / "players" / game.name / name


_unwritten: dict[Path, Trained] = {}  # of this process, where the cache cannot be written


def known(pupil: Pupil) -> Trained | None:
    """The player who has learnt this: who comes along or is kept from earlier; None where nobody has."""
    if path := shipped(pupil):
        return trained.read(path, pupil.bundle)
    rules, place = pupil.rules, pupil.place
    player = trained.read(place, pupil.bundle) if place.is_file() else _unwritten.get(place)
    if player and player.rules_hash != rules.hash:
        raise BadInput(
            f"{place}: was trained for rules {player.rules_name} ({player.rules_hash[:12]}), not for {rules.name} "
            f"({rules.hash[:12]}); train one for them: dhstats train --rules ..."
        )
    return player


def keep(player: Trained, pupil: Pupil) -> None:
    """Keeps a player for the next time; a cache that cannot be written is no reason to fail."""
    try:
        trained.write(player, pupil.place)
    except ResourceFailure:
        _unwritten[pupil.place] = player


def shipped(pupil: Pupil) -> Path | None:
    """The file of who comes along and learnt this by the usual recipe: with exactly these decks, or with all decks."""
    bundle, rules, of_all_decks = pupil.bundle, pupil.rules, None
    if pupil.origin or pupil.against or pupil.recipe != standard(bundle.game):
        return None
    for path in _files(bundle):
        table = json.loads(path.read_bytes())
        if table["restriction"] != pupil.restriction:
            continue
        if "kin" not in table and table["rules_hash"] == rules.hash:
            return path
        if table.get("kin") == rules.kin:
            of_all_decks = path
    return of_all_decks


def of_all_decks(bundle: GameBundle, kin: str) -> Trained | None:
    """The player who comes along and has learnt with all decks of a pack."""
    return next((each for path in _files(bundle) if (each := trained.read(path, bundle)).kin == kin), None)


def of_space(bundle: GameBundle, space: Space) -> Path | None:
    """The file of a player who comes along and has learnt all rules of a space, or of one around it; often none."""
    return next((path for path, learnt in _spaces(bundle) if within(space, learnt)), None)


def of_rules(bundle: GameBundle, rules: RuleSet) -> Path | None:
    """The file of a player who comes along and has learnt a space in which these rules lie; often none."""
    return of_space(bundle, Space(rules, ()))


def general_path(bundle: GameBundle, rules: RuleSet, name: str = GENERALIST) -> Path:
    """The file of who has learnt a whole space of rules, in which these lie; BadInput, for a player of this name."""
    if bundle.game.space_learning is None:
        raise BadInput(f"strategy {name!r}: players of {bundle.game.name} learn one rule set each; use expert")
    path = of_rules(bundle, rules)
    if path is None:
        keys = ", ".join(sorted({key for _, learnt in _spaces(bundle) for key in learnt.keys}))
        raise BadInput(
            f"strategy {name!r}: no player has learnt rules {rules.name} ({rules.hash[:12]}): the shipped ones know"
            f" {keys} and no other changes; train one with `dhstats train --space FILE`"
        )
    return path


def _files(bundle: GameBundle, room: str = "") -> list[Path]:
    return sorted((bundle.game.home.parent / "trained" / room).glob("*.json"))


def _spaces(bundle: GameBundle) -> list[tuple[Path, Space]]:
    """The files of players who have learnt a space of rules, each with that space."""
    names = []
    for path in _files(bundle, "spaces"):
        player = trained.read(path, bundle)
        names.append((path, parsed(bundle.rule_files.load(player.rules_name), player.recipe.space)))
    return names
