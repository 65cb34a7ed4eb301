"""What players take in of a position, against counting and scipy; what they infer, against what is held."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom, hypergeom

from dhstats.engine.compiled import bind, compiled, interpreted, unbound
from dhstats.engine.game import LAID, MIND
from dhstats.engine.inference import inference_parts
from dhstats.engine.stream import PLAYER, address
from dhstats.engine.vectors import GROUP
from dhstats.games.dragonheart.players import features, guess, inputs
from dhstats.games.dragonheart.players.guess import INFERENCE
from dhstats.games.dragonheart.referee.chronicle import unpacked
from dhstats.games.dragonheart.table import N_PICTURES, PETRIFIED_DRAGON, UNLIMITED
from dhstats.players import roster
from dhstats.players.learning.learner import room
from dhstats.players.match import records
from dhstats.players.search import guessing, searching
from dhstats.players.thinking import bound, learning_of
from tests.harness import OpenGame
from tests.players.pupils import HEART
from tests.players.seated import Seated
from tests.players.test_network import driver

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

LEARNING = learning_of(HEART.bundle.game)
blame_hints = infer = None


def held(pile: int) -> int:
    """How many cards a packed pile has."""
    return len(unpacked(int(pile)))


def rows(game: OpenGame) -> list[tuple[Any, Any]]:
    """Every move of a position with its inputs; nothing is inferred beyond the priors."""
    view, x = game.view(game.mover), np.zeros(LEARNING.inputs, np.float32)
    chances = np.zeros(N_PICTURES, np.float32)
    INFERENCE.priors(view, chances)
    LEARNING.situation(view, x, chances)
    told = []
    for move in game.options["moves"][: len(game.moves())]:
        LEARNING.outlook(view, move, 0, x)
        told.append((move, x.copy()))
    return told


def chance(pool: int, such: int, drawn: int, at_least: int) -> float:
    """How likely so many cards of a kind are among those drawn."""
    return float(hypergeom(pool, such, drawn).sf(at_least - 1))


@pytest.mark.parametrize("rules", HEART.rules)
def test_chances_are_hypergeometric(rules: str) -> None:
    """That the opponent holds one, two, three cards of a picture, from what they have not played."""
    for game in HEART.positions(rules, 25):
        view = game.view(game.mover)
        other = 1 - int(view.seat)
        hand, pool = int(view.hand_sizes[other]), int(view.hand_sizes[other] + view.deck_sizes[other])
        _, x = rows(game)[0]
        for picture, number in product(range(N_PICTURES), (1, 2, 3)):
            such = int(view.rules.deck_pictures[picture]) - held(view.played[other, picture])
            told = x[inputs.THEIR_CHANCES + (number - 1) * N_PICTURES + picture]
            assert told == pytest.approx(chance(pool, such, hand, number), abs=2e-5)


@pytest.mark.parametrize("rules", HEART.rules)
def test_plans_and_replies_are_what_cards_could_take(rules: str) -> None:
    """Points that a picture would take, times the chance of the cards that its space still lacks; the expected best."""
    seen = 0
    for game in HEART.positions(rules, 60):
        view = game.view(game.mover)
        for move, x in rows(game):
            y = x[inputs.FEATURES :]
            expected = [expectation(view, move, x, y, picture) for picture in range(N_PICTURES)]
            gains, theirs, own = (np.array(column) for column in zip(*expected, strict=True))
            assert x[inputs.THEIR_REPLIES :][:N_PICTURES] == pytest.approx(gains * theirs, abs=2e-5)
            assert x[inputs.OWN_PLANS :][:N_PICTURES] == pytest.approx(gains * own, abs=2e-5)
            assert x[inputs.THEIR_REPLY] == pytest.approx(best(gains, theirs), abs=5e-5)
            assert x[inputs.OWN_PLAN] == pytest.approx(best(gains, own), abs=5e-5)
            seen += x[inputs.THEIR_REPLY] > 0.01 and x[inputs.OWN_PLAN] > 0.01
    assert seen > 50


def expectation(view: Any, move: Any, x: Any, y: Any, picture: int) -> tuple[float, float, float]:
    """What a picture would take after a move, the opponent's chance to have the cards for it, and the mover's."""
    rules, seat = view.rules, int(view.seat)
    points = [float(y[features.POINTS + rules.takes[picture, arrow]]) for arrow in range(rules.arrows[picture])]
    slots = int(rules.slots[picture])
    missing = 1 if slots == UNLIMITED else round(slots - float(y[features.CARDS + picture]) * 4)
    theirs = float(x[inputs.THEIR_CHANCES + (missing - 1) * N_PICTURES + picture]) if 1 <= missing <= 3 else 0.0
    lacking = missing - round(float(y[features.HELD + picture]))
    deck, draws = int(view.deck_sizes[seat]), drawn(view, move, y)
    left = int(rules.deck_pictures[picture]) - held(view.played[seat, picture]) - held(view.hand[picture])
    own = 1.0 if lacking <= 0 else chance(deck, left, draws, 1) if lacking == 1 else 0.0
    return max([0.0, *points]), theirs, own


def drawn(view: Any, move: Any, y: Any) -> int:
    """How many cards the mover draws after a move: up to their limit, which is larger with the figure."""
    rules, seat = view.rules, int(view.seat)
    size = int(rules.figure_hand_size if y[features.OWN_FIGURE] > 0 else rules.hand_size)
    return min(max(size - int(view.hand_sizes[seat]) + int(move["cards"]), 0), int(view.deck_sizes[seat]))


def best(gains: Any, chances: Any) -> float:
    """The expected greatest gain where each is there by its own chance: over the greatest, then the rest."""
    total, nothing = 0.0, 1.0
    for i in np.argsort(-gains, kind="stable"):
        total += nothing * chances[i] * gains[i]
        nothing *= 1 - chances[i]
    return total


def test_steps_say_what_is_reached() -> None:
    """Decks and leads as one for each step that is reached."""
    for game in HEART.positions("ffg", 40):
        view = game.view(game.mover)
        for move, x in rows(game):
            own = view.deck_sizes[view.seat] - drawn(view, move, x[inputs.FEATURES :])
            for at, cards in ((inputs.OWN_DECK, own), (inputs.THEIR_DECK, view.deck_sizes[1 - view.seat])):
                assert x[at:][: len(inputs.DECK_STEPS)].tolist() == [float(cards >= step) for step in inputs.DECK_STEPS]
            lead = round(float(x[inputs.FEATURES + features.LEAD]) * 20, 3)
            assert x[inputs.LEAD_LEVELS :][:12].tolist() == [float(lead >= step) for step in inputs.LEAD_STEPS]


def test_the_figure_is_out_of_reach_where_nobody_can_take_it() -> None:
    """The opponent's chance to take it: of holding a picture that takes petrified dragons, where one lies there."""
    claims = 0
    for game in HEART.positions("ffg", 60):
        for _, x in rows(game):
            y = x[inputs.FEATURES :]
            lying = y[features.CARDS + PETRIFIED_DRAGON] > 0
            theirs = y[features.THEIR_FIGURE] > 0
            assert (x[inputs.THEIR_CLAIM] > 0) <= (lying and not theirs)
            claims += x[inputs.THEIR_CLAIM] > 0
    assert claims > 50


