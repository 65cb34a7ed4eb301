"""Who can be asked to play: the scripts of a game, trained players, searching ones, the rungs of the skill ladder."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from dhstats.documents import expanded
from dhstats.engine.strategy import Strategy, installed
from dhstats.errors import BadInput, nearest
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import generalists, thinking, trained, trial
from dhstats.players.recipes import APART, FIXED, FORMER, Recipe, ever_usual, standard
from dhstats.players.search import searching
from dhstats.players.search.searchers import FORMER_SEARCHES, SEARCH, guided, playing_out, searches, whole
from dhstats.players.strength.examining import caution_of
from dhstats.players.trained import Trained, as_strategy
from dhstats.quoting import quoted

LONGEST_NAME = 1000
GENERALIST, SPECIALIST = "generalist", "specialist"
FORMER_EXPERT = "expert-"  # and the version: players who have learnt as those of that version
EXPERT_END = " for these rules"
EXPERT = f"values the position after every option, trained by self-play{EXPERT_END}"
OF_TWO = f"values the position after every option, close ones with a second network, trained by self-play{EXPERT_END}"
OF_ALL_DECKS = f"values the position after every option, trained by self-play with all decks{EXPERT_END}"
OF_SPACE = f"{GENERALIST}, who went on by self-play{EXPERT_END}"


@dataclass(frozen=True, slots=True)
class Pupil:
    """What a trained player learns: the rules, by a recipe, under a restriction ("" is none), against a fixed rival.

    They learn from nothing, or go on from an `origin`, whom the recipe names.
    """

    bundle: GameBundle
    rules: RuleSet
    recipe: Recipe
    restriction: str = ""
    against: Strategy | None = None
    origin: Trained | None = None

    @property
    def name(self) -> str:
        """The player's name, by what they may not do."""
        if self.origin:
            return SPECIALIST
        newest = self.recipe.version == thinking.learning_of(self.bundle.game).version
        kind = "expert" if newest else f"expert-{self.recipe.version}"
        return f"{kind}:{self.restriction}" if self.restriction else kind

    @property
    def place(self) -> Path:
        """Where this player is kept once they are trained."""
        against = self.against.hash if self.against else ""
        return trained.place(self.bundle, self.rules, self.recipe, self.restriction, against)


class Untrained(BadInput):
    """A name that rests on a player who has yet to be trained: `pupil`."""

    def __init__(self, pupil: Pupil) -> None:
        super().__init__(
            f"strategy {pupil.name!r}: nobody is trained for rules {pupil.rules.name} ({pupil.rules.hash[:12]}) yet;"
            " dhstats train"
        )
        self.pupil = pupil


@dataclass(frozen=True, slots=True)
class Rung:
    """A step of the skill ladder: a player by name, and how often it moves at random instead."""

    player: str
    noise: float = 0.0


# From random play over scripts and a trained player with a share of random moves to search.
LADDER = (
    Rung("random"),
    *(Rung("expert", noise) for noise in (0.8, 0.6, 0.45, 0.32, 0.22, 0.14, 0.07, 0.03, 0.0)),
    Rung("search:400"),
)


def find(bundle: GameBundle, rules: RuleSet, text: str, recipe: Recipe | None = None) -> Strategy:
    """The player of a name under a rule set; Untrained for one who has to be trained first (see `trainees`).

    Names: a script of the game, `file.py:function`, `character.toml`, `player.json`, `generalist` (who knows all rules
    of a space), `specialist` (the same after a short training for the rules under which it plays), `expert` (trained
    for these rules from nothing: adapted), `expert-1` (as the first version learnt), `expert:RESTRICTION`, `search:N`,
    `skill:K`, each of the last six with `@RULES` (trained for those rules, wherever it plays: fixed), `mc:N`; `expert`,
    `search:N` and `skill:K` also with `@player.json` (with the player of a file for an expert). Players are trained by
    the game's standard recipe unless another is given, which also says who of earlier generalists is meant. Raises
    BadInput saying what is allowed.
    """
    _check_name(text)
    recipe = recipe or standard(bundle.game)
    kind = text.partition(":")[0]
    if "@" in text and taught(text):
        return _taught_elsewhere(bundle, rules, text, recipe)
    if pupil := pupil_of(bundle, rules, text, recipe):
        return _expert(pupil)
    if text.endswith(".json"):
        return _from_file(bundle, rules, Path(expanded(text)))
    if kind == "mc":
        return playing_out(bundle, text)
    if kind == "skill" or searches(kind):
        pupil = Pupil(bundle, rules, recipe)
        return _graded(pupil, text, lambda: trained_player(pupil), lambda name: find(bundle, rules, name, recipe))
    if text == GENERALIST:
        path = general_path(bundle, rules, text, recipe)
        return replace(_from_file(bundle, rules, path), name=text, source="trained")
    known = (*names(bundle), SPECIALIST, *installed())
    if text.isidentifier() and text not in known:
        raise BadInput(f"strategy {text!r}: not known; {nearest(text, known)}")
    trial.ensure(bundle, rules, text)
    return bundle.find_strategy(text)


