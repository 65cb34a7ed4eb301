"""Players under examination: what they score against others on common deals, and what is said of those who lose."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from dhstats.documents import read_json
from dhstats.engine.compiled import cache_root
from dhstats.errors import BadInput, ResourceFailure
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.machine import processors
from dhstats.players.match import Array, Lineup, Match
from dhstats.players.thinking import learning_of
from dhstats.players.trained import Strength, Trained
from dhstats.seats import SEATS
from dhstats.storage.layout import whole_file
from dhstats.storage.tables import Malformed, check, record

MOST_BYTES = 1 << 12


@dataclass(frozen=True, slots=True)
class Figure:
    """What the strongest counter-player found wins against a player, from 0 to 1, with its interval over deals."""

    player: str
    best: str
    score: float
    low: float
    high: float
    level: float
    deals: int


def place(game: str, rules_hash: str, player_hash: str) -> Path:
    """Where the figure of a player under a rule set is kept."""
    return cache_root() / "strength" / game / f"{rules_hash[:16]}-{player_hash[:16]}.json"


def keep(figure: Figure, path: Path) -> None:
    """Keeps a figure unless one on more deals is kept; a cache that cannot be written is no reason to fail."""
    before = kept(path)
    if before is not None and before.deals > figure.deals:
        return
    with suppress(ResourceFailure), whole_file(path, make_folder=True) as draft:
        draft.write_text(json.dumps(asdict(figure), indent=1) + "\n", encoding="utf-8")


def kept(path: Path) -> Figure | None:
    """The figure that is kept at a place; None where there is no file, or it is damaged."""
    if not path.is_file():
        return None
    try:
        figure: Figure = record(Figure, read_json(path, MOST_BYTES))
        check(figure, Figure)
    except (BadInput, Malformed):
        return None
    return figure if 0.0 <= figure.low <= figure.high <= 1.0 and 0.0 < figure.level < 1.0 and figure.deals > 0 else None


LEAST_DEALS = 100  # that are worth a thread
EXAMINATION_SEED = 0x5EED_CAFE  # the deals of every examination: the same for all players


def outcomes(lineup: Lineup, name: str, opponent: str, deals: range, seed: int, layouts: int = 1) -> Array:
    """How games end for a player against others of one kind, in every seat of each deal: shape (deals, games, 2).

    The last axis has their share of the win and their lead. Cards stay with the seats, the players move on; with more
    `layouts` they do so in each of these, one after the other. Where players are measured by what another reaches in
    their place (see `Objective.in_place`), both play each deal: a half is as good as the opponent, and the lead is what
    they score more.
    """
    players = lineup.bundle.players(lineup.rules)
    others = [opponent] * (players - 1)
    mine = _ended(lineup, (name, *others), deals, seed, layouts)
    if not lineup.bundle.objective.in_place(players):
        return mine
    return (mine - _ended(lineup, (opponent, *others), deals, seed, layouts)) * (0.5, 1.0) + (0.5, 0.0)


def _ended(lineup: Lineup, names: Sequence[str], deals: range, seed: int, layouts: int) -> Array:
    """How games end for the first of these at a table, as they move round it: shape (deals, games, 2)."""
    learning, players = learning_of(lineup.bundle.game), len(names)
    seats = np.arange(players)
    plan = np.array([[k, 0, *(seats + turn) % players] for k in range(layouts) for turn in seats], np.int64)
    rows, _ = Match(lineup, names).play(plan, seed, deals.start, len(deals))
    outcome = getattr(learning.outcome, "py_func", learning.outcome)
    ended = [[outcome(game, -turn % players) for turn, game in enumerate(row)] for row in rows]
    return np.array(ended, np.float64)


def examine(
    lineup: Lineup, name: str, opponent: str, deals: int, seed: int = EXAMINATION_SEED, layouts: int = 1
) -> Strength:
    """How a player scores against others of one kind on the deals of an examination, in every seat of each deal.

    With more `layouts` in each of these as well; the deal is the unit. As many threads as there may be play a part of
    the deals each.
    """
    threads = max(1, min(processors(), deals // LEAST_DEALS))
    parts = [range(*ends) for ends in pairwise(deals * k // threads for k in range(threads + 1))]
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(lambda part: outcomes(lineup, name, opponent, part, seed, layouts), parts))
    blocks = np.concatenate(found).mean(axis=1)
    errors = blocks.std(axis=0, ddof=1) / np.sqrt(deals) if deals > 1 else np.full(2, np.nan)
    score, lead = map(float, blocks.mean(axis=0))
    in_points = lineup.bundle.objective.in_points
    lead_error = round(float(errors[1]), 6) if in_points else 0.0
    return Strength(opponent, round(score, 6), round(float(errors[0]), 6), round(lead, 4), deals, lead_error)


def caution_of(player: Trained, name: str, bundle: GameBundle, rules: RuleSet, *, with_decks: bool = True) -> str:
    """What has to be said of a player who loses to shipped scripts, often nothing."""
    players, objective = bundle.players(rules.record()), bundle.objective
    lost = player.lost(objective.even(players))
    if not lost:
        return ""
    brought = dict(rules.effective.get("decks", {})) if with_decks else {}
    decks = [deck for seat, deck in sorted(brought.items()) if seat in SEATS[:players]]
    where = f"{player.rules_name} ({player.rules_hash[:12]})" + (f" with the decks {', '.join(decks)}" if decks else "")
    does, even = "loses to", ""
    if players == 1:
        does = "scores less than"
        lines = [f"{-line.lead:.2f} points less than {line.opponent}" for line in lost]
    elif lost[0].lead_error:
        lines = [f"{-line.lead:.2f} points per game behind {line.opponent}" for line in lost]
    elif objective.in_place(players):
        does = "does less well than"
        lines = [f"{200 * (0.5 - line.score):.1f} wins in 100 games less than {line.opponent} there" for line in lost]
    else:
        lines = [f"{100 * line.score:.1f} % against {line.opponent}" for line in lost]
        even = f"; even is {100 * objective.even(players):.4g} %"
    return (
        f"{name}, trained for {where}, {does} scripts: {', '.join(lines)} ({lost[0].blocks:,} deals each{even})."
        " Results with this player are about weak play."
    )
