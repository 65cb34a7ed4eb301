"""The verbs of the command line as functions: play what a question needs into a folder, and answer it."""

from pathlib import Path

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.queries.counts import counting
from dhstats.questions.forks.asking import lopsided_forks
from dhstats.questions.forks.value import item_of, studies
from dhstats.questions.forks.value import value as value_of
from dhstats.questions.forks.worth import answer as value_answer
from dhstats.questions.leagues import meta as meta_question
from dhstats.questions.leagues.league import league_of
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.first_screen import About, game_name
from dhstats.questions.shared.metrics import asked
from dhstats.questions.tweaks.key_effects import compared
from dhstats.questions.tweaks.tweaks import Bench, mirror_or_match, tweak_of
from dhstats.questions.verdicts import sequential
from dhstats.quoting import different_names
from dhstats.simulate.plans.experiment import Experiment, checked, seats
from dhstats.simulate.positions.forks import fork
from dhstats.storage import Run
from dhstats.storage.places import place


def compare(
    base: str, *tweaks: str, folder: Path | str, seed: int, strategies: str | None = None, deals: int = 50_000,
    adapt: bool = False, blind: bool = False, metric: str = "score", margin: str | None = None, alpha: float = 0.05,
    game: str = USUAL, workers: int | None = None, resume: bool = False,
) -> Answer:  # fmt: skip
    """What rule tweaks change against the base rules on the same deals, as `dhstats compare` says.

    A tweak is a rule set or "KEY=VALUE ...". The runs go into `folder`. Raises BadInput, ResourceFailure, Interrupted.
    """
    if not tweaks:
        raise BadInput("compare: name at least one tweak")
    game = catalogue.name_of(game)
    names = ",".join(catalogue.load(game).default_strategies) if strategies is None else strategies
    plan = mirror_or_match("compare", "What does a rule tweak change?", base, names, deals, game=game, seed=seed)

    def play(there: Experiment, out: Path) -> Run:
        return sequential.play(there, out, workers=workers, resume=resume)

    bench = Bench(plan, place(folder), play, blind, asked(metric, margin, alpha, game, seats(plan)))
    named = [tweak_of(base, text) for text in tweaks]
    bench.check(named)
    return compared(bench, named, adapt=adapt)


def meta(
    *strategies: str, folder: Path | str, seed: int, deals: int = 5_000, game: str = USUAL, rules: str = "",
    settings: tuple[str, ...] = (), workers: int | None = None, resume: bool = False,
) -> Answer:  # fmt: skip
    """A round robin of three or more strategies on common deals, as `dhstats meta` says; the run goes into `folder`."""
    game = catalogue.name_of(game)
    rules = rules or catalogue.load(game).default_rules
    plan = Experiment("meta", "", game, rules, settings, strategies, seed=seed, moves="none")
    run = sequential.play(league_of(plan, "meta", deals), place(folder), workers=workers, resume=resume)
    with counting(run) as counts:
        return meta_question.answer(counts)


def value(
    *, seed: int, strategies: str = "", deals: int = 25_000, moments: tuple[str, ...] = ("uniform-turn",),
    replicates: int = 1, game: str = USUAL, rules: str = "", settings: tuple[str, ...] = (), item: str = "",
    workers: int | None = None,
) -> Answer:  # fmt: skip
    """What an item of a game is worth by forks at these moments, as `dhstats value` says; nothing is written.

    Players and rules are the game's usual ones where none are named, and the item its only one.
    """
    game = catalogue.name_of(game)
    bundle = catalogue.load(game)
    named = different_names(strategies)
    names = named or bundle.default_strategies
    plan = Experiment("value", "", game, rules or bundle.default_rules, settings, names, seed=seed)
    base = bundle.rule_files.load(plan.rules, settings)
    asked = item_of(bundle, base.record(), item)
    asked_for = studies(asked, moments, replicates)
    lineup, found = fork(checked(plan, "value"), asked_for, deals, workers=workers)
    uneven = lopsided_forks(tuple(lineup.strategies), found)
    about = About(game_name(game, base.effective), game, plan.strategies, bundle.players(lineup.rules), deals=deals)
    return value_answer(value_of(bundle, lineup.rules, asked, asked_for, found), uneven, about)
