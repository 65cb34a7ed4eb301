"""What lies on the table in Dragonwood: records that the rules read and write, and how cards are numbers.

An adventurer card is a bit: suit * 12 + number - 1. As no card is listed twice, a hand is a number of 60 bits, and so
is a pile of discards. Dragonwood cards of one title are alike: they are counted by title.
"""

import numpy as np

from dhstats.engine.stream import STREAM
from dhstats.games.columns import Column, Rows, usual
from dhstats.games.course import RECENT
from dhstats.games.records import fields, record

CREATURES = (
    "spooky_spiders", "crazy_bats", "giggling_goblin", "fire_ants", "wasps_nest", "hungry_bear", "pack_of_wolves",
    "fierce_jaguar", "wild_boar", "grumpy_troll", "gigantic_python", "secret_shadow", "angry_ogre", "gooey_glob",
    "blue_dragon", "orange_dragon",
)  # fmt: skip
ENHANCEMENTS = (
    "silver_sword", "bucket_of_spinach", "ghost_disguise", "cloak_of_darkness", "magical_unicorn", "lucky_mushroom",
    "lightning_bolt", "friendly_bunny", "charmed_potion",
)  # fmt: skip
EVENTS = ("sunny_day", "thunder_storm", "wind_storm", "quicksand")
TARGETS = (*CREATURES, *ENHANCEMENTS)  # titles that can be captured
TITLES = (*TARGETS, *EVENTS)
N_CREATURES, N_ENHANCEMENTS, N_EVENTS, N_TITLES = len(CREATURES), len(ENHANCEMENTS), len(EVENTS), len(TITLES)
N_TARGETS = len(TARGETS)
ALL_CREATURES = (1 << N_CREATURES) - 1  # as titles, a bit each

MAX_SEATS = 4
SEATS = ("first", "second", "third", "fourth")
SUITS, NUMBERS = 5, 12
SUIT_BITS = (1 << NUMBERS) - 1  # all cards of the first suit
NUMBER_BITS = sum(1 << NUMBERS * suit for suit in range(SUITS))  # the card of number 1 in every suit
ALL_ADVENTURERS = (1 << SUITS * NUMBERS) - 1
LADYBUG = SUITS * NUMBERS  # the code of a ladybug in a deck; nobody ever holds one

MAX_LADYBUGS = 12
MAX_ADVENTURERS = SUITS * NUMBERS + MAX_LADYBUGS
MAX_WOOD = 120  # cards of the Dragonwood deck
MAX_HAND = 10
MAX_LANDSCAPE = 6
MAX_DICE = 6
MAX_SIDES = 8
MAX_FACE = 9
MAX_TOTAL = MAX_DICE * MAX_FACE
MAX_OPTIONAL = 4  # enhancements that a player may use or keep back

NOBODY = -1
ABSENT = -1  # in place of a number of a seat where nobody plays
NO_TITLE = -1

# What a player does: a move's act. The three ways to capture and the spell are attempts.
RELOAD, STRIKE, STOMP, SCREAM, SPELL, KEEP, REROLL, DISCARD, PASS = range(9)
ACTS = ("reload", "strike", "stomp", "scream", "spell", "keep", "reroll", "discard", "pass")
WAYS = ACTS[STRIKE : SPELL + 1]  # ways to attack; a way's place is its act less STRIKE

# What has to be decided.
A_TURN, A_REROLL, A_DISCARD, A_PASS = range(4)

AT_ONCE, WHEN_NEEDED = 0, 1  # a pile that has run out counts as out
LOWER_HALF, ANYWHERE = 0, 1  # where the dragons are shuffled in
PUT_BACK, RESHUFFLED = 0, 1  # what becomes of events met at set-up
DRAGONS, DECKS, LAST_CARD, TURN_LIMIT = range(4)
RUNNING = -1
BY_POINTS, BY_DRAGON, BY_NOTHING = range(3)


