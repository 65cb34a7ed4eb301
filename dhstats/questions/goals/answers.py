"""What goals come to in sentences: of games played for them, of a stored run, beside a comparison of rule sets."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from dhstats.errors import BadInput
from dhstats.questions.goals.checking import ALPHA, Checked, Judged, Tally, Terms, judged
from dhstats.questions.goals.goal import Goal, Goals
from dhstats.questions.goals.quantity import COMEBACKS, LEAD_GAMES, LOGGED, LUCK
from dhstats.questions.goals.sources import FIRST, of_run, of_sums, tells
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import WANTED, Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import Chart
from dhstats.questions.shared.first_screen import SURENESS, About, spelt, two_digits
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import Field, basis_of, number, table, text, whole
from dhstats.questions.tweaks.comparison import DealSums, deals_query
from dhstats.stats.estimates.rare import LEAST_VARYING, RAREST
from dhstats.stats.sequential.sequences import FIRST_LOOK
from dhstats.storage import Run

DOUBTS = {
    "spread": f"fewer than {LEAST_VARYING} deals make most of its spread, which is not reliable yet",
    "unseen": f"a large value that one deal in {1.0 / RAREST:,.0f} has may not have been seen yet",
}
KINDS = {"met": "balanced", "missed": "unbalanced", "open": "undecided"}
ORDER = ("missed", "open", "met")
PLURALS = ("turns", "games", "points", "changes", "decisions", "cards")  # how a quantity that is many things begins
SEQUENCES = (
    f"Sequences are asymptotic. They are used from {FIRST_LOOK} deals on, if at least {LEAST_VARYING} deals make up "
    "the spread. With fewer, quantities with a lowest and a highest possible value are judged by bets, which are also "
    f"valid for few deals; all others stay open. If no limit is known, the run must also be long "
    f"enough to show a value that one deal in {1.0 / RAREST:,.0f} has; no sample, however large, excludes rarer ones."
)
NOTES = {
    COMEBACKS: " The points after each turn say who was behind, without what the final count adds; drawn games"
    " are not comebacks.",
    LEAD_GAMES: " Games until a lead follow from the score (`dhstats luck`): the smallest number of games of which the"
    " better player wins more than half with probability 95 %; a draw counts as half a win. The score is judged.",
    LUCK: " Luck's part of a lead is 1 − μ²/s, where μ is the mean of the final lead and s the mean of its square: the"
    " part that does not depend on who plays. It is judged by the influence of every deal (delta method).",
}


def answer(found: Checked, run: Run, method: str = "") -> Answer:
    """Which goals are met; `run` is the first part of the mirror's games, from which a page takes rules and players."""
    filled = {"first": FIRST, "alpha": found.terms.alpha, "sequences": SEQUENCES, "seed": found.terms.seed}
    method = (method or QUESTION.method).format(**filled)
    ranked, about, lines = sorted(found.judged, key=lambda each: ORDER.index(each.standing)), About.of(run.manifest), []
    for each in ranked:
        is_ = "is still" if each.standing == "open" else "is"
        start = f"{each.goal.quantity.sentence}: {each.goal.range} {is_} {each.standing}"
        lines.append(Finding(f"{start}, at {each.stated}{_more(each)}.", headline=each is ranked[0]))
    kinds = {each.goal.quantity.kind for each in ranked}
    method += "".join(note for kind, note in NOTES.items() if kind in kinds)
    shown = table("goals", "Every goal, missed goals first", goal_columns(), ranked)
    return QUESTION.answered(
        lines, (shown,), opening(found, about), title=f"Does {about.title} meet its goals?",
        queries=(deals_query(run),), method=method, caution=QUESTION.caution.format(between=about.between),
    )  # fmt: skip


def _more(each: Judged) -> str:
    if each.more is None:
        return "; too few deals to tell" if each.standing == "open" else ""
    if each.doubt:
        return f"; {DOUBTS[each.doubt]}: about {words.count(two_digits(each.more.blocks))} more deals may decide"
    if not math.isfinite(each.more.blocks):
        return "; no number of deals would decide, because the value lies at an end of the range"
    return f"; about {words.count(two_digits(each.more.blocks))} more deals would decide"


