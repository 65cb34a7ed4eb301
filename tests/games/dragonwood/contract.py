"""What the contract of all games has to know of Dragonwood: where cards are, what is hidden, what is possible."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from dhstats.games.dragonwood.table import (
    ACTS,
    LADYBUG,
    N_CREATURES,
    N_ENHANCEMENTS,
    N_TARGETS,
    N_TITLES,
    NOBODY,
    SEATS,
)
from tests.games.dragonwood.positions import bits


def players(table: Any) -> int:
    """How many play."""
    return int(table["seen"]["rules"]["players"])


def held(table: Any, seat: int) -> list[int]:
    """A player's hand."""
    return bits(table["hands"][seat])


def pile(table: Any) -> list[int]:
    """The draw pile of adventurers, top last."""
    return [int(card) for card in table["pile"][: table["seen"]["adventurers_left"]]]


def wood(table: Any) -> list[int]:
    """The draw pile of Dragonwood cards, top last."""
    return [int(title) for title in table["wood_pile"][: table["seen"]["wood_left"]]]


def check_cards(table: Any, log: Sequence[dict[str, int]]) -> None:
    """Every adventurer is in a hand, the pile or the discards; every Dragonwood card where the log left it."""
    seen, seats = table["seen"], range(players(table))
    rules = seen["rules"]
    hands = [card for seat in seats for card in held(table, seat)]
    on_the_way = [card for seat in seats for card in bits(table["passed"][seat])]
    there = [*hands, *on_the_way, *pile(table), *bits(seen["discarded"])] + [LADYBUG] * int(seen["discarded_ladybugs"])
    assert Counter(there) == Counter(rules["adventurer_deck"][: rules["adventurers"]].tolist())
    assert [len(held(table, seat)) for seat in seats] == seen["hand_sizes"][: len(seats)].tolist()
    assert not table["hands"][len(seats) :].any()
    check_wood(table)
    check_points(table, log)


def check_wood(table: Any) -> None:
    """Revealed cards lie in the landscape, were captured or are out of the game; the rest is in the pile or the box."""
    seen, rules = table["seen"], table["seen"]["rules"]
    revealed, left = seen["revealed"], Counter(wood(table))
    assert all(revealed[title] + left[title] <= rules["copies"][title] for title in range(N_TITLES))
    assert revealed.sum() + len(wood(table)) == rules["wood"] - rules["removed"]
    for title in range(N_CREATURES):
        assert revealed[title] == seen["lying"][title] + seen["captured"][:, title].sum()
    for number in range(N_ENHANCEMENTS):
        owners = sum(int(owned) >> number & 1 for owned in seen["owned"])
        assert seen["lying"][N_CREATURES + number] + owners <= revealed[N_CREATURES + number]
    assert bits(seen["landscape"]) == [title for title in range(N_TARGETS) if seen["lying"][title]]
    assert seen["open"] == seen["lying"].sum() <= rules["landscape"]


def check_points(table: Any, log: Sequence[dict[str, int]]) -> None:
    """Points and numbers of creatures are those of the captured cards, and those that the log tells of."""
    seen = table["seen"]
    given = seen["rules"]["opening_points"]
    assert (given + seen["captured"] @ seen["rules"]["points"]).tolist() == seen["points"].tolist()
    assert seen["captured"].sum(axis=1).tolist() == seen["creatures"].tolist()
    gained: Counter[int] = Counter()
    for row in log:
        gained[row["seat"]] += row["points"]
    assert [given[seat] + gained[seat] for seat in range(len(SEATS))] == seen["points"].tolist()


def hide(table: Any, seat: int, chance: random.Random) -> None:
    """Lays out anew what a player cannot know: the others' hands with the pile, and the Dragonwood cards to come."""
    others = [other for other in range(players(table)) if other != seat]
    holders = [(what, other) for what in ("hands", "passed") for other in others]
    adventurers = [card for what, other in holders for card in bits(table[what][other])]
    adventurers += [card for card in pile(table) if card != LADYBUG]
    chance.shuffle(adventurers)
    for what, other in holders:
        size = len(bits(table[what][other]))
        table[what][other] = sum(1 << card for card in adventurers[:size])
        del adventurers[:size]
    rest = adventurers + [LADYBUG] * (len(pile(table)) - len(adventurers))
    chance.shuffle(rest)
    table["pile"][: len(rest)] = rest
    seen = table["seen"]
    unknown = [t for t in range(N_TITLES) for _ in range(seen["rules"]["copies"][t] - seen["revealed"][t])]
    chance.shuffle(unknown)
    table["wood_pile"][: seen["wood_left"]] = unknown[: seen["wood_left"]]


def check_result(result: dict[str, int], rules: Any) -> None:
    """Scores are points and a bonus for most creatures; the winner has most, or broke the tie."""
    seats = SEATS[: rules["players"]]
    scores, points, creatures = (
        [result[f"{what}_{seat}"] for seat in seats] for what in ("score", "points", "creatures")
    )
    most = [number == max(creatures) for number in creatures]
    bonus = rules["bonus"] if sum(most) == 1 else rules["tied_bonus"]
    assert scores == [own + bonus * first for own, first in zip(points, most, strict=True)]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(best) == 1:
        assert (result["winner"], result["decided_by"]) == (best[0], 0)
    elif result["dragon_holder"] in best:
        assert (result["winner"], result["decided_by"]) == (result["dragon_holder"], 1)
    else:
        assert (result["winner"], result["decided_by"]) == (NOBODY, 2)
    for seat, score in enumerate(scores):
        better = sum(other > score for other in scores)
        lost_tie = better == 0 and result["winner"] not in (NOBODY, seat)
        assert result[f"rank_{SEATS[seat]}"] == better + 1 + lost_tie
    assert all(result[f"score_{seat}"] == -1 for seat in SEATS[rules["players"] :])
    turns = [result[f"turns_{seat}"] for seat in seats]
    assert max(turns) - min(turns) <= 1
    assert turns == sorted(turns, reverse=True)
    assert 0 < result["turns"] < rules["turn_limit"]
    assert result["end_reason"] in (0, 1, 2)
    assert len(ACTS) == 9
