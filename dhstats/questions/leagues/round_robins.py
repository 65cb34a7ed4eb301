"""The games of questions in which players all meet on the same deals, and those in which rungs of a ladder do."""

from dataclasses import replace
from pathlib import Path
from typing import Literal

from dhstats.errors import BadInput, check_range
from dhstats.games.catalogue import short
from dhstats.players.roster import LADDER
from dhstats.questions.leagues.league import MOST_CELLS
from dhstats.simulate.plans.company import refuse_alone, seats
from dhstats.simulate.plans.designs import MAX_ARMS, REPLICATES, design, round_robin
from dhstats.simulate.plans.experiment import Experiment, checked

NEIGHBOURS = 2  # how far apart rungs meet, so that all lie on one scale


def league(plan: Experiment, command: Literal["meta", "luck"], deals: int) -> Experiment:
    """A round robin of the players of a plan; BadInput for too few, or a number of deals that cannot be."""
    _pairs_alone(plan, command)
    names = plan.strategies
    kind = "crossed" if command == "luck" else _meetings(len(names))
    if len(set(names)) < 3 or len(set(names)) < len(names):
        raise BadInput(f"--strategies: a round robin needs at least three different ones, not {', '.join(names)}")
    most = MOST_CELLS // (len(names) ** 2 * REPLICATES.get(kind, 1))
    if not 2 <= deals <= most:
        raise BadInput(f"--deals: must be from 2 to {most:,} for {len(names)} strategies, not {deals:,}")
    arms = len(design(kind, round_robin(names), 1).arms)
    named = f"{command}-{short(plan.game)}-{Path(plan.rules).stem}-{len(names)}"
    return checked(replace(plan, name=named, design=kind, games=deals * arms), command).with_seed()


def _pairs_alone(plan: Experiment, command: str) -> None:
    """BadInput where other than two play: these questions let players meet two by two."""
    refuse_alone(players := seats(plan), command)
    if players > 2:
        raise BadInput(
            f"{command}: lets players meet two by two, and rules {plan.rules!r} are for {players}; `dhstats simulate"
            " --strategies A,B` seats A among others who play as B"
        )


def _meetings(players: int) -> str:
    """How so many meet: in quartets of games as long as a deal has room for all."""
    quartets = players * (players - 1) * 2 + 2 * players
    return "league" if quartets <= MAX_ARMS else "seat"


def ladder(plan: Experiment, rungs: str, deals: int) -> Experiment:
    """Every rung against itself and its neighbours; BadInput for rungs or deals that cannot be."""
    _pairs_alone(plan, "skill")
    low, dash, high = rungs.partition("-")
    last = len(LADDER) - 1
    told = dash and low.isdecimal() and high.isdecimal() and len(low + high) < 5
    if not (told and int(low) + 2 <= int(high) <= last):
        raise BadInput(f"--rungs: write LOW-HIGH with at least three rungs from 0 to {last}, not {rungs!r}")
    check_range("--deals", deals, 2, 10**8)
    steps = range(int(low), int(high) + 1)
    pairs = [(a, b) for a in steps for b in steps if a <= b <= a + NEIGHBOURS]
    matchups = tuple((f"skill:{a}", f"skill:{b}") for a, b in pairs)
    arms = len(design("league", matchups, 1).arms)
    named = f"skill-{short(plan.game)}-{Path(plan.rules).stem}"
    plan = replace(plan, name=named, strategies=(), matchups=matchups, design="league", games=deals * arms)
    return checked(plan, "skill").with_seed()
