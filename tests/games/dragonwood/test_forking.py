"""Dragonwood forked: decrees leave a table that adds up, arms share what is to come, moments come when they should."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from dhstats.engine.stream import STREAM, address
from dhstats.errors import BadInput
from dhstats.games.dragonwood.forks import FORKING, KINDS
from dhstats.games.dragonwood.table import ACTS, ENHANCEMENTS, N_CREATURES, NOBODY, TITLES
from dhstats.players.match import records
from dhstats.players.positions.forks import Arm, opening_hands
from tests.games.dragonwood.contract import check_cards, held, pile, wood
from tests.games.dragonwood.forked import (
    A_TURN,
    MOVER_GETS,
    NOBODY_GETS,
    OPPONENT_GETS,
    TARGETS,
    between_turns,
    check,
    copy,
    count_of,
    decree,
    forked,
    margins,
    plan_of,
    rows,
    scores,
)
from tests.games.dragonwood.positions import BUNDLE, Position, bits, rule_set, title
from tests.games.logs import engine_logs, lineup
from tests.harness import OpenGame

RULES = ("two", "three", "four")
AS_IT_IS, FORCED = Arm("as it is"), Arm("forced", forced=True)
SIDES = (MOVER_GETS, NOBODY_GETS, OPPONENT_GETS)
# What a card that was handed over may change of a table, besides the place where it lay.
OF_HOLDERS = {"owned", "captured", "points", "creatures", "won", "dragon_holder", "leader", "last_leader"}
OF_HOLDERS |= {"lead_since", "lead_changes"}


def hand_over(name: str) -> tuple[Arm, ...]:
    """A card to the mover, to nobody, to the opponent."""
    return tuple(Arm(f"{name} {side}", ((name, side),)) for side in SIDES)


# ---- Decrees -----------------------------------------------------------------------------------------------------


def differing(one: Any, other: Any) -> set[str]:
    """The names of the fields in which two tables differ."""
    found = {name for name in one.dtype.names if name != "seen" and one[name].tobytes() != other[name].tobytes()}
    seen = one["seen"].dtype.names
    return found | {name for name in seen if one["seen"][name].tobytes() != other["seen"][name].tobytes()}


@pytest.mark.parametrize("rules", RULES)
def test_a_table_adds_up_after_every_decree(rules: str) -> None:
    """Every card to everybody, and to nobody, on the way of a random game: recounted, and nothing else has changed."""
    places: Counter[str] = Counter()
    for game in between_turns(rule_set(rules, ("dice.faces=[4,5]",)), 33, 1, every=151):
        table = game.table
        players = int(table["seen"]["rules"]["players"])
        for number, name in enumerate(TARGETS):
            before = count_of(table, number)
            after = [decree(table, name, value) for value in range(players + 1)]
            for value, changed in enumerate(after):
                places[check_hand_over(table, changed, number, value)] += 1
            for one in after[1:]:
                assert differing(after[0], one) <= OF_HOLDERS, (name, before)
    wanted = {"landscape", "pile", "outside", "mover", "another"}
    assert set(places) == wanted, places


def check_hand_over(before: Any, after: Any, number: int, value: int) -> str:
    """Checks a table after a card went to somebody; tells where it came from."""
    seen = before["seen"]
    players, mover = int(seen["rules"]["players"]), int(seen["to_move"])
    ours, theirs = count_of(before, number), count_of(after, number)
    getter = f"player {(mover + value - 1) % players}" if value else ""
    moved = Counter(theirs)
    moved.subtract(ours)
    if getter:
        moved[getter] -= 1
    changes = {place: n for place, n in moved.items() if n}
    assert set(changes.values()) <= {-1}
    assert len(changes) <= 1
    source = next(iter(changes), "outside")
    if source == "outside":  # there was one more than is on the table
        assert sum(ours.values()) < seen["rules"]["copies"][number]
        assert not ours["landscape"]
        assert not ours["pile"]
    if source.startswith("player"):
        assert set(ours) <= {f"player {seat}" for seat in range(players)}
        assert ours[f"player {mover}"] == 0 or source == f"player {mover}"
    check_others(before, after, number, from_pile=source == "pile")
    gone = int(value == NOBODY_GETS and number in bits(seen["rules"]["dragons"]))
    check(after, seen["revealed"], gone)
    return "mover" if source == f"player {mover}" else "another" if source.startswith("player") else source


def check_others(before: Any, after: Any, number: int, *, from_pile: bool) -> None:
    """All other cards lie where they lay, in their order, and dice and decks to come are the same."""
    others = [other for other in range(len(TARGETS)) if other != number]
    assert all(count_of(before, other) == count_of(after, other) for other in others)
    left = wood(before)
    if from_pile:
        del left[len(left) - 1 - left[::-1].index(number)]
    assert wood(after) == left
    same = ("hands", "pile", "dice", "renewal", "passed")
    assert all(before[name].tobytes() == after[name].tobytes() for name in same)


def set_out(hand: str, landscape: str, coming: str = "", *settings: str) -> Position:
    """Two players, the mover with this hand, the other with one card, over a landscape and cards to come."""
    place = Position(rule_set("two", settings))
    place.set_hands(hand, "b1")
    place.set_landscape(landscape, coming)
    return place


def change(place: Position, name: str, value: int) -> None:
    """A decree for the player to move."""
    FORKING.intervene(place.table, place.mover, FORKING.changes.index(name) + 1, value)


def test_a_gap_is_filled_at_the_end_of_the_turn() -> None:
    """From the top of the pile, with the same cards whoever got the one that is gone."""
    for side in SIDES:
        place = set_out("r1 r2", "silver_sword fire_ants crazy_bats", "hungry_bear wild_boar angry_ogre grumpy_troll")
        place.seen["rules"]["landscape"] = 3
        change(place, "silver_sword", side)
        assert place.landscape() == "crazy_bats fire_ants"
        assert not any("silver_sword" in move for move in place.moves())
        place.play("reload")
        assert place.landscape() == "crazy_bats fire_ants hungry_bear"
        assert [place.owned(seat) for seat in (0, 1)] == [
            "silver_sword" if side == MOVER_GETS else "",
            "silver_sword" if side == OPPONENT_GETS else "",
        ]


def test_an_enhancement_that_was_given_helps_at_once() -> None:
    """The sword adds to the mover's strike in the very turn."""
    place = set_out("r1", "hungry_bear silver_sword")
    change(place, "silver_sword", MOVER_GETS)
    place.roll(4).play("strike hungry_bear r1")
    assert place.row["total"] == 6


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("ends", [True, False])
def test_the_last_dragon_ends_the_game(side: int, ends: bool) -> None:
    """Given away or gone, no dragon is left to capture; in all arms alike, where the rules end the game so."""
    place = set_out("r1", "orange_dragon fire_ants", "hungry_bear", *(() if ends else ("end.dragons=false",)))
    place.set_captured(1, "blue_dragon")
    change(place, "orange_dragon", side)
    assert (place.mover < 0) == ends
    result = place.result()
    assert result["dragons"] == 1 + (side != NOBODY_GETS)
    assert result["dragon_holder"] == {MOVER_GETS: 0, NOBODY_GETS: NOBODY, OPPONENT_GETS: 1}[side]
    if ends:
        assert (result["end_reason"], result["ended_by"]) == ("dragons", 0)


