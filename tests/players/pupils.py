"""Players of any game who have learnt from few games, tables for them, and what two games forbid them."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import chi2

from dhstats.engine.stream import STREAM
from dhstats.games.bundle import GameBundle
from dhstats.games.catalogue import load
from dhstats.games.dragon.table import ACTS as DRAGON_ACTS
from dhstats.games.dragon.table import KINDS
from dhstats.games.dragonheart.referee.chronicle import unpacked
from dhstats.games.dragonwood.table import A_TURN, ACTS, N_CREATURES, TITLES
from dhstats.games.ruleset import RuleSet
from dhstats.players import pupils, roster, trained
from dhstats.players.learning import training
from dhstats.players.match import records
from dhstats.players.pupils import Pupil
from dhstats.players.recipes import Recipe, standard
from dhstats.players.trained import Trained, as_strategy
from tests.games.dragon import contract as dragon
from tests.games.dragonheart import contract as dragonheart
from tests.games.dragonheart.positions import PICTURES
from tests.games.dragonwood import contract as dragonwood
from tests.harness import OpenGame
from tests.players.seated import Seated, copied
from tests.players.test_network import plain

SMALL = Recipe(seed=3, games=600, rounds=6)
Barred = Callable[[OpenGame], list[bool]]  # which of the mover's options a restriction forbids


@dataclass(frozen=True)
class School:
    """A game with the rules under which its pupils learn, the usual ones first.

    `steps` are the most of a random game before a position, `reloads` how often a turn is a reload there, so that hands
    grow. `hide` shuffles what the mover cannot know, `barred` are the restrictions that forbid moves, and `beaten` is
    who loses to a pupil by far.
    """

    bundle: GameBundle
    rules: Mapping[str, tuple[str, tuple[str, ...]]]
    steps: int
    hide: Callable[[Any, int, random.Random], None]
    barred: Mapping[str, Barred]
    beaten: str
    reloads: float = 0.0

    @property
    def usual(self) -> str:
        """The rules that come first."""
        return next(iter(self.rules))

    @property
    def learning(self) -> Any:
        """What the game brings for players who learn."""
        return self.bundle.game.learning

    def rule_set(self, name: str = "") -> RuleSet:
        """A rule set of the table."""
        return _rule_set(self.bundle.game.name, *self.rules[name or self.usual])

    def expert(self, rules: str = "") -> Trained:
        """The player who comes along."""
        path = shipped(self.bundle, self.rule_set(rules))
        assert path is not None
        return trained.read(path, self.bundle)

    def novice(self, rules: str = "", seed: int = 3) -> Trained:
        """A player who has learnt from few games."""
        recipe = replace(SMALL, seed=seed, version=self.learning.version)
        return _novice(self.bundle.game.name, *self.rules[rules or self.usual], recipe)

    def seated(self, player: Trained, noise: float = 0.0) -> Seated:
        """A player at a table."""
        return Seated(self.bundle, as_strategy(self.bundle, player, "pupil", "test", "", noise))

    def pupil(self, rules: str = "", restriction: str = "", noise: float = 0.0) -> Seated:
        """A novice at a table; what is forbidden is forbidden from now on."""
        seated = self.seated(self.novice(rules), noise)
        names = [name for name, _ in self.learning.restrictions]
        seated.minds[0]["weights"][1] = names.index(restriction) + 1 if restriction else 0
        return seated

    def found(self, text: str) -> Any:
        """A player by name under the usual rules."""
        return roster.find(self.bundle, self.rule_set(), text)

    def positions(self, rules: str, deals: int, steps: int = 0) -> Iterator[OpenGame]:
        """Positions of random games, in which somebody has to decide."""
        game, chance = OpenGame(self.bundle, self.rule_set(rules).record()), random.Random(deals)
        for deal in range(deals):
            game.deal(21, deal)
            for _ in range(chance.randrange(steps or self.steps)):
                if count := len(game.moves()):
                    turn = self.reloads and game.table["seen"]["phase"] == A_TURN
                    game.take(0 if turn and chance.random() < self.reloads else chance.randrange(count))
            if game.mover >= 0:
                yield game


@cache
def _rule_set(game: str, source: str, settings: tuple[str, ...]) -> RuleSet:
    return load(game).rule_files.load(source, settings)


@cache
def _novice(game: str, source: str, settings: tuple[str, ...], recipe: Recipe) -> Trained:
    return training.train(load(game), _rule_set(game, source, settings), recipe, "")


def shipped(bundle: GameBundle, rules: RuleSet, restriction: str = "") -> Path | None:
    """The file of who comes along for some rules."""
    return pupils.shipped(Pupil(bundle, rules, standard(bundle.game), restriction))


class Guesser:
    """Tables guessed by the mover of a position."""

    def __init__(self, game: OpenGame) -> None:
        self._game = game.bundle.game
        self._stream, self._tables = records(STREAM, 1), records(self._game.table, 1)
        self._tables.view(np.ndarray).view(np.uint8)[:] = 0xA5  # whatever lay there before
        self._tables["seen"]["rules"] = game.table["seen"]["rules"]
        self._stream[0]["used"] = 4
        self._view = game.view(game.mover)

    def guess(self) -> Any:
        """The next guess."""
        learning: Any = self._game.learning
        learning.guess(self._view, self._tables[0], self._stream[0])
        return self._tables[0]


def unlikely(counts: list[int], expected: list[float]) -> float:
    """The p-value of counts under what is expected."""
    statistic = sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True))
    return float(chi2.sf(statistic, max(len(counts) - 1, 1)))


def output(player: Trained, learning: Any, row: Any) -> float:
    """What the network of a player's file says of inputs, in double precision."""
    numbers = np.frombuffer(player.network, "<f4").astype(float)
    return plain(numbers[: learning.shape.parameters], row, learning.shape)


