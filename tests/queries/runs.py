"""Small runs written by hand: rows with everything else filled in, as whole run folders."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from dhstats.simulate.plans.designs import design
from dhstats.storage import Design, Manifest, Player, Run, Shard, open_run
from dhstats.storage.layout import fingerprint, shard_name, table_file
from dhstats.storage.manifest import SCHEMA, write_manifest

Row = dict[str, Any]

GAMES = {
    "game_id": pl.UInt64, "deal_id": pl.UInt64, "arm": pl.UInt8, "first": pl.Categorical,
    "second": pl.Categorical, "swapped": pl.Boolean, "points_first": pl.Int16, "points_second": pl.Int16,
    "score_first": pl.Int16, "score_second": pl.Int16, "figure": pl.Int8, "winner": pl.Int8,
    "decided_by": pl.Categorical, "turns": pl.UInt16, "end_reason": pl.Categorical, "ended_by": pl.Int8,
    "ship_stacks": pl.UInt8, "figure_changes": pl.UInt8, "first_claim_turn": pl.Int16,
    "lead_changes": pl.UInt16, "lead_since": pl.Int16,
}  # fmt: skip

MOVES = {
    "game_id": pl.UInt64, "turn": pl.UInt16, "seat": pl.UInt8, "picture": pl.Categorical, "cards": pl.UInt8,
    "values": pl.UInt64, "target": pl.Categorical, "taken_cards": pl.UInt8, "taken_points": pl.UInt8,
    "claimed_figure": pl.Boolean, "legal_moves": pl.UInt16, "hand_after": pl.UInt8, "deck_after": pl.UInt8,
    "score_first_after": pl.Int16, "score_second_after": pl.Int16,
}  # fmt: skip


def game(first: int, second: int, **known: Any) -> Row:
    """A game by its final scores: the winner follows, the figure's holder winning ties; the rest is ordinary."""
    holder = known.get("figure", -1)
    winner = 0 if first > second else 1 if second > first else holder
    decided = "points" if first != second else "figure" if holder >= 0 else "draw"
    ordinary = {
        "points_first": first, "points_second": second, "score_first": first, "score_second": second,
        "figure": -1, "winner": winner, "decided_by": decided, "turns": 10, "end_reason": "ships",
        "ended_by": 0, "ship_stacks": 3, "figure_changes": 0, "first_claim_turn": -1, "lead_changes": 0,
        "lead_since": 0 if winner >= 0 else -1,
    }  # fmt: skip
    return {**ordinary, **known}


def turn(game_id: int, number: int, picture: str | None = "dwarf", **known: Any) -> Row:
    """A turn (counted from 0) of a game; the rest is ordinary."""
    ordinary = {
        "game_id": game_id, "turn": number, "seat": number % 2, "picture": picture, "cards": 1, "values": 64,
        "target": None, "taken_cards": 0, "taken_points": 0, "claimed_figure": False, "legal_moves": 5,
        "hand_after": 5, "deck_after": 40, "score_first_after": 0, "score_second_after": 0,
    }  # fmt: skip
    return {**ordinary, **known}


def write_run(
    folder: Path,
    games: Sequence[Row],
    moves: Sequence[Row] | None = None,
    *,
    kind: str = "seat",
    matchups: Sequence[tuple[str, str]] = (("greedy", "greedy"),),
    shard_deals: int = 1_000_000,
    logged: str = "all",
) -> Run:
    """A run of these games, given deal after deal and arm after arm, and of these turns."""
    plan = design(kind, list(matchups), len(games))
    rows = [_placed(row, number, plan.arms) for number, row in enumerate(games)]
    tables = {"games": pl.DataFrame(rows, GAMES)}
    if moves is not None:
        tables["moves"] = pl.DataFrame(list(moves), MOVES).sort("game_id", "turn")
    return store(
        folder, plan, tables, game="dragonheart", rules_name="ffg", rules={}, rules_hash="", matchups=tuple(matchups),
        moves="none" if moves is None else logged, games=len(games), shard_deals=shard_deals,
    )  # fmt: skip


def store(folder: Path, plan: Design, tables: dict[str, pl.DataFrame], **known: Any) -> Run:
    """A run folder of these tables; `known` is what its manifest says beyond what all of them do."""
    size = known["shard_deals"]
    shards = tuple(
        _shard(folder, tables, number, first, min(size, plan.deals - first), len(plan.arms))
        for number, first in enumerate(range(0, plan.deals, size))
    )
    players = dict.fromkeys(name for pair in known["matchups"] for name in pair)
    manifest = Manifest(
        schema=SCHEMA, version="0.1.0", game_version=1, name=folder.name, question="", seed=1, design=plan,
        strategies=tuple(Player(n, "", "", "", {}) for n in players), shards=shards, **known,
    )  # fmt: skip
    write_manifest(folder, manifest)
    return open_run(folder)


