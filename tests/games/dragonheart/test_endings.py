"""What players take in of how a game would end, against the table on which each move was played."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.games.dragonheart.players import endings, inputs
from dhstats.games.dragonheart.players.guess import INFERENCE
from dhstats.games.dragonheart.table import N_PICTURES, NOBODY, PICTURES, TO_STACK
from dhstats.players.thinking import learning_of
from tests.harness import OpenGame
from tests.players.pupils import HEART, Guesser
from tests.players.seated import copied

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

RULES: dict[str, tuple[str, tuple[str, ...]]] = {
    **HEART.rules,
    "last card drawn": ("ffg", ("end.deck_end=last_card_drawn",)),
    "no last turn": ("kosmos", ("end.last_turn=false",)),
}
LEARNING = learning_of(HEART.bundle.game)


def rows(game: OpenGame, learning: Any = LEARNING) -> list[Any]:
    """The inputs for every move of a position; nothing is inferred beyond the priors."""
    view, x, chances = game.view(game.mover), np.zeros(learning.inputs, np.float32), np.zeros(N_PICTURES, np.float32)
    INFERENCE.priors(view, chances)
    learning.situation(view, x, chances)
    told = []
    for move in game.options["moves"][: len(game.moves())]:
        learning.outlook(view, move, 0, x)
        told.append(x.copy())
    return told


def late(rules: str, deals: int) -> Iterator[OpenGame]:
    """Positions of random games, most of them near the end."""
    chosen = HEART.bundle.rule_files.load(*RULES[rules])
    game, chance = OpenGame(HEART.bundle, chosen.record()), np.random.default_rng(deals)
    for deal in range(deals):
        game.deal(22, deal)
        while game.mover >= 0:
            count = len(game.moves())
            near = min(game.table["seen"]["deck_sizes"]) < 4 or game.table["seen"]["stacks"] >= 2
            if count and chance.random() < (0.4 if near else 0.02):
                yield game
                game.moves()
            game.take(int(chance.integers(count)) if count else -1)


def final_lead(table: Any, seat: int) -> float:
    """By how much a seat is ahead, with the figure's points and a half where it breaks ties."""
    seen = table["seen"]
    rules, scores, holder = seen["rules"], seen["scores"], int(seen["figure"])
    figure = int(rules["figure_points"]) + 0.5 * (int(rules["figure_breaks_ties"]) != 0)
    sign = 0 if holder == NOBODY else 1 if holder == seat else -1
    return float(scores[seat] - scores[1 - seat]) + sign * figure


@pytest.mark.parametrize("rules", RULES)
def test_what_a_move_ends_is_what_the_table_says(rules: str) -> None:
    """Over, called, the final lead and the winner, once every move is played on a copy."""
    ended = {"over": 0, "called": 0, "on": 0}
    for game in late(rules, 20):
        seat = game.mover
        for choice, x in enumerate(rows(game)):
            after = copied(HEART.bundle, game)
            after.take(choice)
            left, lead = int(after.table["seen"]["turns_left"]), final_lead(after.table, seat)
            assert (x[endings.OVER], x[endings.CALLED]) == (float(left == 0), float(left == 1))
            assert float(x[endings.FINAL_LEAD]) * 20 == pytest.approx(lead, abs=1e-4)
            winner = after.result()["winner"] if left == 0 else NOBODY
            assert x[endings.RESULT] == (0 if winner == NOBODY else 1 if winner == seat else -1)
            steps = [float(left == 1 and lead >= step) for step in endings.LEAD_STEPS]
            assert x[endings.CALLED_LEVELS :][: len(steps)].tolist() == steps
            ended["over" if left == 0 else "called" if left == 1 else "on"] += 1
    assert (ended["called"] == 0) == (rules == "no last turn")
    assert min(count for count in ended.values() if count) > 25


def replies_that_turn(after: OpenGame, seat: int) -> int:
    """How many replies of the opponent take a lead away from a seat, each played on a copy of the table."""
    turned = 0
    for reply in range(len(after.moves())):
        last = copied(HEART.bundle, after)
        last.take(reply)
        turned += final_lead(last.table, seat) <= 0
    return turned


@pytest.mark.parametrize("rules", ["ffg", "kosmos"])
def test_a_lead_that_is_safe_cannot_be_turned(rules: str) -> None:
    """On tables guessed for the mover: never where the chance to stay ahead is one, now and then where it is less."""
    turned, stayed, unsafe = 0, 0, 0
    for game in late(rules, 60):
        seat, guesser = game.mover, None
        for choice, x in enumerate(rows(game)):
            safe = float(x[endings.SAFE])
            assert 0 <= safe <= 1
            assert safe == 0 or x[endings.CALLED] == 1
            if x[endings.CALLED] == 0 or x[endings.FINAL_LEAD] <= 0:
                continue
            guesser = guesser or Guesser(game)
            guessed, table = copied(HEART.bundle, game), guesser.guess()
            for name in HEART.bundle.game.table.names or ():
                guessed.table[name] = table[name]
            guessed.moves()
            guessed.take(choice)
            count = replies_that_turn(guessed, seat)
            assert count == 0 or safe < 1
            turned, stayed, unsafe = turned + (count > 0), stayed + (safe == 1), unsafe + (safe < 1)
    assert turned > 3
    assert stayed > 20
    assert unsafe > 10


def test_who_could_call_the_end() -> None:
    """A last ship stack with what is held: whoever lacks no ship can; nobody where two stacks are to come."""
    ship = PICTURES.index("ship")
    seen = likely = 0
    for game in late("ffg", 30):
        rules = game.table["seen"]["rules"]
        assert rules["then"][ship] == TO_STACK
        for x in rows(game):
            y = x[inputs.FEATURES :]
            last = y[inputs.features.SHIPS_LEFT] > 0
            lacking = int(rules["slots"][ship]) - y[inputs.features.CARDS + ship] * 4 - y[inputs.features.HELD + ship]
            if not last:
                assert x[endings.OWN_CALL] == x[endings.THEIR_CALL] == 0
            elif lacking <= 0:
                assert x[endings.OWN_CALL] == 1
                seen += 1
            if last and 1 <= (missing := lacking + y[inputs.features.HELD + ship]) <= inputs.MOST:
                chance = x[inputs.THEIR_CHANCES + (round(float(missing)) - 1) * N_PICTURES + ship]
                assert x[endings.THEIR_CALL] == chance
                likely += chance > 0
            assert x[endings.OWN_CALL_AHEAD] == (x[endings.OWN_CALL] if x[endings.FINAL_LEAD] > 0 else 0)
            assert x[endings.THEIR_CALL_AHEAD] == (x[endings.THEIR_CALL] if x[endings.FINAL_LEAD] < 0 else 0)
    assert seen > 5
    assert likely > 5
