"""The referee's table of Dragon! against the rulebook's sentences and worked examples, and against hand-worked positions."""

import random
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import pytest

from dhstats.games.dragon.files.rulesets import load
from dhstats.games.dragon.referee.cardbook import cardbook
from dhstats.games.dragon.referee.chronicle import Choice
from dhstats.games.dragon.referee.draws import pile
from dhstats.games.dragon.referee.final import outcome
from dhstats.games.dragon.referee.referee import set_up
from dhstats.games.dragon.referee.tabletop import HOLD, PASS, Tabletop
from dhstats.games.dragon.table import SEATS
from dhstats.games.retelling import Kept
from tests.games.dragon.wild_rules import Table, with_changes

PEBBLE = "pebble"  # a card that nobody can use: it only fills decks and hands

# Dragons with the numbers of the rulebook's examples: health 15 and 20, lair 5.
LEVELS = [
    {"health": 15, "agility": 1, "lair": 5},
    {"health": 20, "agility": 2, "lair": 6, "discards": 2},
    {"health": 25, "agility": 3, "lair": 7, "discards": 3},
]
CARDS = {
    "pack.special_types": ["fire", "ice", "void"],
    "pack.dragons.drake": {"special": "fire", "levels": LEVELS},
    "pack.decks.drake": {"dragon": "drake", "cards": []},
    "pack.actions.pebble": {"types": ["turn", "void"], "heals": 1},
    "pack.actions.scratch": {"types": ["melee"], "wounds": 1},
    "pack.actions.flame": {"types": ["breath", "fire"], "wounds": 2, "tops": ["turn"]},
    "pack.actions.frost": {"types": ["breath", "ice"], "wounds": 2, "tops": ["turn"]},
    "pack.actions.spell": {"types": ["magic"], "wounds": 1},
    "pack.actions.glide": {"types": ["turn"], "heals": 1},
    "pack.actions.shield": {"types": ["magic"], "tops": ["melee", "ground", "attachment", "upgrade"]},
    "pack.actions.tome": {"types": ["turn"], "tops": ["magic"]},
    "pack.grounds.one": {"lair_attack": 1},
    "pack.grounds.two": {"lair_attack": 2},
    "pack.grounds.three": {"lair_attack": 3},
} | {f"decks.{seat}": "drake" for seat in SEATS}
ATTACKERS = ["scratch", "flame", "spell"]


class Fight(Tabletop):
    """A game of drakes that begins with what is laid before the players."""

    def __init__(self, rules: Table) -> None:
        super().__init__(rules, [[PEBBLE] * 30] * rules["players"], ["drake"] * rules["players"], 0)

    def begin(self) -> "Fight":
        """Plays from the start of the first turn up to the first question."""
        self._story = self._tell()
        self.asked = next(self._story, None)
        return self

    def decide(self, choice: Choice) -> dict[str, Any]:
        """Plays a decision that is open; returns its row, with the first card of a chain by name."""
        assert self.objection(choice) == ("", "")
        row, names = asdict(self.play(choice)), list(self.book)
        return row | {"first_card": names[row["first_card"]] if row["first_card"] >= 0 else None}

    @property
    def options(self) -> set[Choice]:
        """What may be decided now."""
        return set(self.asked[1]) if self.asked else set()

    @property
    def who(self) -> int:
        """The seat that is asked."""
        return self.asked[0] if self.asked else -1

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return self.fight.mover

    @property
    def step(self) -> str:
        """The step of the turn."""
        return self._step

    def fighting(self) -> list[int]:
        """The seats whose dragons are in the fight."""
        return [dragon.seat for dragon in self.seats if dragon.alive]

    def end(self) -> tuple[str, int, int]:
        """How the game ended, who won, in whose turn."""
        row = outcome(self)
        return row["end_reason"], row["winner"], row["ended_by"]

    def ranks(self) -> list[int]:
        """The places of all seats."""
        return [outcome(self)[f"rank_{seat}"] for seat in SEATS[: self.players]]


def fight(
    *hands: Sequence[str],
    changes: Table | None = None,
    decks: Sequence[Sequence[str]] = (),
    facings: Sequence[str] = (),
    wounds: Sequence[int] = (),
    grounds: Sequence[tuple[int, str, int]] = (),
    attached: Sequence[tuple[int, str]] = (),
    limit: str = "none",
) -> Fight:
    """A game of drakes in its first turn: hands, piles and what lies there, by seat; the first player draws a pebble.

    `grounds` are seat, card and the rival that it stands against; `attached` are seat and card.
    """
    told = {"players": max(2, len(hands)), "first_turn.limit": limit}
    table = Fight(with_changes(load("standard").effective, CARDS | told | (changes or {})))
    for seat, dragon in enumerate(table.seats):
        dragon.hand = list(hands[seat]) if seat < len(hands) else []
        dragon.pile = list(decks[seat]) if seat < len(decks) else [PEBBLE] * 30
        if seat < len(facings):
            dragon.facing = facings[seat]
        if seat < len(wounds):
            dragon.wounds = wounds[seat]
        dragon.grounds = [(card, rival) for owner, card, rival in grounds if owner == seat]
        dragon.attached = [(card, 0) for owner, card in attached if owner == seat]
    return table.begin()


def cards(name: str, **text: Any) -> Table:
    """One more action in the pack."""
    return {f"pack.actions.{name}": {"types": ["turn"], **text}}


def found(table: Fight, act: str, card: str | None = None, **want: Any) -> list[Choice]:
    """The options of this kind."""
    fits = [move for move in table.options if move.act == act and move.card == card]
    return sorted((m for m in fits if all(asdict(m)[key] == value for key, value in want.items())), key=str)


def do(table: Fight, act: str, card: str | None = None, **want: Any) -> dict[str, Any]:
    """Plays the only option of this kind; where dragons and ground cards can be attacked, the dragon."""
    moves = found(table, act, card, **want)
    if len(moves) > 1:
        moves = [move for move in moves if move.at is None]
    assert len(moves) == 1, (act, card, want, sorted(table.options, key=str))
    return table.decide(moves[0])


def wait(table: Fight) -> dict[str, Any]:
    """Does as little as possible."""
    quiet = {PASS, HOLD, Choice("draw")} & table.options
    return table.decide(quiet.pop() if quiet else min(table.options, key=str))


