"""What is set on the table: the game and its rules, who sits at each seat, and the address of the deal."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from dhstats.documents import expanded
from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput, check_range, nearest
from dhstats.games import catalogue, logged
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import pupils, roster
from dhstats.players.learning import trainees
from dhstats.players.match import Lineup, cautions_of, line_up
from dhstats.quoting import quoted
from dhstats.seats import SEATS

MOST = 2**63 - 1  # of a seed and of a deal's number, as logs tell them
ADVISER = "expert"
KINDS = ("person", "program")
COMPILING = threading.RLock()  # one thread at a time finds players and compiles what a table needs


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits at a seat: a person by name, or a program by the name under which players are found."""

    name: str
    person: bool = False


def person(name: str) -> Chair:
    """A seat at which a person plays."""
    return Chair(name, person=True)


@dataclass(frozen=True)
class Origin:
    """The stored game that a game at the table plays on: its rules as they are, and who has which place of the deal.

    `draws` are the numbers of the players by seat at which programs draw, `said` is what has to be said of the game
    beside the table, `address` where it is found in the room of the games, `note` what is kept with it when it is
    saved.
    """

    rules: RuleSet
    layout: int = 0
    draws: tuple[int, ...] = ()
    said: tuple[str, ...] = ()
    address: str = ""
    note: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setup:
    """A game as it is set on the table; `rules` "" are the usual ones of the game.

    `chairs` are by seat, the first begins. Seed and number of the deal say how the cards lie and what programs draw. A
    game that plays on a stored one has an `origin`, whose rules it has in place of named ones.
    """

    game: str
    chairs: tuple[Chair, ...]
    rules: str = ""
    settings: tuple[str, ...] = ()
    decks: str | None = None
    pack: str | None = None
    seed: int = 1
    deal: int = 0
    origin: Origin | None = None

    @property
    def layout(self) -> int:
        """Who has which place of the deal."""
        return self.origin.layout if self.origin else 0

    def draws(self, seat: int) -> int:
        """The number of the player at whose address a program at a seat draws."""
        return self.origin.draws[seat] if self.origin and self.origin.draws else seat

    def load(self) -> tuple[GameBundle, RuleSet]:
        """The game and its rules, decks and card pack included; BadInput for anything else."""
        bundle = catalogue.load(self.game)
        if self.origin:
            return bundle, self.origin.rules
        base = self.rules or bundle.default_rules
        cards = bundle.cards(base, self.settings, self.decks, self.pack)
        return bundle, bundle.rule_files.load(base, (*self.settings, *cards))


@dataclass(frozen=True)
class Opened:
    """A setup with all that it names found and compiled; shared by threads, never written to."""

    setup: Setup
    bundle: GameBundle
    rules: RuleSet
    players: int
    programs: Mapping[int, Strategy]
    lineup: Lineup
    names: tuple[str, ...]
    people: frozenset[int] = field(default_factory=frozenset)

    @property
    def cautions(self) -> tuple[str, ...]:
        """What has to be said of the cards and the programs wherever results are shown."""
        return (*catalogue.labels(self.setup.game, self.rules.effective), *cautions_of(self.programs.values()))

    @cached_property
    def adviser(self) -> Strategy:
        """Who is asked what moves are worth: the expert of the rules, or else a generalist who knows them."""
        with COMPILING:
            bundle, rules = self.bundle, self.rules
            pupil = roster.pupil_of(bundle, rules, ADVISER)
            if pupil and not pupils.known(pupil) and bundle.game.space_learning and pupils.of_rules(bundle, rules):
                return roster.find(bundle, rules, roster.GENERALIST)
            try:
                return roster.find(bundle, rules, ADVISER)
            except BadInput as needed:
                raise BadInput(f"moves cannot be valued: {needed}") from needed


def open_table(setup: Setup, watch: trainees.Watcher = trainees.unseen) -> Opened:
    """A setup with its rules checked and its programs found, trained first if need be, and compiled."""
    check_range("--seed", setup.seed, 0, MOST)
    check_range("--deal", setup.deal, 0, MOST)
    bundle, rules = setup.load()
    players = bundle.players(rules.record())
    if len(setup.chairs) != players:
        raise BadInput(f"seats: these rules are for {players} players, not for {len(setup.chairs)}")
    with COMPILING:
        programs = {
            seat: trainees.find(bundle, rules, chair.name, watch)
            for seat, chair in enumerate(setup.chairs) if not chair.person
        }  # fmt: skip
        lineup = line_up(bundle, rules, list(programs.values()), whole=False)
    names = tuple(
        chair.name.strip() if chair.person else programs[seat].name for seat, chair in enumerate(setup.chairs)
    )
    people = frozenset(seat for seat, chair in enumerate(setup.chairs) if chair.person)
    for seat in sorted(people):
        place, name = f"seats: the {SEATS[seat]} player", names[seat]
        if not name.isprintable() or not 0 < len(name) <= logged.LONGEST_NAME:
            raise BadInput(f"{place}: a name is text of 1 to {logged.LONGEST_NAME} visible characters")
        if names.count(name) > 1:
            raise BadInput(f"{place}: another player at the table is called {quoted(name)} too; choose another name")
    known: dict[str, str] = {}
    for strategy in programs.values():
        if known.setdefault(strategy.name, strategy.hash) != strategy.hash:
            raise BadInput(f"seats: two different players are called {quoted(strategy.name)}; rename one of them")
        if len(strategy.name) > logged.LONGEST_NAME:
            raise BadInput(f"seats: {quoted(strategy.name)} has more than {logged.LONGEST_NAME} letters; rename it")
    return Opened(setup, bundle, rules, players, programs, lineup, names, people)


def chairs_of(values: Any) -> tuple[Chair, ...]:
    """The chairs that a list of JSON tells; BadInput for keys and values that there are not."""
    if not isinstance(values, list):
        raise BadInput(f"seats: must be a list, not {quoted(values)}")
    chairs = []
    for seat, each in enumerate(values):
        place = f"seats: the {SEATS[seat] if seat < len(SEATS) else 'next'} player"
        if not isinstance(each, Mapping):
            raise BadInput(f"{place}: must be a table of keys, not {quoted(each)}")
        for key in each:
            if key not in KINDS:
                raise BadInput(f"{place}: has an unknown key {quoted(key)}; {nearest(str(key), KINDS)}")
        if len(each) != 1:
            raise BadInput(f"{place}: must be either a person or a program")
        kind, name = next(iter(each.items()))
        if not isinstance(name, str) or not name.strip():
            raise BadInput(f"{place}: needs the name of a {kind}, not {quoted(name)}")
        chairs.append(Chair(name if kind == "person" else expanded(name), kind == "person"))
    return tuple(chairs)