def goal_columns(of: str = "") -> tuple[Field, ...]:
    """The columns of a goal with its verdict; numbers are in the unit in which the goal is written."""
    unit = "as the goal is written"
    found: Callable[[Any], Judged] = attrgetter(of.rstrip(".")) if of else lambda row: row

    def scaled(value: Callable[[Judged], float]) -> Callable[[Any], float]:
        return lambda row: found(row).goal.quantity.scale.factor * value(found(row))

    def more_deals(row: Any) -> float | int:
        each = found(row)
        least = max(0.0, FIRST_LOOK - each.deals) if each.standing == "open" else 0.0
        blocks = each.more.blocks if each.more else least
        return two_digits(blocks) if math.isfinite(blocks) else blocks

    return (
        text("goal", "Goal", f"{of}goal.name"), text("what", "Quantity", f"{of}goal.quantity.sentence"),
        text("range", "Range", f"{of}goal.range"), text("verdict", "Verdict", f"{of}standing"),
        number("value", "Measured", unit, scaled(lambda each: each.estimate.value)),
        number("low", "Low end of the interval", unit, scaled(lambda each: each.estimate.interval.low)),
        number("high", "High end of the interval", unit, scaled(lambda each: each.estimate.interval.high)),
        number("range_from", "Range: low end", unit, scaled(lambda each: each.goal.low)),
        number("range_to", "Range: high end", unit, scaled(lambda each: each.goal.high)),
        text("mark", "Unit of the row", f"{of}goal.quantity.scale.mark"),
        whole("more_deals", "Deals still needed, about", "deals", more_deals),
        *basis_of(f"{of}estimate.interval"),
    )  # fmt: skip


def _untold(untold: Sequence[Goal]) -> tuple[str, ...]:
    silent = [each.name for each in untold if each.quantity.kind in LOGGED]
    others = [each.name for each in untold if each.name not in silent]
    sentences = [f"These games cannot check {words.listed(others)}; `dhstats goals check` can."] if others else []
    if silent:
        sentences.append(
            f"Not checked: {words.listed(silent)}. This needs the moves of all games: `dhstats goals check` logs them,"
            " and `dhstats report` uses them in a run with --moves all."
        )
    return tuple(sentences)


def opening(found: Checked, about: About) -> Opening:
    """How many goals are met, which one is missed most clearly, and what to do about that."""
    many, missed, still = len(found.judged), found.having("missed"), found.having("open")
    kind, first = KINDS[found.standing], (missed or still or found.judged)[0]
    told, decision = "Yes." if many == 1 else "Yes, it meets them all.", "Keep these rules: they meet these goals."
    if missed or still:
        numbers = ((many - len(missed) - len(still), "met"), (len(missed), "missed"), (len(still), "open"))
        counted = words.listed([f"{spelt(number)} {word}" for number, word in numbers if number])
        told = f"{'No' if missed else 'Not known yet'}{f': {counted}' if many > 1 else ''}."
        told = f"None of the {spelt(many)} goals is settled yet." if len(still) == many > 1 else told
        for which, several in (("Missed", missed), ("Open", still)):
            names = [each.goal.quantity.what for each in several]
            names = names if len(names) < 4 else [*names[:2], f"{spelt(len(names) - 2)} others"]
            told += f" {which}: {words.listed(names)}." if names else ""
    if missed:
        way = f"{'lowers' if first.estimate.value > first.goal.high else 'raises'} {first.goal.quantity.what}"
        decision = f"Find a rule that {way}: list keys in the file, and `dhstats design` finds the change."
    elif still and first.more is not None and first.estimate.se == 0.0 and not math.isfinite(first.more.blocks):
        decision = f"Widen the range of {first.goal.name} a little: all deals lie at its end."
    elif still:
        decision = f"Allow ten times as many deals: `--deals {two_digits(10.0 * found.terms.most)}`."
    quantity, interval, scale = first.goal.quantity, first.estimate.interval, first.goal.quantity.scale
    ends = words.reach(interval, words.digits_of(first.estimate, scale.shown), factor=scale.factor)
    known = f"{quantity.what}: {ends}"
    if math.isfinite(interval.half_width):
        verb, ends = "are" if quantity.what.split()[0] in PLURALS else "is", f"{ends} {scale.mark}".rstrip()
        known = f"{quantity.what} {verb} {ends}, {words.level(interval)} interval"
    question = f"Does {about.title} meet {every_goal(many, 'its')}: “{found.goals.title}”?"
    sure = f"{SURENESS[kind]}: {known}; the goal is {first.goal.range}."
    return Opening(question, told, sure, decision, kind, caution=about.caution)


