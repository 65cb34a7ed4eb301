"""Rule files of Dragonwood: what is shipped, what settings do, what is refused and in which words."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from dhstats.errors import BadInput
from dhstats.games.dragonwood.bundle import BUNDLE, COLUMNS, rescore
from dhstats.games.dragonwood.files.rulesets import RULE_FILES, load, restore
from dhstats.games.dragonwood.table import (
    ACTS,
    ALL_ADVENTURERS,
    MAX_ADVENTURERS,
    MAX_DICE,
    MAX_FACE,
    MAX_MOVES,
    MAX_SEATS,
    MAX_TOTAL,
    MAX_WOOD,
    N_ENHANCEMENTS,
    N_TITLES,
    NUMBERS,
    ROWS,
    SEATS,
)
from dhstats.players.match import Match
from tests.games.dragonwood.positions import Position, rule_set
from tests.games.logs import engine_logs, lineup


def test_rule_sets_for_two_three_and_four_differ_in_the_number_of_players_alone() -> None:
    """How many cards are removed follows from it."""
    assert RULE_FILES.shipped() == ["two", "four", "simple", "three"]
    assert [d.key for d in RULE_FILES.diff(load("two"), load("three"))] == ["players"]
    assert load("two", ["players=4"]).hash == load("four").hash
    assert [int(load(name).record().removed) for name in ("two", "three", "four")] == [12, 10, 8]


@pytest.mark.parametrize(
    ("setting", "warnings"),
    [
        ("hand.size=6", []),
        ("end.decks=0", ["end.decks: a game that does not end is stopped after 5316 decisions."]),
        ("attempt.wounds=0", ["attempt.wounds: a game that does not end is stopped after 708 decisions."]),
        (
            "enhancements.charmed_potion.once=false",
            ["enhancements.charmed_potion: a game that does not end is stopped after 708 decisions."],
        ),
    ],
)
def test_rules_under_which_a_game_may_not_end_are_warned_of(setting: str, warnings: list[str]) -> None:
    """No last deck; attempts that cost nothing: without a wound, or with an empty hand and a potion that is kept."""
    assert list(load("two", [setting]).warnings) == warnings


def test_the_worst_hands_fit_the_list_of_moves() -> None:
    """Ten cards of a suit, six targets, four choices: the most moves that the limits of the keys allow."""
    settings = ("hand.limit=10", "landscape.size=6", "enhancements.silver_sword.once=true", "spell.allowed=true")
    most = 0
    for wild in ((), ("enhancements.ghost_disguise.copies=0", "enhancements.lightning_bolt.wild=true")):
        place = Position(rule_set("two", (*settings, *wild)))
        place.set_hands("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10")
        place.set_landscape("fire_ants wild_boar grumpy_troll gooey_glob blue_dragon orange_dragon")
        place.set_owned(0, "silver_sword lightning_bolt friendly_bunny charmed_potion")
        most = max(most, len(place._game.moves()))
    assert 50_000 < most < MAX_MOVES


HASHES = {
    ("two",): "9fa9fbcdc3f15364113399edce5f76cee3dcaeedab44a268f0804383963872a1",
    ("three",): "ed878047ae9fadd45df46171bf5a2727e995c0d4cd95e217c7290857346b769b",
    ("four",): "d4455a92e724a05148528f0640339d3a49d41f58c141fea34d1eda4d993bf766",
    ("simple",): "44d23fb6d72ba7b1fecc3d1a683233dfd0ec67fc8c400b5639e88e19818947c3",
    ("two", "spell.allowed=true", "spell.spends=true"): "5cab6e3835b6c38ffda1c77555d879e206f2093f617743dad9889f8291dea5e7",
}  # fmt: skip


@pytest.mark.parametrize("rules", HASHES)
def test_a_key_that_says_what_always_held_changes_no_hash(rules: tuple[str, ...]) -> None:
    """Stored runs and trained players are found by these; a rule set without the newer keys is the same one."""
    name, *settings = rules
    there = load(name, settings)
    assert there.hash == HASHES[rules]
    older = {**there.effective, "setup": {**there.effective["setup"]}, "spell": {**there.effective["spell"]}}
    del older["setup"]["events"], older["spell"]["enhanced"], older["seats"]
    assert (restore(older, name).hash, restore(older, name).effective) == (there.hash, there.effective)


def test_every_reading_of_an_unclear_sentence_is_a_rule_set() -> None:
    """What an audit tries out can be loaded, and the readings differ."""
    for unclear in BUNDLE.unclear:
        hashes = {load("two", (*unclear.variant, *settings)).hash for _, settings in unclear.readings}
        assert len(hashes) == len(unclear.readings), unclear.name


def test_games_counted_anew_are_those_that_would_have_been_played() -> None:
    """Another bonus changes the count and nothing else: scores and winners agree with games played under it."""
    for name, players in (("two", ("greedy", "random")), ("four", ("greedy", "random", "greedy", "random"))):
        base, tweak = load(name), load(name, ["score.bonus=1", "score.tied_bonus=4", "seats.first.points=-2"])
        played = [kept.row for kept in engine_logs("dragonwood", base, players, 11, 0, 10)]
        games = {column: np.array([row[column] for row in played]) for column in COLUMNS}
        counted = rescore(base.record(), tweak.record(), games)
        right = [kept.row for kept in engine_logs("dragonwood", tweak, players, 11, 0, 10)]
        for column in ("score_first", "score_second", "winner"):
            assert counted[column].tolist() == [row[column] for row in right]
        shares = [values.tolist() for column, values in counted.items() if column.startswith("share_")]
        assert len(shares) == (4 if name == "four" else 0)
        for row, *share in zip(right, *shares, strict=True):
            assert sum(share) in (0, 12)
            assert not share or row["winner"] < 0 or share[row["winner"]] == 12


# Hashes of a deal's games before seats had keys of their own.
BEFORE_SEATS = {
    "two": (("greedy", "random"), "0abb5da941d2556a"),
    "three": (("random", "greedy", "random"), "ddd8e9434090867b"),
    "four": (("random",) * 4, "9999003373c9ba7b"),
    "simple": (("random", "random"), "f74aecacb865682e"),
}


@pytest.mark.parametrize("name", BEFORE_SEATS)
def test_seats_that_start_as_the_rulebook_says_change_no_games(name: str) -> None:
    """Shipped rules play as they did when nobody could say how a seat starts."""
    players, transcript = BEFORE_SEATS[name]
    games = hashlib.sha256()
    for kept in engine_logs("dragonwood", load(name), players, 11, 5, 1):
        games.update(repr(sorted(kept.row.items())).encode() + repr(kept.turns).encode())
    assert games.hexdigest()[:16] == transcript


def test_a_seat_starts_with_its_own_hand_and_points() -> None:
    """0 is a hand as hand.size says, whatever that is; so a seat's extra card is that of its seat in every layout."""
    rules = rule_set("four", ("hand.size=4", "seats.fourth.hand_size=6", "seats.second.points=-3"))
    for layout in range(4):
        place = Position(rules, 7, layout, 1)
        bugs = place.seen["discarded_ladybugs"]
        assert sum(place.hand_sizes()) == 3 * 4 + 6 + bugs
        assert place.hand_sizes()[3] >= 6
        assert place.seen["points"].tolist() == [0, -3, 0, 0]


