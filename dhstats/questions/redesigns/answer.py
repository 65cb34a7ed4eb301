"""A redesign in sentences: the change that meets all goals, or what stands in the way, how sure that is, what to do."""

from dataclasses import replace

from dhstats.questions.goals.answers import MOST_ROWS, PICTURES, every_goal
from dhstats.questions.goals.checking import Checked
from dhstats.questions.goals.goal import Goal
from dhstats.questions.goals.levers import NOTHING, Change
from dhstats.questions.goals.sources import FIRST
from dhstats.questions.redesigns import tables
from dhstats.questions.redesigns.redesign import OUTLOOKS, Proof, Redesign
from dhstats.questions.redesigns.search import LIKELY
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import Chart
from dhstats.questions.shared.first_screen import SURENESS, About, capital, spelt
from dhstats.questions.shared.question import Question
from dhstats.questions.tweaks.comparison import deals_query
from dhstats.questions.tweaks.rule_changes import in_words, rule_changes
from dhstats.stats.intervals.blocks import Estimate
from dhstats.storage import Run

BEFORE_AND_AFTER = (
    "Each row is a goal on its own scale: the green strip is its range, the ring the unchanged rules,"
    " and the dot with its bar the proof."
)
SIDE_BY_SIDE = (
    "Each row is a goal with its range. The columns are the unchanged rules and the best change of"
    " one key, of two keys and so on (the table lists them): green if the goal is met, red if it is"
    " missed, grey if the search leaves it open."
)
HEAT = (
    " In the map of changes each row is a rule set, with those most likely to meet all goals first,"
    " and each column is a goal: the darker a cell, the further it is outside the range of the goal."
)
PATIENCE = (
    " After {usual:,} deals a finalist is played on only if its open goals are likely to be decided within {most:,}."
)
OWN = "players trained further under its rules"
OWN_FULL = "experts trained from scratch under its rules"
SAID = {  # of several, of one
    "met": ("meet all goals too", "meets all goals too"),
    "probably met": ("probably meet them too", "probably meets them too"),
    "probably missed": ("probably miss one", "probably misses one"),
    "missed": ("certainly miss one", "certainly misses one"),
}


def answer(redesign: Redesign, run: Run, *, full: bool = False) -> Answer:
    """The change that meets all goals, or why there is none; `run` are games of the proof, or of the base."""
    about = replace(About.of(run.manifest), players=(redesign.goals.player,))
    terms, reading = redesign.terms, (BEFORE_AND_AFTER if redesign.answer else SIDE_BY_SIDE) + HEAT
    tables_ = [tables.before_and_after(redesign), tables.rungs(redesign), tables.distances(redesign)]
    if redesign.answer:
        tables_ += [tables.around(redesign)] if redesign.neighbours else []
        tables_ += [tables.changed(redesign)] if redesign.answer.change.parts else []
    tables_ += [tables.finalists(redesign)] if redesign.proofs else []
    tables_ += [tables.prices(redesign)] if redesign.prices else []
    patience = PATIENCE.format(usual=terms.usual, most=terms.most) if 0 < terms.usual < terms.most else ""
    method = QUESTION.method.format(
        first=FIRST, players=redesign.players, most=redesign.search.bounds.deals, experts=OWN_FULL if full else OWN,
        alpha=terms.alpha, patience=patience, seed=terms.seed,
    )  # fmt: skip
    caution = QUESTION.caution.format(between=about.between, most=tables.keys(redesign.levers.most))
    return QUESTION.answered(
        findings(redesign), (*tables_, tables.tried(redesign)), opening(redesign, about), queries=(deals_query(run),),
        title=f"What makes {about.title} meet its goals?", read=reading, method=method, caution=caution,
    )  # fmt: skip