def every_goal(many: int, whose: str = "") -> str:
    """All of so many goals: "the goal", "both goals", "all three goals"; with `whose` "all three of its goals"."""
    if many == 1:
        return f"{whose or 'the'} goal"
    return f"{'both' if many == 2 else f'all {spelt(many)}'} {f'of {whose} ' if whose else ''}goals"


def answer_of_run(goals: Goals, run: Run, alpha: float = ALPHA) -> Answer:
    """Which goals a run meets, as far as its games tell; BadInput for a run that tells none, or of another game."""
    manifest = run.manifest
    if manifest.game != goals.game:
        raise BadInput(f"--goals: the goals are about {goals.game}, but {run.folder} holds games of {manifest.game}")
    if manifest.keep != "games":
        raise BadInput(f"--goals: goals are judged deal by deal, and {run.folder} keeps only totals")
    if len(manifest.seats) not in (seats := sorted({goal.quantity.players for goal in goals.goals})):
        about = " or ".join(map(str, seats))
        raise BadInput(f"--goals: the goals are about {about} players, but in {run.folder} {len(manifest.seats)} play")
    told = [goal for goal in goals.goals if tells(run, goal.quantity)]
    if not told and any(goal.quantity.games == "mirror" for goal in goals.goals):
        raise BadInput(
            f"--goals: comebacks need the moves of all games, which {run.folder} does not keep; simulate again"
            " with --moves all, or use `dhstats goals check`"
        )
    if not told:
        raise BadInput(f"--goals: the games of {run.folder} cannot measure these goals; use `dhstats goals check`")
    found = of_run(run, [goal.quantity for goal in told])
    terms = Terms(alpha, manifest.design.deals, manifest.seed)
    standing = tuple(judged(Tally(goal, {}).plus(found[goal.name]), terms) for goal in told)
    checked = Checked(replace(goals, goals=tuple(told)), terms, standing)
    found_ = answer(checked, run, GOALS_OF_CHANGES.method)
    untold = [goal for goal in goals.goals if goal not in told]
    return replace(found_, caution=" ".join((found_.caution, *_untold(untold))))


# The answers whose histograms show how a quantity is spread whose mean a goal may be about.
SPREADS = {"length": ("turns",), "scores": ("margin", "gap"), "lead": ("lead_changes",)}


