"""Other ways to go on from a fork: another first move, a kind of move, rules switched from here on, a given turn."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from dhstats.errors import BadInput
from dhstats.games.dragonheart.forks import KINDS
from dhstats.players.positions.forks import Arm, ForkTable, RolloutTable
from dhstats.simulate.plans.experiment import Experiment
from dhstats.simulate.positions.forks import Study, fork, switched
from tests.engine.test_forks import AS_IT_IS, BUNDLE, FFG, PLAN, SEED, alike, forked, ordinary, rows, seated
from tests.games.dragonheart.positions import rule_set


def legal_at(players: Sequence[str], deal: int, turn: int) -> Any:
    """The legal moves of a state of member 0, and which was played."""
    table = RolloutTable(seated(FFG, players), players, 2)
    return table.moves(np.array(PLAN[:1], np.int64), SEED, deal, turn)


# ---- A turn ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [0, 1, 17])
def test_a_given_turn_is_where_games_are_forked(turn: int) -> None:
    """Every game is forked after so many turns, whoever decides there, and goes on as it was."""
    found = forked(turn, (AS_IT_IS,))
    assert set(found.forks["turn"].tolist()) == {turn}
    assert set(found.forks["seat"].tolist()) == {turn % 2}
    assert rows(found.results) == rows(found.parents)


def test_a_turn_after_the_end_never_comes() -> None:
    """Games shorter than that are not forked; no game has a thousand turns."""
    results, _ = ordinary(("random", "random"))
    for turn in (int(np.median(results["turns"])), 1000):
        found = forked(turn, (AS_IT_IS,))
        assert len(found.forks) == int((results["turns"] > turn).sum())


# ---- Another first move ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [("dragon_hunter", "dragon_hunter"), ("greedy", "denier")])
def test_each_move_of_a_state_ends_as_its_roll_out(players: tuple[str, str]) -> None:
    """Arm `move` = k of a single state is row k of the roll-outs of all legal moves, replicate by replicate."""
    for deal, turn in ((0, 5), (3, 20), (8, 11)):
        seen = legal_at(players, deal, turn)
        arms = [Arm(str(k), move=k) for k in range(len(seen.moves))]
        table = ForkTable(seated(FFG, players), players, turn, arms, 3)
        found = table.play(np.array(PLAN[:1], np.int64), SEED, deal, 1)
        assert rows(found.results[0, :, 1:]) == rows(seen.results)


def test_a_kind_with_one_move_is_that_move() -> None:
    """Where exactly one legal move is of a kind, playing the kind is playing that move."""
    players, seen_kinds = ("dragon_hunter", "dragon_hunter"), 0
    for deal in range(12):
        seen = legal_at(players, deal, 9)
        pictures = seen.moves["picture"].tolist()
        for picture in set(pictures):
            if pictures.count(picture) == 1:
                arms = (Arm("kind", kind=KINDS[picture]), Arm("move", move=pictures.index(picture)))
                table = ForkTable(seated(FFG, players), players, 9, arms, 4)
                found = table.play(np.array(PLAN[:1], np.int64), SEED, deal, 1)
                assert rows(found.results[0, 0]) == rows(found.results[0, 1])
                seen_kinds += 1
    assert seen_kinds > 20


def test_a_kind_is_the_players_own_choice_of_that_kind() -> None:
    """Greedy among several moves of a kind plays as it would if only those were there: one of them, and not always one."""
    players, places = ("greedy", "greedy"), set()
    for deal in range(20):
        seen = legal_at(players, deal, 6)
        pictures = seen.moves["picture"].tolist()
        for picture in {p for p in pictures if pictures.count(p) > 1}:
            own = [k for k, p in enumerate(pictures) if p == picture]
            arms = (Arm("kind", kind=KINDS[picture]), *(Arm(str(k), move=k) for k in own))
            table = ForkTable(seated(FFG, players), players, 6, arms, 6)
            found = table.play(np.array(PLAN[:1], np.int64), SEED, deal, 1).results[0]
            for replicate in range(6):  # ties are broken by lot, anew in each
                ends = [rows(each) for each in found[:, replicate]]
                assert ends[0] in ends[1:]
                places.add(ends[1:].index(ends[0]))
    assert len(places) > 1


def test_forks_are_counted_only_where_every_kind_is_possible() -> None:
    """A state without a move of a kind is no fork, and all others are."""
    players = ("random", "random")
    kinds = [KINDS.index("ship"), KINDS.index("troll")]
    found = forked(14, tuple(Arm(KINDS[k], kind=KINDS[k]) for k in kinds), players, deals=60, plan=PLAN[:1])
    hands = [legal_at(players, deal, 14) for deal in range(60)]
    able = [deal for deal, seen in enumerate(hands) if set(kinds) <= set(seen.moves["picture"].tolist())]
    assert found.forks["deal"].tolist() == able
    assert 0 < len(able) < 60


def test_a_play_that_claims_moves_the_figure() -> None:
    """With kind `claim` the figure changes hands once more at the fork than where nobody may claim it that turn."""
    undone = Arm("not this turn", (("claims", 0),), (("claims", 1),), forced=True)
    found = forked("at-claim", (Arm("claim", kind="claim"), undone), ("random", "random"), deals=40)
    first = found.results["first_claim_turn"]
    assert (first[:, 0, 0] == found.forks["turn"]).all()
    assert (first[:, 1, 0] != found.forks["turn"]).all()


# ---- Rules from here on ----------------------------------------------------------------------------------------


def test_rules_switched_to_themselves_change_nothing() -> None:
    """The arm ends as the parent does, in every column."""
    found = forked("uniform-turn", (Arm("same", rules=("end.last_turn=true",)),), others=(FFG,))
    assert rows(found.results) == rows(found.parents)


@pytest.mark.parametrize(
    "settings",
    [
        ("hand.size=4", "great_dragon.hand_size=5"),
        ("end.ship_stacks=1",),
        ("great_dragon.points=9", "great_dragon.claim=any"),
        ("end.deck_end=last_card_drawn", "end.last_turn=false"),
        ("spaces.troll.takes=[]",),
    ],
)
def test_rules_switched_before_the_first_turn_are_games_under_those_rules(settings: tuple[str, ...]) -> None:
    """From turn 0 on nothing is left of the rules before, if they do not touch how a game is set up."""
    other = rule_set("ffg", (*settings, "seats.first.hand_size=5", "seats.second.hand_size=5"))
    base = rule_set("ffg", ("seats.first.hand_size=5", "seats.second.hand_size=5"))
    found = forked(0, (AS_IT_IS, Arm("other", rules=settings)), rules=base, others=(other,))
    assert rows(found.results[:, 0]) == rows(ordinary(("random", "random"), base)[0])
    assert rows(found.results[:, 1]) == rows(ordinary(("random", "random"), other)[0])
    assert rows(found.results[:, 0]) != rows(found.results[:, 1])


def test_each_arm_has_its_own_rules_and_leaves_none_behind() -> None:
    """Alone or beside others, before or after them, an arm ends alike."""
    three, nine = rule_set("ffg", ("great_dragon.points=30",)), rule_set("ffg", ("end.ship_stacks=1",))
    arms = (Arm("points", rules=("x=1",)), AS_IT_IS, Arm("stacks", rules=("y=1",)), Arm("given", (("give", 3),)))
    found = forked("uniform-turn", arms, others=(three, nine))
    assert alike(forked("uniform-turn", arms, others=(three, nine)), found)
    alone = forked("uniform-turn", arms[2:3], others=(nine,))
    assert rows(alone.results[:, 0]) == rows(found.results[:, 2])
    assert rows(found.results[:, 1]) == rows(found.parents)
    assert rows(found.parents) == rows(forked("uniform-turn", (AS_IT_IS,)).parents)


def test_a_bonus_by_rule_is_a_bonus_by_decree() -> None:
    """Random players do not look at it: the rule and the intervention give equal games."""
    arms = (Arm("rule", rules=("great_dragon.points=11",)), Arm("decree", (("points", 11),)))
    found = forked("uniform-turn", arms, others=(rule_set("ffg", ("great_dragon.points=11",)),))
    assert rows(found.results[:, 0]) == rows(found.results[:, 1])


# ---- Bad input -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", ["", "at_claim", "moment"])
def test_unknown_moments_are_refused(moment: str) -> None:
    """By name, with the nearest there is."""
    with pytest.raises(BadInput, match=f"--at '{moment}': no such moment"):
        forked(moment, (AS_IT_IS,))


@pytest.mark.parametrize(
    ("arm", "told"),
    [
        (Arm("x", kind="shop"), "did you mean 'ship'"),
        (Arm("x", kind="ship", forced=True), "it has two first moves"),
        (Arm("x", kind="ship", move=2), "it has two first moves"),
        (Arm("x", (("figure", 1),), kind="ship"), "may cost the cards"),
        (Arm("x", (("figure", 2),), forced=True), "may cost the cards"),
        (Arm("x", kind="ship", rules=("hand.size=4",)), "may forbid its first move"),
        (Arm("x", (("figura", 1),)), "did you mean 'figure'"),
        (Arm("x", after=(("great_dragon", 1),)), "intervention 'great_dragon': not known"),
    ],
)
def test_arms_that_cannot_be(arm: Arm, told: str) -> None:
    """Refused before anything is played, with what to do."""
    with pytest.raises(BadInput, match=told):
        forked("uniform-turn", (arm,))


@pytest.mark.parametrize("setting", ["spaces.dwarf.slots=3", "seats.first.hand_size=3", "great_dragon.holder=first"])
def test_rules_of_the_set_up_come_too_late(setting: str) -> None:
    """What tells how a game is set up cannot be switched in one."""
    arm = Arm("late", rules=(setting,))
    with pytest.raises(BadInput, match="is too late"):
        switched(BUNDLE, (arm,), lambda settings: BUNDLE.rule_files.load("ffg", settings))


@pytest.mark.parametrize(
    ("names", "deals", "told"),
    [
        (("random",), 0, "--deals"),
        (("random", "greedy", "denier"), 3, "--strategies"),
        (("nobody_at_all",), 3, "'nobody_at_all'"),
    ],
)
def test_studies_that_cannot_be(names: tuple[str, ...], deals: int, told: str) -> None:
    """In no deal, for more players than there are, and with nobody."""
    with pytest.raises(BadInput, match=told):
        fork(Experiment("x", strategies=names, seed=1, moves="none"), [Study("uniform-turn", (AS_IT_IS,))], deals)
