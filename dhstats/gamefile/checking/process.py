"""The check of a game file, in a process of its own: code of the file runs, and may do to the process what it likes.

Run as a module it reads one line of JSON (what `checking.Asked` holds) and writes lines of JSON: `begun` with a part of
the check, `checked` with a sentence, `findings`, `done`, or `problems` where the file cannot even be read.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from dhstats import machine, programs
from dhstats.children import limit_work, told_late
from dhstats.documents import Mistakes
from dhstats.engine import compiling
from dhstats.engine.compiled import interpreted
from dhstats.errors import BadInput, UserError
from dhstats.gamefile import opening
from dhstats.gamefile.checking.findings import Findings, TooLong
from dhstats.gamefile.checking.games import Games, Transcript
from dhstats.gamefile.checking.outcomes import Effects, alike
from dhstats.gamefile.checking.referee import READING
from dhstats.gamefile.checking.rows import Compared, outcome_faults, seat_faults, share_faults
from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing.compiling import code_faults
from dhstats.gamefile.playing.inputs import roughly_told
from dhstats.gamefile.reading.source import last_line, line_words
from dhstats.games.bundle import GameBundle
from dhstats.games.keys import Lever
from dhstats.games.rulefile import setting
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import line_up
from dhstats.players.tryout import teller
from dhstats.seats import SEATS as SEAT_NAMES

FEW = 4  # games under every other rule set
MOST_OTHERS = 60  # rule sets besides the usual one
CLOSELY = 60  # games in which hidden cards are dealt again at every decision
TWICE = 10  # games that are played twice
LEAST = 4  # games, however much work each is
EFFECTS = 100_000  # moves that are looked at to see what makes no difference
SEATS_GAMES = 4_000  # by which it is seen whether seats are alike

Tell = Callable[..., None]


class Check:
    """One check of a file: its parts in their order."""

    def __init__(self, asked: dict[str, Any], tell: Tell) -> None:
        self._asked, self._tell = asked, tell
        path = asked["path"]
        file = opening.of_path(path) if programs.is_path(path) else opening.opened(path)
        assert file is not None  # a file, or the game of a package
        self._file: GameFile = file.file
        self._part, self._most, self._seed = file.part, asked["work"] or sys.maxsize, asked["seed"]
        self.findings = Findings(self._file)
        self._transcripts: list[Transcript | None] = []

    def run(self) -> None:
        """All parts; those in compiled code only where plain Python has nothing to say against it."""
        self._plain()
        if self._asked["quick"]:
            if not self.findings.faults:
                self._others()
            return
        if interpreted() or not self._compiles():
            return
        if not self.findings.faults:
            self._compiled()
        if not self.findings.faults:
            self._others()
        if self.findings.faults:
            self._tell(checked="fix this first; the other checks follow")
            return
        self._players()
        if getattr(self._file.module, "SYMMETRICAL", False):
            self._tell(begun="playing for its seats")
            text = seat_faults(self._bundle, self._load(), self._seed, SEATS_GAMES, self.findings)
            self._tell(checked=text)

    @property
    def _bundle(self) -> GameBundle:
        bundle: GameBundle = self._part("bundle")
        return bundle

    def _load(self, rules: str = "standard", *settings: str) -> RuleSet:
        loaded: RuleSet = self._part("rule files").load(rules, settings)
        return loaded

    def _games(self, rules: RuleSet | None = None, under: str = "") -> Games:
        return Games(self._file, (rules or self._load()).record(), under, self._seed, self.findings)

    def _plain(self) -> None:
        self._tell(begun="playing in plain Python")
        table = self._games()
        for deal in range(self._asked["games"]):
            if deal >= LEAST and table.work > self._most:
                break
            self._transcripts.append(table.play(deal, closely=deal < CLOSELY and table.work <= self._most / 2))
        ended = [game for game in self._transcripts if game is not None]
        hidden = f"; hidden cards dealt again in {table.close} of them" if self._file.hides else ""
        enough = f" (not {self._asked['games']:,}: each takes long)" if table.work > self._most else ""
        self._tell(checked=f"{_games(len(ended))}{enough}, {table.decisions:,} decisions in plain Python{hidden}")
        self._tell(games=len(ended))
        if ended and all(game.limited for game in ended):
            self.findings.add("endless", f"none of {_games(len(ended))} came to an end by over(state, rules)")
        if table.secrets:
            table.secrets.tell()
        self._whole_games(ended)

    def _whole_games(self, ended: list[Transcript]) -> None:
        """What is seen of several games together: shares, seats, scores, and whether it matters what is chosen."""
        rules = self._load().record()
        if rough := roughly_told(self._file):
            self.findings.add("inputs", rough, fault=False)
        share_faults(self._file, rules, self._seed, self.findings)
        self._seats_that_decide(ended)
        for deal, game in enumerate(self._transcripts):
            if game is not None:
                outcome_faults(self._file, game, deal, self.findings)
        again = self._games()
        for deal, first in enumerate(self._transcripts[:TWICE]):
            if again.work <= self._most / TWICE and first is not None and again.play(deal, closely=False) != first:
                self.findings.add("twice", f"game {deal}: two plays of one seed gave different games; {STATELESS}")
        if not self.findings.faults:
            alike(ended, self.findings)
            Effects(self._file, rules, self._seed).tell(len(self._transcripts), min(self._most, EFFECTS), self.findings)

    def _seats_that_decide(self, games: list[Transcript]) -> None:
        """A caution where somebody never has a decision."""
        asked = {int(row["seat"]) for game in games for row in game.rows if row["legal_moves"]}
        for seat in range(self._file.seats[0]):
            if games and seat not in asked:
                says = f"the {SEAT_NAMES[seat]} player never decides in {_games(len(games))}; is next_seat missing?"
                self.findings.add(("never", seat), says, fault=False)

    def _compiles(self) -> bool:
        self._tell(begun="compiling")
        faults = list(code_faults(self._file))
        for number, fault in enumerate(faults):
            self.findings.add(("code", number), fault)
        if not faults:
            line_up(self._bundle, self._load(), [self._bundle.find_strategy("random")])
        return not faults

    def _compiled(self) -> None:
        self._tell(begun="playing compiled")
        whole = {deal: game for deal, game in enumerate(self._transcripts) if game is not None}
        compared = Compared(self._bundle, self._load(), self._seed, self.findings)
        for deal, game in whole.items():
            compared.compare(deal, game, "")
        if whole:
            same = "agree" if not compared.differing else "do not agree"
            self._tell(checked=f"plain Python and compiled code {same} on every column of all {len(whole):,} games")

    def _others(self) -> None:
        """Few games under every variant, number of players and bound of a key."""
        self._tell(begun="playing under other rules")
        sets, work, tried, quick = list(rule_sets(self._file))[:MOST_OTHERS], 0, 0, self._asked["quick"]
        few = 1 if quick else FEW
        for name, settings in sets:
            under = f" under {name} {' '.join(settings)}".replace(" standard ", " ")
            rules = self._load(name, *settings)
            table = self._games(rules, under)
            compared = None if quick else Compared(self._bundle, rules, self._seed, self.findings)
            for deal in range(few):
                if (game := table.play(deal)) and compared:
                    compared.compare(deal, game, under)
            work, tried = work + table.work, tried + 1
            if work > self._most:
                break
        if sets:
            others = "variants, numbers of players, bounds of keys"
            number = f"{tried} of {len(sets)}" if tried < len(sets) else str(len(sets))
            self._tell(checked=f"{_games(few)} under each of {number} other rule sets: {others}")

    def _players(self) -> None:
        for function in self._file.players:
            name = function.__name__
            self._tell(begun=f"trying the player {name}")
            try:
                Compared(self._bundle, self._load(), self._seed, self.findings, name).play(0, TWICE)
            except UserError as error:
                self.findings.add(("player", name), str(error))
        if self._file.players:
            self._tell(checked=f"players: {', '.join(each.__name__ for each in self._file.players)}")


STATELESS = "functions must keep nothing but the state from one decision to the next"


def _games(count: int) -> str:
    return f"{count:,} game{'' if count == 1 else 's'}"


def rule_sets(file: GameFile) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every rule set but the usual: variants, numbers of players, each key at its bounds."""
    yield from ((name, ()) for name in file.variants)
    for players in range(file.seats[0] + 1, file.seats[1] + 1):
        yield "standard", (f"players={players}",)
    for lever in file.levers:
        yield from (("standard", (setting(lever.name, value),)) for value in _others(lever))


