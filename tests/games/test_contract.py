"""What every game of the catalogue keeps to, whatever its rules say."""

import importlib
import random
from typing import Any

import numba
import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.engine.game import MIND
from dhstats.engine.strategy import compile_strategy
from dhstats.games.bundle import GameBundle
from dhstats.games.catalogue import NAMES, load
from dhstats.players.match import Match, line_up, records
from tests.harness import OpenGame, in_rows

RULES = [(name, rules) for name in NAMES for rules in load(name).rule_files.shipped()]
STRATEGIES = [(name, strategy) for name in NAMES for strategy in load(name).shipped_strategies()]
USUAL = not (interpreted() or numba.config.BOUNDSCHECK)  # each test draws deals of its own: few show another meaning
GAMES = 1 if interpreted() else 6 if USUAL else 3  # without compiling a game takes seconds
# Negative numbers under all rules; small and odd ones under a game's first, as all are played by one code.
GARBAGE = [
    (name, rules, garbage)
    for name, rules in RULES
    for garbage in ((0xFF, 0x01, 0xA5) if rules == load(name).rule_files.shipped()[0] else (0xFF,))
    if USUAL or garbage == 0xFF
]


def open_game(name: str, rules: str) -> OpenGame:
    """An empty table of a game."""
    bundle = load(name)
    return OpenGame(bundle, bundle.rule_files.load(rules).record())


def facts(name: str) -> Any:
    """What the tests of a game say of its cards; every game must bring it."""
    return importlib.import_module(f"tests.games.{name}.contract")


def finish(game: OpenGame, chance: random.Random) -> list[dict[str, int]]:
    """Plays a game to its end at random; its log."""
    log = []
    while game.mover >= 0:
        count = len(game.moves())
        log.append(game.take(chance.randrange(count) if count else -1) | {"legal_moves": count})
    return log


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_games_are_whole(name: str, rules: str) -> None:
    """After every turn every card and every point is somewhere, once; nobody ever has to pass; results are possible."""
    game, chance, own = open_game(name, rules), random.Random(1), facts(name)
    for deal in range(GAMES):
        game.deal(3, deal)
        log: list[dict[str, int]] = []
        while game.mover >= 0:
            if deal < (GAMES + 2) // 3:
                own.check_cards(game.table, log)
            log.append(game.take(chance.randrange(len(game.moves()))))
        own.check_cards(game.table, log)
        assert len(log) <= game.bundle.longest_game(game.table["seen"]["rules"])
        assert game.moves() == []
        assert [row["turn"] for row in log] == list(range(len(log)))
        own.check_result(game.result(), game.table["seen"]["rules"])


