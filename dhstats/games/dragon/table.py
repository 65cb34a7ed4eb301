"""What lies on the table in Dragon!: records that the rules read and write, and how cards are numbers.

A card has a code: its number in the pack, actions by name, then grounds, attachments and upgrades. A place is a deck
with its dragon; a seat plays the deck of one place. Within a deck every card has a slot, equal cards next to each
other, so that a set of cards of one deck is a number of 60 bits: a hand, the discards, the ground cards in play. Equal
cards are alike: of a title of which k cards are in a set, the k lowest slots are set, so nothing tells which of them
was drawn. Only attachments keep their slots, as each has its own time.
"""

from dhstats.engine.stream import STREAM
from dhstats.games.columns import Column, Rows, usual
from dhstats.games.course import RECENT
from dhstats.games.records import fields, record

MAX_SEATS = 4
SEATS = ("first", "second", "third", "fourth")

# The types and top categories of cards: those of the rulebook, the kinds of cards, then the pack's special types.
FIXED_TYPES = ("breath", "melee", "magic", "turn", "ground", "attachment", "upgrade")
BREATH, MELEE, MAGIC, TURN = range(4)
N_ATTACKS = 3  # types that make a card an attack card
ATTACK_TYPES = FIXED_TYPES[:N_ATTACKS]
ATTACK_BITS = (1 << N_ATTACKS) - 1
N_FIXED = len(FIXED_TYPES)
MAX_SPECIALS = 6
N_TYPES = N_FIXED + MAX_SPECIALS

ACTION, GROUND, ATTACHMENT, UPGRADE = range(4)
KINDS = ("actions", "grounds", "attachments", "upgrades")

FRONT, SIDE, TAIL = range(3)
FACINGS = ("front", "side", "tail")
OWN, RIVAL, ANY = 1, 2, 3  # whose facing a card changes
MAX_TURNS = 2  # changes of facing on one card
NO_FACING = -1

LEVELS = 3
MAX_CARDS = 160  # different cards of a pack, upgrades included
MAX_ATTACHMENTS = 40  # different ones
MAX_DECK = 60
MAX_COST = 6  # cards

NOBODY = -1
NO_CARD = -1
ABSENT = -1  # in place of a number of a seat where nobody plays

# Where in a turn its player is. A phase says what has to be decided: in a step, or besides.
AGILITY_STEP, GROUND_STEP, PLAY_STEP, DISCARD_STEP, DRAW_STEP = range(5)
STEPS = ("agility", "ground", "play", "discard", "draw")
PAYING, TOPPING, SHEDDING = range(5, 8)

# What a player does: a move's act. `shed` is a discard that a rival's card asks for.
PLAY, PASS, PAY, TOP, HOLD, SHED, DISCARD, DRAW = range(8)
ACTS = ("play", "pass", "pay", "top", "hold", "shed", "discard", "draw")

WHOLE_TURNS, ONE_CARD, ROUNDS = range(3)  # how many cards a player plays before it is the next one's turn to play
NO_LIMIT, PLAYS_ALONE, ALL_CARDS = range(3)  # what the limit of the first turn is about
NO_TEAMS, PAIRS = range(2)

KILL, BANISH, EXHAUST, TURN_LIMIT = range(4)
ENDS = ("kill", "banish", "exhaust", "turn_limit")
NOT_SETTLED, CANCELLED, EFFECT = -1, 0, 1
OUTCOMES = ("cancelled", "effect")

# What a dragon is capable of: by its level, by an attachment, or by all of them together.
POWER = record(
    *fields("health", "agility", "lair"),
    ("attacks", "i8"),  # more than its facing allows
    ("more", "i8", N_ATTACKS),  # more cards a turn of each type of attack
    ("draws", "i8"),  # more cards in the draw step
    ("hand", "i8"),  # a larger hand in the draw step
    ("uses", "i8"),  # types that only some dragons may use, a bit each
    ("adds", "i8", N_TYPES),  # wounds that its cards of a type inflict besides
    ("armour", "i8", N_TYPES),  # wounds less that cards of a type inflict on it
)

CARD = record(
    ("kind", "i8"),
    ("types", "i8"),  # a bit each
    ("tops", "i8"),
    ("aimed", "i8"),  # whether a rival is named when it is played
    ("own_facing", "i8"),  # facings in which it may be played, a bit each
    ("rival_facing", "i8"),
    ("discards", "i8"),  # what it costs: cards,
    ("suffers", "i8"),  # wounds
    *fields("wounds", "tail_wounds"),
    ("destroys", "i8"),  # the kind of card that it discards; ACTION: none
    ("heals", "i8"),
    ("whose", "i8", MAX_TURNS),  # 0: no such change
    ("by", "i8", MAX_TURNS),  # quarter turns, a bit each
    ("to", "i8", MAX_TURNS),  # the facing after it, or NO_FACING
    *fields("rival_mills", "rival_draws", "draws", "rival_discards", "lair_attack"),
    ("lasts", "i8"),  # own turns that an attachment stays; 0: all
    ("power", "i8"),  # which of `powers` an attachment brings
)

