"""What the places of a deal have that is not equal, such as decks, and whether a design moves it round the table."""

from dhstats.queries.counts import Counts
from dhstats.questions.shared.vocabulary import vocabulary
from dhstats.questions.shared.words import listed
from dhstats.storage.manifest import SEATS

SEAT_APART = (
    "In every game of this run {}: so the worth of the seat cannot be separated from that of its {}. The designs"
    " seat and quartet separate them. "
)
PLAYER_APART = (
    "In every game of this run {}: so the worth of the strategy cannot be separated from that of its {}. The designs"
    " strength and quartet separate them. "
)


def lots(counts: Counts) -> tuple[str, ...]:
    """What the places have by the rules, where it is not equal."""
    return vocabulary(counts.game).unequal(counts.run.manifest.rules)


def seat_lots(counts: Counts) -> tuple[str, ...]:
    """What every seat has in all games of the run, where the places are not equal and the design never moves them."""
    return _kept(lots(counts), {arm.moved for arm in counts.run.manifest.design.arms})


def player_lots(counts: Counts, matchup: int) -> tuple[str, ...]:
    """What every player of a matchup has in all its games, where the places are not equal and they keep theirs."""
    found = lots(counts)
    arms = [arm for arm in counts.run.manifest.design.arms if arm.matchup == matchup]
    return _kept(found, {(arm.moved - arm.first_player) % max(1, len(found)) for arm in arms})


def _kept(found: tuple[str, ...], turned: set[int]) -> tuple[str, ...]:
    """What everybody has in place of their own where the places are always turned alike; else nothing."""
    if not found or len(turned) > 1:
        return ()
    first = min(turned) % len(found)
    return found[first:] + found[:first]


def seats_apart(counts: Counts) -> str:
    """What cannot be told of seats that always have the same; nothing where they have not."""
    found, lot = seat_lots(counts), vocabulary(counts.game).lot
    told = [f"the {name} seat has the {lot} {own}" for name, own in zip(SEATS, found, strict=False)]
    return SEAT_APART.format(listed(told), lot) if told else ""


def players_apart(counts: Counts, matchup: int) -> str:
    """What cannot be told of the players of a matchup who always have the same; nothing where they have not."""
    found, lot, names = player_lots(counts, matchup), vocabulary(counts.game).lot, counts.plan.matchups[matchup]
    told = [f"{name} has the {lot} {own}" for name, own in zip(names, found, strict=False)]
    return PLAYER_APART.format(listed(told), lot) if told and len(set(names)) > 1 else ""
