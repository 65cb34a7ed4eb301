"""A trained player as a file: their network, how it was made, and what they were measured to be worth."""

import base64
import hashlib
import importlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np

from dhstats.documents import read_json
from dhstats.engine.compiled import unbound
from dhstats.engine.strategy import Strategy, file_hash, source_file_hash
from dhstats.errors import BadInput, ResourceFailure, UserError, nearest
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import policies, trial
from dhstats.players.recipes import Recipe, recipe_table
from dhstats.players.search import tree
from dhstats.players.search.searching import bound
from dhstats.players.solving import solutions
from dhstats.players.solving.solutions import Solution
from dhstats.players.thinking import NOISE, NOISE_PARTS, RESTRICTION, bound_choice, choose, choose_by_both, learning_of
from dhstats.quoting import one_line, quoted
from dhstats.storage.layout import whole_file
from dhstats.storage.places import absolute
from dhstats.storage.tables import check, filled, record

FORMAT = 1
RETIRED_WITH = "dhstats 0.2.0"  # players of earlier versions: nobody plays as they did any more
MAX_BYTES = 1 << 22
WEIGHTS = ("noise", "restriction", "budget")  # what a made player's weights are called in a manifest
YARDSTICKS = "all scripts"  # what files call a game's yardsticks together: all scripts that there were at first
SURE = 3.0  # standard errors below an even share: no player as good as all the scripts is named by chance
FALL = 0.07  # more than three standard errors of a difference between two scores on a thousand deals


@dataclass(frozen=True, slots=True)
class Milestone:
    """A point of the learning curve: games learnt from, mean squared error, score against an opponent or YARDSTICKS."""

    games: int
    error: float
    opponent: str
    score: float

    @property
    def rival(self) -> str:
        """Whom the score is against, in words."""
        return "the scripts of its card" if self.opponent == YARDSTICKS else self.opponent


@dataclass(frozen=True, slots=True)
class Strength:
    """A line of the strength card: mean score over blocks of two games, its standard error, points ahead.

    Where points count, and not who has more of them, `lead_error` is the standard error of the points ahead; else 0.
    """

    opponent: str
    score: float
    error: float
    lead: float
    blocks: int
    lead_error: float = 0.0

    def loses(self, even: float) -> bool:
        """Whether the player does worse for sure than the opponent: by points where they count, else by wins."""
        if self.lead_error:
            return self.lead + SURE * self.lead_error < 0.0
        return self.score + SURE * self.error < even


@dataclass(frozen=True, slots=True)
class Trained:
    """A trained player: for which game and rules, by which recipe, their network and their record.

    The network is that after `kept` games (0: the last one); `card` is how it does, on deals that chose nothing. `kin`
    is there where they learnt with all decks: what the rule sets that they are for have in common (see `RuleSet.kin`).
    `other_network` is there where the recipe says two: curve and `kept` are of the first, the card of both together.
    Where the whole game can be gone through and players hide something or choose at once, they play by its `solution`;
    where a `script` of the game did better than the network, they play like that.
    """

    game: str
    game_version: int
    rules_name: str
    rules_hash: str
    restriction: str
    against: str
    recipe: Recipe
    curve: tuple[Milestone, ...]
    card: tuple[Strength, ...]
    network: bytes
    kept: int = 0
    kin: str = ""
    other_network: bytes = b""
    script: str = ""
    solution: Solution | None = None

    def facts(self) -> dict[str, Any]:
        """All but the network, as a table; what says nothing is left out, as in files of earlier versions."""
        table = asdict(self)
        del table["network"], table["other_network"], table["solution"]
        for name in ("kept", "kin", "script"):
            if not table[name]:
                del table[name]
        if self.solution:
            memory = base64.b64encode(self.solution.memory).decode()
            table["solution"] = self.solution.facts() | {"memory": memory}
        for line in table["card"]:
            if not line["lead_error"]:
                del line["lead_error"]
        table["recipe"] = recipe_table(self.recipe)
        return table

    @property
    def checksum(self) -> str:
        """The checksum of their network, or of both together."""
        return hashlib.sha256(self.network + self.other_network).hexdigest()

    @property
    def decides(self) -> bool:
        """Whether their network decides what they play."""
        return not self.script and self.solution is None

    @property
    def fell_back(self) -> bool:
        """Whether the last network of the learning curve did worse than the kept one, by more than chance would."""
        scores = {point.games: point.score for point in self.curve}
        return self.kept in scores and scores[self.kept] - self.curve[-1].score > FALL

    def lost(self, even: float) -> tuple[Strength, ...]:
        """Those of their card to whom they lose for sure, where an even share of the wins is `even`.

        Who plays by a solution loses to nobody, whatever few deals say.
        """
        return () if self.solution else tuple(line for line in self.card if line.loses(even))

    def to_json(self) -> str:
        """The text of the player's file: equal players have equal bytes."""
        table = self.facts() | {"format": FORMAT, "network": base64.b64encode(self.network).decode()}
        if self.other_network:
            table["other_network"] = base64.b64encode(self.other_network).decode()
        table["network_sha256"] = self.checksum
        return json.dumps(table, indent=1, sort_keys=True) + "\n"


