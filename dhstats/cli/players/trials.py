"""`dhstats mechanisms`, `probe` and `strength`: questions for which players are trained; their answer alone is kept."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from dhstats import machine
from dhstats.cli.answers.games import Games, games_of, warn
from dhstats.cli.answers.publishing import answering, folder_of, tell_and_keep
from dhstats.cli.options import completion
from dhstats.cli.options.numbers import count
from dhstats.cli.options.parameters import argument, number, option
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import RULES_FIRST, Playing, Setup
from dhstats.cli.terminal.console import step_bar, training_bar

if TYPE_CHECKING:
    from dhstats.engine.game import Game
    from dhstats.players.recipes import Recipe
    from dhstats.questions.training.trials import Trials, Words
    from dhstats.report.page.page import Player

Deals = Annotated[int, count("--deals", "Number of deals for each pair of players, played from every seat.")]
DEALS = 20_000


@dataclass(frozen=True)
class PlayingTrials(Playing):
    """How players are trained, and where the answer goes."""

    training_games: int | None = number(
        None, "--training-games", "Number of games that each player learns from (default: as many as `expert`)."
    )

    def recipe(self, game: Game) -> Recipe:
        """The game's standard recipe, whose players come along or are kept, or one with another number of games."""
        from dhstats.players import recipes
        from dhstats.players.learning.training import checked

        usual, games = recipes.standard(game), self.training_games
        if games is None:
            return usual
        return checked(replace(usual, games=games, rounds=max(min(usual.rounds, games), 1), patience=0))


SEED = ("seed", "The same seed gives the same answers (default: a random seed).")
Played = Annotated[PlayingTrials, "seed training_games page json_target", SEED]


def mechanisms(
    request: Request,
    restrictions: str | None = option(None, "A,B: restrictions (default: all that the game has)."),
    *,
    setup: Annotated[Setup, RULES_FIRST],
    deals: Deals = DEALS,
    playing: Played,
) -> None:
    """Measure what each mechanism of the game is worth: what players who learnt to play without it lose.

    Examples:

      dhstats mechanisms --seed 1
      dhstats mechanisms --restrictions no_figure,no_ships --set great_dragon.points=6 --seed 1
    """
    from dhstats.players.learning import trainees
    from dhstats.players.match import cautions_of
    from dhstats.questions.training import probe as question
    from dhstats.report.page.page import Player

    trials = trials_of(setup, deals, playing)
    names = question.restrictions_of(trials.bundle, restrictions)
    request = request.meaning(rules=setup.rule_set, restrictions=",".join(names))
    with answering(folder_of(request, playing)):
        with training_bar() as watch:
            expert = trainees.find(trials.bundle, trials.rules, "expert", watch, trials.recipe)
            found = question.mechanisms(trials, expert, names, watch)
        players = [Player(expert.name, expert.idea, expert.source)]
        for name, who in names.items():
            players.append(Player(f"expert:{name}", f"the same, for a player trained so that they {who}", "trained"))
        games = games_of(request, playing)
        publish_trials(trials, question.OF_MECHANISMS, found, players, cautions_of([expert]), games)


def probe(
    request: Request,
    players: list[str] | None = argument(
        None, "Players (default: all shipped scripts and expert).", "[PLAYER]…", autocompletion=completion.strategies
    ),
    *,
    setup: Annotated[Setup, RULES_FIRST],
    deals: Deals = DEALS,
    playing: Played,
) -> None:
    """Measure how exploitable players are: what the best counter-player that training finds scores against each.

    Examples:

      dhstats probe --seed 1
      dhstats probe dragon_hunter mybots.py:patient --rules kosmos --seed 1
    """
    from dhstats.players.learning import trainees
    from dhstats.players.match import cautions_of
    from dhstats.questions.training import probe as question
    from dhstats.report.page.page import Player

    trials = trials_of(setup, deals, playing)
    names = list(players or (*trials.bundle.shipped_strategies(), "expert"))
    request = request.meaning(rules=setup.rule_set, players=names)
    with answering(folder_of(request, playing)):
        with training_bar() as watch:
            known = [trainees.find(trials.bundle, trials.rules, name, watch) for name in names]
            expert = trainees.find(trials.bundle, trials.rules, "expert", watch)
            probes = question.probes(trials, expert, known, watch)
        shown = [Player(each.name, each.idea, each.source) for each in known]
        games = games_of(request, playing)
        publish_trials(trials, question.OF_PROBES, probes, shown, cautions_of([*known, expert]), games)


