"""The engine and the independent reference at one table: same deal, same plays, everything compared."""

from __future__ import annotations

import random
from typing import Any

from dhstats.games.dragonheart.files.rulesets import RuleSet
from dhstats.games.dragonheart.table import BELOW_SHIP, PICTURES, PLACES
from dhstats.players.match import Match, line_up
from dhstats.simulate.rows import worded
from tests.games.dragonheart.positions import TITLE, cards_of, deck_of, in_order, unpacked
from tests.harness import Loop, OpenGame
from tests.reference import dragonheart as reference
from tests.reference.philox import Words, below, shuffled, words_of_turn

DECK_CHANNELS = (1, 2)
THEFT_CHANNEL = 64
LAYOUTS = ((0, 0, 0, 1), (1, 0, 1, 0), (0, 0, 1, 0), (1, 0, 0, 1))  # swapped or not, replicate, players by seat


def reference_rules(rules: RuleSet) -> reference.Rules:
    """A rule set in the reference's words."""
    effective = rules.effective
    return {**effective, "cards": {name: cards["values"] for name, cards in effective["cards"].items()}}


def thief(seed: int, deal: int) -> Any:
    """Which card is lost with the figure, by the address of that draw."""
    return lambda hand, index: below(words_of_turn(seed, THEFT_CHANNEL, deal, index), len(hand))


def reference_decks(rules: reference.Rules, seed: int, deal: int) -> list[list[reference.Card]]:
    """Both decks of a deal, top card first: the last card of a shuffled deck is its top."""
    cards = reference.deck_of(rules)
    orders = [shuffled(Words(seed, channel, deal), len(cards)) for channel in DECK_CHANNELS]
    return [[cards[i] for i in reversed(order)] for order in orders]


def reference_match(rules: RuleSet, seed: int, deal: int, layout: int) -> reference.Match:
    """The reference at the start of a game of a deal."""
    own = reference_rules(rules)
    decks = reference_decks(own, seed, deal)
    return reference.Match(own, (decks[layout], decks[1 - layout]), thief(seed, deal))


def row_of(event: dict[str, Any]) -> dict[str, Any]:
    """A logged turn in the reference's words."""
    return {**event, "values": unpacked(event["values"])}


def both_lie_alike(game: OpenGame, match: reference.Match) -> None:
    """Hands, decks, board, score piles and the figure are the same on both tables."""
    table, seen = game.table, game.table["seen"]
    for seat in (0, 1):
        assert cards_of(table["hands"][seat]) == in_order(match.hands[seat])
        assert deck_of(table["decks"][seat, : seen["deck_sizes"][seat]]) == match.decks[seat]
    piles = [*(match.board[name] for name in PICTURES), match.below_ship]
    assert seen["cards"].tolist() == [*map(len, piles), 0]
    assert seen["points"].tolist() == [*map(reference.points, piles), 0]
    assert seen["scores"].tolist() == [match.points(0), match.points(1)]
    assert seen["hand_sizes"].tolist() == [*map(len, match.hands)]
    state = (int(seen["figure"]), int(seen["stacks"]), int(seen["turn"]))
    assert state == (match.figure, match.ship_stacks, match.turn)


def moves_of(game: OpenGame) -> list[reference.Move]:
    """The engine's options in the reference's words."""
    return [
        (PICTURES[picture], unpacked(values), None if target < 0 else PLACES[target])
        for picture, values, _, target in game.moves()
    ]


def compare_random_games(rules: RuleSet, seed: int, first_deal: int, deals: int) -> int:
    """Plays random games on both tables, move by move, and compares everything; returns the number of turns."""
    game = OpenGame(TITLE, rules.record())
    chance, turns = random.Random(seed), 0
    for deal in range(first_deal, first_deal + deals):
        layout = deal % 2
        game.deal(seed, deal, layout)
        match = reference_match(rules, seed, deal, layout)
        both_lie_alike(game, match)
        while not match.over:
            compare_turn(game, match, chance)
        turns += match.turn
        assert game.mover == -1
        assert worded_result(game) == match.result()
    return turns


def compare_turn(game: OpenGame, match: reference.Match, chance: random.Random) -> None:
    """One random turn on both tables: same mover, same options, same row, same table afterwards."""
    assert game.mover == match.mover
    moves, options = moves_of(game), match.legal()
    assert len(set(moves)) == len(moves)
    assert set(moves) == set(options)
    choice = chance.randrange(len(moves)) if moves else -1
    event = game.take(choice) | {"legal_moves": len(moves)}
    row = match.play(moves[choice] if moves else None)
    assert in_words(event) == row
    both_lie_alike(game, match)


def in_words(event: dict[str, int]) -> dict[str, Any]:
    """A row of the engine with words in place of codes."""
    picture, target = event["picture"], event["target"]
    return row_of(
        event
        | {
            "picture": None if picture < 0 else PICTURES[picture],
            "target": None if target < 0 else (*PICTURES, BELOW_SHIP)[target],
            "claimed_figure": bool(event["claimed_figure"]),
        }
    )


def worded_result(game: OpenGame) -> dict[str, Any]:
    """The engine's result with words in place of codes."""
    row: dict[str, Any] = game.result()
    return row | {name: TITLE.words[name][row[name]] for name in ("decided_by", "end_reason")}


class Replayer:
    """Whole games played by the real loop and its strategies, then replayed from their log in the reference."""

    def __init__(self, rules: RuleSet, players: tuple[str, str], deals: int) -> None:
        self._rules, self._deals = rules, deals
        lineup = line_up(TITLE, rules, [TITLE.find_strategy(name) for name in dict.fromkeys(players)])
        self._loop = Loop(Match(lineup, players), TITLE, lineup.rules, deals * len(LAYOUTS))

    def compare(self, seed: int, first_deal: int) -> int:
        """All four arrangements of decks and seats of some deals; returns the number of turns compared."""
        results, events = self._loop.play(list(LAYOUTS), seed, first_deal, self._deals)
        start = 0
        for number, result in enumerate(results):
            deal, arm = divmod(number, len(LAYOUTS))
            end = start + int(result["logged_turns"])
            match = reference_match(self._rules, seed, first_deal + deal, LAYOUTS[arm][0])
            replay(match, events[start:end])
            own = worded(TITLE, result)
            del own["logged_turns"]
            assert own == match.result()
            start = end
        assert start == len(events)
        return start


def replay(match: reference.Match, events: Any) -> None:
    """Every logged row follows from the rules and the plays before it; the last row ends the game."""
    for event in events:
        assert not match.over
        row = row_of(worded(TITLE, event))
        move = None if row["picture"] is None else (row["picture"], row["values"], row["target"])
        assert match.play(move) == row
    assert match.over