@pytest.mark.parametrize(("name", "rules", "garbage"), GARBAGE)
def test_a_deal_leaves_nothing_over(name: str, rules: str, garbage: int) -> None:
    """A table full of garbage, but for its rules, plays exactly like a new one."""
    clean, dirty = open_game(name, rules), open_game(name, rules)
    for deal in range((GAMES + 2) // 3):
        dirty.spoil(garbage)
        for game in (clean, dirty):
            game.deal(5, deal, deal % 2)
        for seat in range(clean.bundle.game.seats):
            assert clean.view(seat).tobytes() == dirty.view(seat).tobytes()
        assert finish(clean, random.Random(deal)) == finish(dirty, random.Random(deal))
        assert clean.result() == dirty.result()


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_another_game_of_a_deal_leaves_nothing_over(name: str, rules: str) -> None:
    """The second game of a block, dealt onto the table of the first, is the one that a new table would give."""
    used, new = open_game(name, rules), open_game(name, rules)
    for deal in range((GAMES + 1) // 2):
        used.deal(6, deal, 0)
        finish(used, random.Random(deal))
        used.redeal(1)
        new.deal(6, deal, 1)
        assert finish(used, random.Random(1)) == finish(new, random.Random(1))
        assert used.result() == new.result()


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_another_layout_moves_what_lies_at_the_seats(name: str, rules: str) -> None:
    """The other games of a block are played with the same cards, each one seat further on."""
    game, held = open_game(name, rules), facts(name).held
    seats = range(game.bundle.players(game.table["seen"]["rules"]))
    for deal in range(GAMES):
        game.deal(6, deal, 0)
        dealt = [held(game.table, seat) for seat in seats]
        assert all(dealt.count(own) == 1 for own in dealt)
        for layout in seats:
            game.redeal(layout)
            assert [held(game.table, seat) for seat in seats] == dealt[layout:] + dealt[:layout]


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_replaying_a_log_gives_the_log(name: str, rules: str) -> None:
    """The plays of a logged game, looked up among the options of another table, lead to the same rows."""
    game, chance = open_game(name, rules), random.Random(3)
    for deal in range((GAMES + 1) // 2):
        game.deal(7, deal)
        log, result = finish(game, chance), game.result()
        game.deal(7, deal)
        assert [again(game, row) for row in log] == log
        assert game.result() == result


def again(game: OpenGame, row: dict[str, int]) -> dict[str, int]:
    """The row of the play that another row tells of."""
    moves = game.moves()
    play = tuple(row[field] for field in game.options["moves"].dtype.names)
    return game.take(moves.index(play) if moves else -1) | {"legal_moves": len(moves)}


@pytest.mark.parametrize(("name", "rules"), RULES)
def test_hidden_cards_have_no_influence(name: str, rules: str) -> None:
    """Whatever cards the opponent holds and in whatever order decks lie: same view, same options, same choices."""
    game, chance = open_game(name, rules), random.Random(4)
    players = [(compiled(game.bundle, strategy), mind(game, strategy)) for strategy in shipped(name)]
    for deal in range(max(GAMES // 2, 1)):
        game.deal(8, deal)
        for _ in range(chance.randrange(60)):
            if game.mover >= 0:
                game.take(chance.randrange(len(game.moves())))
        before = known(game, players, deal)
        for _ in range(3):
            facts(name).hide(game.table, game.mover, chance) if game.mover >= 0 else None
            assert known(game, players, deal) == before


def shipped(name: str) -> tuple[str, ...]:
    """The strategies of a game."""
    return tuple(load(name).shipped_strategies())


def compiled(bundle: GameBundle, strategy: str) -> Any:
    """A shipped strategy as the loop calls it."""
    return compile_strategy(bundle.game, bundle.find_strategy(strategy))


def mind(game: OpenGame, strategy: str) -> Any:
    """What the loop hands to a strategy besides view and options."""
    minds = records(MIND, 1)
    game.bundle.find_strategy(strategy).settle(minds[0])
    return minds[0]


def known(game: OpenGame, players: list[Any], deal: int) -> Any:
    """The mover's view and options, and what every shipped strategy would choose."""
    if game.mover < 0:
        return None
    view, moves = game.view(game.mover), game.moves()
    choices = []
    for function, own in players:
        game.drivers.aim(own, np.uint64(9), deal, 0, 0)
        choices.append(function(view, game.options, len(moves), own))
    return view.tobytes(), moves, choices


@pytest.mark.parametrize(("name", "strategy"), STRATEGIES)
def test_a_game_does_not_depend_on_those_before_it(name: str, strategy: str) -> None:
    """Deals played in one row, or each at a new table with new minds: the same logs and results."""
    bundle = load(name)
    rules = bundle.rule_files.load(bundle.rule_files.shipped()[0])
    lineup = line_up(bundle, rules, [bundle.find_strategy(strategy)])
    plan = [(0, 0, 0, 1), (1, 0, 1, 0)]
    deals = min(GAMES + 1, 8)  # with one alone none would be before another
    row = in_rows(Match(lineup, (strategy, strategy)), plan, 10, 0, deals)
    alone = [in_rows(Match(lineup, (strategy, strategy)), plan, 10, deal, 1) for deal in range(deals)]
    for whole, parts in zip(row, zip(*alone, strict=True), strict=True):
        assert whole.tolist() == [line for part in parts for line in part.tolist()]


@pytest.mark.parametrize("name", NAMES)
def test_a_strategy_is_given_no_table(name: str) -> None:
    """What a strategy is handed is made of view and options, and no field of the hidden part is among them."""
    game = load(name).game
    hidden = set(game.table.names or ()) - {"seen"}
    assert game.table["seen"] == game.view
    assert not hidden & set(game.view.names or ())
    assert not hidden & set(game.options.names or ())
