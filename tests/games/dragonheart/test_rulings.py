"""What the rulebooks leave open, and every switch that a designer can turn: positions worked by hand."""

import pytest

from dhstats.games.dragonheart.table import PICTURES
from tests.games import tellings
from tests.games.dragonheart.positions import BEHIND, Position, cards, opening, position, text

pytestmark = tellings.BOTH

ROBBER = "sorceress 1, dwarf 1 1 1 1"
REACH = "sorceress 1 -> petrified_dragon"
DRAGON = "petrified_dragon 2"
DECK_ENDS = ("last_card_drawn", "cannot_draw", "after_last_card")


# ---- The board is a graph --------------------------------------------------------------------------------------


def test_a_target_is_part_of_a_move_only_where_it_is_chosen() -> None:
    """A knight that leaves its row open names none, one that fills it names one of two, a space with one arrow none."""
    game = position(first="knight 1 2, fire_dragon 3")
    assert game.moves() == ["fire_dragon 3", "knight 1 2 -> sorceress", "knight 1 2 -> troll", "knight 2", "knight 1"]


def test_an_arrow_can_be_added() -> None:
    """With an arrow to the chests a troll chooses between them and the sorceresses."""
    more = 'spaces.troll.takes=["sorceress", "treasure_chest"]'
    game = position(more, first="troll 1", board="treasure_chest 4, sorceress 1")
    assert game.moves() == ["troll 1 -> sorceress", "troll 1 -> treasure_chest"]
    assert game.play("troll 1 -> treasure_chest").taken == (1, 4)


def test_an_arrow_can_lead_below_the_ship() -> None:
    """A troll that may also take what lies below the ship asks for the choice."""
    more = 'spaces.troll.takes=["sorceress", "below_ship"]'
    game = position(more, first="troll 1", board="sorceress 2", below="knight 1 2")
    assert game.moves() == ["troll 1 -> sorceress", "troll 1 -> below_ship"]
    assert (game.play("troll 1 -> below_ship").taken, game.lying("below_ship")) == ((2, 3), (0, 0))


def test_an_arrow_can_be_removed() -> None:
    """A fire dragon without an arrow leaves the chests where they are."""
    game = position("spaces.fire_dragon.takes=[]", first="fire_dragon 3", board="treasure_chest 4")
    assert game.play("fire_dragon 3").taken == (0, 0)
    assert game.lying("treasure_chest") == (1, 4)


@pytest.mark.parametrize(("slots", "plays"), [(1, ["huntress 1"]), (2, ["huntress 1 1", "huntress 1"])])
def test_a_row_can_be_shortened(slots: int, plays: list[str]) -> None:
    """A row of one or two huntresses acts with its last card."""
    game = position(f"spaces.huntress.slots={slots}", first="huntress 1 1 1", board="fire_dragon 4")
    assert game.moves() == plays
    assert game.play(plays[0]).taken == (1, 4)
    assert game.lying("below_ship") == (slots, slots)


def test_a_row_can_become_a_stack() -> None:
    """Dwarfs in a stack are taken at every play, however many lie there."""
    game = position("spaces.dwarf.slots=0", first="dwarf 1 2", board="dwarf 1 1 1 1 1").play("dwarf 2")
    assert (game.taken, game.lying("dwarf")) == ((6, 7), (0, 0))


def test_a_stack_can_become_a_row() -> None:
    """Fire dragons in a row of two act with the second one, and no more fit."""
    game = position("spaces.fire_dragon.slots=2", first="fire_dragon 2 3 4", board="treasure_chest 1")
    assert "fire_dragon 2 3 4" not in game.moves()
    assert game.play("fire_dragon 4").taken == (0, 0)
    assert game.play("dwarf 1").play("fire_dragon 2").taken == (1, 1)


def test_the_target_is_taken_before_own_cards_move() -> None:
    """Huntresses that take what is below the ship get the two knights there, and only then lie there themselves."""
    game = position(
        'spaces.huntress.takes=["below_ship"]', first="huntress 2", board="huntress 1 1", below="knight 1 1"
    ).play("huntress 2")
    assert (game.taken, game.lying("below_ship")) == ((2, 2), (3, 4))


