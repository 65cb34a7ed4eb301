"""Dragon! forked: decrees leave a table that adds up, arms share what is to come, moments come when they should."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from dhstats.engine.stream import STREAM, address
from dhstats.errors import BadInput
from dhstats.games.dragon.bundle import spell
from dhstats.games.dragon.files.rulesets import load
from dhstats.games.dragon.forks import FORKING
from dhstats.games.dragon.table import FACINGS, FIXED_TYPES, FRONT, PLAY, SEATS, TAIL, TOP
from dhstats.players.match import records
from dhstats.players.positions.forks import Arm, Forked, ForkTable, opening_hands
from dhstats.questions.forks.asking import arms
from tests.games.dragon.contract import check_cards, codes, pile, players
from tests.games.dragon.positions import BUNDLE
from tests.games.logs import engine_logs, lineup
from tests.harness import OpenGame

AS_IT_IS, FORCED = Arm("as it is"), Arm("forced", forced=True)
EFFECTIVE = load("standard").effective
TAIL_IS_DEADLY = ("attacks.tail=0", *(f"pack.actions.{name}.tail_wounds=20" for name in ("claw_attack", "gravel_spew")))
ORDER = {word: int(spell(EFFECTIVE, "drawn", word)) for word in ("claw_attack", "quick_turn", "battle_rage", "sappers")}


def forked(
    moment: str | int, ways: Sequence[Arm], names: tuple[str, ...] = ("greedy", "random"), *, deals: int = 25,
    settings: Sequence[str] = (), switched: Sequence[Any] = (), replicates: int = 1,
) -> Forked:  # fmt: skip
    """The forks of a row of deals, either player beginning once in each."""
    rules = load({2: "standard", 3: "three", 4: "four"}[len(names)], settings)
    seated = replace(lineup("dragon", *names), rules=rules.record())
    table = ForkTable(seated, names, moment, ways, replicates, switched)
    count = len(names)
    plan = [(layout, 0, *((seat + layout) % count for seat in range(count))) for layout in range(count)]
    return table.play(np.array(plan, np.int64), 7, 0, deals)


def rows(results: Any) -> list[tuple[Any, ...]]:
    """Results as they are stored."""
    kept: list[tuple[Any, ...]] = np.asarray(results)[list(BUNDLE.result_types())].ravel().tolist()
    return kept


def actions(name: str, deals: int, every: int = 9) -> Iterator[OpenGame]:
    """Random games, stopped every so many decisions where an action is to be decided."""
    chance = random.Random(5)
    game = OpenGame(BUNDLE, load(name).record())
    for deal in range(deals):
        game.deal(3, deal, 0)
        wait = chance.randrange(every)
        while game.mover >= 0:
            if wait <= 0 and FORKING.begins(game.table):
                yield game
                wait = every
            game.take(chance.randrange(len(game.moves())))
            wait -= 1


def decreed(table: Any, what: str, value: int) -> Any:
    """A copy of a table after a decree for the player to move."""
    twin = records(BUNDLE.game.table, 1)
    twin[0] = table
    FORKING.intervene(twin[0], int(table["seen"]["to_move"]), FORKING.changes.index(what) + 1, value)
    return twin[0]


# ---- Decrees ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["standard", "three"])
def test_a_table_adds_up_after_every_decree(name: str) -> None:
    """Every card is somewhere once, nobody is out of the fight, and nothing else has changed."""
    seen_fetched = set()
    for game in actions(name, 2):
        before, mover = game.table, int(game.table["seen"]["to_move"])
        for what, value in [("behind", 0), ("behind", 1), ("behind", 2), ("facing", 1), ("wounds", 99), ("cards", 2)]:
            after = decreed(before, what, value)
            check_cards(after, ())
            assert after["seen"]["alive"] == before["seen"]["alive"]
            assert after["seen"]["over"] == 0
        for card in ORDER.values():
            seen_fetched.add(check_fetch(before, decreed(before, "drawn", card), mover, card - 1))
            check_lost(before, decreed(before, "lost", card), mover, card - 1)
    assert seen_fetched >= {"pile", "discards", "bottom"}


def check_fetch(before: Any, after: Any, mover: int, card: int) -> str:
    """A card more in hand and one less in the pile, whose order is as it was; tells where it came from."""
    check_cards(after, ())
    slots = before["seen"]["rules"]["slot"][before["seen"]["place"][mover]]
    held = [codes(each, mover, each["hands"][mover]) for each in (before, after)]
    left, now = pile(before, mover), pile(after, mover)
    if not left:
        assert held[0] == held[1]
        return "none"
    new = list(held[1])
    for one in held[0]:
        new.remove(one)
    assert len(new) == 1
    if card in [code for slot in left for code in codes(before, mover, 1 << slot)]:
        assert new == [card]
        at = len(left) - 1 - left[::-1].index(int(slots[card]))
        assert now == left[:at] + left[at + 1 :]
        return "pile"
    assert now == left[1:]
    if new == [card]:
        return "discards"
    assert card not in codes(before, mover, before["seen"]["discarded"][mover])
    return "bottom"


def check_lost(before: Any, after: Any, mover: int, card: int) -> None:
    """A copy goes from the hand to the discards, if there is one."""
    check_cards(after, ())
    held, now = (codes(each, mover, each["hands"][mover]) for each in (before, after))
    assert held.count(card) - now.count(card) == (card in held)
    assert len(held) - len(now) == (card in held)
    assert pile(before, mover) == pile(after, mover)


def test_who_is_behind_faces_front_and_the_next_dragon_tail() -> None:
    """Told from the mover; and the holder that is noted is he."""
    for game in actions("three", 3):
        mover, count = int(game.table["seen"]["to_move"]), players(game.table)
        for value in range(count + 1):
            after = decreed(game.table, "behind", value)
            found = np.zeros(1, np.int8)
            FORKING.holders(after, mover, found)
            alive = [seat for seat in range(count) if after["seen"]["alive"] >> seat & 1]
            facing = [int(after["seen"]["facing"][seat]) for seat in alive]
            seat = (mover + value - 1) % count
            if value == 0 or seat not in alive:
                assert facing == [FRONT] * len(alive)
                assert found[0] == 0
            else:
                assert sorted(facing) == [FRONT] * (len(alive) - 1) + [TAIL]
                assert after["seen"]["facing"][alive[(alive.index(seat) + 1) % len(alive)]] == TAIL
                assert found[0] == value


def test_wounds_by_decree_stop_before_the_last() -> None:
    """However many; and those that are lost stop at none."""
    game = next(actions("standard", 1))
    mover = int(game.table["seen"]["to_move"])
    health = int(game.table["seen"]["power"][mover]["health"])
    assert decreed(game.table, "wounds", 99)["seen"]["wounds"][mover] == health - 1
    assert decreed(game.table, "wounds", -99)["seen"]["wounds"][mover] == 0


# ---- Arms ------------------------------------------------------------------------------------------------------


def test_wounds_lose_games_and_a_place_behind_the_rival_wins_them() -> None:
    """Over two hundred forks of greedy against himself, where whoever faces tail cannot attack."""
    ways = arms(BUNDLE, ["wounds=8", "behind=mover", "behind=opponent"], "as it is", EFFECTIVE)
    found = forked("uniform-turn", ways, ("greedy", "greedy"), deals=100, settings=TAIL_IS_DEADLY)
    won = (found.results["winner"][:, :, 0] == found.forks["seat"][:, None]).mean(axis=0)
    assert won[1] < won[0] - 0.1
    assert won[2] > won[3] + 0.05


def test_other_rules_from_the_first_decision_are_a_game_under_those_rules() -> None:
    """Where they say nothing of how a game is set up; for cards in hand and for the limit of the first turn."""
    settings = ("first_turn.limit=none", "pack.actions.claw_attack.wounds=4")
    other = load("standard", settings).record()
    found = forked("first", (AS_IT_IS, Arm("other", rules=settings)), switched=[other], deals=40)
    assert (found.forks["turn"] == 0).all()
    under = forked("first", (AS_IT_IS,), settings=settings, deals=40)
    assert rows(found.results[:, 1]) == rows(under.results[:, 0])
    assert rows(found.results[:, 0]) == rows(found.parents) != rows(under.parents)


def test_a_card_that_is_switched_in_play_counts_at_once() -> None:
    """Ground cards that besiege tenfold banish whoever is besieged, or not: the siege is counted anew."""
    other = load("standard", ("pack.grounds.sappers.lair_attack=20",)).record()
    tables = records(BUNDLE.game.table, 1)
    tables["seen"]["rules"] = other
    banished = 0
    for game in actions("standard", 8):
        twin = records(BUNDLE.game.table, 1)
        twin[0] = game.table
        FORKING.switch(twin[0], tables[0])
        sappers = int(spell(EFFECTIVE, "drawn", "sappers")) - 1
        against = [
            rival for owner in range(2) for rival in range(2)
            if sappers in codes(game.table, owner, game.table["seen"]["grounds"][owner, rival])
        ]  # fmt: skip
        assert bool(twin[0]["seen"]["over"]) == bool(against)
        banished += bool(against)
    assert banished > 0


# ---- Moments and kinds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "act"), [("played-claw_attack", PLAY), ("topped-quick_turn", TOP)])
def test_a_card_is_forked_where_it_is_first_played_or_topped_with(word: str, act: int) -> None:
    """As the logs of the same games tell."""
    moment = spell(EFFECTIVE, "at", word)
    found = forked(moment, (AS_IT_IS,), deals=20)
    card = int(spell(EFFECTIVE, "drawn", word.partition("-")[2])) - 1
    expected = {}
    for game in engine_logs("dragon", load("standard"), ("greedy", "random"), 7, 0, 20):
        for turn, row in enumerate(game.turns):
            if row["act"] == ("play", "top")[act == TOP] and row["card"] == card:
                expected[game.row["deal_id"], game.row["arm"]] = turn
                break
    told = {(int(f["deal"]), int(f["member"])): int(f["turn"]) for f in found.forks}
    assert told == expected
    assert len(expected) > 10


def test_words_about_cards_are_looked_up() -> None:
    """In arms and moments; others stay as they are, and an unknown card is refused with the nearest."""
    assert spell(EFFECTIVE, "play", "pass") == "pass"
    assert spell(EFFECTIVE, "play", "claw_attack").startswith("card-")
    assert spell(EFFECTIVE, "play", "top-claw_attack").startswith("top-")
    assert spell(EFFECTIVE, "facing", "tail") == str(FACINGS.index("tail"))
    with pytest.raises(BadInput, match="claw_atack: is not a card of the pack; did you mean 'claw_attack'"):
        spell(EFFECTIVE, "drawn", "claw_atack")
    with pytest.raises(BadInput, match="at 'played-claw_atack': not known; did you mean 'played-claw_attack'"):
        spell(EFFECTIVE, "at", "played-claw_atack")
    with pytest.raises(BadInput, match="at 'xxx': not known; allowed: uniform-turn, first, tail, a card, played-CARD"):
        spell(EFFECTIVE, "at", "xxx")


# ---- What nobody knows -----------------------------------------------------------------------------------------


def test_only_the_order_of_piles_is_laid_out_anew() -> None:
    """Hands and what lies open stay; the pile has the same cards."""
    stream = records(STREAM, 1)[0]
    address(stream, np.uint64(1), 2, 3)
    moved = 0
    for game in actions("standard", 3):
        twin = records(BUNDLE.game.table, 1)
        twin[0] = game.table
        FORKING.rearrange(twin[0], stream)
        for seat in range(2):
            assert sorted(pile(twin[0], seat)) == sorted(pile(game.table, seat))
            moved += pile(twin[0], seat) != pile(game.table, seat)
        assert twin[0]["seen"].tobytes() == game.table["seen"].tobytes()
        assert twin[0]["hands"].tobytes() == game.table["hands"].tobytes()
    assert moved > 0


def test_all_orders_of_a_pile_are_laid_out_alike_often() -> None:
    """Where each card of a short pile comes to lie, over 2,000 layouts; equal draws lay equal piles out alike."""
    game, stream = OpenGame(BUNDLE, load("standard").record()), records(STREAM, 1)[0]
    game.deal(1, 0)
    game.table["seen"]["left"] = 5
    first, other = records(BUNDLE.game.table, 1), records(BUNDLE.game.table, 1)
    place, slots = game.table["seen"]["place"][0], game.table["orders"][game.table["seen"]["place"][0]][:5].copy()
    counts = np.zeros((5, 5), np.int64)
    for number in range(2_000):
        first[0], other[0] = game.table, game.table
        other[0]["orders"][place, :5] = slots[::-1]
        for twin in (first, other):
            address(stream, np.uint64(9), number, 0)
            FORKING.mix_chance(twin[0], stream)
        laid = first[0]["orders"][place, :5].tolist()
        assert laid == other[0]["orders"][place, :5].tolist()
        for at, card in enumerate(laid):
            counts[slots.tolist().index(card), at] += 1
    assert counts.sum(axis=0).tolist() == [2_000] * 5
    assert chisquare(counts.ravel(), ddof=8).pvalue > 1e-4  # rows and columns are fixed


def test_opening_hands_are_counted_by_type() -> None:
    """Seven cards and those that the first player draws by agility, some of them of a special type besides."""
    counts = opening_hands(replace(lineup("dragon", "random"), rules=load("standard").record()), 1, 20)
    assert counts.shape == (20, 2, len(FIXED_TYPES))
    assert (counts.sum(axis=2) >= 7).all()
    assert len(SEATS) >= counts.shape[1]
