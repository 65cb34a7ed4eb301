"""`dhstats strategies`: look at strategies and check one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli import completion
from dhstats.cli.console import Console, write_json
from dhstats.cli.games import GAME, Game, rules_of
from dhstats.cli.numbers import count

if TYPE_CHECKING:
    from dhstats.engine.strategy import Strategy
    from dhstats.games.title import RuleSet, Title
    from dhstats.players.trained import Trained

app = typer.Typer(help="List, show and check strategies.", no_args_is_help=True)

Name = Annotated[
    str,
    typer.Argument(
        help="A name, bots.py:function, character.toml or player.json.",
        metavar="STRATEGY",
        autocompletion=completion.strategies,
    ),
]
Json = Annotated[str | None, typer.Option("--json", help="As JSON to a file, or - for stdout.")]


Rules = Annotated[
    str | None, typer.Option(help="The rule set under which the strategy plays (default: the game's usual one).")
]


def _loaded(game: str, rules: str | None) -> tuple[Title, RuleSet]:
    """A game, and its rule set of this name or its usual one."""
    from dhstats.games import catalogue

    title = catalogue.load(game)
    return title, title.load_rules(rules_of(game, rules), ())


def _find(title: Title, rules: RuleSet, name: str) -> Strategy:
    from dhstats.cli.console import step_bar
    from dhstats.cli.train import watching
    from dhstats.players import roster

    with step_bar("training") as advance:
        return roster.find(title, rules, name, watching(advance))


@app.command("list")
def list_strategies(game: Game = GAME, json_target: Json = None) -> None:
    """List the shipped strategies and those of installed packages, with their ideas.

    Examples:

      dhstats strategies list

      dhstats strategies list --game dragonwood
    """
    from dhstats.engine.strategy import installed
    from dhstats.players import roster

    title, rules = _loaded(game, None)
    found = [_find(title, rules, name) for name in (*roster.names(title), *sorted(installed()))]
    if json_target:
        write_json(json_target, [{"name": s.name, "idea": s.idea, "source": s.source} for s in found])
    else:
        Console().table(["name", "source", "idea"], [[s.name, s.source, s.idea] for s in found])


@app.command("show")
def show(name: Name, rules: Rules = None, game: Game = GAME, json_target: Json = None) -> None:
    """Show a strategy: idea, source, weights; of a trained player how he learnt and how strong he is.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats strategies show dwarf_hoarder

      dhstats strategies show expert --rules kosmos

      dhstats strategies show armourer --game dragonwood
    """
    title, chosen = _loaded(game, rules)
    found, player = _find(title, chosen, name), _player(title, chosen, name)
    if json_target:
        facts = {"name": found.name, "idea": found.idea, "source": found.source, "hash": found.hash}
        made = {"player": player.facts()} if player else {}
        write_json(json_target, facts | {"weights": dict(found.weights)} | made)
        return
    console = Console()
    console.say(f"{found.name}: {found.idea}", f"source {found.source}, hash {found.hash[:12]}")
    console.say(*([found.caution] if found.caution else []))
    if player is not None:
        from dhstats.cli.train import tell

        tell(player, console)
    elif found.weights and not found.whole_mind:
        meaning = dict(title.terms)
        console.table(["weight", "value", "of"], [[n, f"{w:g}", meaning[n]] for n, w in found.weights])


def _player(title: Title, rules: RuleSet, name: str) -> Trained | None:
    """The trained player behind a name, if there is one."""
    from pathlib import Path

    from dhstats.documents import expanded
    from dhstats.players import roster, trained

    kind, _, restriction = name.partition(":")
    if name.endswith(".json"):
        return trained.read(Path(expanded(name)), title)
    return roster.made(title, rules, restriction) if kind == "expert" else None


@app.command("check")
def check(
    name: Name,
    games: Annotated[int, count("--games", "How many games it plays against random.")] = 1000,
    rules: Rules = None,
    game: Game = GAME,
) -> None:
    """Compile a strategy and let it play: exit 2 with the reason if it cannot.

    A strategy file is Python code and is run as such: check only files you trust.

    Example: dhstats strategies check mybots.py:patient
    """
    import tempfile
    from pathlib import Path

    from dhstats.simulate.experiment import Experiment
    from dhstats.simulate.runner import simulate

    title, chosen = _loaded(game, rules)
    found = _find(title, chosen, name)
    names = (name,) if found.name == "random" else (name, "random")
    plan = Experiment("check", "", game, rules_of(game, rules), strategies=names, games=games, seed=1, moves="none")
    with tempfile.TemporaryDirectory() as folder:
        simulate(plan, Path(folder) / "check", workers=1)
    Console().say(f"{found.name}: compiles and played {games} games", f"idea: {found.idea}")
