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
    "pack.actions.spell": {"types": ["magic"], "wounds": 1},
    "pack.actions.glide": {"types": ["turn"], "heals": 1},
    "pack.actions.shield": {"types": ["magic"], "tops": ["melee", "ground", "attachment", "upgrade"]},
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


def test_must_draw_as_many_as_he_can_hold() -> None:
    """Six in hand: exactly one more."""
    table = fight([PEBBLE] * 5, changes={"turn.draw": "must"})
    row = table.decide(PASS)
    assert (row["hand_after"], table.mover) == (7, 1)


# First turn limitation


@pytest.mark.parametrize("limit", ["none", "plays", "all"])
def test_topping_in_the_first_turn(limit: str) -> None:
    """The first player may top with an attack card, or not even that."""
    table = fight(["glide", "claw_attack"], ["get_back"], limit=limit, changes=cards("get_back", tops=["turn"]))
    do(table, "play", "glide")
    row = do(table, "top", "get_back")
    assert row["outcome"] == (None if limit != "all" else "cancelled")
    assert bool(found(table, "top", "claw_attack")) == (limit != "all")


# Special types, levels, facings, red text


def test_a_card_of_two_special_types_needs_both() -> None:
    """Fire and ice together are for a dragon that may use both, as with a gem that gives it ice."""
    text = {"pack.actions.steam": {"types": ["breath", "fire", "ice"], "wounds": 1}}
    gem = {"pack.attachments.gem": {"uses": ["ice"]}}
    table = fight(["steam", "gem"], changes=text | gem)
    assert not found(table, "play", "steam")
    do(table, "play", "gem")
    assert found(table, "play", "steam")


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


# Attachments


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


# Limits of attacks


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


def test_more_attacks() -> None:
    """Attachments may allow more attacks, and more of a type; the one is no use without the other."""
    for gift, more in (({"attacks": 1}, False), ({"more_melee": 1}, False), ({"attacks": 1, "more_melee": 1}, True)):
        text = {"pack.attachments.rage": gift}
        table = fight(["scratch", "scratch"], facings=["tail"], attached=[(0, "rage")], changes=text)
        do(table, "play", "scratch")
        assert bool(found(table, "play", "scratch")) == more


# The end


def test_a_cost_in_wounds_may_kill() -> None:
    """The end is looked at at once: the card takes no effect, its cost in cards is not asked for."""
    dear = {"pack.actions.dear": {"types": ["melee"], "wounds": 9, "suffers": 2, "discards": 1}}
    table = fight(["dear", "glide", "scratch"], ["shield"], wounds=[13, 14], changes=dear)
    row = do(table, "play", "dear")
    assert (row["outcome"], table.over, table.end()[1]) == (None, True, 1)
    assert (wounds(table), table.seats[0].discards) == ([15, 14], ["dear"])


def test_dead_before_banished() -> None:
    """Where both come true at once, the dragon is dead."""
    text = {"pack.attachments.home": {"health": 1, "lair": 1}, **cards("snuff", destroys="attachment")}
    grounds = [(0, "two", 1), (0, "three", 1)]
    table = fight(["snuff"], wounds=[0, 15], grounds=grounds, attached=[(1, "home")], changes=text)
    do(table, "play", "snuff", at="home")
    assert (table.fight.end_reason, table.fight.siege(1), table.seats[1].power("lair")) == ("kill", 5, 5)


# Several players


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


TEAMS = {"players": 4, "teams": "pairs"}


# Interactive play


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