def _others(lever: Lever) -> list[Any]:
    """Values of a key at its bounds, but for the usual one."""
    form = lever.key.kind.form
    bounds = dict.fromkeys((form.low, form.high))
    lists = [[bound] * form.room for bound in bounds if form.room]
    values = {"switch": (False, True), "choice": form.choices}.get(form.control, lists or bounds)
    return [value for value in values if value != lever.default]


def main() -> None:
    """Checks what the line on standard input asks for."""
    machine.collect_less()
    asked, tell = json.loads(sys.stdin.readline()), teller()
    sys.path[:] = asked["sys_path"]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that asked ends this

    def late(number: int, frame: FrameType | None) -> None:
        raise TooLong(worked=number == signal.SIGPROF)

    for each in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(each, late)
    limit_work(asked["limit"])
    compiling.at_first(lambda: tell(compiling=True))
    check = None
    try:
        tell(begun=READING)
        check = Check(asked, tell)
        limit_work(0.0)
        check.findings.limit = asked["limit"]
        check.run()
    except TooLong as error:
        if check is None:
            text = f"did not finish while it was read, within {told_late(asked['limit'], worked=error.worked)}"
            tell(problems=[f"game file {asked['path']}: {_where(error)}{text}"])
    except Exception as error:  # anything that a file may cause: a check that dies says nothing
        place = f"game file {asked['path']}: {_where(error)}{type(error).__name__}"
        listed = list(error.problems) if isinstance(error, Mistakes) else [str(error)]
        tell(problems=listed if isinstance(error, BadInput) else [f"{place}: {error}"])
    if check is not None:
        tell(findings=[[each.says, each.fault, each.times] for each in check.findings.found.values()])
    tell(done=True)
    os._exit(0)


def _where(error: BaseException) -> str:
    """The line of the file at which it was."""
    return line_words(last_line(error, lambda name: opening.FOLDER in Path(name).parts))


if __name__ == "__main__":
    main()
