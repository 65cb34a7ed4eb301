"""Do people's games look like those of programs? Checks, and one answer from both where they agree."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan, sqrt

import numpy as np
from numpy.typing import NDArray

from dhstats.errors import BadInput
from dhstats.questions.evenings.differences import fitted_mean, mean
from dhstats.questions.evenings.records import BEST, FEWEST, GAP, TURNS, Evenings, Measure, tied
from dhstats.questions.shared import words
from dhstats.questions.shared.first_screen import capital, spelt
from dhstats.questions.shared.words import PLAIN, Unit
from dhstats.quoting import quoted
from dhstats.seats import SEATS
from dhstats.simulate.playtests.games import Sheet, SheetGame, SheetPlayer
from dhstats.simulate.tables import Row, shard_plans, stored_games, win_parts
from dhstats.stats.estimates.lookalikes import kinds_p, mean_p
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import holm
from dhstats.storage import Run
from dhstats.storage.run import parts_of_win, win_columns

Array = NDArray[np.float64]
MOST = 20_000  # games of programs, one a deal
ALPHA = 0.05
ROUNDS = 0.35  # where people's length is as near to that of programs over the number of players, they counted rounds
JOINED = "both, the programs as much as the people"


@dataclass(frozen=True, slots=True)
class Check:
    """A check whether people's games look like those of programs, its p-value adjusted for all checks (Holm).

    `people` is None where no number is compared but how often something is so; then `theirs` and `others` say it.
    """

    what: str
    unit: str
    shown: Unit
    games: int
    people: Estimate | None
    programs: float
    p: float
    theirs: str = ""
    others: str = ""
    holm: float = 1.0

    @property
    def differs(self) -> bool:
        """Whether people's games differ, all checks taken together."""
        return self.holm < ALPHA

    @property
    def both(self) -> Estimate | None:
        """One answer, weighted by precision, in which programs count as many games as people played."""
        if self.people is None or self.differs:
            return None
        half, middle = sqrt(0.5), (self.people.value + self.programs) / 2.0
        seen = self.people.interval
        low, high = (middle + half * (end - self.people.value) for end in (seen.low, seen.high))
        return Estimate(middle, half * self.people.se, replace(seen, low=low, high=high, method=JOINED))

    @property
    def sentence(self) -> str:
        """What the check says, and the answer from both where they agree, else each alone."""
        p = "p < 0.001" if self.holm < 0.001 else f"p = {self.holm:.2g}"
        adjusted = f"{p}, adjusted for all checks"
        if self.people is None:
            differ = "do not look" if self.differs else "look"
            seen = f"{self.theirs}, against {self.others}"
            return f"{self.what}: your people's games {differ} like the programs' games, {seen}; {adjusted}."
        digits = words.digits_of(self.people, self.shown)
        theirs = f"{words.number(self.shown.factor * self.programs, digits)} {self.unit}"
        seen = f"{words.stated(self.people, self.shown, self.unit)} against {theirs}"
        if self.both is None:
            apart = self.shown.factor * (self.people.value - self.programs)
            more = f"{abs(apart):.2g} {self.unit} {'more' if apart > 0.0 else 'fewer'}"
            said = f"{self.what}: your people's games have {more} than the programs' games, {seen}; {adjusted}"
            return f"{said}. Keep both apart."
        said = f"{self.what}: your people's games look like the programs' games, {seen}; {adjusted}"
        weight = f"if the programs count as {spelt(self.games)} games of people"
        return f"{said}. From both, {weight}, it is {words.stated(self.both, self.shown, self.unit)}."


def games_of(run: Run) -> Evenings:
    """Games of a run as a sheet has them, one a deal, so that each is independent; BadInput where it keeps none."""
    manifest = run.manifest
    if manifest.keep != "games":
        raise BadInput(f"--with {run.folder}: keeps no single games; simulate with --keep games")
    arms, told = len(manifest.design.arms), list[SheetGame]()
    for plan in shard_plans(manifest):
        first = plan.first_deal * arms
        rows = stored_games(run, first, first + min(plan.deals, MOST - len(told)) * arms - 1)
        told += [_game(row, len(manifest.seats)) for row in rows if row["arm"] == row["deal_id"] % arms]
        if len(told) >= MOST:
            break
    players = words.listed(sorted({words.spoken(each.name) for each in manifest.strategies})) or "people"
    return Evenings(Sheet(f"{manifest.game}, rules {manifest.rules_name}, played by {players}", tuple(told), ()))