def to_step(table: Fight, step: str) -> Fight:
    """Lets the player wait until a step of his turn."""
    mover = table.mover
    while table.step != step:
        wait(table)
        assert table.mover == mover
    return table


def to_turn(table: Fight, mover: int) -> Fight:
    """Lets all wait until somebody's next turn."""
    wait(table)
    while table.mover != mover and not table.over:
        wait(table)
    return table


def wounds(table: Fight) -> list[int]:
    """The wounds of all dragons."""
    return [player.wounds for player in table.seats]


# Set-up


def dealt(rules: Table, seed: int, deal: int, layout: int = 0) -> Tabletop:
    """A game as it is dealt."""
    return set_up(rules, Kept(seed, {"deal_id": deal, "layout": layout, "swapped": 0}, []))


def test_set_up() -> None:
    """Level 1 dragons face the front; seven cards are dealt, and agility has drawn for the first; nobody has wounds."""
    table = dealt(load("standard").effective, 1, 0)
    agility = table.seats[0].power("agility")
    for dragon, drawn in zip(table.seats, (agility, 0), strict=True):
        assert (dragon.level, dragon.facing, dragon.wounds) == (1, "front", 0)
        assert (len(dragon.hand), len(dragon.pile)) == (7 + drawn, 38 - drawn)
    assert [dragon.name for dragon in table.seats] == ["emberwing", "graniteback"]


def test_decks_move_round_with_the_layout() -> None:
    """In layout 1 the first seat plays the second deck, shuffled as before; the top is the last card."""
    rules = load("standard").effective
    decks = [pile(rules, 1, 5, place) for place in (0, 1)]
    here, there = dealt(rules, 1, 5), dealt(rules, 1, 5, layout=1)
    assert [there.seats[seat].hand[:7] for seat in (1, 0)] == [here.seats[seat].hand[:7] for seat in (0, 1)]
    assert here.seats[0].hand[:7] == decks[0][-1:-8:-1]
    lines = [line.split() for line in rules["pack"]["decks"]["banish"]["cards"]]
    assert sorted(decks[1]) == sorted(name for count, name in lines for _ in range(int(count)))


def test_cards_of_the_worked_examples() -> None:
    """Claw Attack, Quick Turn, Tail Smash, Roll Away and Positioning are as the rulebook prints them."""
    told = cardbook(load("standard").effective["pack"])
    assert (told["claw_attack"].types, told["claw_attack"].number("wounds")) == (("melee",), 2)
    assert told["claw_attack"].text["tops"] == told["tail_smash"].text["tops"] == ["turn"]
    assert all("melee" in told[name].text["tops"] for name in ("quick_turn", "roll_away"))
    assert [told[name].types for name in ("quick_turn", "roll_away", "positioning")] == [("turn",)] * 3


# Sequence of play


def test_agility_may_exceed_the_hand_size() -> None:
    """A player must draw by agility, also in excess of his hand size."""
    table = fight(["scratch"] * 7)
    assert len(table.seats[0].hand) == 8
    assert fight([], changes={"pack.dragons.drake.levels": [LEVELS[1]] * 3}).seats[0].hand == [PEBBLE] * 2


def test_agility_with_an_empty_deck_loses() -> None:
    """If you are supposed to draw a card and your deck is depleted, you lose."""
    table = fight([], [], decks=[[], [PEBBLE]])
    assert table.over
    assert (table.end()[1], table.fight.end_reason, table.fight.ended_by) == (1, "exhaust", 0)


def test_two_cards_by_agility_from_a_deck_of_one() -> None:
    """Cards are drawn one by one; the second one is missing."""
    table = fight([], changes={"pack.dragons.drake.levels": [LEVELS[1]] * 3}, decks=[[PEBBLE], [PEBBLE]])
    assert (table.over, table.seats[0].hand) == (True, [PEBBLE])


def test_an_empty_deck_loses_nothing_by_itself() -> None:
    """Who draws the last card is still in the fight, through the draw step too if he draws nothing."""
    table = to_turn(fight(["scratch"], decks=[[PEBBLE], [PEBBLE] * 9]), 1)
    assert not table.over
    to_turn(table, 0)
    assert (table.over, table.fight.end_reason, table.fight.ended_by, table.end()[1]) == (True, "exhaust", 0, 1)


def test_one_ground_card_a_turn() -> None:
    """He can play one ground card, before other cards, and need not; a second one has to wait."""
    table = fight(["one", "two", "scratch"])
    assert {move.card for move in table.options} == {"one", "two", None}
    assert table.step == "ground"
    do(table, "play", "one")
    assert (table.step, found(table, "play", "two")) == ("play", [])
    assert table.seats[0].grounds == [("one", 1)]


def test_a_cancelled_ground_card_was_the_one() -> None:
    """Ground cards can be topped; it was played all the same."""
    table = fight(["one", "two"], ["shield"])
    do(table, "play", "one")
    assert do(table, "top", "shield")["outcome"] == "cancelled"
    assert (table.step, table.seats[0].grounds, table.seats[0].discards) == ("discard", [], ["one"])


def test_a_step_without_a_choice_is_not_asked() -> None:
    """With nothing to play the first question is which cards to discard."""
    assert fight([]).step == "discard"
    assert fight([], changes={"turn.discards": False}).step == "draw"


def test_discard_as_many_as_you_want() -> None:
    """Cards are discarded one by one until he passes or has none."""
    table = to_step(fight(["scratch", "glide"]), "discard")
    do(table, "discard", "scratch")
    do(table, "discard", PEBBLE)
    row = do(table, "discard", "glide")
    assert (row["hand_after"], table.step, table.seats[0].discards) == (0, "draw", ["scratch", PEBBLE, "glide"])


@pytest.mark.parametrize(("held", "most"), [(0, 3), (3, 3), (4, 2), (5, 1)])
def test_draw_up_to_three_but_not_above_seven(held: int, most: int) -> None:
    """Draw up to three cards, not in excess of a hand of seven: the one drawn by agility counts."""
    table = to_step(fight([PEBBLE] * held), "draw")
    assert table.options == {Choice("draw", number=number) for number in range(most + 1)}
    assert do(table, "draw", number=most)["deck_after"] == 29 - most


