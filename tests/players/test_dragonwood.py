"""Made players of Dragonwood: what they take in, guess and may not do, and that they learn, for two to four players."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.engine.game import UNMARKED
from dhstats.games.dragonwood.players import inputs as at
from dhstats.games.dragonwood.players.sifting import MOST_ATTEMPTS, MOST_KEPT, shortlist
from dhstats.games.dragonwood.table import A_REROLL, ACTS, LADYBUG, N_TITLES, SEATS, TITLES
from dhstats.players.learning import training
from dhstats.players.match import line_up, records
from dhstats.players.trained import Trained
from tests.games.dragonwood.contract import check_wood, pile, wood
from tests.games.dragonwood.positions import bits
from tests.harness import OpenGame
from tests.players.pupils import DRAGONWOOD, SMALL, Guesser, output, unlikely
from tests.players.seated import copied

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

BUNDLE = DRAGONWOOD.bundle
LEARNING: Any = BUNDLE.game.learning
ATTEMPTS = ("strike", "stomp", "scream", "spell", "keep", "reroll")


# ---- Guesses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["two", "four", "wild"])
def test_guesses_agree_with_all_that_is_seen(rules: str) -> None:
    """Nothing open differs, own cards are own, every adventurer is somewhere once, Dragonwood cards are as many as there are."""
    looked = 0
    for game in DRAGONWOOD.positions(rules, 60):
        check_guess(game)
        looked += 1
    assert looked > 25


def check_guess(game: OpenGame) -> None:
    """A guess of the mover's agrees with all that is seen."""
    seat, seen, table = game.mover, game.table["seen"], Guesser(game).guess()
    for name in set(BUNDLE.game.view.names or ()) - {"seat", "hand", "laid", "rules"}:
        assert table["seen"][name].tolist() == seen[name].tolist(), name
    assert table["hands"][seat] == game.table["hands"][seat]
    assert table["passed"][seat] == game.table["passed"][seat]
    seats = range(int(seen["rules"]["players"]))
    assert [len(bits(table["hands"][seat])) for seat in seats] == seen["hand_sizes"][: len(seats)].tolist()
    assert [len(bits(table["passed"][at])) for at in seats] == seen["laid_sizes"][: len(seats)].tolist()
    there = [card for what in ("hands", "passed") for at in seats for card in bits(table[what][at])]
    there += [*pile(table), *bits(seen["discarded"])] + [LADYBUG] * int(seen["discarded_ladybugs"])
    assert Counter(there) == Counter(seen["rules"]["adventurer_deck"][: seen["rules"]["adventurers"]].tolist())
    check_wood(table)
    check_dragons(table)
    assert table["dragons_left"] == game.table["dragons_left"]
    assert table["dragon_holder"] == game.table["dragon_holder"]


def check_dragons(table: Any) -> None:
    """Every dragon that was not seen is in the pile, in the lower half of the deck where the rules put it there."""
    rules, seen, coming = table["seen"]["rules"], table["seen"], wood(table)
    others = rules["wood"] - rules["dragon_cards"] - rules["removed"]
    low = others // 2 + rules["dragon_cards"] if rules["dragons_lie"] == 0 else rules["wood"]
    for dragon in (TITLES.index("blue_dragon"), TITLES.index("orange_dragon")):
        assert coming.count(dragon) == rules["copies"][dragon] - seen["revealed"][dragon]
        assert all(place < low for place, title in enumerate(coming) if title == dragon)


def test_a_guess_of_a_position_with_cards_on_their_way() -> None:
    """In the middle of a storm: own cards that lie ready are own, others' are hidden and as many as lie there."""
    game, chance, stormy = OpenGame(BUNDLE, DRAGONWOOD.rule_set("wild").record()), random.Random(1), 0
    for deal in range(6):
        game.deal(21, deal)
        while count := len(game.moves()):
            if game.table["seen"]["laid_sizes"].any():
                check_guess(game)
                stormy += 1
            game.take(chance.randrange(count))
    assert stormy > 1