def _placed(row: Row, number: int, arms: Sequence[Any]) -> Row:
    arm = arms[number % len(arms)]
    place = {"game_id": number, "deal_id": number // len(arms), "arm": arm.arm}
    return {**place, "first": arm.first, "second": arm.second, "swapped": arm.swapped, **row}


def _shard(folder: Path, tables: dict[str, pl.DataFrame], number: int, first: int, deals: int, arms: int) -> Shard:
    inside = pl.col("game_id").is_between(first * arms, (first + deals) * arms, closed="left")
    facts: dict[str, tuple[int, int, str]] = {"games": (0, 0, ""), "moves": (0, 0, "")}
    for table, frame in tables.items():
        file = table_file(folder, table, shard_name(number))
        file.parent.mkdir(parents=True, exist_ok=True)
        part = frame.filter(inside)
        part.write_parquet(file)
        facts[table] = (part.height, *fingerprint(file))
    return Shard(shard_name(number), first, deals, *facts["games"], *facts["moves"])


def signed(run: Run) -> Run:
    """The run as if its files had been written as they are now."""
    shards = []
    for shard in run.manifest.shards:
        size, sha256 = fingerprint(shard.games.path(run.folder))
        shards.append(replace(shard, games_bytes=size, games_sha256=sha256))
    write_manifest(run.folder, replace(run.manifest, shards=tuple(shards)))
    return open_run(run.folder)


def four_deals() -> list[Row]:
    """Eight games of a mirror match in seat pairs, small enough to count on the fingers.

    By deal, the first player's scores: 1 and 0, 1 and 1, ½ and 0, 0 (a tie lost to the figure) and 1; margins 2
    and −2, 6 and 2, 0 and −6, 0 and 2. So 4 wins, 1 draw, 3 losses; mean scores of the deals ½, 1, ¼, ½; mean
    margins 0, 4, −3, 1.
    """
    return [
        game(10, 8, turns=10, ended_by=0, lead_changes=0, lead_since=0, figure=0, first_claim_turn=3, figure_changes=1),
        game(7, 9, turns=11, ended_by=1, lead_changes=1, lead_since=5, figure=1, first_claim_turn=3, figure_changes=1),
        game(12, 6, turns=12, ended_by=0, lead_changes=2, lead_since=6, figure=0, first_claim_turn=2, figure_changes=3),
        game(11, 9, turns=13, ended_by=1, lead_changes=0, lead_since=0),
        game(5, 5, turns=10, ended_by=0, lead_changes=1),
        game(4, 10, turns=14, ended_by=1, end_reason="deck", lead_changes=3, lead_since=13, figure=1,
             first_claim_turn=4, figure_changes=2),
        game(8, 8, turns=20, ended_by=0, end_reason="deck", lead_changes=4, lead_since=20, figure=1,
             first_claim_turn=5, figure_changes=1),
        game(9, 7, turns=10, ended_by=-1, end_reason="turn_limit", lead_changes=1, lead_since=9),
    ]  # fmt: skip


def two_deals_of_turns() -> list[Row]:
    """The turns of the first four games of a run in seat pairs: three, two, three and four turns long.

    After turn 1 the first player has 2, 0, 4 and 0 points; after turn 2 both have been on: 2–1, 0–3, 4–0, 0–0;
    after turn 3 (three games): 5–1, 4–0, 1–0; after turn 4 one game: 1–2.
    """
    piles = {
        0: [(2, 0), (2, 1), (5, 1)],
        1: [(0, 0), (0, 3)],
        2: [(4, 0), (4, 0), (4, 0)],
        3: [(0, 0), (0, 0), (1, 0), (1, 2)],
    }
    names = {0: ["dwarf", "troll", "dwarf"], 1: ["ship", "dwarf"], 2: ["troll", None, "ship"], 3: ["dwarf"] * 4}
    return [_logged(number, at, names[number], course) for number, course in piles.items() for at in range(len(course))]


def _logged(number: int, at: int, names: Sequence[str | None], course: Sequence[tuple[int, int]]) -> Row:
    """A turn with as many cards as its number, and the points by which the piles grew."""
    (first, second), before = course[at], course[at - 1] if at else (0, 0)
    return turn(
        number,
        at,
        names[at],
        cards=0 if names[at] is None else at + 1,
        taken_points=first + second - sum(before),
        score_first_after=first,
        score_second_after=second,
    )
