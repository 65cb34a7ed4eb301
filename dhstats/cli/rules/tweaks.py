"""Rule sets on common deals: `dhstats compare`, `sweep`, `choose` and `audit`.

Each asks for other arms and plays them until something else is known: a number of deals of each, whether each tweak
makes a difference, or which of them is the best.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dhstats.cli.answers.games import Games, games_of, noted, warn_of_tweaks
from dhstats.cli.answers.publishing import publish
from dhstats.cli.options import completion
from dhstats.cli.options.parameters import FILE, Base, Players, RunCode, argument, number, option
from dhstats.cli.options.request import Request
from dhstats.cli.options.setup import BESIDE_BASE, PlayedRuns, Playing, Setup
from dhstats.cli.terminal.console import Console, parts_bar, step_bar
from dhstats.errors import BadInput
from dhstats.quoting import file_name

if TYPE_CHECKING:
    from dhstats.questions.shared.metrics import Ask
    from dhstats.questions.tweaks.tweaks import Bench
    from dhstats.simulate.plans.experiment import Experiment


def plan_of(
    about: tuple[str, str], base: str, strategies: str, deals: int, setup: Setup, playing: Playing, rule: str = ""
) -> Experiment:
    """The games of a base; `about` are the command and its question, `rule` ends every run, if one does."""
    from dhstats.questions.tweaks.tweaks import mirror_or_match

    seed, game = playing.seed, setup.game
    return setup.with_cards(mirror_or_match(*about, base, strategies, deals, game=game, seed=seed, until=rule))


def bench_of(
    plan: Experiment, request: Request, playing: Playing, runs: int = 1, part: str = "base", **more: Any
) -> tuple[Games, Bench]:
    """The games, with at most a number of runs like the first, and the base as it was begun in a part of its folder."""
    from dhstats.questions.tweaks.tweaks import Bench

    games = games_of(request, playing, runs, at_most=runs > 1)
    return games, Bench(games.as_begun(plan, part), games.folder, games.play, **more)


@dataclass(frozen=True)
class Judging:
    """What is judged, what counts as no difference, and how sure a verdict is."""

    metric: str = option(
        "score",
        "The metric to compare: score, margin, gap, turns, draws, lead_changes; in dragonheart ships, figure_changes;"
        " in dragonwood dragons, decks, unequal_turns, creatures, enhancements, decisions; in dragon kill, banish,"
        " exhaust, decisions, chains, longest_chain, tops, cancelled.",
    )
    margin: str | None = option(
        None,
        "The largest difference that does not matter: 0.5pp, or a number "
        "(default: 0.5pp; for points the game's own margin, or none).",
    )
    alpha: float = option(0.05, "The chance of a false verdict.")

    def ask(self, game: str, rules: str) -> Ask:
        """The same of a game under some rules; BadInput for what cannot be judged there."""
        from dhstats.questions.shared.metrics import asked
        from dhstats.simulate.plans.experiment import seats_at

        return asked(self.metric, self.margin, self.alpha, game, seats_at(game, rules))


def adapting(who: str, arm: str) -> Any:
    """The option to play each arm also with players who learnt it."""
    return typer.Option("--adapt", help=f"Also play with {who} trained for each {arm}.")


def compare(
    request: Request,
    base: Base,
    tweaks: Annotated[
        list[str],
        typer.Argument(
            help='Rule sets, or changes to the base: KEY=VALUE, or several as "A=1 B=2".',
            metavar="TWEAK…",
            autocompletion=completion.changes,
        ),
    ],
    strategies: Players = None,
    adapt: bool = option(False, adapting("players", "tweak (with specialist: in seconds)")),
    blind: bool = option(
        False, "Players do not know about tweaks of the final count: the base games are scored again.", "--blind"
    ),
    parts: bool = option(True, "Also play each key of a tweak of two to four keys alone, on at most 10,000 deals."),
    *,
    judging: Judging,
    until: str | None = option(None, '"decided": play until every tweak is known to be inside or outside the margin.'),
    goals: Path | None = option(None, "Also say which goals of a goals file (TOML) each rule set meets.", **FILE),
    run_code: RunCode = False,
    setup: Annotated[Setup, BESIDE_BASE],
    deals: int | None = number(None, "--deals", "Number of deals for each rule set; with --until the maximum."),
    playing: PlayedRuns,
) -> None:
    """Compare rule tweaks with the base rules: what each changes, by how much, and how certain that is.

    The expert was trained under the base rules; --adapt also plays experts trained for each tweak. A tweak of the
    final count that no player can see needs no new games: the base games are scored again, exactly.

    Examples:

      dhstats compare ffg great_dragon.points=6 --seed 1
      dhstats compare ffg kosmos "great_dragon.points=0 great_dragon.breaks_ties=false" --adapt --seed 1
      dhstats compare ffg hand.size=6 --metric turns --margin 1 --seed 1
      dhstats compare ffg kosmos hand.size=4 --goals simulations/goals/dragonheart.toml --seed 1
      dhstats compare ffg kosmos deck=skula --until decided --margin 0.5pp --seed 1
      dhstats compare two end.full_rounds=true --game dragonwood --seed 1
      dhstats compare standard first_turn.limit=none --game dragon --metric kill --seed 1
    """
    from dhstats.questions.goals.answers import answer_of_changes
    from dhstats.questions.goals.goal import read
    from dhstats.questions.tweaks.key_effects import DEALS, MOST_DEALS, compared, decided, race_of, stopping_rule_of
    from dhstats.questions.tweaks.tweaks import refuse_tables, tweak_of

    ask, strategies = judging.ask(setup.game, base), setup.players(strategies)
    rule = stopping_rule_of(until, ask, adapt=adapt, blind=blind)
    most = deals if deals is not None else MOST_DEALS if rule else DEALS
    runs, about = 1 + len(tweaks) * (1 + adapt), ("compare", "What does a rule tweak change?")
    plan, request = plan_of(about, base, strategies, most, setup, playing, rule), request.meaning(strategies=strategies)
    games, bench = bench_of(plan, request.meaning(deals=most), playing, runs, blind=blind, ask=ask)
    named = [tweak_of(base, text, bench.plan.settings) for text in tweaks]
    bench.check(named)  # all are checked before any is played
    if goals and rule:
        raise BadInput("--goals: rule sets that are played until they are decided have different deals; leave one out")
    wanted = read(goals) if goals else None
    texts = warn_of_tweaks(bench, named)
    if rule:
        refuse_tables(bench.plan, "--until decided")
        race, plans = race_of(bench, named)
        prepared = games.prepare(plans)
        with step_bar("playing") as advance:
            played = race.play(
                prepared, bench.folder, **games.means, gauge=lambda seen: advance(seen.deals, seen.expected, seen.text)
            )
        answer, first = decided(bench, named, played, race.rule, parts=parts), played["base"]
    else:
        answer, first = compared(bench, named, adapt=adapt, parts=parts), bench.run
    beside = (answer_of_changes(wanted, bench.each_under(named, adapt=adapt)),) if wanted else ()
    publish(games, bench.plan, first, noted(answer, texts, bench, named), beside=beside)


@dataclass(frozen=True)
class Aiming(Judging):
    """The same, and where a quantity is to be."""

    margin: str | None = option(None, "How far from the target still counts as meeting it: 0.5pp, or a number.")
    target: str | None = option(
        None, "The target value of the metric: 50%, or a number (default: 50% of the score, 0 points)."
    )


def sweep(
    request: Request,
    base: Base,
    keys: Annotated[
        list[str],
        typer.Argument(
            help="One or two keys with their levels: KEY=0..6, KEY=0..12:2 or KEY=a,b,c.",
            metavar="KEY=LEVELS…",
            autocompletion=completion.settings,
        ),
    ],
    strategies: Players = None,
    adapt: bool = option(False, adapting("players", "level (with specialist: in seconds)")),
    blind: bool = option(
        False, "Players do not know about changes of the final count: one run serves all levels.", "--blind"
    ),
    *,
    aiming: Annotated[Aiming, "metric target margin alpha"],
    setup: Annotated[Setup, BESIDE_BASE],
    deals: int = number(20_000, "--deals", "Number of deals for each level."),
    playing: PlayedRuns,
) -> None:
    """Play every level of a rule key on the same deals: how a metric responds, and which level meets a target.

    A level that changes only the final count, in a way that no player can see, needs no new games: the base games are
    scored again. --blind does so even if players could see the change.

    Examples:

      dhstats sweep ffg great_dragon.points=0..6 --metric gap --seed 1
      dhstats sweep ffg seats.second.points=-3..3 --blind --seed 1
      dhstats sweep ffg hand.size=3..7 great_dragon.hand_size=5,6,7 --metric turns --target 50 --seed 1
      dhstats sweep two setup.removed.two=8..20:4 --game dragonwood --metric dragons --seed 1
      dhstats sweep standard hand.size=5..8 --game dragon --metric longest_chain --seed 1
    """
    from dhstats.questions.tweaks import sweep as question
    from dhstats.questions.tweaks.sweep_answer import answer
    from dhstats.questions.tweaks.tweaks import knob, tweaks_of
    from dhstats.simulate.plans.experiment import seats

    ask, strategies = aiming.ask(setup.game, base), setup.players(strategies)
    knobs = [knob(each) for each in keys]
    named = None if aiming.target is None else question.target_of(aiming.target, ask)
    levels = tweaks_of(base, knobs)
    tweaks = [tweak for _, tweak in levels]
    runs = 1 + len(tweaks) * (1 + adapt)
    plan = plan_of(("sweep", "How does the game answer to a rule?"), base, strategies, deals, setup, playing)
    games, bench = bench_of(plan, request.meaning(strategies=strategies), playing, runs, blind=blind, ask=ask)
    aim = question.default_target(ask, seats(bench.plan)) if named is None else named
    question.check(bench, levels)
    texts = warn_of_tweaks(bench, tweaks)
    with parts_bar("levels", "level") as watch:
        adapted = (False, True) if adapt and bench.learns else (False,)
        sweeps = [question.play(bench, knobs, adapted=learnt, watch=watch) for learnt in adapted]
    publish(games, bench.plan, bench.run, noted(answer(bench, sweeps, aim), texts, bench, tweaks), deals=deals)


def choose(
    request: Request,
    base: Base,
    others: Annotated[
        list[str],
        typer.Argument(
            help="Alternatives: rule sets, KEY=VALUE changes, or KEY=0..6 for each level.",
            metavar="OTHER…",
            autocompletion=completion.changes,
        ),
    ],
    wish: str = option(
        "balanced",
        "What is best: balanced (first player's score nearest 50 %), highest or lowest; in a game that all win or "
        "lose together, how often they win.",
        "--for",
    ),
    zone: str = option("0.2pp", "The indifference zone: how much worse than the best the chosen rule set may be."),
    alpha: float = option(0.05, "The chance of a wrong choice."),
    strategies: Players = None,
    *,
    setup: Annotated[Setup, BESIDE_BASE],
    deals: int = number(1_000_000, "--deals", "Maximum number of deals for each rule set."),
    playing: PlayedRuns,
) -> None:
    """Choose the best of several rule sets: they play the same deals, and those that cannot be the best drop out early.

    Examples:

      dhstats choose ffg seats.second.points=0..3 --seed 1
      dhstats choose ffg kosmos "seats.second.hand_size=6" deck=skula --for balanced --zone 0.5pp --seed 1
      dhstats choose two end.full_rounds=true end.last_round=false --game dragonwood --zone 0.5pp --seed 1
    """
    from dhstats.questions.shared.metrics import asked as judged
    from dhstats.questions.tweaks import choose as question
    from dhstats.questions.tweaks.rule_changes import clauses
    from dhstats.questions.tweaks.tweaks import fixed, refuse_tables, rule_sets_of
    from dhstats.simulate.plans.experiment import seats

    least = judged("score", zone, alpha, option="--zone").margin
    strategies, rule = setup.players(strategies), f"decided within {zone}"
    plan = plan_of(("choose", "Which rule set is to be played?"), base, strategies, deals, setup, playing, rule)
    refuse_tables(plan, "choose", together=True)
    wanted = judged(game=plan.game, seats=seats(plan)).metric
    chosen = question.Wish(wish, least, alpha, wanted)
    tweaks = [tweak for each in others for tweak in rule_sets_of(base, each, plan.settings)]
    games, bench = bench_of(plan, request.meaning(strategies=strategies), playing, part=file_name(base))
    bench.check(tweaks)
    texts = warn_of_tweaks(bench, tweaks)
    tweaks, same = question.different(bench, tweaks)
    Console(playing.json_target).say(*same)
    prepared = games.prepare({base: fixed(bench.plan, base)} | {each.name: bench.plan_of(each) for each in tweaks})
    with step_bar("playing") as advance:
        effects = question.play(
            chosen, prepared, games.folder, **games.means,
            watch=lambda done, most, left: advance(done, most, f"{left} rule sets left"),
        )  # fmt: skip
    answer = noted(question.answer(effects, clauses(bench, tweaks)), texts, bench, tweaks)
    publish(games, bench.plan, effects.base, answer, deals=deals)


def audit(
    request: Request,
    base: str | None = argument(
        None,
        "The base rules (default: the game's usual rules).",
        "[BASE]",
        show_default=False,
        autocompletion=completion.rules,
    ),
    strategies: Players = None,
    adapt: bool = option(False, adapting("experts", "reading")),
    *,
    judging: Annotated[
        Judging, "metric margin alpha", ("alpha", "The chance of any false verdict, over all readings together.")
    ],
    setup: Annotated[Setup, BESIDE_BASE],
    deals: int = number(50_000, "--deals", "Number of deals for each reading."),
    playing: PlayedRuns,
) -> None:
    """Play every plausible reading of the rulebook, and say which readings matter and which provably do not.

    Examples:

      dhstats audit --seed 1
      dhstats audit kosmos --deals 200000 --adapt --seed 1
      dhstats audit --metric turns --margin 1 --seed 1
      dhstats audit --game dragonwood --seed 1
      dhstats audit --game dragon --metric kill --seed 1
    """
    from dhstats.questions.tweaks import audit as question
    from dhstats.questions.tweaks.rule_changes import with_rules

    base, strategies = setup.rule_set if base is None else base, setup.players(strategies)
    ask = judging.ask(setup.game, base)
    about = ("audit", "Which unclear sentences of the rulebook matter?")
    plan = plan_of(about, base, strategies, deals, setup, playing)
    games, bench = bench_of(plan, request.meaning(base=base, strategies=strategies), playing, ask=ask)
    bench.check([reading.tweak for reading in question.readings(bench)])
    texts = warn_of_tweaks(bench, ())
    with parts_bar("readings", "reading") as watch:
        effects = question.play(bench, adapt=adapt, watch=watch)
    tweaks = {reading.tweak.name: (reading.bench, reading.tweak) for reading, _ in effects}
    answer = noted(with_rules(question.answer(bench, effects), tuple(tweaks.values())), texts)
    publish(games, bench.plan, bench.run, answer, deals=deals)