def _check_name(text: str) -> None:
    """Names go into manifests, pages and terminals: BadInput for one that cannot be seen."""
    if not text.isprintable() or len(text) > LONGEST_NAME:
        raise BadInput(f"strategy {quoted(text)}: a name is text of at most {LONGEST_NAME:,} visible characters")


def names(bundle: GameBundle) -> tuple[str, ...]:
    """The names of all players that come along, restricted ones and rungs of the ladder left out: they play at once."""
    extra = ("expert", "mc:30", "search:400") if bundle.game.learning else ()
    general = (GENERALIST,) if bundle.game.space_learning else ()
    return (*bundle.shipped_strategies(), *extra, *general)


def meanings(bundle: GameBundle, text: str) -> tuple[str, ...]:
    """What a name may have meant when a run was played: what it means now, and how its player searched before."""
    head, at, home = text.partition("@")
    kind, _, number = head.partition(":")
    if kind == "skill" and whole(number) == len(LADDER) - 1:
        kind, _, number = LADDER[-1].player.partition(":")
    if kind != SEARCH or not searching.recalls(thinking.learning_of(bundle.game)):
        return (text,)
    return text, *(f"{former}:{number}{at}{home}" for former in FORMER_SEARCHES)


def trained_player(pupil: Pupil) -> Trained:
    """The trained player, shipped or kept from earlier; Untrained where there is none yet."""
    if player := _shipped(pupil):
        return player
    before = {} if pupil.restriction or pupil.against or pupil.origin else predecessors(pupil.bundle, pupil.rules)
    if path := before.get(pupil.recipe):
        return trained.read(path, pupil.bundle)
    if player := trained.kept(pupil.place, pupil.bundle):
        return _fitting(player, pupil.rules, pupil.place)
    raise Untrained(pupil)


def _shipped(pupil: Pupil) -> Trained | None:
    """Who comes along for a pupil's rules and is meant by the recipe, the usual one or one of before.

    Recipes of before do not mean who learnt in a way that was not usual then, and came along later.
    """
    usual = standard(pupil.bundle.game, pupil.recipe.version)
    if pupil.origin or pupil.against or pupil.recipe not in (*ever_usual(usual), FORMER):
        return None
    path = trained.shipped(pupil.bundle, pupil.rules, pupil.restriction, usual.version)
    player = trained.read(path, pupil.bundle) if path else None
    later = player and player.recipe.places != FIXED and pupil.recipe.places == FIXED
    return None if later else player


def predecessors(bundle: GameBundle, rules: RuleSet) -> dict[Recipe, Path]:
    """The files of players who came along for these rules before others took their place, by how each learnt.

    Runs that they played are replayed with them.
    """
    found = {}
    for path in sorted((bundle.game.home.parent / "trained" / "predecessors").glob("*.json")):
        table = json.loads(path.read_bytes())
        if table.get("kin") == rules.kin or ("kin" not in table and table["rules_hash"] == rules.hash):
            found[Recipe(**table["recipe"])] = path
    return found


def _fitting(player: Trained, rules: RuleSet, path: Path) -> Trained:
    if player.rules_hash != rules.hash:
        raise BadInput(
            f"{path}: was trained for rules {player.rules_name} ({player.rules_hash[:12]}), not for {rules.name} "
            f"({rules.hash[:12]}); train one for them: dhstats train --rules ..."
        )
    return player


def pupil_of(bundle: GameBundle, rules: RuleSet, text: str, recipe: Recipe | None = None) -> Pupil | None:
    """The trained player whom a name like expert, expert-1, expert:RESTRICTION or specialist says; None for others.

    Raises BadInput for a version or restriction that there is not, and a specialist of rules beyond all spaces.
    """
    if text == SPECIALIST:
        origin = trained.read(general_path(bundle, rules, text, recipe), bundle)
        warm = generalists.warm_recipe(origin, deals=recipe.deals if recipe else APART)
        return Pupil(bundle, rules, warm, origin=origin)
    kind, _, restriction = text.partition(":")
    if text.endswith(".json") or (kind != "expert" and not kind.startswith(FORMER_EXPERT)):
        return None
    version = 0 if kind == "expert" else _version(bundle, text, kind)
    allowed = dict(thinking.learning_of(bundle.game, version).restrictions)
    if restriction and restriction not in allowed:
        raise BadInput(f"strategy {text!r}: no such restriction; {nearest(restriction, allowed)}")
    meant = recipe and version in (0, recipe.version)
    return Pupil(bundle, rules, recipe if recipe and meant else standard(bundle.game, version), restriction)


