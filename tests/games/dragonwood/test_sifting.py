"""Which options are worth a look: the rule read once more in plain Python, over many positions."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dhstats.engine.compiled import interpreted
from dhstats.games.dragonwood.players.prospects import fit
from dhstats.games.dragonwood.players.restrictions import BLIND, NO_ENHANCEMENTS, NO_STRIKES
from dhstats.games.dragonwood.players.sieve import FITTING, LEAST_CHANCE, MOST_ATTEMPTS
from dhstats.games.dragonwood.players.sifting import MOST_KEPT, shortlist
from dhstats.games.dragonwood.rules.attempts import success
from dhstats.games.dragonwood.table import A_TURN, MOVE, N_CREATURES, STRIKE
from tests.games.dragonwood.positions import BUNDLE, Position, bits
from tests.games.dragonwood.test_rulebook import BOTH, position
from tests.harness import OpenGame

MOST_FIT = 9 + 5 + 9  # the longest row, the most of a number and of a suit that nine cards can have
GAMES = 3 if interpreted() else 10


def sifted(game: OpenGame, restriction: int = 0, shares: Any = None) -> list[int]:
    """The numbers of the moves that the player to move looks at."""
    kept, shares = np.zeros(MOST_KEPT, np.int64), np.zeros(MOST_ATTEMPTS + 1) if shares is None else shares
    count = len(game.moves())
    view, moves = game.view(game.mover), game.options["moves"].view(np.recarray)
    return [int(i) for i in kept[: shortlist(view, moves, count, restriction, kept, shares)]]


def turns(rules: str, games: int) -> Iterator[OpenGame]:
    """Turns of random games, enhancements handed out."""
    game, chance = OpenGame(BUNDLE, BUNDLE.rule_files.load(rules).record()), random.Random(games)
    for deal in range(games):
        game.deal(31, deal)
        game.table["seen"]["owned"][0] = chance.randrange(1 << 9)
        while game.mover >= 0:
            count = len(game.moves())
            if game.view(game.mover)["phase"] == A_TURN and chance.random() < 0.2:
                yield game
            game.take(0 if chance.random() < 0.7 else chance.randrange(count))


def record(move: tuple[int, ...]) -> Any:
    """A move as compiled code reads it."""
    return np.array([move], MOVE).view(np.recarray)[0]


def test_who_must_make_an_attempt_looks_at_the_same_attempts() -> None:
    """Without the first move, to reload, the others are sifted as with it; the first attempt is kept besides."""
    seen = 0
    for game in turns("two", GAMES):
        if len(game.moves()) < 2:
            continue
        view, moves = game.view(game.mover), game.options["moves"].view(np.recarray)
        count, all_shares, own_shares = len(game.moves()), np.zeros(MOST_ATTEMPTS + 1), np.zeros(MOST_ATTEMPTS + 1)
        kept, own = np.zeros(MOST_KEPT, np.int64), np.zeros(MOST_KEPT, np.int64)
        whole = kept[: shortlist(view, moves, count, 0, kept, all_shares)]
        attempts = own[: shortlist(view, moves[1:], count - 1, 0, own, own_shares)]
        chances = dict(zip(whole[1:].tolist(), all_shares[1:].tolist(), strict=False))
        assert {int(i) + 1 for i in attempts} - {1} == set(chances) - {1}
        assert own_shares[0] == success(view, moves[1])
        assert all(chances.get(int(i) + 1, own_shares[k]) == own_shares[k] for k, i in enumerate(attempts))
        seen += 1
    assert seen > 50


@pytest.mark.parametrize("rules", ["two", "four"])
def test_what_is_left_out_is_matched_or_hopeless(rules: str) -> None:
    """Every attempt that is likely enough has one among those kept at the same card that is about as good.

    About as good: with no more cards, no other enhancements, and as likely but for what keeping the hand together is
    worth at most.
    """
    looked = left_out = 0
    for game in turns(rules, GAMES):
        moves, kept = game.moves(), sifted(game)
        assert kept[0] == 0
        assert len(set(kept)) == len(kept)
        view = game.view(game.mover)
        shares = [success(view, record(move)) if i else 1.0 for i, move in enumerate(moves)]
        least = 0.0 if 0 < view["turns_left"] <= view["rules"]["players"] else LEAST_CHANCE
        assert all(shares[i] > least for i in kept)
        likely = [i for i, share in enumerate(shares) if i and share > least]
        if len({(moves[i][1], len(bits(moves[i][2])), moves[i][3]) for i in likely}) > MOST_ATTEMPTS:
            continue
        for i in set(likely) - set(kept):
            _, target, cards, used, _ = moves[i]
            rivals = [k for k in kept if k and moves[k][1] == target and moves[k][3] & ~used == 0]
            good = [k for k in rivals if len(bits(moves[k][2])) <= len(bits(cards))]
            assert max(shares[k] for k in good) >= shares[i] - FITTING * MOST_FIT
            left_out += 1
        looked += len(kept)
    assert left_out > 3 * looked


def test_no_two_of_a_kind() -> None:
    """At most one attempt at a card with so many cards and the same enhancements; and none that is matched."""
    for game in turns("two", GAMES):
        view, moves, kept = game.view(game.mover), game.moves(), sifted(game)[1:]
        kinds = [(moves[i][1], len(bits(moves[i][2])), moves[i][3]) for i in kept]
        assert len(set(kinds)) == len(kinds)
        shares = [success(view, record(moves[i])) for i in kept]
        for (target, size, used), share in zip(kinds, shares, strict=True):
            for (other, less, spent), rival in zip(kinds, shares, strict=True):
                if other == target and (less, spent) != (size, used) and spent & ~used == 0 and less <= size:
                    assert rival < share


@pytest.mark.parametrize(
    ("rules", "settings"),
    [("two", ()), ("four", ("spell.allowed=true", "spell.cards=2")), ("two", ("dice.max=4", "landscape.size=6"))],
)
def test_who_has_nothing_to_keep_back_is_left_the_same_attempts(rules: str, settings: tuple[str, ...]) -> None:
    """Sifted the short way and the long one, which players under a restriction go, here one that forbids no move."""
    game, chance, seen = OpenGame(BUNDLE, BUNDLE.rule_files.load(rules, settings).record()), random.Random(rules), 0
    for deal in range(GAMES):
        game.deal(32, deal)
        while game.mover >= 0:
            count = len(game.moves())
            if game.view(game.mover)["phase"] == A_TURN and count > 1 and chance.random() < 0.3:
                found: list[list[float]] = []
                for restriction in (0, BLIND):
                    shares = np.zeros(MOST_ATTEMPTS + 1)
                    kept = sifted(game, restriction, shares)
                    found.append([*kept, *shares[1 : len(kept)].tolist()])
                assert found[0] == found[1]
                seen += len(found[0]) > 7
            game.take(0 if chance.random() < 0.8 else chance.randrange(count))
    assert seen > GAMES


def best_of_each_kind(view: Any, moves: list[tuple[int, ...]]) -> list[int]:
    """The best attempt of every kind, each attempt looked at; of equals the first, where there is room for all kinds."""
    least = 0.0 if 0 < view["turns_left"] <= view["rules"]["players"] else LEAST_CHANCE
    kept: dict[tuple[int, ...], tuple[float, int]] = {}
    for i, move in enumerate(moves[1:], 1):
        share, kind = success(view, record(move)), (move[1], move[2].bit_count(), move[3])
        score = share + FITTING * fit(int(view["hand"]) & ~move[2])
        if share > least and (kind not in kept or score > kept[kind][0]):
            kept[kind] = score, i
    return [i for _, i in kept.values()]


@pytest.mark.parametrize("rules", ["two", "four"])
def test_what_is_passed_over_is_never_the_best(rules: str) -> None:
    """The attempts kept are among the best of each kind in their order, and each comes with its chance."""
    met = 0
    for game in turns(rules, GAMES):
        view, moves = game.view(game.mover), game.moves()
        wanted = best_of_each_kind(view, moves)
        if len(wanted) <= MOST_ATTEMPTS:
            shares = np.zeros(MOST_ATTEMPTS + 1)
            kept = sifted(game, shares=shares)[1:]
            assert kept == [i for i in wanted if i in kept]
            assert [shares[k] for k in range(1, len(kept) + 1)] == [success(view, record(moves[i])) for i in kept]
            met += len(kept)
    assert met > GAMES


def test_a_restriction_leaves_its_own_choice() -> None:
    """Who may not strike looks at stomps and screams in place of likelier strikes."""
    for restriction, barred in (
        (NO_STRIKES, lambda m: m[0] == STRIKE),
        (NO_ENHANCEMENTS, lambda m: m[1] >= N_CREATURES),
    ):
        seen = 0
        for game in turns("two", GAMES):
            moves = game.moves()
            free, kept = sifted(game), sifted(game, restriction)
            assert not any(barred(moves[i]) for i in kept[1:])
            seen += any(barred(moves[i]) for i in free[1:]) and len(kept) > 1
        assert seen > GAMES


def test_the_likelier_of_two_ways() -> None:
    """Two sevens stomp on ants (4) rather than strike or scream with two cards; one of them stays with the eight."""
    place = position(hands=("r7 g7 r8", BOTH[1]), landscape="fire_ants")
    assert [place.moves()[i] for i in sifted(place._game)] == ["reload", "stomp fire_ants r7 g7", "stomp fire_ants g7"]


def test_last_turns_leave_nothing_untried() -> None:
    """A chance of one in 36 is looked at in the last turn only."""
    place = position(hands=("r7 g7", BOTH[1]), landscape="gigantic_python")  # 8 of two dice: 1 of 36
    assert sifted(place._game) == [0]
    place.seen["turns_left"] = 1
    assert "stomp gigantic_python r7 g7" in [place.moves()[i] for i in sifted(place._game)]


def test_other_decisions_are_looked_at_whole() -> None:
    """Cards to discard, dice to roll again: every one."""
    place: Position = position(hands=("r7 g7 b1 p2", BOTH[1]), landscape="fire_ants").roll(1, 1)
    place.play("stomp fire_ants r7 g7")
    assert sifted(place._game) == [0, 1, 2, 3]
