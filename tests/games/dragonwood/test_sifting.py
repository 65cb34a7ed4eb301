"""Which options are worth a look: the rule read once more in plain Python, over many positions."""

import numpy as np
import pytest

from dhstats.games.dragonwood.players.inputs import BLIND, NO_ENHANCEMENTS, NO_STRIKES
from dhstats.games.dragonwood.players.sifting import MOST_KEPT, shortlist
from dhstats.games.dragonwood.rules.attempts import success
from dhstats.games.dragonwood.table import A_TURN
from tests.games.dragonwood.positions import Position
from tests.games.dragonwood.sifted import RULES, looked_at, positions
from tests.games.dragonwood.test_rulebook import BOTH, position
from tests.harness import OpenGame


def sifted(game: OpenGame, restriction: int = 0, first: int = 0) -> tuple[list[int], list[float]]:
    """The numbers of the moves, from the first of them on, that the player to move looks at; and their chances."""
    kept, shares = np.zeros(MOST_KEPT, np.int64), np.zeros(MOST_KEPT)
    count, view = len(game.moves()) - first, game.view(game.mover)
    left = shortlist(view, game.options["moves"].view(np.recarray)[first:], count, restriction, kept, shares)
    return kept[:left].tolist(), shares[:left].tolist()


@pytest.mark.parametrize("rules", RULES)
def test_the_best_attempt_of_each_kind_is_kept(rules: str) -> None:
    """As a look at all attempts says, in the same order with the same chances, also where some are forbidden.

    A restriction that forbids no move goes the long way, which is the same for who has nothing to keep back.
    """
    seen = dict.fromkeys((0, BLIND, NO_STRIKES, NO_ENHANCEMENTS), 0)
    for game in positions(rules):
        view, moves = game.view(game.mover), game.moves()
        if view["phase"] == A_TURN:
            for restriction in seen:
                wanted, (kept, shares) = looked_at(view, moves, restriction), sifted(game, restriction)
                assert kept == [0, *wanted]
                assert shares[1:] == list(wanted.values())
                seen[restriction] += len(wanted)
    assert min(seen.values()) > 50


def test_who_must_make_an_attempt_looks_at_the_same_attempts() -> None:
    """Without the first move, to reload, the others are sifted as with it; the first attempt is kept besides."""
    seen = 0
    for game in positions("two"):
        view = game.view(game.mover)
        if view["phase"] == A_TURN:
            chances, (kept, shares) = dict(zip(*sifted(game), strict=True)), sifted(game, first=1)
            assert {i + 1 for i in kept} - {1} == set(chances) - {0, 1}
            assert shares[0] == success(view, game.options["moves"].view(np.recarray)[1])
            assert all(chances.get(i + 1, share) == share for i, share in zip(kept, shares, strict=True))
            seen += 1
    assert seen > 10


def test_the_likelier_of_two_ways() -> None:
    """Two sevens stomp on ants (4) rather than strike or scream with two cards; one of them stays with the eight."""
    place = position(hands=("r7 g7 r8", BOTH[1]), landscape="fire_ants")
    assert [place.moves()[i] for i in sifted(place._game)[0]] == [
        "reload",
        "stomp fire_ants r7 g7",
        "stomp fire_ants g7",
    ]


def test_last_turns_leave_nothing_untried() -> None:
    """A chance of one in 36 is looked at in the last turn only."""
    place = position(hands=("r7 g7", BOTH[1]), landscape="gigantic_python")  # 8 of two dice: 1 of 36
    assert sifted(place._game)[0] == [0]
    place.seen["turns_left"] = 1
    assert "stomp gigantic_python r7 g7" in [place.moves()[i] for i in sifted(place._game)[0]]


def test_other_decisions_are_looked_at_whole() -> None:
    """Cards to discard, dice to roll again: every one."""
    place: Position = position(hands=("r7 g7 b1 p2", BOTH[1]), landscape="fire_ants").roll(1, 1)
    place.play("stomp fire_ants r7 g7")
    assert sifted(place._game)[0] == [0, 1, 2, 3]