def test_own_cards_can_score() -> None:
    """Knights that score bring their own 1 + 2 points besides the troll's 3."""
    game = position("spaces.knight.then=score", first="knight 2", board="knight 1, troll 3").play("knight 2 -> troll")
    assert (game.taken, game.lying("knight"), game.lying("below_ship")) == ((3, 6), (0, 0), (0, 0))


def test_own_cards_of_a_stack_can_leave() -> None:
    """Fire dragons sent below the ship all go there at every play, and the next ship crew is theirs."""
    game = position(
        "spaces.fire_dragon.then=below_ship", first="fire_dragon 4", board="fire_dragon 2 3, treasure_chest 1"
    )
    game.play("fire_dragon 4")
    assert (game.taken, game.lying("fire_dragon"), game.lying("below_ship")) == ((1, 1), (0, 0), (3, 9))


def test_own_cards_can_stay_in_a_row() -> None:
    """Huntresses that stay fill their row for ever; then none can be played any more."""
    game = position("spaces.huntress.then=stay", first="huntress 1 1, dwarf 1", board="huntress 1 1, fire_dragon 4")
    assert game.play("huntress 1").taken == (1, 4)
    assert game.lying("huntress") == (3, 3)
    assert game.play("dwarf 1").moves()[0].startswith("dwarf")
    assert not any(move.startswith("huntress") for move in game.moves())


def test_ship_stacks_of_another_size() -> None:
    """With a row of two, two ships make a stack; without a row every play of ships does."""
    assert position("spaces.ship.slots=2", first="ship 0 0").play("ship 0 0").stacks == 1
    assert position("spaces.ship.slots=0", first="ship 0", below="knight 1").play("ship 0").taken == (1, 1)


def test_other_spaces_can_make_stacks() -> None:
    """A full row of dwarfs that leaves as a stack counts towards the end."""
    settings = ("spaces.dwarf.takes=[]", "spaces.dwarf.then=stack", "end.ship_stacks=1")
    game = position(*settings, board="dwarf 1 1 1").play("dwarf 1")
    assert (game.taken, game.stacks, game.lying("dwarf")) == ((0, 0), 1, (0, 0))
    assert game.play("dwarf 1").over


# ---- The figure ------------------------------------------------------------------------------------------------


def test_petrified_dragons_bring_the_figure_from_anywhere() -> None:
    """Whoever takes one by another arrow or below the ship, or scores his own, has taken one."""
    arrow = 'spaces.fire_dragon.takes=["petrified_dragon"]'
    fire = position(arrow, first="fire_dragon 2", board=DRAGON).play("fire_dragon 2")
    assert (fire.figure, fire.taken) == ("first", (1, 2))
    ships = position(first="ship 0", board="ship 0 0", below="petrified_dragon 2, knight 1").play("ship 0")
    assert (ships.figure, ships.taken) == ("first", (2, 3))
    own = position("spaces.petrified_dragon.then=score", first="petrified_dragon 2").play("petrified_dragon 2")
    assert (own.figure, own.taken) == ("first", (1, 2))


def test_petrified_dragons_below_the_ship_are_remembered() -> None:
    """They bring the figure once, to the crew that takes them; the next crew without any brings none."""
    sent = ("spaces.petrified_dragon.then=below_ship",)
    game = position(*sent, first="petrified_dragon 2, dwarf 1", second="ship 0 0 0")
    game.play("petrified_dragon 2", "ship 0 0 0")
    assert (game.figure, game.taken) == ("second", (1, 2))
    again = position(*sent, first="ship 0", board="ship 0 0", below="knight 1").play("ship 0")
    assert again.figure == "nobody"


def test_no_card_is_lost_from_a_normal_hand() -> None:
    """A former holder who had not refilled to six, because his deck is out, keeps his five cards."""
    game = position(first=ROBBER, decks=(BEHIND, ""), board=DRAGON, figure="second").play(REACH)
    assert (game.figure, game.hand_size(1), game.deck(1)) == ("first", 5, "")


def test_all_cards_above_the_normal_hand_are_lost() -> None:
    """With a hand of eight for the holder, three cards go back onto his deck."""
    game = position(
        "great_dragon.hand_size=8", first=ROBBER, second="troll 1 1 1 1 1 1 1 1", decks=(BEHIND, "ship 0"), board=DRAGON,
        figure="second",
    ).play(REACH)  # fmt: skip
    assert (game.hand(1), game.deck(1)) == ("troll 1 1 1 1 1", "troll 1 1 1, ship 0")
    assert game.hand_size(0) == 8


