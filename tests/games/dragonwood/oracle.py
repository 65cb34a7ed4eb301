"""The engine and the referee's table side by side: same deal, same dice, same decisions, everything compared."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from dhstats.games.dragonwood.referee.chronicle import LADYBUG, Adventurer, helpers, packed_dice, unpacked
from dhstats.games.dragonwood.referee.tabletop import Tabletop, outcome, set_up
from dhstats.games.dragonwood.table import A_DISCARD, A_PASS, A_REROLL, A_TURN, ACTS, NUMBERS, SPELL, TITLES
from dhstats.games.dragonwood.table import LADYBUG as LADYBUG_CODE
from dhstats.games.retelling import Kept
from dhstats.games.ruleset import RuleSet
from tests.games.dragonwood.positions import BUNDLE, choice_of
from tests.games.test_contract import compiled, mind
from tests.harness import OpenGame

PHASES = {"turn": A_TURN, "reroll": A_REROLL, "pass": A_PASS, "discard": A_DISCARD}
Row = dict[str, Any]
Chooser = Callable[[OpenGame, int, int], int]  # picks one of so many moves, in the decision of this number


def plain_table(rules: RuleSet, seed: int, deal: int, layout: int) -> Tabletop:
    """The referee's table at the start of a game of a deal."""
    return set_up(rules.effective, Kept(seed, {"deal_id": deal, "layout": layout, "swapped": 0}, []))


def both_lie_alike(game: OpenGame, plain: Tabletop) -> None:
    """Every card lies at the same place on both tables, and the same player is asked for the same."""
    table, seen, seats = game.table, game.table["seen"], range(plain.players)
    assert [unpacked(int(table["hands"][seat])) for seat in seats] == [tuple(sorted(hand)) for hand in plain.hands]
    assert [set(unpacked(int(table["passed"][seat]))) for seat in seats] == [set(laid) for laid in plain.laid]
    assert [_adventurer(code) for code in table["pile"][: seen["adventurers_left"]].tolist()] == plain.pile
    discards = [*unpacked(int(seen["discarded"])), *[LADYBUG] * int(seen["discarded_ladybugs"])]
    assert sorted(discards) == sorted(plain.discards)
    assert [TITLES[title] for title in table["wood_pile"][: seen["wood_left"]].tolist()] == plain.wood
    assert _titles(seen["lying"]) == Counter(plain.landscape)
    assert [_titles(seen["captured"][seat]) for seat in seats] == [Counter(pile) for pile in plain.captured]
    assert [set(helpers(int(seen["owned"][seat]))) for seat in seats] == [set(own) for own in plain.owned]
    assert seen["turns"][: len(seats)].tolist() == plain.turns
    assert (seen["decks_begun"], table["dragons_left"]) == (plain.decks_begun, plain.dragons_left())
    if plain.asked is None:
        assert game.mover == -1
        return
    kind, seat = plain.asked
    assert (game.mover, int(seen["phase"]), int(seen["mover"])) == (seat, PHASES[kind], plain.mover)
    assert int(seen["turns_left"]) == plain.turns_left
    assert kind != "reroll" or int(seen["rolled"]) == packed_dice(plain.rolled)


def _adventurer(code: int) -> Adventurer:
    return LADYBUG if code == LADYBUG_CODE else (code // NUMBERS, code % NUMBERS + 1)


def _titles(counts: Any) -> Counter[str]:
    return Counter({TITLES[title]: count for title, count in enumerate(counts.tolist()) if count})


def in_words(row: dict[str, int]) -> Row:
    """A row of the engine with words in place of codes, as a run keeps it."""
    worded: Row = dict(row)
    for name in BUNDLE.words.keys() & row.keys():
        worded[name] = BUNDLE.words[name][row[name]] if row[name] >= 0 else None
    return worded | {name: bool(row[name]) for name in BUNDLE.flags & row.keys()}


def at_random(seed: int) -> Chooser:
    """Any move, each as likely as the others."""
    chance = random.Random(seed)
    return lambda game, count, number: chance.randrange(count)


def bold(seed: int) -> Chooser:
    """Gathers cards, then casts a spell or attempts anything with as many cards and enhancements as it can."""
    chance = random.Random(seed)

    def choose(game: OpenGame, count: int, number: int) -> int:
        moves = game.moves()
        if ACTS[moves[0][0]] != "reload" or chance.random() < 0.1:
            return chance.randrange(count)
        if game.table["seen"]["hand_sizes"][game.mover] < 6 or count == 1:
            return 0
        efforts = [cards.bit_count() + used.bit_count() + 9 * (act == SPELL) for act, _, cards, used, _ in moves]
        return chance.choice([i for i, effort in enumerate(efforts) if effort == max(efforts)])

    return choose


def by_strategy(name: str) -> Chooser:
    """The move of a shipped strategy."""
    function = compiled(BUNDLE, name)

    def choose(game: OpenGame, count: int, number: int) -> int:
        own = mind(game, name)
        game.drivers.aim(own, np.uint64(1), number, 0, 0)
        return int(function(game.view(game.mover), game.options, count, own))

    return choose


def compare_games(rules: RuleSet, choosers: Sequence[Chooser], seed: int, first_deal: int, deals: int) -> Counter[str]:
    """Plays games on both tables, decision by decision, and compares everything; how often each act was chosen.

    Seat s is played by the chooser s modulo their number; the layout of a deal is its number modulo the players.
    """
    game, acts = OpenGame(BUNDLE, rules.record()), Counter[str]()
    for deal in range(first_deal, first_deal + deals):
        layout = deal % int(rules.effective["players"])
        game.deal(seed, deal, layout)
        plain = plain_table(rules, seed, deal, layout)
        both_lie_alike(game, plain)
        while not plain.over:
            acts[compare_decision(game, plain, choosers)] += 1
        assert in_words(game.result()) == outcome(plain)
        acts[plain.end_reason] += 1
    return acts


def compare_decision(game: OpenGame, plain: Tabletop, choosers: Sequence[Chooser]) -> str:
    """One decision on both tables: the same options, row and table afterwards; which act it was."""
    moves = [choice_of(*move) for move in game.moves()]
    assert len(set(moves)) == len(moves)
    assert Counter(moves) == Counter(plain.choices())
    choice = choosers[game.mover % len(choosers)](game, len(moves), plain.decisions)
    row = in_words(game.take(choice) | {"legal_moves": len(moves)})
    assert row == plain.play(moves[choice])
    both_lie_alike(game, plain)
    return str(row["act"])
