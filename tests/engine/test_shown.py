"""What a strategy's code may do with what it is shown, statement by statement: it looks and chooses."""

from collections import namedtuple
from types import ModuleType
from typing import Any

import pytest

from dhstats.engine.game import move_type
from dhstats.engine.reading.shown import refusal
from dhstats.games.catalogue import load

GAME = load("dragonheart").game
HEAD = """
import functools, math, operator, random, time
import numba, numba.experimental
import numpy as np
from functools import reduce
from numpy.random import default_rng, randint
from dhstats.engine.stream import address, below; from dhstats.engine.bits import ones
from dhstats.games.dragonheart.rules.collecting import points_taken
from dhstats.games.dragonheart.rules.play import write_move
from dhstats.games.dragonheart.table import cards_in

def put(array): array[0] = 0
def put_key(*, array): array[0] = 0
def put_many(*arrays): arrays[0][0] = 0
def same(array): return array
def pair(array): return array, 1

@numba.njit
def jput(array): array[0] = 0

def down(n): return down(n - 1) if n > 0 else 0
def ping(n): return pong(n - 1) if n > 0 else 0
def pong(n): return ping(n)
def by_key(*, n): return by_key(n=n - 1) if n > 0 else 0
def many(*n): return many(*n) if n[0] > 0 else 0
def twice(f, n): return f(f, n - 1) if n > 0 else 0
@numba.njit
def jdown(n): return jdown(n - 1) if n > 0 else 0
BOTH = (jput, jdown)
OWN = np.zeros(3)
@numba.vectorize
def vdown(n): return vdown(n - 1) if n > 0 else 0
class Thing:
    def __init__(self): self.n = 0
    def down(self, n): return self.down(n - 1) if n > 0 else 0
Counter = numba.experimental.jitclass([("n", numba.int64)])(Thing)

def bot(view, moves, count, randomness):
    {body}
"""


def refused(body: str, **names: Any) -> str:
    """Why a strategy with this body is refused, which names things from outside; "" if it is not."""
    lines = body.replace("\n", "\n    ")
    space: dict[str, Any] = {"__name__": "bots", **names}
    exec(compile(HEAD.format(body=lines), "bots.py", "exec"), space)
    return refusal(space["bot"], GAME.view, move_type(GAME))


