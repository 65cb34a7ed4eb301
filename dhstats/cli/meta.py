"""`dhstats meta`: a round robin of strategies on common deals, and what follows for good choice."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.report import tell
from dhstats.errors import BadInput

if TYPE_CHECKING:
    from dhstats.simulate.experiment import Experiment

DEALS = 5_000


def command(
    strategies: Annotated[
        str | None, typer.Option(help="A,B,C,...: at least three (default: all that come along, and expert).")
    ] = None,
    game: Annotated[str, typer.Option(help="The game: dragonheart.")] = "dragonheart",
    rules: Annotated[str, typer.Option(help="A shipped rule set or a rule file.")] = "ffg",
    settings: Annotated[
        list[str] | None, typer.Option("--set", help="Change a rule: KEY=VALUE, as often as you like.")
    ] = None,
    deals: Annotated[int, typer.Option(help="Deals that all pairs play; more deals, narrower intervals.")] = DEALS,
    seed: Annotated[int | None, typer.Option(help="Equal seeds give equal games.")] = None,
    out: Annotated[Path | None, typer.Option(help="The run folder (default: data/meta-...).")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The page (default: reports/NAME.html).")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Threads (default: one a processor).")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a round robin that was stopped.")] = False,
    json_target: Annotated[
        str | None, typer.Option("--json", help="The page's numbers as JSON to a file, or - for stdout.")
    ] = None,
) -> None:
    """Let all strategies meet on the same deals: payoffs, ratings, equilibria, circles, skill against luck.

    Examples:

      dhstats meta --seed 1

      dhstats meta --strategies expert,dragon_hunter,denier --deals 20000 --seed 1 --set great_dragon.points=6
    """
    from dhstats.cli.simulate import play
    from dhstats.games import catalogue

    title = catalogue.load(game)
    names = tuple(name.strip() for name in (strategies or "").split(",") if name.strip())
    names = names or ("expert", *title.shipped_strategies())
    plan = _plan(names, deals, game=game, rules=rules, settings=tuple(settings or ()), seed=seed)
    run = play(plan, out or Path("data") / plan.name, workers=workers, resume=resume)
    tell(run, output, json_target, "meta", "luck")


def _plan(
    names: tuple[str, ...], deals: int, *, game: str, rules: str, settings: tuple[str, ...], seed: int | None
) -> Experiment:  # fmt: skip
    """The round robin as an experiment; BadInput for too few strategies or a number of deals that cannot be."""
    from dhstats.questions.league import MOST_CELLS
    from dhstats.simulate.designs import MAX_ARMS, design, round_robin
    from dhstats.simulate.experiment import Experiment, checked

    if len(set(names)) < 3 or len(set(names)) < len(names):
        raise BadInput(f"--strategies: a round robin needs at least three different ones, not {', '.join(names)}")
    most = MOST_CELLS // len(names) ** 2
    if not 2 <= deals <= most:
        raise BadInput(f"--deals: must be from 2 to {most:,} for {len(names)} strategies, not {deals:,}")
    quartets = len(names) * (len(names) - 1) * 2 + 2 * len(names)
    kind = "league" if quartets <= MAX_ARMS else "seat"
    arms = len(design(kind, round_robin(names), 1).arms)
    question = "Which strategies matter, and who is favoured among them?"
    plan = Experiment(
        f"meta-{game}-{Path(rules).stem}-{len(names)}", question, game, rules, settings, names, design=kind,
        games=deals * arms, seed=seed, moves="none",
    )  # fmt: skip
    return checked(plan, "meta").with_seed()
