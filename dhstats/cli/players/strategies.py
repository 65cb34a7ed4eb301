"""`dhstats strategies`: look at strategies and check one's own."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.options import completion
from dhstats.cli.options.numbers import seconds
from dhstats.cli.options.parameters import JsonResult, game_option, number, option
from dhstats.cli.options.setup import Setup
from dhstats.cli.terminal.console import Console, training_bar, write_json
from dhstats.errors import BadInput
from dhstats.games.folder import USUAL

if TYPE_CHECKING:
    from dhstats.engine.strategy import Strategy
    from dhstats.games.bundle import GameBundle
    from dhstats.games.ruleset import RuleSet


def group() -> None:
    """List, show and check strategies."""


WHO = "A name, bots.py:function, character.toml or player.json."
Name = Annotated[str, typer.Argument(help=WHO, metavar="STRATEGY", autocompletion=completion.strategies)]


Rules = Annotated[
    Setup, "rules game", ("rules", "The rule set under which the strategy plays (default: the game's usual rules).")
]


def _find(bundle: GameBundle, rules: RuleSet, name: str) -> Strategy:
    from dhstats.players.learning import trainees

    with training_bar() as watch:
        return trainees.find(bundle, rules, name, watch)


def list_strategies(game: str = option(USUAL, game_option()), json_target: JsonResult = None) -> None:
    """List the shipped strategies and those of installed packages, each with its idea. Nobody is trained for it.

    Examples:

      dhstats strategies list
      dhstats strategies list --game dragonwood
    """
    from dhstats.engine.strategy import installed
    from dhstats.players import roster

    bundle, rules = Setup(game).load()
    listed = {name: roster.known(bundle, rules, name) for name in (*roster.names(bundle), *sorted(installed()))}
    later = ("trained", f"{roster.EXPERT}; not trained yet")
    rows = [(name, *((each.source, each.idea) if each else later)) for name, each in listed.items()]
    rows += [(roster.SPECIALIST, "trained", roster.OF_SPACE)] if bundle.game.space_learning else []
    if json_target:
        write_json(json_target, [{"name": name, "idea": idea, "source": source} for name, source, idea in rows])
    else:
        Console().table(["name", "source", "idea"], [list(row) for row in rows])


def show(name: Name, *, setup: Rules, json_target: JsonResult = None) -> None:
    """Show a strategy: its idea, source and weights; for a trained player, how it learnt and how strong it is.

    Examples:

      dhstats strategies show dwarf_hoarder
      dhstats strategies show expert --rules kosmos
      dhstats strategies show armourer --game dragonwood
    """
    from dhstats.cli.players.train import stored_player, tell
    from dhstats.players import pupils, roster

    bundle, chosen = setup.load()
    strategy, pupil = roster.find(bundle, chosen, name), roster.pupil_of(bundle, chosen, name)
    player = stored_player(bundle, chosen, name) or (pupils.known(pupil) if pupil else None)
    if json_target:
        facts = {"name": strategy.name, "idea": strategy.idea, "source": strategy.source, "hash": strategy.hash}
        facts |= {"caution": strategy.caution} if strategy.caution else {}
        made = {"player": player.facts()} if player else {}
        write_json(json_target, facts | {"weights": dict(strategy.weights)} | made)
        return
    console = Console()
    console.say(f"{strategy.name}: {strategy.idea}", f"source {strategy.source}, hash {strategy.hash[:12]}")
    console.say(*([strategy.caution] if strategy.caution else []))
    if player is not None:
        tell(player, console, bundle, chosen)
    elif strategy.weights and not strategy.version:
        meaning = dict(bundle.terms)
        console.table(["weight", "value", "of"], [[n, f"{w:g}", meaning[n]] for n, w in strategy.weights])


def check(
    name: Name,
    games: int = number(1000, "--games", "Number of games to play against random."),
    max_time: str = option("20s", "Limit of processor time for a strategy file, such as 90s."),
    *,
    setup: Rules,
) -> None:
    """Check a strategy by compiling and playing it; if it cannot play, say why and exit with code 2.

    A strategy file is Python code and will be executed: check only files you trust. It plays in a separate process,
    first in plain Python, which shows the line of an error, then compiled. Both must play the same games.

    Examples:

      dhstats strategies check mybots.py:thrifty
      dhstats strategies check mybots.py:thinker --max-time 10m
    """
    from dhstats.players import trial
    from dhstats.simulate.work.workers import duration

    if games < 1:
        raise BadInput(f"--games: must be at least 1, not {games:,}")
    bundle, chosen = setup.load()
    if trial.is_from_outside(bundle, name):
        limit = seconds(max_time)
        tried = trial.run_trial(trial.Asked(bundle, chosen, name, limit, -(-games // 2)))
        strategy, played = _find(bundle, chosen, name), 2 * tried.deals
        few = f", as many of {games} as --max-time {duration(limit)} allows" if played < games - 1 else ""
        same = f"in plain Python, with every index checked, the first {2 * tried.both} are the same"
        told = f"compiles and played {played} games{few}; "
        told += same if tried.both else "plain Python is too slow to compare"
    else:
        strategy, told = _find(bundle, chosen, name), f"compiles and played {games} games"
        from dhstats.simulate.running.runner import simulate

        names = (name,) if name == "random" else (name, "random")
        plan = replace(setup.experiment("", names, 1), name="check", games=games)
        with tempfile.TemporaryDirectory() as folder:
            simulate(plan, Path(folder) / "check", workers=1)
    Console().say(f"{strategy.name}: {told}", f"idea: {strategy.idea}")


COMMANDS = {"list": list_strategies, "show": show, "check": check}
