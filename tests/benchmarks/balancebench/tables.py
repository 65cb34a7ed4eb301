"""Tic-tac-toe, Goofspiel, the duel, fires and the village worked out: no rule of dhstats is read here."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
from scipy.optimize import linprog

from tests.benchmarks.balancebench.dice import one_of
from tests.benchmarks.balancebench.poker import Outcomes, Rules, add

ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")


def tic_tac_toe(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """All boards; who plays best takes any of the squares that are worth most to them."""

    def won(board: str, mark: str) -> bool:
        return any(all(board[int(at)] == mark for at in row) for row in ROWS)

    def moves(board: str) -> dict[int, str]:
        mark = "XO"[9 - board.count(".") & 1]
        return {at: board[:at] + mark + board[at + 1 :] for at in range(9) if board[at] == "."}

    @cache
    def worth(board: str) -> int:
        """To the first player: 1, 0 or -1."""
        if won(board, "X") or won(board, "O") or "." not in board:
            return int(won(board, "X")) - int(won(board, "O"))
        values = [worth(after) for after in moves(board).values()]
        return max(values) if board.count(".") & 1 else min(values)

    @cache
    def ends(board: str) -> tuple[Fraction, Fraction]:
        """How often the first player wins, and the second."""
        if won(board, "X") or won(board, "O") or "." not in board:
            return Fraction(won(board, "X")), Fraction(won(board, "O"))
        options = list(moves(board).values())
        if players[9 - board.count(".") & 1] in ("perfect", "solved"):
            options = [after for after in options if worth(after) == worth(board)]
        parts = [ends(after) for after in options]
        return sum(p[0] for p in parts) / Fraction(len(parts)), sum(p[1] for p in parts) / Fraction(len(parts))

    first, second = ends("." * 9)
    return {(1, 0): first, (0, 1): second, (0, 0): 1 - first - second}


def gops(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """Every order of the prizes; bids at random are every order of the cards."""
    cards, carries, outcomes = range(1, rules.get("cards", 13) + 1), rules.get("ties") == "carried", Outcomes()
    orders = list(permutations(cards))
    own = orders if players[0] == "random" else [()]
    for prizes in orders:
        for first, second in product(own, orders if players[1] == "random" else [()]):
            many = len(own) * (len(orders) if players[1] == "random" else 1)
            add(outcomes, bidding(prizes, [list(first), list(second)], carries), Fraction(1, len(orders) * many))
    return outcomes


def bidding(prizes: tuple[int, ...], bids: list[list[int]], carries: bool) -> tuple[int, int]:
    """The points of both; who has no order of bids bids what is nearest to the prize, the lower of two."""
    points, left, kept = [0, 0], [sorted(prizes) for _ in range(2)], 0
    for at, prize in enumerate(prizes):
        prize += kept
        now = [order[at] if order else min(left[seat], key=lambda card: (abs(card - prize), card))
               for seat, order in enumerate(bids)]  # fmt: skip
        kept = prize if now[0] == now[1] and carries else 0
        for seat in range(2):
            left[seat].remove(now[seat])
            points[seat] += prize if now[seat] > now[1 - seat] else 0
    return points[0], points[1]


DUCK, LOAD, SHOOT = "dls"


def plans(shots: int, ducked: bool, most: int) -> list[str]:
    """The pairs of acts that a player may plan: nobody ducks twice in a row, or shoots with nothing."""
    fits = []
    for plan in (a + b for a in "dls" for b in "dls"):
        loads = {DUCK: 0, LOAD: 1, SHOOT: -1}
        held = (shots, shots + loads[plan[0]], shots + loads[plan[0]] + loads[plan[1]])
        if plan != "dd" and not (ducked and plan[0] == DUCK) and all(0 <= each <= most for each in held):
            fits.append(plan)
    return fits


def wary(options: list[str], rival: int) -> str:
    """Ducks first where the other can shoot, and only there; then rather shoots than loads."""
    return max(options, key=lambda plan: "dls".index(plan[1]) + 3 * ((plan[0] == DUCK) == (rival > 0)))


def duel(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """Both plan two acts at once; by linear programmes, or by how each player plans."""

    @cache
    def value(shots: tuple[int, int], ducked: tuple[bool, bool], round: int) -> tuple[Any, Any]:
        """How often only the second is hit, and only the first."""
        if round == rules.get("rounds", 4):
            return Fraction(0), Fraction(0)
        own, other = (plans(shots[seat], ducked[seat], rules.get("most", 2)) for seat in range(2))
        if players == ("solved", "solved"):
            worth = matrix_value([[lead(after(shots, a, b, round)) for b in other] for a in own])
            return max(worth, 0.0), max(-worth, 0.0)
        sides = [options if players[seat] == "random" else [wary(options, shots[1 - seat])]
                 for seat, options in enumerate((own, other))]  # fmt: skip
        parts = [after(shots, a, b, round) for a, b in product(*sides)]
        return sum(p[0] for p in parts) / Fraction(len(parts)), sum(p[1] for p in parts) / Fraction(len(parts))

    def after(shots: tuple[int, int], own: str, other: str, round: int) -> tuple[Any, Any]:
        now = list(shots)
        for acts in zip(own, other, strict=True):
            hit = [acts[1 - seat] == SHOOT and acts[seat] != DUCK for seat in range(2)]
            if any(hit):
                return Fraction(hit[1] and not hit[0]), Fraction(hit[0] and not hit[1])
            now = [now[seat] + (acts[seat] == LOAD) - (acts[seat] == SHOOT) for seat in range(2)]
        return value((now[0], now[1]), (own[1] == DUCK, other[1] == DUCK), round + 1)

    first, second = value((rules.get("loaded", 1), 0), (False, False), 0)
    return {(1, 0): Fraction(first), (0, 1): Fraction(second), (0, 0): 1 - Fraction(first) - Fraction(second)}


def lead(wins: tuple[Any, Any]) -> float:
    """What the first player wins more often."""
    return float(wins[0] - wins[1])


def matrix_value(rows: list[list[float]]) -> float:
    """What a game of two who choose at once is worth to who chooses a row."""
    matrix = np.asarray(rows)
    many, columns = matrix.shape
    found = linprog(
        [*[0.0] * many, -1.0], A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]), b_ub=np.zeros(columns),
        A_eq=[[*[1.0] * many, 0.0]], b_eq=[1.0], bounds=[*[(0, 1)] * many, (None, None)],
    )  # fmt: skip
    return float(-found.fun)


def fires(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """All positions turn by turn: (1,) where it rains in time."""
    houses, flames, lost, seats = rules.get("houses", 6), rules.get("flames", 3), rules.get("lost", 1), len(players)
    begins: dict[Any, Fraction] = {}
    at = tuple(seat * houses // seats for seat in range(seats))
    for lit in product(range(houses), repeat=houses // 2):
        add(begins, (tuple(int(house in lit) for house in range(houses)), at), Fraction(1, houses ** (houses // 2)))
    now, burnt = begins, Fraction(0)
    for turn in range(rules.get("rounds", 6) * seats):
        after: dict[Any, Fraction] = {}
        for (row, places), chance in now.items():
            for then, share in moved(row, places, turn % seats, players[turn % seats]):
                add(after, then, chance * share)
        for _ in range(rules.get("sparks", 1)):
            before, after = after, {}
            for (row, places), chance in before.items():
                for house in range(houses):
                    add(after, (sparked(row, house, flames), places), chance / houses)
        now = {each: chance for each, chance in after.items() if each[0].count(None) < lost}
        burnt += sum(after.values()) - sum(now.values())
    return {(1,): 1 - burnt, (0,): burnt}


def moved(row: Any, places: Any, seat: int, player: str) -> Iterator[tuple[Any, Fraction]]:
    """Where a player may go, how often they do, and what burns then; None is a house that burnt down."""
    options = [to for to in range(len(row)) if abs(to - places[seat]) <= 1]
    if player == "largest":
        options = [max(options, key=lambda to: row[to] or 0)]
    for to in options:
        helped = any(place == to for other, place in enumerate(places) if other != seat)
        left = None if row[to] is None else max(0, row[to] - (2 if helped else 1))
        yield ((*row[:to], left, *row[to + 1 :]), (*places[:seat], to, *places[seat + 1 :])), Fraction(1, len(options))


def sparked(row: Any, house: int, flames: int) -> Any:
    """The row with one flame more."""
    if row[house] is None:
        return row
    return (*row[:house], None if row[house] + 1 == flames else row[house] + 1, *row[house + 1 :])


def village(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """Where all vote and bite at random anybody may leave by day; ("village",) or ("wolves",)."""

    def wins(left: int, wolves: int, day: bool) -> Fraction:
        if wolves == 0 or 2 * wolves >= left:
            return Fraction(wolves == 0)
        if not day:
            return wins(left - 1, wolves, True)
        gone = Fraction(wolves, left)
        return gone * wins(left - 1, wolves - 1, False) + (1 - gone) * wins(left - 1, wolves, False)

    assert set(players) == {"random"}
    share = wins(len(players), rules.get("wolves", 1), True)
    return {("village",): share, ("wolves",): 1 - share}


def alike(rules: Rules, players: tuple[str, ...]) -> Outcomes:
    """Games in which nothing tells seats apart, among equal players: each seat wins as often, whatever the rules."""
    assert len(set(players)) == 1
    return {one_of(len(players), seat): Fraction(1, len(players)) for seat in range(len(players))}