# Every way of writing that the compiler would let pass.
WRITES = (
    "view.turn = 3",
    "view.hand[0] = 1",
    "view.hand[0] += 1",
    "view.hand[:] = 0",
    "view.hand[1:3] = 0",
    "view.hand[...] = 0",
    "view.scores += 1",
    "view.rules.hand_size = 9",
    "view['turn'] = 3",
    "moves[0].cards = 1",
    "moves[0]['cards'] = 1",
    "moves[0] = moves[1]",
    "moves.cards[0] = 9",
    "moves['cards'][0] = 9",
    "a = view.hand; a[0] = 1",
    "a, b = view.hand, 1; a[0] = 1",
    "a = b = view.hand; b[0] = 1",
    "[view.hand, view.scores][0][0] = 1",
    "(view.hand, view.scores)[1][0] = 1",
    "{1: view.hand}[1][0] = 1",
    "l = [view.hand]; l[0][0] = 1",
    "l = [np.zeros(9, np.int64)]; l.append(view.hand); l[1][0] = 1",
    "for i, m in enumerate(moves): m.cards = 1",
    "for m, i in zip(moves, range(3)): m.cards = 1",
    "for m in moves: m.cards = 1",
    "for m in reversed(moves): m.cards = 1",
    "for m in list(moves): m.cards = 1",
    "for i, row in enumerate(view.played): row[0] = 1",
    "for row in view.played: row[0] = 1",
    "for a, b in zip(view.played, view.played): b[0] = 1",
    "it = iter(moves); next(it).cards = 1",
    "f = lambda a: put(a); f(view.hand)",
    "f = lambda: put(view.hand); f()",
    "put(view.hand)",
    "put(array=view.hand)",
    "put_key(array=view.hand)",
    "put_many(view.hand)",
    "put_many(*(view.hand,))",
    "jput(view.hand)",
    "same(view.hand)[0] = 1",
    "pair(view.hand)[0][0] = 1",
    "x = [put(a) for a in view.played]",
    "x = [a for a in view.played]; x[0][0] = 1",
    "x = list(map(put, view.played))",
    "x = list(filter(put, view.played))",
    "def inner(a): a[0] = 1\ninner(view.hand)",
    "def inner(): view.hand[0] = 1\ninner()",
    "def inner(): return view.hand\ninner()[0] = 1",
    "a = view.hand if count > 1 else view.scores; a[0] = 1",
    "a = view.hand or view.scores; a[0] = 1",
    "view.hand.fill(0)",
    "view.hand.sort()",
    "view.hand.partition(1)",
    "view.hand.put(0, 1)",
    "view.hand.itemset(0, 1)",
    "view.hand.resize(3)",
    "view.hand.byteswap(True)",
    "view.hand.setfield(1, np.int64)",
    "view.hand.T[0] = 1",
    "view.hand.real[0] = 1",
    "view.hand.flat[0] = 1",
    "view.hand.ravel()[0] = 1",
    "view.hand.reshape(3, 3)[0, 0] = 1",
    "view.played.transpose()[0, 0] = 1",
    "view.hand.view(np.int64)[0] = 1",
    "view.hand.view(np.int32)[0] = 1",
    "view.hand[::2][0] = 1",
    "view.hand[None][0][0] = 1",
    "view.hand[np.newaxis, :][0, 0] = 1",
    "np.random.shuffle(view.hand)",
    "np.random.permutation(view.hand)[0] = 1",
    "np.copyto(view.hand, 0)",
    "np.put(view.hand, 0, 1)",
    "np.fill_diagonal(view.played, 1)",
    "np.add(view.hand, 1, view.hand)",
    "np.add(view.hand, 1, out=view.hand)",
    "np.negative(view.hand, view.hand)",
    "np.sqrt(view.hand, view.hand)",
    "np.dot(view.played, view.hand, view.scores)",
    "np.cumsum(view.hand, out=view.hand)",
    "np.round_(view.hand, 0, view.hand)",
    "np.around(view.hand, 0, view.hand)",
    "np.take(view.hand, 0, out=view.hand)",
    "np.asarray(view.hand)[0] = 1",
    "np.ascontiguousarray(view.hand)[0] = 1",
    "np.atleast_1d(view.hand)[0] = 1",
    "np.ravel(view.hand)[0] = 1",
    "np.reshape(view.hand, 9)[0] = 1",
    "np.transpose(view.played)[0] = 1",
    "np.flip(view.hand)[0] = 1",
    "np.flipud(view.hand)[0] = 1",
    "np.squeeze(view.hand)[0] = 1",
    "np.expand_dims(view.hand, 0)[0] = 1",
    "np.broadcast_to(view.hand, (2, 9))[0] = 1",
    "np.split(view.hand, 3)[0][0] = 1",
    "np.array_split(view.hand, 3)[0][0] = 1",
    "np.lib.stride_tricks.as_strided(view.hand, (99,))[0] = 1",
    "np.frombuffer(view.hand, np.int64)[0] = 1",
    "np.rot90(view.played)[0] = 1",
    "np.diag(view.played)[0] = 1",
    "np.lexsort(view.played)",
    "np.put_along_axis(view.hand, np.zeros(1, np.int64), 1, 0)",
    "np.place(view.hand, view.hand > 0, 1)",
    "np.putmask(view.hand, view.hand > 0, 1)",
    "for x in np.nditer(view.hand): x[...] = 1",
    "for i, x in np.ndenumerate(view.played): view.played[i] = 1",
    "numba.carray(view.hand.ctypes, 99)[0] = 1",
    "setattr(view, 'turn', 3)",
    "getattr(view, 'hand')[0] = 1",
    "operator.setitem(view.hand, 0, 1)",
    "view.hand.__setitem__(0, 1)",
    "del view.hand[0]",
    "write_move(moves[0], 1, 1, 1, 1)",
    "view.hand[0], view.hand[1] = view.hand[1], view.hand[0]",
    "a = np.zeros(3, np.int64); a[0], view.hand[0] = 1, 2",
    "(view.hand[0]) = 1",
    "view.hand[0] |= 1",
    "view.hand *= 2",
    "view.hand @= view.hand",
    "a = view.hand; a += 1",
    "h = view; h.turn = 1",
    "l = [np.zeros(9, np.int64)]; m = l; m.append(view.hand); l[1][0] = 1",
    "for k, v in {1: view.hand}.items(): v[0] = 1",
    "for v in {1: view.hand}.values(): v[0] = 1",
    "while (a := view.hand) is not None and a.sum() < 0: a[0] = 1",
    "t = (1, (view.hand, 2)); t[1][0][0] = 3",
    "a, *b = (1, view.hand, view.scores); b[0][0] = 1",
    "x = sorted([m for m in moves], key=lambda m: m.cards); x[0].cards = 1",
    "s = slice(0, 3); view.hand[s][0] = 1",
    "view.hand[0:2] += 1",
    "x = [view.hand] * 2; x[0][0] = 1",
    "x = [view.hand] + [view.scores]; x[0][0] = 1",
    "x = {view.hand.size: view.hand}; x[9][0] = 1",
    "d = {}; d[1] = view.hand; d[1][0] = 1",
    "l = [np.zeros(9, np.int64)]; l[0] = view.hand; l[0][0] = 1",
    "l = [np.zeros(9, np.int64)]; l.insert(0, view.hand); l[0][0] = 1",
    "l = [view.hand]; l.pop()[0] = 1",
    "l = [view.hand]; l.copy()[0][0] = 1",
)


