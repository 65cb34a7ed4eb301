"""Ways in which a file goes wrong: by accident, by a slip of whoever wrote it, or on purpose. Seeded, so repeatable."""

import copy
import hashlib
import json
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

WORDS = [
    *("", " ", "x", "expert", "greedy", "ffg", "nan", "-1", "null", "true", "1e9", "sample:0", "sample:99999999999"),
    *("../../escape", "/etc/passwd", "a/b", "..", ".", "~", "C:\\x", "a\0b", "x" * 10_000, "é" * 300, "\ud800"),
    *("\x1b[31mred\x1b[0m", "\x1b]8;;http://x\x07link\x1b]8;;\x07", "a\nb", "a\r\nb", "\u202eevil\u2066", "\u2028", "\x9b31m"),
    *("<script>alert(1)</script>", "</script><b>", "\"'&<>", "{{ 7 * 7 }}", "${x}", "%s%n", "'; DROP VIEW games; --"),
    *("balanced within 0.5pp", "better by 1pp", "half-width 1pp", "balanced within 9e9pp", "seat", "crossed", "league"),
]  # fmt: skip
NUMBERS: list[Any] = [
    *(0, 1, -1, 2, 255, 256, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), 10**18, 10**30),
    *(10**400, 16**5000, 0.5, -0.0, 1e-320, 1e308, 1.7e308, float("inf"), float("-inf"), float("nan")),
]
NAMES = ["", "x", "hand", "Size", "size ", "__proto__", "constructor", "ünï", "a.b", "\x1b[2J", "<b>", "k" * 5000, "0"]


def nested(depth: int, chance: random.Random) -> Any:
    """Lists and tables inside each other."""
    value: Any = 1
    for _ in range(depth):
        value = [value] if chance.random() < 0.5 else {"a": value}
    return value


def anything(chance: random.Random) -> Any:
    """A value of any kind, mostly of a wrong one."""
    kind = chance.randrange(8)
    if kind < 2:
        return chance.choice(NUMBERS)
    if kind < 4:
        return chance.choice(WORDS)
    if kind == 4:
        return chance.choice([True, False, None, [], {}, [[]], [{}], {"": {}}])
    if kind == 5:
        return nested(chance.choice([2, 5, 40, 60, 66, 100, 200]), chance)
    if kind == 6:
        return [chance.choice(NUMBERS[:12]) for _ in range(chance.choice([1, 3, 70, 3000]))]
    return [chance.choice(WORDS) for _ in range(chance.choice([1, 2, 5, 300]))]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where values stand in a tree: the keys and numbers that lead there."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from places(part, (*path, key))


def parent(tree: Any, path: tuple[Any, ...]) -> Any:
    """What holds a place."""
    for key in path[:-1]:
        tree = tree[key]
    return tree


def changed(tree: Any, chance: random.Random) -> Any:
    """A copy of a tree that differs in one place, or in a few."""
    tree = copy.deepcopy(tree)
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        spots = list(places(tree))
        if not spots:
            return anything(chance)
        path = chance.choice(spots)
        chance.choice(CHANGES)(tree, parent(tree, path), path, spots, chance)
    return tree


def _replace(tree: Any, holder: Any, path: tuple[Any, ...], spots: Any, chance: random.Random) -> None:
    holder[path[-1]] = anything(chance)


def _near(tree: Any, holder: Any, path: tuple[Any, ...], spots: Any, chance: random.Random) -> None:
    """A value of the same kind, a little off."""
    value = holder[path[-1]]
    if isinstance(value, bool):
        holder[path[-1]] = not value
    elif isinstance(value, int | float):
        real = float(value) if abs(value) < sys.float_info.max else value
        with unlimited():
            holder[path[-1]] = chance.choice([value + 1, value - 1, -value, 2 * value, real, str(value)])
    elif isinstance(value, str):
        holder[path[-1]] = chance.choice(
            [value + "x", value[:-1], value.upper(), value * 3, [value], value + "\x1b[1m"]
        )
    elif isinstance(value, list):
        with unlimited():
            words = dict(enumerate(map(str, value)))
        holder[path[-1]] = chance.choice([value + value, value[:-1], value[::-1], [value], words])


def _remove(tree: Any, holder: Any, path: tuple[Any, ...], spots: Any, chance: random.Random) -> None:
    del holder[path[-1]]


def _add(tree: Any, holder: Any, path: tuple[Any, ...], spots: Any, chance: random.Random) -> None:
    if isinstance(holder, dict):
        holder[chance.choice(NAMES)] = anything(chance)
    else:
        holder.insert(chance.randrange(len(holder) + 1), anything(chance))


def _rename(tree: Any, holder: Any, path: tuple[Any, ...], spots: Any, chance: random.Random) -> None:
    if isinstance(holder, dict):
        holder[chance.choice([*NAMES, f"{path[-1]}s", str(path[-1])[::-1]])] = holder.pop(path[-1])


