"""Small real runs with every decision logged, and what plain Python adds up of their games, deal by deal."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from dhstats.questions.verdicts import sequential
from dhstats.simulate.plans.experiment import Experiment
from dhstats.storage import Arm, Run

Row = dict[str, Any]
Deals = dict[Any, list[tuple[int, ...]]]
ALL = -1
PAIRS = (("greedy", "greedy"), ("greedy", "random"), ("random", "random"))


@dataclass(frozen=True)
class Game:
    """A game with its logged decisions in order; `member` counts the games of its matchup in a deal."""

    row: Row
    turns: list[Row]
    arm: Arm
    member: int

    @property
    def deal(self) -> int:
        """The block."""
        return int(self.row["deal_id"])

    @property
    def matchup(self) -> int:
        """The number of its matchup in the run."""
        return self.arm.matchup


Played = TypeVar("Played", bound=Game)
Told = Callable[[Played], Iterable[tuple[Any, ...]]]  # keys with numbers


def play(game: str, folder: Path, *settings: str, deals: int = 12, **changes: Any) -> Run:
    """A run of three matchups, every decision logged."""
    plan: dict[str, Any] = {"matchups": PAIRS, "games": 6 * deals, "seed": 4} | changes
    experiment = Experiment("small", "Is it fair?", game, settings=settings, **plan)
    return sequential.play(experiment, folder, workers=2)


def table(run: Run, name: str) -> list[Row]:
    """The stored rows of a table."""
    files = sorted((run.folder / name).glob("*.parquet"))
    return pl.concat([pl.read_parquet(file) for file in files], how="vertical_relaxed").to_dicts()


def stored_games(run: Run) -> list[Game]:
    """All games of a run."""
    turns: dict[int, list[Row]] = defaultdict(list)
    for turn in sorted(table(run, "moves"), key=lambda turn: int(turn["turn"])):
        turns[turn["game_id"]].append(turn)
    arms = run.manifest.design.arms
    members = [sum(other.matchup == arm.matchup for other in arms[:at]) for at, arm in enumerate(arms)]
    rows = table(run, "games")
    return [Game(row, turns[row["game_id"]], arms[row["arm"]], members[row["arm"]]) for row in rows]


def groups(games: Sequence[Played]) -> Iterator[tuple[int, Played]]:
    """Every game in its matchup, and once more among all of them (-1) where they are several."""
    several = len({game.matchup for game in games}) > 1
    for game in games:
        yield game.matchup, game
        if several:
            yield ALL, game


def one_a_deal(games: Sequence[Played]) -> Iterator[tuple[int, Played]]:
    """One game of each deal in every matchup: its first; among all of them each arm in turn."""
    arms = 1 + max(game.arm.arm for game in games)
    for matchup, game in groups(games):
        if game.arm.arm == game.deal % arms if matchup == ALL else game.member == 0:
            yield matchup, game


def by_deal(games: Sequence[Played], told: Told[Played]) -> Deals:
    """What is told of games (a key and numbers), added up deal by deal: one tuple of sums a deal and key."""
    sums: dict[Any, dict[int, list[int]]] = defaultdict(dict)
    for matchup, game in groups(games):
        for key, *numbers in told(game):
            cell = sums[(matchup, *key)].setdefault(game.deal, [0] * len(numbers))
            for at, number in enumerate(numbers):
                cell[at] += int(number)
    return {key: [tuple(cell) for cell in deals.values()] for key, deals in sums.items()}


def with_whole(games: Sequence[Played], told: Told[Played], whole: Callable[[Any], Any]) -> dict[Any, int]:
    """Of every key the sum over deals of its number times that of the key that it is a part of."""
    own: dict[Any, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for matchup, game in groups(games):
        for key, number in told(game):
            own[matchup, *key][game.deal] += number
    return {
        (matchup, *key): sum(number * own[matchup, *whole(key)][deal] for deal, number in deals.items())
        for (matchup, *key), deals in list(own.items())
    }


def by_number(expected: Deals) -> dict[Any, int]:
    """How many deals have a number of games of each kind."""
    return {(*key, number): count for key, deals in expected.items() for (number,), count in Counter(deals).items()}


def assert_sums(
    frame: pl.DataFrame, expected: Deals, keys: tuple[str, ...], names: tuple[str, ...],
    products: tuple[tuple[str, str], ...] = (),
) -> None:  # fmt: skip
    """Sums, sums of squares and products over deals are those that plain Python finds, and there is no other row."""
    found = {tuple(row[key] for key in ("matchup", *keys)): row for row in frame.to_dicts()}
    assert found.keys() == expected.keys()
    for key, deals in expected.items():
        columns = dict(zip(names, zip(*deals, strict=True), strict=True))
        assert found[key]["deals"] == len(deals), key
        for name, values in columns.items():
            assert found[key][name] == sum(values), (key, name)
            assert found[key].get(f"{name}_squares", sum(v * v for v in values)) == sum(v * v for v in values), key
        for x, y in products:
            assert found[key][f"{x}_{y}"] == sum(a * b for a, b in zip(columns[x], columns[y], strict=True)), (key, x)


def assert_kinds(frame: pl.DataFrame, expected: Deals, keys: tuple[str, ...], names: tuple[str, ...]) -> None:
    """Deals by how many of their games are of a kind (the first number), and sums of what happened in those."""
    rows = {tuple(row[key] for key in ("matchup", *keys, "games")): row for row in frame.to_dicts()}
    kinds: Deals = defaultdict(list)
    for key, deals in expected.items():
        for number, *sums in deals:
            kinds[*key, number].append(tuple(sums))
    assert rows.keys() == kinds.keys()
    for key, same in kinds.items():
        assert rows[key]["deals"] == len(same), key
        for name, values in zip(names, zip(*same, strict=True), strict=True):
            assert rows[key][name] == sum(values), (key, name)
            assert rows[key][f"{name}_squares"] == sum(value**2 for value in values), (key, name)