def test_all_inputs_are_taken_from_the_start_by_changes() -> None:
    """The position to start from has its own inputs for every place, whatever stood there before."""
    for game in HEART.positions("ffg", 8):
        view = game.view(game.mover)
        _, x = rows(game)[-1]
        again = np.full(LEARNING.inputs, np.float32(7.0))
        again[: inputs.FIXED] = x[: inputs.FIXED]
        assert LEARNING.lay is not None
        LEARNING.lay(view, x, records(LAID, 1)[0])
        LEARNING.lay(view, again, records(LAID, 1)[0])
        assert x.tobytes() == again.tobytes()


def test_the_slope_of_hints_is_that_of_finite_differences() -> None:
    """Uphill on the log likelihood of what is held."""
    parts = inference_parts(INFERENCE, 0)
    random = np.random.default_rng(1)
    size = INFERENCE.parameters
    network = np.zeros(-(-size // GROUP) * GROUP, np.float32)
    network[:size] = random.normal(0, 0.1, size)
    evidence = np.where(random.random(INFERENCE.inputs) < 0.4, random.random(INFERENCE.inputs), 0).astype(np.float32)
    priors = random.uniform(0.1, 0.9, N_PICTURES).astype(np.float32)
    present = (random.random(32) < 0.5).astype(np.float32)

    def likelihood(at: Any) -> float:
        sums = evidence.astype(float) @ at[: INFERENCE.inputs * 64].reshape(-1, 64) + at[INFERENCE.inputs * 64 :][:64]
        second = at[(INFERENCE.inputs + 1) * 64 : size].reshape(32, 32)
        hints = (sums[32:] + np.maximum(sums[:32], 0) @ second)[:N_PICTURES]
        odds = priors / (1 - priors) * np.where(hints > 0, 1 + 2 * hints, 1 / (1 + 2 * np.abs(hints)))
        chances = odds / (1 + odds)
        return float(np.log(np.where(present[:N_PICTURES] > 0, chances, 1 - chances)).sum())

    space = room(size)
    driver(_blame_hints, parts=parts)(network, evidence, priors, present, space.slope, space.hints)
    chosen = random.choice(size, 300, replace=False)
    moved = np.eye(size)[chosen] * 1e-5
    wide = network[:size].astype(float)
    numeric = [(likelihood(wide + step) - likelihood(wide - step)) / 2e-5 for step in moved]
    assert space.slope[chosen] == pytest.approx(np.array(numeric), abs=2e-3)
    assert np.count_nonzero(numeric) > 25


def _blame_hints(network: Any, evidence: Any, priors: Any, present: Any, slope: Any, work: Any) -> None:
    infer(network, evidence, work.hidden, work.hints)  # type: ignore[misc]
    chances = priors.copy()
    for one in range(len(priors)):
        chances[one] = corrected(priors[one], work.hints[one])
    blame_hints(network, evidence, chances, present, slope, work)  # type: ignore[misc]


corrected: Any = None


@pytest.mark.parametrize("rules", ["ffg", "kosmos"])
def test_the_expert_infers_what_is_held(rules: str) -> None:
    """Over games of experts their chances have at least 5 % less log loss than the exact ones without inference."""
    rule_set = HEART.bundle.rule_files.load(rules)
    expert = Seated(HEART.bundle, roster.find(HEART.bundle, rule_set, "expert"))
    game, told = OpenGame(HEART.bundle, rule_set.record()), []
    for deal in range(60):
        game.deal(31, deal)
        while game.mover >= 0:
            view, prior, present = game.view(game.mover), np.zeros(N_PICTURES, np.float32), np.zeros(32, np.float32)
            INFERENCE.priors(view, prior)
            INFERENCE.truth(game.table, game.mover, present)
            choice = expert.choose(game, deal)
            chances = expert.minds[0]["chances"][:N_PICTURES].copy()
            told += [row for row in zip(prior, chances, present[:N_PICTURES], strict=True) if 1e-6 < row[0] < 1 - 1e-6]
            game.take(choice)
    prior, chances, present = np.array(told, float).T

    def loss(of: Any) -> float:
        return float(-np.log(np.where(present > 0, of, 1 - of)).mean())

    assert loss(chances) < 0.95 * loss(prior)


def test_evidence_says_what_was_passed_over() -> None:
    """By hand: of a turn of theirs, what each picture would have brought, how many they played, what they hold since."""
    game = OpenGame(HEART.bundle, HEART.rule_set().record())
    game.deal(41, 0)
    for _ in range(6):
        game.take(0)
    view = game.view(game.mover)
    other = 1 - int(view.seat)
    x = np.zeros(INFERENCE.inputs, np.float32)
    INFERENCE.evidence(view, x)
    last, before = view.recent[other, 0], view.recent[int(view.seat), 0]
    held_since = (int(view.hand_sizes[other]) - int(last.drawn)) / 5
    for picture in range(N_PICTURES):
        at = guess.BY_PICTURE * picture
        assert x[at + 1] == (last.cards / 2 if last.picture == picture else 0)
        slots = int(view.rules.slots[picture])
        if slots == UNLIMITED:
            places = view.rules.takes[picture, : view.rules.arrows[picture]]
            points = max((int(before.left_points[place]) for place in places), default=0)
            assert x[at] == pytest.approx(points / 10 * held_since, abs=1e-6)
    assert x[guess.BY_PICTURE * N_PICTURES] == pytest.approx(held_since, abs=1e-6)


def count_held(view: Any, searching: Any, picture: int, tries: int) -> int:
    """On how many of some guessed tables the opponent holds a picture."""
    address(searching.mind.noise, 5, picture, PLAYER)
    held = 0
    for _ in range(tries):
        lay_out(view, searching)
        held += searching.tables[0].held[1 - view.seat] >> picture & 1
    return held


lay_out: Any = unbound


def test_tables_are_guessed_by_what_is_inferred() -> None:
    """Of six tables one is taken by weight: a picture lies there as often as that drawing gives, whatever its odds.

    Each picture by itself, seeds fixed; no share is off by five standard errors, and without odds it is the prior.
    """
    *_, game = HEART.positions("ffg", 3, 20)
    bundle, space = HEART.bundle, bound(HEART.bundle.game, LEARNING)
    part = compiled()(bind(guessing.guess_by_inference, "test", **space))
    count = driver(count_held, parts={"lay_out": part})
    view, prior = game.view(game.mover), np.zeros(N_PICTURES, np.float32)
    INFERENCE.priors(view, prior)
    kinds = ((bundle.game.table, 3), (bundle.game.options, 1), (bundle.game.event, 1), (bundle.game.result, 1))
    odds, present, tries = np.ones((2, N_PICTURES), np.float32), np.zeros(N_PICTURES, np.float32), 3000
    place = searching.Searching(
        *(records(kind, number) for kind, number in kinds), odds, present, records(MIND, 1)[0], 0, np.zeros(2), None
    )
    pictures = [each for each in range(N_PICTURES) if 0.1 < prior[each] < 0.9][:3]
    for picture, (lacking, held) in product(pictures, ((1.0, 1.0), (0.5, 3.0))):
        odds[:] = 1.0
        odds[:, picture] = lacking, held
        there = np.arange(guessing.PROPOSALS + 1)
        weights = there * held / (there * held + there[::-1] * lacking)
        expected = float(binom(guessing.PROPOSALS, float(prior[picture])).pmf(there) @ weights)
        error = (expected * (1 - expected) / tries) ** 0.5
        assert count(view, place, picture, tries) / tries == pytest.approx(expected, abs=5 * error)
    assert len(pictures) == 3
