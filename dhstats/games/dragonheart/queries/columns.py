"""What the columns of Dragonheart's tables hold, where it is not what every game's hold; `*` stands for a seat."""

GAMES = {
    "swapped": "whether the two shuffled decks were exchanged between the seats",
    "points_*": "value of the cards in the score pile of the * seat, with opening points, without the figure",
    "score_*": "final score of the * seat, with the points of the figure",
    "figure": "seat that held the Great Dragon at the end, from 0; -1 for nobody",
    "turns": "turns of both players until the end",
    "ended_by": "seat that caused the end, from 0; -1 for nobody",
    "ship_stacks": "stacks of ships beside the board at the end",
    "figure_changes": "how often the Great Dragon passed to a player",
    "first_claim_turn": "turn in which the figure was first claimed, from 0; -1 for never",
    "lead_since": "turns after which the winner led until the end; -1 for a draw",
}
MOVES = {
    "turn": "turns of both players before this one",
    "picture": "picture of the cards played; missing where the turn was passed",
    "cards": "number of cards played",
    "values": "cards played, packed: six bits for each value, from 0, with the number of cards of it",
    "target": "place from which cards were taken; missing where none was chosen",
    "taken_cards": "number of cards taken",
    "taken_points": "points on the cards taken",
    "claimed_figure": "whether the move claimed the Great Dragon",
}
COLUMNS = {"games": GAMES, "moves": MOVES}
