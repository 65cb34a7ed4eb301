"""Why a move is not allowed: one position a reason, with the paragraph of the rulebook that gives it."""

from typing import Any

import pytest

from dhstats.games import catalogue, retelling
from dhstats.games.dragon.referee.chronicle import Choice
from dhstats.games.retelling import Kept, Reason


def heart_at(hand: str, spaces: str = "", settings: tuple[str, ...] = (), turn: int = 4) -> Any:
    """A position of Dragonheart: cards such as "knight 1" in hand, and on their spaces."""
    rules = catalogue.rules("dragonheart").load("ffg", settings).effective
    table = retelling.load("dragonheart").set_up(rules, Kept(1, {"deal_id": 0, "swapped": False}, ()))
    table.turn = turn
    table.hands[0] = [(name, int(value)) for name, value in map(str.split, filter(None, hand.split(", ")))]
    for name, value in map(str.split, filter(None, spaces.split(", "))):
        table.spaces[name].append((name, int(value)))
    return table


def wood_at(hand: str, landscape: str, owned: str = "", settings: tuple[str, ...] = (), asked: str = "turn") -> Any:
    """A position of Dragonwood: cards such as A3 in hand."""
    rules = catalogue.rules("dragonwood").load("two", settings).effective
    kept = Kept(1, {"deal_id": 0, "swapped": False, "layout": 0}, ())
    table = retelling.load("dragonwood").set_up(rules, kept)
    table.hands[0] = [("ABCDE".index(card[0]), int(card[1:])) for card in hand.split()]
    table.landscape, table.owned[0], table.asked = landscape.split(), owned.split(), (asked, 0)
    table.rolled = [2, 3]
    return table


def dragon_at(hand: str, settings: tuple[str, ...] = (), rules: str = "standard", **mine: Any) -> Any:
    """A position of Dragon!: the first player's step of playing cards, not their first turn."""
    effective = catalogue.rules("dragon").load(rules, settings).effective
    table = retelling.load("dragon").set_up(effective, Kept(1, {"deal_id": 0, "swapped": False, "layout": 0}, ()))
    dragon = table.seats[0]
    dragon.hand, dragon.turns, table.step = hand.split(), 1, mine.pop("step", "play")
    dragon.attacks = [table.book[name] for name in mine.pop("attacks", "").split()]
    if on := mine.pop("on", ""):
        table.chain = [(1, table.book[on])]
    table.asked = 0, tuple(Choice(act) for act in mine.pop("acts", "pass play").split())
    for seat, facing in mine.pop("rivals", {}).items():
        table.seats[seat].facing = facing
    for name, value in mine.items():
        setattr(dragon, name, value)
    return table


