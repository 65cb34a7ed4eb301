"""Made players of Dragon!: what they take in, guess and may not do, and that they learn, for two to four players."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy.stats import chi2

from dhstats.engine.compiled import interpreted
from dhstats.engine.lanes import UNITS
from dhstats.engine.stream import STREAM
from dhstats.games.catalogue import load
from dhstats.games.dragon.players import features, outlook
from dhstats.games.dragon.players.restrictions import RESTRICTIONS
from dhstats.games.dragon.table import ACTS, KINDS, N_FIXED, PAYING, SEATS, SHEDDING, TOPPING
from dhstats.games.ruleset import RuleSet
from dhstats.players import roster, trained, training
from dhstats.players.match import line_up, records
from dhstats.players.trained import Recipe, Trained, as_strategy
from tests.games.dragon.contract import check_cards, codes, hide, pile
from tests.games.dragon.positions import bits
from tests.harness import OpenGame
from tests.players.seated import Seated, copied

pytestmark = pytest.mark.skipif(interpreted(), reason="hundreds of positions in plain Python take too long")

BUNDLE = load("dragon")
LEARNING: Any = BUNDLE.game.learning
SWITCHES = ("turn.play=rounds", "topping.special=free", "ground.text=wounds", "attacks.cancelled=false",
            "decks.first=control", "decks.second=exhaust", "first_turn.limit=all")  # fmt: skip
TWO_UPGRADES = (
    'pack.decks.mixed.cards=["3 thunder_roar", "3 tail_wind", "3 swift_wings", "3 storm_gem", "3 galecrest_2",'
    ' "2 galecrest_3", "3 great_heart", "3 sappers", "3 unmaking", "3 far_sight", "3 time_slip", "3 hex_bolt",'
    ' "3 feint", "3 mind_fog", "3 claw_attack", "1 positioning"]'
)
RULES = {"standard": ("standard", ()), "three": ("three", ()), "teams": ("teams", ()), "switches": ("three", SWITCHES),
         "upgrades": ("standard", (TWO_UPGRADES, "decks.first=mixed", "decks.second=mixed"))}  # fmt: skip
SMALL = Recipe(seed=3, games=600, rounds=6)


@cache
def rule_set(name: str) -> RuleSet:
    """A rule set of the table above."""
    source, settings = RULES[name]
    return BUNDLE.rule_files.load(source, settings)


@cache
def small(rules: str = "standard", restriction: str = "", seed: int = 3) -> Trained:
    """A player who has learnt from few games; from fewer where what counts is what they may not do."""
    recipe = Recipe(seed=seed, games=120 if restriction else 600, rounds=6)
    return training.train(BUNDLE, rule_set(rules), recipe, restriction)


@cache
def pupil(rules: str = "standard", restriction: str = "", noise: float = 0.0) -> Seated:
    """A player who has learnt from few games, at a table."""
    return Seated(BUNDLE, as_strategy(BUNDLE, small(rules, restriction), "pupil", "test", "", noise))


def positions(rules: str, deals: int, steps: int = 110) -> Iterator[OpenGame]:
    """Positions of random games, in which somebody has to decide; chains and costs among them."""
    game, chance = OpenGame(BUNDLE, rule_set(rules).record()), random.Random(deals)
    for deal in range(deals):
        game.deal(21, deal)
        for _ in range(chance.randrange(steps)):
            if game.mover >= 0:
                game.take(chance.randrange(len(game.moves())))
        if game.mover >= 0:
            yield game


# ---- Guesses ---------------------------------------------------------------------------------------------------


class Guesser:
    """Tables guessed by the mover of a position."""

    def __init__(self, game: OpenGame) -> None:
        self._stream, self._tables = records(STREAM, 1), records(BUNDLE.game.table, 1)
        self._tables.view(np.ndarray).view(np.uint8)[:] = 0xA5  # whatever lay there before
        self._tables["seen"]["rules"] = game.table["seen"]["rules"]
        self._stream[0]["used"] = 4
        self._view = game.view(game.mover)

    def guess(self) -> Any:
        """The next guess."""
        LEARNING.guess(self._view, self._tables[0], self._stream[0])
        return self._tables[0]


@pytest.mark.parametrize("rules", RULES)
def test_guesses_agree_with_all_that_is_seen(rules: str) -> None:
    """Nothing open differs, own cards are own, and every card of every deck is somewhere, once."""
    chains = upgrades = looked = 0
    for game in positions(rules, 60):
        seat, seen, table = game.mover, game.table["seen"], Guesser(game).guess()
        for name in set(BUNDLE.game.view.names or ()) - {"seat", "hand", "rules"}:
            assert table["seen"][name].tobytes() == seen[name].tobytes(), name
        assert table["hands"][seat] == game.table["hands"][seat]
        assert table["layout"] == game.table["layout"]
        check_cards(table, [])
        for slot in (slot for at in range(int(seen["rules"]["players"])) for slot in pile(table, at)):
            assert slot in seen["rules"]["deck"]
        chains += int(seen["first_card"] >= 0)
        upgrades += int(seen["level"].any())
        looked += 1
    assert looked > 30
    assert chains > 3
    assert upgrades > 3 or rules != "upgrades"


@pytest.mark.parametrize("rules", ["standard", "teams"])
def test_guessed_games_are_played_to_their_end(rules: str) -> None:
    """A guessed table is a whole one: every game goes on from it and ends."""
    for game in positions(rules, 25):
        other, chance = copied(BUNDLE, game), random.Random(1)
        guessed = Guesser(game).guess()
        for name in BUNDLE.game.table.names or ():
            other.table[name] = guessed[name]
        while other.mover >= 0:
            other.take(chance.randrange(len(other.moves())))
        assert other.result()["end_reason"] >= 0


def unlikely(counts: list[int], expected: list[float]) -> float:
    """The p-value of counts under what is expected."""
    statistic = sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True))
    return float(chi2.sf(statistic, max(len(counts) - 1, 1)))


def test_guessed_cards_are_uniform() -> None:
    """The rival's hand and his top card are each of his hidden titles as often as it has copies; so is the own top card.

    Chi-square tests with a fixed seed in the middle of a game; false alarms: one in a million each.
    """
    draws = 4000
    *_, game = positions("standard", 14, 50)
    seat, table, guesser = game.mover, game.table, Guesser(game)
    rival = 1 - seat
    hands, tops, own = Counter[int](), Counter[int](), Counter[int]()
    for _ in range(draws):
        guessed = guesser.guess()
        hands.update(codes(guessed, rival, guessed["hands"][rival]))
        tops[pile(guessed, rival)[-1]] += 1
        own[pile(guessed, seat)[-1]] += 1
    hidden = Counter(codes(table, rival, table["hands"][rival]))
    code = table["seen"]["rules"]["code"][int(table["seen"]["place"][rival])]
    hidden += Counter(int(code[slot]) for slot in pile(table, rival))
    total, size = sum(hidden.values()), len(bits(table["hands"][rival]))
    told = [(hands[card], tops[code.tolist().index(card)], copies) for card, copies in hidden.items()]
    assert unlikely([n for _, n, _ in told], [draws * copies / total for *_, copies in told]) > 1e-6
    assert unlikely([n for n, *_ in told], [draws * size * copies / total for *_, copies in told]) > 1e-6
    left = Counter(pile(table, seat))
    assert unlikely([own[slot] for slot in left], [draws * n / sum(left.values()) for n in left.values()]) > 1e-6


# ---- Inputs ----------------------------------------------------------------------------------------------------

WHAT = ("HEALTH", "LAIR", "DECK", "HAND", "AWAY")
SCALES = dict(zip(WHAT, (0.06, 0.15, 0.03, 0.15, 0.5), strict=True))


def row_of(view: Any, move: Any) -> Any:
    """The inputs for a move."""
    row = np.zeros(LEARNING.inputs, np.float32)
    LEARNING.situation(view, row)
    assert LEARNING.outlook(view, move, 0, row) == 1.0
    return row


def told(row: Any, start: int, players: int, what: str) -> list[float]:
    """What a list of standings says of all players, oneself first, in whole numbers."""
    first = start + getattr(outlook, what)
    return [float(row[first + outlook.N_STANDING * i]) / SCALES[what] for i in range(players)]


def there(game: OpenGame, seat: int, what: str) -> list[float]:
    """The same of a table; nothing of those who are out of the fight."""
    seen, alive = game.table["seen"], int(game.table["seen"]["alive"])
    players = int(seen["rules"]["players"])
    numbers = {
        "HEALTH": seen["power"]["health"] - seen["wounds"], "LAIR": seen["power"]["lair"] - seen["siege"],
        "DECK": seen["left"], "HAND": seen["hand_sizes"], "AWAY": seen["facing"],
    }[what]  # fmt: skip
    places = [(seat + i) % players for i in range(players)]
    return [float(numbers[at]) if alive >> at & 1 else 0.0 for at in places]


def let_be(game: OpenGame) -> None:
    """Whatever is owed is paid, and nobody plays another card to the chain."""
    while game.mover >= 0 and game.table["seen"]["phase"] in (PAYING, TOPPING):
        game.moves()
        game.take(0)


def same_turn(game: OpenGame, before: OpenGame) -> bool:
    """Whether nobody has drawn on the way, and nobody has left the fight: it is still the same turn of the same player."""
    seen, was = game.table["seen"], before.table["seen"]
    return game.mover >= 0 and all(seen[name].tolist() == was[name].tolist() for name in ("mover", "turns", "alive"))


@pytest.mark.parametrize("rules", ["standard", "three", "switches"])
def test_inputs_foretell_what_a_move_does(rules: str) -> None:
    """Every move played on a copy, and let be: dragons stand as was taken in; if it is topped, as was feared."""
    compared: Counter[str] = Counter()
    for game in positions(rules, 100):
        seat, view, count = game.mover, game.view(game.mover), len(game.moves())
        players = int(view["rules"]["players"])
        for number in sorted({0, count - 1, *random.Random(count).sample(range(count), min(count, 4))}):
            game.moves()
            move = game.options["moves"].view(np.recarray)[number].copy()
            row, after = row_of(view, move), copied(BUNDLE, game)
            after.take(number)
            feared = copied(BUNDLE, after)
            let_be(after)
            act = ACTS[move.act]
            if after.mover < 0:
                compared["over"] += 1
                continue
            if not same_turn(after, game) or after.table["seen"]["phase"] == SHEDDING:
                continue
            for what in WHAT:
                foretold = told(row, outlook.STANDING, players, what)
                assert foretold == pytest.approx(there(after, seat, what), abs=1e-3), (act, what)
            compared[act] += 1
            if act != "hold":
                compared["topped"] += compare_feared(row, feared, game, seat)
    assert min(compared[act] for act in ("play", "top", "hold", "pass", "discard", "topped")) > 1, compared


def compare_feared(row: Any, feared: OpenGame, game: OpenGame, seat: int) -> int:
    """If somebody can top the move: what comes of it then, but for his own hand; whether that was compared."""
    while feared.mover >= 0 and feared.table["seen"]["phase"] == PAYING:
        feared.moves()
        feared.take(0)
    if feared.mover < 0 or feared.table["seen"]["phase"] != TOPPING:
        return 0
    assert row[outlook.CHANCE] > 0
    feared.moves()
    feared.take(1)
    let_be(feared)
    if not same_turn(feared, game) or feared.table["seen"]["phase"] == SHEDDING:
        return 0
    players = int(game.table["seen"]["rules"]["players"])
    for what in ("HEALTH", "LAIR", "DECK", "AWAY"):
        now, shift = (told(row, start, players, what) for start in (outlook.STANDING, outlook.TURNED_ROUND))
        then = [one + other / row[outlook.CHANCE] for one, other in zip(now, shift, strict=True)]
        assert then == pytest.approx(there(feared, seat, what), abs=1e-3), what
    return 1


def test_inputs_tell_what_the_hand_can_do() -> None:
    """Classes, what is covered, and what no dragon of this kind can use: counted card by card."""
    looked = 0
    for game in positions("upgrades", 30):
        seat, view, cards = game.mover, game.view(game.mover), game.table["seen"]["rules"]["cards"]
        game.moves()
        move = game.options["moves"].view(np.recarray)[0].copy()
        if ACTS[move.act] not in ("pass", "hold", "draw"):
            continue
        looked += 1
        row = row_of(view, move)
        hand = int(view["hand"]) & int(view["usable"][seat])
        own = [cards[code] for code in codes(game.table, seat, hand)]
        for kind in range(N_FIXED):
            assert row[outlook.HELD + kind] == 0.5 * sum(int(card["types"]) >> kind & 1 for card in own)
            assert row[outlook.COVER + kind] == 0.5 * sum(int(card["tops"]) >> kind & 1 for card in own)
        special = 0.5 * sum(int(card["types"]) >> N_FIXED != 0 for card in own)
        assert row[outlook.HELD + N_FIXED] == special
        useless = len(bits(view["hand"])) - len(bits(hand))
        assert row[outlook.FORCE + outlook.USELESS] == pytest.approx(0.3 * useless)
        mills = sum(int(card["rival_mills"]) + int(card["rival_draws"]) for card in own)
        assert row[outlook.FORCE + outlook.MILLS] == pytest.approx(0.1 * mills)
    assert looked > 15


def test_a_veil_hides_the_others_and_nothing_else() -> None:
    """Own standing, own hand and the turn stay."""
    row = np.ones(LEARNING.inputs, np.float32)
    LEARNING.mask_inputs(row, [name for name, _ in RESTRICTIONS].index("blind") + 1)
    hidden = set(np.flatnonzero(row == 0).tolist())
    theirs = outlook.STANDING + outlook.N_STANDING
    assert {theirs + outlook.HEALTH, features.MAY_TOP, outlook.CHANCE, outlook.WON, features.ALIVE} <= hidden
    own = {outlook.STANDING + outlook.HEALTH, outlook.NEAR, outlook.SIDEWAYS, outlook.LOST, outlook.HELD}
    assert not hidden & {*own, features.ABILITIES, features.OWN_DECK, outlook.STEP, outlook.OWED}
    seen = np.ones(LEARNING.inputs, np.float32)
    LEARNING.mask_inputs(seen, 1)
    assert seen.all()


def test_outcomes_share_the_win() -> None:
    """Partners who come first share it; leads are over those of another place."""
    result = records(BUNDLE.game.result, 1)[0]
    for name, place, score in zip(SEATS, (1, 4, 1, 3), (7, 0, 0, 2), strict=True):
        result[f"rank_{name}"], result[f"score_{name}"] = place, score
    outcome = getattr(LEARNING.outcome, "py_func", LEARNING.outcome)
    assert [outcome(result, seat) for seat in range(4)] == [(0.5, 5), (0.0, -7), (0.5, -2), (0.0, -5)]
    for name, place, score in zip(SEATS, (2, 1, -1, -1), (0, 3, -1, -1), strict=True):
        result[f"rank_{name}"], result[f"score_{name}"] = place, score
    assert [outcome(result, seat) for seat in range(2)] == [(0.0, -3), (1.0, 3)]


# ---- Play ------------------------------------------------------------------------------------------------------


def reading(player: Trained, game: OpenGame) -> list[float]:
    """What a player's file says of all moves, in numpy."""
    row = np.frombuffer(player.network, "<f4").astype(float)
    first = row[: LEARNING.inputs * UNITS].reshape(LEARNING.inputs, UNITS)
    biases, last, bias = row[LEARNING.inputs * UNITS :][:UNITS], row[(LEARNING.inputs + 1) * UNITS : -1], row[-1]
    view, count = game.view(game.mover), len(game.moves())
    inputs = [row_of(view, move).astype(float) for move in game.options["moves"].view(np.recarray)[:count].copy()]
    return [float(np.maximum(own @ first + biases, 0) @ last + bias) for own in inputs]


