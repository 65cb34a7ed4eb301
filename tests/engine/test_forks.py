"""Forks: games that are copied, changed by decree and played on, against the ordinary loop and the plain rules."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dhstats.engine.arms import MAX_THINGS
from dhstats.engine.strategy import Strategy, from_file
from dhstats.engine.stream import STREAM, address
from dhstats.errors import BadInput
from dhstats.games.dragonheart.players import features, inputs
from dhstats.games.dragonheart.referee import tabletop
from dhstats.games.dragonheart.referee.chronicle import unpacked
from dhstats.games.dragonheart.referee.tabletop import Play, Tabletop
from dhstats.games.ruleset import RuleSet
from dhstats.players.match import Lineup, Match, line_up, records
from dhstats.players.positions.forks import Arm, Forked, ForkTable
from dhstats.players.thinking import learning_of
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import CHUNK_DEALS, Study, fork
from dhstats.simulate.tables import worded
from tests.engine.philox import Words, below, shuffled, words_of_turn
from tests.games.dragonheart.oracle import plain_table
from tests.games.dragonheart.positions import BUNDLE, Position, position, rule_set
from tests.games.logs import lineup, rotation
from tests.games.test_modes import run
from tests.harness import in_rows

FFG, KOSMOS = rule_set("ffg", ()), rule_set("kosmos", ())
MOMENTS = ("uniform-turn", "first-claimable", "at-claim")
SEED = 2**40 + 5
PLAN = rotation(2)
MEMBERS = len(PLAN)
PLAYER, CHOSEN, UNSEEN, NOISE = 128, 1 << 20, 1 << 21, 1 << 22  # channels of draws, as the engine documents them
NOBODY, MOVER, OPPONENT = ("figure", 0), ("figure", 1), ("figure", 2)
LOCK, OPEN, NO_HAND, NO_LOSS = ("claims", 0), ("claims", 1), ("hand", 0), ("loss", 0)
NO_POINTS, NO_TIES = ("points", 0), ("ties", 0)
NO_PLAY: Play = (None, 0, None)
AS_IT_IS, FORCED = Arm("as it is"), Arm("forced", forced=True)
# Arms that leave no rule as it was.
UPHEAVAL = (
    Arm("all at once", (LOCK, ("points", 9), NO_TIES), (OPPONENT, NO_HAND, NO_LOSS, ("give", 40)), forced=True),
    Arm("gifts", (("give", -30), MOVER, NO_HAND, ("points", -5))),
)
# Wild rules: hands of one card that can be lost, so that players have to pass.
PASSES = ("hand.size=1", "great_dragon.hand_size=1", "seats.first.hand_size=1", "seats.second.hand_size=1")
PASSES += ("great_dragon.theft=always_one", "great_dragon.claim=any")


def seated(rules: RuleSet, players: Sequence[str]) -> Lineup:
    """Strategies at a table with these rules; the experts are those of the English rules."""
    return replace(lineup("dragonheart", *players), rules=rules.record())


def forked(
    moment: str | int, arms: Sequence[Arm], players: Sequence[str] = ("random", "random"), *, rules: RuleSet = FFG,
    others: Sequence[RuleSet] = (), deals: int = 30, first: int = 0, replicates: int = 1, plan: Any = PLAN,
) -> Forked:  # fmt: skip
    """The forks of a row of deals at one new table; `others` are the rules of the arms that switch them."""
    switched = [each.record() for each in others]
    table = ForkTable(seated(rules, players), players, moment, arms, replicates, switched)
    return table.play(np.array(plan, np.int64), SEED, first, deals)


def ordinary(
    players: Sequence[str], rules: RuleSet = FFG, deals: int = 30, first: int = 0, plan: Any = PLAN
) -> tuple[Any, list[Any]]:
    """The same games in the ordinary loop: results, and the logged turns of each."""
    match = Match(seated(rules, players), players)
    results, events = in_rows(match, plan, SEED, first, deals)
    ends = np.cumsum(results["logged_turns"])
    return results, np.split(events, ends[:-1])


def rows(results: Any) -> list[tuple[Any, ...]]:
    """Results as they are stored, without the count of logged turns, which only the ordinary loop has."""
    kept: list[tuple[Any, ...]] = np.asarray(results)[list(BUNDLE.result_types())].ravel().tolist()
    return kept


def alike(one: Forked, other: Forked) -> bool:
    """Whether everything about two rows of forks is the same."""
    pairs = ((one.forks, other.forks), (one.parents, other.parents), (one.results, other.results))
    return one.games == other.games and all(np.array_equal(a, b) for a, b in pairs)


def numbers(found: Forked) -> list[int]:
    """Which games were forked: deal and member as one number."""
    games: list[int] = (found.forks["deal"] * MEMBERS + found.forks["member"]).tolist()
    return games


def final_margins(found: Forked) -> Any:
    """By how much the player who was to move at the fork is ahead at the end, (forks, arms, replicates)."""
    lead = found.results["score_first"].astype(int) - found.results["score_second"]
    return lead * np.where(found.forks["seat"] == 0, 1, -1)[:, None, None]


def scores(found: Forked) -> Any:
    """Twice the win score of the player who was to move at the fork."""
    winner = found.results["winner"]
    return np.where(winner < 0, 1, np.where(winner == found.forks["seat"][:, None, None], 2, 0))


# ---- Parents and arms that change nothing ------------------------------------------------------------------


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (("random", "random"), FFG),
        (("dragon_hunter", "dragon_hunter"), FFG),
        (("greedy", "random"), KOSMOS),
        (("random", "dragon_hunter"), rule_set("ffg", PASSES)),
    ],
)
def test_parents_are_the_games_of_the_ordinary_loop(players: tuple[str, str], rules: RuleSet, moment: str) -> None:
    """Column by column, though between them arms turned all rules upside down."""
    found = forked(moment, UPHEAVAL, players, rules=rules)
    results, _ = ordinary(players, rules)
    assert len(found.forks) > 10
    assert found.games == len(results)
    assert rows(found.parents) == rows(results[numbers(found)])
    assert found.forks["length"].tolist() == found.parents["turns"].tolist()


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (("random", "greedy"), FFG),
        (("dragon_hunter", "greedy"), KOSMOS),
        (("random", "random"), rule_set("ffg", PASSES)),
        (("expert", "expert"), FFG),
    ],
)
def test_an_arm_without_interventions_ends_as_its_parent(players: tuple[str, str], rules: RuleSet, moment: str) -> None:
    """Whether its first decision is forced or not, whatever arms are played between, and whoever plays."""
    arms, deals = (FORCED, UPHEAVAL[0], AS_IT_IS, UPHEAVAL[1], AS_IT_IS), 8 if "expert" in players else 30
    found = forked(moment, arms, players, rules=rules, deals=deals)
    for arm in (0, 2, 4):
        assert rows(found.results[:, arm]) == rows(found.parents)
    for arm in (1, 3):
        assert rows(found.results[:, arm]) != rows(found.parents)


def test_every_layout_and_replicate_of_a_plan_is_forked() -> None:
    """Decks and seats swapped, and games that differ in the players' draws alone."""
    plan = ((0, 0, 0, 1), (1, 0, 1, 0), (0, 0, 1, 0), (1, 0, 0, 1), (0, 1, 0, 1), (1, 3, 1, 0))
    players = ("random", "greedy")
    found = forked("uniform-turn", (UPHEAVAL[1], AS_IT_IS), players, plan=plan, deals=10)
    results, _ = ordinary(players, deals=10, plan=plan)
    assert found.forks["member"].tolist() == [*range(len(plan))] * 10
    assert rows(found.parents) == rows(results) == rows(found.results[:, 1])


