"""The English rulebook, a test a sentence: each docstring says in own words what the named section asks for.

Every test tries the engine's rules and the referee's; a sentence of both editions is tried under both.
"""

from collections import Counter

import pytest
from scipy.stats import chisquare

from dhstats.games.dragonheart.referee.chronicle import in_order
from tests.games import tellings
from tests.games.dragonheart.positions import BEHIND, IDLE, cards, opening, position, text

pytestmark = tellings.BOTH

EDITIONS = pytest.mark.parametrize("rules", ["ffg", "kosmos"])

DECK = (
    "treasure_chest 1 1 2 2 3 3 4, fire_dragon 2 3 3 4, petrified_dragon 2 2 2 2 2, sorceress 1 1 2 2, troll 1 2 3, "
    "dwarf 1 1 1 1 1 1 2 2 2 3, knight 1 1 1 1 2, huntress 1 1 1 1 2 2, ship 0 0 0 0 0 0"
)


# ---- Setup -----------------------------------------------------------------------------------------------------


def test_the_board_is_empty_and_the_figure_beside_it() -> None:
    """Setup, Great Dragon: the figure stands on the board, so nobody has it, and no card lies anywhere yet."""
    game = opening()
    assert game.figure == "nobody"
    assert (game.lying_in_all(), game.stacks) == ((0, 0), 0)
    assert game.scores == (0, 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_both_players_have_the_same_fifty_cards(seat: int) -> None:
    """Setup, Decks: fifty cards each, alike but for their backs."""
    game = opening()
    own = text(in_order(cards(game.hand(seat)) + cards(game.deck(seat))))
    assert own == DECK
    assert len(cards(own)) == 50


def test_both_decks_are_shuffled() -> None:
    """Setup, Draw Cards: each player shuffles his own deck, so the orders differ by deck and by deal."""
    orders = [opening(seed=seed).order(seat) for seed in (1, 2) for seat in (0, 1)]
    assert len({text(order) for order in orders}) == 4


@EDITIONS
@pytest.mark.parametrize("seat", [0, 1])
def test_the_top_five_cards_are_the_opening_hand(rules: str, seat: int) -> None:
    """Setup: the five top cards of the shuffled deck are the hand; 45 remain as draw deck. Who sits first begins."""
    game = opening(rules=rules, seed=3)
    order = game.order(seat)
    assert game.hand(seat) == text(in_order(order[:5]))
    assert game.deck(seat) == text(order[5:])
    assert game.mover == 0


# ---- Game Turn: Play Cards --------------------------------------------------------------------------------------


def test_players_alternate() -> None:
    """Game Turn: after a player's whole turn it is his opponent's, and so on."""
    game = position()
    movers = [game.mover]
    for _ in range(3):
        movers.append(game.play("dwarf 1").mover)
    assert movers == [0, 1, 0, 1]


def test_a_play_has_one_picture_and_any_of_its_cards() -> None:
    """Play Cards: one or more cards of one picture, not necessarily all that are held; equal cards are one play."""
    game = position(first="treasure_chest 1 1 2, troll 3, ship 0")
    assert sorted(game.moves()) == [
        "ship 0", "treasure_chest 1", "treasure_chest 1 1", "treasure_chest 1 1 2", "treasure_chest 1 2",
        "treasure_chest 2", "troll 3",
    ]  # fmt: skip


def test_cards_go_to_the_space_of_their_picture() -> None:
    """Play Cards: the cards leave the hand and lie on the space that shows their picture, and only there."""
    game = position(first="treasure_chest 1 3, troll 2", decks=("", BEHIND)).play("treasure_chest 1 3")
    assert game.hand(0) == "troll 2"
    assert game.lying("treasure_chest") == (2, 4)
    assert game.lying_in_all() == (2, 4)


def test_at_least_one_card_must_be_played() -> None:
    """Play Cards: there is no play of nothing, and passing is no choice while a card can be played."""
    game = position(first="petrified_dragon 2")
    assert game.moves() == ["petrified_dragon 2"]
    with pytest.raises(AssertionError):
        game.play("pass")


def test_a_space_needs_as_many_cards_as_outlines() -> None:
    """Play Cards, Collect Cards: the effect comes with the last outline, whether one play or several fill the row."""
    trolls = "troll 1 3"
    nothing = position(first="knight 1 1", board=trolls).play("knight 1")
    assert (nothing.taken, nothing.lying("troll")) == ((0, 0), (2, 4))
    assert position(first="knight 1 1", board=trolls).play("knight 1 1 -> troll").taken == (2, 4)
    assert position(first="knight 1", board="troll 1 3, knight 1").play("knight 1 -> troll").taken == (2, 4)


def test_many_cards_activate_a_space_once() -> None:
    """Play Cards: three sorceresses in a turn take once, so one of the two other spaces stays full."""
    board = "treasure_chest 3, petrified_dragon 2"
    game = position(first="sorceress 1 1 2", board=board).play("sorceress 1 1 2 -> treasure_chest")
    assert game.taken == (1, 3)
    assert game.lying("petrified_dragon") == (1, 2)


@pytest.mark.parametrize("picture", ["treasure_chest", "fire_dragon", "petrified_dragon", "sorceress", "troll"])
def test_a_single_outline_holds_any_number(picture: str) -> None:
    """Play Cards: onto a single outline any number of cards may be played, whatever lies there already."""
    lying = f"{picture}" + " 2" * 30
    game = position(first=f"{picture} 2 2 2 2 2", board=lying)
    most = max(game.moves(), key=len)
    game.play(most)
    assert game.row["cards"] == 5
    assert game.lying(picture) == (35, 70)


@EDITIONS
@pytest.mark.parametrize(("picture", "outlines"), [("dwarf", 4), ("knight", 2), ("huntress", 3), ("ship", 3)])
def test_a_row_holds_as_many_cards_as_outlines(rules: str, picture: str, outlines: int) -> None:
    """Play Cards: no more cards than empty outlines, so one huntress there leaves room for two more."""
    for lying in range(outlines):
        game = position(rules=rules, first=f"{picture} 1 1 1 1 1", board=f"{picture}{' 1' * lying}")
        plays = {move.split(" ->")[0] for move in game.moves()}
        assert plays == {f"{picture}{' 1' * count}" for count in range(1, outlines - lying + 1)}


# ---- Game Turn: Collect Cards, Draw Cards ------------------------------------------------------------------------


def test_collected_cards_go_to_the_score_pile() -> None:
    """Collect Cards: what a space's arrow leads to leaves the board and scores for the player, nobody else."""
    game = position(first="fire_dragon 2", board="treasure_chest 1 4", scores=(10, 20)).play("fire_dragon 2")
    assert game.scores == (15, 20)
    assert game.lying("treasure_chest") == (0, 0)


@pytest.mark.parametrize("played", [1, 2, 3, 4, 5])
def test_the_hand_is_refilled_to_five(played: int) -> None:
    """Draw Cards: from the top of his own deck the player fills his hand up to five; then his turn is over."""
    own = "treasure_chest 1 2 3 4, troll 1 2 3"
    game = position(first="petrified_dragon 2 2 2 2 2", decks=(own, BEHIND))
    game.play("petrified_dragon" + " 2" * played)
    expected = cards("petrified_dragon" + " 2" * (5 - played)) + cards(own)[:played]
    assert game.hand(0) == text(in_order(expected))
    assert game.deck(0) == text(cards(own)[played:])
    assert (game.row["hand_after"], game.row["deck_after"], game.mover) == (5, 7 - played, 1)


# ---- Space Effects -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "play", "board"),
    [
        ("fire_dragon 2", "fire_dragon 2", ""),
        ("sorceress 1", "sorceress 1 -> treasure_chest", "petrified_dragon 2"),
        ("sorceress 1", "sorceress 1 -> petrified_dragon", "treasure_chest 4"),
        ("troll 1", "troll 1", "treasure_chest 4"),
        ("knight 1 1", "knight 1 1 -> troll", "sorceress 2"),
        ("knight 1 1", "knight 1 1 -> sorceress", "troll 2"),
        ("huntress 1 1 1", "huntress 1 1 1", "treasure_chest 4"),
        ("ship 0 0 0", "ship 0 0 0", "dwarf 1 1 1"),
    ],
)
def test_an_empty_space_gives_nothing(hand: str, play: str, board: str) -> None:
    """Space Effects, Note: a space without cards may be chosen or be the only one; it just gives nothing."""
    game = position(first=hand, board=board).play(play)
    assert game.taken == (0, 0)
    assert game.figure == "nobody"


