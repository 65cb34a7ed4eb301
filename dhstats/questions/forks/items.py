"""What are the things of a game worth, one beside the other? All of them handed over in the same positions."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dhstats.errors import DataProblem
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle, Item
from dhstats.players.positions.forks import UNIFORM, Forked
from dhstats.questions.forks.asking import LEVEL, tells, twins_of
from dhstats.questions.forks.value import MOVER, NOBODY, OPPONENT, association_of, sides
from dhstats.questions.forks.worth import SHARE, ahead, in_points, numbered, possible
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import differences, first_differences
from dhstats.questions.shared.first_screen import About, More, capital, change, dearest, either, spelt, to_part
from dhstats.questions.shared.groups import JOINTLY
from dhstats.questions.shared.hundred import in_hundred, no_matter, of_effect, to_know
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import measured, number, ranged, table, text, whole
from dhstats.questions.shared.words import PERCENTAGE_POINTS, SIGNED
from dhstats.questions.verdicts.lopsided import Lopsided
from dhstats.simulate.positions.forks import Study
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import LEAST_DEALS, sidak_level
from dhstats.stats.positions.twins import Effect, Swing, effect, swing

READ_NAIVE = " The naive number compares players who captured the card with players who did not."
METHOD_OF_NAIVE = (
    " The naive number compares players who captured the item in the parent games with those who did not. It is an"
    f" association; its intervals have the same levels. There is no naive number if fewer than {LEAST_DEALS} deals"
    " have a capture."
)
CAUTION_OF_NAIVE = (
    "The naive difference is not an effect: winners capture more of everything, and players who are"
    " ahead capture what is valuable late in a game. "
)
START = {"balanced": "", "unbalanced": "", "leaning": "Perhaps ", "undecided": "Not known yet. Perhaps "}
MOST_NAMED = 3  # things that may be worth most, by name


@dataclass(frozen=True)
class ItemWorth:
    """What forks say of one item: the effect of having it instead of the opponent, its parts, the naive difference."""

    item: Item
    effect: Effect
    score: Swing
    naive: Estimate | None
    gap: Estimate | None  # by how much the naive difference is off
    games: int = 0  # all, whether it could be handed over or not


def study_of(items: Sequence[Item], replicates: int = 1) -> Study:
    """All items handed over, each to the mover, to nobody and to the opponent, at turns drawn by lot."""
    return Study(UNIFORM, tuple(arm for item in items for arm in sides(item, prefix=f"{item.key}: ")), replicates)


def worths(bundle: GameBundle, rules: Any, items: Sequence[Item], study: Study, forked: Forked) -> list[ItemWorth]:
    """What each item is worth, the most first, at a level for all together; DataProblem for fewer than two deals."""
    if not tells(forked):
        raise DataProblem("games of fewer than two deals were forked, so there is no result")
    twins, level, item_worths = twins_of(study.arms, forked), sidak_level(LEVEL, len(items)), []
    for item in items:
        mover, nobody, opponent = (f"{item.key}: {side}" for side in (MOVER, NOBODY, OPPONENT))
        seen, naive, gap = association_of(bundle, rules, item, forked), None, None
        if seen is not None:
            naive = seen.difference.estimate(level)
            gap = (seen.difference - twins.contrast(mover, opponent)).estimate(level)
        score = swing(twins, mover, nobody, opponent, "score", level)
        item_worths.append(ItemWorth(item, effect(twins, mover, opponent, level), score, naive, gap, forked.games))
    points = bundle.objective.in_points
    return sorted(item_worths, key=lambda each: -(each.effect.points if points else each.effect.score).value)


def answer(found: Sequence[ItemWorth], uneven: Lopsided | None, about: About) -> Answer:
    """Every item in a row, the most valuable first; in a match as `uneven` as that, without a verdict on wins."""
    told = [Finding(uneven.sentence, "refused", headline=True)] if uneven else []
    ends = found if len(found) == 1 else (found[0], found[-1])
    points = [f"{each.item.name} {words.brief(each.effect.points, SIGNED, sure=JOINTLY)}" for each in ends]
    scale = f"In points of the final lead: {words.listed(points)}."
    parts = [f"{each.item.name} {_percent(each.effect.score)}" for each in found]
    order = (
        "Having it instead of the opponent, from a random turn on, is worth in 100 games"
        f"{words.naming(found[0].effect.score.interval, JOINTLY)}: {words.listed(parts)}."
    )
    told += [Finding(sentence, headline=True) for sentence in (order, _bias(found), scale) if sentence]
    kinds = list(dict.fromkeys(each.item.kind for each in found))
    opening = worth_most(found, about) if not uneven and len(found) > 1 else None
    meanings = list(dict.fromkeys(each.item.meaning for each in found if each.item.meaning))
    read, method, caution = " ".join((QUESTION.read, *meanings)), QUESTION.method, QUESTION.caution
    if not meanings:
        read, method, caution = read + READ_NAIVE, method + METHOD_OF_NAIVE, CAUTION_OF_NAIVE + caution
    else:
        forks, games = found[0].effect.forks, found[0].games
        told += [Finding(possible(forks, games), headline=True)] if forks < games else []
    title = f"What are {words.listed(kinds)} worth?"
    return QUESTION.answered(told, _tables(found), opening, title=title, read=read, method=method, caution=caution)


def _percent(estimate: Estimate) -> str:
    return words.brief(estimate, PERCENTAGE_POINTS, sure=JOINTLY)


def _bias(found: Sequence[ItemWorth]) -> str:
    """Between what the naive comparison says too much, and where it misleads most."""
    told = [(each, each.gap) for each in found if each.gap]
    if not told:
        return ""
    most, least = max(told, key=lambda each: each[1].value), min(told, key=lambda each: each[1].value)
    sides = [
        f"{each.item.name} {_percent(each.naive)} instead of {_percent(each.effect.score)}"
        for each, _ in dict.fromkeys((most, least))
        if each.naive
    ]
    low, high = (_percent(gap) for _, gap in (least, most))
    return (
        "Comparing players who captured a card with those who did not is off by"
        f" {low} to {high} games in 100: {words.listed(sides)}. That is an association, not its worth."
    )


def _tables(found: Sequence[ItemWorth]) -> tuple[Table, ...]:
    """Every item with its effect, effect and naive difference one below the other, the effect in points."""
    item = text("item", "Item", "item.name")
    fields = (
        item, text("kind", "Kind", "item.kind"), *measured("score", "Effect on the score", SHARE, "effect.score"),
        *ranged("points", "Effect on the final lead", "points", "effect.points"),
        *ranged("gain", "Gain", SHARE, "score.gain"), *ranged("denial", "Denial", SHARE, "score.denial"),
        number("to_win", "Turned into a win", "share", "effect.flips.to_win.value"),
        number("to_loss", "Turned into a loss", "share", "effect.flips.to_loss.value"),
        *ranged("naive", "Naive difference", SHARE), whole("forks", "Forks", "forks", "effect.forks"),
    )  # fmt: skip
    pairs = [(each, (("effect", each.effect.score), ("naive", each.naive))) for each in found]
    rows = [(f"{each.item.name}: {name}", score) for each, both in pairs for name, score in both if score]
    points = (item, *measured("score", "Effect on the final lead", "points", "effect.points"))
    return (
        table("items", "Having it instead of the opponent", fields, found),
        table("beside", "Effect and association", numbered("Difference in the score"), rows),
        table("points", "The same in points", points, found),
    )


def worth_most(ordered: Sequence[ItemWorth], about: About) -> Opening:
    """Which thing is worth most to whoever has it and not their opponent; the most valuable first."""
    first, points = ordered[0], catalogue.load(about.game).objective.in_points
    effects = [each.effect.points if points else each.effect.score for each in ordered]
    most = effects[0]
    verdict = dearest(most, effects[1:])
    if not points and all(of_effect(each.effect.score.interval) == "balanced" for each in ordered):
        verdict = "balanced"
    near = [each for each, own in zip(ordered[1:], effects[1:], strict=True) if own.interval.high >= most.interval.low]
    names = [each.item.named for each in (first, *near)]
    name = names[0]
    told = either(names) if len(names) <= MOST_NAMED else f"{name} or one of {spelt(len(near))} others"
    wins = ahead(most) if points else f"wins {in_hundred(most, 'if the opponent had it')}"
    wins = f"{f'With {name} a player' if near else 'a player who has it'} {wins}, {about.between}"
    known = {
        "unbalanced": f"{name} is worth most,",
        "leaning": f"{name} helps,",
        "undecided": f"{name} may help or not:",
        "balanced": f"each changes {no_matter()}; {name}",
    }[verdict]
    typed = shlex.quote(catalogue.typed(about.game))
    decision = f"See where its worth comes from: `dhstats value --game {typed} --item {first.item.key}`."
    if verdict == "balanced":
        decision = "Leave them out, or make them stronger: they do not change who wins."
    elif verdict == "undecided":
        decision = to_know(most.value, most.interval)
    elif verdict == "leaning":
        decision = to_part(most, effects[1])
    answer = f"{capital(f'{START[verdict]}{told}')}{'.' if near else ':'} {wins}."
    if verdict == "balanced":
        answer = f"None of them is worth anything that matters, {about.between}."
    sure = f"{known} {in_points(most) if points else change(most.interval, of=len(ordered))}"
    sure += "; others may help as much" if verdict == "leaning" else ""
    question, more = f"Which card of {about.title} is worth most?", More(about.deals or most.interval.n)
    return about.opening(question, answer, verdict, sure, decision, more)


QUESTION = Question(
    "items",
    charts=(
        differences("Having it instead of the opponent", "items"),
        differences("Effect and association", "beside"),
        differences("The same in points", "points", form="+.2f"),
    ),
    first=(first_differences("Having it instead of the opponent", "items"),),
    read="Games are copied at a random turn. Each row has three copies: it goes to the player to move, to the"
    " opponent, or to nobody; all are played on with the same cards to come. Each row shows the effect of having it"
    " instead of the opponent.",
    method="Twin forks with common random numbers on the same positions for all rows; one difference per fork,"
    f" intervals clustered by deal (t over deals), {100 * LEVEL:g} % simultaneous over the rows (Šidák), separately for"
    " chances to win and for points. Gain: compared with nobody having it; denial: nobody compared with the opponent.",
    caution="An effect here is the effect of handing the card over at a random turn, among these players.",
)
