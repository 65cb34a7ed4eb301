"""The manifest: what a run is, in one JSON file without a clock, so that equal runs have equal bytes."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from dhstats.errors import DataProblem
from dhstats.storage.layout import MANIFEST, whole_file

SCHEMA = 1  # changes when a column or a key changes its meaning


@dataclass(frozen=True, slots=True)
class Player:
    """A strategy as it played: enough to tell whether another run used the same."""

    name: str
    idea: str
    source: str
    hash: str
    weights: dict[str, float]


@dataclass(frozen=True, slots=True)
class Arm:
    """A member of every block: who sits where, and whether the decks are exchanged between the seats.

    `first_player` is 0 if the first-named strategy of the matchup begins, else 1. Arms that differ in `replicate` alone
    are the same game with other draws of the strategies.
    """

    arm: int
    matchup: int
    first: str
    second: str
    swapped: bool
    first_player: int
    replicate: int = 0


@dataclass(frozen=True, slots=True)
class Design:
    """Which games of a deal are played: `kind` is a name of `simulate.designs`."""

    kind: str
    deals: int
    arms: tuple[Arm, ...]


@dataclass(frozen=True, slots=True)
class Shard:
    """A finished part of a run: a row of deals, with rows and SHA-256 of its files ("" and 0 without moves)."""

    name: str
    first_deal: int
    deals: int
    games_rows: int
    games_sha256: str
    moves_rows: int
    moves_sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything that determines a run, and the shards that are finished.

    `until` is the goal that may end the run early ("" for none); it then has as many deals as that took. `ended` says
    that such a run has come to its end, by its "goal" or at its "limit" of games.
    """

    schema: int
    version: str
    game: str
    game_version: int
    name: str
    question: str
    rules_name: str
    rules: dict[str, Any]
    rules_hash: str
    strategies: tuple[Player, ...]
    matchups: tuple[tuple[str, str], ...]
    seed: int
    design: Design
    moves: str
    games: int
    shard_deals: int
    shards: tuple[Shard, ...]
    until: str = ""
    ended: str = ""

    @property
    def planned_shards(self) -> int:
        """How many shards the whole run has."""
        return -(-self.design.deals // self.shard_deals)

    @property
    def complete(self) -> bool:
        """Whether all shards are finished."""
        return len(self.shards) == self.planned_shards and bool(self.ended or not self.until)

    def ending_at(self, deals: int) -> Manifest:
        """The same run with so many deals."""
        return replace(self, design=replace(self.design, deals=deals), games=deals * len(self.design.arms))

    def plan(self) -> dict[str, Any]:
        """All but the progress: two runs with equal plans have equal rows."""
        plan = asdict(self)
        del plan["shards"], plan["ended"]
        return plan


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Replaces the manifest of a run folder as a whole."""
    text = json.dumps(asdict(manifest), indent=1, ensure_ascii=False)
    with whole_file(folder / MANIFEST) as draft:
        draft.write_text(text + "\n", encoding="utf-8")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a run folder; DataProblem if there is none or it is not one."""
    path = folder / MANIFEST
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataProblem(f"{folder}: no run here ({MANIFEST} is missing); `dhstats simulate` makes one") from None
    except (OSError, ValueError, RecursionError) as error:
        raise DataProblem(f"{path}: cannot be read: {error}") from error
    schema = table.get("schema") if isinstance(table, dict) else None
    if schema != SCHEMA:
        raise DataProblem(f"{path}: has schema {schema!r}, this version reads {SCHEMA}; simulate again")
    try:
        return manifest_of(table)
    except (KeyError, TypeError, ValueError) as error:
        raise DataProblem(f"{path}: is damaged ({type(error).__name__}: {error}); simulate again") from error


def manifest_of(table: dict[str, Any]) -> Manifest:
    """A manifest from its JSON values; KeyError, TypeError or ValueError where it is none."""
    design = table["design"]
    parts = {
        "strategies": tuple(Player(**player) for player in table["strategies"]),
        "matchups": tuple((first, second) for first, second in table["matchups"]),
        "design": Design(design["kind"], design["deals"], tuple(Arm(**arm) for arm in design["arms"])),
        "shards": tuple(Shard(**shard) for shard in table["shards"]),
        "until": table.get("until", ""),  # runs of earlier versions had no goals
        "ended": table.get("ended", ""),
    }
    plain = {field.name: table[field.name] for field in fields(Manifest) if field.name not in parts}
    manifest = Manifest(**plain, **parts)
    if manifest.design.deals < 1 or manifest.shard_deals < 1 or not manifest.design.arms:
        raise ValueError("a run has at least one deal and one arm")
    return manifest