def test_no_draw_with_a_full_hand() -> None:
    """With eight cards in hand there is nothing to draw; the turn ends with the pass."""
    table = to_step(fight([PEBBLE] * 7), "discard")
    table.decide(PASS)
    assert (table.mover, table.seats[0].turns) == (1, 1)


def test_the_draw_step_asks_for_no_more_than_the_deck_has() -> None:
    """One card is left after agility: none or one. Where one must draw three, he loses."""
    assert len(to_step(fight([], decks=[[PEBBLE] * 2]), "draw").options) == 2
    table = fight([], decks=[[PEBBLE] * 2], changes={"turn.draw": "must"})
    assert table.step == "discard"
    table.decide(PASS)
    assert (table.over, table.fight.end_reason, table.end()[1], len(table.seats[0].hand)) == (True, "exhaust", 1, 2)


def test_must_draw_as_many_as_he_can_hold() -> None:
    """Six in hand: exactly one more."""
    table = fight([PEBBLE] * 5, changes={"turn.draw": "must"})
    row = table.decide(PASS)
    assert (row["hand_after"], table.mover) == (7, 1)


# First turn limitation


def test_first_turn_limitation() -> None:
    """The first player cannot play breath, magic or melee cards in his first turn of the game; the second one can."""
    table = fight([*ATTACKERS, "glide"], ATTACKERS, limit="plays")
    assert {move.card for move in table.options} == {"glide", None}
    to_step(to_turn(table, 1), "play")
    assert {move.card for move in table.options} == {*ATTACKERS, None}
    to_turn(table, 0)
    assert {move.card for move in table.options} >= {*ATTACKERS}


@pytest.mark.parametrize("limit", ["none", "plays", "all"])
def test_topping_in_the_first_turn(limit: str) -> None:
    """The first player may top with an attack card, or not even that."""
    table = fight(["glide", "claw_attack"], ["get_back"], limit=limit, changes=cards("get_back", tops=["turn"]))
    do(table, "play", "glide")
    row = do(table, "top", "get_back")
    assert row["outcome"] == (None if limit != "all" else "cancelled")
    assert bool(found(table, "top", "claw_attack")) == (limit != "all")


# Special types, levels, facings, red text


def test_special_types_are_for_dragons_so_noted() -> None:
    """Only dragons so noted can use these cards: a fire dragon breathes fire, not ice."""
    table = fight(["flame", "frost"])
    assert found(table, "play", "flame")
    assert not found(table, "play", "frost")


@pytest.mark.parametrize(("special", "tops"), [("needed", ["flame"]), ("free", ["flame", "frost"])])
def test_topping_with_special_types(special: str, tops: list[str]) -> None:
    """A dragon tops with special types that it can use; or all text is ignored."""
    table = fight(["glide"], ["flame", "frost"], changes={"topping.special": special})
    do(table, "play", "glide")
    assert sorted(move.card for move in table.options if move.card) == tops


def test_a_card_of_two_special_types_needs_both() -> None:
    """Fire and ice together are for a dragon that may use both, as with a gem that gives it ice."""
    text = {"pack.actions.steam": {"types": ["breath", "fire", "ice"], "wounds": 1}}
    gem = {"pack.attachments.gem": {"uses": ["ice"]}}
    table = fight(["steam", "gem"], changes=text | gem)
    assert not found(table, "play", "steam")
    do(table, "play", "gem")
    assert found(table, "play", "steam")


def test_upgrade_example() -> None:
    """Level 1 with 15 health and 12 wounds is 3 from being slain; at level 2 with 20 health it is 8 from it."""
    table = fight(["drake_2", "scratch", "glide"], wounds=[12])
    assert table.seats[0].left() == 3
    row = do(table, "play", "drake_2")
    assert (row["outcome"], row["score_first_after"]) == (None, 3)
    do(table, "pay", "scratch")
    row = do(table, "pay", PEBBLE)
    assert (row["outcome"], row["score_first_after"], table.seats[0].level) == ("effect", 8, 2)
    assert (table.seats[0].discards, table.seats[0].hand) == (["scratch", PEBBLE], ["glide"])
    assert [table.seats[0].power(key) for key in ("health", "agility", "lair")] == [20, 2, 6]


def test_no_upgrade_from_level_1_to_3() -> None:
    """Not directly; after level 2 it may go on to level 3, for three cards."""
    table = fight(["drake_2", "drake_3", *[PEBBLE] * 5])
    assert not found(table, "play", "drake_3")
    do(table, "play", "drake_2")
    do(table, "pay", PEBBLE)
    do(table, "pay", PEBBLE)
    do(table, "play", "drake_3")
    assert table.seats[0].level == 2
    for _ in range(3):
        do(table, "pay", PEBBLE)
    assert table.seats[0].level == 3


def test_an_upgrade_that_cannot_be_paid() -> None:
    """Red text that cannot be acted on: the card cannot be played. A cost of all other cards needs no choice."""
    assert not found(fight(["drake_2"]), "play", "drake_2")
    row = do(fight(["drake_2", "glide"]), "play", "drake_2")
    assert (row["outcome"], row["hand_after"]) == ("effect", 0)


def test_a_topped_upgrade_is_lost_with_its_cost() -> None:
    """Costs are met before anybody tops."""
    table = fight(["drake_2", "glide"], ["shield"])
    do(table, "play", "drake_2")
    do(table, "top", "shield")
    assert (table.seats[0].level, table.seats[0].discards) == (1, ["glide", PEBBLE, "drake_2"])


@pytest.mark.parametrize(
    ("before", "turns", "after"),
    [
        ("front", [1], ["side"]),
        ("side", [1], ["front", "tail"]),
        ("tail", [1], ["side"]),
        ("front", [2], ["tail"]),
        ("side", [2], ["side"]),
        ("tail", [2], ["front"]),
        ("side", [0, 1], ["front", "side", "tail"]),
        ("front", [1, 2], ["side", "tail"]),
    ],
)
def test_quarter_turns(before: str, turns: list[int], after: list[str]) -> None:
    """Top, either side or bottom toward the centre: front, side, tail."""
    table = fight(["spin"], facings=[before], changes=cards("spin", facings=[{"dragon": "own", "by": turns}]))
    moves = found(table, "play", "spin")
    assert [move.declared for move in moves] == [((0, facing),) for facing in after]
    table.decide(moves[-1])
    assert table.seats[0].facing == after[-1]


