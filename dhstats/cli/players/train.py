"""`dhstats train`: a player for a rule set, from nothing, by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dhstats.cli.answers.cautions import warn
from dhstats.cli.options import places
from dhstats.cli.options.limits import MaxTime, Nice, budget
from dhstats.cli.options.numbers import count
from dhstats.cli.options.setup import GAME, Decks, Game, Pack, Rules, Settings, loaded, rules_of
from dhstats.cli.terminal.console import Advance, Console, check_targets, step_bar, write_json
from dhstats.errors import BadInput, Interrupted

if TYPE_CHECKING:
    from dhstats.players.trained import Trained
    from dhstats.players.trainees import Watcher
    from dhstats.players.training import Lap


def command(
    rules: Rules = None,
    settings: Settings = None,
    game: Game = GAME,
    decks: Decks = None,
    pack: Pack = None,
    games: Annotated[int, count("--games", "Games of self-play.")] = 300_000,
    seed: Annotated[int, typer.Option(help="Equal seeds and rules give equal players.")] = 1,
    restriction: Annotated[str, typer.Option(help="What the player may not do, such as no_ships.")] = "",
    against: Annotated[
        str | None, typer.Option(help="Learn against this player, who does not learn, instead of against itself.")
    ] = None,
    player: Annotated[
        Path | None,
        typer.Option(help="The player's file (default: among the kept players).", metavar="FILE", parser=places.path),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
    max_time: MaxTime = None,
    nice: Nice = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a training that was stopped.")] = False,
    json_target: Annotated[str | None, typer.Option("--json", help="The player as JSON to a file, or -.")] = None,
) -> None:
    """Train a player for a rule set and measure how strong it is.

    `expert` is trained by itself when it is first needed; this command makes others: with another seed, under a
    restriction, against a rival. A player's file is whole or absent; what was learnt is kept beside it every two
    seconds while it learns, and --resume goes on to the same player.

    A strategy file (bots.py:function) is Python code and is run as such: name only files you trust.

    Examples:

      dhstats train --set great_dragon.points=6 --player six_points.json

      dhstats train --restriction no_figure --seed 2 --player no_figure.json

      dhstats simulate --set great_dragon.points=6 --strategies six_points.json,expert@ffg --design strength

      dhstats train --game dragonwood --rules three --restriction no_enhancements --player unarmed.json
    """
    from dhstats.players import trained, trainees, training
    from dhstats.players.drafts import Draft

    rules = rules_of(game, rules)
    title, chosen = loaded(game, rules, settings, decks, pack)
    warn(game, chosen)
    recipe = training.checked(trained.Recipe(seed=seed, games=games, rounds=min(100, games), keep="best"))
    if player:
        _check_place(player, force=force)
    limits = budget(max_time)
    with step_bar("training") as advance:
        rival = trainees.find(title, chosen, against, watching(advance)) if against else None
        kept = trained.place(title, chosen, recipe, restriction, rival.hash if rival else "")
        path = player or kept
        draft = Draft(path, kept.name, fresh=not resume)

        def watch(lap: Lap) -> None:
            advance(*_progress("player", lap))
            limits.check(str(path), f"{lap.done} of {lap.planned} rounds are learnt")

        try:
            learnt = training.train(title, chosen, recipe, restriction, rival, watch, draft)
        except KeyboardInterrupt:
            raise Interrupted(f"{path}: training was stopped; go on with --resume") from None
    trained.write(learnt, path)
    draft.remove()
    console, other = Console(json_target), "" if game == GAME else f" --game {game}"
    other += "".join(f" {name} {text}" for name, text in (("--decks", decks), ("--pack", pack)) if text)
    tell(learnt, console)
    console.say(
        trained.caution(learnt, path.stem, title.players(chosen.record()), chosen),
        f"player file: {path}",
        f"play with it: dhstats simulate{other} --rules {rules} --strategies {path},greedy",
    )
    if json_target:
        write_json(json_target, learnt.to_json())


def _check_place(file: Path, *, force: bool) -> None:
    """Nobody is trained for a file that cannot be written; nothing is made yet."""
    check_targets(file)
    if file.exists() and not force:
        raise BadInput(f"{file}: exists already; name another --player, or replace it with --force")


def watching(advance: Advance) -> Watcher:
    """Shows the training of players that are needed first on a bar."""
    return lambda name, lap: advance(*_progress(name, lap))


def _progress(name: str, lap: Lap) -> tuple[int, int, str]:
    note = f"{name}: {lap.games:,} games"
    if lap.milestone:
        note += f", scores {100 * lap.milestone.score:.1f} % against {lap.milestone.rival}"
    return lap.done, lap.planned, note


def tell(player: Trained, console: Console) -> None:
    """Says how a player was made, how it learnt, and what it is worth."""
    from dhstats.questions.shared import words
    from dhstats.stats.intervals.critical_values import normal_critical

    recipe, z = player.recipe, normal_critical(0.95)
    limits = f", may not: {player.restriction}" if player.restriction else ""
    rival = f" against {player.against}" if player.against else " of self-play"
    console.say(
        f"trained for {player.game} under {player.rules_name} ({player.rules_hash[:12]}){limits}",
        f"{recipe.games:,} games{rival}, seed {recipe.seed}, lambda {recipe.memory:g},"
        f" exploration {recipe.exploration:g}",
        "",
    )
    curve = [[f"{p.games:,}", f"{p.error:.5f}", f"{100 * p.score:.1f} %"] for p in player.curve]
    opponent = player.curve[-1].rival if player.curve else "–"
    console.table(["games", "squared error", f"score against {opponent}"], curve)
    if player.kept:
        console.say(f"Kept: the network after {player.kept:,} games, the best of these on the deals of the curve.")
    if player.fell_back:
        console.say(
            "Learning fell back after that: train on with another --seed, or more --games, and compare the strengths."
        )
    console.say("")
    card = [
        [
            line.opponent,
            f"{100 * line.score:.1f} %",
            f"{100 * (line.score - z * line.error):.1f} to {100 * (line.score + z * line.error):.1f} %",
            words.number(line.lead, 1, sign=True),
        ]
        for line in player.card
    ]
    console.table(["opponent", "score", "95 % interval", "points ahead"], card)
    deals = player.card[0].blocks if player.card else 0
    console.say(f"Scores over every seat of {deals:,} deals; intervals: normal, over deals.")