@pytest.mark.parametrize(("mover", "left"), [(0, 0), (1, 1)])
def test_the_round_is_played_out_where_rules_say_so(mover: int, left: int) -> None:
    """The last dragon by decree: the game is over before a new round, else with the turns that the others had."""
    place = set_out("r1", "orange_dragon fire_ants", "hungry_bear", "end.full_rounds=true")
    place.table["dragons_left"] = 1
    if mover:
        place.play("reload")
    change(place, "orange_dragon", MOVER_GETS)
    for _ in range(left):
        assert place.mover == mover
        place.play("reload")
    assert place.mover < 0
    result = place.result()
    assert (result["turns_first"], result["turns_second"]) == (left, left)
    assert result["end_reason"] == "dragons"


def test_a_dragon_that_is_gone_need_not_be_captured() -> None:
    """With the blue dragon out of the game by decree, capturing the orange one ends it."""
    coming = "hungry_bear blue_dragon wild_boar"
    place = set_out("r1", "orange_dragon fire_ants", coming, "creatures.orange_dragon.strike=1")
    change(place, "blue_dragon", NOBODY_GETS)
    assert wood(place.table) == [title("wild_boar"), title("hungry_bear")]
    place.play("strike orange_dragon r1")
    assert place.result()["end_reason"] == "dragons"
    assert place.result()["dragons"] == 1