@pytest.mark.parametrize("picture", ["treasure_chest", "petrified_dragon"])
def test_spaces_that_only_wait(picture: str) -> None:
    """Treasure Chest, Petrified Dragon: playing there triggers nothing; the cards wait."""
    board = "treasure_chest 1, petrified_dragon 2, sorceress 1, troll 1, fire_dragon 2"
    before = position(board=board).lying(picture)
    game = position(first=f"{picture} 2", board=board, below="knight 1 1").play(f"{picture} 2")
    assert game.taken == (0, 0)
    assert game.lying(picture) == (before[0] + 1, before[1] + 2)
    assert game.figure == "nobody"


def test_fire_dragon_takes_all_treasure_chests() -> None:
    """Fire Dragon: all cards on the treasure chest space, 1 + 2 + 4 points here; the fire dragon stays."""
    game = position(first="fire_dragon 3", board="treasure_chest 1 2 4, fire_dragon 2").play("fire_dragon 3")
    assert game.taken == (3, 7)
    assert game.lying("fire_dragon") == (2, 5)


def test_sorceress_takes_either_chests_or_petrified_dragons() -> None:
    """Sorceress: the player chooses one of two spaces and takes all its cards; she stays on her own."""
    board = "treasure_chest 3 3, petrified_dragon 2 2 2, sorceress 1"
    assert position(first="sorceress 1", board=board).moves() == [
        "sorceress 1 -> treasure_chest",
        "sorceress 1 -> petrified_dragon",
    ]
    chests = position(first="sorceress 1", board=board).play("sorceress 1 -> treasure_chest")
    assert (chests.taken, chests.lying("petrified_dragon"), chests.figure) == ((2, 6), (3, 6), "nobody")
    dragons = position(first="sorceress 1", board=board).play("sorceress 1 -> petrified_dragon")
    assert (dragons.taken, dragons.lying("treasure_chest"), dragons.figure) == ((3, 6), (2, 6), "first")
    assert dragons.lying("sorceress") == chests.lying("sorceress") == (2, 2)