def test_a_place_has_the_same_first_cards_wherever_the_seat_is_that_has_more() -> None:
    """What all are dealt goes round first; so luck that a place has in one game of a deal it has in all of them."""
    plain, more = rule_set("three", ()), rule_set("three", ("seats.third.hand_size=7",))
    for layout in range(3):
        usual, other = (Position(rules, 7, layout, 2) for rules in (plain, more))
        for seat in range(3):
            before, after = (int(place.table["hands"][seat]) for place in (usual, other))
            assert before & after == before
            assert seat == 2 or before == after


def test_points_of_a_seat_count_in_the_lead_and_at_the_end() -> None:
    """Points given before the game are those of a captured creature, but no creature."""
    rules = rule_set("three", ("seats.third.points=5",))
    kept = engine_logs("dragonwood", rules, ("random", "greedy", "random"), 11, 5, 1)[0]
    plain = engine_logs("dragonwood", rule_set("three", ()), ("random", "greedy", "random"), 11, 5, 1)[0]
    assert kept.turns[0]["score_third_after"] == plain.turns[0]["score_third_after"] + 5
    assert kept.row["points_third"] == 5 + sum(turn["points"] for turn in kept.turns if turn["seat"] == 2)


def test_what_seats_start_with_is_told() -> None:
    """In a sentence a seat, and none where a seat starts as all do."""
    assert not [line for line in load("four").describe() if "player starts" in line or "is given" in line]
    told = load("four", ["seats.fourth.hand_size=6", "seats.third.points=1"]).describe()
    assert "The fourth player starts with 6 cards." in told
    assert "The third player is given 1 point before the game." in told


