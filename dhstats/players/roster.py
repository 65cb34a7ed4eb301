"""Who is meant by a name: the scripts of a game, trained players, searching ones, the rungs of the skill ladder.

`meant` says who that is and what they must have learnt, `strategy` makes a player of it. Neither trains anybody: that
is for whoever asks (`learning/trainees.py`).
"""

from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from dhstats.documents import expanded
from dhstats.engine.strategy import Strategy, file_hash, installed
from dhstats.errors import BadInput, nearest
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import pupils, recipes, trained, trial
from dhstats.players.pupils import Pupil
from dhstats.players.recipes import Recipe
from dhstats.players.search import searching, tree
from dhstats.players.solving import solutions
from dhstats.players.solving.solutions import SOLVED
from dhstats.players.strength.examining import caution_of
from dhstats.players.thinking import learning_of
from dhstats.players.trained import RETIRED_WITH, WEIGHTS, Trained, as_strategy
from dhstats.quoting import quoted

LONGEST_NAME = 1000
GENERALIST, SPECIALIST = pupils.GENERALIST, pupils.SPECIALIST
MOST_TRIES, MOST_UNTRAINED = 1_000_000, 100_000  # a move
SEARCH, PLAY_OUT, RUNG = "search", "mc", "skill"  # before a colon and a number
EXPERT_END = " for these rules"
EXPERT = f"values the position after every option, trained by self-play{EXPERT_END}"
OF_TWO = f"values the position after every option, close ones with a second network, trained by self-play{EXPERT_END}"
LIKE_SCRIPT = f"plays like {{}}, to whom the network lost that was trained by self-play{EXPERT_END}"
OF_ALL_DECKS = f"values the position after every option, trained by self-play with all decks{EXPERT_END}"
OF_SPACE = f"{GENERALIST}, who went on by self-play{EXPERT_END}"

RETIRED = {"expert-1": "expert", "expert-2": "expert", "search-1": SEARCH, "search-2": SEARCH, "search-3": SEARCH}


class Rung(NamedTuple):
    """A step of the skill ladder: a player by name, and how often they move at random instead."""

    player: str
    noise: float = 0.0


# From random play over a trained player with a share of random moves to search.
LADDER = (
    Rung("random"),
    *(Rung("expert", noise) for noise in (0.8, 0.6, 0.45, 0.32, 0.22, 0.14, 0.07, 0.03, 0.0)),
    Rung("search:400"),
)


@dataclass(frozen=True, slots=True)
class Meant:
    """Who is meant by a name, `text`: a player by a plain name, `name`, as they learnt under some rules.

    `place` is what the text says after @: the rules, or the `file` whose player is in an expert's place. Who stands on
    a rung of the ladder moves at random by `noise`. `pupil` says what has to be learnt first; None where scripts play,
    or the player of a file.
    """

    text: str
    name: str
    bundle: GameBundle
    rules: RuleSet
    place: str = ""
    file: Path | None = None
    noise: float = 0.0
    pupil: Pupil | None = None


def meant(bundle: GameBundle, rules: RuleSet, text: str, recipe: Recipe | None = None) -> Meant:
    """Who is meant by a name under a rule set; BadInput saying what is allowed.

    Names: a script of the game, `file.py:function`, `character.toml`, `player.json`, `generalist` (who knows all rules
    of a space), `specialist` (the same after a short training for the rules under which it plays), `expert` (trained
    for these rules from nothing: adapted), `expert:RESTRICTION`, `search:N`, `skill:K`, each of the last five with
    `@RULES` (trained for those rules, wherever it plays: fixed), `solved` (who plays perfectly, where dhstats can go
    through the whole game), `mc:N`; in a game file `search:N` alone needs nobody who is trained. `expert`, `search:N`
    and `skill:K` also with `@player.json` (with the player of a file for an expert). Players are
    trained by the game's standard recipe unless another is given.
    """
    if not text.isprintable() or len(text) > LONGEST_NAME:
        raise BadInput(f"strategy {quoted(text)}: a name is text of at most {LONGEST_NAME:,} visible characters")
    kind = text.partition("@")[0].partition(":")[0]
    if kind in RETIRED:
        now = RETIRED[kind] + text.removeprefix(kind)
        raise BadInput(f"strategy {text!r}: is no longer shipped since {RETIRED_WITH}; use {now}")
    name, _, place = text.partition("@") if "@" in text and taught(text) else (text, "", "")
    file = Path(expanded(place)) if place.endswith(".json") else None
    rules = bundle.rule_files.load(place) if place and not file else rules
    name, noise = _rung(name) if name.partition(":")[0] == RUNG else (name, 0.0)
    kind, _, number = name.partition(":")
    most = MOST_UNTRAINED if untrained(bundle, text) else MOST_TRIES
    if kind in (SEARCH, PLAY_OUT) and not 0 < whole(number) <= most:
        raise BadInput(f"strategy {name!r}: the colon must be followed by a whole number from 1 to {most:,}")
    if file and kind not in (SEARCH, "random") and name != "expert":
        raise BadInput(f"strategy {name!r}: the file says how its player has learnt; write expert@{quoted(place)}")
    if name.endswith(".json"):
        file = Path(expanded(name))
    elif name == GENERALIST:
        file = pupils.general_path(bundle, rules)
    learner = "" if file or untrained(bundle, text) else "expert" if kind == SEARCH else name
    pupil = pupil_of(bundle, rules, learner, recipe) if learner else None
    return Meant(text, name, bundle, rules, place, file, noise, pupil)


