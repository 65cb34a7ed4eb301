"""Players packed for another process: what they are made of is sent, the code that plays is found there again."""

import importlib
from dataclasses import dataclass, replace
from pathlib import Path

from dhstats.engine.compiled import unbound
from dhstats.engine.strategy import Strategy, source_file_hash
from dhstats.errors import ResourceFailure, UserError
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import trial
from dhstats.players.search.searching import bound
from dhstats.players.thinking import learning_of
from dhstats.storage.places import absolute

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

    Code from outside that never played on this machine is tried here first, as where the run began: it may need what
    is otherwise here. Raises ResourceFailure, saying `where`, for a file or package that is not there, is another, or
    does here what no strategy may.
    """
    facts = packed.facts
    if packed.code and bundle.game.maker and not facts.version:  # bound to a game file, or a function of it
        return bundle.find_strategy(facts.name)
    if packed.code:
        module, _, name = packed.code.partition(":")
        function = getattr(importlib.import_module(module), name)
        if facts.version:
            function = bound(bundle.game, learning_of(bundle.game, facts.version), function)
        return replace(facts, function=function)
    text = facts.typed
    try:
        known = not facts.source.endswith(".py") or source_file_hash(Path(facts.source)) == facts.hash
    except UserError as error:
        raise ResourceFailure(f"{where}: {error}; it has to be there, as it is here") from error
    if not known:  # it is not even run
        raise _another(facts, where)
    try:
        trial.ensure(bundle, rules, text)
        found = bundle.find_strategy(text)
    except UserError as error:
        raise ResourceFailure(f"{where}: {error}; it has to play there, as it does here") from error
    if found.hash != facts.hash:
        raise _another(facts, where)
    return found


def _another(facts: Strategy, where: str) -> ResourceFailure:
    return ResourceFailure(
        f"{where}: strategy {facts.name!r} ({facts.source}) is not the one that is here; "
        "every worker has to see the same files and packages"
    )