def _steps(view: Any, moves: Any, count: int, weights: Any, notes: Any) -> int:
    """Counts its own turns on the notepad, from 0 in every game, and chooses by the count."""
    if view.turn < 2:
        notes[0] = 0.0
    notes[0] += 1.0
    return int(notes[0] * weights[0]) % count


@cache
def remembering() -> Lineup:
    """A strategy with memory in both seats."""
    return line_up(BUNDLE, FFG, [Strategy("steps", "", "a test", "", _steps, (("stride", 3.0),))])


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_a_strategy_remembers_is_copied_too(moment: str) -> None:
    """A player who counts their turns on their notepad counts on from the fork in every arm.

    A forced decision is the parent's own: they have made it, so they remember it as they did there.
    """
    players, arms = ("steps", "steps"), (FORCED, UPHEAVAL[1], AS_IT_IS, AS_IT_IS)
    found = ForkTable(remembering(), players, moment, arms).play(np.array(PLAN), SEED, 0, 30)
    assert len(found.forks) > 10
    for arm in (0, 2, 3):
        assert rows(found.results[:, arm]) == rows(found.parents)


# ---- What a result depends on ------------------------------------------------------------------------------

MIXED = (AS_IT_IS, *UPHEAVAL, Arm("mover", (MOVER, LOCK)), Arm("opponent", (OPPONENT,)))


