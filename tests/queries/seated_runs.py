"""Small runs of a game for more than two, written by hand: final scores in, places and whole run folders out."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from dhstats.games.catalogue import load
from dhstats.seats import SEATS
from dhstats.simulate.plans.designs import design
from dhstats.storage import Arm, Run
from dhstats.storage.manifest import FOUR
from tests.queries.runs import Row, store

Scores = Sequence[int]
ABSENT = -1

COLUMNS = {
    "game_id": pl.UInt64, "deal_id": pl.UInt64, "arm": pl.UInt8, "winner": pl.Int8, "turns": pl.UInt16,
    "players": pl.UInt8, "end_reason": pl.Categorical, "decided_by": pl.Categorical, "ended_by": pl.Int8, "lead_changes": pl.UInt16,
    **{f"{what}_{seat}": pl.Int16 for what in ("score", "rank", "turns", "creatures", "enhancements") for seat in SEATS[:FOUR]},
}  # fmt: skip
RULES = {2: "two", 3: "three", 4: "four"}


def places(scores: Scores, winner: int) -> list[int]:
    """The place of every seat: one more than there are better scores, and behind a winner for whom a tie was broken."""
    own = [1 + sum(other > score for other in scores) for score in scores]
    return [2 if place == 1 and winner >= 0 and seat != winner else place for seat, place in enumerate(own)]


def game(scores: Scores, breaks: int = -1) -> Row:
    """A game by its final scores; `breaks` is the seat that wins a tie for the first place."""
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    winner = best[0] if len(best) == 1 else breaks if breaks in best else -1
    fives = [5] * len(scores)
    by_seat = {
        "score": scores, "rank": places(scores, winner), "turns": fives, "creatures": fives, "enhancements": fives
    }  # fmt: skip
    row = {
        "winner": winner,
        "decided_by": "points" if len(best) == 1 else "dragon" if winner >= 0 else "draw",
        "turns": 20,
        "players": len(scores),
        "end_reason": "decks",
        "ended_by": 0,
        "lead_changes": 1,
    }
    return row | {
        f"{what}_{seat}": values[at] if at < len(scores) else ABSENT
        for what, values in by_seat.items()
        for at, seat in enumerate(SEATS[:FOUR])
    }


def write_seated(
    folder: Path, games: Sequence[Row], *, kind: str = "seat", matchups: Sequence[tuple[str, ...]] = (),
    shard_deals: int = 1_000_000, until: str = "",
) -> Run:  # fmt: skip
    """A run of these games, given deal after deal and arm after arm; a mirror if nobody is named."""
    matchups = tuple(matchups) or (("greedy",) * games[0]["players"],)
    plan = design(kind, matchups, len(games))
    rows = [game | _placed(number, plan.arms) for number, game in enumerate(games)]
    seats = SEATS[: len(matchups[0])]
    frame = pl.DataFrame(rows, COLUMNS | dict.fromkeys(seats, pl.Categorical()))
    rules = load("dragonwood").rule_files.load(RULES[games[0]["players"]], ())
    return store(
        folder, plan, {"games": frame}, game="dragonwood", rules_name=rules.name, rules=rules.effective,
        rules_hash=rules.hash, matchups=matchups, moves="none", games=len(games), shard_deals=shard_deals,
        until=until, ended="goal" if until else "",
    )  # fmt: skip


def _placed(number: int, arms: Sequence[Arm]) -> Row:
    deal, arm = divmod(number, len(arms))
    return {"game_id": number, "deal_id": deal, "arm": arm} | dict(zip(SEATS, arms[arm].names, strict=False))
