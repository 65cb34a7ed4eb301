"""What is asked of forks: games in which everybody begins once in every deal, copied at moments and played on in ways.

`value` hands things over, `fork` goes on in ways that are named, `cards` plays cards of a deck; each declares its
studies and who answers them. All ways to go on from a moment have the same cards to come.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from dhstats import machine
from dhstats.engine.arms import FREE
from dhstats.errors import BadInput, check_range, nearest
from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle, Item
from dhstats.players.match import Lineup
from dhstats.players.positions.forks import SIDES, UNIFORM, Arm, Forked, Rollouts, State, change_code, forking_of
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer
from dhstats.questions.shared.first_screen import About
from dhstats.questions.verdicts.lopsided import CLEAR, Lopsided
from dhstats.quoting import different_names
from dhstats.simulate.plans.experiment import Experiment, checked
from dhstats.simulate.positions.forks import Study, check_names, ends
from dhstats.simulate.replays import Rematch, lineup_again
from dhstats.simulate.work.workers import in_order, on_each_thread
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.positions.twins import Effect, Twins
from dhstats.storage import Run

LEVEL = 0.95
LONGEST_NAME = 100  # letters of the name of such games
CLAIM = ("wins", "whoever has it", "having it")
AS_IT_IS = "as it is"
PLAYERS = {"mover": "the player to move", "opponent": "the opponent", "nobody": "nobody"}
OUTSIDE_BRACKETS = re.compile(r",(?![^\[]*\])")
PART = re.compile(r"([^=]+)=(.*)")
PLAY, MOVE = "play", "move"
SWITCHES = {"off": 0, "on": 1, "no": 0, "yes": 1}
MOST_ARMS, MOST_LETTERS = 20, 2000
Watch = Callable[[int, int], None]  # how many turns are done, of how many; what it raises ends the work


@dataclass(frozen=True)
class Setting:
    """Where the value of a thing is asked for once more: its name, what kind of setting it is, and its games."""

    name: str
    kind: str
    plan: Experiment


@dataclass(frozen=True)
class Beside:
    """The swing at a random turn in another setting, and the naive difference there, if there is one."""

    name: str
    kind: str
    effect: Effect
    naive: Estimate | None
    cautions: tuple[str, ...] = ()  # what has to be said of the players there


@dataclass(frozen=True)
class Asking:
    """A question that forks answer: where games are copied and how they go on, and the answer from all of that."""

    studies: Sequence[Study]
    answer: Callable[[Lineup, Mapping[str, Forked], Sequence[Beside], About], Answer]
    item: Item | None = None  # the single thing whose value is asked for in settings elsewhere too
    elsewhere: Callable[[Experiment], Sequence[Setting]] = lambda _: ()


def players_of(written: str) -> tuple[str, ...]:
    """Who plays the games; BadInput for nobody."""
    if not (names := different_names(written)):
        raise BadInput(f"--strategies: one for a mirror or two for a match, not {written!r}")
    return names


def named(plan: Experiment, command: str) -> Experiment:
    """The games, named after what is played if they have no name; BadInput for what cannot be."""
    usual = f"{command}-{catalogue.short(plan.game)}-{Path(plan.rules).stem}-{'-'.join(plan.strategies)}"[:LONGEST_NAME]
    name = (plan.name or usual).replace(":", "_").replace("/", "_")
    return checked(replace(plan, name=name), command).with_seed()


def of_deals(plan: Experiment, deals: int | None = None) -> tuple[Experiment, int]:
    """The games of so many deals, or of as many as the plan's games make: as many a deal as there are seats."""
    bundle = catalogue.load(plan.game)
    seats = bundle.players(bundle.rule_files.load(plan.rules, plan.settings).record())
    check_names(plan.strategies, seats)
    wanted = -(-plan.games // seats) if deals is None else deals
    check_range("--deals", wanted, 2, 10**7)
    return replace(plan, games=seats * wanted), wanted


def tells(forked: Forked) -> bool:
    """Whether a moment came in as many deals as it takes to say anything."""
    return len(np.unique(forked.forks["deal"])) >= 2


def twins_of(arms: Sequence[Arm], forked: Forked) -> Twins:
    """Forks as the player to move sees them: how every continuation of every arm ended for them."""
    return Twins(tuple(arm.name for arm in arms), np.asarray(forked.forks["deal"]), *ends(forked))


def lopsided_forks(names: Sequence[str], outcomes: Mapping[str, Forked]) -> Lopsided | None:
    """Who wins nearly always in every arm, against whom, and with what share of the wins where they win least.

    At turns drawn by lot, else at the first moment asked for; `names` are the players of a match of two in the order of
    its plan, the second of whom begins the second game of a deal. None for others, and for forks that never came.
    """
    forked = outcomes.get(UNIFORM) or next(iter(outcomes.values()))
    if len(names) != 2 or not len(forked.forks) or forked.forks["seat"].max() > 1:
        return None
    score, _ = ends(forked)
    moves = np.asarray(forked.forks["seat"] == forked.forks["member"])[:, None, None]
    by_arm = np.where(moves, score, 1.0 - score).mean(axis=(0, 2))
    least = {(names[0], names[1]): by_arm.min(), (names[1], names[0]): 1.0 - by_arm.max()}
    (stronger, other), share = max(least.items(), key=lambda each: each[1])
    return Lopsided(stronger, (other,), float(share), CLAIM) if share > CLEAR else None


class Looking:
    """One game of a run, whose turns are played on so many times; the same numbers for any number of workers."""

    def __init__(
        self, run: Run, game_id: int, players: Sequence[str], replicates: int, workers: int | None = None
    ) -> None:
        """DataProblem if rules or strategies are no longer what they were."""
        lineup = lineup_again(run.manifest, players)
        self._table = on_each_thread(lambda: Rematch(run.manifest, players, lineup))
        self._game, self._replicates, self._workers = game_id, replicates, workers or machine.processors()
        self._table().state(game_id, 0, replicates)  # compiles what threads would compile each for themselves

    def look(self, turn: int, which: Callable[[State], Sequence[int]]) -> Rollouts | None:
        """A turn, counted from 0, with some of its moves played on; None where there was nothing to choose."""
        state = self._table().state(self._game, turn, self._replicates)
        if state is None:
            return None
        return self._table().look_into(self._game, turn, self._replicates, which(state))

    def every(self, turns: int, which: Callable[[State], Sequence[int]], watch: Watch) -> list[Rollouts | None]:
        """The same of all turns."""
        found: list[Rollouts | None] = []
        with (
            ThreadPoolExecutor(self._workers) as pool,
            closing(
                in_order(pool, "explain", lambda turn: self.look(turn, which), range(turns), 2 * self._workers)
            ) as looked,
        ):
            watch(0, turns)
            for each in looked:
                found.append(each)
                watch(len(found), turns)
        return found


# ---- Ways to go on as a person writes them ----------------------------------------------------------------------


def study_of(plan: Experiment, at: str, texts: Sequence[str], against: str) -> Study:
    """The ways to go on from a moment of many games; BadInput for what belongs to a single state."""
    bundle = catalogue.load(plan.game)
    rules = bundle.rule_files.load(plan.rules, plan.settings).effective
    study = Study(bundle.spell(rules, "at", at), arms(bundle, texts, against, rules))
    if single := [each.name for each in study.arms if each.move >= 0]:
        raise BadInput(f"--arm {single[0]!r}: belongs to a single state, as in `dhstats fork RUN 17 --turn 23`")
    return study


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
    changes: list[tuple[str, int]] = []
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
    kind, move = _first_move(bundle, text, first)
    after = tuple(change for change in changes if first and change[0] in forking_of(bundle).costly)
    before = tuple(change for change in changes if change not in after)
    return Arm(name.strip() if named else said.strip(), before, after, kind=kind, move=move, rules=tuple(rules))


def _first_move(bundle: GameBundle, text: str, first: Mapping[str, str]) -> tuple[str, int]:
    """The kind of the first move or its number, from 0; BadInput for what is none."""
    kind, number = first.get(PLAY, ""), first.get(MOVE, "")
    if kind and kind not in forking_of(bundle).kinds:
        raise BadInput(f"--arm {text!r}: play: {nearest(kind, forking_of(bundle).kinds)}")
    if number and not (number.isdecimal() and 1 <= int(number[:9]) <= 10**6):
        raise BadInput(f"--arm {text!r}: move must be the number of a legal move, from 1, not {number!r}")
    return kind, int(number) - 1 if number else FREE


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


def spoken(name: str) -> str:
    """A way to go on as a sentence has it: "playing claim", "the figure with the player to move"."""
    if name == AS_IT_IS:
        return "going on as it is"
    parts = []
    for part in OUTSIDE_BRACKETS.split(name):
        match = PART.fullmatch(part.strip())
        if match is None:
            parts.append(f"the move “{part.strip()}”")
        elif match[1] == PLAY:
            parts.append(f"playing {words.spoken(match[2])}")
        elif match[2] in PLAYERS:
            parts.append(f"the {words.spoken(match[1])} with {PLAYERS[match[2]]}")
        else:
            parts.append(f"{words.spoken(match[1]).replace('.', ' ')} {match[2]}")
    return words.listed(parts)
