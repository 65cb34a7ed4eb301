"""The engine and the referee's table side by side: same deal, same plays, everything compared."""

import random
from typing import Any

from dhstats.games.dragonheart.referee.chronicle import in_order
from dhstats.games.dragonheart.referee.tabletop import Play, Tabletop, points, set_up
from dhstats.games.dragonheart.table import NO_CHOICE, PICTURES, PLACES
from dhstats.games.retelling import Kept
from dhstats.games.ruleset import RuleSet
from tests.games.dragonheart.positions import BUNDLE, cards_of, deck_of
from tests.harness import OpenGame


def plain_table(rules: RuleSet, seed: int, deal: int, layout: int) -> Tabletop:
    """The referee's table at the start of a game of a deal."""
    return set_up(rules.effective, Kept(seed, {"deal_id": deal, "swapped": bool(layout)}, []))


def both_lie_alike(game: OpenGame, plain: Tabletop) -> None:
    """Hands, decks, board, score piles and the figure are the same on both tables."""
    table, seen = game.table, game.table["seen"]
    for seat in (0, 1):
        assert cards_of(table["hands"][seat]) == in_order(plain.hands[seat])
        assert deck_of(table["decks"][seat, : seen["deck_sizes"][seat]]) == plain.decks[seat][::-1]
    piles = [*(plain.spaces[name] for name in PICTURES), plain.below_ship]
    assert seen["cards"].tolist() == [*map(len, piles), 0]
    assert seen["points"].tolist() == [*map(points, piles), 0]
    assert seen["scores"].tolist() == plain.scores
    assert seen["hand_sizes"].tolist() == [*map(len, plain.hands)]
    state = (int(seen["figure"]), int(seen["stacks"]), int(seen["turn"]), int(seen["turns_left"]))
    assert state == (plain.figure, plain.stacks, plain.turn, plain.turns_left)


def compare_random_games(rules: RuleSet, seed: int, first_deal: int, deals: int) -> int:
    """Plays random games on both tables, move by move, and compares everything; returns the number of turns."""
    game = OpenGame(BUNDLE, rules.record())
    chance, turns = random.Random(seed), 0
    for deal in range(first_deal, first_deal + deals):
        layout = deal % 2
        game.deal(seed, deal, layout)
        plain = plain_table(rules, seed, deal, layout)
        both_lie_alike(game, plain)
        while not plain.over:
            compare_turn(game, plain, chance)
        turns += plain.turn
        assert game.mover == -1
        assert in_words(game.result()) == plain.outcome()
    return turns


def compare_turn(game: OpenGame, plain: Tabletop, chance: random.Random) -> None:
    """One random turn on both tables: same mover, same plays in the same order, same row, same table afterwards."""
    assert game.mover == plain.mover
    plays: list[Play] = [
        (PICTURES[picture], values, None if target == NO_CHOICE else PLACES[target])
        for picture, values, _, target in game.moves()
    ]
    assert plays == plain.plays()
    choice = chance.randrange(len(plays)) if plays else -1
    row = in_words(game.take(choice) | {"legal_moves": len(plays)})
    assert row == plain.play(plays[choice] if plays else (None, 0, None))
    both_lie_alike(game, plain)


def in_words(row: dict[str, int]) -> dict[str, Any]:
    """A row of the engine with words in place of codes."""
    worded = {name: words[row[name]] if row[name] >= 0 else None for name, words in BUNDLE.words.items() if name in row}
    return {**row, **worded, **{name: bool(row[name]) for name in BUNDLE.flags & row.keys()}}