def test_points_by_decree_are_in_the_lead() -> None:
    """Points come to the mover's pile, and who leads is known at once."""
    for game in between_turns(rule_set("three", ()), 9, 4):
        mover = int(game.table["seen"]["to_move"])
        given = [0, 0, 0, 0]
        given[mover] = 40
        changed = decree(game.table, "points", 40)
        check(changed, game.table["seen"]["revealed"], given=given)
        assert changed["leader"] == mover


def test_cards_by_decree_come_from_below() -> None:
    """The next cards of the pile stay what they are; no ladybug comes, no hand grows beyond its limit, none is lost."""
    full = 0
    for game in between_turns(rule_set("two", ("hand.limit=6",)), 3, 12, every=23):
        table = game.table
        mover = int(table["seen"]["to_move"])
        room = int(table["seen"]["rules"]["hand_limit"]) - len(held(table, mover))
        for wanted in (1, 3):
            changed = decree(table, "cards", wanted)
            came = set(held(changed, mover)) - set(held(table, mover))
            assert set(held(table, mover)) <= set(held(changed, mover))
            assert len(came) <= min(wanted, room)
            full += room < wanted
            if len(pile(table)) > 8:
                assert len(came) == min(wanted, room)
                assert came <= set(pile(table)[:8])
                kept = [card for card in pile(table) if card not in came]
                assert pile(changed) == kept
            changed["seen"]["hand"] = 0
            check_adventurers(changed)
    assert full


def check_adventurers(table: Any) -> None:
    """Every adventurer card is in a hand, in the pile or among the discards."""
    points = [{"seat": seat, "points": int(n)} for seat, n in enumerate(table["seen"]["points"])]
    check_cards(table, points)


def test_a_pile_that_runs_short_gives_discards() -> None:
    """The next card stays; then the first discard comes, and where there is none nothing does."""
    place = Position(rule_set("two", ()))
    place.set_hands("r1", "b1")
    place.set_pile("g5 *", "o7 p3")
    for hand, left in (("r1 o7", "p3"), ("r1 o7 p3", ""), ("r1 o7 p3", "")):
        change(place, "cards", 1)
        assert place.hand(0) == hand
        assert place.pile() == "g5 *"
        assert place.discards() == left
    assert place.hand_sizes() == [3, 1]


# ---- Whole games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["uniform-turn", "open-fire_ants", "captured-crazy_bats"])
@pytest.mark.parametrize(
    ("rules", "players"),
    [("two", ("random", "greedy")), ("three", ("random", "greedy", "random")), ("four", ("greedy", *["random"] * 3))],
)
def test_arms_that_change_nothing_are_the_games_of_the_ordinary_loop(
    rules: str, players: tuple[str, ...], moment: str
) -> None:
    """Column by column, whatever arms are played between; for two, three and four."""
    upheaval = Arm("upheaval", (("points", 9), *((name, 1) for name in ("silver_sword", "blue_dragon"))))
    found = forked(moment, (upheaval, AS_IT_IS, FORCED), players, rules=rules, deals=8)
    assert len(found.forks) >= 8
    logs = engine_logs("dragonwood", rule_set(rules, ()), players, 7, 0, 8)
    for at, fork in enumerate(found.forks):
        game = logs[int(fork["deal"]) * len(players) + int(fork["member"])]
        told = {name: game.row[name] for name in ("winner", "turns", "score_first", "rank_second", "lead_since")}
        assert {name: found.parents[at][name] for name in told} == told
        assert fork["length"] == len(game.turns)
        row = game.turns[int(fork["turn"])]
        assert row["seat"] == fork["seat"] == row["mover"]
        assert row["act"] in ACTS[:5]
        starts = sum(each["act"] in ACTS[:5] for each in game.turns[: int(fork["turn"])])
        assert fork["begun"] == starts
    assert rows(found.results[:, 1]) == rows(found.results[:, 2]) == rows(found.parents)
    assert rows(found.results[:, 0]) != rows(found.parents)


