"""The columns of the log hold whatever legal cards can bring: counted from the limits of packs, and played."""

from pathlib import Path

import numpy as np

from dhstats.games.dragon.files.rulesets import load
from dhstats.games.dragon.files.schema import LEVERS
from dhstats.games.dragon.packs.vocabulary import MOST_HEALTH, MOST_LAIR, MOST_WOUNDS
from dhstats.games.dragon.table import (
    ACTS,
    FACINGS,
    FIXED_TYPES,
    MAX_CARDS,
    MAX_DECK,
    MAX_MOVES,
    MAX_SEATS,
    MAX_SPECIALS,
    N_ATTACKS,
    ROWS,
    SEATS,
    STEPS,
)
from dhstats.games.dragon.words.notation import RETELLING
from tests.games.logs import engine_logs

# A deck of attachments each of which adds nine wounds to every type that one card can have, and armour never helps.
MOST_BY_TYPES = 9 * (N_ATTACKS + MAX_SPECIALS)
WORST_ATTACK = 3 * MOST_WOUNDS + MOST_BY_TYPES * (1 + MAX_DECK)  # its wounds, at a tail, suffered for
WORST_SIEGE = MOST_LAIR * MAX_DECK * (MAX_SEATS - 1)
MOST_HEALTH_EVER = MOST_HEALTH * (1 + MAX_DECK)
MOST_TOPS = MAX_SEATS * MAX_DECK
MOST_TURNS = MAX_SEATS * MAX_DECK * (MAX_SEATS + 1) + MAX_SEATS * (MAX_DECK + 1) * 5  # decisions, as `limits` has them

EXTREMES = {
    "points": MOST_HEALTH_EVER, "score": MOST_HEALTH_EVER, "winner": 3, "decided_by": 3, "turns": MOST_TURNS,
    "end_reason": 3, "ended_by": 3, "lead_changes": MOST_TURNS, "lead_since": MOST_TURNS, "players": 4, "rank": 4,
    "level": 2, "siege": WORST_SIEGE, "deck": MAX_DECK, "chains": MOST_TOPS, "longest_chain": MOST_TOPS,
    "tops": MOST_TOPS, "cancelled": MOST_TOPS, "logged_turns": MOST_TURNS, "turn": MOST_TURNS, "own_turn": MOST_TURNS,
    "seat": 3, "mover": 3, "step": len(STEPS), "act": len(ACTS), "card": MAX_CARDS, "rival": 3, "at": MAX_CARDS,
    "declared": 0xFF, "number": MAX_DECK, "depth": MOST_TOPS, "first_card": MAX_CARDS, "outcome": 1,
    "wounds": WORST_ATTACK, "legal_moves": MAX_MOVES, "hand": MAX_DECK, "facing": len(FACINGS),
}  # fmt: skip

HUGE = """
title = "Huge"
label = "Cards as large as they may be"
[dragons.wyrm]
levels = [ { health = 99, agility = 5, lair = 40 }, { health = 99, agility = 9, lair = 40 }, { health = 99, agility = 9, lair = 40 } ]
[actions.maul]
types = ["breath", "melee", "magic"]
wounds = 30
[grounds.host]
lair_attack = 40
[attachments]
wall = { lair = 40 }
heart = { health = 99 }
rage = { adds = { breath = 9, melee = 9, magic = 9 } }
[decks.low]
dragon = "wyrm"
cards = ["20 wall", "20 heart", "5 maul"]
[decks.high]
dragon = "wyrm"
cards = ["20 host", "15 rage", "10 maul"]
"""


def test_every_column_holds_the_most_that_a_legal_pack_can_bring() -> None:
    """No number that the limits of packs and rules allow is too large for its column."""
    assert LEVERS["players"].key.kind.fault(MAX_SEATS + 1)
    assert len(FIXED_TYPES) > N_ATTACKS
    for record in (ROWS.result, ROWS.event):
        for name in record.names or ():
            what = name.removesuffix("_after")
            for seat in SEATS:
                what = what.removesuffix(f"_{seat}")
            assert np.iinfo(record[name]).max >= EXTREMES[what], name


def test_games_of_huge_cards_are_logged_as_they_were_played(tmp_path: Path) -> None:
    """Sieges beyond 127 and wounds beyond 255 in a decision: the referee agrees with every column."""
    (tmp_path / "huge.toml").write_text(HUGE)
    seats = "\n".join(f'{seat} = "{deck}"' for seat, deck in zip(SEATS, ("low", "high") * 2, strict=True))
    (tmp_path / "rules.toml").write_text(
        f'extends = "standard"\npack = "huge.toml"\n[decks]\n{seats}\n[construction]\ncopies = 45\n[hand]\nlimit = 15\n'
        "[turn]\ngrounds = 9\n"
    )
    rules = load(tmp_path / "rules.toml")
    kept = engine_logs("dragon", rules, ("random", "random"), 1, 0, 60)
    assert max(row["siege_first_after"] for game in kept for row in game.turns) > 127
    assert max(row["wounds"] for game in kept for row in game.turns) > 255
    assert [problem for game in kept[:20] for problem in RETELLING.check(rules.effective, game)] == []
