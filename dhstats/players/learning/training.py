"""Training: rows of lessons with a falling step, a running mean of networks, the best of which is kept.

Three sets of deals share no deal: those of self-play, those on which the best network is chosen, and those on which the
kept one is measured; so what is told of a player's strength is not inflated by the choice.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import takewhile
from typing import Any

import numpy as np

from dhstats.engine.game import OPEN
from dhstats.engine.strategy import Strategy
from dhstats.errors import BadInput
from dhstats.games.bundle import GameBundle
from dhstats.games.ruleset import RuleSet
from dhstats.players import trained
from dhstats.players.learning.curriculum import rules_of_lessons
from dhstats.players.learning.learner import first_network
from dhstats.players.learning.lessons import BAD_CHOICE, COMPARED_PARTS
from dhstats.players.learning.trainer import Draft, State, Trainer
from dhstats.players.match import Array, Lineup, line_up
from dhstats.players.recipes import ALL_DECKS, APART, DRAWN, FIXED, OWN_DECKS, SHARED, Recipe, standard
from dhstats.players.solving import solutions
from dhstats.players.strength.examining import EXAMINATION_SEED, examine
from dhstats.players.thinking import NOISE, NOISE_PARTS, RESTRICTION, learning_of
from dhstats.players.trained import FALL, YARDSTICKS, Milestone, Strength, Trained, as_strategy

NO_RUNS = 10**12  # the first deal that no run of any seed plays: they end before
SELECTION_SEED = 0x5EED_BEE5  # the deals on which the best network is chosen: no training, no strength is of these
CURVE_DEALS = 1000  # over all opponents together
CARD_DEALS = 5000
WARM_DEALS = 200  # against each, after a brief training
BRIEF = 50_000  # games: who continues from another for fewer is trained in seconds, and examined as fast
CURVE_POINTS = 10
WATCHED_POINTS = 20  # where training ends as soon as nothing improves
IMPROVES = 0.01  # of a win against the yardsticks: less than that is nothing
UNTAUGHT = 0.05  # share of the rounds before options are compared: until then the network's opinions mean nothing
KEEPS = ("best", "last", "sound")  # which network of a training is kept
BEFORE = "before"  # in a draft: the players whose networks learnt before the one under way
CANDIDATE = "<candidate>"  # the player under examination: a name that no rival can have


@dataclass(frozen=True, slots=True)
class Lap:
    """How far a training is: rounds done and planned, games, the last point of the curve; whether nobody is beaten."""

    done: int
    planned: int
    games: int
    milestone: Milestone | None
    in_place: bool = False


Watcher = Callable[[Lap], None]


def checked(recipe: Recipe) -> Recipe:
    """The recipe, if it is possible; BadInput otherwise."""
    limits: tuple[tuple[str, float, float], ...] = (
        ("networks", 1, 2), ("seed", 0, 2**64 - recipe.networks), ("games", 1, 10**9), ("rounds", 1, 10**4),
        ("rate", 1e-9, 1.0), ("memory", 0.0, 1.0), ("exploration", 0.0, 1.0), ("win_share", 0.0, 1.0),
        ("average", 0.0, 0.999999), ("batch", 1, 10**6), ("compared", 0.0, 1.0), ("tried", 0, 10**6),
        ("parts", 1, recipe.batch), ("patience", 0, WATCHED_POINTS),
    )  # fmt: skip
    for name, low, high in limits:
        value = getattr(recipe, name)
        if not low <= value <= high:
            raise BadInput(f"training: {name} must be from {low:g} to {high:g}, not {value!r}")
    words = (("keep", *KEEPS), ("decks", OWN_DECKS, ALL_DECKS), ("places", FIXED, DRAWN), ("deals", SHARED, APART))
    for name, *allowed, last in words:
        value = getattr(recipe, name)
        if value not in (*allowed, last):
            raise BadInput(f"training: {name} must be {', '.join(allowed)} or {last}, not {value!r}")
    if taken := {EXAMINATION_SEED, SELECTION_SEED} & set(seeds_of(recipe)):
        raise BadInput(f"training: seed {min(taken)} is that of the examination deals, on which no player learns")
    if recipe.networks > 1 and recipe.origin:
        raise BadInput("training: a player that continues from another has one network; networks must be 1, not 2")
    if recipe.games < recipe.rounds:
        raise BadInput(f"training: games must be at least as many as rounds ({recipe.rounds}), not {recipe.games}")
    return recipe


def seeds_of(recipe: Recipe) -> range:
    """The seeds of a recipe's networks."""
    return range(recipe.seed, recipe.seed + recipe.networks)