def test_troll_takes_all_sorceresses() -> None:
    """Troll: all cards on the sorceress space, 1 + 2 points here; the troll stays."""
    game = position(first="troll 3", board="sorceress 1 2").play("troll 3")
    assert game.taken == (2, 3)
    assert game.lying("troll") == (1, 3)


def test_fourth_dwarf_takes_all_four() -> None:
    """Dwarf: whoever plays the fourth takes all four, his own included: 1 + 1 + 2 + 3 points; the row is empty."""
    game = position(first="dwarf 2 3", board="dwarf 1 1").play("dwarf 2 3")
    assert game.taken == (4, 7)
    assert game.lying("dwarf") == (0, 0)


@pytest.mark.parametrize(("target", "taken"), [("sorceress", (1, 2)), ("troll", (2, 5))])
def test_second_knight_takes_sorceresses_or_trolls(target: str, taken: tuple[int, int]) -> None:
    """Knight: with the second knight, or two at once, the player takes all of one of two spaces; the other stays."""
    board, other = "sorceress 2, troll 2 3", "troll" if target == "sorceress" else "sorceress"
    for hand, lying in (("knight 2", f"knight 1, {board}"), ("knight 1 2", board)):
        game = position(first=hand, board=lying)
        assert [move for move in game.moves() if "->" in move] == [f"{hand} -> sorceress", f"{hand} -> troll"]
        assert game.play(f"{hand} -> {target}").taken == taken
        assert game.lying(other) == position(board=board).lying(other)