def test_declared_facings_of_any_dragon() -> None:
    """Positioning: the player declares whose facing changes and how, before any topping starts."""
    table = fight(["positioning"], ["claw_attack"], facings=["front", "side"])
    moves = found(table, "play", "positioning")
    assert [move.declared[0] for move in moves] == [(0, "side"), (1, "front"), (1, "tail")]
    table.decide(moves[2])
    assert table.seats[1].facing == "side"
    table.decide(HOLD)
    assert table.seats[1].facing == "tail"


def test_the_second_change_starts_where_the_first_leads() -> None:
    """Two quarter turns of one dragon: from front over side to front or tail."""
    twice = cards("spin", facings=[{"dragon": "own", "by": [1]}, {"dragon": "own", "by": [1]}])
    moves = found(fight(["spin"], changes=twice), "play", "spin")
    assert [move.declared for move in moves] == [((0, "side"), (0, "front")), ((0, "side"), (0, "tail"))]


def test_facings_in_red() -> None:
    """Some cards specify the facing your dragon must have, others that of the rival."""
    text = cards("low", own_facing=["side"], heals=1) | cards("behind", rival_facing=["tail"], heals=1)
    for facings, open_to in (
        (["front", "front"], set()),
        (["side", "front"], {"low"}),
        (["front", "tail"], {"behind"}),
    ):
        table = fight(["low", "behind"], facings=facings, changes=text)
        assert {move.card for move in table.options if move.act == "play"} == open_to


def test_red_text_is_ignored_when_topping() -> None:
    """Tail Smash needs a side or tail facing to be played; a card that costs cards and wounds tops for nothing."""
    dear = {"pack.actions.dear": {"types": ["melee"], "tops": ["turn"], "wounds": 1, "discards": 3, "suffers": 9}}
    for card in ("tail_smash", "dear"):
        table = fight(["glide"], [card], changes=dear)
        do(table, "play", "glide")
        assert do(table, "top", card)["outcome"] == "cancelled"
        assert wounds(table) == [0, 0]


# Attachments


def test_attachments_last_until_the_end_or_for_a_time() -> None:
    """Some last for a specified amount of own turns, the one of their play included, others to the end."""
    text = {"pack.attachments.wings": {"agility": 1, "lasts": 2}, "pack.attachments.heart": {"health": 4}}
    table = fight(["wings", "heart"], changes=text)
    do(table, "play", "wings")
    do(table, "play", "heart")
    assert (table.seats[0].power("agility"), table.seats[0].left()) == (2, 19)
    to_turn(to_turn(table, 1), 0)
    assert (table.seats[0].power("agility"), table.seats[0].hand) == (2, [PEBBLE] * 3)
    to_turn(table, 1)
    assert (table.seats[0].power("agility"), table.seats[0].left(), table.seats[0].discards) == (1, 19, ["wings"])


def test_equal_attachments_add_up() -> None:
    """Two of them give twice as much."""
    text = {"pack.attachments.wings": {"agility": 1}}
    table = fight(["wings"], attached=[(0, "wings")], changes=text)
    do(table, "play", "wings")
    assert table.seats[0].power("agility") == 3


@pytest.mark.parametrize(("ends", "left"), [([5, 9, 7], [5, 7]), ([5, 0, 7], [5, 7]), ([0, 0], [0])])
def test_the_longest_of_equal_attachments_goes(ends: list[int], left: list[int]) -> None:
    """Of equal ones that which would stay longest is destroyed; 0 stays to the end."""
    text = {"pack.attachments.wings": {"agility": 1}, **cards("snuff", destroys="attachment")}
    table = fight(["snuff"], attached=[(1, "wings")], changes=text)
    table.seats[1].attached = [("wings", until) for until in ends]
    do(table, "play", "snuff", at="wings")
    assert [until for _, until in table.seats[1].attached] == left


def test_attachments_can_be_topped() -> None:
    """The opposing player can attempt to top these cards as normal."""
    table = fight(["heart"], ["shield"], changes={"pack.attachments.heart": {"health": 4}})
    do(table, "play", "heart")
    do(table, "top", "shield")
    assert (table.seats[0].attached, table.seats[0].discards) == ([], ["heart"])


def test_lost_health_can_kill() -> None:
    """With 4 more health it bears 17 wounds; when the attachment goes at the end of the turn, it dies."""
    table = fight(["heart"], changes={"pack.attachments.heart": {"health": 4, "lasts": 1}}, wounds=[14])
    do(table, "play", "heart")
    table.seats[0].wounds = 17
    to_turn(table, 1)
    assert (table.over, table.fight.end_reason, table.end()[1], table.fight.ended_by) == (True, "kill", 1, 0)


# Ground cards and banishing


def test_lair_example() -> None:
    """Lair 5: 2 points, then 1, which is attacked away, then 3 that cannot be topped: 5 in all, and it loses."""
    table = fight(["two", "one", "three"], ["scratch"])
    do(table, "play", "two")
    assert table.fight.siege(1) == 2
    to_turn(to_turn(table, 1), 0)
    do(table, "play", "one")
    assert table.fight.siege(1) == 3
    to_step(to_turn(table, 1), "play")
    do(table, "play", "scratch", at="one")
    assert (table.fight.siege(1), table.seats[0].discards[-1]) == (2, "one")
    to_turn(table, 0)
    row = do(table, "play", "three")
    assert (row["outcome"], row["siege_second_after"]) == ("effect", 5)
    assert (table.over, table.fight.end_reason, table.end()[1], table.fight.ended_by) == (True, "banish", 0, 0)


def test_points_count_once_topping_has_failed() -> None:
    """Do not count its points until the opposing player has had a chance to top it and failed."""
    table = fight(["three"], ["shield"], grounds=[(0, "two", 1)])
    row = do(table, "play", "three")
    assert (row["siege_second_after"], table.over) == (2, False)
    do(table, "top", "shield")
    assert (table.fight.siege(1), table.over) == (2, False)


