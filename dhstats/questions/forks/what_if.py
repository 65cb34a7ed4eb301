"""What if? Games that go on in several ways from one moment: how much more often the player to move wins in each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats.engine.arms import FREE
from dhstats.errors import BadInput, DataProblem, check_range, nearest
from dhstats.games import catalogue, retelling
from dhstats.games.bundle import GameBundle
from dhstats.players.positions.forks import SIDES, Arm, Change, Forked, change_code, forking_of
from dhstats.questions.forks.explanation import game_with_turn
from dhstats.questions.forks.openings import AS_IT_IS, OUTSIDE_BRACKETS, going_on, spoken
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table
from dhstats.questions.shared.charts import differences, first_differences
from dhstats.questions.shared.first_screen import GAMES, SURENESS, About, More, at_once, capital, spelt
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import measured, number, ranged, table, text, whole
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS, SIGNED
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import Study, ends
from dhstats.simulate.replays import Rematch
from dhstats.stats.estimates.clusters import mean
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import sidak_level
from dhstats.stats.positions.twins import Effect, Twins, effect
from dhstats.storage import Run
from dhstats.storage.manifest import SEATS

Array = np.ndarray[Any, Any]
LEVEL = 0.95
CONTINUATIONS, MOST_CONTINUATIONS = 2_000, 100_000
DEALS, CONTINUED = "deals", "continuations"
HOW_TO_READ = (
    "Each row is an arm, a way to play on: how much more often the player to move wins than with the"
    " arm it is compared with, with the same cards to come in both. To the right of the line it is"
    " better for them."
)
MANY = "One difference per fork, clustered by deal; only positions count in which every arm is possible."
SINGLE = "One difference per continuation: both hands as they are, all other hidden cards shuffled again each time."
CAUTION = (
    "The players learnt under the unchanged rules. A change at one moment says nothing about games"
    " that have it from the start: use `dhstats compare` for those."
)


@dataclass(frozen=True)
class Arms:
    """How games went on: the twins of all arms, the first of which the others are compared with, and one effect each.

    `unit` says what is independent: deals, or the continuations of a single state.
    """

    where: str
    twins: Twins
    effects: tuple[Effect, ...]
    unit: str


def from_forks(moment: str, forked: Forked, arms: Sequence[Arm]) -> Arms:
    """What forks of many games say; DataProblem where the moment came in fewer than two deals."""
    deals = np.asarray(forked.forks["deal"])
    if len(np.unique(deals)) < 2:
        raise DataProblem(
            f"the moment {moment} came in fewer than two deals, counting only forks where every --arm is possible:"
            " no result; use more --deals, or arms that are possible more often"
        )
    scores, margins = ends(forked)
    where = f"{moment} in {len(deals):,} of {forked.games:,} games"
    return _compared(where, Twins(_names(arms), deals, scores, margins), DEALS)


def from_state(run: Run, game_id: int, turn: int, arms: Sequence[Arm], continuations: int = CONTINUATIONS) -> Arms:
    """What a single state of a stored game says, before its turn of this number, counted from 1.

    Raises BadInput for a turn or a move that the game has not, DataProblem where it cannot be played again.
    """
    check_range("--continuations", continuations, 2, MOST_CONTINUATIONS)
    table = Rematch(run.manifest, game_with_turn(run, game_id, turn).players)
    told = _with_moves(run, table, game_id, turn, arms)
    forked = table.fork(game_id, turn - 1, told, continuations)
    if not len(forked.forks):
        raise BadInput(f"--arm: in turn {turn} of game {game_id} {_why_not(arms)}")
    scores, margins = ends(forked)
    seats = len(run.manifest.seats)
    mover = f", {SEATS[int(forked.forks['seat'][0])]} player to move" if seats > 1 else ""
    where = f"game {game_id} of {run.folder} before turn {turn}{mover}"
    one_each = (scores[0].T[:, :, None], margins[0].T[:, :, None])
    return _compared(where, Twins(_names(told), np.arange(continuations), *one_each), CONTINUED)


def _why_not(arms: Sequence[Arm]) -> str:
    """Why a state cannot be gone on with in all of these ways."""
    kinds = ", ".join(arm.kind for arm in arms if arm.kind)
    reasons = [f"no move is of the kind {kinds}"] if kinds else []
    if any(arm.before or arm.after or arm.rules for arm in arms):
        reasons.append("a player is in the middle of a turn, where nothing changes but moves: choose the one before")
    return ", or ".join(reasons)


def _with_moves(run: Run, table: Rematch, game_id: int, turn: int, arms: Sequence[Arm]) -> tuple[Arm, ...]:
    """The arms, those that play a certain move named by it in words; BadInput for a number that no legal move has."""
    if all(arm.move < 0 for arm in arms):
        return tuple(arms)
    seen = table.look_into(game_id, turn - 1, 1)
    moves = [] if seen is None else list(seen.moves)
    teller = retelling.load(run.manifest.game)

    def tell(move: Any) -> str:
        return teller.move(move, run.manifest.rules)

    if wrong := [arm.move + 1 for arm in arms if arm.move >= len(moves)]:
        listed = "; ".join(f"{number} {tell(move)}" for number, move in enumerate(moves, start=1))
        raise BadInput(f"--arm: there is no move {wrong[0]} in turn {turn}; legal moves: {listed or 'none'}")
    return tuple(
        replace(arm, name=tell(moves[arm.move])) if arm.move >= 0 and arm.name == f"move={arm.move + 1}" else arm
        for arm in arms
    )


def _names(arms: Sequence[Arm]) -> tuple[str, ...]:
    return tuple(arm.name for arm in arms)


def _compared(where: str, twins: Twins, unit: str) -> Arms:
    """Every arm against the first, with intervals that hold for all of them together."""
    base, *others = twins.arms
    level = sidak_level(LEVEL, len(others))
    found = tuple(_in_units(effect(twins, name, base, level), unit) for name in others)
    return Arms(where, twins, found, unit)


def _in_units(found: Effect, unit: str) -> Effect:
    return replace(found, score=_of(found.score, unit), points=_of(found.points, unit))


def _of(estimate: Estimate, unit: str) -> Estimate:
    return replace(estimate, interval=replace(estimate.interval, unit=unit))


def answer(found: Arms, about: About) -> Answer:
    """Every way to play on in a sentence and a row; what it is `about` opens its page."""
    base = found.twins.arms[0]
    method = (
        "Forks with common random numbers: every arm has the same cards to come and the same random draws."
        f" Differences from '{base}', t intervals, {100 * LEVEL:g} % simultaneous (Šidák). "
    ) + (MANY if found.unit == DEALS else SINGLE)
    if about.seats == 1:
        return answer_alone(found, about, method, CAUTION)
    sentences = [Finding(_sentence(found, each, base), headline=at < 3) for at, each in enumerate(found.effects)]
    lead = Finding(f"{found.where[0].upper()}{found.where[1:]}: {_chance(found, base)} if it goes on {_quoted(base)}.")
    return Answer(
        "what_if", "What if?", (lead, *sentences), (_table(found),), HOW_TO_READ, method, CAUTION, (),
        going_on(found.effects, base, found.unit, about),
    )  # fmt: skip


def _quoted(name: str) -> str:
    return name if name == AS_IT_IS else f"with '{name}'"


def _chances(found: Arms, name: str) -> Estimate:
    told = mean(found.twins.outcomes(name), found.twins.deals).estimate(LEVEL, (0.0, 1.0))
    return _of(told, found.unit)


def _chance(found: Arms, name: str) -> str:
    return f"the player to move wins {words.stated(_chances(found, name), PERCENT)}"


def _sentence(found: Arms, each: Effect, base: str) -> str:
    sure = f"simultaneous {100 * LEVEL:g} %" if len(found.effects) > 1 else ""
    worth = words.stated(each.score, PERCENTAGE_POINTS, "percentage points of chance to win", sure=sure)
    share = words.value(each.flips.same.taken_from(1.0), PERCENT)
    return (
        f"With '{each.one}' instead of '{base}': {worth}, {words.value(each.points, SIGNED)} points;"
        f" {share} of the games end differently."
    )


def _table(found: Arms) -> Table:
    fields = (
        text("way", "Arm", "one"), *measured("score", "Effect on the score", "share of a win"),
        *ranged("points", "Effect on the final lead", "points"),
        number("chance", "Chance to win", "share", lambda each: _chances(found, each.one).value),
        number("to_win", "Turned into a win", "share", "flips.to_win.value"),
        number("to_loss", "Turned into a loss", "share", "flips.to_loss.value"),
        whole("forks", "Games played on, each arm", "games", lambda _: found.twins.forks),
    )  # fmt: skip
    return table("arms", f"Against '{found.twins.arms[0]}'", fields, found.effects)


def of_state(stored: Run, game_id: int, turn: int, texts: Sequence[str], against: str, continuations: int) -> Answer:
    """What comes of the ways to go on from one turn of a stored game."""
    ways = arms(catalogue.load(stored.manifest.game), texts, against, stored.manifest.rules)
    about = About.of(stored.manifest)
    about = replace(about, again=GAMES, title=f"turn {turn} of game {game_id} of {about.title}")
    return answer(from_state(stored, game_id, turn, ways, continuations), about)


def study_of(plan: Experiment, at: str, texts: Sequence[str], against: str) -> Study:
    """The ways to go on from a moment of many games; BadInput for what belongs to a single state."""
    bundle = catalogue.load(plan.game)
    rules = bundle.rule_files.load(plan.rules, plan.settings).effective
    study = Study(bundle.spell(rules, "at", at), arms(bundle, texts, against, rules))
    if single := [each.name for each in study.arms if each.move >= 0]:
        raise BadInput(f"--arm {single[0]!r}: belongs to a single state, as in `dhstats fork RUN 17 --turn 23`")
    return study


PLAY, MOVE = "play", "move"
SWITCHES = {"off": 0, "on": 1, "no": 0, "yes": 1}
MOST_ARMS, MOST_LETTERS = 20, 2000


def arm(bundle: GameBundle, text: str, effective: Mapping[str, Any] | None = None) -> Arm:
    """An arm from its text: changes with commas between them, and a name before a colon if one is wanted.

    Words that only the `effective` rules can tell, such as names of cards, are looked up in them.

    A change is an intervention of the game (figure=mover), the first move (play=KIND or move=NUMBER), or a rule from
    here on (KEY=VALUE). BadInput, with what is known, for anything else; rules themselves are checked when they load.
    """
    if len(text) > MOST_LETTERS:
        raise BadInput(f"--arm: longer than {MOST_LETTERS:,} letters")
    name, colon, rest = text.partition(":")
    named = colon and "=" not in name
    said = rest if named else text
    if said.strip() == AS_IT_IS:
        return Arm(name.strip() if named else AS_IT_IS)
    changes: list[Change] = []
    rules: list[str] = []
    first: dict[str, str] = {}
    for part in OUTSIDE_BRACKETS.split(said):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value):
            raise BadInput(f"--arm {text!r}: {part.strip()!r} is not KEY=VALUE")
        value = bundle.spell(effective, key, value) if effective is not None else value
        if key in (PLAY, MOVE):
            first[key] = value
        elif key in forking_of(bundle).changes:
            changes.append((key, _value(bundle, text, key, value)))
            change_code(bundle, text, *changes[-1])
        elif "." in key:
            rules.append(f"{key}={value}")
        else:
            known = (*forking_of(bundle).changes, PLAY, MOVE)
            raise BadInput(f"--arm {text!r}: {key!r} is not known; {nearest(key, known)}; or a rule key with a dot")
    return _arm_of(bundle, text, name.strip() if named else said.strip(), changes, first, rules)


def _arm_of(
    bundle: GameBundle, text: str, name: str, changes: Sequence[Change], first: dict[str, str], rules: Sequence[str]
) -> Arm:
    kind, number = first.get(PLAY, ""), first.get(MOVE, "")
    if kind and kind not in forking_of(bundle).kinds:
        raise BadInput(f"--arm {text!r}: play: {nearest(kind, forking_of(bundle).kinds)}")
    if number and not (number.isdecimal() and 1 <= int(number[:9]) <= 10**6):
        raise BadInput(f"--arm {text!r}: move must be the number of a legal move, from 1, not {number!r}")
    move = int(number) - 1 if number else FREE
    costly = forking_of(bundle).costly
    after = tuple(change for change in changes if first and change[0] in costly)
    before = tuple(change for change in changes if change not in after)
    return Arm(name, before, after, kind=kind, move=move, rules=tuple(rules))


def _value(bundle: GameBundle, text: str, key: str, value: str) -> int:
    """The value of an intervention: a side for the one that hands an item over, a switch, or a whole number."""
    if key in forking_of(bundle).handed:
        nobody, *players = SIDES[: bundle.game.seats + 1]
        if value not in (nobody, *players):
            raise BadInput(f"--arm {text!r}: {key} must be one of {', '.join((*players, nobody))}, not {value!r}")
        return SIDES.index(value)
    if value in SWITCHES:
        return SWITCHES[value]
    if not re.fullmatch(r"[+-]?\d{1,4}", value):
        raise BadInput(f"--arm {text!r}: {key} must be on, off or a whole number up to 9999, not {value!r}")
    return int(value)


def arms(
    bundle: GameBundle, texts: Sequence[str], against: str, effective: Mapping[str, Any] | None = None
) -> tuple[Arm, ...]:
    """The arms of a study: what they are compared with, then each of the others; BadInput for two of one name."""
    if not 1 <= len(texts) < MOST_ARMS:
        raise BadInput(f"--arm: name from 1 to {MOST_ARMS - 1} ways to play on, not {len(texts)}")
    found = tuple(arm(bundle, text, effective) for text in (against, *texts))
    names = [each.name for each in found]
    if twice := [name for at, name in enumerate(names) if name in names[:at]]:
        raise BadInput(f"--arm: {twice[0]!r} is named twice; rename one, as in --arm 'NAME: CHANGE'")
    return found


QUESTION = Question(
    "what_if",
    charts=(differences("Every way to play on", "arms"),),
    first=(first_differences("What each way to play on changes", "arms"),),
)


WHAT_IF_ALONE = "what_if_alone"
READ_ALONE = (
    "Each row is a way to play on: by how many points more the player ends than in the way it is compared with, with"
    " the same cards to come in both. To the right of the line it is better."
)


def answer_alone(found: Arms, about: About, method: str, caution: str) -> Answer:
    """Every way to play on in a sentence and a row."""
    base, sure = found.twins.arms[0], "simultaneous 95 %" if len(found.effects) > 1 else ""
    lead = Finding(f"{capital(found.where)}.")
    told = [
        Finding(
            f"With '{each.one}' instead of '{base}': {words.stated(each.points, SIGNED, 'points', sure=sure)}.",
            headline=at < 3,
        )
        for at, each in enumerate(found.effects)
    ]
    fields = (
        text("way", "Way to play on", "one"), *measured("score", "Effect on the final score", "points", "points"),
        whole("forks", "Games gone on with, each way", "games", lambda _: found.twins.forks),
    )  # fmt: skip
    rows = table("arms", f"Against '{base}'", fields, found.effects)
    opening = _opening_alone(found.effects, base, found.unit, about)
    return Answer(WHAT_IF_ALONE, "What if?", (lead, *told), (rows,), READ_ALONE, method, caution, (), opening)


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
        question = f"Which of {spelt(len(effects) + 1)} ways to play on brings most in {about.title}?"
    start = "Not known yet: in these games" if open_ else f"{yes}:"
    level = "95 %" if len(effects) > 1 else words.level(interval)  # of all together
    reach = f"{words.reach(interval, digits, sign=True)} points, {level} interval{at_once(len(effects))}"
    sure = f"{SURENESS[verdict]}: {reach}{f', the same in all {interval.n:,} {interval.unit}' if same else ''}."
    options = {"deals": "--deals", "continuations": "--continuations"}
    played = More(about.deals if unit == "deals" and about.deals else interval.n, unit, options[unit])
    decision = played.advice if open_ else "Take it if this is what you want."
    return Opening(
        question=question,
        answer=f"{start} the player ends with {points}, {about.between}.",
        sureness=sure,
        decision=about.next(decision, verdict, played),
        verdict=verdict,
        caution=about.caution,
    )


QUESTION_ALONE = Question(
    WHAT_IF_ALONE,
    charts=(differences("Every way to play on, in points", "arms", form="+.2f"),),
    first=(differences("What each way to play on changes, in points", "arms", form="+.2f"),),
)