def test_knights_go_below_the_ship() -> None:
    """Knight: afterwards both lie below the ship, on no space, with what lies there already."""
    game = position(first="knight 1", board="knight 2, ship 0", below="huntress 1 1 1")
    game.play("knight 1 -> troll")
    assert game.lying("below_ship") == (5, 6)
    assert game.lying("knight") == (0, 0)
    assert game.lying("ship") == (1, 0)


def test_third_huntress_takes_all_fire_dragons() -> None:
    """Huntress: all cards on the fire dragon space, 2 + 4 points; the three join the pile below the ship."""
    game = position(first="huntress 2", board="huntress 1 1, fire_dragon 2 4", below="knight 1 1").play("huntress 2")
    assert game.taken == (2, 6)
    assert game.lying("below_ship") == (5, 6)
    assert game.lying("huntress") == (0, 0)


def test_third_ship_takes_the_knights_and_huntresses_below() -> None:
    """Ship: all cards below the ship, 1 + 2 + 1 + 1 + 2 points; the three ships become a stack beside the board."""
    game = position(first="ship 0", board="ship 0 0", below="knight 1 2, huntress 1 1 2", stacks=1).play("ship 0")
    assert game.taken == (5, 7)
    assert game.lying("below_ship") == (0, 0)
    assert game.lying("ship") == (0, 0)
    assert (game.stacks, game.over, game.turns_left) == (2, False, -1)


# ---- The Great Dragon figure ---------------------------------------------------------------------------------------


def test_the_figure_comes_with_a_petrified_dragon() -> None:
    """Sorceress: taking at least one petrified dragon card brings the figure; taking none does not."""
    one = position(first="sorceress 1", board="petrified_dragon 2").play("sorceress 1 -> petrified_dragon")
    assert (one.figure, one.row["claimed_figure"]) == ("first", True)
    none = position(first="sorceress 1").play("sorceress 1 -> petrified_dragon")
    assert (none.figure, none.row["claimed_figure"]) == ("nobody", False)


@EDITIONS
def test_the_figure_gives_a_hand_of_six(rules: str) -> None:
    """Sorceress: with the figure the player refills to six, in the turn that brings it and in later ones."""
    game = position(rules=rules, first="sorceress 1, dwarf 1 1 1 1", board="petrified_dragon 2")
    game.play("sorceress 1 -> petrified_dragon")
    assert (game.hand_size(0), game.row["deck_after"]) == (6, 18)
    assert game.play("dwarf 1").hand_size(1) == 5
    assert game.play("dwarf 1 1").hand_size(0) == 6


@EDITIONS
def test_the_former_holder_is_back_to_five_cards(rules: str) -> None:
    """Sorceress: who loses the figure loses a card of his six; it lies on top of his own deck, and he draws it next."""
    game = position(
        rules=rules,
        first="sorceress 1",
        second="troll 1 1 1 1 1 1",
        decks=(BEHIND, "ship 0 0"),
        board="petrified_dragon 2",
        figure="second",
    ).play("sorceress 1 -> petrified_dragon")
    assert (game.figure, game.hand_size(0), game.hand_size(1)) == ("first", 6, 5)
    assert (game.hand(1), game.deck(1)) == ("troll 1 1 1 1 1", "troll 1, ship 0 0")
    game.play("troll 1")
    assert (game.hand(1), game.deck(1)) == ("troll 1 1 1 1 1", "ship 0 0")


def test_the_lost_card_is_random() -> None:
    """Sorceress: each of the six cards is lost equally often (600 deals, fails by chance once in a million)."""
    hand = "treasure_chest 1, fire_dragon 2, troll 3, dwarf 1, knight 1, ship 0"
    lost: Counter[str] = Counter()
    for seed in range(600):
        game = position(
            first="sorceress 1", second=hand, decks=(BEHIND, ""), board="petrified_dragon 2", figure="second", seed=seed
        ).play("sorceress 1 -> petrified_dragon")
        lost[game.deck(1)] += 1
    assert set(lost) == {text([card]) for card in cards(hand)}
    assert chisquare(list(lost.values())).pvalue > 1e-6