def test_turns_are_drawn_by_lot_and_not_decisions() -> None:
    """Every turn of a game is as likely, however many decisions it takes."""
    forks = forked("uniform-turn", (), deals=1500).forks
    logs = engine_logs("dragonwood", rule_set("two", ()), ("random", "random"), 7, 0, 40)
    counts = [sum(row["act"] in ACTS[:5] for row in game.turns) for game in logs]
    assert (forks["begun"][: len(counts)] < counts).all()
    places = (forks["begun"] + np.random.default_rng(1).random(len(forks))) / turns_of(len(forks) // 2)
    assert chisquare(np.histogram(places, 15, (0, 1))[0]).pvalue > 1e-3


def turns_of(deals: int) -> Any:
    """How many turns began in each game."""
    from dhstats.players.match import Match
    from tests.harness import in_rows

    match = Match(lineup("dragonwood", "random"), ("random", "random"))
    results, events = in_rows(match, plan_of(2), 7, 0, deals)
    games = np.repeat(np.arange(len(results)), results["logged_turns"])
    return np.bincount(games, weights=events["act"] < 5)


def test_moments_come_when_the_table_says_so() -> None:
    """Open: the first turn of a player with cards while the title lies there. Captured: the first with one captured."""
    players = ("random", "random")
    names = ("silver_sword", "friendly_bunny", "hungry_bear", "crazy_bats", "blue_dragon")
    game, record = OpenGame(BUNDLE, rule_set("two", ()).record()), rule_set("two", ()).record()
    logs = engine_logs("dragonwood", rule_set("two", ()), players, 7, 0, 10)
    expected: dict[str, dict[int, int]] = {f"{what}-{name}": {} for what in ("open", "captured") for name in names}
    for number, log in enumerate(logs):
        game.deal(7, number // 2, number % 2)
        assert game.table["seen"]["rules"] == record
        for turn, row in enumerate(log.turns):
            note_moments(game, number, turn, names, expected)
            game.take(choice_of(game, row))
    for moment, turns in expected.items():
        found = forked(moment, (), players, deals=10)
        games = (found.forks["deal"] * 2 + found.forks["member"]).tolist()
        assert dict(zip(games, found.forks["turn"].tolist(), strict=True)) == turns, moment
    rare = [moment for moment, turns in expected.items() if len(turns) < 3]
    assert set(rare) <= {"open-blue_dragon", "captured-blue_dragon", "captured-silver_sword"}, rare


def note_moments(
    game: OpenGame, number: int, turn: int, names: Sequence[str], expected: dict[str, dict[int, int]]
) -> None:
    """Notes the moments that have come at this decision of a game."""
    seen = game.table["seen"]
    if seen["phase"] != A_TURN:
        return
    for name in names:
        places = count_of(game.table, title(name))
        if places["landscape"] and held(game.table, game.mover):
            expected[f"open-{name}"].setdefault(number, turn)
        if any(place.startswith("player") for place in places):
            expected[f"captured-{name}"].setdefault(number, turn)


def choice_of(game: OpenGame, row: dict[str, Any]) -> int:
    """Which of the options a logged turn played."""
    used = row["used"]
    for at, (act, target, cards, spent, die) in enumerate(game.moves()):
        told = (ACTS[act], TITLES[target] if target >= 0 else None, cards, spent, die)
        if told == (row["act"], row["target"], row["cards"], used, row["die"]):
            return at
    raise AssertionError(row)


def test_a_moment_that_never_comes() -> None:
    """Greedy players capture no enhancement: no forks, all parents counted."""
    found = forked("captured-silver_sword", hand_over("silver_sword"), ("greedy", "greedy"), replicates=2)
    assert (found.games, len(found.forks), found.results.shape) == (40, 0, (0, 3, 2))


NOTHING = ("adds_to_strike=0", "adds_to_stomp=0", "adds_to_scream=0", "dice=0", "rerolls=false", "wild=false")


@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "random")])
def test_a_card_without_effect_is_worth_nothing(name: str, players: tuple[str, ...]) -> None:
    """An enhancement that does nothing, a creature without points or bonus: exactly zero in every twin."""
    if name in ENHANCEMENTS:
        settings = tuple(f"enhancements.{name}.{key}" for key in (*NOTHING, "once=false"))
    else:
        settings = (f"creatures.{name}.points=0", "score.bonus=0", "score.tied_bonus=0", "score.ties=nobody")
    found = forked("uniform-turn", hand_over(name), players, settings=settings, deals=6, replicates=2)
    assert len(found.forks) == 12
    for values in (margins(found), scores(found), found.results["turns"]):
        assert (values == values[:, :1]).all()
    owned = "enhancements_first" if name in ENHANCEMENTS else "creatures_first"
    assert (found.results[owned][:, 0] != found.results[owned][:, 2]).any()


