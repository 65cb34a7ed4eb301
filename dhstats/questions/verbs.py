"""The questions of the command line as functions: they play what a question needs, and answer it."""

from pathlib import Path

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.players.solving import solutions
from dhstats.queries.counts import Totals, counting
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
from dhstats.simulate.checks import verify as checks
from dhstats.simulate.plans.experiment import Experiment, checked, seats
from dhstats.simulate.positions.forks import fork
from dhstats.storage import Run
from dhstats.storage.places import place


def compare(
    base: str, *tweaks: str, folder: Path | str, seed: int, strategies: str | None = None, deals: int = 50_000,
    adapt: bool = False, blind: bool = False, metric: str = "score", margin: str | None = None, alpha: float = 0.05,
    game: str = USUAL, workers: int | None = None, resume: bool = False,
) -> Answer:  # fmt: skip
    """Plays rule tweaks and the base rules on the same deals and says what changes, as `dhstats compare` does.

    A tweak is a rule set or "KEY=VALUE ...". The runs go into `folder`. `metric` is judged, by `margin` and at the
    error rate `alpha` for all tweaks together. With `adapt` players are also trained for each tweak, with `blind` they
    choose as if the base rules were in force. Raises BadInput, ResourceFailure, Interrupted.
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
    """Plays a round robin of three or more strategies into `folder`, on common deals, as `dhstats meta` does."""
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
    """Measures what an item of a game is worth, as `dhstats value` does; nothing is written.

    Games are copied at these `moments`, and each copy is played on `replicates` times. Players and rules that are not
    named are the usual ones of the game, and the item is its only one.
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


def solve(
    game: str, *, rules: str = "", settings: tuple[str, ...] = (), most: int = solutions.MOST,
) -> solutions.Solution:  # fmt: skip
    """Solves a small game: what it is worth to perfect players, exactly, as `dhstats solve` does.

    It goes through every position, at most `most` of them. The solution is kept, and `solved` is its player from then
    on. Raises BadInput for a game that is too large, or that cannot be solved.
    """
    bundle = catalogue.load(catalogue.name_of(game))
    return solutions.solved(bundle, bundle.rule_files.load(rules or bundle.default_rules, settings), most)


def verify(run: Run | Path | str, *, sample: int = checks.SAMPLE, workers: int | None = None) -> checks.Verification:
    """Checks that a run is what its manifest says, as `dhstats verify` does.

    Every byte and every row is checked, and at least `sample` games are followed move by move. What is wrong is listed
    in `problems`; nothing is raised for it.
    """
    folder = run.folder if isinstance(run, Run) else run
    return checks.verify(folder, sample=sample, workers=workers, digest=Totals.of)
