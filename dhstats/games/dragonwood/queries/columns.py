"""What the columns of Dragonwood's tables hold, where it is not what every game's hold; `*` stands for a seat.

Columns of seats where nobody plays hold -1.
"""

GAMES = {
    "points_*": "victory points on the creatures of the * seat, without the bonus for most creatures",
    "score_*": "final score of the * seat, with the bonus for most creatures",
    "creatures_*": "creatures that the * seat captured",
    "enhancements_*": "enhancements that the * seat captured, spent ones as well",
    "dragons": "dragons that were captured",
    "dragon_holder": "seat that captured the creature that breaks ties, from 0; -1 for nobody",
    "adventurer_decks": "adventurer decks that were begun",
    "wood_left": "cards left in the Dragonwood deck at the end",
}
MOVES = {
    "act": "kind of decision",
    "target": "card in the landscape that is attacked; missing where none is",
    "cards": "adventurer cards played or discarded, packed: a bit for each card",
    "used": "enhancements used by choice, packed: a bit for each",
    "die": "face of the die that is rolled again; 0 for none",
    "rolled": "faces of the dice, packed: four bits for each die",
    "total": "sum of the dice with everything that is added; 0 without a roll",
    "captured": "whether the card was captured",
    "points": "victory points of the creature captured; 0 for none",
    "adventurers_after": "cards left in the adventurer deck after the decision",
    "wood_after": "cards left in the Dragonwood deck after the decision",
}
COLUMNS = {"games": GAMES, "moves": MOVES}
