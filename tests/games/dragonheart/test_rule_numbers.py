"""What players of version 4 take in: all that version 3 does, and the numbers of the rules under which they play."""

from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.games.dragonheart.players import endings, features, inputs, rule_numbers
from dhstats.games.dragonheart.players.guess import INFERENCE
from dhstats.games.dragonheart.players.rule_numbers import NUMBERS
from dhstats.games.dragonheart.table import N_PICTURES, PICTURES
from dhstats.players.thinking import learning_of
from tests.harness import OpenGame
from tests.players.pupils import HEART
from tests.players.seated import copied

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

BUNDLE = HEART.bundle
THIRD, LEARNING = (learning_of(BUNDLE.game, version) for version in (3, 4))
MANY = (
    "hand.size=4", "great_dragon.points=9", "great_dragon.hand_size=7", "great_dragon.breaks_ties=false",
    "great_dragon.claim=any", "great_dragon.theft=always_one", "end.ship_stacks=5", "end.deck_end=last_card_drawn",
    "end.last_turn=false", "seats.second.first_turn_max_cards=2", "spaces.huntress.then=score", "spaces.dwarf.slots=5",
)  # fmt: skip


def rows(game: OpenGame, learning: Any) -> list[Any]:
    """The inputs for every move of a position; nothing is inferred beyond the priors."""
    view, x, chances = game.view(game.mover), np.zeros(learning.inputs, np.float32), np.zeros(N_PICTURES, np.float32)
    INFERENCE.priors(view, chances)
    learning.situation(view, x, chances)
    told = []
    for move in game.options["moves"][: len(game.moves())]:
        learning.outlook(view, move, 0, x)
        told.append(x.copy())
    return told


@pytest.mark.parametrize("rules", HEART.rules)
def test_all_of_version_3_is_there(rules: str) -> None:
    """After the numbers of the rules, bit by bit."""
    for game in HEART.positions(rules, 30):
        for new, old in zip(rows(game, LEARNING), rows(game, THIRD), strict=True):
            assert new[NUMBERS : NUMBERS + endings.INPUTS].tolist() == old.tolist()


def test_the_rules_of_the_english_edition_are_zero() -> None:
    """All that is one number, so that what nobody changed says nothing."""
    game = next(HEART.positions("ffg", 1))
    assert rows(game, LEARNING)[0][: rule_numbers.SLOTS].tolist() == [0.0] * rule_numbers.SLOTS


def test_numbers_of_other_rules_worked_by_hand() -> None:
    """A rule set with twelve changes."""
    game = OpenGame(BUNDLE, BUNDLE.rule_files.load("ffg", MANY).record())
    game.deal(3, 0)
    x = rows(game, LEARNING)[0]
    # hand 5 to 4; 3 points to 9; 6 cards to 7; 1 card more to 3; no tie; any; always one; 3 stacks to 5; last card; no
    # last turn; the second seat may play two cards of twelve when it is next
    assert x[: rule_numbers.SLOTS].tolist() == [-0.5, 1.5, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.5]
    slots, stacks, scored = (
        dict(zip(PICTURES, x[start : start + N_PICTURES].tolist(), strict=True))
        for start in (rule_numbers.SLOTS, rule_numbers.STACKS, rule_numbers.SCORED)
    )
    assert (slots["dwarf"], stacks["dwarf"], slots["ship"]) == (1.0, 0.0, 0.0)
    assert scored["huntress"] == 1.0
    assert scored["ship"] == 0.0
    for place, picture in enumerate(PICTURES):
        cards = BUNDLE.rule_files.load("ffg").effective["cards"][picture]["values"]
        assert x[rule_numbers.CARDS + place] == pytest.approx(len(cards) / 10)
        assert x[rule_numbers.POINTS + place] == pytest.approx(sum(cards) / 20)
    while game.mover == 0:
        game.take(0)
    assert rows(game, LEARNING)[0][rule_numbers.THEIR_LIMIT] == 0.0


def test_what_the_rules_make_of_a_move_is_what_the_table_says() -> None:
    """Stacks to go, cards drawn, and the figure's points and cards to who has it, once every move is played."""
    record = BUNDLE.rule_files.load("ffg", ("great_dragon.points=9", "great_dragon.hand_size=8")).record()
    game, chance, seen = OpenGame(BUNDLE, record), np.random.default_rng(4), {-1: 0, 0: 0, 1: 0}
    for deal in range(12):
        game.deal(5, deal)
        while game.mover >= 0:
            seat, count = game.mover, len(game.moves())
            for choice, x in enumerate(rows(game, LEARNING) if count and chance.random() < 0.2 else ()):
                after = copied(BUNDLE, game)
                after.take(choice)
                table = after.table["seen"]
                holder = int(table["figure"])
                sign = 0 if holder < 0 else 1 if holder == seat else -1
                assert x[rule_numbers.STACKS_LEFT] == (3 - int(table["stacks"])) / 4
                assert x[rule_numbers.FIGURE_LEAD] == pytest.approx(0.9 * sign)
                assert x[rule_numbers.CARDS_LEAD] == 1.5 * sign
                drawn = int(game.table["seen"]["deck_sizes"][seat] - table["deck_sizes"][seat])
                if int(table["turns_left"]) != 0 and int(table["deck_sizes"][1 - seat]) > 0:
                    assert x[rule_numbers.OWN_DRAW] == drawn / 4
                y = x[NUMBERS + inputs.FEATURES :]
                assert x[rule_numbers.OWN_CLAIM] == pytest.approx(0.9 * y[features.OWN_CLAIM])
                assert x[rule_numbers.THEIR_CLAIM] == pytest.approx(0.9 * x[NUMBERS + inputs.THEIR_CLAIM])
                seen[sign] += 1
            game.moves()
            game.take(int(chance.integers(count)) if count else -1)
    assert min(seen.values()) > 50
    assert not {rule_numbers.STACKS_LEFT, rule_numbers.OWN_CLAIM, rule_numbers.OWN_DRAW} & {*rule_numbers.HIDDEN}
