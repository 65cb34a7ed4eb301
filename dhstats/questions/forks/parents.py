"""The games that are forked: everybody begins once in every deal, so that who begins cancels."""

from dataclasses import replace
from pathlib import Path

from dhstats.errors import BadInput, check_range
from dhstats.games import catalogue
from dhstats.quoting import different_names
from dhstats.simulate.plans.experiment import Experiment, checked
from dhstats.simulate.positions.forks import check_names

LONGEST_NAME = 100  # letters of the name of such games


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
    """The games of so many deals, or of as many as the plan's games make: as many a deal as there are seats.

    BadInput for too few or too many, and for strategies that make no table.
    """
    bundle = catalogue.load(plan.game)
    seats = bundle.players(bundle.rule_files.load(plan.rules, plan.settings).record())
    check_names(plan.strategies, seats)
    wanted = -(-plan.games // seats) if deals is None else deals
    check_range("--deals", wanted, 2, 10**7)
    return replace(plan, games=seats * wanted), wanted