@pytest.mark.parametrize(("held", "left"), [(6, 5), (5, 4), (1, 0), (0, 0)])
def test_always_one_card_is_lost(held: int, left: int) -> None:
    """By the switch exactly one card goes, however many are held; from an empty hand none can."""
    game = position(
        "great_dragon.theft=always_one", first=ROBBER, second="troll" + " 1" * held, decks=(BEHIND, ""), board=DRAGON,
        figure="second",
    ).play(REACH)  # fmt: skip
    assert (game.hand_size(1), len(cards(game.deck(1)))) == (left, held - left)


@pytest.mark.parametrize("theft", ["down_to_hand_size", "always_one"])
def test_nothing_is_lost_when_nobody_had_the_figure(theft: str) -> None:
    """The first claim robs nobody."""
    game = position(f"great_dragon.theft={theft}", first=ROBBER, second="troll 1 1 1 1 1 1", board=DRAGON).play(REACH)
    assert (game.figure, game.hand_size(1)) == ("first", 6)


def test_claim_any_needs_no_card() -> None:
    """By the switch it is enough to choose the petrified dragons, from any space that has an arrow there."""
    claim = "great_dragon.claim=any"
    assert position(claim, first=ROBBER).play(REACH).figure == "first"
    arrow = 'spaces.troll.takes=["petrified_dragon"]'
    assert position(claim, arrow, first="troll 1").play("troll 1").figure == "first"
    assert position(arrow, first="troll 1").play("troll 1").figure == "nobody"


@pytest.mark.parametrize(("holder", "hands"), [("nobody", (5, 5)), ("first", (6, 5)), ("second", (5, 6))])
def test_the_figure_may_have_a_holder_at_the_start(holder: str, hands: tuple[int, int]) -> None:
    """Opening hands are as the seats say; after his first turn the holder has his larger hand."""
    game = opening(f"great_dragon.holder={holder}")
    assert (game.figure, game.hand_size(0), game.hand_size(1)) == (holder, 5, 5)
    for _ in range(2):
        game.play(next(move for move in game.moves() if "sorceress" not in move))
    assert (game.hand_size(0), game.hand_size(1)) == hands
    assert (game.result()["figure_changes"], game.result()["first_claim_turn"]) == (0, -1)


@pytest.mark.parametrize(
    ("settings", "figure", "piles", "scores", "winner"),
    [
        pytest.param(("great_dragon.points=7",), "first", (0, 0), (7, 0), 0, id="the figure adds what the rules say"),
        pytest.param((), "nobody", (4, 4), (4, 4), -1, id="a tie while nobody has the figure is a draw"),
        pytest.param(("great_dragon.breaks_ties=false",), "first", (5, 8), (8, 8), -1, id="without the tie-break too"),
    ],
)
def test_other_points_and_ties_of_the_figure(
    settings: tuple[str, ...], figure: str, piles: tuple[int, int], scores: tuple[int, int], winner: int
) -> None:
    """The figure's points and what it does to ties are keys of the rules; nobody wins a draw."""
    game = position(*settings, decks=("", BEHIND), figure=figure, scores=piles).play("dwarf 1", "dwarf 1")
    result = game.result()
    assert (result["points_first"], result["points_second"]) == piles
    assert (result["score_first"], result["score_second"], result["winner"]) == (*scores, winner)
    assert result["decided_by"] == ("draw" if winner < 0 else "points")
    assert winner >= 0 or result["lead_since"] == -1


# ---- Hands and seats ---------------------------------------------------------------------------------------------


def test_another_hand_size() -> None:
    """Everyone refills to it, the holder of the figure to his own."""
    game = position("hand.size=4", "great_dragon.hand_size=7", figure="second").play("dwarf 1 1", "dwarf 1")
    assert (game.hand_size(0), game.hand_size(1)) == (4, 7)