def test_as_many_must_play_as_the_rules_are_for() -> None:
    """Two strategies at a table for four are refused, not read beyond."""
    from dataclasses import replace

    seated = replace(lineup("dragonwood", "random"), rules=load("four").record())
    with pytest.raises(BadInput, match="for 4 players, not for 2"):
        Match(seated, ("random", "random"))


def test_a_fault_of_a_file_is_not_laid_to_a_setting(tmp_path: Path) -> None:
    """Values that do not fit each other are laid to whoever said the last of them."""
    file = tmp_path / "own.toml"
    file.write_text('extends = "two"\n[hand]\nsize = 10\n')
    with pytest.raises(BadInput, match=r"own\.toml: hand\.size = 10"):
        load(file, ["landscape.size=4"])
    file.write_text('extends = "two"\n[hand]\nsize = 8\n')
    with pytest.raises(BadInput, match=r"^--set: hand\.size = 8"):
        load(file, ["hand.limit=7"])


def test_every_column_holds_the_most_that_legal_rules_can_bring() -> None:
    """Above all the decks that can be begun: five cards per turn from a pile of ladybugs that bring nothing."""
    decisions = 4 * 20 * MAX_ADVENTURERS + 4 * MAX_WOOD + 4 * MAX_SEATS + NUMBERS
    points = 20 * MAX_WOOD + 20 + 99  # those that a seat is given among them
    decks = decisions * 5
    most = {
        "points": points, "score": points, "winner": 3, "decided_by": 2, "turns": decisions, "end_reason": 3,
        "ended_by": 3, "lead_changes": decisions, "lead_since": decisions, "players": 4, "rank": 4,
        "creatures": MAX_WOOD, "enhancements": N_ENHANCEMENTS, "dragons": MAX_WOOD, "dragon_holder": 3,
        "adventurer_decks": decks, "wood_left": MAX_WOOD, "logged_turns": decisions, "turn": decisions,
        "own_turn": decisions, "seat": 3, "mover": 3, "act": len(ACTS), "target": N_TITLES,
        "cards": ALL_ADVENTURERS, "used": (1 << N_ENHANCEMENTS) - 1, "die": MAX_FACE, "rolled": 1 << 4 * MAX_DICE,
        "total": MAX_TOTAL + 20 * N_ENHANCEMENTS, "captured": 1, "legal_moves": MAX_MOVES,
        "hand": MAX_ADVENTURERS, "adventurers": MAX_ADVENTURERS, "wood": MAX_WOOD,
    }  # fmt: skip
    for record in (ROWS.result, ROWS.event):
        for name in record.names or ():
            what = name.removesuffix("_after")
            for seat in SEATS:
                what = what.removesuffix(f"_{seat}")
            least = 20 if name == "points" else most[what]  # of one creature, in a row of the log
            assert np.iinfo(record[name]).max >= least, name