# What would lead two runs of one seed to other games, and what the randomness is not for.
LOOSE = (
    "randomness.turn = 0",
    "randomness.words[0] = 1",
    "x = randomness.key[0]",
    "address(randomness, 1, 1, 1)",
    "with numba.objmode(): put(view.hand)",
    "x = np.random.random()",
    "x = random.random()",
    "x = randint(0, 3)",
    "x = default_rng(1).random()",
    "x = time.time()",
    "x = id(view)",
    "x = hash('a')",
    "x = np.empty(3)",
    "x = np.empty_like(view.hand)",
    "x = np.ndarray(3)",
)

# What calls itself, at once or through others, and what only a running game could call.
RECURSION = {
    "x = down(count)": "line 21: down() calls itself",
    "x = ping(count)": "line 23: ping() calls itself",
    "x = bot(view, moves, 1, randomness)": "line 39: bot() calls itself",
    "x = jdown(3)": "jdown() calls itself",
    "x = by_key(n=3)": "by_key() calls itself",
    "x = many(3)": "many() calls itself",
    "x = twice(twice, 3)": "twice() calls itself",
    "f = lambda n: down(n)\nx = f(3)": "down() calls itself",
    "f = lambda f, n: f(f, n - 1) if n > 0 else 0\nx = f(f, 3)": "a lambda calls itself",
    "def inner(n): return bot(view, moves, n, randomness)\nx = inner(3)": "bot() calls itself",
    "x = [down(i) for i in range(3)]": "down() calls itself",
    "x = list(map(down, [1, 2]))": "down() calls itself",
    "x = sorted([1, 2], key=down)": "down() calls itself",
    "x = reduce(down, [1, 2], 0)": "down() calls itself",
    "x = max([1, 2], key=down)": "down() calls itself",
    "while down(count): pass": "down() calls itself",
    "x = BOTH[1](3)": "known only while it plays",
    "f = jdown if count > 3 else jput\nx = f(3)": "known only while it plays",
    "x = vdown(3)": "numba's vdown",
    "x = Counter().down(3)": "numba's Counter",
    "x = Thing().down(3)": "Thing is a class",
}

