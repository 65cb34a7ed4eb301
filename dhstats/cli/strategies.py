"""`dhstats strategies`: look at strategies and check one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.console import Console, write_json

if TYPE_CHECKING:
    from dhstats.engine.strategy import Strategy

app = typer.Typer(help="List, show and check strategies.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(help="A name, bots.py:function or character.toml.", metavar="STRATEGY")]
Json = Annotated[str | None, typer.Option("--json", help="As JSON to a file, or - for stdout.")]


def _find(name: str) -> Strategy:
    from dhstats.games import catalogue

    return catalogue.load("dragonheart").find_strategy(name)


@app.command("list")
def list_strategies(json_target: Json = None) -> None:
    """List the shipped strategies and those of installed packages, with their ideas.

    Example: dhstats strategies list
    """
    from dhstats.engine.strategy import installed
    from dhstats.games import catalogue

    names = [*catalogue.load("dragonheart").shipped_strategies(), *sorted(installed())]
    found = [_find(name) for name in names]
    if json_target:
        write_json(json_target, [{"name": s.name, "idea": s.idea, "source": s.source} for s in found])
    else:
        Console().table(["name", "source", "idea"], [[s.name, s.source, s.idea] for s in found])


@app.command("show")
def show(name: Name, json_target: Json = None) -> None:
    """Show a strategy: its idea, where it comes from, its weights.

    Example: dhstats strategies show dwarf_hoarder
    """
    found = _find(name)
    if json_target:
        facts = {"name": found.name, "idea": found.idea, "source": found.source, "hash": found.hash}
        write_json(json_target, facts | {"weights": dict(found.weights)})
        return
    console = Console()
    console.say(f"{found.name}: {found.idea}", f"source {found.source}, hash {found.hash[:12]}")
    if found.weights:
        from dhstats.games.dragonheart.strategies.evaluation import TERMS

        meaning = dict(TERMS)
        console.table(["weight", "value", "of"], [[n, f"{w:g}", meaning[n]] for n, w in found.weights])


@app.command("check")
def check(
    name: Name,
    games: Annotated[int, typer.Option(help="How many games it plays against random.")] = 1000,
) -> None:
    """Compile a strategy and let it play: exit 2 with the reason if it cannot.

    A strategy file is Python code and is run as such: check only files you trust.

    Example: dhstats strategies check mybots.py:patient
    """
    import tempfile
    from pathlib import Path

    from dhstats.simulate.experiment import Experiment
    from dhstats.simulate.runner import simulate

    found = _find(name)
    names = (name,) if found.name == "random" else (name, "random")
    plan = Experiment("check", strategies=names, games=games, seed=1, moves="none")
    with tempfile.TemporaryDirectory() as folder:
        simulate(plan, Path(folder) / "check", workers=1)
    Console().say(f"{found.name}: compiles and played {games} games", f"idea: {found.idea}")