def _swap(tree: Any, holder: Any, path: tuple[Any, ...], spots: Any, chance: random.Random) -> None:
    other = chance.choice(spots)
    there = parent(tree, other)
    value = copy.deepcopy(there[other[-1]])
    there[other[-1]] = copy.deepcopy(holder[path[-1]])
    if other[: len(path)] != path and path[: len(other)] != other:
        holder[path[-1]] = value


Change = Callable[[Any, Any, tuple[Any, ...], Any, random.Random], None]
CHANGES: list[Change] = [_replace, _replace, _replace, _near, _near, _near, _remove, _add, _rename, _swap]


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The bytes of a file as an accident leaves them."""
    at = chance.randrange(len(content) + 1)
    return chance.choice(ACCIDENTS)(content, at, chance)


def _flipped(content: bytes, at: int, chance: random.Random) -> bytes:
    body = bytearray(content)
    for _ in range(chance.choice([1, 1, 2, 16]) if body else 0):
        body[chance.randrange(len(body))] ^= 1 << chance.randrange(8)
    return bytes(body)


def _stray(content: bytes, at: int, chance: random.Random) -> bytes:
    strays = [b"\xff", b"\x00", b"\xef\xbb\xbf", b"\r\n", b"\x1b[2J", b'"', b"\\", b"[", b"{", b"#"]
    return content[:at] + chance.choice(strays) + content[at:]


Accident = Callable[[bytes, int, random.Random], bytes]
ACCIDENTS: list[Accident] = [
    _flipped,
    _stray,
    lambda content, at, chance: content[:at],
    lambda content, at, chance: content[:at] + chance.randbytes(chance.choice([1, 4, 100])) + content[at:],
    lambda content, at, chance: content[:at] + content[at + chance.choice([1, 3, 50]) :],
    lambda content, at, chance: content[:at] + content[at : at + 200] * chance.choice([2, 3, 50]) + content[at:],
    lambda content, at, chance: content[:at] + content[at : at + 40][::-1] + content[at + 40 :],
    lambda content, at, chance: chance.choice(HORRORS)(chance.choice([10, 100, 5_000, 70_000])),
    lambda content, at, chance: content + chance.choice(HORRORS)(chance.choice([10, 1_000, 30_000])),
]
HORRORS: list[Callable[[int], bytes]] = [
    lambda n: b"\na = " + b"[" * n,
    lambda n: b"\na = " + b"[" * n + b"]" * n,
    lambda n: b"\na = " + b"{a=" * n,
    lambda n: b"\n" + b"a." * n + b"a = 1",
    lambda n: b"\n[" + b"a." * n + b"a]",
    lambda n: b"\n" + b"[[a]]\n" * n,
    lambda n: b"\na = " + b"9" * n,
    lambda n: b"\na = 0x" + b"f" * n,
    lambda n: b"\na = [" + b"1," * n + b"]",
    lambda n: b'\na = "' + b"\\u00e9" * n + b'"',
    lambda n: b"\na = '''" + b"\n" * n,
    lambda n: b"\n#" + b"x" * n,
    lambda n: b"[" * n,
    lambda n: b'{"a":' * n,
    lambda n: b'{"a":' * n + b"1" + b"}" * n,
    lambda n: b"\x00" * n,
    lambda n: b"\xff\xfe" * n,
    lambda n: b"",
]


def to_json(tree: Any) -> bytes:
    """A tree as JSON, with whatever Python can write that JSON has not."""
    with unlimited():
        return json.dumps(tree, indent=1).encode()


def forged(values: Any) -> bytes:
    """A manifest of any content with the checksum that fits it, as whoever forges a run would write it."""
    if isinstance(values, dict):
        values.pop("sha256", None)
    body = to_json(values).removesuffix(b"\n}")
    return body + b',\n "sha256": "' + hashlib.sha256(body).hexdigest().encode() + b'"\n}\n'


@contextmanager
def unlimited() -> Iterator[None]:
    """Numbers of any length can be written: whoever made a malformed file had no limit."""
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(usual)


def to_toml(tree: Any) -> bytes:
    """A tree as TOML: tables below each other, everything else inline; what TOML cannot say is left wrong."""
    lines: list[str] = []
    _tables(tree if isinstance(tree, dict) else {"a": tree}, "", lines)
    return "\n".join(lines).encode(errors="surrogatepass")


def _tables(table: dict[Any, Any], prefix: str, lines: list[str]) -> None:
    inner = [(key, value) for key, value in table.items() if isinstance(value, dict) and value]
    lines += [f"{_key(key)} = {_inline(value)}" for key, value in table.items() if (key, value) not in inner]
    for key, value in inner if len(prefix) < 2_000 else ():
        name = f"{prefix}.{_key(key)}" if prefix else _key(key)
        lines.append(f"[{name}]")
        _tables(value, name, lines)


def _key(key: Any) -> str:
    return str(key) if str(key).isascii() and str(key).isidentifier() else json.dumps(str(key))


def _inline(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, int):
        return hex(value) if value > 10**100 else str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=len(value) % 2 == 0)
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return "{" + ", ".join(f"{_key(key)} = {_inline(part)}" for key, part in value.items()) + "}"