@pytest.mark.parametrize(("card", "destroyed"), [("scratch", False), ("flame", True), ("fang_bite", True)])
def test_attacks_on_ground_cards(card: str, destroyed: bool) -> None:
    """Wounds of at least its lair attack destroy a ground card, fewer have no effect; damage is not kept."""
    table = fight([card], grounds=[(1, "two", 0)])
    do(table, "play", card, at="two")
    assert (table.seats[1].grounds == []) == destroyed
    assert (wounds(table), table.seats[1].discards) == ([0, 0], ["two"] if destroyed else [])


def test_attacks_on_ground_cards_count_as_attacks() -> None:
    """They count as normal against facing and type limitations, and can be topped."""
    table = fight(["scratch", "scratch", "spell"], ["shield"], grounds=[(1, "one", 0)], facings=["side"])
    do(table, "play", "scratch", at="one")
    do(table, "top", "shield")
    assert table.fight.siege(0) == 1
    assert not found(table, "play", "scratch")
    do(table, "play", "spell", at="one")
    assert (table.fight.siege(0), table.step) == (0, "discard")


def test_ground_cards_have_no_armour_and_no_tail() -> None:
    """What the own dragon adds counts against a ground card; the rival's armour and tail do not."""
    text = {
        "pack.attachments.claws": {"adds": {"melee": 1}},
        "pack.attachments.scales": {"armour": {"melee": 2}},
        "pack.actions.swipe": {"types": ["melee"], "wounds": 1, "tail_wounds": 9},
    }
    told: Table = {"changes": text, "attached": [(0, "claws"), (1, "scales")], "facings": ["front", "tail"]}
    for card, left in (("two", []), ("three", [("three", 0)])):
        table = fight(["swipe"], grounds=[(1, card, 0)], **told)
        do(table, "play", "swipe", at=card)
        assert table.seats[1].grounds == left
    table = fight(["swipe"], **told)
    do(table, "play", "swipe")
    assert wounds(table) == [0, 1 + 9 + 1 - 2]


@pytest.mark.parametrize(("text", "facing"), [("all", "tail"), ("wounds", "front")])
def test_other_effects_of_an_attack_on_a_ground_card(text: str, facing: str) -> None:
    """It has all its effects, or it inflicts its wounds alone and then nothing is declared."""
    sweep = {"types": ["melee"], "wounds": 1, "facings": [{"dragon": "rival", "to": "tail"}], "draws": 1}
    table = fight(["sweep"], grounds=[(1, "one", 0)], changes={"pack.actions.sweep": sweep, "ground.text": text})
    move = found(table, "play", "sweep", at="one")[0]
    assert move.declared == (((1, "tail"),) if text == "all" else ())
    row = table.decide(move)
    assert (table.seats[1].facing, row["hand_after"], table.fight.siege(0)) == (facing, 2 if text == "all" else 1, 0)


def test_destroying_ground_cards() -> None:
    """There must be one, of whatever strength; it names the card, not the dragon."""
    text = cards("flood", destroys="ground")
    assert not found(fight(["flood"], changes=text), "play", "flood")
    table = fight(["flood"], grounds=[(1, "three", 0), (1, "one", 0)], changes=text)
    assert [move.at for move in found(table, "play", "flood")] == ["one", "three"]
    do(table, "play", "flood", at="three")
    assert table.seats[1].grounds == [("one", 0)]


def test_lost_lair_can_banish() -> None:
    """A lair attack of 5 against a lair of 5 + 1; when the attachment is destroyed, the dragon is banished."""
    text = {"pack.attachments.caves": {"lair": 1}, **cards("snuff", destroys="attachment")}
    table = fight(["snuff"], attached=[(1, "caves")], grounds=[(0, "two", 1), (0, "three", 1)], changes=text)
    do(table, "play", "snuff")
    assert (table.fight.end_reason, table.end()[1], table.fight.siege(1)) == ("banish", 0, 5)


# Limits of attacks


@pytest.mark.parametrize(("facing", "attacks"), [("front", 3), ("side", 2), ("tail", 1)])
def test_attacks_by_facing(facing: str, attacks: int) -> None:
    """Up to three attack cards in front facing, two in side facing, one in tail facing; turns are no attacks."""
    table = fight([*ATTACKERS, "glide"], facings=[facing])
    for number in range(3):
        open_to = {move.card for move in table.options if move.act == "play"}
        assert open_to == ({*ATTACKERS[number:], "glide"} if number < attacks else {"glide"})
        if number < attacks:
            do(table, "play", ATTACKERS[number])


def test_mix_of_attacks() -> None:
    """At most one breath, one melee and one magic card a turn; in the next turn again."""
    table = fight(["scratch", "scratch", "claw_attack"])
    do(table, "play", "scratch")
    assert not found(table, "play", "claw_attack")
    to_step(to_turn(to_turn(table, 1), 0), "play")
    assert found(table, "play", "claw_attack")


def test_the_limit_is_that_of_the_facing_when_a_card_is_played() -> None:
    """After two attacks from the front a dragon that turns aside plays no more; turned back it may."""
    spin = cards("spin", facings=[{"dragon": "own", "by": [1]}])
    table = fight([*ATTACKERS, "spin", "spin"], changes=spin)
    do(table, "play", "scratch")
    do(table, "play", "flame")
    do(table, "play", "spin")
    assert not found(table, "play", "spell")
    do(table, "play", "spin", declared=((0, "front"),))
    assert found(table, "play", "spell")


def test_a_card_of_two_types() -> None:
    """It is one attack and one of each of its types, and gets what the dragon adds to each of them."""
    text = {
        "pack.actions.burn": {"types": ["melee", "breath"], "wounds": 1},
        "pack.attachments.rage": {"adds": {"melee": 1, "breath": 2, "magic": 4}},
    }
    table = fight(["burn", *ATTACKERS], attached=[(0, "rage")], changes=text)
    do(table, "play", "burn")
    assert wounds(table) == [0, 4]
    assert {move.card for move in table.options if move.act == "play"} == {"spell"}


@pytest.mark.parametrize(("cancelled", "again"), [(True, False), (False, True)])
def test_cancelled_attacks(cancelled: bool, again: bool) -> None:
    """A cancelled attack was played and counts; or it does not count."""
    table = fight(["scratch", "scratch"], ["shield"], facings=["tail"], changes={"attacks.cancelled": cancelled})
    do(table, "play", "scratch")
    do(table, "top", "shield")
    assert bool(found(table, "play", "scratch")) == again