def test_the_figure_stays_where_it_is() -> None:
    """Sorceress: for its holder more petrified dragons change nothing; nobody loses a card."""
    game = position(first="sorceress 1, dwarf 1 1 1 1 1", board="petrified_dragon 2", figure="first")
    game.play("sorceress 1 -> petrified_dragon")
    assert (game.figure, game.row["claimed_figure"], game.taken) == ("first", False, (1, 2))
    assert (game.hand_size(0), game.hand_size(1)) == (6, 5)


# ---- End of the Game -------------------------------------------------------------------------------------------------


@EDITIONS
def test_after_the_third_ship_stack_the_opponent_has_one_turn(rules: str) -> None:
    """End of the Game: who places the third stack ends his turn; his opponent has one more, then it is over."""
    game = position(rules=rules, first="ship 0, dwarf 1 1 1 1", board="ship 0 0", stacks=2).play("ship 0")
    assert (game.over, game.mover, game.stacks) == (False, 1, 3)
    assert game.play("dwarf 1").over
    assert (game.result()["end_reason"], game.result()["ended_by"], game.result()["turns"]) == ("ships", 0, 12)


def test_a_turn_without_a_card_to_draw_is_the_last_but_one() -> None:
    """End of the Game: a player who can draw no card has had his final turn; his opponent has one more."""
    game = position(first="dwarf 1 1", decks=("", BEHIND)).play("dwarf 1")
    assert (game.over, game.mover) == (False, 1)
    assert game.play("dwarf 1").over
    assert (game.result()["end_reason"], game.result()["ended_by"]) == ("deck", 0)


def test_drawing_too_few_cards_is_no_end() -> None:
    """End of the Game: the deck's last card is still drawn in an ordinary turn; only drawing none ends the game."""
    game = position(first="dwarf 1 1 1", decks=("troll 1", BEHIND)).play("dwarf 1 1", "dwarf 1")
    assert (game.over, game.hand(0), game.mover) == (False, "troll 1, dwarf 1", 0)
    game.play("troll 1")
    assert game.play("dwarf 1").over
    assert game.result()["turns"] == 14


@EDITIONS
@pytest.mark.parametrize(
    ("figure", "piles", "scores", "winner", "decided_by"),
    [
        pytest.param("second", (9, 7), (9, 10), 1, "points", id="the figure is worth three points"),
        pytest.param("nobody", (9, 8), (9, 8), 0, "points", id="most points win"),
        pytest.param("nobody", (8, 9), (8, 9), 1, "points", id="also those of the second player"),
        pytest.param("first", (5, 8), (8, 8), 0, "figure", id="a tie goes to the holder of the figure"),
        pytest.param("second", (8, 5), (8, 8), 1, "figure", id="whoever that is"),
    ],
)
def test_score_piles_and_figure_decide(
    rules: str, figure: str, piles: tuple[int, int], scores: tuple[int, int], winner: int, decided_by: str
) -> None:
    """End of the Game: only these count, neither hands nor what lies on the board or below the ship."""
    lying = {"board": "treasure_chest 4", "below": "knight 1 1", "first": "dwarf 1, fire_dragon 4 4"}
    game = position(rules=rules, decks=("", BEHIND), figure=figure, scores=piles, **lying)  # type: ignore[arg-type]
    result = game.play("dwarf 1", "dwarf 1").result()
    assert (result["points_first"], result["points_second"]) == piles
    assert (result["score_first"], result["score_second"]) == scores
    assert (result["winner"], result["decided_by"]) == (winner, decided_by)


def test_the_idle_hand_is_what_the_tests_assume() -> None:
    """Positions that name no hand give both players five dwarfs, and something to draw."""
    game = position()
    assert (game.hand(0), game.hand(1), game.deck(0)) == (IDLE, IDLE, BEHIND)