def brief(recipe: Recipe) -> bool:
    """Whether a training continues another for few games only."""
    return bool(recipe.origin) and recipe.games < BRIEF


def train(
    bundle: GameBundle, rules: RuleSet, recipe: Recipe, restriction: str = "", rival: Strategy | None = None,
    watch: Watcher = lambda _: None, draft: Draft | None = None, origin: Trained | None = None,
) -> Trained:  # fmt: skip
    """A player for a rule set by self-play or against a rival, from nothing or an origin, or on from a draft."""
    checked(recipe)
    in_place = bundle.objective.in_place(bundle.players(rules.record()))
    learnt = draft.read() if draft else None
    players = [trained.parsed(json.loads(text)) for text in learnt.facts.get(BEFORE, ())] if learnt else []
    for seed in seeds_of(recipe)[len(players) :]:
        training = Training(bundle, rules, replace(recipe, seed=seed, networks=1), restriction, rival)
        if recipe.origin or origin:
            training.begin_with(origin)
        curve: list[Milestone] = []
        done = len(players) * recipe.rounds
        if learnt:
            training.restore(learnt)
            curve = [Milestone(**point) for point in learnt.facts["curve"]]
        points = 1 if brief(recipe) else WATCHED_POINTS if recipe.patience else CURVE_POINTS
        for number in training.rounds(learnt.rounds - done if learnt else 0, curve):
            error = training.round(number)
            milestone = None
            if (number + 1) * points // recipe.rounds > number * points // recipe.rounds:
                milestone = training.milestone(error)
                curve.append(milestone)
            if draft:
                draft.write_at_times(training.state(done + number + 1, curve, players))
            games = len(players) * recipe.games + training.games
            watch(Lap(done + number + 1, recipe.networks * recipe.rounds, games, milestone, in_place))
        players.append(training.trained(tuple(curve)))
        learnt = None
    player = replace(players[0], recipe=recipe, other_network=b"".join(each.network for each in players[1:]))
    if bundle.game.solving and recipe == standard(bundle.game) and not restriction and rival is None:
        player = training.with_better(player)
    return replace(player, card=training.card(player))