def _game(row: Row, seats: int) -> SheetGame:
    parts = win_parts({name: np.array(row[name]) for name in win_columns(seats)}, seats)
    shares = [float(part) / parts_of_win(seats) for part in parts]
    scores = [row.get(f"score_{seat}") for seat in SEATS[:seats]]
    seated = zip(range(1, seats + 1), scores, shares, strict=True)
    people = tuple(SheetPlayer(None, seat, None, score, None, won) for seat, score, won in seated)
    return SheetGame(int(row["game_id"]), people, turns=float(row["turns"]), ended_by=str(row["end_reason"]))


def checks(evenings: Evenings, programs: Evenings) -> tuple[Check, ...]:
    """All checks that both can be asked, of games with as many players as the programs were."""
    size = len(programs.games[0].players)
    same = tuple(each for each in evenings.games if len(each.players) == size)
    alike = replace(evenings, sheet=replace(evenings.sheet, games=same))
    if len(alike.games) < FEWEST:
        raise BadInput(
            f"--with: the programs' games have {size} players, and {len(alike.games)} of yours do;"
            f" {FEWEST} are needed; name a run with as many players as sat at your tables"
        )
    found = [each for measure in (TURNS, BEST, GAP, FIRST) for each in _of_means(alike, programs, measure)]
    found += _of_endings(alike, programs)
    adjusted = holm([each.p for each in found]) if found else ()
    return tuple(replace(each, holm=min(1.0, evenings.looks * p)) for each, p in zip(found, adjusted, strict=True))


def _of_means(people: Evenings, programs: Evenings, measure: Measure) -> list[Check]:
    (at, own), (_, others) = people.measured(measure), programs.measured(measure)
    if len(own) < FEWEST or not len(others):
        return []
    p, theirs = _of_evenings(people, at, own, others), float(others.mean())
    own_mean, unit = mean(people, at, own, rate=measure.rate), words.HUNDREDTHS if measure.rate else PLAIN
    return [Check(capital(measure.what), measure.unit, unit, len(own), own_mean, theirs, p)]


def _of_evenings(people: Evenings, at: Sequence[int], own: Array, others: Array) -> float:
    """The larger p-value of the draws and of a mixed model, which knows that games of one evening are alike."""
    chance = mean_p(own.tolist(), others.tolist())
    return max(chance, fitted_mean(people, at, own - others.mean()).p) if people.told else chance


def _first(game: SheetGame) -> float | None:
    """How much of the win the first seat has."""
    return next((each.won for each in game.players if each.seat == 1 and tied(game) is not None), None)


FIRST = Measure("first", "wins of the first seat", "games in 100", _first, rate=True)


def _of_endings(people: Evenings, programs: Evenings) -> list[Check]:
    """How games end, where people call the ways to end as the programs' games do."""
    at, own, others = _endings(people, programs)
    if len(own) < FEWEST or not set(own) <= set(others):
        return []
    p, kinds = kinds_p(own, others), set(own)
    if people.told and len(kinds) > 1:  # one of them at least differs, evenings alike in themselves: Bonferroni
        apart = [np.array([one == kind for one in own]) - others.count(kind) / len(others) for kind in kinds]
        p = max(p, min(1.0, len(kinds) * min(fitted_mean(people, at, each).p for each in apart)))
    return [Check("The mix of endings", "", PLAIN, len(own), None, nan, p, _mix(own), _mix(others))]


def _endings(people: Evenings, programs: Evenings) -> tuple[list[int], list[str], list[str]]:
    """The games of people whose ending is known, their endings, and those of the programs."""
    told = {
        at: game.ended_by.strip().lower().replace(" ", "_") for at, game in enumerate(people.games) if game.ended_by
    }
    return list(told), list(told.values()), [game.ended_by or "" for game in programs.games]


def unknown_endings(people: Evenings, programs: Evenings) -> str:
    """Which endings of people's games the programs do not know, so that they cannot be compared; else nothing."""
    _, own, others = _endings(people, programs)
    unknown, known = sorted(set(own) - set(others)), sorted(set(others) - {""})
    if not unknown or not known:
        return ""
    named = words.listed([quoted(words.spoken(each)) for each in unknown])
    names = f"programs never end by {named}, but by {words.listed(known)}"
    return f"How games end was not compared: {names}; use these names."


def _mix(kinds: Sequence[str]) -> str:
    counts = Counter(kinds).most_common()
    return words.listed([f"{words.spoken(kind)} {100.0 * n / len(kinds):.0f} in 100" for kind, n in counts])


def counted_rounds(found: Sequence[Check], size: int) -> bool:
    """Whether people probably counted rounds, where programs count the turns of all players."""
    lengths = [each for each in found if each.what == "Length" and each.people is not None]
    return any(
        each.differs and each.people is not None and abs(each.people.value * size / each.programs - 1.0) < ROUNDS
        for each in lengths
    )