def general_path(bundle: GameBundle, rules: RuleSet, name: str, recipe: Recipe | None = None) -> Path:
    """The file of who has learnt a whole space of rules, in which these lie; BadInput, for a player of this name.

    A recipe by which an earlier one learnt means that one.
    """
    if bundle.game.space_learning is None:
        raise BadInput(f"strategy {name!r}: players of {bundle.game.name} learn one rule set each; use expert")
    path = (generalists.former(bundle).get(recipe) if recipe else None) or generalists.shipped_under(bundle, rules)
    if path is None:
        raise BadInput(
            f"strategy {name!r}: no player has learnt rules {rules.name} ({rules.hash[:12]}): the shipped ones know"
            f" {', '.join(generalists.keys(bundle))} and no other changes; train one with `dhstats train --space FILE`"
        )
    return path


def _expert(pupil: Pupil) -> Strategy:
    bundle, rules, name = pupil.bundle, pupil.rules, pupil.name
    player = trained_player(pupil)
    meaning = dict(thinking.learning_of(bundle.game, pupil.recipe.version).restrictions).get(pupil.restriction)
    idea = OF_TWO if player.other_network else EXPERT
    idea = OF_SPACE if pupil.origin else OF_ALL_DECKS if player.kin else idea
    idea = f"{idea}; {meaning}" if meaning else idea
    caution = caution_of(player, name, bundle.players(rules.record()), rules)
    return replace(as_strategy(bundle, player, name, "trained", idea), caution=caution)


def taught(text: str) -> bool:
    """Whether a name is that of a player who learns the rules: an expert, a rung of the ladder, a guided searcher."""
    head = text.partition("@")[0]
    kind, colon, _ = head.partition(":")
    return (
        head in ("expert", SPECIALIST)
        or head.startswith(FORMER_EXPERT)
        or bool(colon and (kind in ("expert", "skill") or searches(kind)))
    )


def _taught_elsewhere(bundle: GameBundle, rules: RuleSet, text: str, recipe: Recipe) -> Strategy:
    """A player as it learnt under a named rule set, or as the trained player of a file, wherever it plays."""
    head, _, home_name = text.partition("@")
    if home_name.endswith(".json"):
        return replace(_of_file(bundle, rules, head, Path(expanded(home_name))), name=text)
    home = bundle.rule_files.load(home_name)
    found = find(bundle, home, head, recipe)
    return replace(found, name=text, idea=f"{found.idea.removesuffix(EXPERT_END)} for rules {home.name}")


def _from_file(bundle: GameBundle, rules: RuleSet, path: Path) -> Strategy:
    """A player's file; it may play under other rules than it was trained for, and says so."""
    player = trained.read(path, bundle)
    idea = f"trained for rules {player.rules_name} ({player.rules_hash[:12]})"
    if keys := player.recipe.space_keys():
        idea += f" and all that differ from them in a space of {len(keys)} key{'s' * (len(keys) > 1)}"
    if player.rules_hash != rules.hash:
        idea += f", here under rules {rules.name} ({rules.hash[:12]})"
    caution = caution_of(player, path.stem, bundle.players(rules.record()))
    return replace(as_strategy(bundle, player, path.stem, str(path), idea), caution=caution)


def _version(bundle: GameBundle, text: str, kind: str) -> int:
    """The version that a name like expert-1 says."""
    former = [learning.version for learning in bundle.game.former]
    version = whole(kind.removeprefix(FORMER_EXPERT))
    if version not in former:
        known = " and ".join(f"{FORMER_EXPERT}{each}" for each in former)
        raise BadInput(f"strategy {text!r}: not known; {known or 'expert'} can play")
    return version


def _graded(pupil: Pupil, text: str, expert: Callable[[], Trained], plain: Callable[[str], Strategy]) -> Strategy:
    """A searcher with a trained player as guide, or a rung of the ladder: that player with random moves, or another."""
    bundle, rules = pupil.bundle, pupil.rules
    kind, _, rest = text.partition(":")
    if searches(kind):
        return guided(bundle, text, expert)
    if not 0 <= whole(rest) < len(LADDER):
        raise BadInput(f"strategy {text!r}: the rungs are skill:0 to skill:{len(LADDER) - 1}")
    rung = LADDER[whole(rest)]
    if not rung.noise:
        return replace(plain(rung.player), name=text, idea=f"plays like {rung.player}")
    player, idea = expert(), f"the expert, but {rung.noise:.0%} of their moves are random"
    caution = caution_of(player, rung.player, bundle.players(rules.record()), rules)
    return replace(as_strategy(bundle, player, text, "trained", idea, rung.noise), caution=caution)


def _of_file(bundle: GameBundle, rules: RuleSet, head: str, path: Path) -> Strategy:
    """An expert, a rung of the ladder or a searcher who has the player of a file for an expert.

    Raises BadInput for a name that says how somebody has learnt, which the file does.
    """
    kind = head.partition(":")[0]
    if kind == "skill" or searches(kind):
        pupil = Pupil(bundle, rules, FORMER)
        return _graded(
            pupil, head, lambda: trained.read(path, bundle), lambda name: _of_file(bundle, rules, name, path)
        )
    if not taught(head):
        return find(bundle, rules, head)
    if head != "expert":
        raise BadInput(f"strategy {head!r}: the file says how its player has learnt; write expert@{quoted(str(path))}")
    return _from_file(bundle, rules, path)
