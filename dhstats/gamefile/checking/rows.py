"""Whole games of a file: rows compiled and in plain Python, sums of scores, seats that are alike, shares of a deal."""

from collections.abc import Iterator
from statistics import NormalDist
from typing import Any

import numpy as np

from dhstats.gamefile.checking.findings import Findings
from dhstats.gamefile.checking.games import Transcript
from dhstats.gamefile.declarations import EVERYBODY, HELD, PILE, Field
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.telling.plain import plain_functions
from dhstats.gamefile.telling.story import Tabletop
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import Match, line_up
from dhstats.seats import SEATS

DOUBT = 0.001  # the chance to call a symmetrical game unfair
RANDOM = "random"


class Compared:
    """Games of a rule set in compiled code, with `random` in every seat, or a player of the file in the first."""

    def __init__(self, bundle: GameBundle, rules: RuleSet, seed: int, findings: Findings, player: str = RANDOM) -> None:
        self._bundle, self._seed, self._findings = bundle, seed, findings
        players = bundle.players(rules.record())
        names = dict.fromkeys((player, RANDOM))
        lineup = line_up(bundle, rules, [bundle.find_strategy(name) for name in names])
        self._match = Match(lineup, (player, *[RANDOM] * (players - 1)))
        self.players, self.differing = players, 0

    def play(self, deal: int, deals: int = 1, *, logged: bool = True) -> tuple[Any, Any]:
        """The results and turns of some games, what was dealt moved on from game to game as in `checking_games`."""
        plan = np.array([(deal % self.players, 0, *range(self.players))], np.int64)
        return self._match.play(plan, self._seed, deal, deals, logged=logged)

    def compare(self, deal: int, transcript: Transcript, under: str) -> None:
        """Plays a game that plain Python has played, and looks at every column of every row."""
        results, events = self.play(deal)
        for turn, (row, event) in enumerate(zip(transcript.rows, events, strict=False)):
            if self._differs(f"game {deal}{under}, decision {turn + 1}", row, event):
                return
        if len(transcript.rows) != len(events):
            self._note(f"game {deal}{under}", "decisions", len(transcript.rows), len(events))
        else:
            self._differs(f"game {deal}{under}, its end", transcript.outcome, results[0, 0])

    def _differs(self, place: str, row: Any, record: Any) -> bool:
        for name, plain in row.items():
            code = record[name]
            words = self._bundle.words.get(name)
            value = (words[int(code)] if code >= 0 else None) if words else code
            if plain != value:
                self._note(place, name, plain, value)
                return True
        return False

    def _note(self, place: str, name: str, plain: Any, compiled: Any) -> None:
        self.differing += 1
        why = "a number beyond 64 bits, a decimal, or a name that is changed?"
        self._findings.add("rows", f"{place}: {name} is {plain} in plain Python and {compiled} compiled: {why}")


def outcome_faults(file: GameFile, transcript: Transcript, deal: int, findings: Findings) -> None:
    """Scores at the end of a game that do not add up to what the file says with SUM."""
    wanted = getattr(file.module, "SUM", None)
    if wanted is None or not transcript.rows:
        return
    scores = [int(transcript.outcome[f"score_{seat}"]) for seat in SEATS[: int(transcript.outcome["players"])]]
    if sum(scores) != wanted:
        text = " + ".join(map(str, scores))
        findings.add("sum", f"game {deal}, its end: scores are {text} = {sum(scores)}, but SUM is {wanted}")


def seat_faults(bundle: GameBundle, rules: RuleSet, seed: int, games: int, findings: Findings) -> str:
    """Seats of a game that calls itself symmetrical whose mean scores differ; what was checked."""
    compared = Compared(bundle, rules, seed, findings)
    results, _ = compared.play(0, games, logged=False)
    scores = np.stack([results[f"score_{seat}"][:, 0] for seat in SEATS[: compared.players]]).astype(float)
    leads = scores - scores.mean(axis=0)
    width = NormalDist().inv_cdf(1 - DOUBT / 2 / len(scores))
    error = leads.std(axis=1, ddof=1) / np.sqrt(games)
    for seat, (mean, spread) in enumerate(zip(leads.mean(axis=1), error, strict=True)):
        if abs(mean) > width * spread:
            least, most = mean - width * spread, mean + width * spread
            says = f"the {SEATS[seat]} seat scores {mean:+.2f} more than the mean of all ({least:+.2f} to {most:+.2f})"
            findings.add(("seat", seat), f"SYMMETRICAL: in {games:,} games at random {says}; seats are not alike")
    return f"{games:,} games at random: mean scores of {len(scores)} seats, as SYMMETRICAL says"


DEALS = 40
OPEN = (
    "is dealt at random, and everybody sees it; if only its owner sees it, write each_seat(..., seen=OWNER), else"
    " each_seat(..., seen=EVERYBODY)"
)
LEAVE_OUT = "so shares cannot go round the table; leave dealt=True out"


def share_faults(file: GameFile, rules: Any, seed: int, findings: Findings) -> None:
    """Shares of unequal size, and what differs from deal to deal and does not go round with them, are faults.

    A hand that lies open though nobody said so is a caution.
    """
    dealt, opened = any(each.dealt for each in file.state.values()), [*filter(_open_hand, file.state.values())]
    tables = _dealt(file, rules, seed, findings) if dealt or opened else []
    for name, each in file.state.items():
        if _open_hand(each) and _differs(tables, name):
            findings.add(("open", name), f"State.{name} {OPEN}", fault=False)
    if not tables or not dealt:
        return
    for says in _unequal(file, tables):
        findings.add(("shares", says), says)
    if len({table.mover for table in tables}) > 1:
        findings.add(("shares", "mover"), f"who begins differs from deal to deal, {LEAVE_OUT}")
    for name, each in file.state.items():
        if each.by_seat and not each.dealt and _differs(tables, name):
            says = f"State.{name} differs from deal to deal and stays with its seat, while shares go round"
            findings.add(("shares", name), f"{says}; declare it dealt=True as well")


def _dealt(file: GameFile, rules: Any, seed: int, findings: Findings) -> list[Tabletop]:
    tables, own = [], plain_functions(file)
    for deal in range(DEALS):
        with findings.watching(f"game {deal}, setup"):
            tables.append(Tabletop(file, rules, seed, deal, 0, own))
    return tables


def _open_hand(each: Field) -> bool:
    """Whether a field holds cards of every seat that all see, though it does not say so."""
    return each.kind == HELD and each.by_seat and each.seen == EVERYBODY and not each.said


def _differs(tables: list[Tabletop], name: str) -> bool:
    """Whether setup lays something else into a field from deal to deal."""
    return len({np.asarray(table.state[name]).tobytes() for table in tables}) > 1


def _unequal(file: GameFile, tables: list[Tabletop]) -> Iterator[str]:
    for name, each in file.state.items():
        if not (each.dealt and each.is_cards):
            continue
        for table in tables:
            shares = table.state[name][: table.players]
            sizes = [int(np.sum(one["count"] if each.kind == PILE else one)) for one in shares]
            if len(set(sizes)) > 1:
                text = " and ".join(map(str, sizes))
                yield f"setup gives the seats unequal shares of State.{name} ({text} cards), {LEAVE_OUT}"
                break