def findings(redesign: Redesign) -> list[Finding]:
    """Before and after, goal by goal; then the search; then what lies around, or what stands in the way."""
    told = [f"No change of at most {tables.keys(redesign.levers.most)} was found that meets all goals."]
    if redesign.probable:
        told = [f"{capital(_probably(redesign.probable))}."]
    if redesign.answer:
        change = redesign.answer.change
        told = ["The unchanged rules meet all goals; no change is needed."]
        told = [f"{change.text} meets all goals (cost {change.cost:g})."] if change.parts else told
        before = {each.goal.name: each for each in redesign.judged(redesign.base)}
        for after in redesign.answer.checked.judged:
            goal = after.goal
            here = words.value(before[goal.name].estimate, goal.quantity.scale.shown)
            told.append(f"{goal.quantity.sentence}: {after.stated}, wanted {goal.range}; before {here}.")
        if redesign.neighbours:
            counted = [(sum(each.standing == kind for each in redesign.neighbours), kind) for kind in OUTLOOKS]
            near = words.listed([f"{number} {SAID[kind][number == 1]}" for number, kind in counted if number])
            start = f"{len(redesign.neighbours)} rule sets are one level of one key away"
            told.append(f"{start}: {near} (each judged alone).")
        told += [_countered(*redesign.countered)] if redesign.countered else []
    else:
        for rung in tables.ladder(redesign)[1:]:
            missed = [each.goal.quantity.what for each in rung.missed]
            which = f"misses {words.listed(missed)}" if missed else "leaves all goals in their ranges"
            best = f"The best change of {tables.keys(rung.keys)} is {rung.trial.change.text}"
            told.append(f"{best}, which {which} (by the search alone).")
        told += [] if redesign.probable else _reasons(redesign)
    one, several = sum(len(members) == 1 for members in redesign.search.trials), redesign.search.tried
    most = f"{redesign.levers.combinations:,} changes of at most {tables.keys(redesign.levers.most)}"
    proved = len(redesign.proofs)
    finalists = f"{spelt(proved) if proved else 'none'} tested as {'a finalist' if proved == 1 else 'finalists'}"
    told.append(f"Tried: {one} changes of one key and {several} of several keys, out of {most}; {finalists}.")
    every = [*told, *(_failed(each) for each in redesign.proofs if not each.met)]
    return [Finding(each, headline=at == 0) for at, each in enumerate(every)]


def _failed(proof: Proof) -> str:
    failed = proof.first_failure
    assert failed is not None
    is_ = f"{failed.goal.quantity.what} is {failed.standing}, at {failed.stated}, wanted {failed.goal.range}"
    if proof.probable:
        return f"Finalist {proof.number}: {_probably(proof)}; {is_}."
    return f"Finalist {proof.number}, {proof.change.text}, does not prove it: {is_}."


def _probably(proof: Proof) -> str:
    who = f"{proof.change.text} probably meets" if proof.change.parts else "the unchanged rules probably meet"
    return f"{who} all goals; `--deals {proof.needs}` should prove it"


def _countered(beating: Estimate, checked: Checked) -> str:
    score = words.stated(beating, words.PERCENT)
    start = f"Players trained to beat the players of the proof score {score} against them; among such players"
    if checked.standing == "met":
        return f"{start} all goals are met too."
    still = [each for each in checked.judged if each.standing != "met"]
    missed = [f"{each.goal.quantity.what} {each.standing}, at {each.stated}" for each in still]
    return f"{start} not all goals are known to be met: {words.listed(missed)}."


def _reasons(redesign: Redesign) -> list[str]:
    sentences = [
        f"No change that was tried reaches {each.quantity.what}: {each.range}." for each in redesign.out_of_reach
    ]
    sentences += [
        f"No change tried meets both of these goals: {one.quantity.what} ({one.range}) and {other.quantity.what}"
        f" ({other.range})."
        for one, other in redesign.conflicts
    ]
    for goal, change in redesign.prices:
        what = f"Without {goal.quantity.what} ({goal.range})"
        if change and change.parts:
            sentences.append(f"{what}, {change.text} probably meets all others (cost {change.cost:g}).")
        elif change:
            sentences.append(f"{what} no change is needed.")
    every, sure = 1 + redesign.levers.combinations, len(redesign.certain)
    level = f"{100.0 * (1.0 - redesign.terms.alpha):g} %"
    every_one = f"Each of all {every:,} rule sets certainly misses a goal, at level {level} for all of them at once."
    some = (
        f"Of {every:,} rule sets {sure:,} certainly miss a goal, at a level of {level} for all of them at once; the"
        " others were not tried, or are still open."
    )
    return [*sentences, every_one if redesign.all_excluded else some]