def _each(forbidden: Callable[[Any], Any]) -> Barred:
    """Asks of every option by itself."""
    return lambda game: [bool(forbidden(move)) for move in game.moves()]


WILD = ("hand.limit=6", "events.wind_storm.passes=2", "events.wind_storm.copies=4", "adventurers.ladybugs=12",
        "hand.size=5", "reload.draws=3", "events.thunder_storm.passes=1")  # fmt: skip
DRAGONWOOD = School(
    load("dragonwood"),
    rules={
        "two": ("two", ()),
        "three": ("three", ()),
        "four": ("four", ()),
        "simple": ("simple", ()),
        "wild": ("three", WILD),
        "spells": ("two", ("spell.allowed=true", "spell.spends=true")),
    },
    steps=160,
    hide=dragonwood.hide,
    barred={
        "no_strikes": _each(lambda move: ACTS[move[0]] == "strike"),
        "no_stomps": _each(lambda move: ACTS[move[0]] == "stomp"),
        "no_screams": _each(lambda move: ACTS[move[0]] == "scream"),
        "no_enhancements": _each(
            lambda move: ACTS[move[0]] in ("strike", "stomp", "scream") and move[1] >= N_CREATURES
        ),
        "no_dragons": _each(lambda move: TITLES[move[1]].endswith("_dragon") and 0 < move[0] < ACTS.index("keep")),
    },
    beaten="greedy",
    reloads=0.6,
)


def _plays(such: Callable[[Any], Any]) -> Barred:
    """Which options play such a card."""
    return lambda game: [
        DRAGON_ACTS[move[0]] == "play" and bool(such(game.table["seen"]["rules"]["cards"][move[1]]))
        for move in game.moves()
    ]


def _of_kind(kind: str) -> Barred:
    """Which options play a card of a kind."""
    return _plays(lambda card: KINDS[int(card["kind"])] == kind)


SWITCHES = ("turn.play=rounds", "topping.special=free", "ground.text=wounds", "attacks.cancelled=false",
            "decks.first=control", "decks.second=exhaust", "first_turn.limit=all")  # fmt: skip
TWO_UPGRADES = (
    'pack.decks.mixed.cards=["3 thunder_roar", "3 tail_wind", "3 swift_wings", "3 storm_gem", "3 galecrest_2",'
    ' "2 galecrest_3", "3 great_heart", "3 sappers", "3 unmaking", "3 far_sight", "3 time_slip", "3 hex_bolt",'
    ' "3 feint", "3 mind_fog", "3 claw_attack", "1 positioning"]'
)
DRAGON = School(
    load("dragon"),
    rules={
        "standard": ("standard", ()),
        "three": ("three", ()),
        "teams": ("teams", ()),
        "switches": ("three", SWITCHES),
        "upgrades": ("standard", (TWO_UPGRADES, "decks.first=mixed", "decks.second=mixed")),
    },
    steps=110,
    hide=dragon.hide,
    barred={
        "no_tops": _each(lambda move: DRAGON_ACTS[move[0]] == "top"),
        "no_attacks": _plays(lambda card: int(card["types"]) & 7),
        "no_turns": _plays(lambda card: int(card["types"]) & 8),
        "no_grounds": _of_kind("grounds"),
        "no_attachments": _of_kind("attachments"),
        "no_upgrades": _of_kind("upgrades"),
    },
    beaten="random",
)


def _claims(game: OpenGame) -> list[bool]:
    """Which options bring the figure to the mover: each is played on a copy of the table."""
    options = range(len(game.moves()))
    return [bool(copied(game.bundle, game).take(number)["claimed_figure"]) for number in options]


HEART = School(
    load("dragonheart"),
    rules={
        "ffg": ("ffg", ()),
        "kosmos": ("kosmos", ("deck=skula",)),
        "wild": (
            "ffg",
            ("great_dragon.claim=any", "great_dragon.theft=always_one", "hand.size=7", "spaces.huntress.then=score"),
        ),
    },
    steps=50,
    hide=dragonheart.hide,
    barred={
        "no_figure": _claims,
        "no_ships": _each(lambda move: PICTURES[move[0]] == "ship"),
        "single_cards": _each(lambda move: len(unpacked(move[1])) > 1),
        "hoard": _each(lambda move: max(unpacked(move[1])) >= 3),
    },
    beaten="greedy",
)
SCHOOLS = {school.bundle.game.name: school for school in (HEART, DRAGONWOOD, DRAGON)}
FFG = HEART.rule_set()