def test_more_attacks() -> None:
    """Attachments may allow more attacks, and more of a type; the one is no use without the other."""
    for gift, more in (({"attacks": 1}, False), ({"more_melee": 1}, False), ({"attacks": 1, "more_melee": 1}, True)):
        text = {"pack.attachments.rage": gift}
        table = fight(["scratch", "scratch"], facings=["tail"], attached=[(0, "rage")], changes=text)
        do(table, "play", "scratch")
        assert bool(found(table, "play", "scratch")) == more


# Topping


def test_topping_by_category() -> None:
    """Positioning is a turn: Claw Attack lists it and can top it, Roll Away does not; nobody has to top."""
    table = fight(["positioning"], ["claw_attack", "roll_away"])
    table.decide(found(table, "play", "positioning")[0])
    assert table.options == {Choice("top", "claw_attack"), HOLD}
    row = table.decide(HOLD)
    assert (row["outcome"], table.seats[0].facing) == ("effect", "side")


def test_worked_example_of_a_chain() -> None:
    """Claw Attack, Quick Turn, Tail Smash, Roll Away, Quick Turn, nothing more: the rival takes 2 wounds.

    Quick Turn tops Roll Away, a turn, at the end of the example, so it lists turns besides melee.
    """
    lists = {"pack.actions.quick_turn.tops": ["melee", "turn"]}
    hands = ["claw_attack", "tail_smash", "quick_turn", "scratch"], ["quick_turn", "roll_away", "positioning"]
    table = fight(*hands, changes=lists)
    do(table, "play", "claw_attack")
    assert {move.card for move in table.options} == {"quick_turn", "roll_away", None}
    chain = [do(table, "top", card) for card in ("quick_turn", "tail_smash", "roll_away", "quick_turn")]
    assert [row["seat"] for row in chain] == [1, 0, 1, 0]
    assert [row["depth"] for row in chain] == [1, 2, 3, 4]
    assert [row["outcome"] for row in chain] == [None, None, None, "effect"]
    assert {row["first_card"] for row in chain} == {"claw_attack"}
    assert (wounds(table), chain[-1]["wounds"]) == ([0, 2], 2)
    assert [player.facing for player in table.seats] == ["front", "front"]
    assert sorted(table.seats[0].discards) == ["claw_attack", "quick_turn", "tail_smash"]
    assert sorted(table.seats[1].discards) == ["quick_turn", "roll_away"]
    assert table.step == "discard"  # one melee card was played: the scratch has to wait


def test_the_example_up_to_the_second_card() -> None:
    """If Player 1 does not top the Quick Turn, his Claw Attack is cancelled."""
    table = fight(["claw_attack", "tail_smash"], ["quick_turn"])
    do(table, "play", "claw_attack")
    do(table, "top", "quick_turn")
    row = table.decide(HOLD)
    assert (row["outcome"], wounds(table)) == ("cancelled", [0, 0])


def test_cards_played_to_top_do_not_count() -> None:
    """Neither against the limit by facing nor against the mix of attacks."""
    back = cards("get_back", tops=["turn", "melee"])
    table = fight(["glide", "claw_attack", "scratch"], ["get_back"], facings=["tail"], changes=back)
    do(table, "play", "glide")
    do(table, "top", "get_back")
    do(table, "top", "claw_attack")
    assert found(table, "play", "scratch")


def test_nobody_is_asked_who_cannot_top() -> None:
    """Without a card that lists the category the card takes effect at once."""
    table = fight(["scratch"], ["shield", "tome"], changes={"pack.actions.shield.tops": ["ground"]})
    assert do(table, "play", "scratch")["outcome"] == "effect"


# Every effect


EFFECTS = [
    ({"wounds": 3}, {"wounds": [4, 8]}),
    ({"wounds": 3, "tail_wounds": 2}, {"wounds": [4, 10]}),
    ({"suffers": 3}, {"wounds": [7, 5]}),
    ({"heals": 3}, {"wounds": [1, 5]}),
    ({"heals": 9}, {"wounds": [0, 5]}),
    ({"facings": [{"dragon": "rival", "to": "side"}]}, {"facings": ["front", "side"]}),
    ({"facings": [{"dragon": "own", "to": "tail"}, {"dragon": "rival", "to": "front"}]}, {"facings": ["tail", "front"]}),
    ({"rival_mills": 2}, {"decks": [29, 28], "discards": [1, 2]}),
    ({"rival_mills": 9}, {"decks": [29, 21], "discards": [1, 9]}),
    ({"rival_draws": 2}, {"decks": [29, 28], "hands": [1, 4]}),
    ({"draws": 2}, {"decks": [27, 30], "hands": [3, 2]}),
    ({"rival_discards": 2}, {"hands": [1, 0], "discards": [1, 2]}),
    ({"rival_discards": 5}, {"hands": [1, 0], "discards": [1, 2]}),
    ({"discards": 1}, {"hands": [0, 2], "discards": [2, 0]}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "changed"), EFFECTS)
def test_effects(text: Table, changed: Table) -> None:
    """Each effect by itself, against a rival with two cards who faces tail; wounds are 4 and 5."""
    card = {"pack.actions.deed": {"types": ["magic"], **text}}
    table = fight(["deed"], ["glide", "scratch"], wounds=[4, 5], facings=["front", "tail"], changes=card)
    do(table, "play", "deed")
    usual = {"wounds": [4, 5], "facings": ["front", "tail"], "decks": [29, 30], "hands": [1, 2], "discards": [1, 0]}
    assert {
        "wounds": wounds(table),
        "facings": [player.facing for player in table.seats],
        "decks": [len(player.pile) for player in table.seats],
        "hands": [len(player.hand) for player in table.seats],
        "discards": [len(player.discards) for player in table.seats],
    } == usual | changed