def test_guessed_cards_are_uniform() -> None:
    """The top of the pile, the others' cards and the next Dragonwood card are each unseen card equally often.

    Chi-square tests with a fixed seed in the middle of two games; false alarms: one in a million each.
    """
    draws = 5000
    for rules, deals in (("two", 12), ("three", 14)):
        *_, game = DRAGONWOOD.positions(rules, deals, 60)
        seat, seen, guesser = game.mover, game.table["seen"], Guesser(game)
        other = (seat + 1) % int(seen["rules"]["players"])
        tops, hands, next_titles = Counter[int](), Counter[int](), Counter[int]()
        for _ in range(draws):
            table = guesser.guess()
            tops[pile(table)[-1]] += 1
            hands.update(bits(table["hands"][other]))
            next_titles[wood(table)[-1]] += 1
        own = bits(game.table["hands"][seat])
        unseen = [card for card in range(LADYBUG) if card not in own and not int(seen["discarded"]) >> card & 1]
        size = len(bits(game.table["hands"][other]))
        assert unlikely([hands[card] for card in unseen], [draws * size / len(unseen)] * len(unseen)) > 1e-6
        bugs = int(seen["rules"]["ladybugs"] - seen["discarded_ladybugs"])
        left = int(seen["adventurers_left"])
        expected = [draws * (left - bugs) / left / len(unseen)] * len(unseen) + [draws * bugs / left]
        assert unlikely([*(tops[card] for card in unseen), tops[LADYBUG]], expected) > 1e-6
        copies = seen["rules"]["copies"] - seen["revealed"]
        plain = [title for title in range(N_TITLES) if not int(seen["rules"]["dragons"]) >> title & 1 and copies[title]]
        total = sum(int(copies[title]) for title in plain)
        assert unlikely([next_titles[t] for t in plain], [draws * copies[t] / total for t in plain]) > 1e-6


def test_dragons_are_guessed_anywhere_in_the_lower_half() -> None:
    """Each place of the lower half holds a dragon equally often."""
    draws, game = 4000, OpenGame(BUNDLE, DRAGONWOOD.rule_set("two").record())
    game.deal(21, 3)
    guesser, places = Guesser(game), Counter[int]()
    for _ in range(draws):
        coming = wood(guesser.guess())
        places.update(place for place, title in enumerate(coming) if title in (14, 15))
    low = (42 - 2 - 12) // 2 + 2
    assert unlikely([places[place] for place in range(low)], [draws * 2 / low] * low) > 1e-6


# ---- Inputs ----------------------------------------------------------------------------------------------------


def row_of(view: Any, move: Any, end: int) -> tuple[float, Any]:
    """The chance of an end of a move, and the inputs for it."""
    row = np.zeros(LEARNING.inputs, np.float32)
    LEARNING.situation(view, row)
    return float(LEARNING.outlook(view, move, end, row)), row


@pytest.mark.parametrize("rules", ["two", "wild", "spells"])
def test_the_ends_of_a_move_have_its_chance_and_those_with_a_mark_in_common_are_one_position(rules: str) -> None:
    """Success and failure add up to one, what is no attempt has one end; most attempts that fail do share a mark."""
    failing, marks = 0, 0
    for game in DRAGONWOOD.positions(rules, 25):
        view, count, known = game.view(game.mover), len(game.moves()), dict[int, Any]()
        for move in game.options["moves"].view(np.recarray)[: min(count, 20)]:
            ends = [row_of(view, move, end) for end in range(LEARNING.ends)]
            shares = [share for share, _ in ends]
            assert sum(shares) == pytest.approx(1.0)
            assert ACTS[move.act] in ATTEMPTS or shares == [1.0, 0.0]
            for end, (share, inputs) in enumerate(ends):
                assert LEARNING.likelihood(view, move, end) == share
                mark = LEARNING.mark(view, move, end)
                if mark != UNMARKED and share > 0.0:
                    assert (known.setdefault(mark, inputs) == inputs).all()
                    failing += 1
        marks += len(known)
    assert failing > 2 * marks > 0


