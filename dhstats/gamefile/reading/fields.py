"""Fields of a state, checked: what each may hold, who may see it, and whether it can be repeated and dealt so."""

from collections.abc import Iterator, Mapping
from math import prod

from dhstats.errors import nearest
from dhstats.gamefile.declarations import LARGEST, OTHERS, OWNER, PILE, SEEN, Field
from dhstats.games.keys import Key
from dhstats.quoting import quoted

MOST_STATE = 1 << 16  # bytes of a state
MOST_KINDS = 256
OF_STATE = ("mover", "players", "decisions")
TAKEN = ("dtype", "size", "shape", "copy", "item", "view", "field", "base", "data")  # numpy calls its own things so
HIDDEN_NEEDS = (
    "is hidden and holds no cards; add a function guess(state, rules, seat, chance), or, if it notes what a seat "
    "knows, fits(state, rules, seat)"
)


def field_faults(state: Mapping[str, Field], keys: Mapping[str, Key], seats: int, *, guesses: bool) -> Iterator[str]:
    """What is amiss with every field of the state by itself, with their decks, and with the room that all take."""
    for name, each in state.items():
        yield from _of_field(f"State.{name}", each, keys)
        if name in OF_STATE or name in TAKEN:
            yield f"State.{name}: this name is taken; choose another one"
        if each.hidden and not each.is_cards and not guesses and not each.chosen:
            yield f"State.{name}: {HIDDEN_NEEDS}"
    yield from _of_decks(state)
    size = sum(
        8 * ((each.size + 1 if each.kind == PILE else 1) * prod(each.shape) * (seats if each.by_seat else 1))
        for each in state.values()
    )
    if size > MOST_STATE:
        yield f"State: takes {size:,} bytes, must be at most {MOST_STATE:,}; declare fewer or shorter lists"


def _of_decks(state: Mapping[str, Field]) -> Iterator[str]:
    """Hidden cards of one deck have one list of kinds: any of them may lie wherever one of them can."""
    decks: dict[tuple[str, bool], set[int]] = {}
    for each in state.values():
        if each.pooled:
            decks.setdefault(each.deck, set()).add(each.kinds)
    for (name, _), kinds in decks.items():
        if len(kinds) > 1:
            text = " and ".join(map(str, sorted(kinds)))
            deck = f" of {quoted(name)}" if name else ""
            yield f'State: hidden cards{deck} are of {text} kinds; name separate decks, as in of="gems"'


def _of_field(where: str, each: Field, keys: Mapping[str, Key]) -> Iterator[str]:
    yield from word_faults(where, each)
    if each.seen not in SEEN:
        yield f"{where}: seen must be one of {', '.join(SEEN)}, not {quoted(each.seen)}"
    if each.seen in (OWNER, OTHERS) and not each.by_seat:
        yield f"{where}: has no owner; write each_seat(..., seen={each.seen.upper()})"
    yield from _of_deck(where, each)
    if each.by and each.by not in keys:
        yield f"{where}: is measured by {quoted(each.by)}, which is not a rule; {nearest(str(each.by), keys)}"
    elif each.by and (keys[each.by].things or keys[each.by].kind.form.control != "number"):
        yield f"{where}: is measured by {quoted(each.by)}, which is not a single number; name another rule"
    if each.is_cards and not 1 <= each.kinds <= MOST_KINDS:
        yield f"{where}: cards must be of 1 to {MOST_KINDS} kinds, not {each.kinds}"
    if not each.low <= each.start <= each.high or max(abs(each.low), abs(each.high)) > LARGEST:
        yield f"{where}: must go from LOW to HIGH and begin between them, within ±{LARGEST:,}"
    if min((1, *each.shape)) < 1 or (each.kind == PILE and each.size < 1):
        yield f"{where}: must have room for at least one"


def _of_deck(where: str, each: Field) -> Iterator[str]:
    """The deck that cards belong to, and that nothing else does."""
    named: object = each.of  # anything that a file may write
    if not isinstance(named, str):
        yield f'{where}: its deck must be named, as in of="gems", or be of=OWNER'
    elif named == OWNER:
        yield f"{where}: has no owner; write each_seat(..., of=OWNER)"
    elif (named or each.own) and not each.is_cards:
        yield f"{where}: holds no cards, so it belongs to no deck; leave of=... out"


def word_faults(where: str, each: Field) -> Iterator[str]:
    """Bounds are whole numbers, words are different texts."""
    if not all(isinstance(n, int) and not isinstance(n, bool) for n in (each.low, each.high, each.start)):
        yield f"{where}: its bounds must be whole numbers, as in number(0, 10)"
    texts = all(isinstance(word, str) and word.strip() and word.isprintable() for word in each.words)
    if not texts or len(set(each.words)) < len(each.words):
        yield f'{where}: its words must be different texts, as in choice("roll", "hold")'