@pytest.mark.parametrize("rules", ["standard", "teams"])
def test_a_player_takes_the_position_that_he_values_most(rules: str) -> None:
    """His choice against his file read in double precision."""
    compared = 0
    for game in positions(rules, 40):
        worths = reading(small(rules), game)
        assert worths[pupil(rules).choose(game)] >= max(worths) - 1e-4
        compared += 1
    assert compared > 20


@pytest.mark.parametrize("text", ["pupil", "mc:1", "search:6", "skill:4"])
def test_hidden_cards_have_no_influence(text: str) -> None:
    """Whatever the rival holds and however decks lie, the choice is the same."""
    player = pupil() if text == "pupil" else Seated(BUNDLE, found(text))
    for deal, game in enumerate(positions("standard", 10)):
        before, chance = player.choose(game, deal), random.Random(deal)
        for _ in range(3):
            hide(game.table, game.mover, chance)
            assert player.choose(game, deal) == before


def found(text: str) -> Any:
    """A player by name under the standard rules."""
    return roster.find(BUNDLE, rule_set("standard"), text)


def played(kind: str) -> Any:
    """Whether a move plays a card of a kind."""
    return lambda move, cards: ACTS[move[0]] == "play" and KINDS[int(cards[move[1]]["kind"])] == kind