@pytest.mark.parametrize("name", ["cloak_of_darkness", "lucky_mushroom", "orange_dragon", "angry_ogre"])
def test_a_card_with_an_effect_is_worth_something(name: str) -> None:
    """To the mover it is better than to nobody, and that than to the opponent."""
    found = forked("uniform-turn", hand_over(name), ("greedy", "greedy"), deals=60)
    mover, nobody, opponent = margins(found)[:, :, 0].T.mean(axis=1)
    assert mover > nobody > opponent


def test_replicates_lay_out_anew_what_nobody_knows() -> None:
    """The same in every arm, other than in the parent."""
    arms = (AS_IT_IS, *hand_over("silver_sword"), AS_IT_IS)
    found = forked("uniform-turn", arms[1:], deals=10, replicates=4)
    again = forked("uniform-turn", (Arm("one"), *arms[1:2], Arm("two")), deals=10, replicates=4)
    assert np.array_equal(found.results[:, 0], again.results[:, 1])
    assert np.array_equal(again.results[:, 0], again.results[:, 2])
    assert rows(again.results[:, 0, 0]) == rows(again.parents)
    early = again.forks["turn"] < 0.7 * again.forks["length"]
    assert rows(again.results[early, 0, 1]) != rows(again.results[early, 0, 2])


@pytest.mark.parametrize(("rules", "players"), [("three", 3), ("four", 4)])
def test_a_card_goes_to_any_of_several_opponents(rules: str, players: int) -> None:
    """The opponent is the next player, the others follow in their order; whoever gets it ends with it."""
    arms = [Arm(f"to {value}", (("silver_sword", value),)) for value in range(players + 1)]
    found = forked("uniform-turn", arms, ("greedy",) * players, rules=rules, deals=6)
    for value in range(1, players + 1):
        getter = (found.forks["seat"] + value - 1) % players
        ended = found.results[:, value, 0]
        counts = np.stack([ended[f"enhancements_{seat}"] for seat in ("first", "second", "third", "fourth")])
        assert (np.take_along_axis(counts, getter[None], axis=0) == 1).all()
        assert (counts[:players].sum(axis=0) == 1).all()  # greedy players capture none themselves
    assert (found.results["enhancements_first"][:, 0] == 0).all()


# ---- What nobody knows -------------------------------------------------------------------------------------------


def rearranged(table: Any, replicate: int) -> Any:
    """A copy of a table with what nobody knows laid out anew."""
    twin, streams = copy(table), records(STREAM, 1)
    address(streams[0], np.uint64(3), 0, replicate)
    FORKING.rearrange(twin, streams[0])
    return twin