RULES = record(
    *fields("players", "hand_size"),
    ("opening_hand", "i8", MAX_SEATS),  # cards that each seat is dealt, and points that it is given; 0 at seats
    ("opening_points", "i8", MAX_SEATS),  # where nobody plays
    *fields("hand_limit", "suits", "numbers", "ladybugs", "ladybug_draws", "reload_draws", "sides"),
    ("faces", "i8", MAX_SIDES),
    ("max_dice", "i8"),
    ("rolls", "i8"),  # how many rolls of all dice there are: sides to the power of max_dice
    *fields("landscape", "removed", "dragons_lie", "events_met", "wounds"),
    ("copies", "i8", N_TITLES),
    ("numbers_of", "i8", (N_TARGETS, 3)),  # the number of each way to capture
    ("points", "i8", N_CREATURES),
    ("dragons", "i8"),  # titles that are dragons, a bit each
    ("dragon_cards", "i8"),  # how many of them there are
    ("adds", "i8", (N_ENHANCEMENTS, 4)),  # to each way of attack, the spell included
    ("extra_dice", "i8", N_ENHANCEMENTS),
    ("rerolls", "i8"),  # enhancements, a bit each: those that roll a die again,
    ("wild", "i8"),  # that count as any adventurer card,
    ("once", "i8"),  # that are spent when they are used
    *fields("draws", "discards", "passes", "clears", shape=N_EVENTS),
    *fields("spell", "spell_cards", "spell_dice", "spell_number", "spell_spends", "spell_enhanced"),
    ("decks", "i8"),  # 0: as many as it takes
    *fields("runs_out", "last_round", "end_dragons", "end_last_card", "full_rounds"),
    *fields("bonus", "tied_bonus", "tie_title", "turn_limit"),
    ("adventurer_deck", "i8", MAX_ADVENTURERS),
    ("adventurers", "i8"),  # how many cards it has
    ("wood_deck", "i8", MAX_WOOD),  # titles, dragons last
    ("wood", "i8"),
    ("chance", "f8", (2, MAX_DICE + 1, MAX_TOTAL + 2)),  # without and with a re-roll: so many dice show at least n
)

# A seat's own turn as all saw it, and what has become of their cards since it began, also in the turns of others.
PAST_TURN = record(
    ("turn", "i2"),  # own turns finished before it; -1: not a turn, but the time before the first one
    ("act", "i2"),
    ("target", "i2"),  # the title that was attacked
    ("total", "i2"),  # of the dice and what enhancements add
    *fields("captured", "points", kind="i2"),
    ("drawn", "i2"),  # cards that came into hand from the pile
    ("passed", "i2"),  # cards that went to a neighbour unseen
    ("cards", "i8"),  # cards shown in the attempt, a bit each
    ("used", "i8"),  # enhancements that are not used by themselves, a bit each
    ("discarded", "i8"),  # cards that went to the discard pile, a bit each
    ("left", "i8"),  # titles that were left lying, before the landscape was filled up, a bit each
)

NO_TURN = np.zeros(1, PAST_TURN)  # one of which nothing is known yet
NO_TURN["turn"] = NO_TURN["act"] = NO_TURN["target"] = -1

VIEW = record(
    ("rules", RULES),
    ("seat", "i8"),
    ("turn", "i8"),  # decisions made by all
    ("phase", "i8"),  # what has to be decided
    ("to_move", "i8"),
    ("mover", "i8"),  # whose turn it is; others may have to decide in it
    ("turns", "i8", MAX_SEATS),  # turns that each has finished
    ("hand", "i8"),  # own cards, a bit each
    ("hand_sizes", "i8", MAX_SEATS),
    ("owes", "i8", MAX_SEATS),  # cards that each has yet to discard or to pass
    ("to_pass", "i8"),  # cards that everybody will have to pass once all discards are made
    ("laid", "i8"),  # own cards that lie ready for the neighbour, a bit each
    ("laid_sizes", "i8", MAX_SEATS),  # how many such cards each has laid down
    ("begun", "i8"),  # 0 while opening hands still hold too many cards
    ("landscape", "i8"),  # titles, a bit each
    ("lying", "i8", N_TARGETS),  # cards of each title in the landscape
    ("open", "i8"),  # cards in the landscape
    ("captured", "i8", (MAX_SEATS, N_CREATURES)),
    ("owned", "i8", MAX_SEATS),  # enhancements, a bit each
    ("points", "i8", MAX_SEATS),  # on captured creatures
    ("creatures", "i8", MAX_SEATS),
    ("revealed", "i8", N_TITLES),  # Dragonwood cards of each title that have been seen
    ("wood_left", "i8"),
    ("mixed", "i8"),  # 1: the whole Dragonwood deck was shuffled at set-up, dragons and all
    *fields("adventurers_left", "decks_begun"),
    ("discarded", "i8"),  # adventurer cards in the discard pile, a bit each
    ("discarded_ladybugs", "i8"),
    *fields("act", "target", "cards", "used"),  # the attempt that is being rolled for
    ("rolled", "i8"),  # its dice, four bits each
    ("turns_left", "i8"),  # -1: the end is not in sight; 1: the last turn
    ("recent", PAST_TURN, (MAX_SEATS, RECENT)),  # the last turns of each seat, the latest first
)

