"""What the contract of all games has to know of Dragon!: where cards are, what is hidden, what is possible."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from dhstats.games.dragon.table import ACTS, ENDS, GROUND, NO_CARD, NOBODY, SEATS, TURN_LIMIT, UPGRADE
from tests.games.dragon.positions import bits


def players(table: Any) -> int:
    """How many play."""
    return int(table["seen"]["rules"]["players"])


def codes(table: Any, seat: int, slots: int) -> list[int]:
    """Slots of a player's deck as codes of cards."""
    seen = table["seen"]
    return [int(seen["rules"]["code"][seen["place"][seat], slot]) for slot in bits(slots)]


def held(table: Any, seat: int) -> list[int]:
    """A player's place and the whole deck as shuffled; the first player has drawn by agility, so hands are unlike."""
    place = int(table["seen"]["place"][seat])
    return [place, *table["orders"][place][: table["seen"]["rules"]["deck_size"][place]].tolist()]


def pile(table: Any, seat: int) -> list[int]:
    """A player's draw pile as slots, the lowest of each title, top last."""
    seen = table["seen"]
    return [int(slot) for slot in table["orders"][seen["place"][seat]][: seen["left"][seat]]]


def check_cards(table: Any, log: Sequence[dict[str, int]]) -> None:
    """Every card of every deck is somewhere, once; what is counted by seat is what lies there."""
    seen = table["seen"]
    rules = seen["rules"]
    for seat in range(players(table)):
        place = int(seen["place"][seat])
        masks = [table["hands"][seat], seen["discarded"][seat], seen["attached"][seat], *seen["grounds"][seat]]
        there = [code for mask in masks for code in codes(table, seat, mask)]
        there += [int(rules["code"][place, slot]) for slot in pile(table, seat)]
        there += upgrades(table, seat)
        if seat == seen["mover"] and seen["first_card"] != NO_CARD:
            there.append(int(seen["first_card"]))
        assert Counter(there) == Counter(rules["code"][place][: rules["deck_size"][place]].tolist())
        assert len(bits(table["hands"][seat])) == seen["hand_sizes"][seat]
    check_sieges(table)
    assert not table["hands"][players(table) :].any()
    check_log(log)


def upgrades(table: Any, seat: int) -> list[int]:
    """The upgrades that lie under a dragon: one for each level above the first."""
    seen = table["seen"]
    masks = seen["rules"]["upgrade"][seen["place"][seat]]
    slots = [bits(masks[level])[0] for level in range(int(seen["level"][seat]))]
    own = [int(seen["rules"]["code"][seen["place"][seat], slot]) for slot in slots]
    assert all(seen["rules"]["cards"][code]["kind"] == UPGRADE for code in own)
    return own


def check_sieges(table: Any) -> None:
    """Lair attack is the sum of the ground cards against a dragon; no dragon in the fight has as much as its lair."""
    seen = table["seen"]
    for rival in range(players(table)):
        grounds = [
            code for owner in range(players(table)) for code in codes(table, owner, seen["grounds"][owner, rival])
        ]
        cards = [seen["rules"]["cards"][code] for code in grounds]
        assert all(card["kind"] == GROUND for card in cards)
        assert sum(int(card["lair_attack"]) for card in cards) == seen["siege"][rival]
        if seen["alive"] >> rival & 1:
            assert seen["siege"][rival] < seen["power"][rival]["lair"]
            assert seen["wounds"][rival] < seen["power"][rival]["health"]


def check_log(log: Sequence[dict[str, int]]) -> None:
    """An answer in a chain stands beside or one below what it follows; only rows about a card settle it or wound."""
    for before, row in zip(log[-2:-1], log[-1:], strict=False):
        assert ACTS[row["act"]] not in ("top", "hold") or row["depth"] - before["depth"] in (0, 1)
    for row in log[-1:]:
        assert row["first_card"] != NO_CARD or (row["depth"], row["outcome"], row["wounds"]) == (0, -1, 0)


def hide(table: Any, seat: int, chance: random.Random) -> None:
    """Lays out anew what a player cannot know: the others' hands with their piles, and the order of his own pile."""
    seen = table["seen"]
    for other in range(players(table)):
        place = int(seen["place"][other])
        rules, left = seen["rules"], pile(table, other)
        if other != seat:
            left += [int(rules["slot"][place, code]) for code in codes(table, other, table["hands"][other])]
        chance.shuffle(left)
        if other != seat:
            size = int(seen["hand_sizes"][other])
            counts, left = Counter(left[:size]), left[size:]
            table["hands"][other] = sum(1 << slot + number for slot, count in counts.items() for number in range(count))
        table["orders"][place][: len(left)] = left


def check_result(result: dict[str, int], rules: Any) -> None:
    """One side is left; scores are health; the first of its seats has won."""
    seats = SEATS[: rules["players"]]
    assert result["winner"] != NOBODY
    assert result["end_reason"] == result["decided_by"] != TURN_LIMIT
    assert ENDS[result["end_reason"]] in ("kill", "banish", "exhaust")
    team = rules["team"].tolist()
    winners = [seat for seat in range(len(seats)) if team[seat] == team[result["winner"]]]
    assert result["winner"] == winners[0]
    ranks = [result[f"rank_{seat}"] for seat in seats]
    assert [seat for seat, rank in enumerate(ranks) if rank == 1] == winners
    sides = len({*team[: len(seats)]})
    assert sorted(ranks) == ([1, 1, 3, 3] if sides < len(seats) else list(range(1, len(seats) + 1)))
    assert all(result[f"score_{seat}"] == result[f"points_{seat}"] >= 0 for seat in seats)
    assert any(result[f"score_{seats[seat]}"] > 0 for seat in winners)
    assert all(result[f"{what}_{seat}"] == -1 for seat in SEATS[len(seats) :] for what in ("score", "deck", "rank"))
    assert max(result["chains"], result["longest_chain"]) <= result["tops"]
    assert (result["longest_chain"] > 0) == (result["chains"] > 0)
    assert 0 < result["turns"] < rules["turn_limit"]
