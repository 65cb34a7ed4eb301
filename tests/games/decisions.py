"""What the strategies that come with a game decide, as one number each.

`python -m tests.games.decisions` writes the numbers down anew: only for a strategy that is meant to decide otherwise, and
that has another identity (`Troupe.identities`, or the weights of a character) from then on.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from dhstats.games import catalogue
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import Match, line_up

FILE = Path(__file__).parent / "frozen" / "decisions.json"
DEALS = 8  # a seat
# Of a logged turn: who decided what, in fields that stay whatever else a turn comes to tell.
COLUMNS = {
    "dragonheart": ("turn", "seat", "picture", "values", "target", "taken_points", "legal_moves"),
    "dragonwood": ("turn", "mover", "act", "target", "cards", "used", "die", "total", "legal_moves"),
    "dragon": ("turn", "mover", "step", "act", "card", "rival", "at", "number", "legal_moves"),
}
OPPONENT = "greedy"


def decisions() -> dict[str, dict[str, dict[str, str]]]:
    """By game and strategy: its hash, and the digest of all turns that it and greedy play under two rule sets."""
    return {game: _of_game(catalogue.load(game)) for game in catalogue.NAMES}


def _of_game(bundle: GameBundle) -> dict[str, dict[str, str]]:
    names = bundle.shipped_strategies()
    return {name: {"hash": bundle.find_strategy(name).hash, "turns": turns_of(bundle, name)} for name in names}


def turns_of(bundle: GameBundle, name: str) -> str:
    """The digest of all turns of a strategy at every seat, and of greedy at the others."""
    told = hashlib.sha256()
    for rules in dict.fromkeys((bundle.default_rules, bundle.rule_files.shipped()[-1])):
        told.update(_turns(bundle, bundle.rule_files.load(rules), name))
    return told.hexdigest()


def _turns(bundle: GameBundle, rules: RuleSet, name: str) -> bytes:
    seats = bundle.players(rules.record())
    names = tuple(dict.fromkeys((name, OPPONENT)))
    lineup = line_up(bundle, rules, [bundle.find_strategy(each) for each in names])
    match = Match(lineup, tuple(names[min(seat, len(names) - 1)] for seat in range(seats)))
    plan = np.array([[0, 0, *((seat - turn) % seats for seat in range(seats))] for turn in range(seats)], np.int64)
    _, logged = match.play(plan, 1, 0, DEALS, logged=True)
    return b"".join(np.ascontiguousarray(logged[field], np.int64).tobytes() for field in COLUMNS[bundle.game.name])


def frozen() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """What was written down."""
    kept: dict[str, dict[str, dict[str, str]]] = json.loads(FILE.read_text())
    return kept


if __name__ == "__main__":
    FILE.write_text(json.dumps(decisions(), indent=1) + "\n")