_BY_DECK = (MAX_SEATS, MAX_DECK)

RULES = record(
    ("players", "i8"),
    ("team", "i8", MAX_SEATS),  # the lowest seat of each side
    *fields("hand_size", "hand_limit", "draws", "must_draw", "may_discard", "grounds", "plays", "facing"),
    ("attacks", "i8", len(FACINGS)),
    ("most", "i8", N_ATTACKS),
    ("cancelled", "i8"),  # whether attacks that were topped count
    ("first_turn", "i8"),
    ("special_tops", "i8"),  # whether every dragon may top with special types
    ("ground_text", "i8"),  # whether an attack on a ground card has its other effects too
    ("more_cards", "i8", MAX_SEATS),  # of an opening hand
    ("turn_limit", "i8"),
    ("special", "i8"),  # types that only some dragons may use, a bit each
    ("cards", CARD, MAX_CARDS),
    ("powers", POWER, MAX_ATTACHMENTS),
    # by place:
    ("levels", POWER, (MAX_SEATS, LEVELS)),
    ("deck_size", "i8", MAX_SEATS),
    ("deck", "i8", _BY_DECK),  # the lowest slot of each card's title, in the order of the deck's list
    ("code", "i8", _BY_DECK),  # by slot
    ("group", "i8", _BY_DECK),  # all slots of its title, a bit each
    ("slot", "i8", (MAX_SEATS, MAX_CARDS)),  # the lowest of a title; 0 where the deck has none
    # sets of slots by place:
    ("titles", "i8", MAX_SEATS),  # one slot of each title
    ("of_type", "i8", (MAX_SEATS, N_TYPES)),
    ("topping", "i8", (MAX_SEATS, N_TYPES)),  # cards that top the type
    ("of_kind", "i8", (MAX_SEATS, len(KINDS))),
    *fields("attack", "aimed", shape=MAX_SEATS),
    ("costing", "i8", (MAX_SEATS, MAX_COST + 1)),  # cards that cost so many cards at most
    *fields("own_facing", "rival_facing", shape=(MAX_SEATS, len(FACINGS))),
    ("destroying", "i8", (MAX_SEATS, len(KINDS))),
    ("upgrade", "i8", (MAX_SEATS, LEVELS)),  # that leads on from a level
)

# A seat's own turn as all saw it, and what has become of their cards since it began, also in the turns of others. Cards
# are slots of the seat's deck, a bit each. Who was asked to top and did not is not told: only who can top is asked.
PAST_TURN = record(
    ("turn", "i4"),  # own turns finished before it; -1: not a turn, but the time before the first one
    ("drawn", "i4"),
    ("wounds", "i4"),  # that the dragons took in the turn, their own included
    ("let_pass", "i4"),  # types of rivals' cards that they did not top, a bit each
    ("played", "i8"),
    ("cancelled", "i8"),  # those of them that were topped and had no effect
    ("topped", "i8"),  # cards played to top
    ("discarded", "i8"),  # cards of the hand that were paid or given up
)

VIEW = record(
    ("rules", RULES),
    ("seat", "i8"),
    ("turn", "i8"),  # decisions made by all
    *fields("step", "phase", "to_move"),
    ("mover", "i8"),  # whose turn it is; others may have to decide in it
    ("over", "i8"),
    ("alive", "i8"),  # seats whose dragon is in the fight, a bit each
    ("place", "i8", MAX_SEATS),  # whose deck and dragon a seat plays
    ("turns", "i8", MAX_SEATS),  # own turns finished
    # by seat, public:
    ("level", "i8", MAX_SEATS),  # from 0
    *fields("wounds", "facing", shape=MAX_SEATS),
    ("power", POWER, MAX_SEATS),  # level and attachments together
    ("usable", "i8", MAX_SEATS),  # slots of cards whose special types the dragon may use
    ("siege", "i8", MAX_SEATS),  # lair attack against it
    ("grounds", "i8", (MAX_SEATS, MAX_SEATS)),  # slots: ground cards of an owner against a rival
    ("attached", "i8", MAX_SEATS),
    ("until", "i8", _BY_DECK),  # the own turn after which an attachment goes; 0: never
    *fields("discarded", "hand_sizes", shape=MAX_SEATS),
    ("left", "i8", MAX_SEATS),  # cards to draw
    ("hand", "i8"),  # own cards
    # of the turn:
    ("made", "i8", MAX_SEATS),  # attack cards played
    ("made_of", "i8", (MAX_SEATS, N_ATTACKS)),
    ("grounds_played", "i8", MAX_SEATS),
    ("played", "i8", MAX_SEATS),  # cards played in the step
    ("passed", "i8"),  # where players take turns: seats that play no more cards in this round, a bit each
    # of the chain:
    *fields("first_card", "rival", "at", "declared"),
    ("depth", "i8"),  # cards that were played to top
    ("top_card", "i8"),  # the last card played
    ("top_seat", "i8"),
    ("owes", "i8"),  # cards that the player to move has yet to pay or to shed
    ("recent", PAST_TURN, (MAX_SEATS, RECENT)),  # the last turns of each seat, the latest first
)