@pytest.mark.parametrize("chosen", [(4, 3, 2, 1, 0), (1, 0, 2, 3, 4), (2,), (4, 1), (3, 3)])
@pytest.mark.parametrize("replicates", [1, 2])
def test_arms_do_not_touch_each_other(chosen: tuple[int, ...], replicates: int) -> None:
    """In another order, or with others left out, each arm ends as it did."""
    whole = forked("uniform-turn", MIXED, ("greedy", "random"), replicates=replicates)
    part = forked("uniform-turn", [MIXED[arm] for arm in chosen], ("greedy", "random"), replicates=replicates)
    assert np.array_equal(part.results, whole.results[:, list(chosen)])
    assert np.array_equal(part.forks, whole.forks)
    assert np.array_equal(part.parents, whole.parents)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_deal_is_forked_alike_wherever_it_stands(moment: str) -> None:
    """In pieces at one table or at several, with other deals before it or none; no other deal is forked."""
    players = ("random", "dragon_hunter")
    whole = forked(moment, MIXED, players, replicates=2)
    table, plan = ForkTable(seated(FFG, players), players, moment, MIXED, 2), np.array(PLAN, np.int64)
    for first, deals in ((20, 10), (3, 1), (0, 20)):
        own, again = (
            table.play(plan, SEED, first, deals),
            forked(moment, MIXED, players, replicates=2, first=first, deals=deals),
        )
        inside = (whole.forks["deal"] >= first) & (whole.forks["deal"] < first + deals)
        same = Forked(whole.forks[inside], whole.parents[inside], whole.results[inside], deals * MEMBERS)
        assert alike(own, same)
        assert alike(again, same)


def test_the_number_of_threads_changes_nothing() -> None:
    """Several pieces of work on one, two and three threads, for two moments: equal arrays in the order of deals."""
    plan = Experiment("x", strategies=("random",), seed=SEED, moves="none")
    studies = [Study("at-claim", MIXED), Study("uniform-turn", MIXED[2:4], 2)]
    deals = 2 * CHUNK_DEALS + 9
    told: list[tuple[int, int]] = []
    found = [
        fork(plan, studies, deals, workers=n, watch=lambda p: told.append((p.deals, p.most)))[1] for n in (1, 2, 3)
    ]
    for study in studies:
        one, *others = (each[study.moment] for each in found)
        assert all(alike(one, other) for other in others)
        assert numbers(one) == sorted(numbers(one))
        assert one.games == deals * MEMBERS
        assert alike(one, forked(study.moment, study.arms, deals=deals, replicates=study.replicates))
    assert told == [(CHUNK_DEALS, deals), (2 * CHUNK_DEALS, deals), (deals, deals)] * 6


def test_replicates() -> None:
    """Each is another continuation; the first does not know how many there are, none knows what other arms there are."""
    five = forked("uniform-turn", (AS_IT_IS, MIXED[3]), replicates=5)
    three = forked("uniform-turn", (MIXED[3],), replicates=3)
    assert np.array_equal(five.results[:, 1:, :3], three.results)
    assert rows(five.results[:, 0, 0]) == rows(five.parents)
    early = five.forks["turn"] < 0.7 * five.forks["length"]
    for one in range(5):
        for other in range(one):
            same = [
                a == b
                for a, b in zip(rows(five.results[early, 0, one]), rows(five.results[early, 0, other]), strict=True)
            ]
            assert np.mean(same) < 0.2
    assert len(np.unique(forked("uniform-turn", (AS_IT_IS,), replicates=9).results[0])) > 5


# ---- Moments -------------------------------------------------------------------------------------------------


def first_turns(deal: int, layout: int, rules: RuleSet, events: Any) -> dict[str, int]:
    """The first turn of a logged game at which each moment has come, by the plain rules; -1 if none."""
    plain = plain_table(rules, SEED, deal, layout)
    found = {"first-claimable": -1, "at-claim": -1}
    for event in events:
        row = worded(BUNDLE, event)
        sorceress = any(picture == "sorceress" for picture, _ in plain.hands[plain.mover])
        if found["first-claimable"] < 0 and sorceress and plain.spaces["petrified_dragon"]:
            found["first-claimable"] = plain.turn
        if found["at-claim"] < 0 and row["claimed_figure"]:
            found["at-claim"] = plain.turn
        plain.play((row["picture"], row["values"], row["target"]))
    return found