BARRED = {
    "no_tops": lambda move, cards: ACTS[move[0]] == "top",
    "no_attacks": lambda move, cards: ACTS[move[0]] == "play" and int(cards[move[1]]["types"]) & 7,
    "no_turns": lambda move, cards: ACTS[move[0]] == "play" and int(cards[move[1]]["types"]) & 8,
    "no_grounds": played("grounds"),
    "no_attachments": played("attachments"),
    "no_upgrades": played("upgrades"),
}


@pytest.mark.parametrize("restriction", BARRED)
def test_whole_games_keep_to_a_restriction(restriction: str) -> None:
    """In games against greedy nobody does what he may not, though it is among his options."""
    barred, tempted = BARRED[restriction], 0
    number = [name for name, _ in RESTRICTIONS].index(restriction) + 1
    player, greedy = pupil("upgrades"), Seated(BUNDLE, BUNDLE.find_strategy("greedy"))
    player.minds[0]["weights"][1] = number
    game = OpenGame(BUNDLE, rule_set("upgrades").record())
    cards = game.table["seen"]["rules"]["cards"]
    for deal in range(4):
        game.deal(22, deal)
        player.minds[0]["weights"][0] = deal % 2 * (1 << 18)  # every other game a quarter of his moves is random
        while game.mover >= 0:
            if game.mover != deal % 2:
                game.take(greedy.choose(game, deal))
                continue
            moves = game.moves()
            taken = player.choose(game, deal)
            assert not barred(moves[taken], cards)
            tempted += any(barred(move, cards) for move in moves)
            game.take(taken)
    assert tempted > 5