TABLE = record(
    ("seen", VIEW),  # what all know, with the hand of the seat that looked last
    ("hands", "i8", MAX_SEATS),
    ("passed", "i8", MAX_SEATS),  # cards on their way to a neighbour
    ("pile", "i8", MAX_ADVENTURERS),  # the last card is the top
    ("wood_pile", "i8", MAX_WOOD),
    ("order", "i8", MAX_ADVENTURERS),  # the adventurer deck as shuffled for this deal
    ("wood_order", "i8", MAX_WOOD),  # the Dragonwood deck behind the opening landscape
    ("wood_size", "i8"),
    ("returned", "i8", MAX_WOOD),  # 1 at places of order and pile whose cards were met at set-up and put back
    ("opening", "i8", MAX_LANDSCAPE),
    *fields("opened", "layout"),
    ("dice", STREAM, MAX_SEATS),  # one for each place
    ("renewal", STREAM),  # new adventurer decks
    ("dragons_left", "i8"),
    ("dragon_holder", "i8"),  # who captured the creature that breaks ties
    ("won", "i8", MAX_SEATS),  # enhancements that each captured, those spent as well, a bit each
    ("totals", "i8", MAX_SEATS),  # final scores
    *fields("end_reason", "ended_by", "leader", "last_leader", "lead_since", "lead_changes"),
)

MOVE = record(
    ("act", "i8"),
    ("target", "i8"),  # the title that is attacked
    ("cards", "i8"),  # adventurer cards, a bit each
    ("used", "i8"),  # enhancements that are not used by themselves, a bit each
    ("die", "i8"),  # the face of the die that is rolled again
)

# The most moves: ten cards of a suit make 902 plays of at most six cards, 750 more together with a wild enhancement;
# times six titles, times the sixteen choices of enhancements to use. `tests` count the worst hands.
MAX_MOVES = 90_000
OPTIONS = record(("moves", MOVE, MAX_MOVES))


_TWO, _OTHERS = SEATS[:2], SEATS[2:]

ROWS = Rows(
    games=(
        Column(
            "points_*", "i2", "victory points on the creatures of the * seat, without the bonus for most creatures",
            seats=_TWO,
        ),
        Column("score_*", "i2", "final score of the * seat, with the bonus for most creatures", seats=_TWO),
        Column("winner", "i1"),
        Column("decided_by", "i1", words=("points", "dragon", "draw")),
        Column("turns", "u2"),
        Column("end_reason", "i1", words=("dragons", "decks", "last_card", "turn_limit")),
        *usual(ended_by="i1", lead_changes="u2", lead_since="i2", players="u1"),
        Column("points_*", "i2", seats=_OTHERS),
        Column("score_*", "i2", seats=_OTHERS),
        Column("rank_*", "i1", seats=SEATS),
        Column("creatures_*", "i1", "creatures that the * seat captured", seats=SEATS),
        Column("enhancements_*", "i1", "enhancements that the * seat captured, spent ones as well", seats=SEATS),
        Column("turns_*", "i2", seats=SEATS),
        Column("dragons", "u1", "dragons that were captured"),
        Column("dragon_holder", "i1", "seat that captured the creature that breaks ties, from 0; -1 for nobody"),
        Column("adventurer_decks", "u2", "adventurer decks that were begun"),
        Column("wood_left", "u1", "cards left in the Dragonwood deck at the end"),
    ),
    moves=(
        *usual(turn="u2", own_turn="u2", seat="u1", mover="u1"),
        Column("act", "i1", "kind of decision", ACTS),
        Column("target", "i1", "card in the landscape that is attacked; missing where none is", TARGETS),
        Column("cards", "u8", "adventurer cards played or discarded, packed: a bit for each card", packed=True),
        Column("used", "u2", "enhancements used by choice, packed: a bit for each", packed=True),
        Column("die", "u1", "face of the die that is rolled again; 0 for none"),
        Column("rolled", "u4", "faces of the dice, packed: four bits for each die", packed=True),
        Column("total", "i2", "sum of the dice with everything that is added; 0 without a roll"),
        Column("captured", "u1", "whether the card was captured", flag=True),
        Column("points", "u1", "victory points of the creature captured; 0 for none"),
        *usual(legal_moves="u4", hand_after="u1"),
        Column("adventurers_after", "u1", "cards left in the adventurer deck after the decision"),
        Column("wood_after", "u1", "cards left in the Dragonwood deck after the decision"),
        Column("score_*_after", "i2", seats=SEATS),
    ),
)  # fmt: skip
COLUMNS = ROWS.says