TABLE = record(
    ("seen", VIEW),  # what all know, with the hand of the seat that looked last
    ("hands", "i8", MAX_SEATS),
    ("orders", "i8", _BY_DECK),  # by place: slots as shuffled; the last of those left is the top
    ("luck", STREAM),
    ("layout", "i8"),
    ("fallen", "i8", MAX_SEATS),  # how many were out before this dragon; ABSENT: it is in the fight
    *fields("end_reason", "ended_by"),
    ("chains", "i8"),  # cards that were topped at least once
    ("longest", "i8"),  # most cards played to top in one chain
    *fields("tops", "cancelled", "leader", "last_leader", "lead_since", "lead_changes"),
)

# `declared` is a number for each change of facing on the card, four bits each, the first one lowest:
# 1 + 3 * seat + facing after it. `at` is the ground card or attachment of the rival that is meant; NO_CARD: the dragon.
MOVE = record(
    *fields("act", "card", "rival", "at", "declared"),
    ("number", "i8"),  # cards to draw
)

MAX_MOVES = 20_000  # rule sets under which a hand could have more are refused
OPTIONS = record(("moves", MOVE, MAX_MOVES))


_TWO, _OTHERS = SEATS[:2], SEATS[2:]
_CARD = "as its number in the pack; -1"
_ENDED = "seat whose turn it was at the end, from 0; -1 if the limit of turns ended the game"
_RANK = "place of the * seat: the winner's side first, then by how long each stayed in; partners share a place"
_DEPTH = "depth in a chain: 0 for the first card and what it costs, 1 for a card that tops it, and so on"
_DECLARED = "how dragons are turned, packed: which seats, and which facing each takes"

ROWS = Rows(
    games=(
        Column("points_*", "i2", "health that the dragon of the * seat has left; the same as its score", seats=_TWO),
        Column("score_*", "i2", "health that the dragon of the * seat has left", seats=_TWO),
        Column("winner", "i1", "seat of the dragon that is left, from 0 (of a team the lower seat); -1 for a draw"),
        Column("decided_by", "i1", words=(*ENDS[:3], "draw")),
        Column("turns", "u2"),
        Column("end_reason", "i1", words=ENDS),
        Column("ended_by", "i1", _ENDED),
        Column("lead_changes", "u2", "how often another side came to have the most health left"),
        *usual(lead_since="i2", players="u1"),
        Column("points_*", "i2", seats=_OTHERS),
        Column("score_*", "i2", seats=_OTHERS),
        Column("rank_*", "i1", _RANK, seats=SEATS),
        Column("turns_*", "i2", seats=SEATS),
        Column("level_*", "i1", "level of the dragon of the * seat at the end, from 1", seats=SEATS),
        Column("siege_*", "i2", "lair attack against the * seat at the end", seats=SEATS),
        Column("deck_*", "i1", "cards left in the deck of the * seat at the end", seats=SEATS),
        Column("chains", "u2", "cards that were topped at least once"),
        Column("longest_chain", "u1", "the most cards played to top in one chain"),
        Column("tops", "u2", "cards played to top another"),
        Column("cancelled", "u2", "cards that were played and cancelled by topping"),
    ),
    moves=(
        *usual(turn="u2", own_turn="u2", seat="u1", mover="u1"),
        Column("step", "i1", "step of the turn", STEPS),
        Column("act", "i1", "kind of decision", ACTS),
        Column("card", "i2", f"card of the decision, {_CARD} for none", packed=True),
        Column("rival", "i1", "seat that the card is aimed at, from 0; -1 for none"),
        Column("at", "i2", f"ground card or attachment that the card is played at, {_CARD} for none", packed=True),
        Column("declared", "u1", _DECLARED, packed=True),
        Column("number", "u1", "cards to draw"),
        Column("depth", "u1", _DEPTH),
        Column("first_card", "i2", f"card that the chain is about, {_CARD} outside of chains", packed=True),
        Column("outcome", "i1", "what became of the chain's first card; only in the row that settles it", OUTCOMES),
        Column("wounds", "u2", "wounds that dragons took in consequence"),
        *usual(legal_moves="u4", hand_after="u1", deck_after="u1"),
        Column("score_*_after", "i2", "health that the dragon of the * seat has left after the decision", seats=SEATS),
        Column("facing_*_after", "i1", "facing of the dragon of the * seat after the decision", FACINGS, seats=SEATS),
        Column("siege_*_after", "i2", "lair attack against the * seat after the decision", seats=SEATS),
    ),
)
COLUMNS = ROWS.says
