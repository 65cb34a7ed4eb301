"""The same rules with several numbers of players: which runs they take, where these lie, and what asks it again."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dhstats.errors import BadInput
from dhstats.games import catalogue
from dhstats.games.folder import USUAL
from dhstats.quoting import file_name, quoted
from dhstats.report.pages.study import StudyPlan


@dataclass(frozen=True)
class NumbersOfPlayers:
    """The same rules with several numbers of players: a run for each, in folders of one home."""

    plan: StudyPlan
    game: str
    rules: str
    numbers: tuple[int, ...]
    games: int

    @classmethod
    def of(cls, plan: StudyPlan, written: str, games: int) -> NumbersOfPlayers:
        """From the words of a command line; BadInput for numbers that the game or its rules are not for."""
        game = catalogue.known(plan.game or USUAL)
        bundle, (least, most) = catalogue.load(game), catalogue.players(game)
        found = re.fullmatch(r"(\d{1,2})-(\d{1,2})|\d{1,2}(,\d{1,2})+|\d{1,2}", written.replace(" ", ""))
        if found is None:
            raise BadInput(f"--players: must be numbers of players, as 2-4 or 2,3,5, not {quoted(written)}")
        ends = [int(each) for each in re.findall(r"\d+", written)]
        numbers = tuple(range(ends[0], ends[1] + 1) if found[1] else sorted(set(ends)))
        title, seats = catalogue.title(game), f"{least}" if least == most else f"{least} to {most}"
        if least == most or not all(least <= each <= most for each in numbers):
            raise BadInput(f"--players: {title} is for {seats} players, not {quoted(written)}")
        if len(numbers) < 2:
            raise BadInput("--players: one number of players is nothing to compare; name several, as 2-4 or 2,3,5")
        rules = plan.rules or bundle.default_rules
        for each in numbers:
            try:
                bundle.rule_files.load(rules, (f"players={each}",))
            except BadInput as error:
                reason = str(error).removeprefix("--set: ")
                raise BadInput(f"--players: {rules} is not for {each} players: {reason}") from error
        return cls(plan, game, rules, numbers, games)

    @property
    def home(self) -> Path:
        """Where the runs lie."""
        parts = ["players", catalogue.short(self.game), Path(self.rules).stem]
        parts += [self.plan.strategies] if self.plan.strategies else []
        return Path("data") / file_name("-".join([*parts, str(self.games), f"seed{self.plan.seed}"]))

    def steps(self) -> Iterator[tuple[Path, list[str]]]:
        """Every run with the words of the command that plays it."""
        usual = catalogue.rules(self.game).load(self.rules).effective["players"]
        for each in self.numbers:
            words = ["simulate", "--game", catalogue.typed(self.game), "--rules", self.rules]
            words += ["--set", f"players={each}"] if each != usual else []
            words += ["--strategies", self.plan.strategies] if self.plan.strategies else []
            folder = self.home / f"{each}"
            yield folder, [*words, "--games", str(self.games), "--seed", str(self.plan.seed), "--out", str(folder)]

    @property
    def command(self) -> str:
        """What asks all of it again."""
        words = ["dhstats", "study", "--game", catalogue.typed(self.game), "--rules", self.rules, "--players"]
        words += [",".join(map(str, self.numbers)), "--games", str(self.games), "--seed", str(self.plan.seed)]
        words += ["--strategies", self.plan.strategies] if self.plan.strategies else []
        return shlex.join([*words, "--play"])