def with_wanted(answers: Sequence[Answer], goals: Goals) -> tuple[Answer, ...]:
    """The same answers, those about the spread of a quantity with the range in which goals want its mean."""
    fields = (text("what", "Quantity", "name"), number("low", "The mean is wanted from", ""), number("high", "to", ""))
    found = []
    for told in answers:
        about = [goal for goal in goals.goals if goal.name in SPREADS.get(told.key, ())]
        more = (table(WANTED, "What the goals ask for", fields, about),) if about else ()
        found.append(replace(told, tables=(*told.tables, *more)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Cell:
    """A goal under one rule set."""

    rules: str
    judged: Judged


def beside(name: str, title: str, cells: Sequence[Cell], of: str = "Rules") -> Table:
    """Goals under several rule sets, a goal under one of them a row."""
    return table(name, title, (text("rules", of), *goal_columns("judged.")), cells)


def answer_of_changes(goals: Goals, played: Mapping[str, DealSums], alpha: float = ALPHA) -> Answer:
    """Which goals each rule set meets, by its name, the base first; BadInput for goals that these games do not tell."""
    base = next(iter(played.values()))
    wanted = [goal.quantity for goal in goals.goals if goal.quantity.players == base.seats]
    if goals.game != base.game or not wanted:
        raise BadInput(
            f"--goals: the goals are about {goals.game} for {goals.seats}, but {base.game} for {base.seats} is compared"
        )
    told = {name: of_sums(sums, wanted) for name, sums in played.items()}
    known = [goal for goal in goals.goals if all(goal.name in values for values in told.values())]
    if not known:
        raise BadInput(
            "--goals: the games of this comparison cannot measure these goals; use `dhstats goals check` "
            "with each rule set"
        )
    cells = [
        Cell(name, judged(Tally(goal, {}).plus(values[goal.name]), Terms(alpha, 0, base.seed)))
        for goal in known
        for name, values in told.items()
    ]
    untold = [goal for goal in goals.goals if goal not in known]
    shown = beside("goals_of_changes", "Every goal under every rule set", cells, "Rule set")
    findings = []
    for name in played:
        found = [cell.judged for cell in cells if cell.rules == name]
        several, met = len(found) > 1, sum(each.standing == "met" for each in found)
        parts = [f"{name} meets {spelt(met) if met else 'none'} of {spelt(len(found))} goals" if several else name]
        for standing in ("missed", "open") if several else ("missed", "open", "met"):
            named = [f"{each.goal.quantity.what} at {each.stated}" for each in found if each.standing == standing]
            parts += [f"{standing}: {words.listed(named)}"] if named else []
        findings.append(Finding(f"{('; ' if several else ': ').join(parts)}."))
    method = GOALS_OF_CHANGES.method.format(alpha=alpha, sequences=SEQUENCES)
    caution = " ".join((GOALS_OF_CHANGES.caution, *_untold(untold)))
    return GOALS_OF_CHANGES.answered(findings, (shown,), method=method, caution=caution)


PICTURES, MOST_ROWS = "report.first_screens.goals", 7  # that fit into a first screen
QUESTION = Question(
    "goals",
    charts=(Chart("Every goal", ("goals",), f"{PICTURES}.goals", wide=True),),
    first=(
        Chart(
            "Every goal, those that are missed on top",
            ("goals",),
            f"{PICTURES}.goals",
            {"most": MOST_ROWS},
            wide=True,
            most=MOST_ROWS,
        ),
    ),
    read="Each row is a goal on its own scale: the green strip is its range, the bar the interval of the quantity. A"
    " goal is met if the whole bar lies in the strip, missed if the whole bar lies outside; otherwise more deals may"
    " decide it. A bar that reaches an end of the plot continues beyond it.",
    method="Goals are checked after {first:,} deals and each time that number has doubled. Met: the confidence"
    " sequence of level 1 − 2α lies in the range; this is wrong with probability α at most, however often one looks."
    " Missed: the sequence of level 1 − α lies outside. α is {alpha:g}. {sequences} The verdict that all goals are met"
    " needs no correction (an intersection–union test: Berger 1982). Missed goals are each judged alone. A goal is"
    " played no further once it is met or missed. All games have the seed {seed}; every part of them plays the deals"
    " after those of the part before. What an item is worth: games are copied at a random turn; in one copy the mover"
    " has it, in the other the opponent (`dhstats value`). The score against a rung: both play every deal from both"
    " seats with either deck.",
    caution="All of this holds {between}: with other players the game may meet other goals. `dhstats strength` says"
    " how far players are from the best.",
)
GOALS_OF_CHANGES = Question(
    "goals_of_changes",
    "Which rule set meets the goals?",
    charts=(Chart("Every goal under every rule set", ("goals_of_changes",), f"{PICTURES}.grid", wide=True),),
    read="Each row is a goal with its range, each column a rule set. Cells show the measured value: green if the goal"
    " is met, red if it is missed, grey if it is still open.",
    method="All deals are analysed once, with the intervals of `dhstats goals check`, which are also valid for runs"
    " that stop early. Met: the confidence sequence of level 1 − 2α lies in the range; this is wrong with probability"
    " α at most. Missed: the sequence of level 1 − α lies outside. α is {alpha:g}. {sequences}",
    caution="The rule sets were played on the same deals; each cell is judged alone.",
)