@pytest.mark.parametrize("rules", RULES)
def test_only_what_nobody_knows_is_laid_out_anew(rules: str) -> None:
    """Both piles with the box, the dice and new decks; all that lies open and all hands stay."""
    for game in between_turns(rule_set(rules, ()), 4, 6, every=29):
        table = game.table
        twin = rearranged(table, 1)
        assert differing(table, twin) <= {"pile", "wood_pile", "dice", "renewal"}
        assert sorted(pile(twin)) == sorted(pile(table))
        unseen = Counter(wood(twin))
        dragons = bits(table["seen"]["rules"]["dragons"])
        copies, revealed = table["seen"]["rules"]["copies"], table["seen"]["revealed"]
        assert all(n <= copies[t] - revealed[t] for t, n in unseen.items())
        assert all(unseen[dragon] == copies[dragon] - revealed[dragon] for dragon in dragons)
        low = {"two": 16, "three": 17, "four": 18}[rules]
        assert all(at < low for at, card in enumerate(wood(twin)) if card in dragons)
        check_adventurers(twin)


def test_unseen_cards_lie_uniformly() -> None:
    """Every unseen card is as likely on top, of the pile or of the box, dragons left out."""
    game = OpenGame(BUNDLE, rule_set("two", ()).record())
    game.deal(1, 1)
    tops: Counter[int] = Counter()
    for replicate in range(4000):
        tops[wood(rearranged(game.table, replicate))[-1]] += 1
    seen = game.table["seen"]
    unseen = [int(n) for n in seen["rules"]["copies"] - seen["revealed"]]
    for dragon in ("blue_dragon", "orange_dragon"):
        unseen[title(dragon)] = 0
    expected = np.array(unseen) * 4000 / sum(unseen)
    counted = np.array([tops[number] for number in range(len(TITLES))])
    assert chisquare(counted[expected > 0], expected[expected > 0]).pvalue > 1e-3


def test_dragons_lie_anywhere_once_the_whole_deck_was_shuffled() -> None:
    """Where events met at set-up are shuffled in again, dragons may have come to lie at any depth; else they are low."""
    game = OpenGame(BUNDLE, rule_set("two", ("setup.events=reshuffled",)).record())
    seen, met = game.table["seen"], set()
    for deal in range(20):
        game.deal(1, deal)
        if seen["mixed"] in met or seen["revealed"][title("blue_dragon")]:
            continue
        met.add(int(seen["mixed"]))
        places = int(seen["wood_left"]) if seen["mixed"] else 16
        depths = Counter(wood(rearranged(game.table, k)).index(title("blue_dragon")) for k in range(4000))
        assert set(depths) == set(range(places))
        assert chisquare(list(depths.values())).pvalue > 1e-3
    assert met == {0, 1}


# ---- Kinds of moves, rules from here on, opening hands -------------------------------------------------------------


def test_kinds_are_what_they_are_called() -> None:
    """Every legal move of random games against the names of its act and its target."""
    chance, met = random.Random(2), set()
    game = OpenGame(BUNDLE, rule_set("simple", ("spell.allowed=true",)).record())
    for deal in range(2):
        game.deal(11, deal)
        while game.mover >= 0:
            moves, view = game.moves(), game.view(game.mover)
            for at in chance.sample(range(len(moves)), min(3, len(moves))):
                act, target = moves[at][:2]
                names = {ACTS[act]}
                if target >= 0:
                    names |= {TITLES[target], "enhancement" if target >= N_CREATURES else "creature"}
                    names |= {"dragon"} if TITLES[target].endswith("_dragon") else set()
                move = game.options["moves"][at]
                assert {kind for number, kind in enumerate(KINDS, 1) if FORKING.is_of_kind(view, move, number)} == names
                met |= names
            game.take(chance.randrange(len(moves)))
    assert {*ACTS[:4], "discard", "creature", "enhancement", "dragon"} <= met


def test_nothing_is_decreed_in_the_middle_of_a_turn() -> None:
    """At a decision within a turn a move can be another one, but no card changes its place and no rule is switched."""
    log = engine_logs("dragonwood", rule_set("two", ()), ("random", "random"), 7, 0, 1)[0]
    middle = next(turn for turn, row in enumerate(log.turns) if row["act"] == "discard")
    begins = next(turn for turn, row in enumerate(log.turns) if row["act"] == "reload")
    single: dict[str, Any] = {"deals": 1, "replicates": 2}
    for turn, changed, count in ((middle, True, 0), (middle, False, 1), (begins, True, 1)):
        arms = hand_over("silver_sword") if changed else (Arm("discard", kind="discard"), AS_IT_IS)
        found = forked(turn, arms, **single)
        first = [fork for fork in found.forks if fork["member"] == 0]
        assert len(first) == count, (turn, changed)