def test_a_hand_larger_than_the_limit_is_kept() -> None:
    """An opening hand of seven shrinks by playing; while it is larger than five nothing is drawn, and no end called."""
    game = opening("seats.second.hand_size=7", "seats.first.hand_size=3", "hand.size=5")
    assert [game.hand_size(seat) for seat in (0, 1)] == [3, 7]
    game = position(first="dwarf 1 1 1 1 1 1 1", decks=("", BEHIND)).play("dwarf 1")
    assert (game.hand_size(0), game.turns_left) == (6, -1)


def test_points_given_at_the_start_count() -> None:
    """Four for the second player and two taken from the first stand on the score piles from the beginning."""
    game = opening("seats.second.points=4", "seats.first.points=-2")
    assert game.scores == (-2, 4)
    assert (game.result()["points_first"], game.result()["score_second"]) == (-2, 4)


@pytest.mark.parametrize(("seat", "turn"), [("first", 0), ("second", 1)])
def test_the_first_turn_may_be_limited(seat: str, turn: int) -> None:
    """A seat's first turn allows at most one card; its later turns and the other seat know no limit."""
    limit, hand = f"seats.{seat}.first_turn_max_cards=1", "treasure_chest 1 1 2"
    limited = position(limit, first=hand, second=hand, turn=turn)
    assert limited.moves() == ["treasure_chest 2", "treasure_chest 1"]
    for free in (
        position(limit, first=hand, second=hand, turn=1 - turn),
        position(limit, first=hand, second=hand, turn=turn + 2),
    ):
        assert "treasure_chest 1 1 2" in free.moves()


def test_a_limited_first_turn_that_cannot_fill_a_row_names_no_target() -> None:
    """Two knights would fill the row, but only one may be played: there is nothing to choose."""
    game = position("seats.first.first_turn_max_cards=1", first="knight 1 1", turn=0)
    assert game.moves() == ["knight 1"]


def test_a_player_without_cards_passes_and_refills() -> None:
    """He has no option, the turn is logged without a picture, and he draws."""
    game = position(first="")
    assert game.moves() == []
    game.play("pass")
    assert (game.row["picture"], game.row["legal_moves"], game.row["cards"]) == (None, 0, 0)
    assert (game.row["target"], game.taken, game.row["claimed_figure"]) == (None, (0, 0), False)
    assert (game.hand_size(0), game.mover) == (5, 1)


# ---- The end -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck_end", "left", "turns"),
    [
        pytest.param("last_card_drawn", "dwarf 1", 2, id="the turn that draws the last card is the last"),
        pytest.param("cannot_draw", "dwarf 1", 4, id="the turn that can draw none is"),
        pytest.param("after_last_card", "dwarf 1", 4, id="the turn after the last card is"),
        *(pytest.param(end, "", 2, id=f"out at the start, {end}") for end in DECK_ENDS),
    ],
)
def test_the_three_deck_ends_side_by_side(deck_end: str, left: str, turns: int) -> None:
    """One card in the deck, or none as the opening hand was all of it: who ends at once, and who plays once more."""
    game = position(f"end.deck_end={deck_end}", decks=(left, BEHIND), turn=0)
    assert turns_to_the_end(game, "dwarf 1") == turns
    assert (game.result()["end_reason"], game.result()["ended_by"]) == ("deck", 0)


def test_cannot_draw_may_come_later_than_after_last_card() -> None:
    """Six cards in the hand of the figure's former holder: he needs none, so cannot_draw waits one turn longer."""
    hands = {"first": "dwarf 1 1 1 1 1 1 1", "decks": ("", BEHIND)}
    assert turns_to_the_end(position("end.deck_end=cannot_draw", **hands), "dwarf 1") == 6  # type: ignore[arg-type]
    assert turns_to_the_end(position("end.deck_end=after_last_card", **hands), "dwarf 1") == 2  # type: ignore[arg-type]


def turns_to_the_end(game: Position, play: str) -> int:
    """How many turns it takes when both always play the same."""
    before = game.turn
    while not game.over:
        game.play(play)
    return game.turn - before


@pytest.mark.parametrize("settings", [{"stacks": 2, "board": "ship 0 0"}, {"decks": ("", BEHIND)}])
def test_there_may_be_no_last_turn(settings: dict[str, str]) -> None:
    """By the switch the game is over after the turn that calls the end."""
    game = position("end.last_turn=false", first="ship 0", **settings)  # type: ignore[arg-type]
    assert game.play("ship 0").over
    assert game.result()["turns"] == 11


