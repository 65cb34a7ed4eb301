"""Sheets of playtests made up for tests: players of different skill, who meet again, in evenings that are alike."""

from datetime import date, timedelta

import numpy as np

from dhstats.simulate.playtests.games import Sheet, SheetGame, SheetPlayer

PEOPLE = ("Ann", "Bob", "Cem", "Dora", "Eve", "Finn")


def evenings_of(rng: np.random.Generator, games: int) -> list[int]:
    """The evening of each game: one to four games an evening."""
    found: list[int] = []
    while len(found) < games:
        found += [max(found, default=-1) + 1] * int(rng.integers(1, 5))
    return found[:games]


def sheet(
    games: int = 20, seats: int = 3, seed: int = 1, first: float = 0.0, skill: float = 0.7, later: float = 0.0,
    powers: dict[str, float] | None = None,
) -> Sheet:  # fmt: skip
    """A sheet: `first` is what the first seat has more in log odds, `later` how many minutes less version 2 takes."""
    rng = np.random.default_rng(seed)
    skills = dict(zip(PEOPLE, rng.normal(size=len(PEOPLE)) * skill, strict=True))
    evenings, told, powers = evenings_of(rng, games), [], powers or {}
    there = [[str(name) for name in rng.choice(PEOPLE, seats, replace=False)] for _ in range(max(evenings) + 1)]
    slow = rng.normal(size=max(evenings) + 1) * 6.0
    for at, evening in enumerate(evenings):
        names = [str(name) for name in rng.permutation(there[evening])]
        dealt: list[str | None] = (
            [str(each) for each in rng.permutation(list(powers))[:seats]] if powers else [None] * seats
        )
        worth = [skills[name] + (first if seat == 0 else 0.0) for seat, name in enumerate(names)]
        points = [
            round(30 + 8 * (strength + powers.get(power or "", 0.0) + rng.gumbel()))
            for strength, power in zip(worth, dealt, strict=True)
        ]
        winners = [point == max(points) for point in points]
        version = "2" if at >= games // 2 else "1"
        minutes = round(60 + slow[evening] - (later if version == "2" else 0.0) + 8 * rng.normal())
        seated = zip(names, dealt, points, winners, strict=True)
        told.append(SheetGame(
            at + 2,
            tuple(
                SheetPlayer(name, seat, power, float(point), None, won / sum(winners))
                for seat, (name, power, point, won) in enumerate(seated, start=1)
            ),
            date(2026, 1, 1) + timedelta(7 * evening), f"evening {evening}", version, float(minutes),
            float(round(20 + 3 * rng.normal())), "deck" if rng.random() < 0.7 else "ships",
        ))  # fmt: skip
    return Sheet("evenings.csv", tuple(told), (("Date", "date"),))
