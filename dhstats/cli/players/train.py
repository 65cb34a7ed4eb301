"""`dhstats train`: a player for a rule set, from nothing, by self-play."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dhstats.cli.answers.games import warn
from dhstats.cli.options.parameters import FILE, as_typed, json_option, number, option, players_named
from dhstats.cli.options.setup import RULES_FIRST, Playing, Setup
from dhstats.cli.terminal.console import Console, check_targets, learnt, step_bar, write_json
from dhstats.errors import BadInput, Interrupted
from dhstats.games.folder import USUAL
from dhstats.quoting import quoted

if TYPE_CHECKING:
    from dhstats.games.bundle import GameBundle
    from dhstats.games.ruleset import RuleSet
    from dhstats.players.learning.training import Lap
    from dhstats.players.recipes import Recipe
    from dhstats.players.trained import Trained


@dataclass(frozen=True)
class Lessons:
    """What a player learns from, and into which file they go."""

    games: int | None = number(
        None,
        "--games",
        "Number of games of self-play (default: as many as `expert` learns from, or fewer for a game"
        " file as soon as nothing improves).",
    )
    seed: int = option(1, "The same seed and rules give the same player.")
    restriction: str = option("", "What the player may not do, such as no_ships.")
    against: str | None = players_named(
        "Learn against this player, which does not learn itself, instead of by self-play."
    )
    all_decks: bool = option(
        False,
        "Learn to play every deck of the pack: each seat of each game gets one at random (dragon).",
        "--all-decks",
    )
    space: Path | None = option(
        None,
        "Learn many rule sets at once (dragonheart): every game draws the levels of keys at random "
        "from the table [change] of a TOML file, such as hand.size = [4, 5, 6].",
        "--space",
        **FILE,
    )
    compared: float | None = option(
        None,
        "Share of decisions, from 0 to 1, at which every option is played on and compared. For long "
        "trainings: 0.3 makes a game take about three times as long (default: as `expert` learns).",
    )
    tried: int | None = number(
        None, "--tried", "Maximum number of options to compare: those that look best (default: as `expert` learns)."
    )
    networks: int = number(
        1,
        "--networks",
        "Number of networks, 1 or 2. With 2 another one learns from the next seed, and decides between close options: "
        "stronger play, but training takes twice as long.",
    )
    origin: str | None = option(
        None,
        "Start from this player instead of from scratch: generalist or a player.json (5,000 games "
        "unless --games says otherwise; takes seconds). Options are compared if --compared says so.",
        "--from",
        metavar="PLAYER",
    )
    player: Path | None = option(None, "The player's file (default: in the store of trained players).", **FILE)
    force: bool = option(False, "Replace the file if it exists.", "--force")


@dataclass(frozen=True)
class PlayingLessons(Playing):
    """How a player is trained."""

    resume: bool = option(False, "Continue a stopped training.", "--resume")
    json_target: str | None = option(None, json_option("Write the player as JSON to a file, or - for stdout."))


def command(
    *,
    setup: Annotated[Setup, RULES_FIRST],
    lessons: Lessons,
    playing: Annotated[PlayingLessons, "workers max_time nice resume json_target"],
) -> None:
    """Train a player for a rule set and measure how strong it is.

    `expert` is trained automatically when it is first needed. This command trains other players: with another seed,
    under a restriction, or against a rival. Progress is saved every two seconds; --resume continues and ends with the
    same player.

    Examples:

      dhstats train --set great_dragon.points=6 --player six_points.json
      dhstats train --restriction no_figure --seed 2 --player no_figure.json
      dhstats simulate --set great_dragon.points=6 --strategies six_points.json,expert@ffg --design strength
      dhstats train --games 500000 --compared 0.3 --networks 2 --player strong.json
      dhstats train --game dragonwood --rules three --restriction no_enhancements --player unarmed.json
      dhstats train --game dragon --pack mine.toml --all-decks --player any_deck.json
      dhstats train --space levels.toml --player any_rules.json
      dhstats train --set hand.size=6 --from generalist --player six_cards.json
      dhstats train --from strong.json --games 100000 --compared 0.3 --tried 4 --player stronger.json
    """
    from dhstats.players.strength.examining import caution_of

    bundle, rules = setup.load()
    warn(setup.game, rules, setup.rule_set, setup.changes)
    player, path = _trained(bundle, rules, lessons, playing)
    console, other = Console(playing.json_target), "" if setup.game == USUAL else f" --game {as_typed(setup.game)}"
    other += "".join(f" {name} {text}" for name, text in (("--decks", setup.decks), ("--pack", setup.pack)) if text)
    changed = "".join(f" --set {shlex.quote(setting)}" for setting in setup.settings or ())
    tell(player, console, bundle, rules)
    console.say(
        caution_of(player, path.stem, bundle, rules),
        f"player file: {path}",
        f"play with it: dhstats simulate{other} --rules {setup.rule_set}{changed} --strategies {path},greedy",
    )
    if playing.json_target:
        write_json(playing.json_target, player.to_json())


def _trained(bundle: GameBundle, rules: RuleSet, lessons: Lessons, playing: Playing) -> tuple[Trained, Path]:
    """The player and their file, whole or absent; what was learnt is kept beside it meanwhile."""
    from dhstats.players import trained
    from dhstats.players.learning import trainees, training
    from dhstats.players.learning.trainer import Draft
    from dhstats.players.pupils import Pupil

    origin = _origin(bundle, rules, lessons)
    recipe, limits = _recipe(bundle, rules, lessons, origin), playing.limits
    if lessons.player:
        check_targets(others=(lessons.player,))
        if lessons.player.exists() and not lessons.force:
            raise BadInput(f"{lessons.player}: exists already; name another --player, or replace it with --force")
    with step_bar("training") as advance:
        rival = None
        if lessons.against:
            rival = trainees.find(bundle, rules, lessons.against, lambda name, lap: advance(*learnt(name, lap)))
        kept = Pupil(bundle, rules, recipe, lessons.restriction, rival).place
        path = lessons.player or kept
        draft = Draft(path, kept.name, fresh=not playing.resume)

        def watch(lap: Lap) -> None:
            advance(*learnt("player", lap))
            limits.check(str(path), f"{lap.done} of {lap.planned} rounds are finished")

        try:
            player = training.train(bundle, rules, recipe, lessons.restriction, rival, watch, draft, origin)
        except KeyboardInterrupt:
            raise Interrupted(f"{path}: training was stopped; continue with --resume") from None
    trained.write(player, path)
    draft.remove()
    return player, path


def _origin(bundle: GameBundle, rules: RuleSet, lessons: Lessons) -> Trained | None:
    if lessons.origin is None:
        return None
    if lessons.space or lessons.all_decks:
        raise BadInput("--from: a player that continues learns one rule set; leave out --space and --all-decks")
    if trained := stored_player(bundle, rules, lessons.origin):
        return trained
    raise BadInput(f"--from {quoted(lessons.origin)}: name generalist or the file of a player, player.json")


def stored_player(bundle: GameBundle, rules: RuleSet, name: str) -> Trained | None:
    """The player of a file or the generalist; None for any other name."""
    from dhstats.documents import expanded
    from dhstats.players import pupils, trained

    if name == pupils.GENERALIST:
        return trained.read(pupils.general_path(bundle, rules), bundle)
    return trained.read(Path(expanded(name)), bundle) if name.endswith(".json") else None


def _recipe(bundle: GameBundle, rules: RuleSet, lessons: Lessons, origin: Trained | None = None) -> Recipe:
    """How the player learns: as usual, but for what is asked."""
    from dhstats.games import space
    from dhstats.players import recipes
    from dhstats.players.learning import curriculum, trainees, training

    if origin:
        games = recipes.WARM_GAMES if lessons.games is None else lessons.games
        recipe = recipes.going_on(origin.recipe, origin.checksum, games, lessons.seed)
        usual = recipes.standard(bundle.game, recipe.version)
        recipe = replace(recipe, decks=usual.decks, places=usual.places, networks=lessons.networks)
        return training.checked(_comparing(recipe, lessons))
    usual = recipes.standard(bundle.game)
    if lessons.space:
        curriculum.learning_of_spaces(bundle.game)  # a game without is refused before the file is read
        usual = trainees.space_recipe(bundle, space.from_file(rules, lessons.space))
    games = usual.games if lessons.games is None else lessons.games
    rounds = max(min(usual.rounds, games), 1)
    patience = usual.patience if lessons.games is None and lessons.networks == 1 else 0
    recipe = replace(usual, seed=lessons.seed, games=games, rounds=rounds, networks=lessons.networks, patience=patience)
    if lessons.all_decks:
        recipe = recipes.with_all_decks(recipe)
    if lessons.against and lessons.compared is None:
        recipe = recipes.against_rival(recipe)
    return training.checked(_comparing(recipe, lessons))


def _comparing(recipe: Recipe, lessons: Lessons) -> Recipe:
    """The same recipe with as many comparisons as are asked for."""
    if lessons.compared is not None:
        recipe = replace(recipe, compared=lessons.compared)
    if lessons.tried is not None:
        recipe = replace(recipe, tried=lessons.tried)
    if lessons.tried and not recipe.compared:
        raise BadInput("--tried: no options are compared; add --compared 0.3")
    return recipe


def tell(player: Trained, console: Console, bundle: GameBundle, rules: RuleSet) -> None:
    """Says how a player learnt, and how strong they are: whom they beat, or what they add in the place of another."""
    from dhstats.questions.training import strength_words as words

    seats = bundle.players(rules.record())
    in_place = bundle.objective.in_place(seats)
    console.say(*words.learning(player), "")
    console.table(*words.curve(player, in_place=in_place))
    console.say(*words.remarks(player), "")
    console.table(*words.card(player, alone=seats == 1, in_place=in_place))
    console.say(words.method(player, in_place=in_place))
