"""The engine and the referee's table side by side: same deal, same decisions, everything compared."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from dhstats.games.dragon.bundle import BUNDLE
from dhstats.games.dragon.referee.chronicle import Choice, unpacked
from dhstats.games.dragon.referee.tabletop import outcome, set_up
from dhstats.games.dragon.table import ACTS, MOVE
from dhstats.games.retelling import Kept
from dhstats.games.ruleset import RuleSet
from dhstats.simulate.tables import worded
from tests.games.dragon.positions import engine_seat, plain_seat
from tests.harness import OpenGame


def alike(engine: Mapping[str, Any], plain: Mapping[str, Any], decision: int) -> None:
    """Fails with all that differs: the engine's first, then the referee's."""
    names = sorted(engine.keys() | plain.keys())
    found = {name: (engine.get(name, "missing"), plain.get(name, "missing")) for name in names}
    found = {name: both for name, both in found.items() if both[0] != both[1]}
    assert not found, f"after decision {decision} the engine and the referee differ: {found}"


class Tables:
    """A game on both tables."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules.effective
        self.engine = OpenGame(BUNDLE, rules.record())

    def deal(self, seed: int, deal: int, layout: int) -> None:
        """The same deal on both."""
        self.engine.deal(seed, deal, layout)
        self.plain = set_up(self.rules, Kept(seed, {"deal_id": deal, "layout": layout, "swapped": 0}, []))
        self.names = list(self.plain.book)

    def moves(self) -> list[Choice]:
        """The engine's options in the referee's words: no two alike, the same as the referee's."""
        moves = [self._choice(dict(zip(MOVE.names or (), move, strict=True))) for move in self.engine.moves()]
        plain = self.plain.asked[1] if self.plain.asked else ()
        assert len(set(moves)) == len(moves), f"equal options: {moves}"
        differing = f"{set(moves) - set(plain)} or {set(plain) - set(moves)}"
        assert Counter(moves) == Counter(plain), f"in decision {self.plain.decisions} only one has {differing}"
        return moves

    def _choice(self, move: Mapping[str, Any]) -> Choice:
        card, at = (None if move[name] < 0 else self.names[move[name]] for name in ("card", "at"))
        return Choice(ACTS[move["act"]], card, move["rival"], at, unpacked(move["declared"]), move["number"])

    def take(self, moves: Sequence[Choice], choice: int) -> dict[str, Any]:
        """One decision on both: the same row, the same table afterwards."""
        self.engine.take(choice)
        self.engine.event["legal_moves"] = len(moves)
        row = worded(BUNDLE, self.engine.event)
        alike(row, self.plain.play(moves[choice]), self.plain.decisions)
        self.compare()
        return row

    def compare(self) -> None:
        """Whatever lies on the tables is the same."""
        asked = self.plain.asked[0] if self.plain.asked else -1
        alike({"asked": self.engine.mover}, {"asked": asked}, self.plain.decisions)
        for seat in range(self.plain.players):
            engine = engine_seat(self.engine.table, self.names, seat)
            alike(engine, plain_seat(self.plain, seat), self.plain.decisions)


# How to choose among the options, so that all corners of the rules are visited.


def any_move(moves: Sequence[Choice], chance: random.Random) -> int:
    """Every move alike."""
    return chance.randrange(len(moves))


def any_act(moves: Sequence[Choice], chance: random.Random) -> int:
    """Every kind of decision alike, then every move of it."""
    act = chance.choice(sorted({move.act for move in moves}))
    return chance.choice([number for number, move in enumerate(moves) if move.act == act])


def eager(moves: Sequence[Choice], chance: random.Random) -> int:
    """Whatever can be played is played, be it to top, and nothing is discarded freely."""
    wanted = [number for number, move in enumerate(moves) if move.act in ("play", "top")]
    wanted = wanted or [number for number, move in enumerate(moves) if move.act == "pass"]
    return chance.choice(wanted or range(len(moves)))


MANNERS = (any_move, any_act, eager)


def compare_random_games(rules: RuleSet, seed: int, first_deal: int, deals: int) -> Counter[str]:
    """Plays random games on both tables, decision by decision, and compares everything; counts what came about."""
    tables, chance, seen = Tables(rules), random.Random(seed), Counter[str]()
    for deal in range(first_deal, first_deal + deals):
        tables.deal(seed, deal, deal % int(rules.effective["players"]))
        tables.compare()
        manner = chance.choice(MANNERS)
        while not tables.plain.over:
            moves = tables.moves()
            row = tables.take(moves, manner(moves, chance))
            seen.update(["decisions", row["act"], row["outcome"] or "open"])
        seen.update([tables.plain.end_reason, f"chain of {max(tables.plain.chains, default=0)}"])
        assert tables.engine.mover == -1
        result = tables.engine.result()
        result |= {name: BUNDLE.words[name][result[name]] for name in ("decided_by", "end_reason")}
        alike(result, outcome(tables.plain), tables.plain.decisions)
    return seen