def read(path: Path, bundle: GameBundle) -> Trained:
    """The player of a file; BadInput naming the file if it is damaged or of another game."""
    table = read_json(path, MAX_BYTES)
    try:
        trained = parsed(table)
    except ValueError as error:
        reason = one_line(str(error))[:200]
        raise BadInput(f"{path}: is not a whole player file ({reason}); `dhstats train` makes one") from error
    game = bundle.game
    if (trained.game, trained.game_version) != (game.name, game.version):
        raise BadInput(
            f"{path}: is a player of {trained.game} version {trained.game_version}, not of {game.name} {game.version}"
        )
    if trained.recipe.version < learning_of(game).version:
        raise BadInput(f"{path}: learnt with inputs retired with {RETIRED_WITH}; train the player again")
    learning = learning_of(game, trained.recipe.version)
    sizes = [len(each) for each in (trained.network, trained.other_network) if each]
    if sizes != [4 * learning.parameters] * trained.recipe.networks:
        raise BadInput(f"{path}: its network does not fit the inputs of this version; train it again")
    if trained.script and trained.script not in {each.name for each in tree.scripts_of(bundle)}:
        raise BadInput(f"{path}: plays like the script {quoted(trained.script)}, which the game does not have")
    solution = trained.solution
    if solution and (solution.game, solution.rules_hash, solution.certified) != (game.name, trained.rules_hash, True):
        raise BadInput(f"{path}: has a solution for rules that its player did not learn; train it again")
    known = dict(learning.restrictions)
    if trained.restriction and trained.restriction not in known:
        hint = nearest(trained.restriction, known)
        raise BadInput(f"{path}: restriction {quoted(trained.restriction)}: not known; {hint}")
    return trained


def parsed(table: Any) -> Trained:
    """The player of a file's table; ValueError that says what is missing or wrong if it is not one."""
    whole = filled({"format", "network", "network_sha256", "recipe", "curve", "card"}, table, "")
    if whole.pop("format") != FORMAT:
        raise ValueError(f"format must be {FORMAT}; another version wrote it")
    network, other = _decoded(whole.pop("network")), _decoded(whole.pop("other_network", ""))
    if hashlib.sha256(network + other).hexdigest() != whole.pop("network_sha256"):
        raise ValueError("the network does not match its checksum")
    for each in (network, other):
        if not np.isfinite(np.frombuffer(each[: len(each) & ~3], "<f4")).all():
            raise ValueError("the network has invalid numbers")
    solution = _solution(whole.pop("solution")) if "solution" in whole else None
    trained: Trained = record(Trained, whole | {"network": network, "other_network": other}, "")
    check(replace(trained, network=b"", other_network=b""), Trained)
    trained.recipe.space_keys()  # texts that are no tables are refused here
    trained.recipe.lots_by_decks()
    return replace(trained, solution=solution)


def _solution(table: Any) -> Solution:
    """The solution in a file's table; ValueError for one by which nobody could play."""
    whole = filled({"values", "memory"}, table, "solution")
    memory = _decoded(whole.pop("memory"), "solution.memory")
    solution: Solution = record(Solution, whole | {"memory": b""}, "solution")
    check(solution, Solution)
    if not solutions.whole(memory):
        raise ValueError("solution.memory is not a whole table of what to play")
    return replace(solution, memory=memory)


def _decoded(text: Any, name: str = "network") -> bytes:
    """The bytes of a text of a file."""
    try:
        return base64.b64decode(text, validate=True)
    except (ValueError, TypeError):
        raise ValueError(f"{name} must be text in base64") from None


def write(player: Trained, path: Path) -> None:
    """Writes a player's file, whole or not at all; ResourceFailure where that cannot be done."""
    with whole_file(path, make_folder=True) as draft:
        draft.write_text(player.to_json(), encoding="utf-8")