MOST_SAID = 3  # changed rules that are said; of more the keys are


def opening(redesign: Redesign, about: About) -> Opening:
    """What to change, how sure it is, what to do with it."""
    alpha, written, kind = f"{100.0 * redesign.terms.alpha:g} %", "", "undecided"
    if redesign.answer:
        kind, change, deals = (
            "balanced",
            redesign.answer.change,
            max(each.deals for each in redesign.answer.checked.judged),
        )
        sure = f"proved {about.between} on up to {deals:,} new deals, wrong with probability {alpha} at most"
        sentence, follows = "No change is needed: it meets them all.", "Keep these rules."
        if change.parts:
            sentence, written = f"{capital(_what(redesign, change))}{_mended(redesign, redesign.answer)}", change.text
            follows = "Play it, and publish the certificate: anyone can check it with `dhstats verify`."
    elif redesign.probable:
        still = redesign.probable.first_failure
        assert still is not None
        kind = "unbalanced" if redesign.all_excluded else kind
        sentence = f"Probably {_what(redesign, redesign.probable.change)}"
        sure = f"{still.goal.quantity.what}: {still.stated}, wanted {still.goal.range}"
        follows = f"Play on: `--deals {redesign.probable.needs}` should prove it."
    else:
        most, every = redesign.levers.most, 1 + redesign.levers.combinations
        rules = "one rule" if most == 1 else f"at most {spelt(most)} rules"
        sentence, follows = f"No change of {rules} was found that does.{_blame(redesign)}", _given_up(redesign)
        sure = f"{len(redesign.certain):,} of {every:,} rule sets certainly miss a goal"
        if redesign.all_excluded:
            kind, all_ = "unbalanced", f"all {every:,} rule sets that these levels allow miss a goal"
            sure = f"{all_}, wrong with probability {alpha} at most"
    question = (
        f"What makes {about.title} meet {every_goal(len(redesign.goals.goals), 'its')}: “{redesign.goals.title}”?"
    )
    return Opening(question, sentence, f"{SURENESS[kind]}: {sure}.", follows, kind, written, about.caution)


def _what(redesign: Redesign, change: Change) -> str:
    many = len(change.parts)
    if not many:
        return "no change is needed."
    says, rules = (
        change.text,
        rule_changes(redesign.goals.game, redesign.levers.space.base, redesign.levers.rule_set(change)),
    )
    if len(rules) <= MOST_SAID:
        switches = {"true", "false"}
        before = ["" if {one.before, one.after} == switches else f" ({one.before} → {one.after})" for one in rules]
        says = words.listed([f"{in_words([rule])}{was}" for rule, was in zip(rules, before, strict=True)])
    return f"{'one change' if many == 1 else f'{spelt(many)} changes'} of the rules: {says}."


def _mended(redesign: Redesign, proof: Proof) -> str:
    before = redesign.search.expected
    missed = [goal for goal in redesign.goals.goals if before.chance_of(redesign.base, goal) < LIKELY]
    if len(missed) != 1 or len(redesign.goals.goals) < 2:
        return ""
    (goal,) = missed
    now = next(each.estimate for each in proof.checked.judged if each.goal is goal)
    was, scale = redesign.base.sample(goal), goal.quantity.scale
    assert was is not None
    one, other = words.number(scale.factor * was.mean, 1), words.value(now, scale.shown, 1)
    others = len(redesign.goals.goals) - 1
    rest = "the other goal was met before" if others == 1 else f"the other {spelt(others)} goals were met before"
    return f" That repairs {goal.quantity.what}, {one} → {other}; {rest}."