POSITIONS = [
    # Dragonheart. Play Cards: a row holds as many cards as it has outlines; one picture at a time; one must play.
    (lambda: heart_at("ship 0, ship 0", "ship 0, ship 0"), {"picture": "ship", "cards": 2},
     "The ship space has room for 3 cards; 2 lie there.", "spaces.ship.slots"),
    (lambda: heart_at("knight 1, knight 1, knight 2"), {"picture": "knight", "cards": 3},
     "The knight space has room for 2 cards; none lies there.", "spaces.knight.slots"),
    (lambda: heart_at("troll 2", "troll 1, troll 1", ("spaces.troll.slots=2",)), {"picture": "troll", "cards": 1},
     "The troll space has room for 2 cards; 2 lie there.", "spaces.troll.slots"),
    (lambda: heart_at("troll 2"), {"picture": "dwarf"}, "No such card is in your hand.", ""),
    (lambda: heart_at("troll 2, dwarf 1"), {"pictures": 2}, "Cards that are played together must show one picture.", ""),
    (lambda: heart_at("troll 2"), {"picture": None}, "A player who has a playable card must play.", ""),
    (lambda: heart_at("troll 2, troll 3", settings=("seats.first.first_turn_max_cards=1",), turn=0),
     {"picture": "troll", "cards": 2}, "The first player plays at most 1 card in the first turn.",
     "seats.first.first_turn_max_cards"),
    # Collect Cards: a row acts when a play fills it; who makes a space with several arrows act follows one of them.
    (lambda: heart_at("knight 1"), {"picture": "knight", "cards": 1, "target": "troll"},
     "The knight space acts as soon as 2 cards lie there; with this it has 1.", "spaces.knight.slots"),
    (lambda: heart_at("sorceress 1"), {"picture": "sorceress", "cards": 1, "targets": 2},
     "Follow only one of several arrows.", "spaces.sorceress.takes"),
    # Dragonwood. Capturing: a strike is a row, a stomp cards of a number, a scream cards of a suit; six dice at most.
    (lambda: wood_at("A1 B2 C4", "hungry_bear"), {"act": "strike", "size": 3, "wild": ""},
     "At most 2 of your cards follow each other in number.", ""),
    (lambda: wood_at("A1 B2 C4", "hungry_bear"), {"act": "stomp", "size": 2, "wild": ""},
     "No two of your cards have the same number.", ""),
    (lambda: wood_at("A1 A2 C4", "hungry_bear"), {"act": "scream", "size": 3, "wild": ""},
     "At most 2 of your cards are of one suit.", ""),
    (lambda: wood_at("A1 A2 A3 A4 A5 A6 A7", "hungry_bear"), {"act": "strike", "size": 7, "wild": ""},
     "At most 6 dice are rolled, and so at most 6 cards are played.", "dice.max"),
    # Dragon Spells: at dragons alone, with cards of one suit in a row, as many as the rules say, where there are any.
    (lambda: wood_at("A1 A2 A3", "blue_dragon", settings=("spell.allowed=false",)), {"act": "spell"},
     "There are no spells under these rules.", "spell.allowed"),
    (lambda: wood_at("A1 A2 A3", "hungry_bear", settings=("spell.allowed=true",)),
     {"act": "spell", "target": "hungry_bear"}, "A spell works only on dragons.", ""),
    (lambda: wood_at("A1 A2 A4", "blue_dragon", settings=("spell.allowed=true",)),
     {"act": "spell", "target": "blue_dragon"}, "A spell needs 3 cards in a row of one suit; you do not have them.",
     "spell.cards"),
    (lambda: wood_at("A1 A2 A3 A4", "blue_dragon", settings=("spell.allowed=true",)), {"act": "spell", "size": 4},
     "A spell takes 3 cards of one suit in a row, no more and no less.", "spell.cards"),
    # Enhancements: they help at creatures; some always, some once; one that is wild counts as a card, one at a time.
    (lambda: wood_at("A1 A2", "cloak_of_darkness hungry_bear", "friendly_bunny"),
     {"used": "friendly_bunny", "target": "cloak_of_darkness"},
     "Enhancements help against creatures, not to capture enhancements.", ""),
    (lambda: wood_at("A1 A2", "hungry_bear", "silver_sword"), {"used": "silver_sword"},
     "It helps by itself in every attempt at a creature.", ""),
    (lambda: wood_at("A1 B3", "hungry_bear", "charmed_potion"), {"act": "strike", "size": 2, "wild": "charmed_potion"}, "", ""),
    (lambda: wood_at("A1 B3 C5", "hungry_bear", "charmed_potion"),
     {"act": "strike", "size": 3, "wild": "charmed_potion"},
     "At most 2 of your cards follow each other in number, even with charmed potion as one more.", ""),
    (lambda: wood_at("A1 A2", "hungry_bear", "charmed_potion silver_sword",
                     ("enhancements.silver_sword.wild=true", "enhancements.silver_sword.once=true")),
     {"wilds": 2}, "One wild card counts in an attempt, not two.", ""),
    (lambda: wood_at("A1 A2 A3 A4 A5 A6", "hungry_bear", "friendly_bunny", ("enhancements.friendly_bunny.dice=1",)),
     {"act": "scream", "size": 6, "wild": "", "used": "friendly_bunny"},
     "At most 6 dice are rolled: its dice would be one too many.", "dice.max"),
    (lambda: wood_at("A1 A2 A3", "blue_dragon", "friendly_bunny", ("spell.allowed=true", "spell.enhanced=false")),
     {"act": "spell", "used": "friendly_bunny"}, "Enhancements do not help with a spell.", "spell.enhanced"),
    (lambda: wood_at("", "hungry_bear", "friendly_bunny"), {"used": "friendly_bunny", "target": "hungry_bear"},
     "There is no attempt in which it could be used.", ""),
    # Creatures, Reloading, Events: what has to be discarded or passed; Enhancements: one die is rolled again.
    (lambda: wood_at("A1 A2", "hungry_bear", asked="discard"), {"size": 0},
     "Discard a card: for an attempt that failed, for an event, or because a hand holds at most 9 cards.", "hand.limit"),
    (lambda: wood_at("A1 A2", "hungry_bear", asked="pass"), {"size": 0}, "Everybody passes a card to the right.", ""),
    (lambda: wood_at("A1 A2", "hungry_bear", asked="pass"), {"size": 2}, "Discard cards one by one.", ""),
    (lambda: wood_at("A1 A2", "hungry_bear", asked="reroll"), {"die": 4}, "No die shows this number.", ""),
    (lambda: wood_at("A1 A2", "hungry_bear", asked="reroll"), {"dice": 2}, "Only one die is rolled again.", ""),
    # Dragon! Sequence of Play: ground cards, then others, then discards, then the draw.
    (lambda: dragon_at("claw_attack sappers", step="ground"), {"act": "play", "card": "claw_attack"},
     "This is the step of ground cards; other cards are played after it.", ""),
    (lambda: dragon_at("claw_attack sappers"), {"act": "play", "card": "sappers"},
     "Ground cards are played in the step before this one.", "turn.grounds"),
    (lambda: dragon_at("claw_attack", step="discard", acts="pass discard"), {"act": "play"},
     "Cards are played before any are discarded.", ""),
    # Facing, Mix of Attacks, First Turn Limitation.
    (lambda: dragon_at("tail_smash"), {"act": "play", "card": "tail_smash"},
     "Tail Smash is for a dragon that faces side or tail; yours faces front.", ""),
    (lambda: dragon_at("claw_attack", facing="tail", attacks="hex_bolt"), {"act": "play", "card": "claw_attack"},
     "A dragon that faces tail makes 1 attack a turn; 1 was made.", "attacks.tail"),
    (lambda: dragon_at("claw_attack", attacks="claw_attack"), {"act": "play", "card": "claw_attack"},
     "1 melee attack a turn; 1 was made in this one.", "attacks.melee"),
    (lambda: dragon_at("claw_attack", turns=0), {"act": "play", "card": "claw_attack"},
     "The first player uses no attack cards in the first turn.", "first_turn.limit"),
    # Cards: special types, costs, levels; the rival that is named.
    (lambda: dragon_at("frost_cone"), {"act": "play", "card": "frost_cone"},
     "Frost cone is for dragons that use ice; yours does not.", ""),
    (lambda: dragon_at("emberwing_2 hex_bolt"), {"act": "play", "card": "emberwing_2"},
     "Emberwing, level 2 costs 2 cards of the hand; 1 is there beside it.", ""),
    (lambda: dragon_at("emberwing_3 hex_bolt hex_bolt hex_bolt"), {"act": "play", "card": "emberwing_3"},
     "Emberwing, level 3 does not follow level 1 of your dragon.", ""),
    (lambda: dragon_at("death_grip hex_bolt"), {"act": "play", "card": "death_grip", "rival": 1},
     "Death grip is for a rival that faces side or tail; the second dragon faces front.", ""),
    (lambda: dragon_at("rune_of_ruin"), {"act": "play", "card": "rune_of_ruin", "rival": 1},
     "Rune of ruin destroys a ground card; the second dragon has none in play.", ""),
    (lambda: dragon_at("unmaking"), {"act": "play", "card": "unmaking", "rival": 1},
     "Unmaking destroys an attachment; the second dragon has none in play.", ""),
    (lambda: dragon_at("claw_attack", rules="teams"), {"act": "play", "card": "claw_attack", "rival": 2},
     "The third dragon is on your side.", ""),
    # Topping: by the list of the card, the special types, the first turn.
    (lambda: dragon_at("claw_attack", on="hex_bolt", acts="hold top"), {"act": "top", "card": "claw_attack"},
     "Claw Attack tops turn cards; Hex bolt is of type magic.", ""),
    (lambda: dragon_at("sappers", on="hex_bolt", acts="hold top"), {"act": "top", "card": "sappers"},
     "Sappers tops nothing.", ""),
    (lambda: dragon_at("frost_cone", on="claw_attack", acts="hold top"), {"act": "top", "card": "frost_cone"},
     "Frost cone is for dragons that use ice; yours does not.", ""),
    (lambda: dragon_at("claw_attack", ("first_turn.limit=all",), on="quick_turn", acts="hold top", turns=0),
     {"act": "top", "card": "claw_attack"},
     "The first player uses no attack cards in the first turn, not even to top.", "first_turn.limit"),
    # Costs; Draw: three cards, up to the limit of the hand, as far as the deck goes.
    (lambda: dragon_at("hex_bolt hex_bolt", acts="pay"), {"act": "pass"}, "What a card costs has to be paid.", ""),
    (lambda: dragon_at("hex_bolt hex_bolt", acts="shed"), {"act": "pass"},
     "The card that was played takes cards from this hand.", ""),
    (lambda: dragon_at("hex_bolt", acts="draw"), {"act": "draw", "number": 4},
     "At most 3 cards are drawn in a turn.", "turn.draws"),
    (lambda: dragon_at("hex_bolt " * 5, acts="draw"), {"act": "draw", "number": 3},
     "Cards are drawn up to a hand of 7; you hold 5.", "hand.limit"),
    (lambda: dragon_at("hex_bolt", acts="draw", pile=["hex_bolt"]), {"act": "draw", "number": 2},
     "Your deck has 1 card left.", ""),
]  # fmt: skip


def named(table: Any) -> str:
    """The game of a referee's table."""
    return str(type(table).__module__.split(".")[2])


@pytest.mark.parametrize(("position", "at", "words", "key"), POSITIONS, ids=[str(each[1]) for each in POSITIONS])
def test_each_reason_in_a_position(position: Any, at: Any, words: str, key: str) -> None:
    """The sentence that the rulebook's paragraph gives, and the key that says so; nothing where it is allowed."""
    table = position()
    (found,) = (each for each in retelling.tries_of(named(table))(table) if dict(each.at) == at)
    assert (found.reason or Reason("")) == Reason(words, key)


def test_a_rival_that_is_out_is_told() -> None:
    """In a game of three in which one dragon is out of the fight."""
    table = dragon_at("claw_attack", rules="three")
    table.seats[1].alive = False
    reasons = {each.at["rival"]: each.reason for each in retelling.tries_of("dragon")(table)}
    assert reasons == {1: Reason("The second dragon is out of the fight."), 2: None}