def test_forced_discards_are_chosen() -> None:
    """Who has to discard chooses his cards."""
    changes = {"pack.actions.mind_fog.rival_discards": 2}
    table = fight(["mind_fog"], ["glide", "scratch", "scratch"], changes=changes)
    row = do(table, "play", "mind_fog")
    assert (row["outcome"], table.who, table.mover) == ("effect", 1, 0)
    assert table.options == {Choice("shed", "glide"), Choice("shed", "scratch")}
    do(table, "shed", "scratch")
    row = do(table, "shed", "glide")
    assert (row["hand_after"], row["depth"], row["first_card"], table.who) == (1, 0, None, 0)


def test_milling_empties_a_deck_and_loses_nothing() -> None:
    """As far as there are any; but two cards that must be drawn and one is there: exhausted."""
    table = fight(["stolen_memory"], decks=[[PEBBLE] * 9, [PEBBLE] * 3])
    do(table, "play", "stolen_memory")
    assert (table.seats[1].pile, table.over) == ([], False)
    table = fight(["burden_of_lore"], decks=[[PEBBLE] * 9, [PEBBLE] * 2])
    do(table, "play", "burden_of_lore")
    assert (table.fight.end_reason, table.end()[1], len(table.seats[1].hand)) == ("exhaust", 0, 2)


def test_drawing_too_many_by_an_own_card() -> None:
    """Cards that one's own card makes one draw exhaust as well."""
    table = fight(["far_sight"], decks=[[PEBBLE] * 2])
    do(table, "play", "far_sight")
    assert (table.fight.end_reason, table.end()[1], table.fight.ended_by) == ("exhaust", 1, 0)


def test_modifiers_of_the_draw_step() -> None:
    """More cards in the draw step, and a larger hand."""
    text = {"pack.attachments.mind": {"hand": 2, "draws": 1}}
    for held, most in ((0, 4), (6, 2)):
        table = to_step(fight([PEBBLE] * held, attached=[(0, "mind")], changes=text), "draw")
        assert len(table.options) == most + 1


def test_armour_never_heals() -> None:
    """It never makes less than no wounds."""
    table = fight(["scratch"], attached=[(1, "scales")], changes={"pack.attachments.scales": {"armour": {"melee": 5}}})
    assert do(table, "play", "scratch")["wounds"] == 0
    assert wounds(table) == [0, 0]


# The end


@pytest.mark.parametrize(("before", "over"), [(12, False), (13, True), (14, True)])
def test_killing(before: int, over: bool) -> None:
    """Wounds that equal or exceed its health."""
    table = fight(["claw_attack"], wounds=[0, before])
    do(table, "play", "claw_attack")
    assert table.over == over
    if over:
        assert (table.end()[1], table.fight.end_reason, table.seats[1].left()) == (0, "kill", 0)


def test_a_cost_in_wounds_may_kill() -> None:
    """The end is looked at at once: the card takes no effect, its cost in cards is not asked for."""
    dear = {"pack.actions.dear": {"types": ["melee"], "wounds": 9, "suffers": 2, "discards": 1}}
    table = fight(["dear", "glide", "scratch"], ["shield"], wounds=[13, 14], changes=dear)
    row = do(table, "play", "dear")
    assert (row["outcome"], table.over, table.end()[1]) == (None, True, 1)
    assert (wounds(table), table.seats[0].discards) == ([15, 14], ["dear"])


def test_an_end_in_the_middle_of_the_effects() -> None:
    """Nothing happens any more once the rival is dead."""
    table = fight(
        ["kill"], wounds=[0, 14], changes={"pack.actions.kill": {"types": ["magic"], "wounds": 1, "draws": 1}}
    )
    row = do(table, "play", "kill")
    assert (row["outcome"], row["hand_after"], table.over) == ("effect", 1, True)


def test_dead_before_banished() -> None:
    """Where both come true at once, the dragon is dead."""
    text = {"pack.attachments.home": {"health": 1, "lair": 1}, **cards("snuff", destroys="attachment")}
    grounds = [(0, "two", 1), (0, "three", 1)]
    table = fight(["snuff"], wounds=[0, 15], grounds=grounds, attached=[(1, "home")], changes=text)
    do(table, "play", "snuff", at="home")
    assert (table.fight.end_reason, table.fight.siege(1), table.seats[1].power("lair")) == ("kill", 5, 5)


# Several players


def test_rivals_are_named_and_any_of_them_may_top() -> None:
    """To the left of whoever played last; when one has topped, only the player himself answers."""
    table = fight(["scratch", "claw_attack"], ["shield"], ["quick_turn"])
    assert [move.rival for move in found(table, "play", "scratch")] == [1, 2]
    do(table, "play", "scratch", rival=2)
    assert table.who == 1
    table.decide(HOLD)
    assert table.who == 2
    assert do(table, "top", "quick_turn")["depth"] == 1
    assert table.who == 0
    assert do(table, "top", "claw_attack")["outcome"] is None
    row = table.decide(HOLD)
    assert (row["seat"], row["depth"], row["outcome"], wounds(table)) == (1, 3, "effect", [0, 0, 1])


def test_who_holds_may_be_asked_again() -> None:
    """After an answer all rivals are asked anew, from the left of who gave it."""
    table = fight(["scratch", "claw_attack"], ["shield", "quick_turn"], ["quick_turn"])
    do(table, "play", "scratch", rival=1)
    table.decide(HOLD)
    do(table, "top", "quick_turn")
    do(table, "top", "claw_attack")
    assert table.who == 1
    assert do(table, "top", "quick_turn")["outcome"] == "cancelled"


def test_a_dragon_that_is_out() -> None:
    """It takes its ground cards with it, its turn is skipped, the others fight on."""
    table = fight(["claw_attack"], [], [], wounds=[0, 14, 0], grounds=[(1, "two", 0), (1, "one", 2), (0, "one", 1)])
    assert table.fight.siege(0) == 2
    do(table, "play", "claw_attack", rival=1)
    assert (table.over, table.fight.siege(0), table.fight.siege(2), table.fighting()) == (False, 0, 0, [0, 2])
    assert to_turn(table, 2).mover == 2
    assert to_turn(table, 0).mover == 0


@pytest.mark.parametrize(("against", "left"), [([1, 0], 1), ([2, 1], 2), ([2, 0, 1], 1)])
def test_equal_ground_cards_of_one_owner(against: list[int], left: int) -> None:
    """The one against the attacker is meant, else the one against the next to his left."""
    grounds = [(3, "one", rival) for rival in against]
    table = fight(["flood"], [], [], [], grounds=grounds, changes=cards("flood", destroys="ground"))
    do(table, "play", "flood", at="one")
    assert table.seats[3].grounds[-1:] == [("one", left)]
    assert len(table.seats[3].grounds) == len(against) - 1