WILD = ("spaces.petrified_dragon.then=below_ship", "spaces.petrified_dragon.slots=2", "spaces.troll.takes=[]")
WILD += ('spaces.knight.takes=["petrified_dragon", "below_ship"]', "spaces.huntress.then=score")


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (("random", "random"), FFG),
        (("dragon_hunter", "greedy"), FFG),
        (("random", "dragon_hunter"), KOSMOS),
        (("random", "random"), rule_set("ffg", WILD)),
        (
            ("random", "random"),
            rule_set("ffg", ("spaces.petrified_dragon.slots=2", "spaces.petrified_dragon.then=score")),
        ),
        (("greedy", "random"), rule_set("ffg", ("great_dragon.holder=first",))),
    ],
)
def test_moments_come_when_the_log_says_so(players: tuple[str, str], rules: RuleSet) -> None:
    """The first turn with a sorceress in the mover's hand and open petrified dragons; the first turn that claims."""
    results, logs = ordinary(players, rules)
    turns = [first_turns(n // MEMBERS, PLAN[n % MEMBERS][0], rules, log) for n, log in enumerate(logs)]
    for moment in ("first-claimable", "at-claim"):
        found = forked(moment, (AS_IT_IS,), players, rules=rules)
        expected = {n: turn[moment] for n, turn in enumerate(turns) if turn[moment] >= 0}
        assert len(expected) > 5
        assert dict(zip(numbers(found), found.forks["turn"].tolist(), strict=True)) == expected
        if moment == "at-claim":
            assert found.forks["turn"].tolist() == results["first_claim_turn"][numbers(found)].tolist()


@pytest.mark.parametrize(
    ("setting", "never"),
    [
        ("cards.petrified_dragon.values=[]", ("first-claimable", "at-claim")),
        ('spaces.sorceress.takes=["treasure_chest"]', ("at-claim",)),
        ("cards.sorceress.values=[]", ("first-claimable", "at-claim")),
    ],
)
def test_a_moment_that_never_comes(setting: str, never: tuple[str, ...]) -> None:
    """No forks, all parents counted, and the other moment as ever."""
    rules = rule_set("ffg", (setting,))
    for moment in never:
        found = forked(moment, UPHEAVAL, rules=rules, replicates=2)
        assert found.games == 60
        assert len(found.forks) == len(found.parents) == 0
        assert found.results.shape == (0, 2, 2)
    assert len(forked("uniform-turn", UPHEAVAL, rules=rules).forks) == 60


# ---- Arms against the plain rules ----------------------------------------------------------------------------


class Decreed(Tabletop):
    """The referee's table with what decrees change."""

    locked = lossless = False
    deepest = 0  # the most cards that a hand had after it was refilled since the last decree

    def decree(self, focal: int, changes: Sequence[tuple[str, int]]) -> None:
        """Applies changes as their words say."""
        for what, value in changes:
            self.change(focal, what, value)

    def change(self, focal: int, what: str, value: int) -> None:
        """Applies one change."""
        dragon = self.rules["great_dragon"]
        if what == "figure":
            self._give_figure({0: -1, 1: focal, 2: 1 - focal}[value])
        elif what == "claims":
            self.locked = value == 0
        elif what == "loss":
            self.lossless = True
        elif what == "give":
            self.scores[focal] += value
        else:
            key = {"hand": "hand_size", "points": "points", "ties": "breaks_ties"}[what]
            dragon[key] = self.rules["hand"]["size"] if what == "hand" else value

    def _give_figure(self, holder: int) -> None:
        before, self.figure = self.figure, holder
        if before not in (-1, holder):
            self._rob(before)

    def _claim(self) -> None:
        if not self.locked:
            super()._claim()

    def _rob(self, victim: int) -> None:
        if not self.lossless:
            super()._rob(victim)

    def _refill(self, seat: int) -> bool:
        before = len(self.hands[seat])
        deck_is_out = super()._refill(seat)
        after = len(self.hands[seat])
        self.deepest = max(self.deepest, after if after > before else 0)
        return deck_is_out


class ByHand:
    """A game of two random players and its continuations by the plain rules, drawing at the documented addresses."""

    def __init__(self, rules: RuleSet, deal: int, member: int) -> None:
        self.rules, self.deal, self.member = rules, deal, member
        self.layout, self.seats = PLAN[member][0], PLAN[member][2:]
        whole = self.start()
        self.play_to(whole, 10**6)
        self.length = whole.turn
        self.turn = below(words_of_turn(SEED, CHOSEN + member, deal, 0), self.length)

    def start(self) -> Decreed:
        """The game as it is dealt."""
        own = deepcopy(self.rules.effective)
        decks = [tabletop.deck(own, SEED, self.deal, number) for number in (self.layout, 1 - self.layout)]
        return Decreed(own, decks, partial(tabletop.lost_card, SEED, self.deal))

    def choice(self, match: Decreed, base: int = PLAYER, since: int = 0) -> Play:
        """What the random player to move plays; `since`: the turn from which their draws are counted."""
        moves = match.plays()
        own = sum(turn % 2 == match.mover for turn in range(since, match.turn))
        words = words_of_turn(SEED, base + self.seats[match.mover], self.deal, own)
        return moves[below(words, len(moves))] if moves else NO_PLAY

    def play_to(self, match: Decreed, turn: int, base: int = PLAYER, since: int = 0) -> None:
        """Plays up to a turn, or to the end."""
        while not match.over and match.turn < turn:
            match.play(self.choice(match, base, since))

    def at_fork(self, replicate: int = 0) -> Decreed:
        """The position at the fork, in replicates beyond the first with both decks laid out anew."""
        match = self.start()
        self.play_to(match, self.turn)
        if replicate:
            words = Words(SEED, UNSEEN + replicate * MEMBERS + self.member, self.deal)
            for deck in match.decks:
                deck[:] = [deck[card] for card in shuffled(words, len(deck))]
                words.ready.clear()
        return match

    def ended(self, arm: Arm, replicate: int = 0) -> Decreed:
        """An arm played to its end."""
        match = self.at_fork(replicate)
        focal, base, since = match.mover, PLAYER, 0
        parents_choice = self.choice(match)
        if replicate:
            base, since = NOISE + (replicate * MEMBERS + self.member) * 2, match.turn
        match.decree(focal, arm.before)
        if arm.forced:
            match.play(parents_choice if parents_choice in [*match.plays(), NO_PLAY] else self.choice(match))
        match.decree(focal, arm.after)
        match.deepest = 0
        self.play_to(match, 10**6, base, since)
        return match


BY_HAND = (
    AS_IT_IS,
    Arm("mover", (MOVER,)),
    Arm("nobody", (NOBODY,)),
    Arm("opponent", (OPPONENT,)),
    Arm("mover, locked", (MOVER, LOCK)),
    Arm("opponent, locked", (OPPONENT, LOCK)),
    Arm("nobody without loss", (NO_LOSS, NOBODY)),
    Arm("mover without a larger hand", (NO_HAND, MOVER)),
    Arm("counts otherwise", (("points", 11), NO_TIES, ("give", 7), ("give", -2))),
    Arm("undone", (LOCK,), (OPEN,), forced=True),
    Arm("afterwards", (), (OPPONENT, LOCK, ("points", 0)), forced=True),
    Arm("there and back", (OPPONENT, MOVER, NOBODY), (NO_HAND,)),
)
RULE_SETS = {
    "ffg": (FFG, 10),
    "kosmos": (KOSMOS, 6),
    "always one": (rule_set("kosmos", ("great_dragon.theft=always_one", "hand.size=4", "great_dragon.hand_size=7")), 5),
}


@pytest.mark.parametrize("name", RULE_SETS)
def test_arms_end_as_by_the_plain_rules(name: str) -> None:
    """Position, interventions, draws and every column of every result, in the first replicate and in the second."""
    rules, deals = RULE_SETS[name]
    found = forked("uniform-turn", BY_HAND, rules=rules, deals=deals, replicates=2)
    for at, fork_row in enumerate(found.forks):
        own = ByHand(rules, int(fork_row["deal"]), int(fork_row["member"]))
        match = own.at_fork()
        focal = match.mover
        holder = 0 if match.figure < 0 else 1 if match.figure == focal else 2
        lead, left = match.scores[focal] - match.scores[1 - focal], sum(map(len, match.decks))
        assert tuple(fork_row)[2:8] == (own.turn, own.length, own.turn, focal, lead, left)
        assert fork_row["holders"].tolist() == [holder, *[0] * (MAX_THINGS - 1)]
        for number, arm in enumerate(BY_HAND):
            replicates = (0, 1) if number % 4 == 1 else (0,)
            for replicate in replicates:
                ended = own.ended(arm, replicate)
                if replicate and ended.lost > match.lost:
                    continue  # which card is lost then is a draw of the replicate
                row = worded(BUNDLE, found.results[at, number, replicate])
                del row["logged_turns"]
                assert row == ended.outcome(), (arm, at, replicate)
                if NO_HAND in arm.before:
                    assert ended.deepest <= rules.effective["hand"]["size"]


def test_decrees_meet_holders_of_six_cards() -> None:
    """The forks compared with the plain rules have a figure at each place, and cards to lose with it."""
    holders = Counter()
    for deal in range(RULE_SETS["ffg"][1]):
        for member in range(MEMBERS):
            match = ByHand(FFG, deal, member).at_fork()
            holders[
                "nobody" if match.figure < 0 else (match.figure == match.mover, len(match.hands[match.figure]))
            ] += 1
    assert {"nobody", (True, 6), (False, 6)} <= set(holders)


def figure_position(held: int) -> Position:
    """The first player has the figure and so many cards; it is the opponent's turn."""
    hand = "dwarf 1 2 3, ship 0, troll 1 2"
    place = position(first=hand if held == 6 else hand.removesuffix(" 2"), figure="first", turn=11)
    assert place.hand_size(0) == held
    return place


def intervene(place: Position, focal: int, *changes: tuple[str, int]) -> Position:
    """Applies interventions to a position."""
    forking = BUNDLE.game.forking
    assert forking is not None
    for name, value in changes:
        forking.intervene(place.table, focal, forking.changes.index(name) + 1, value)
    return place


@pytest.mark.parametrize("change", [NOBODY, MOVER])
def test_the_former_keeper_loses_his_sixth_card(change: tuple[str, int]) -> None:
    """It lies on top of their deck; nobody draws at once."""
    before, place = figure_position(6), intervene(figure_position(6), 1, change)
    assert place.figure == ("nobody" if change == NOBODY else "second")
    assert (place.hand_size(0), place.hand_size(1)) == (5, 5)
    assert Counter(place.hand(0).replace(",", "").split()) <= Counter(before.hand(0).replace(",", "").split())
    first = place.table["decks"][0][: place.seen["deck_sizes"][0]][-1]
    lost = int(first >> 4), int(first & 15)
    hands = [[unpacked(pile) for pile in p.table["hands"][0]] for p in (before, place)]
    gone = Counter((n, v) for n, p in enumerate(hands[0]) for v in p)
    gone.subtract((n, v) for n, p in enumerate(hands[1]) for v in p)
    assert [card for card, times in gone.items() if times] == [lost]


def test_the_lost_card_is_drawn_anew_in_every_replicate() -> None:
    """Which card goes with the figure is what nobody knows before: over many continuations every card of the hand."""
    forking, lost = BUNDLE.game.forking, set()
    assert forking is not None
    for replicate in range(1, 60):
        place, streams = figure_position(6), records(STREAM, 1)
        address(streams[0], np.uint64(SEED), 0, UNSEEN + replicate)
        forking.rearrange(place.table, streams[0])
        intervene(place, 1, NOBODY)
        lost.add(int(place.table["decks"][0][place.seen["deck_sizes"][0] - 1]))
    assert len(lost) == 6


@pytest.mark.parametrize(
    ("held", "changes"), [(5, (NOBODY,)), (6, (NO_LOSS, NOBODY)), (6, (NO_LOSS, MOVER)), (6, (OPPONENT,))]
)
def test_nothing_is_lost_where_nothing_is_due(held: int, changes: tuple[tuple[str, int], ...]) -> None:
    """With five cards, with no loss, or when the figure goes to who has it already."""
    before, place = figure_position(held), intervene(figure_position(held), 1, *changes)
    assert (place.hand(0), place.deck(0)) == (before.hand(0), before.deck(0))
    assert (place.hand(1), place.deck(1)) == (before.hand(1), before.deck(1))


# ---- What decrees do in whole games --------------------------------------------------------------------------


@pytest.mark.parametrize("points", [1, -40])
def test_given_points_are_the_margin_of_those_who_do_not_look(points: int) -> None:
    """Random players play on alike: every final margin is larger by exactly so much, before and after a forced turn."""
    arms = (AS_IT_IS, Arm("now", (("give", points),)), Arm("then", (), (("give", points),), forced=True))
    found = forked("uniform-turn", arms, deals=60)
    margins = final_margins(found)
    assert (margins[:, 1:] - margins[:, :1] == points).all()
    assert (found.results["turns"] == found.parents["turns"][:, None, None]).all()
    assert (found.results["figure"] == found.parents["figure"][:, None, None]).all()


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("lock", [(), (LOCK,)], ids=["soft", "locked"])
@pytest.mark.parametrize("rules", [FFG, KOSMOS], ids=["ffg", "kosmos"])
def test_a_figure_that_does_nothing_is_worth_nothing(
    rules: RuleSet, lock: tuple[tuple[str, int], ...], moment: str
) -> None:
    """No points, no larger hand, no lost card, no ties, players who ignore it: exactly zero in every twin."""
    off = (NO_HAND, NO_LOSS)
    count = (NO_POINTS, NO_TIES)
    arms = [
        Arm(name, off, (*count, change, *lock)) for name, change in zip("mno", (MOVER, NOBODY, OPPONENT), strict=True)
    ]
    found = forked(moment, arms, rules=rules, deals=60, replicates=2)
    assert len(found.forks) > 40
    for values in (final_margins(found), scores(found), found.results["turns"]):
        assert (values == values[:, :1]).all()
    assert (found.results["figure"][:, 0] != found.results["figure"][:, 2]).any()


def test_points_and_ties_are_counted_by_decree() -> None:
    """The same games of random players counted otherwise at the end."""
    arms = (AS_IT_IS, Arm("more", (("points", 12), NO_TIES)), Arm("none", (NO_POINTS, NO_TIES)))
    found = forked("uniform-turn", arms, deals=300)
    ends = found.results[:, :, 0]
    sign = np.where(ends["figure"] < 0, 0, np.where(ends["figure"] == 0, 1, -1))
    for arm, points in ((0, 3), (1, 12), (2, 0)):
        lead = ends["points_first"].astype(int) - ends["points_second"] + points * sign
        total = ends["score_first"].astype(int) - ends["score_second"]
        assert (total == lead)[:, arm].all()
        tied = (lead == 0)[:, arm]
        assert tied.any()
        assert ends["winner"][tied, arm].tolist() == (
            ends["figure"][tied, 0].tolist() if arm == 0 else [-1] * tied.sum()
        )
    for column in ("points_first", "points_second", "turns", "figure"):
        assert (ends[column] == ends[column][:, :1]).all()


@pytest.mark.parametrize("rules", [FFG, KOSMOS], ids=["ffg", "kosmos"])
def test_a_claim_undone(rules: RuleSet) -> None:
    """As played it ends as its parent; undone, the same cards are collected and the figure stays where it was."""
    stays = Arm("stays", (LOCK,), (OPEN,), forced=True)
    locked = Arm("stays for good", (LOCK,), (), forced=True)
    found = forked("at-claim", (Arm("claimed", forced=True), stays, locked), rules=rules, deals=12)
    assert rows(found.results[:, 0]) == rows(found.parents)
    for at, place in enumerate(found.forks):
        own = ByHand(rules, int(place["deal"]), int(place["member"]))
        own.turn = int(place["turn"])
        before, claimed, undone = own.at_fork(), own.at_fork(), own.at_fork()
        move = own.choice(before)
        claimed.play(move)
        undone.locked = True
        undone.play(move)
        assert claimed.figure == before.mover != before.figure
        assert undone.figure == before.figure
        assert undone.scores == claimed.scores != before.scores or rules is KOSMOS
        for arm, how in ((1, stays), (2, locked)):
            row = worded(BUNDLE, found.results[at, arm, 0])
            del row["logged_turns"]
            assert row == own.ended(how).outcome()
    seat = found.forks["seat"]
    kept = np.choose(found.forks["holders"][:, 0], [np.full_like(seat, -1), seat, 1 - seat])
    assert (found.forks["holders"][:, 0] != 1).all()
    assert found.results["figure"][:, 2, 0].tolist() == kept.tolist()


# ---- Where a forced decision and decrees meet ------------------------------------------------------------------


def test_a_player_who_must_pass_is_under_decrees_too() -> None:
    """Where the parent's decision was to pass, a forced arm passes, and its interventions hold as in every other."""
    rules = rule_set("ffg", PASSES)
    arms = (AS_IT_IS, Arm("given", (("give", 5),)), Arm("before", (("give", 5),), forced=True))
    found = forked("uniform-turn", (*arms, Arm("after", (), (("give", 5),), forced=True)), rules=rules, deals=300)
    margins = final_margins(found)
    assert (margins[:, 1] - margins[:, 0] == 5).all()
    assert (margins[:, 2] - margins[:, 0] == 5).all()
    assert (margins[:, 3] - margins[:, 0] == 5).all()


@pytest.mark.parametrize("board", ["", "petrified_dragon 2 2"])
@pytest.mark.parametrize("name", ["ffg", "kosmos"])
def test_a_locked_figure_looks_out_of_reach(name: str, board: str) -> None:
    """What trained players read of the chances to take the figure is none where a decree keeps it."""
    learning = learning_of(BUNDLE.game)
    place = position(rules=name, first="sorceress 1 2, dwarf 1 1 1", board=board)
    intervene(place, 0, LOCK)
    count = len(place.moves())
    move = place._game.options["moves"].view(np.recarray)[count - 1]  # a dwarf: it takes nothing
    row = np.zeros(learning.inputs, np.float32)
    learning.situation(place.view(0), row, np.full(9, np.float32(0.5)))
    learning.outlook(place.view(0), move, 0, row)
    claims = (inputs.THEIR_CLAIM, inputs.FEATURES + features.OWN_CLAIM, inputs.FEATURES + features.THEIR_CLAIM)
    assert [row[claim] for claim in claims] == [0.0, 0.0, 0.0]


# ---- Modes of running ------------------------------------------------------------------------------------------


def digest() -> str:
    """Forks of every moment, in both editions, as one number."""
    told = hashlib.sha256()
    hunters, anybody = (("dragon_hunter", "greedy"), FFG), (("random", "random"), KOSMOS)
    for moment, (players, rules) in zip(MOMENTS, (hunters, anybody, hunters), strict=True):
        found = forked(moment, UPHEAVAL, players, rules=rules, deals=1, replicates=2, plan=PLAN[:1])
        told.update(repr((found.forks.tolist(), found.parents.tolist(), found.results.tolist())).encode())
    return told.hexdigest()


def test_interpreted_forks_are_the_same() -> None:
    """A few forks of every moment, compiled and as plain Python."""
    assert run("interpreted", "-c", f"from {__name__} import digest; print(digest())").strip() == digest()


# ---- What is refused -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["before", "after"])
def test_too_many_interventions_are_refused(place: str) -> None:
    """Four fit before and four after; a fifth is refused, naming the arm."""
    four = tuple(("give", k) for k in (1, 2, 4, 8))
    found = forked("uniform-turn", (AS_IT_IS, Arm("eight", four, four, forced=True)), deals=10)
    margins = final_margins(found)
    assert (margins[:, 1] - margins[:, 0] == 30).all()
    with pytest.raises(BadInput, match="arm 'many': has 5 interventions; at most 4 fit"):
        forked("uniform-turn", (replace(Arm("many"), **{place: (*four, ("give", 1))}),))


@pytest.mark.parametrize("body", ["return count", "return -1", "raise ValueError('no idea')"])
def test_a_strategy_that_fails_in_a_fork_is_named(tmp_path: Path, body: str) -> None:
    """As in the ordinary loop: the strategy, and the deal, in one line."""
    path = tmp_path / "bots.py"
    path.write_text(f"def bot(view, moves, count, randomness):\n    if view.turn > 8: {body}\n    return 0\n")
    with pytest.raises(BadInput) as caught:
        ForkTable(line_up(BUNDLE, FFG, [from_file(f"{path}:bot")]), ("bot", "bot"), "uniform-turn", (AS_IT_IS,)).play(
            np.array(PLAN), 1, 4, 2
        )
    assert "'bot'" in str(caught.value)
    assert "in deal 4" in str(caught.value)


def test_a_plan_of_another_shape_is_refused() -> None:
    """Compiled code would read beyond its rows, so that it is never asked."""
    players = ("random", "random")
    table = ForkTable(seated(FFG, players), players, "uniform-turn", (AS_IT_IS,))
    with pytest.raises(ValueError, match="rows are layout, replicate and a player a seat"):
        table.play(np.array([(0, 0, 0)]), 1, 0, 1)


def test_a_plan_may_be_every_second_row_of_another() -> None:
    """Compiled code reads row after row: what lies between is no part of the plan."""
    players = ("random", "random")
    table = ForkTable(seated(FFG, players), players, "uniform-turn", (AS_IT_IS,))
    plan = np.array([(0, 0, 0, 1), (0, 0, 1, 0), (1, 0, 0, 1), (1, 0, 1, 0)])
    apart, together = (table.play(rows, 1, 0, 3) for rows in (plan[::2], np.array([(0, 0, 0, 1), (1, 0, 0, 1)])))
    assert apart.parents.tolist() == together.parents.tolist()