def _rung(name: str) -> Rung:
    """The rung of a name; BadInput for one that there is not."""
    number = whole(name.partition(":")[2])
    if not 0 <= number < len(LADDER):
        raise BadInput(f"strategy {name!r}: the rungs are skill:0 to skill:{len(LADDER) - 1}")
    return LADDER[number]


def strategy(who: Meant, player: Trained | None = None) -> Strategy:
    """Who is meant, as a strategy; `player` has learnt what their pupil learns. BadInput where nobody plays so."""
    bundle, kind = who.bundle, who.name.partition(":")[0]
    player = trained.read(who.file, bundle) if who.file and kind != "random" else player
    if kind in (SEARCH, PLAY_OUT):
        found = _untrained(who) if untrained(bundle, who.text) else _searcher(bundle, who.name, player)
    elif player:
        found = _expert(who, player)
    elif who.name == SOLVED:
        found = solutions.strategy(bundle, solutions.solved(bundle, who.rules))
    else:
        known = (*names(bundle), SPECIALIST, *installed(), *((SOLVED,) if bundle.game.solving else ()))
        if who.name.isidentifier() and who.name not in known:
            raise BadInput(f"strategy {who.name!r}: not known; {nearest(who.name, known)}")
        close = get_close_matches(kind, (SEARCH, PLAY_OUT, RUNG, "expert"), 1)
        if close and kind.isidentifier() and kind != who.name:
            raise BadInput(f"strategy {who.name!r}: not known; did you mean {close[0] + who.name[len(kind) :]!r}?")
        trial.ensure(bundle, who.rules, who.name)
        found = bundle.find_strategy(who.name)
    if who.text.startswith(f"{RUNG}:") and not who.noise:
        found = replace(found, idea=f"plays like {who.name}")
    if who.place and not who.file:
        found = replace(found, idea=f"{found.idea.removesuffix(EXPERT_END)} for rules {who.rules.name}")
    return replace(found, name=who.text) if who.place or who.name != who.text else found


def find(bundle: GameBundle, rules: RuleSet, text: str, recipe: Recipe | None = None) -> Strategy:
    """The player of a name under a rule set; BadInput also for one whom nobody has trained yet (see `trainees`)."""
    if player := known(bundle, rules, text, recipe):
        return player
    who = meant(bundle, rules, text, recipe)
    raise BadInput(
        f"strategy {text!r}: nobody is trained for rules {who.rules.name} ({who.rules.hash[:12]}) yet;"
        f" `dhstats train --game {catalogue.typed(bundle.game.name)}` trains an expert"
    )


def known(bundle: GameBundle, rules: RuleSet, text: str, recipe: Recipe | None = None) -> Strategy | None:
    """The player of a name under a rule set; None for one whom nobody has trained yet."""
    who = meant(bundle, rules, text, recipe)
    player = pupils.known(who.pupil) if who.pupil else None
    return None if who.pupil and not player else strategy(who, player)


def names(bundle: GameBundle) -> tuple[str, ...]:
    """The names of all players that come along, restricted ones and rungs of the ladder left out: they play at once."""
    extra = ("expert", "mc:30", "search:400") if bundle.game.learning else ()
    general = (GENERALIST,) if bundle.game.space_learning else ()
    return (*bundle.shipped_strategies(), *extra, *general)


def taught(text: str) -> bool:
    """Whether a name is that of a player who learns the rules: an expert, a rung of the ladder, a guided searcher."""
    head = text.partition("@")[0]
    return head in ("expert", SPECIALIST) or head.startswith(("expert:", f"{RUNG}:", f"{SEARCH}:"))


def untrained(bundle: GameBundle, text: str) -> bool:
    """Whether a name is that of a search that needs nobody who is trained: `search:N` in a game file."""
    return text.startswith(f"{SEARCH}:") and "@" not in text and bundle.game.solving is not None


def learns(bundle: GameBundle, text: str) -> bool:
    """Whether a name is that of a player who learns the rules under which they play."""
    return taught(text) and "@" not in text and not untrained(bundle, text)