@pytest.mark.parametrize("rules", ["four", "wild"])
def test_inputs_foretell_what_a_move_does(rules: str) -> None:
    """Every move played on a copy: points, creatures, race, enhancements and end are those that were taken in."""
    compared: Counter[str] = Counter()
    for game in DRAGONWOOD.positions(rules, 120 if rules == "wild" else 60):  # few of the wild games have captures
        seat, view, count = game.mover, game.view(game.mover), len(game.moves())
        numbers = {0, *looked_at(game), *random.Random(count).sample(range(count), min(count, 4))}
        for number in sorted(numbers):
            move = game.options["moves"].view(np.recarray)[number]
            after = copied(BUNDLE, game)
            after.moves()
            row = after.take(number)
            end = int(
                LEARNING.which_end(after.table, np.rec.array([tuple(after.event.tolist())], BUNDLE.game.event)[0])
            )
            assert (end == -1) == (after.table["seen"]["phase"] == A_REROLL and row["act"] < ACTS.index("keep"))
            if end < 0:
                continue
            share, inputs = row_of(view, move, end)
            assert share > 0.0
            compare(inputs, after, seat, row)
            compared[f"{ACTS[row['act']]} {end}"] += 1
    assert compared["reload 0"] > 20
    assert sum(n for name, n in compared.items() if name.endswith(" 1")) > 20
    assert sum(n for name, n in compared.items() if name[:2] in ("st", "sc") and name.endswith(" 0")) > 5


def compare(inputs: Any, after: OpenGame, seat: int, row: dict[str, int]) -> None:
    """What was foretold, against the table after the move."""
    seen = after.table["seen"]
    players = int(seen["rules"]["players"])
    others = [other for other in range(players) if other != seat]
    assert inputs[at.OWN_POINTS] == pytest.approx(0.05 * seen["points"][seat], abs=1e-6)
    assert inputs[at.OWN_CREATURES] == pytest.approx(0.1 * seen["creatures"][seat], abs=1e-6)
    assert inputs[at.OWN_LEAD] == pytest.approx(0.1 * (seen["points"][seat] - max(seen["points"][others])), abs=1e-6)
    ahead = int(np.clip(seen["creatures"][seat] - max(seen["creatures"][others]), -3, 3))
    assert inputs[at.RACE : at.RACE + 7].tolist() == [float(step == ahead + 3) for step in range(7)]
    owned = [float(int(seen["owned"][seat]) >> number & 1) for number in range(9)]
    assert inputs[at.OWNED : at.OWNED + 9].tolist() == owned
    if inputs[at.GAME_OVER]:
        while after.mover >= 0:  # in the last turn a wound may still be owed
            assert seen["turns_left"] == 1
            after.take(len(after.moves()) - 1)
        result = after.result()
        places = [result[f"rank_{name}"] for name in SEATS[:players]]
        assert inputs[at.GAME_WON] == ((places[seat] == 1) / places.count(1))
        score = [result[f"score_{name}"] for name in SEATS[:players]]
        assert inputs[at.FINAL_LEAD] == pytest.approx(
            0.1 * (score[seat] - max(score[other] for other in others)), abs=1e-6
        )


def test_the_others_are_taken_in_in_the_order_of_their_turns() -> None:
    """The next player comes first; where nobody plays the inputs are 0."""
    game = OpenGame(BUNDLE, DRAGONWOOD.rule_set("three").record())
    game.deal(21, 1)
    game.table["seen"]["points"][:3] = (4, 6, 8)
    _, inputs = row_of(game.view(1), game.options["moves"].view(np.recarray)[0], 0)
    assert inputs[at.THEIR_POINTS : at.THEIR_POINTS + 3].tolist() == pytest.approx([0.4, 0.2, 0.0])