@pytest.mark.parametrize(
    "setting",
    ["attempt.wounds=0", "score.bonus=9", "reload.draws=2", "creatures.crazy_bats.points=9", "dice.faces=[1,1,2,3]"],
)
def test_rules_from_the_first_turn_on_are_those_of_the_whole_game(setting: str) -> None:
    """Switched before the first decision a game is one under these rules, column by column."""
    other = rule_set("two", (setting,))
    arm = Arm("other", rules=(setting,))
    found = forked(0, (arm,), deals=10, switched=(other.record(),))
    assert len(found.forks) > 10
    whole = forked("uniform-turn", (AS_IT_IS,), settings=(setting,), deals=10)
    games = (found.forks["deal"] * 2 + found.forks["member"]).tolist()
    assert rows(found.results[:, 0]) == rows(whole.parents[games])
    assert rows(found.results[:, 0]) != rows(found.parents)


def test_points_of_captured_cards_are_counted_anew() -> None:
    """With bats worth nine from a turn on, all that were captured count nine at the end; ties go where rules say."""
    other = rule_set("two", ("creatures.crazy_bats.points=9", "score.ties=crazy_bats")).record()
    for game in between_turns(rule_set("two", ()), 6, 6):
        tables = records(BUNDLE.game.table, 1)
        tables["seen"]["rules"] = other
        twin = copy(game.table)
        FORKING.switch(twin, tables[0])
        check(twin, game.table["seen"]["revealed"])
        bats = twin["seen"]["captured"][:, title("crazy_bats")]
        assert (twin["dragon_holder"] >= 0) == bats.any()


def test_opening_hands_are_counted_by_number() -> None:
    """A row for every place, a column for every number; all five cards of a hand."""
    counts = opening_hands(lineup("dragonwood", "random"), 7, 20)
    assert counts.shape == (20, 2, 12)
    game = OpenGame(BUNDLE, rule_set("two", ()).record())
    for deal in range(20):
        game.deal(7, deal)
        for seat in (0, 1):
            numbers = Counter(card % 12 for card in held(game.table, seat))
            assert counts[deal, seat].tolist() == [numbers[number] for number in range(12)]


# ---- What is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arm", "settings", "told"),
    [
        (Arm("x", (("silver_sword", 3),)), (), "arm 'x': there is no opponent2 among 2 players"),
        (Arm("x", (("silver_sword", 5),)), (), "silver_sword must be from 0 to 4, not 5"),
        (Arm("x", (("silver_sword", 1),)), ("enhancements.silver_sword.copies=0",), "there is no silver sword under"),
        (Arm("x", (("cards", 0),)), (), "cards must be from 1 to 10, not 0"),
        (Arm("x", (("silversword", 1),)), (), "did you mean 'silver_sword'"),
        (Arm("x", (("silver_sword", 2),), forced=True), (), "may cost the cards of its first move"),
        (Arm("x", kind="stroke"), (), "did you mean 'strike'"),
    ],
)
def test_what_cannot_be_asked(arm: Arm, settings: tuple[str, ...], told: str) -> None:
    """In one line that says what is wrong."""
    with pytest.raises(BadInput) as caught:
        forked("uniform-turn", (arm,), settings=settings, deals=1)
    assert told in str(caught.value)


def test_moments_and_things_fit_the_engine() -> None:
    """Every card that can be captured has both moments and can be handed over."""
    assert FORKING.things == TARGETS
    assert len(FORKING.moments) == 2 * len(TARGETS)
    assert len(FORKING.ranges) == len(FORKING.changes)
    assert [item.change for item in BUNDLE.items(rule_set("two", ()).record())] == [
        *ENHANCEMENTS, "blue_dragon", "orange_dragon", *TITLES[: N_CREATURES - 2]
    ]  # fmt: skip