def test_every_restriction_is_read() -> None:
    """Each has its reading above, or hides something instead."""
    assert {name for name, _ in RESTRICTIONS} == {*BARRED, "blind"}


# ---- Learning --------------------------------------------------------------------------------------------------


def test_equal_seeds_train_equal_players() -> None:
    """The file of a player is the same byte for byte; another seed gives another."""
    assert training.train(BUNDLE, rule_set("standard"), SMALL).to_json() == small().to_json()
    assert small(seed=4).network != small().network


@pytest.mark.parametrize("rules", ["standard", "three"])
def test_few_games_already_teach(rules: str) -> None:
    """After six hundred games he wins far more than his share against random play, alone among so many."""
    lineup = line_up(
        BUNDLE,
        rule_set(rules),
        [as_strategy(BUNDLE, small(rules), "pupil", "test", ""), BUNDLE.find_strategy("random")],
    )
    strength = training.examine(lineup, "pupil", "random", 150)
    assert strength.score > 1 / BUNDLE.players(rule_set(rules).record()) + 0.25


def test_the_shipped_player_fits_the_standard_rules() -> None:
    """Nobody is trained for them; he was measured to win more than half against everybody.

    `tests/benchmarks/experts.py --game dragon` trains him anew and compares every byte: that takes minutes.
    """
    chosen = BUNDLE.rule_files.load("standard")
    path = trained.shipped(BUNDLE, chosen, "")
    assert path is not None
    player = trained.read(path, BUNDLE)
    assert (player.rules_hash, player.recipe) == (chosen.hash, Recipe())
    assert {line.opponent for line in player.card} == set(BUNDLE.shipped_strategies()) - {"random"}
    assert all(line.score - 4 * line.error > 0.55 for line in player.card)


