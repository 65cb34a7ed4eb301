"""The games that the laboratory knows, loaded when they are asked for."""

import importlib
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from dhstats.errors import BadInput, nearest
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleFiles

NAMES = ("dragonheart", "dragonwood", "dragon")


def load(name: str) -> GameBundle:
    """The game of a name; BadInput with the nearest name if there is none."""
    bundle: GameBundle = _module(name, "bundle").BUNDLE
    return bundle


def rules(name: str) -> RuleFiles:
    """How a game makes rule sets of its rule files; BadInput with the nearest name if there is no such game."""
    files: RuleFiles = _module(name, "files.rulesets").RULE_FILES
    return files


def labels(name: str, effective: Mapping[str, Any]) -> tuple[str, ...]:
    """What has to be said, wherever results are shown, of whose cards they were played with; often nothing."""
    label = load(name).label(effective)
    return (label,) if label else ()


def game_module(floor: str, name: str, module: str) -> ModuleType:
    """What a game has on another floor, such as queries/dragonwood/own.py; BadInput if there is no such game."""
    return importlib.import_module(f"dhstats.{floor}.{known(name)}.{module}")


def known(name: str) -> str:
    """The name of a game, if it is one; BadInput with the nearest name if not."""
    if name not in NAMES:
        raise BadInput(f"game {name!r}: not known; {nearest(name, NAMES)}")
    return name


def _module(name: str, module: str) -> ModuleType:
    return importlib.import_module(f"dhstats.games.{known(name)}.{module}")