def as_strategy(
    bundle: GameBundle, trained: Trained, name: str, source: str, idea: str, noise: float = 0.0
) -> Strategy:
    """The player as a strategy; `noise` is their share of random moves."""
    learning = learning_of(bundle.game, trained.recipe.version)
    names = ["", *(known for known, _ in learning.restrictions)]
    weights = np.zeros(len(WEIGHTS))
    weights[NOISE] = round(noise * NOISE_PARTS)
    weights[RESTRICTION] = names.index(trained.restriction)
    template = choose_by_both if trained.other_network else choose
    networks = trained.network + trained.other_network
    usual = Strategy(
        name, idea, source, file_hash(networks, weights.tobytes()),
        bound_choice(bundle.game, learning, template), tuple(zip(WEIGHTS, map(float, weights), strict=True)),
        learning.version, trained.network, other_network=trained.other_network,
    )  # fmt: skip
    if trained.decides:
        return usual
    if trained.solution:
        template, memory = policies.choose_by_solution, trained.solution.memory
        detail, value, digest = "recalls", float(trained.solution.recalls), memory
    else:
        template, memory, scripts = policies.choose_like_script, b"", tree.scripts_of(bundle)
        place = [each.name for each in scripts].index(trained.script)
        detail, value, digest = "script", float(place), scripts[place].hash.encode()
    parts = networks, weights.tobytes(), digest, detail.encode(), np.float64(value).tobytes()
    return replace(
        usual, hash=file_hash(*parts), function=policies.bound(bundle, template),
        weights=(*usual.weights, (detail, value)), memory=memory,
    )  # fmt: skip


FILES = (".py", ".toml")  # what a strategy's source ends in where it has to be read again


@dataclass(frozen=True, slots=True)
class PackedStrategy:
    """A strategy without its code, which `code` names as MODULE:FUNCTION where it came with this project.

    Players that were made bring their network along: nobody is trained twice. Others are found by their source, a path
    that needs no working folder or a function of an installed package, and told from others by their hash.
    """

    facts: Strategy
    code: str


def pack(strategy: Strategy) -> PackedStrategy:
    """What another process needs to know of a strategy."""
    ours = strategy.version or strategy.source == "built in"
    source = absolute(Path(strategy.source)) if strategy.source.endswith(FILES) else strategy.source
    code = f"{strategy.function.__module__}:{strategy.function.__name__}" if ours else ""
    return PackedStrategy(replace(strategy, source=source, function=unbound), code)


def unpack(bundle: GameBundle, rules: RuleSet, packed: PackedStrategy, where: str) -> Strategy:
    """The strategy again, in a process that runs the same version of this project.

    Code from outside that never played on this machine is tried here first, as where the run began: it may need what is
    otherwise here.
    """
    facts = packed.facts
    if packed.code and bundle.game.maker and not facts.version:  # bound to a game file, or a function of it
        return bundle.find_strategy(facts.name)
    if packed.code:
        module, _, name = packed.code.partition(":")
        function = getattr(importlib.import_module(module), name)
        if facts.version:
            function = _bound_again(bundle, facts, function)
        return replace(facts, function=function)
    text = facts.typed
    try:
        known = not facts.source.endswith(".py") or source_file_hash(Path(facts.source)) == facts.hash
    except UserError as error:
        raise ResourceFailure(f"{where}: {error}; it must exist there, as it does here") from error
    if not known:  # it is not even run
        raise _another(facts, where)
    try:
        trial.ensure(bundle, rules, text)
        strategy = bundle.find_strategy(text)
    except UserError as error:
        raise ResourceFailure(f"{where}: {error}; it must play there, as it does here") from error
    if strategy.hash != facts.hash:
        raise _another(facts, where)
    return strategy


def _bound_again(bundle: GameBundle, facts: Strategy, template: Callable[..., int]) -> Callable[..., int]:
    """The function of a player who was made, or who searches."""
    if template.__module__ == policies.__name__:
        return policies.bound(bundle, template)
    if facts.memory:
        return cast(Callable[..., int], solutions.bound(bundle.game))
    if template is tree.choose_by_tree:
        return tree.bound(bundle)
    return bound(bundle.game, learning_of(bundle.game, facts.version), template)


def _another(facts: Strategy, where: str) -> ResourceFailure:
    return ResourceFailure(
        f"{where}: strategy {facts.name!r} ({facts.source}) differs from the one here; every worker must see the same"
        " files and packages"
    )
