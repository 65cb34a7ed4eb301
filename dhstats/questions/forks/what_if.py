"""What if? Games that go on in several ways from one moment: how much more often the player to move wins in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats.errors import BadInput, DataProblem, check_range
from dhstats.games import catalogue, retelling
from dhstats.players.match import Lineup
from dhstats.players.positions.forks import Arm, Forked
from dhstats.questions.forks.asking import AS_IT_IS, LEVEL, Asking, Beside, arms, spoken, study_of, tells, twins_of
from dhstats.questions.forks.explanation import game_with_turn
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import differences, first_differences
from dhstats.questions.shared.first_screen import GAMES, About, More, at_once, capital, change, either, spelt
from dhstats.questions.shared.hundred import in_hundred, no_matter, of_effect, to_know
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import Field, measured, number, ranged, table, text, whole
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS, SIGNED
from dhstats.seats import SEATS
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import ends
from dhstats.simulate.replays import Rematch
from dhstats.stats.estimates.clusters import mean
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import sidak_level
from dhstats.stats.positions.twins import Effect, Twins, effect
from dhstats.storage import Run

CONTINUATIONS, MOST_CONTINUATIONS = 2_000, 100_000
DEALS, CONTINUED = "deals", "continuations"
OPTIONS = {DEALS: "--deals", CONTINUED: "--continuations"}
MOST_NAMED = 3  # ways that may be the best, by name
GOES_ON = "if the game continues as it is"
CLOSE = "Change its cost or its effect if this should be a close choice."
MANY = "One difference per fork, clustered by deal; only positions count in which every arm is possible."
SINGLE = "One difference per continuation: both hands as they are, all other hidden cards shuffled again each time."


@dataclass(frozen=True)
class Arms:
    """How games went on: the twins of all arms, the first of which others are compared with, and one effect each."""

    where: str
    twins: Twins
    effects: tuple[Effect, ...]
    unit: str  # what is independent: deals, or the continuations of a single state

    @property
    def base(self) -> str:
        """What the others are compared with."""
        return self.twins.arms[0]

    @property
    def sure(self) -> str:
        """What the intervals of several are."""
        return f"simultaneous {100 * LEVEL:g} %" if len(self.effects) > 1 else ""


def asking(plan: Experiment, at: str, texts: Sequence[str], against: str) -> Asking:
    """The ways to go on from a moment of many games; BadInput for what belongs to a single state."""
    study = study_of(plan, at, texts, against)

    def told(lineup: Lineup, outcomes: Mapping[str, Forked], beside: Sequence[Beside], about: About) -> Answer:
        return answer(from_forks(study.moment, outcomes[study.moment], study.arms), about)

    return Asking([study], told)


def from_forks(moment: str, forked: Forked, arms: Sequence[Arm]) -> Arms:
    """What forks of many games say; DataProblem where the moment came in fewer than two deals."""
    if not tells(forked):
        raise DataProblem(
            f"the moment {moment} came in fewer than two deals, counting only forks where every --arm is possible:"
            " no result; use more --deals, or arms that are possible more often"
        )
    where = f"{moment} in {len(forked.forks):,} of {forked.games:,} games"
    return _compared(where, twins_of(arms, forked), DEALS)


def of_state(stored: Run, game_id: int, turn: int, texts: Sequence[str], against: str, continuations: int) -> Answer:
    """What comes of the ways to go on from one turn of a stored game."""
    ways = arms(catalogue.load(stored.manifest.game), texts, against, stored.manifest.rules)
    about = About.of(stored.manifest)
    about = replace(about, again=GAMES, title=f"turn {turn} of game {game_id} of {about.title}")
    return answer(from_state(stored, game_id, turn, ways, continuations), about)


def from_state(run: Run, game_id: int, turn: int, arms: Sequence[Arm], continuations: int = CONTINUATIONS) -> Arms:
    """What a single state of a stored game says, before its turn of this number, counted from 1."""
    check_range("--continuations", continuations, 2, MOST_CONTINUATIONS)
    table = Rematch(run.manifest, game_with_turn(run, game_id, turn).players)
    told = _with_moves(run, table, game_id, turn, arms)
    forked = table.fork(game_id, turn - 1, told, continuations)
    if not len(forked.forks):
        kinds = ", ".join(arm.kind for arm in arms if arm.kind)
        why = [f"no move is of the kind {kinds}"] if kinds else []
        if any(arm.before or arm.after or arm.rules for arm in arms):
            why.append("a player is in the middle of a turn, when only moves can be changed: choose the turn before")
        raise BadInput(f"--arm: in turn {turn} of game {game_id} {', or '.join(why)}")
    mover = f", {SEATS[int(forked.forks['seat'][0])]} player to move" if len(run.manifest.seats) > 1 else ""
    where = f"game {game_id} of {run.folder} before turn {turn}{mover}"
    scores, margins = (each[0].T[:, :, None] for each in ends(forked))
    return _compared(
        where, Twins(tuple(arm.name for arm in told), np.arange(continuations), scores, margins), CONTINUED
    )


def _with_moves(run: Run, table: Rematch, game_id: int, turn: int, arms: Sequence[Arm]) -> tuple[Arm, ...]:
    """The arms, those that play a certain move named by it in words; BadInput for a number that no legal move has."""
    if all(arm.move < 0 for arm in arms):
        return tuple(arms)
    seen = table.look_into(game_id, turn - 1, 1)
    teller = retelling.load(run.manifest.game)
    moves = [] if seen is None else list(seen.moves)

    def tell(move: Any) -> str:
        return teller.move(move, run.manifest.rules)

    if wrong := [arm.move + 1 for arm in arms if arm.move >= len(moves)]:
        listed = "; ".join(f"{number} {tell(move)}" for number, move in enumerate(moves, start=1))
        raise BadInput(f"--arm: there is no move {wrong[0]} in turn {turn}; legal moves: {listed or 'none'}")
    return tuple(
        replace(arm, name=tell(moves[arm.move])) if arm.move >= 0 and arm.name == f"move={arm.move + 1}" else arm
        for arm in arms
    )


def _compared(where: str, twins: Twins, unit: str) -> Arms:
    """Every arm against the first, with intervals that hold for all of them together."""
    base, *others = twins.arms
    level = sidak_level(LEVEL, len(others))
    every = [effect(twins, name, base, level) for name in others]
    found = tuple(replace(each, score=_of(each.score, unit), points=_of(each.points, unit)) for each in every)
    return Arms(where, twins, found, unit)


def _of(estimate: Estimate, unit: str) -> Estimate:
    return replace(estimate, interval=replace(estimate.interval, unit=unit))


# ---- Words -----------------------------------------------------------------------------------------------------


def answer(found: Arms, about: About) -> Answer:
    """Every way to play on in a sentence and a row; what it is `about` opens its page."""
    base = found.base
    method = (
        "Forks with common random numbers: every arm has the same cards to come and the same random draws."
        f" Differences from '{base}', t intervals, {100 * LEVEL:g} % simultaneous (Šidák). "
    ) + (MANY if found.unit == DEALS else SINGLE)
    alone = about.seats == 1
    every = [words.stated(each.points, SIGNED, "points", sure=found.sure) for each in found.effects]
    question, lead, opening = QUESTION_ALONE, capital(found.where), _opening_alone
    fields: tuple[Field, ...] = (
        text("way", "Way to play on", "one"), *measured("score", "Effect on the final score", "points", "points"),
        whole("forks", "Games played on, each way", "games", lambda _: found.twins.forks),
    )  # fmt: skip
    if not alone:
        fields = (
            text("way", "Arm", "one"), *measured("score", "Effect on the score", "share of a win"),
            *ranged("points", "Effect on the final lead", "points"),
            number("chance", "Chance to win", "share", lambda each: _chances(found, each.one).value),
            number("to_win", "Turned into a win", "share", "flips.to_win.value"),
            number("to_loss", "Turned into a loss", "share", "flips.to_loss.value"),
            whole("forks", "Games played on, each arm", "games", lambda _: found.twins.forks),
        )  # fmt: skip
        question, opening, every = QUESTION, going_on, [_worth(found, each) for each in found.effects]
        quoted = base if base == AS_IT_IS else f"with '{base}'"
        lead += f": the player to move wins {words.stated(_chances(found, base), PERCENT)} if it goes on {quoted}"
    findings = [Finding(f"{lead}.")]
    for at, (each, worth) in enumerate(zip(found.effects, every, strict=True)):
        findings.append(Finding(f"With '{each.one}' instead of '{base}': {worth}.", headline=at < 3))
    shown = table("arms", f"Against '{base}'", fields, found.effects)
    first = opening(found.effects, base, found.unit, about)
    return question.answered(findings, (shown,), first, method=method, caution=QUESTION.caution)


def _chances(found: Arms, name: str) -> Estimate:
    estimate = mean(found.twins.outcomes(name), found.twins.deals).estimate(LEVEL, (0.0, 1.0))
    return _of(estimate, found.unit)


def _worth(found: Arms, each: Effect) -> str:
    worth = words.stated(each.score, PERCENTAGE_POINTS, "games in 100", sure=found.sure)
    share = words.value(each.flips.same.taken_from(1.0), PERCENT)
    return f"{worth}, {words.value(each.points, SIGNED)} points; {share} of the games end differently"


def going_on(effects: Sequence[Effect], base: str, unit: str, about: About) -> Opening:
    """Which way to go on is best for whoever is to move; effects are those of all others against the first way."""
    most = max(effects, key=lambda each: each.score.value)
    score, several, gains = most.score, len(effects) > 1, most.score.value > 0.0
    near = [each for each in effects if gains and each is not most and each.score.interval.high >= score.interval.low]
    verdict = "undecided" if score.interval.contains(0.0) else "leaning" if near else "unbalanced"
    if all(of_effect(each.score.interval) == "balanced" for each in effects):
        verdict = "balanced"  # none makes a difference that matters
    more = More(about.deals if unit == DEALS and about.deals else score.interval.n, unit, OPTIONS[unit])
    one, other = spoken(most.one), spoken(base)
    by = f"{'by' if other.startswith('playing ') else 'with'} {other}"
    wins = f"the player to move wins {in_hundred(score, GOES_ON if base == AS_IT_IS else by)}"
    question = (
        f"Which of {spelt(len(effects) + 1)} ways to play on is best in {about.title}?"
        if several
        else f"Is {one} better than {other} in {about.title}?"
    )
    named = either([one, *(spoken(each.one) for each in near)]) if len(near) < MOST_NAMED else one
    first = one if not near or verdict == "undecided" else named
    wins = f"with the first, {wins}" if first != one else wins
    yes = {"balanced": f"Neither, or by {no_matter()}: ", "undecided": "Not known yet: in these games "}
    sentence = f"{yes.get(verdict, 'Yes: ' if gains else 'No: ')}{wins}"
    answer = capital(_best(first, verdict, wins, gains)) if several else sentence
    reach, decision = change(score.interval, of=len(effects)), more.advice if near else CLOSE
    known = f"{one} is {'worse' if score.value < 0.0 else 'better'} than {other}, {reach}"
    if verdict == "balanced":
        known = f"{one} differs from {other} by {no_matter()}, {reach}"
        decision = "Make the difference larger if this should be a choice."
    elif verdict == "undecided":
        known = f"{one} may be better or worse than {other}, {reach}"
        decision = to_know(score.value, score.interval, more.unit, more.option, more.n)
    elif near:
        others = either([spoken(each.one) for each in near]) if len(near) < MOST_NAMED else f"{spelt(len(near))} others"
        known += f"; whether it is better than {others} is open"
    written = ", ".join(dict.fromkeys(name for name in (*(each.one for each in effects), base) if "=" in name))
    return about.opening(question, f"{answer}, {about.between}.", verdict, known, decision, more, written=written)


def _best(one: str, verdict: str, wins: str, gains: bool) -> str:
    if verdict == "balanced":
        return f"none, or by {no_matter()}: with {one} {wins}"
    if verdict == "undecided":
        best = f"The best so far is {one}:" if gains else f"So far none is better: with {one}"
        return f"Not known yet. {best} {wins}"
    if not gains:
        return f"The first one: even with {one} {wins}"
    return f"{'Perhaps ' if verdict == 'leaning' else ''}{one}: {wins}"


def _opening_alone(effects: Sequence[Effect], base: str, unit: str, about: About) -> Opening:
    """The way that brings most beside the first one."""
    most = max(effects, key=lambda each: each.points.value)
    interval, digits = most.points.interval, words.digits_of(most.points)
    same = all(each.points.se == each.points.value == 0.0 for each in effects)
    open_ = interval.contains(0.0) and not same
    verdict = "balanced" if same else "undecided" if open_ else "unbalanced"
    more = "more" if most.points.value >= 0.0 else "fewer"
    one, other = spoken(most.one), spoken(base)
    points = f"{words.number(abs(most.points.value), digits)} points {more} with {one} than {other}"
    yes = "Neither" if same else "Yes" if most.points.value > 0.0 else "No"
    question = f"Is {one} better than {other} in {about.title}?"
    if len(effects) > 1:
        yes = "None" if same else capital(one if most.points.value > 0.0 else other)
        question = f"Which of {spelt(len(effects) + 1)} ways to play on brings the most points in {about.title}?"
    start = "Not known yet: in these games" if open_ else f"{yes}:"
    level = "95 %" if len(effects) > 1 else words.level(interval)  # of all together
    reach = f"{words.reach(interval, digits, sign=True)} points, {level} interval{at_once(len(effects))}"
    played = More(about.deals if unit == DEALS and about.deals else interval.n, unit, OPTIONS[unit])
    decision = played.advice if open_ else "Take it if this is what you want."
    answer, known = f"{start} the player ends with {points}, {about.between}.", ""
    if same:
        known = f", the same in all {interval.n:,} {interval.unit}"
    return about.opening(question, answer, verdict, f"{reach}{known}", decision, played)


QUESTION = Question(
    "what_if",
    "What if?",
    charts=(differences("Every way to play on", "arms"),),
    first=(first_differences("What each way to play on changes", "arms"),),
    read="Each row is an arm, a way to play on: how much more often the player to move wins than with the arm it is"
    " compared with, with the same cards to come in both. To the right of the line it is better for them.",
    caution="The players learnt under the unchanged rules. A change at one moment says nothing about games that have"
    " it from the start: use `dhstats compare` for those.",
)
QUESTION_ALONE = Question(
    "what_if_alone",
    "What if?",
    charts=(differences("Every way to play on, in points", "arms", form="+.2f"),),
    first=(differences("What each way to play on changes, in points", "arms", form="+.2f"),),
    read="Each row is a way to play on: by how many points more the player ends than in the way it is compared with,"
    " with the same cards to come in both. To the right of the line it is better.",
)
