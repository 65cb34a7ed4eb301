"""A trained player as a file: his network, how it was made, and what he was measured to be worth."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from dhstats.documents import read_json
from dhstats.engine.compiled import cache_root, source_hash
from dhstats.engine.network import size
from dhstats.engine.strategy import Strategy, file_hash
from dhstats.errors import BadInput, nearest
from dhstats.games.title import RuleSet, Title
from dhstats.players.thinking import NOISE, NOISE_PARTS, RESTRICTION, bound_choice, learning_of, sources
from dhstats.quoting import one_line, quoted
from dhstats.storage.layout import whole_file
from dhstats.storage.typed import faults

FORMAT = 1
MAX_BYTES = 1 << 20
WEIGHTS = ("noise", "restriction", "budget")  # what a made player's weights are called in a manifest
_parameters = getattr(size, "py_func", size)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a player is trained; equal recipes give equal players for equal rules.

    `games` of self-play in `rounds`, the step of descent falling evenly from `rate` to nearly nothing; `memory` is
    lambda; `exploration` the share of random moves; `win_share` the part of winning in how a game is judged, the rest
    is by how many points; `average` how much of the running mean of networks is kept from round to round.
    """

    seed: int = 1
    games: int = 300_000
    rounds: int = 100
    rate: float = 0.001
    memory: float = 0.4
    exploration: float = 0.03
    win_share: float = 0.5
    average: float = 0.9
    batch: int = 1


@dataclass(frozen=True, slots=True)
class Milestone:
    """A point of the learning curve: games learnt from, mean squared error, score against an opponent."""

    games: int
    error: float
    opponent: str
    score: float


@dataclass(frozen=True, slots=True)
class Strength:
    """A line of the strength card: mean score over blocks of two games, its standard error, points ahead."""

    opponent: str
    score: float
    error: float
    lead: float
    blocks: int


@dataclass(frozen=True, slots=True)
class Trained:
    """A trained player: for which game and rules, by which recipe, his network and his record."""

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

    def facts(self) -> dict[str, Any]:
        """All but the network, as a table."""
        table = asdict(self)
        del table["network"]
        return table

    def to_json(self) -> str:
        """The text of the player's file: equal players have equal bytes."""
        table = self.facts() | {"format": FORMAT, "network": base64.b64encode(self.network).decode()}
        table["network_sha256"] = hashlib.sha256(self.network).hexdigest()
        return json.dumps(table, indent=1, sort_keys=True) + "\n"


def read(path: Path, title: Title) -> Trained:
    """The player of a file; BadInput naming the file if it is damaged or of another game."""
    table = read_json(path, MAX_BYTES)
    try:
        trained = _parsed(table)
    except (ValueError, KeyError, TypeError) as error:
        reason = one_line(f"{type(error).__name__}: {error}")[:200]
        raise BadInput(f"{path}: is not a whole player file ({reason}); train him anew") from error
    game = title.game
    if (trained.game, trained.game_version) != (game.name, game.version):
        raise BadInput(
            f"{path}: is a player of {trained.game} version {trained.game_version}, not of {game.name} {game.version}"
        )
    if len(trained.network) != 4 * _parameters(learning_of(game).inputs):
        raise BadInput(f"{path}: its network does not fit the inputs of this version; train him anew")
    known = dict(learning_of(game).restrictions)
    if trained.restriction and trained.restriction not in known:
        hint = nearest(trained.restriction, known)
        raise BadInput(f"{path}: restriction {quoted(trained.restriction)}: not known; {hint}")
    return trained


def _parsed(table: Any) -> Trained:
    """The player of a file's table; ValueError, KeyError or TypeError if it is not one."""
    if not isinstance(table, dict) or table.pop("format") != FORMAT:
        raise ValueError("another format")
    digest = table.pop("network_sha256")
    network = base64.b64decode(table.pop("network"), validate=True)
    if hashlib.sha256(network).hexdigest() != digest:
        raise ValueError("the network does not match its checksum")
    if not np.isfinite(np.frombuffer(network, "<f4")).all():
        raise ValueError("the network holds numbers that are none")
    recipe = Recipe(**table.pop("recipe"))
    curve = tuple(Milestone(**point) for point in table.pop("curve"))
    card = tuple(Strength(**line) for line in table.pop("card"))
    trained = Trained(recipe=recipe, curve=curve, card=card, network=network, **table)
    for fault in faults(replace(trained, network=b""), Trained):
        raise TypeError(fault)
    return trained


def write(player: Trained, path: Path) -> None:
    """Writes a player's file, whole or not at all; ResourceFailure where that cannot be done."""
    with whole_file(path, make_folder=True) as draft:
        draft.write_text(player.to_json(), encoding="utf-8")


def place(title: Title, rules: RuleSet, recipe: Recipe, restriction: str, against: str) -> Path:
    """Where a player trained on first use is kept: by rules, recipe, restriction, rival, and the code that trains."""
    lessons = Path(__file__).with_name("training.py")
    code = source_hash(sources(title.game, str(lessons)))
    told = json.dumps([asdict(recipe), restriction, against, code])
    name = f"{rules.hash[:16]}-{hashlib.sha256(told.encode()).hexdigest()[:16]}.json"
    return cache_root() / "players" / title.game.name / name


def shipped(title: Title, rules: RuleSet, restriction: str) -> Path | None:
    """The file of a player that comes along for these rules, if there is one."""
    folder = title.game.home.parent / "players"
    for path in sorted(folder.glob("*.json")):
        table = json.loads(path.read_bytes())
        if table["rules_hash"] == rules.hash and table["restriction"] == restriction:
            return path
    return None


def as_strategy(title: Title, trained: Trained, name: str, source: str, idea: str, noise: float = 0.0) -> Strategy:
    """The player as a strategy; `noise` is his share of random moves."""
    names = ["", *(known for known, _ in learning_of(title.game).restrictions)]
    weights = np.zeros(len(WEIGHTS))
    weights[NOISE] = round(noise * NOISE_PARTS)
    weights[RESTRICTION] = names.index(trained.restriction)
    return Strategy(
        name, idea, source, file_hash(trained.network, weights.tobytes()), bound_choice(title.game),
        tuple(zip(WEIGHTS, map(float, weights), strict=True)), whole_mind=True, network=trained.network,
    )  # fmt: skip