class Training:
    """A training under way: the table, the two minds and what has been learnt."""

    def __init__(
        self, bundle: GameBundle, rules: RuleSet, recipe: Recipe, restriction: str, rival: Strategy | None
    ) -> None:
        game, learning = bundle.game, learning_of(bundle.game, recipe.version)
        names = ["", *(name for name, _ in learning.restrictions)]
        if rival and recipe.compared:
            raise BadInput("training: options are compared only in self-play; against a rival, compared must be 0")
        if restriction not in names:
            raise BadInput(f"restriction {restriction!r}: not known to {game.name}; it has {', '.join(names[1:])}")
        self._title, self._rules, self._recipe = bundle, rules, recipe
        self._restriction, self._rival = restriction, rival
        by = rules_of_lessons(bundle, rules, recipe)  # what is refused there is refused before anything is compiled
        self._trainer = Trainer(bundle, rules, by, learning, recipe, rival)
        self._minds = self._trainer.minds
        self._players = bundle.players(rules.record())
        self._layouts = self._players if recipe.places == DRAWN else 1
        network = first_network(recipe.seed, learning)
        self._size = len(network)
        self._minds[0]["network"][: self._size] = network
        self._minds[0]["weights"][RESTRICTION] = names.index(restriction)
        self._minds[0]["weights"][NOISE] = round(recipe.exploration * NOISE_PARTS)
        self._mean = network.copy()
        self._best, self._best_score, self._best_games = network.copy(), -1.0, 0
        self.games = 0
        self._examiners: dict[tuple[str, str], Lineup] = {}

    def begin_with(self, origin: Trained | None) -> None:
        """Continues from the network of a player who learnt in the same way; BadInput if they did not."""
        recipe = self._recipe
        if origin is None or origin.checksum != recipe.origin or origin.recipe.version != recipe.version:
            raise BadInput("training: the player to start from is not the origin in the recipe")
        network = np.frombuffer(origin.network, "<f4")
        for place in (self._minds[0]["network"][: self._size], self._mean, self._best):
            place[...] = network

    def _arrays(self) -> dict[str, Array]:
        learner = {"minds": self._minds, "slopes": self._trainer.slopes, "moments": self._trainer.moments}
        return learner | {"mean": self._mean, "best": self._best}

    def state(self, rounds: int, curve: Sequence[Milestone], before: Sequence[Trained] = ()) -> State:
        """Everything that the next round depends on, and the players whose networks learnt before."""
        facts: dict[str, Any] = {"games": self.games, "best_score": self._best_score, "best_games": self._best_games}
        facts["curve"] = [asdict(point) for point in curve]
        if before:
            facts[BEFORE] = [player.to_json() for player in before]
        return State(rounds, self._arrays(), facts)

    def restore(self, state: State) -> None:
        """Goes back to a state of an equal training."""
        for name, array in self._arrays().items():
            array[...] = state.arrays[name]
        self._trainer.seat_rival(self._minds)
        self.games = state.facts["games"]
        self._best_score, self._best_games = state.facts["best_score"], state.facts["best_games"]

    def round(self, number: int) -> float:
        """One row of lessons; returns the mean squared error."""
        recipe = self._recipe
        last = recipe.games * (number + 1) // recipe.rounds
        lesson = self._trainer.lesson
        lesson["seed"], lesson["first"], lesson["games"] = recipe.seed, self.games, last - self.games
        lesson["begin"] = NO_RUNS if recipe.deals == APART else 0
        lesson["rival"], lesson["batch"] = int(self._rival is not None), recipe.batch
        lesson["parts"], lesson["players"] = recipe.parts, self._players
        lesson["drawn"] = int(recipe.places == DRAWN)
        lesson["memory"], lesson["win_share"] = recipe.memory, recipe.win_share
        lesson["compared"] = round(recipe.compared * COMPARED_PARTS) if number >= recipe.rounds * UNTAUGHT else 0
        lesson["tried"] = recipe.tried
        lesson["rate"] = recipe.rate * (1.0 - number / recipe.rounds)
        try:
            error = self._trainer.teach()
        except Exception as problem:  # raised by the rival: rules and lessons raise nothing
            if self._rival is None:
                raise
            words = f"raised {type(problem).__name__}: {' '.join(str(problem).split())[:300]}"
            raise BadInput(f"strategy {self._rival.name!r} ({self._rival.source}) {words}") from problem
        if error == BAD_CHOICE:
            assert self._rival is not None
            raise BadInput(f"strategy {self._rival.name!r} ({self._rival.source}): chose a move that does not exist")
        played, self.games = last - self.games, last
        now = self._minds[0]["network"][: self._size]
        keep = np.float32(recipe.average if number else 0.0)
        self._mean = keep * self._mean + (np.float32(1.0) - keep) * now
        return error / played

    def milestone(self, error: float) -> Milestone:
        """How the mean network stands now; where the best one is to be kept, against all and on deals of their own."""
        opponents = self._opponents()
        player = self._player(self._mean)
        if self._recipe.keep == "last" and not self._recipe.patience:
            strength = self._examine(player, opponents[0], self._deals(CURVE_DEALS), EXAMINATION_SEED)
            return Milestone(self.games, round(error, 6), strength.opponent, strength.score)
        each = -(-CURVE_DEALS // (len(opponents) * self._layouts))
        scores = [self._examine(player, opponent, each, SELECTION_SEED).score for opponent in opponents]
        score = round(sum(scores) / len(scores), 6)
        falls = self._recipe.keep == "best" or self._best_score - score > FALL
        if score > self._best_score or not falls:
            self._best, self._best_games = self._mean.copy(), self.games
            self._best_score = max(score, self._best_score)
        name = opponents[0].name if len(opponents) == 1 else YARDSTICKS
        return Milestone(self.games, round(error, 6), name, score)

    def rounds(self, begun: int, curve: Sequence[Milestone]) -> Iterator[int]:
        """The rounds that are left, as long as the learning curve rises."""
        return takewhile(lambda _: not self.stalled(curve), range(begun, self._recipe.rounds))

    def stalled(self, curve: Sequence[Milestone]) -> bool:
        """Whether nothing improved for as long as the recipe has patience, by a player who is not behind."""
        patience, scores = self._recipe.patience, [point.score for point in curve]
        if not patience or len(scores) <= patience or max(scores) < self._title.objective.even(self._players):
            return False
        improves = IMPROVES / 2.0 if self._title.objective.in_place(self._players) else IMPROVES
        return max(scores[-patience:]) < max(scores[:-patience]) + improves

    def card(self, player: Trained) -> tuple[Strength, ...]:
        """How a player does against the yardsticks, or the rival they were trained against: on fresh deals."""
        deals = self._deals(CARD_DEALS)
        return tuple(self._examine(player, opponent, deals, EXAMINATION_SEED) for opponent in self._opponents())

    def with_better(self, player: Trained) -> Trained:
        """A player of a game file with what is better than their network, where that is known.

        It is the solution of a small game in which players mix, or a script of the game to which the network loses for
        sure on the deals on which networks are chosen.
        """
        solving = self._title.game.solving
        assert solving is not None
        if solving.information != OPEN and (solution := solutions.small(self._title, self._rules)):
            return replace(player, solution=solution)
        deals, even = self._deals(CARD_DEALS), self._title.objective.even(self._players)
        beside = [self._examine(player, opponent, deals, SELECTION_SEED) for opponent in self._opponents()]
        lost = [line for line in beside if line.loses(even)]
        worst = min(lost, key=lambda line: line.lead if line.lead_error else line.score, default=None)
        return replace(player, script=worst.opponent) if worst else player

    def _deals(self, usual: int) -> int:
        """The deals of an examination: few after a brief training, which would take less time than that."""
        return -(-(min(usual, WARM_DEALS) if brief(self._recipe) else usual) // self._layouts)

    def _opponents(self) -> list[Strategy]:
        if self._rival:
            return [self._rival]
        return [self._title.find_strategy(name) for name in self._title.yardsticks]

    def _examine(self, player: Trained, opponent: Strategy, deals: int, seed: int) -> Strength:
        """The mean score of a player over all seats of the same cards, in every layout that they learn, by deals."""
        me = as_strategy(self._title, player, CANDIDATE, "training", "")
        pairing = opponent.name, me.function.__name__  # who plays by two networks, or by none, is compiled again
        if pairing not in self._examiners:
            self._examiners[pairing] = line_up(self._title, self._rules, [me, opponent])
        lineup = self._examiners[pairing]
        lineup.strategies[CANDIDATE] = me
        return examine(lineup, CANDIDATE, opponent.name, deals, seed, self._layouts)

    def trained(self, curve: tuple[Milestone, ...]) -> Trained:
        """The player as they would be kept now, not yet examined."""
        kept = 0 if self._recipe.keep == "last" else self._best_games
        return replace(self._player(self._mean if self._recipe.keep == "last" else self._best), curve=curve, kept=kept)

    def _player(self, network: Array) -> Trained:
        game = self._title.game
        against = self._rival.name if self._rival else ""
        kin = self._rules.kin if self._recipe.decks == ALL_DECKS else ""
        return Trained(
            game.name, game.version, self._rules.name, self._rules.hash, self._restriction, against, self._recipe,
            (), (), network.astype("<f4").tobytes(), kin=kin,
        )  # fmt: skip