MISTAKES = {
    "return view.hnad[0]": "view has no field 'hnad'; did you mean 'hand'? fields: rules, seat, turn, hand, pictures",
    "return moves[0].colour": "a move has no field 'colour'; fields: picture, values, cards, target",
    "return moves[0]['colour']": "a move has no field 'colour'; fields: picture, values, cards, target",
    "return moves.colour": "has no field 'colour'; fields: picture",
    "return view.rules.tkes[0]": "view.rules has no field 'tkes'; did you mean 'takes'?",
    "x = [m.colr for m in moves]; return 0": "a move has no field 'colr'",
    "pass": "ends here without returning the number of a move",
    "if count > 3: return 0": "ends here without returning the number of a move",
    "return None": "ends here without returning the number of a move",
    "raise ValueError('no idea')": "never returns the number of a move",
    "return choose_well(count)": "'choose_well' is not defined",
    "return np.nothing(3)": "numpy has no 'nothing'",
    "return 'first'": "returns something else than a whole number",
    "return (0, 1)": "returns something else than a whole number",
    "return b'first'": "returns something else than a whole number",
    "return 1j": "returns something else than a whole number",
    "return randomness.key[0]": "the randomness has no fields for a strategy",
    "own = np.zeros(3); return int(own.flat[9])": ".flat is read and written without bounds",
    "return view.hand.flat[9]": ".flat is read and written without bounds",
    "return np.bincount(np.array([-9]))[0]": "np.bincount: it writes without bounds",
    "return np.take(view.played, np.array([9]), 0)[0, 0]": "np.take: with an axis it reads without bounds",
    "return np.take_along_axis(np.ones(3), np.array([9]), 0)[0]": "np.take_along_axis: it reads without bounds",
    "return np.delete(np.ones(3), np.array([9]))[0]": "np.delete: it writes without bounds",
    "own = np.zeros(3); return own.ctypes.data % count": ".ctypes leads to the address of an array, which differs",
    "return OWN.ctypes.data % count": ".ctypes leads to the address of an array, which differs",
    "return np.zeros(3).__array_interface__['data'][0]": ".__array_interface__ leads to the address of an array",
    "x = 1\nyield x": "line 40: `yield` makes it a generator, which gives no move; `return` the number of one",
    "return eval('0')": "eval() is nothing that a strategy may use",
}

REFUSED = {**dict.fromkeys((*WRITES, *LOOSE), ""), **RECURSION, **MISTAKES}


@pytest.mark.parametrize("body", REFUSED)
def test_what_no_strategy_may_have_is_refused_with_its_line(body: str) -> None:
    """Writing into what it was shown, draws of its own, recursion; wrong fields with those there are, no `return`."""
    reason = refused(f"{body}\nreturn 0" if body not in MISTAKES else body)
    assert reason.startswith("line ")
    assert REFUSED[body] in reason


@pytest.mark.parametrize("held", [(0, 1), b"first", 1j, 0.5, "first", frozenset({1})], ids=repr)
def test_what_a_function_holds_and_returns_is_judged_like_what_it_makes(held: object) -> None:
    """From Python 3.12 on code returns a constant as it is, a tuple too; before, its parts were put together."""
    assert "line 39: returns something else than a whole number" in refused("return HELD", HELD=held)


def test_a_mistake_in_a_file_beside_it_is_told_with_that_file() -> None:
    """Lines are those of the file where they stand."""
    space = dict.fromkeys(("__name__",), "helper")
    exec(compile("def down(n):\n    return down(n - 1) if n > 0 else 0\n", "folder/helper.py", "exec"), space)
    assert refused("return helper(count)", helper=space["down"]).startswith("helper.py, line 2: down() calls itself")