def test_a_veil_hides_the_others_and_nothing_else() -> None:
    """Own hand, landscape and clock stay."""
    hidden = set(LEARNING.hidden)
    assert {at.THEIR_POINTS, at.THREATS, at.FINAL_LEAD, at.END_LOST, at.THEIR_BEST} <= hidden
    assert not hidden & {at.CARDS_LEFT, at.OWN_POINTS, at.SETS, at.LYING, at.CHANCES}


def test_outcomes_share_the_win() -> None:
    """Places and scores of four, a tie of two at the top: half a win each; and leads over the best other."""
    result = records(BUNDLE.game.result, 1)[0]
    result["players"] = 4
    for name, place, score in zip(SEATS, (1, 3, 1, 4), (20, 15, 20, 8), strict=True):
        result[f"rank_{name}"], result[f"score_{name}"] = place, score
    outcome = getattr(LEARNING.outcome, "py_func", LEARNING.outcome)
    assert [outcome(result, seat) for seat in range(4)] == [(0.5, 0), (0.0, -5), (0.5, 0), (0.0, -12)]


# ---- Play ------------------------------------------------------------------------------------------------------


def reading(player: Trained, game: OpenGame, numbers: list[int]) -> list[float]:
    """What a player's file says of some moves: the mean over their ends of the chance that its network gives."""
    view, worths = game.view(game.mover), []
    for number in numbers:
        worth = 0.0
        for end in range(LEARNING.ends):
            share, inputs = row_of(view, game.options["moves"].view(np.recarray)[number], end)
            told = output(player, LEARNING, inputs)
            worth += share * (0.5 + 0.5 * told / (1 + abs(told)))
        worths.append(worth)
    return worths


def looked_at(game: OpenGame) -> list[int]:
    """The numbers of the moves that are worth a look."""
    kept, shares = np.zeros(MOST_KEPT, np.int64), np.zeros(MOST_ATTEMPTS + 1)
    view, moves = game.view(game.mover), game.options["moves"].view(np.recarray)
    return kept[: shortlist(view, moves, len(game.moves()), 0, kept, shares)].tolist()


@pytest.mark.parametrize("rules", ["two", "four"])
def test_a_player_takes_the_best_mean_over_what_dice_may_do(rules: str) -> None:
    """His choice against his file read in double precision: the best of the moves worth a look."""
    clear = compared = 0
    player = DRAGONWOOD.expert(rules)
    seated = DRAGONWOOD.seated(player)
    for game in DRAGONWOOD.positions(rules, 50):
        taken, numbers = seated.choose(game), looked_at(game)
        worths = reading(player, game, numbers)
        assert taken in numbers
        assert worths[numbers.index(taken)] >= max(worths) - 1e-5
        compared += 1
        clear += len(numbers) > 1
    assert compared > 25
    assert clear > 12


# ---- Learning --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["two", "three"])
def test_equals_share_the_wins(rules: str) -> None:
    """Greedy among greedy players scores its share: every deal is played in every seat."""
    greedy = BUNDLE.find_strategy("greedy")
    lineup = line_up(BUNDLE, DRAGONWOOD.rule_set(rules), [greedy])
    strength = training.examine(lineup, "greedy", "greedy", 200)
    assert strength.score == pytest.approx(
        1 / BUNDLE.players(DRAGONWOOD.rule_set(rules).record()), abs=4 * strength.error
    )


def test_what_dice_have_not_settled_is_not_learnt() -> None:
    """With a mushroom in every hand of enhancements learning works as well: a re-roll is a decision of its own."""
    rules = BUNDLE.rule_files.load("two", ("enhancements.lucky_mushroom.stomp=1", "enhancements.lucky_mushroom.strike=1",
                                     "enhancements.lucky_mushroom.scream=1"))  # fmt: skip
    player = training.train(BUNDLE, rules, replace(SMALL, version=LEARNING.version))
    assert player.card[0].score > 0.6