def publish_trials(
    trials: Trials,
    words: Words,
    results: Sequence[Any],
    players: Sequence[Player],
    cautions: tuple[str, ...],
    games: Games,
) -> None:
    """The findings, what they rest on, `cautions` of the players, page and numbers; kept to be told again."""
    from dhstats.questions.shared.first_screen import About, game_name
    from dhstats.report.page.next_step import ready
    from dhstats.report.page.numbers import opening_json
    from dhstats.report.page.page import Fact
    from dhstats.report.pages.writing import Inquiry

    rules, game = trials.rules, trials.bundle.game.name
    about = About(game_name(game, rules.effective), game, tuple(each.name for each in players))
    inquiry = Inquiry(
        game, rules.effective, rules.name, tuple(players), trials.deals,
        (Fact("Deals", f"{trials.deals:,}"), Fact("Seed", str(trials.seed))),
        games.request.text(seed=trials.seed, deals=trials.deals), cautions,
    )  # fmt: skip
    answer = ready(words.answer(results, trials.bundle.label(rules.effective), about), inquiry.command)
    numbers = {
        "rules": rules.name, "rules_hash": rules.hash, "seed": trials.seed,
        "opening": opening_json(answer.opening), "method": answer.method, "labels": list(cautions),
        "results": [_known(asdict(each)) for each in results],
    }  # fmt: skip
    origin = f"rules {rules.name} ({rules.hash[:12]}), seed {trials.seed}"
    tell_and_keep(games, answer, [words.rows(results)], inquiry, numbers, origin)


def _known(value: Any) -> Any:
    """Numbers for programs, which know none that is infinite or no number."""
    if isinstance(value, dict):
        return {name: _known(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_known(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def trials_of(setup: Setup, deals: int, playing: PlayingTrials) -> Trials:
    """What is played, with the seed that was named or is drawn now; warns of side effects of rule changes."""
    from dhstats.questions.training.trials import Trials, seed_of
    from dhstats.simulate.plans.experiment import refuse_unless_wins_count

    bundle, rules = setup.load()
    refuse_unless_wins_count(setup.game, bundle.players(rules.record()), "this question")
    warn(setup.game, rules, setup.rule_set, setup.changes)
    return Trials(bundle, rules, deals, seed_of(deals, playing.seed), playing.recipe(bundle.game))


STRENGTH_DEALS, TRIES = 400, 200
Examining = Annotated[PlayingTrials, "seed training_games workers page json_target", SEED]


def strength(
    request: Request,
    player: str = argument("expert", "The player to examine.", "[PLAYER]", autocompletion=completion.strategies),
    *,
    setup: Annotated[Setup, RULES_FIRST],
    deals: int = number(
        STRENGTH_DEALS, "--deals", "Number of deals to measure the strongest counter-player, played from every seat."
    ),
    tries: int = number(TRIES, "--tries", "Number of tries per decision for players who search."),
    verdict: str | None = option(
        None,
        "A,B: for each of these players, whether going first matters, what the game's main item is"
        " worth (Dragonheart: the Great Dragon), and whether that differs.",
        "--verdict",
        autocompletion=completion.strategies,
    ),
    playing: Examining,
) -> None:
    """Measure how strong a player is: against counter-players, against players who see hidden cards, and in endgames.

    Examples:

      dhstats strength expert --seed 1
      dhstats strength greedy --game dragonwood --deals 100 --seed 1
      dhstats strength expert --verdict expert,search:200 --seed 1
    """
    from dhstats.errors import check_range
    from dhstats.players.learning import trainees
    from dhstats.players.match import cautions_of
    from dhstats.players.roster import MOST_TRIES
    from dhstats.players.strength.examining import keep, place
    from dhstats.questions.training import strength as question
    from dhstats.questions.training import strength_words
    from dhstats.questions.training.trials import Examination, searches
    from dhstats.quoting import different_names
    from dhstats.report.page.page import Player

    trials = trials_of(setup, deals, playing)
    check_range("--tries", tries, 1, MOST_TRIES)
    names = different_names(verdict) if verdict else ()
    request = request.meaning(rules=setup.rule_set, player=player, verdict=",".join(names) or None)
    with answering(folder_of(request, playing)):
        with training_bar() as watch:
            known, expert, *among = (
                trainees.find(trials.bundle, trials.rules, name, watch) for name in (player, "expert", *names)
            )
        exam = Examination(trials, known, playing.workers or machine.processors())
        plan = question.Plan(deals, tries, tuple(among), (f"search:{tries}",), searches(known))
        with step_bar("examining") as advance:
            counter = partial(trials.train, f"counter to {known.name}", trainees.unseen, "", known)
            found = question.strength(exam, expert, counter, plan, advance)
        keep(found.figure, place(trials.bundle.game.name, trials.rules.hash, known.hash))
        every = {each.name: each for each in (known, expert, *among)}.values()
        shown = [Player(each.name, each.idea, each.source) for each in every]
        games = games_of(request, playing)
        publish_trials(trials, strength_words.OF_STRENGTH, [found], shown, cautions_of(every), games)