def pupil_of(bundle: GameBundle, rules: RuleSet, text: str, recipe: Recipe | None = None) -> Pupil | None:
    """The pupil whom a name like expert, expert:RESTRICTION or specialist says; None for others."""
    if text == SPECIALIST:
        origin = trained.read(pupils.general_path(bundle, rules, text), bundle)
        return Pupil(bundle, rules, recipes.going_on(origin.recipe, origin.checksum), origin=origin)
    kind, _, restriction = text.partition(":")
    if kind != "expert" or text.endswith(".json"):
        return None
    allowed = dict(learning_of(bundle.game).restrictions)
    if restriction and restriction not in allowed:
        raise BadInput(f"strategy {text!r}: no such restriction; {nearest(restriction, allowed)}")
    return Pupil(bundle, rules, recipe or recipes.standard(bundle.game), restriction)


def retirement(name: str, *, changed: bool) -> str:
    """Why a player who played a run plays no new games, and what is still there; "" for who has not retired."""
    learnt = changed and (taught(name) or name in (GENERALIST, SOLVED)) and not name.endswith((".json", ".toml"))
    if not learnt and name.partition("@")[0].partition(":")[0] not in RETIRED:
        return ""
    return (
        f"strategy {name!r}: who played here retired with {RETIRED_WITH} and plays nothing anew; `dhstats replay`,"
        " `report` and `sql` still read the stored games, and `verify` has the referee judge them"
    )


def whole(text: str) -> int:
    """The whole number that a text says, or -1."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _expert(who: Meant, player: Trained) -> Strategy:
    """A trained player: of a file, who says under which other rules they play, or a pupil."""
    bundle, rules, pupil = who.bundle, who.rules, who.pupil
    if who.noise:
        name, source, idea = who.text, "trained", f"the expert, but {who.noise:.0%} of their moves are random"
        caution = caution_of(player, who.name, bundle, rules)
    elif pupil:
        name, source, idea = pupil.name, "trained", OF_TWO if player.other_network else EXPERT
        idea = OF_SPACE if pupil.origin else OF_ALL_DECKS if player.kin else idea
        idea = LIKE_SCRIPT.format(player.script) if player.script else idea
        idea = f"{solutions.idea_of(player.solution)}{EXPERT_END}" if player.solution else idea
        meaning = dict(learning_of(bundle.game, player.recipe.version).restrictions).get(pupil.restriction)
        idea = f"{idea}; {meaning}" if meaning else idea
        caution = caution_of(player, name, bundle, rules)
    else:
        assert who.file
        general = who.name == GENERALIST
        name, source = (GENERALIST, "trained") if general else (who.file.stem, str(who.file))
        idea = f"trained for rules {player.rules_name} ({player.rules_hash[:12]})"
        if keys := player.recipe.space_keys():
            idea += f" and all that differ from them in a space of {len(keys)} key{'s' * (len(keys) > 1)}"
        if player.rules_hash != rules.hash:
            idea += f", here under rules {rules.name} ({rules.hash[:12]})"
        idea += f", plays like {player.script}" if player.script else ", plays by a solution" if player.solution else ""
        # What a file says of its solution is not taken for granted
        caution = caution_of(replace(player, solution=None), who.file.stem, bundle, rules, with_decks=False)
    strategy = replace(as_strategy(bundle, player, name, source, idea, who.noise), caution=caution)
    if pupil and player.solution and not who.place and not who.noise:
        return replace(strategy, weights=(*strategy.weights, *solutions.worth_of(player.solution)))
    return strategy


def _untrained(who: Meant) -> Strategy:
    """Who searches without training, with the scripts of the game."""
    bundle, tries = who.bundle, whole(who.name.partition(":")[2])
    way = 2 if tree.proves(bundle) else 1  # who proves nothing plays as before, and is the same player
    return Strategy(
        who.name, f"searches, untrained: about {tries:,} tries a move on guessed tables", "built in",
        file_hash(f"{tree.choose_by_tree.__name__} {tries} {way}".encode(), tree.identity(bundle)), tree.bound(bundle),
        tuple(zip(WEIGHTS, (0.0, 0.0, float(tries)), strict=True)), learning_of(bundle.game).version,
    )  # fmt: skip


def _searcher(bundle: GameBundle, name: str, guide: Trained | None) -> Strategy:
    """Who looks ahead with a trained player, or plays options out on guessed tables."""
    tries = whole(name.partition(":")[2])
    learning = learning_of(bundle.game, guide.recipe.version if guide else 0)
    if guide is None:
        template, idea = searching.choose_by_playing_out, f"plays its options out, {tries} guessed deals a move"
    else:
        template = searching.choose_by_averaging if learning.inference else searching.choose_by_search
        about = "about " if learning.inference and tries >= searching.MANY else ""
        idea = f"looks ahead with expert, {about}{tries} tries a move on guessed deals"
    network = guide.network if guide else b""
    return Strategy(
        name, idea, "built in", file_hash(network, f"{template.__name__} {tries} 1".encode()),
        searching.bound(bundle.game, learning, template), tuple(zip(WEIGHTS, (0.0, 0.0, float(tries)), strict=True)),
        learning.version, network,
    )  # fmt: skip
