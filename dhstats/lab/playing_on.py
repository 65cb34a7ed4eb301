"""A stored game that somebody plays on at the table: from any turn, under its rules or others that led to the same."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dhstats.errors import BadInput, DataProblem
from dhstats.games import catalogue
from dhstats.games.ruleset import RuleSet
from dhstats.lab import chairs
from dhstats.lab.shelf import name_of
from dhstats.lab.table.session import Session
from dhstats.lab.table.setup import Chair, Opened, Origin, Setup, open_table, person
from dhstats.lab.table.telling import Follower, Unfollowed
from dhstats.players.positions.judging import Chance
from dhstats.report.page.page import seen
from dhstats.simulate.people.writing import game_of
from dhstats.simulate.plans.experiment import rules_of
from dhstats.simulate.replays import kept_game, version_problem
from dhstats.simulate.tables import Row, recorded, seated
from dhstats.storage import Run

Array = np.ndarray[Any, Any]
OPTIONS = "legal_moves"  # a column that tells of what was not played
SEEN = "You could see all of this game in the room Games."


@dataclass(frozen=True)
class Wanted:
    """What is asked for: a game of a run after so many turns, and who plays on.

    `seat` is that of the person, None: who has to decide. `others` is the program at all other seats, "" for those who
    played. `settings` change the rules.
    """

    run: Run
    number: int
    turn: int
    seat: int | None = None
    others: str = ""
    settings: tuple[str, ...] = ()
    name: str = "Player 1"


def places(run: Run) -> list[str]:
    """The programs that can be seated at once for the games of a run."""
    bundle = catalogue.load(run.manifest.game)
    return chairs.ready(chairs.programs(bundle, rules_of(run.manifest)))


def session(wanted: Wanted) -> Session:
    """The game at a table of its own."""
    run, manifest = wanted.run, wanted.run.manifest
    if other := version_problem(catalogue.load(manifest.game), manifest):
        raise DataProblem(other)
    row, turns, _ = kept_game(run, wanted.number)
    if wanted.turn >= len(turns):
        raise BadInput(f"turn: the game is over after {len(turns)}; play on from one before")
    chance, rules = _chance(run, wanted.number, row), rules_of(manifest, wanted.settings)
    seat = int(turns[wanted.turn]["seat"]) if wanted.seat is None else wanted.seat
    sitting, replaced = _chairs(wanted, seated(manifest, row), rules, seat)
    # What has to be said of a game that goes on, and kept with it
    number, turn = wanted.number, wanted.turn
    moment = f"after {'the deal' if not turn else f'turn {turn}'} of game {number}"
    said = [f"This game continues {moment} of {seen(manifest.name)}. {SEEN}"]
    if wanted.settings:
        changed = seen(", ".join(wanted.settings))
        said.append(f"With {changed}: under these rules as well the game comes to this moment in the same way.")
    said += [
        f"{seen(each)}, who played there, cannot play here; another player takes their place." for each in replaced
    ]
    note, place = {"branched_after": turn, "of_run": manifest.name, "of_game": number}, name_of(run.folder)
    draws = tuple[int, ...]()  # the numbers by seat at which programs drew; nothing of games of people
    if not manifest.log:
        arm = manifest.design.arms[number % len(manifest.design.arms)]
        draws = tuple(arm.replicate * len(arm.players) + each for each in arm.players)
    origin = Origin(rules, chance.layout, draws, tuple(said), f"games/{place}/{number}/{turn}", note)
    setup = Setup(manifest.game, sitting, rules.name, seed=chance.seed, deal=chance.deal, origin=origin)
    opened, rows = open_table(setup), recorded(catalogue.load(manifest.game), turns[: wanted.turn])
    try:
        if wanted.settings:
            _check_same(wanted, replace(opened, rules=rules_of(manifest)), opened, rows)
        return Session(opened, rows)
    except Unfollowed as problem:
        raise DataProblem(f"{run.folder}: game {wanted.number} cannot be followed: {problem}") from problem


def _chance(run: Run, number: int, row: Row) -> Chance:
    """Where the deal of a game lies; BadInput where its cards were told one by one."""
    if not run.manifest.log:
        return Chance(run.manifest.seed, int(row["deal_id"]), int(row.get("layout", row["swapped"]) or 0))
    game = game_of(run.folder, run.manifest, number)
    if game.dealt is not None:
        unknown = "nobody knows those that lie below, to play on with"
        raise BadInput(f"the cards of this game were told one by one: {unknown}")
    return game.chance


def _chairs(wanted: Wanted, players: Sequence[str], rules: RuleSet, seat: int) -> tuple[tuple[Chair, ...], list[str]]:
    """Who sits where, and who of those who played cannot be seated."""
    bundle = catalogue.load(wanted.run.manifest.game)
    if not 0 <= seat < len(players):
        raise BadInput(f"seat: must be from 0 to {len(players) - 1}, not {seat}")
    offered = chairs.programs(bundle, rules)
    names = chairs.ready(offered)
    if wanted.others:
        chairs.chairs([{"program": wanted.others}], offered)
    sitting = [wanted.others or (each if each in names else chairs.usual(bundle, rules, names)) for each in players]
    missing = [each for at, each in enumerate(players) if at != seat and not wanted.others and each not in names]
    told = tuple(person(wanted.name) if at == seat else Chair(each) for at, each in enumerate(sitting))
    return told, list(dict.fromkeys(missing))


def _check_same(wanted: Wanted, base: Opened, changed: Opened, rows: Array) -> None:
    """BadInput where the game so far would not have been the same under the changed rules, to the last hidden card."""
    was, now = Follower(base), Follower(changed)
    before = was.reach(rows)
    try:
        after = now.reach(rows)
    except Unfollowed as problem:
        raise BadInput(_too_late(wanted, f"turn {problem.turn} could not have been played as it was")) from problem
    if after.over:
        raise BadInput(_too_late(wanted, "the game would be over by then"))
    for turn, (one, other) in enumerate(zip(before.rows, after.rows, strict=True), start=1):
        names = [name for name in one.dtype.names if name != OPTIONS and one[name] != other[name]]
        if names:
            raise BadInput(_too_late(wanted, f"turn {turn} would have ended otherwise ({names[0].replace('_', ' ')})"))
    if was.lies() != now.lies():
        raise BadInput(_too_late(wanted, "the cards would lie otherwise by then"))


def _too_late(wanted: Wanted, why: str) -> str:
    changed = ", ".join(wanted.settings)
    command = ["dhstats", "fork", str(wanted.run.folder), str(wanted.number), "--turn", str(wanted.turn + 1)]
    shown = shlex.join([*command, "--arm", changed])
    return f"{seen(changed)}: under these rules {why}; `{seen(shown)}` changes rules in the middle of a game"
