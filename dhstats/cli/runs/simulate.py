"""`dhstats simulate`: play games, write a run folder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from dhstats.cli.answers.games import games_of, warn_of
from dhstats.cli.options.parameters import ExperimentFile, json_option, number, option, players_named
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import Playing, SetupOfFile
from dhstats.cli.terminal.console import Console, write_json


@dataclass(frozen=True)
class Asked:
    """What an experiment file says as well, and flags change."""

    design: str | None = option(
        None, "seat (players take turns to go first), strength, quartet, single, league or crossed."
    )
    games: int | None = number(None, "--games", "Number of games (rounded up to whole deals).")
    seed: int | None = option(None, "The same seed gives the same games (default: a random seed).")
    from_deal: int | None = number(None, "--from-deal", "The first deal of the seed that is played (default: 0).")
    moves: str | None = option(None, "Which turns to log: all, none or sample:K (every K-th deal).")
    keep: str | None = option(
        None, "With --moves none: games (default), or totals, which keeps only exact totals, for billions of games."
    )
    until: str | None = option(
        None,
        'Stop as soon as this is known: "balanced within 0.5pp", "proved balanced within 1pp" (for `certify`),'
        ' "half-width 0.2pp", "better by 1pp".',
    )

    @property
    def changes(self) -> dict[str, Any]:
        """What was said, by the names that an experiment file has for it."""
        return {name: value for name, value in vars(self).items() if value is not None}


@dataclass(frozen=True)
class PlayingRun(Playing):
    """How the games of a run are played, and where they go."""

    json_target: str | None = option(None, json_option("Write the manifest as JSON to a file, or - for stdout."))


def command(
    request: Request,
    experiment: ExperimentFile = None,
    *,
    setup: SetupOfFile,
    strategies: str | None = players_named(
        "A,B: names, bots.py:function, or files (default: the game's best shipped player). One plays against "
        "itself; three or more play a round robin. In games for more than two players, A,B means A against opponents "
        "who are all B, or name one for each seat; in a game for one player each plays alone."
    ),
    asked: Asked,
    playing: Annotated[PlayingRun, "out workers cluster max_time max_disk nice resume json_target"],
) -> None:
    """Play games and write them, with every move, to a run folder.

    If the command is stopped or the disk is full, finished shards are kept. --resume continues and writes the same
    bytes.

    Examples:

      dhstats simulate --strategies greedy --games 200000 --seed 1
      dhstats simulate --strategies cautious,denier --design strength --games 50000 --seed 1
      dhstats simulate simulations/first_player.toml --set great_dragon.points=4 --out data/four_points
      dhstats simulate --strategies mybots.py:careful,greedy --rules kosmos --seed 7
      dhstats simulate --strategies greedy --games 1000000000 --moves none --keep totals --seed 1
      dhstats simulate --games 10000000 --seed 1 --out data/big --max-time 8h --max-disk 20GB --nice
      dhstats simulate --games 100000000 --seed 1 --out s3://bucket/run --cluster tcp://scheduler:8786
      dhstats simulate --games 1000000 --seed 1 --out data/run --cluster local:4
      dhstats simulate --game dragonwood --strategies dragon_hunter,balanced --set spell.allowed=true --seed 1
      dhstats simulate --game dragonwood --rules four --strategies expert --games 30000 --seed 1
      dhstats simulate --game dragon --strategies killer,controller --design quartet --set decks.first=mixed --seed 1
      dhstats simulate --until "balanced within 0.5pp" --moves none --seed 1
      dhstats simulate --strategies cautious,denier --design strength --until "better by 1pp" --seed 1
    """
    from dhstats.games import catalogue
    from dhstats.simulate.plans import experiment as plans
    from dhstats.simulate.running.runner import as_begun

    said = (("game", setup.game), ("rules", setup.rules))
    given = {name: value for name, value in said if value is not None} | asked.changes
    plan = warn_of(setup.with_cards(plans.asked(experiment, given, strategies, setup.changes)))
    request = request.meaning(rules=plan.rules)
    home = plan.folder if plan.name and request.only("experiment") else None  # by its file, as that stands
    out, resume = playing.out or home, playing.resume or not playing.out
    if out:  # else the folder's name says the seed, which then has to be given
        plan = as_begun(plan, out, plan.seed, resume=resume)
    plan = plan.with_seed()
    plan = plan if plan.name else replace(plan, name=plans.name_of(plan))
    games = games_of(
        request.meaning(seed=plan.seed), replace(playing, out=out, resume=resume), at_most=bool(plan.until)
    )
    run, console = games.play(plan, games.folder), Console(playing.json_target)
    manifest = run.manifest
    pairs = ", ".join("–".join(names) for names in manifest.matchups)
    deck = f" deck {manifest.rules['deck']}," if "deck" in manifest.rules else ""
    console.say(
        f"{manifest.games:,} games in {manifest.design.deals:,} deals ({manifest.design.kind} design): {pairs}",
        f"rules {manifest.rules_name} ({manifest.rules_hash[:12]}),{deck} seed {manifest.seed}",
        f"run folder: {run.folder}",
        *catalogue.labels(manifest.game, manifest.rules),
        *manifest.cautions,
    )
    if plan.until:
        from dhstats.queries.counts import counting
        from dhstats.questions.shared.answer import Finding
        from dhstats.questions.verdicts.endings import ending, sentence

        with counting(run) as counts:
            reason = ending(counts)
        assert reason is not None  # the run has a stopping rule
        console.say(Finding(sentence(reason)).text)
    if playing.json_target:
        write_json(playing.json_target, manifest.values())
