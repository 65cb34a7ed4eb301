"""How games at random end: drawn, won by one seat, or alike after any choice."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dhstats.gamefile.checking.findings import Findings
from dhstats.gamefile.checking.games import A_DECISION, Transcript, at_random
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.telling.story import Tabletop
from dhstats.games import refereeing
from dhstats.games.retelling import NOBODY
from dhstats.seats import SEATS

ENOUGH = 12  # games, of which it is told that all ended alike
TRIES = 20  # of a kind of moves, after which it is told that it makes no difference
A_GAME = 4  # of these in one game
ANOTHER = 1 << 21  # a channel of its own


@dataclass(frozen=True, slots=True)
class Kind:
    """What may differ between two moves: the word of a choice, by its place, or a number (-1)."""

    name: str
    field: str
    word: int = -1

    def groups(self, moves: list[Any]) -> list[list[Any]]:
        """Moves in groups that differ in this, and in nothing else if there are such: the word comes first."""
        by_rest: dict[bytes, list[Any]] = {}
        for move in moves:
            names = [name for name in move.dtype.names if name not in (self.field, "number")]
            by_rest.setdefault(b"".join(move[name].tobytes() for name in names), []).append(move)
        if self.word < 0:
            return [[move] for move in max(by_rest.values(), key=len, default=[])]
        apart = [self._apart(group) for group in (*by_rest.values(), moves)]
        return next((groups for groups in apart if len(groups) > 1), [])

    def _apart(self, moves: list[Any]) -> list[list[Any]]:
        groups: tuple[list[Any], list[Any]] = ([], [])
        for move in moves:
            groups[int(move[self.field]) != self.word].append(move)
        return [group for group in groups if group]


def alike(games: list[Transcript], findings: Findings) -> None:
    """Cautions where all games ended with a draw, or with the same winner."""
    ended = [game.outcome for game in games if not game.limited and game.outcome.get("players", 1) > 1]
    winners = {int(outcome["winner"]) for outcome in ended}
    if len(ended) < ENOUGH or len(winners) > 1:
        return
    winner = winners.pop()
    if winner == NOBODY:
        says = f"all {len(ended)} games at random were drawn; does score(state, rules, seat) differ by seat?"
    else:
        says = f"the {SEATS[winner]} player won all {len(ended)} games at random; does the other side have a chance?"
    findings.add("alike", says, fault=False)


class Effects:
    """Games that go on in two ways from one moment, with equal dice: whether it matters what is chosen there."""

    def __init__(self, file: GameFile, rules: Any, seed: int) -> None:
        self._file, self._rules, self._seed = file, rules, seed
        self._open = {kind.name: kind for kind in _kinds(file)}
        self._tried = dict.fromkeys(self._open, 0)
        self.work = 0

    def tell(self, deals: int, most: int, findings: Findings) -> None:
        """Plays some deals, as long as `most` moves are looked at; a caution for each kind without effect."""
        for deal in range(deals):
            if self._open and self.work <= most and not findings.faults:
                self._deal(deal, most, findings)
        for name in self._open:
            if self._tried[name] >= TRIES:
                says = f"makes no difference: {TRIES} games ended with equal scores, whichever option was chosen"
                findings.add(("effect", name), f"{name} {says}", fault=False)

    def _deal(self, deal: int, most: int, findings: Findings) -> None:
        """One game at random; at each decision the kinds that are still open are tried."""
        table = Tabletop(self._file, self._rules, self._seed, deal, 0)
        asked, before = [0] * table.players, dict(self._tried)
        while not table.over and self._open and self.work <= most:
            moves = table.allowed()
            for name in [name for name in self._open if self._tried[name] < min(TRIES, before[name] + A_GAME)]:
                if pair := self._pair(table, moves, self._open[name]):
                    self._tried[name] += 1
                    with findings.watching(f"game {deal}, played on in another way"):
                        ends = {self._end(table, move, asked) for move in pair}
                    if findings.faults:
                        return
                    if len(ends) > 1:
                        del self._open[name]
            self._go_on(table, moves, asked)

    def _pair(self, table: Tabletop, moves: list[Any], kind: Kind) -> tuple[Any, Any] | None:
        """A move of the kind and another in its place, by lot; None where there are no such two."""
        words, groups = refereeing.words(self._seed, table.deal, ANOTHER + table.decisions), kind.groups(moves)
        if len(groups) < 2:
            return None
        at = refereeing.below(words, len(groups)) if kind.word < 0 else 0
        first, *others = [*groups[at:], *groups[:at]]
        second = others[refereeing.below(words, len(others))]
        return first[refereeing.below(words, len(first))], second[refereeing.below(words, len(second))]

    def _end(self, table: Tabletop, move: Any, asked: list[int]) -> tuple[Any, ...]:
        """How the game ends that continues with a move."""
        table, asked = table.branch(), list(asked)
        asked[table.mover] += 1
        table.play(move, 1)
        while not table.over:
            self._go_on(table, table.allowed(), asked)
        return (*table.scores(), table.outcome()["winner"], table.end_reason)

    def _go_on(self, table: Tabletop, moves: list[Any], asked: list[int]) -> None:
        turn, asked[table.mover] = asked[table.mover], asked[table.mover] + 1
        self.work += A_DECISION + (len(moves) if self._file.offers else self._file.moves)
        table.play(at_random(self._seed, table, moves, turn), len(moves))


def _kinds(file: GameFile) -> Iterator[Kind]:
    """Each word of a choice beside the others, and each number of a move beside another where all else is the same."""
    for name, each in file.move.items():
        for place, word in enumerate(() if each.is_cards else each.words):
            yield Kind(f"Move.{name} {word!r}", name, place)
        if each.is_cards or (not each.words and each.low < each.high):
            yield Kind(f"Move.{name}", name)