@pytest.mark.parametrize(
    ("call", "line"),
    [
        ("helper.far", "import the function itself: from helper import far"),
        ("folder.helper.far", "import the function itself: from helper import far"),
        ("named.far", "give it a name in the file and call that"),
    ],
)
def test_functions_that_have_no_name_of_their_own_are_refused(call: str, line: str) -> None:
    """Only functions that the code names, or holds in a closure, get checked indices."""
    helper, folder = ModuleType("helper"), ModuleType("folder")
    helper.__file__ = folder.__file__ = "helper.py"
    exec("import math\ndef far(array, i): return array[i]\nFIRST = 0", vars(helper))
    vars(folder)["helper"] = helper
    names = {"helper": helper, "folder": folder, "named": namedtuple("Pair", "far")(vars(helper)["far"])}
    assert line in refused(f"return {call}(view.hand, 9)", **names)
    assert refused("return helper.FIRST + int(helper.math.floor(0.5))", **names) == ""


# What a strategy may well do.
FREE = (
    "l = [view.turn]; l.append(3); l[0] = 4",
    "c = np.zeros((2, 9)); c[0] = view.hand; c[0][1] = 4; c[1, 2] = 3",
    "d = {1: 2}; d[3] = view.turn; x = d[3]; x += 1",
    "n = np.zeros(3, np.int64); n[0] = moves[0].cards; n[1] += view.turn; n.sort()",
    "x = np.zeros(count); x[0] += moves[0].cards; i = np.argmax(x)",
    "x = view.hand.sum() + view.scores[0] + len(moves)",
    "own = view.hand.copy(); own[0] = 1; own.sort(); own += 1",
    "own = np.zeros(9); own[:] = view.hand; own[0] += 1",
    "own = np.array([1, 2]); own[0] = view.hand[0]",
    "x = [m.cards for m in moves]; x[0] = 1; x.sort()",
    "x = [moves[i].cards for i in range(count)]; x.append(3)",
    "x = np.argmax(moves.cards)",
    "x = sum([c for c in view.cards])",
    "x = view.cards.max(); x += 1",
    "x = view.scores[view.seat]; x += 1; x -= view.played[0, 1]",
    "p = points_taken(view, moves[0])",
    "q = cards_in(view.hand[3])",
    "b = moves[0]; x = b.cards; b = moves[count - 1]",
    "below(randomness, 3)",
    "r = view.rules; x = r.slots[0]; x += 1",
    "best = -1; best = max(best, moves[0].cards); best += 1",
    "x = np.sort(view.hand); x[0] = 1",
    "x = view.hand[view.hand > 0]; x[0] = 3",
    "x = view.hand + 1; x[0] = 1",
    "x = np.where(view.hand > 0, view.hand, 0); x[0] = 1",
    "x = np.sum(view.hand); x += 1",
    "x = np.minimum(view.hand, 3); x[0] = 1",
    "x = view.hand.astype(np.float64); x[0] = 1",
    "a, b = view.scores; a += 1",
    "a, b = view.scores[0], view.scores[1]; a += 1",
    "for i, m in enumerate(moves): x = m.cards; x += 1",
    "for c in view.hand: c += 1",
    "f = lambda c: c + 1; x = f(view.turn)",
    "s = 0; s += view.turn",
    "for i, c in enumerate(view.hand): c += i",
    "w = np.zeros((3, 3)); w[0][1] = view.turn",
    "print(view.turn)",
    "t = (view.turn, 3); x = t[0]; x += 1",
    "h = [view.hand[i] for i in range(9)]; h[0] = 2",
    "x = math.sqrt(view.turn); x += 1",
    "x = int(view.turn); x += 1",
    "x = abs(view.scores[0] - view.scores[1]); x += 1",
    "x = min(view.scores[0], 3); x += 1",
    "f = lambda n: n + 1; x = f(f(1))",
    "x = same(same(view.hand))[0]; x += 1",
    "x = numba.int64(3) + np.float64(2)",
    "x = ones(view.hand[0])",
)


@pytest.mark.parametrize("body", FREE)
def test_looking_and_counting_are_free(body: str) -> None:
    """Copies, sums, collections and arrays of its own may be changed as it likes."""
    assert refused(f"{body}\nreturn 0") == ""