def test_losers_rank_by_how_long_they_lasted() -> None:
    """The last dragon wins; the first to fall is last."""
    table = fight(["claw_attack", "flame"], [], [], wounds=[0, 14, 14])
    do(table, "play", "claw_attack", rival=2)
    do(table, "play", "flame", rival=1)
    assert (table.over, table.end()[1], table.ranks()) == (True, 0, [1, 2, 3])


def test_what_concerns_a_dragon_that_is_out_is_left_undone() -> None:
    """The rival dies of the first effect: his cards stay where they are, the player still draws."""
    text = {"pack.actions.kill": {"types": ["magic"], "wounds": 1, "rival_mills": 3, "draws": 2, "rival_discards": 1}}
    table = fight(["kill"], ["glide", "scratch"], [], wounds=[0, 14], changes=text)
    row = do(table, "play", "kill", rival=1)
    assert (row["hand_after"], len(table.seats[1].pile), len(table.seats[1].hand)) == (3, 30, 2)


def test_a_player_may_fall_in_his_own_turn() -> None:
    """The fight goes on with the next one; his card has no effect."""
    text = {"pack.actions.dear": {"types": ["melee"], "wounds": 9, "suffers": 2}}
    table = fight(["dear"], [], [], wounds=[14], changes=text)
    do(table, "play", "dear", rival=1)
    assert (table.over, table.mover, wounds(table), table.fighting()) == (False, 1, [16, 0, 0], [1, 2])


TEAMS = {"players": 4, "teams": "pairs"}


def test_partners_sit_across() -> None:
    """First and third against second and fourth: no rivals, and both may answer for their side."""
    table = fight(["scratch"], ["shield"], ["tome"], [], changes=TEAMS)
    assert [move.rival for move in found(table, "play", "scratch")] == [1, 3]
    do(table, "play", "scratch", rival=3)
    do(table, "top", "shield")
    assert table.who == 2
    assert do(table, "top", "tome")["outcome"] == "effect"
    assert wounds(table) == [0, 0, 0, 1]


def test_a_team_loses_when_both_its_dragons_are_out() -> None:
    """The lower seat stands for the team, whichever of its dragons is left."""
    table = fight(["claw_attack", "flame"], [], [], [], wounds=[0, 14, 0, 14], changes=TEAMS)
    do(table, "play", "claw_attack", rival=1)
    assert not table.over
    do(table, "play", "flame", rival=3)
    assert (table.over, table.end()[1], table.ranks(), table.fight.end_reason) == (True, 0, [1, 3, 1, 3], "kill")


# Interactive play


def test_one_card_a_turn() -> None:
    """A player plays one card in the step of play; the ground card has its own step."""
    table = fight(["one", "scratch", "glide"], changes={"turn.play": "one_card"})
    do(table, "play", "one")
    do(table, "play", "scratch")
    assert table.step == "discard"


def test_rounds() -> None:
    """All draw, play their ground cards, play card by card in turn until all have passed, discard, draw."""
    table = fight(["one", "scratch", "glide"], ["two", "spell", "glide"], changes={"turn.play": "rounds"})
    assert [len(player.hand) for player in table.seats] == [4, 4]
    told = [do(table, "play", card) for card in ("one", "two", "scratch", "spell", "glide", "glide")]
    assert [row["seat"] for row in told] == [0, 1, 0, 1, 0, 1]
    assert [row["step"] for row in told] == ["ground"] * 2 + ["play"] * 4
    assert (table.who, table.step) == (0, "discard")
    table.decide(PASS)
    assert (table.who, table.step) == (1, "discard")
    table.decide(PASS)
    assert (table.who, table.step) == (0, "draw")
    table.decide(Choice("draw", number=3))
    assert (table.who, table.step, table.seats[0].turns) == (1, "draw", 1)


def test_who_has_passed_plays_no_more_in_the_round() -> None:
    """The others go on without him."""
    table = fight(["scratch", "glide"], ["spell", "glide"], changes={"turn.play": "rounds"})
    table.decide(PASS)
    do(table, "play", "spell")
    do(table, "play", "glide")
    assert (table.who, table.step) == (0, "discard")


# Whole games


@pytest.mark.parametrize("rules", ["standard", "three", "four", "teams"])
def test_whole_games(rules: str) -> None:
    """No card is ever lost or doubled, every game ends with one side left, and its row follows from its decisions."""
    told, chance, ends = load(rules).effective, random.Random(3), set()
    for deal in range(12):
        table = dealt(told, 3, deal, deal % told["players"])
        whole = [everything(table, seat) for seat in range(table.players)]
        rows = []
        while table.asked:
            rows.append(table.play(chance.choice(table.asked[1])))
        assert [everything(table, seat) for seat in range(table.players)] == whole
        result = outcome(table)
        ends.add(result["end_reason"])
        assert {table.fight.first_of_side(dragon.seat) for dragon in table.seats if dragon.alive} == {result["winner"]}
        assert (result["turns"], result["tops"]) == (len(rows), sum(row.act == "top" for row in rows))
        assert result["cancelled"] == sum(row.outcome == "cancelled" for row in rows)
        assert result["longest_chain"] == max(row.depth for row in rows if row.act != "hold")
    assert ends <= {"kill", "banish", "exhaust"}


def everything(table: Tabletop, seat: int) -> list[str]:
    """All cards of a player, wherever they lie."""
    dragon = table.seats[seat]
    played = [name for name, _ in (*dragon.attached, *dragon.grounds)]
    upgrades = [f"{dragon.name}_{level}" for level in range(2, dragon.level + 1)]
    return sorted([*dragon.hand, *dragon.pile, *dragon.discards, *upgrades, *played])


def test_a_decision_that_is_not_open_is_refused() -> None:
    """The column that is wrong is named, with what it may be."""
    assert fight(["glide"]).objection(Choice("play", "scratch")) == ("card", "one of glide")
    assert fight(["glide"]).objection(HOLD) == ("act", "one of pass, play")