def test_nothing_in_the_last_turn_prolongs_the_game() -> None:
    """The opponent's own third stack, empty deck or theft in the last turn give nobody another turn."""
    game = position(
        first="dwarf 1", second="ship 0, dwarf 1", decks=("", ""), board="ship 0 0", stacks=2, figure="first"
    ).play("dwarf 1", "ship 0")
    assert (game.over, game.stacks) == (True, 3)
    assert (game.result()["end_reason"], game.result()["ended_by"]) == ("deck", 0)


def test_the_figure_can_change_hands_in_the_last_turn() -> None:
    """The last turn is a full turn: it collects, and the figure taken in it counts."""
    game = position(first="dwarf 1", second=ROBBER, decks=("", BEHIND), board=DRAGON, figure="first")
    result = game.play("dwarf 1", REACH).result()
    assert (result["score_first"], result["score_second"], result["winner"]) == (0, 5, 1)


def test_ships_come_before_the_deck() -> None:
    """A turn that places the third stack and finds the deck empty ends by ships."""
    game = position(first="ship 0", decks=("", BEHIND), board="ship 0 0", stacks=2).play("ship 0", "dwarf 1")
    assert game.result()["end_reason"] == "ships"


def test_another_number_of_ship_stacks() -> None:
    """One stack is enough where the rules say so."""
    game = position("end.ship_stacks=1", first="ship 0 0 0").play("ship 0 0 0", "dwarf 1")
    assert (game.over, game.stacks, game.result()["end_reason"]) == (True, 1, "ships")


def test_a_game_that_nothing_ends_stops_at_the_turn_limit() -> None:
    """With full rows for ever both pass; 2 x 100 cards + 4 turns are the bound, and nobody is said to have ended it."""
    rows = [f"spaces.{name}.{key}" for name in PICTURES for key in ("slots=1", "takes=[]", "then=stay")]
    full = text([(name, 1) for name in PICTURES])
    game = position(*rows, board=full, turn=202)
    assert not game.play("pass").over
    assert game.play("pass").over
    result = game.result()
    assert (result["turns"], result["end_reason"], result["ended_by"]) == (204, "turn_limit", -1)


# ---- What is kept of a game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("margins", "changes", "winner", "since"),
    [
        ((3, 0, -4, -4, 0, 2), 2, 0, 5),
        ((0, 2, 0, -1, -3, 4, 5), 2, 0, 5),
        ((1, 1, 2), 0, 0, 0),
        ((0, 0, -2, -2), 0, 1, 2),
        ((3, 0, 1), 0, 0, 2),
    ],
)
def test_changes_of_the_lead_are_counted(margins: tuple[int, ...], changes: int, winner: int, since: int) -> None:
    """A level turn changes no lead; the winner leads for good after the last turn in which he was not ahead."""
    waiting = "petrified_dragon" + " 2" * 9
    game = position(first=waiting, second=waiting, turn=0)
    for margin in margins:
        game.set_scores(10 + margin, 10)
        game.play("petrified_dragon 2")
    result = game.result()
    assert (result["lead_changes"], result["winner"], result["lead_since"]) == (changes, winner, since)


@pytest.mark.parametrize(
    ("scores", "figure", "since"), [((4, 2), "nobody", 0), ((2, 4), "first", 12), ((2, 2), "nobody", -1)]
)
def test_since_when_the_winner_led(scores: tuple[int, int], figure: str, since: int) -> None:
    """From the first turn on: 0. Won by the figure alone, never ahead on piles: all turns. A draw: -1."""
    game = position(decks=("", BEHIND), scores=scores, figure=figure).play("dwarf 1", "dwarf 1")
    assert game.result()["lead_since"] == since


def test_changes_of_the_figure_are_counted() -> None:
    """Claimed in turn 10, taken back in turn 11."""
    game = position(first=ROBBER, second=ROBBER, board="petrified_dragon 2 2", rules="kosmos").play(REACH, REACH)
    result = game.result()
    assert (result["figure_changes"], result["first_claim_turn"], result["figure"]) == (2, 10, 1)