def test_the_ladder_rises() -> None:
    """An expert who errs less scores more than half against one who errs more; random is at the foot."""
    steps = ["random", "skill:2", "skill:5", "expert"]
    lineup = line_up(BUNDLE, rule_set("standard"), [found(text) for text in steps])
    for lower, higher in pairwise(steps):
        assert training.examine(lineup, higher, lower, 250).score > 0.55, higher


@pytest.mark.parametrize(("text", "rival"), [("mc:5", "random"), ("search:20", "greedy")])
def test_searchers_beat_simpler_play(text: str, rival: str) -> None:
    """Playing out on few guesses a move, and looking ahead with few tries."""
    lineup = line_up(BUNDLE, rule_set("standard"), [found(text), BUNDLE.find_strategy(rival)])
    strength = training.examine(lineup, text, rival, 40)
    assert strength.score - 3 * strength.error > 0.55


@pytest.mark.parametrize(
    "character", [name for name in BUNDLE.shipped_strategies() if name not in ("random", "greedy")]
)
def test_characters_beat_random_play(character: str) -> None:
    """Every plan wins nearly all games, with either deck."""
    lineup = line_up(BUNDLE, rule_set("standard"), [BUNDLE.find_strategy(name) for name in (character, "random")])
    assert training.examine(lineup, character, "random", 100).score > 0.9
