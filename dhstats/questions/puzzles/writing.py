"""Puzzles written as files, as `puzzle.read` reads them."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from dhstats.games import retelling
from dhstats.games.retelling import Kept
from dhstats.players.match import Match
from dhstats.questions.puzzles.making import Bench, Candidate
from dhstats.questions.puzzles.puzzle import SCHEMA
from dhstats.simulate.tables.rows import Row, worded

DIGITS = 4  # of a share of wins


def told(bench: Bench, found: Candidate, kind: str, why: str) -> str:
    """The text of a puzzle's file."""
    search, tries = bench.search, int(found.tried.shares.shape[1])
    head = {
        "schema": SCHEMA, "game": search.game, "rules": search.rules, "settings": list(search.settings),
        "rules_hash": bench.rules.hash, "kind": kind, "why": why, "exact": found.exact,
    }  # fmt: skip
    made = {
        "seed": search.seed, "deal": found.deal, "before": found.before, "players": list(search.parents),
        "judge": search.judge, "tries": tries, "other": search.other, "other_tries": search.tries // 4,
    }  # fmt: skip
    position = bench.notation.write(found.view, bench.rules.effective, position_of(bench, found))
    order = np.argsort(-found.tried.values, kind="stable")
    options = {"options": [_option(found, int(option)) for option in order]}
    lines = [*_lines(head | options), "", "[made]", *_lines(made), "", "[position]", *_lines(position)]
    return "\n".join(lines) + "\n"


def position_of(bench: Bench, found: Candidate) -> Any:
    """The position as the referee tells it, who follows the game on a table of their own."""
    search, seats = bench.search, bench.seats
    row, turns = _played(bench, found)
    teller = retelling.load(search.game)
    table = teller.set_up(bench.rules.effective, Kept(search.seed, row, turns))
    for turn in turns[: found.before]:
        teller.step(table, turn)
    assert seats == table.players
    return table.position()


def _played(bench: Bench, found: Candidate) -> tuple[Row, list[Row]]:
    """The game of a candidate: its row as far as the referee asks for it, and its turns."""
    search, seats, bundle = bench.search, bench.seats, bench.bundle
    names = [search.parents[seat % len(search.parents)] for seat in range(seats)]
    plan = np.array([[0, 0, *((np.arange(seats) + found.deal % seats) % seats)]], np.int64)
    _, turns = Match(bench.lineup, names).play(plan, search.seed, found.deal, 1, logged=True)
    row = {"game_id": 0, "deal_id": found.deal, "swapped": False, "layout": 0}
    return row, [{"game_id": 0} | worded(bundle, turn) for turn in turns]


def _option(found: Candidate, option: int) -> dict[str, Any]:
    shares = found.tried.shares[option]
    return {
        "move": found.tried.words[option],
        "value": round(float(shares.mean()), DIGITS),
        "error": round(float(shares.std(ddof=1) / np.sqrt(shares.size)), DIGITS + 1),
        "gap_error": round(found.tried.behind(option)[1], DIGITS + 1),
        "half": [round(float(half[option]), DIGITS) for half in found.halves],
        "other": round(float(found.others[option]), DIGITS),
        "right": bool(found.tried.right[option]),
    }


def _lines(table: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {literal(value)}" for key, value in table.items()]


def literal(value: Any) -> str:
    """A value in TOML; tables stand on one line, and lists of tables a table a line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {literal(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list) and any(isinstance(each, Mapping | list) for each in value):
        return "[\n" + "".join(f"  {literal(each)},\n" for each in value) + "]"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