def _blame(redesign: Redesign) -> str:
    """What stands in the way, in a sentence: a goal out of reach, two that did not go together, the nearest miss."""
    if redesign.out_of_reach:
        return f" {' '.join(_out_of_reach(redesign, goal) for goal in redesign.out_of_reach[:2])}"
    if redesign.conflicts:
        one, other = redesign.conflicts[0]
        return f" In conflict: {one.quantity.what} ({one.range}) and {other.quantity.what} ({other.range})."
    if not redesign.proofs:
        return ""
    nearest = min(redesign.proofs, key=lambda each: len(each.checked.judged) - len(each.checked.having("met")))
    failed = nearest.first_failure
    assert failed is not None
    value = words.value(failed.estimate, failed.goal.quantity.scale.shown)
    return (
        f" Closest: {nearest.change.text}, but {failed.goal.quantity.what}: {value}, which is"
        f" {'not known to be' if failed.standing == 'open' else 'not'} {failed.goal.range}."
    )


def _out_of_reach(redesign: Redesign, goal: Goal) -> str:
    seen = {trial.change.text: sample.mean for trial in redesign.tried if (sample := trial.sample(goal)) is not None}
    nearest = min(seen, key=lambda text: max(goal.low - seen[text], seen[text] - goal.high))
    scale = goal.quantity.scale
    value = f"{words.number(scale.factor * seen[nearest], 1)} {scale.mark}".rstrip()
    by = f"with {nearest}" if nearest != NOTHING.text else "with the rules as they are"
    return f"Out of reach: {goal.quantity.what}, {goal.range} wanted; nearest {value}, {by}."


def _given_up(redesign: Redesign) -> str:
    """Which goal to give up: of those that are certainly missed the one without which a change costs least."""
    priced = [(goal, change) for goal, change in redesign.prices if change is not None]
    missed = [(goal, change) for goal, change in priced if redesign.certainly_misses(change, goal)]
    if not missed:
        return "Allow more: other keys, more levels, or a larger `most_changes`."
    goal, change = min(missed, key=lambda each: each[1].cost)
    doing = f"{change.text} probably meets" if change.parts else "the unchanged rules probably meet"
    return f"Give up “{goal.quantity.what}: {goal.range}”, or widen it: then {doing} the others."


QUESTION = Question(
    "redesign",
    charts=(
        Chart("Every goal before and after", ("redesigned_goals",), f"{PICTURES}.before_after", wide=True),
        Chart("How far each change misses each goal", ("distances",), f"{PICTURES}.distances", wide=True),
        Chart("One level away from the answer", ("neighbours",), f"{PICTURES}.around", wide=True),
    ),
    first=(
        Chart(
            "Every goal before and after", ("redesigned_goals",), f"{PICTURES}.before_after", {"most": MOST_ROWS},
            wide=True, picked=True,
        ),
    ),
    method="Every change of one key is played on the same {first} deals as the unchanged rules, by {players}. The"
    " effect of several changes is predicted from their single effects, which add up on the scale of logits (shares)"
    " or logarithms (means above zero), and from the interactions of pairs that were tried. The most promising changes"
    " for their cost are played, on up to {most:,} deals. None of these games is used as proof. Finalists are tested"
    " in turn, each on new deals, by {experts}, and checked after {first} deals and each time that number has"
    " doubled.{patience} Met: the confidence sequence of level 1 − 2α′ lies in the range; missed: that of level 1 − α′"
    " lies outside; sequences are those of `dhstats goals check`. The n-th finalist has α′ = α / (n (n + 1)), which"
    " add up to α = {alpha:g} for any number of finalists, so the chance of claiming wrongly that a change meets all"
    " goals is at most α, however long each is played; the goals of one finalist need no correction (an"
    " intersection–union test: Berger 1982). A change is excluded if one of its goals lies outside its range at level"
    " α / (changes × goals), for all changes and goals at once. The search plays the first deals of the seed {seed}."
    " The deals of a finalist follow from its plan: their seed is the hash of goals, ranges, rules, players and seed,"
    " so that no range can be narrowed once its deals are known.",
    caution="All of this holds {between}, for changes within the levels of the goals file, of at most {most}. The"
    " search found nothing cheaper that meets the goals; this is not proved unless a sentence says so.",
)  # fmt: skip
