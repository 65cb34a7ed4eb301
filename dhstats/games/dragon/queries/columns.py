"""What the columns of Dragon!'s tables hold, where it is not what every game's hold; `*` stands for a seat.

Columns of seats where nobody plays hold -1.
"""

GAMES = {
    "points_*": "health that the dragon of the * seat has left; the same as its score",
    "score_*": "health that the dragon of the * seat has left",
    "winner": "seat of the dragon that is left, from 0 (of a team the lower seat); -1 for a draw",
    "level_*": "level of the dragon of the * seat at the end, from 1",
    "siege_*": "lair attack against the * seat at the end",
    "deck_*": "cards left in the deck of the * seat at the end",
    "rank_*": "place of the * seat: the winner's side first, then by how long each stayed in; partners share a place",
    "ended_by": "seat whose turn it was at the end, from 0; -1 where the limit of turns ended the game",
    "lead_changes": "how often another side came to have the most health left",
    "chains": "cards that were topped at least once",
    "longest_chain": "the most cards played to top in one chain",
    "tops": "cards played to top another",
    "cancelled": "cards that were played and cancelled by topping",
}
MOVES = {
    "step": "step of the turn",
    "act": "kind of decision",
    "card": "card of the decision, as its number in the pack; -1 for none",
    "rival": "seat that the card is aimed at, from 0; -1 for none",
    "at": "ground card or attachment that the card is played at, as its number in the pack; -1 for none",
    "declared": "how dragons are turned, packed: which seats, and which facing each takes",
    "number": "cards to draw",
    "depth": "depth in a chain: 0 for the first card and what it costs, 1 for a card that tops it, and so on",
    "first_card": "card that the chain is about, as its number in the pack; -1 outside of chains",
    "outcome": "what became of the chain's first card; only in the row that settles it",
    "wounds": "wounds that dragons took in consequence",
    "score_*_after": "health that the dragon of the * seat has left after the decision",
    "facing_*_after": "facing of the dragon of the * seat after the decision",
    "siege_*_after": "lair attack against the * seat after the decision",
}
COLUMNS = {"games": GAMES, "moves": MOVES}
