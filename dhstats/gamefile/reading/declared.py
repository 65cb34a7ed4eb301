"""What a game file declares, checked: one clear sentence for each thing that is amiss, all of them at once."""

import ast
import difflib
import inspect
from collections.abc import Callable, Mapping
from math import prod
from pathlib import Path
from types import ModuleType
from typing import Any

from dhstats.documents import Inspection
from dhstats.errors import nearest
from dhstats.gamefile.cards import reading
from dhstats.gamefile.declarations import HELD, LARGEST, Field
from dhstats.gamefile.file import TASKS, GameFile
from dhstats.gamefile.reading import offers
from dhstats.gamefile.reading.fields import OF_STATE, field_faults, word_faults
from dhstats.gamefile.reading.keys import Keys
from dhstats.gamefile.reading.mentions import mentions
from dhstats.gamefile.reading.objectives import Objectives
from dhstats.gamefile.reading.source import check_imports, check_name, package_of, run
from dhstats.gamefile.sources import Sources, read_sources
from dhstats.games.bundle import Unclear
from dhstats.games.declaring import flat
from dhstats.games.keys import Key
from dhstats.games.rulefile import literal
from dhstats.quoting import one_line, quoted
from dhstats.seats import SEATS

MOST_SEATS = len(SEATS)
MOST_MOVES = 4096  # different moves of which `allowed` says which are possible
MOST_DECISIONS = 60_000  # of a game: a column of the log holds no more

CLASSES = ("Rules", "State", "Move")
ALMOST = 0.8  # how much of a misspelt name is right: a constant of the file may be called LINES, which is near LONGEST
SETTINGS = (
    "TITLE", "SEATS", "LONGEST", "ENDINGS", "VARIANTS", "PLAYERS", "LEAD", "OBJECTIVE", "SUCCESS", "SIDES",
    "SYMMETRICAL", "SUM", "UNCLEAR", offers.MOST_MOVES,
)  # fmt: skip
DECLARED: Mapping[type, str] = {  # what the attributes of a class are declared by
    Key: "key(...), switch(...) or word(...)",
    Field: "number(...), choice(...), pile(...) ...",
}
OF_LOG = (
    "turn", "own_turn", "seat", "mover", "move", "legal_moves", "number", "score", "winner", "decided_by",
    "end_reason", "ended_by", "turns", "lead_changes", "lead_since", "logged_turns", "players",
    *SEATS, "layout", "swapped", "game_id", "deal_id", "arm",
)  # fmt: skip


def read(path: Path, shown: str = "") -> GameFile:
    """Reads a game file, which runs it; BadInput for all that is amiss, each with its place and what is allowed."""
    shown = shown or one_line(str(path))
    sources = read_sources(path, shown)
    check_name(sources.stem, shown, package=sources.package)
    content = sources.files[sources.main]
    main = (path if path.is_dir() else path.parent) / sources.main
    check_imports(content, shown)
    home = package_of(main.parent, sources.digest) if sources.package else ""
    with reading(sources.files):
        mark = sources.digest.encode() if len(sources.files) > 1 else content
        module = run(main, content, shown, home, mark)
    file = Reading(sources, main, shown, module, home).file()
    seen = Inspection(f"game file {shown}: line {line}: {says}" for line, says in mentions(file, content))
    seen.end()
    return file


class Reading:
    """One reading of a file: everything that is amiss is said at once."""

    def __init__(self, sources: Sources, path: Path, shown: str, module: ModuleType, home: str) -> None:
        self._sources, self._path, self._shown, self._module, self._home = sources, path, shown, module, home
        self._seen = Inspection()

    def file(self) -> GameFile:
        """The file, if nothing is amiss; BadInput with all that is."""
        tree = ast.parse(self._sources.files[self._sources.main])
        functions = self._functions(tree)
        declared, state, move = (self._declared(name) for name in CLASSES)
        seats = self._seats()
        keys, self._full = Keys(self._wrong).named(declared, seats[1])
        for says in field_faults(state, keys, seats[1], guesses="guess" in functions or "fits" in functions):
            self._wrong(says)
        self._check_move(move, offered="moves" in functions)
        room = self._whole(offers.MOST_MOVES, offers.USUAL, 1, offers.LARGEST)
        endings, longest = self._endings("ending" in functions), self._whole("LONGEST", 1000, 1, MOST_DECISIONS)
        variants, lead = self._variants(), float(self._whole("LEAD", 20, 1, LARGEST))
        objective = Objectives(self._module, self._wrong).read(seats, endings, state, sides="side" in functions)
        # What is set for `games check` alone; a setting that is misspelt would be ignored
        self._whole("SUM", 0, -LARGEST, LARGEST)
        for name, value in vars(self._module).items():
            if name.isupper() and len(name) > 3 and name not in SETTINGS and isinstance(value, tuple | dict):
                for close in difflib.get_close_matches(name, SETTINGS, n=1, cutoff=ALMOST):
                    self._wrong(f"{name} is not known here; did you mean {close!r}?")
        players, unclear = self._players(), self._unclear()
        self._seen.end()
        doc = (inspect.getdoc(self._module) or "").strip().split("\n")[0]
        title = getattr(self._module, "TITLE", "") or self._sources.stem.replace("_", " ").capitalize()
        return GameFile(
            self._sources.name, self._shown, self._path, self._sources.digest, self._module,
            one_line(str(title))[:60], one_line(doc)[:300], seats, longest, endings, variants, lead, objective,
            keys, state, move, functions, players, unclear, room, offers.spare_rows(tree), self._home,
        )  # fmt: skip

    def _wrong(self, text: str) -> None:
        self._seen.problems.append(f"game file {self._shown}: {text}")

    def _functions(self, tree: ast.Module) -> dict[str, Callable[..., Any]]:
        """What plays the game; its moves are filtered or offered, one of the two."""
        functions: dict[str, Callable[..., Any]] = {}
        for name, task in TASKS.items():
            function = getattr(self._module, name, None)
            takes = [each for each in task.takes if each != offers.OFFERED]
            wanted = f"{name}({', '.join(takes)})"
            if function is None and task.needed:
                self._wrong(f"has no function {wanted}")
            elif function is not None and not inspect.isfunction(function):
                self._wrong(f"{name} must be a function, as in def {wanted}:")
            elif function is not None:
                taken = [each for each in inspect.signature(function).parameters if each != offers.OFFERED]
                if len(taken) != len(takes) and name != "moves":
                    line = function.__code__.co_firstlineno
                    self._wrong(f"line {line}: {name} takes {len(taken)} arguments, but must be {wanted}")
                functions[name] = function
        if offers.yields(tree) is None:
            functions.pop("moves", None)  # a function of the file's own
        if ("allowed" in functions) == ("moves" in functions):
            both = "has both allowed and moves; keep one of them; allowed suits games with few different moves"
            neither = "has no function allowed(view, move, rules), nor moves(view, rules) that yields Move(...)"
            self._wrong(both if "moves" in functions else neither)
        return functions

    def _declared(self, name: str) -> dict[str, Any]:
        declared = getattr(self._module, name, None)
        if declared is None and name == "Rules":
            return {}
        if not inspect.isclass(declared):
            self._wrong(f"has no class {name}")
            return {}
        kind, found = Key if name == "Rules" else Field, {}
        for own, value in vars(declared).items():
            if isinstance(value, kind):
                found[own] = value
            elif not own.startswith("_"):
                other = {Key: "a key of the rules", Field: "a field"}.get(type(value)) or quoted(value)
                self._wrong(f"{name}.{own} is {other}, must be declared by {DECLARED[kind]}")
        for own in getattr(declared, "__annotations__", {}):
            if own not in vars(declared) and own not in OF_STATE:
                self._wrong(f"{name}.{own} has a type, but no declaration, as in {own}: int = number(0, 10)")
        return found

    def _check_move(self, move: Mapping[str, Field], *, offered: bool) -> None:
        if not move:
            self._wrong("Move: must have at least one field, as in card: int = number(0, 12)")
        for name, each in move.items():
            for says in word_faults(f"Move.{name}", each):
                self._wrong(says)
            if name in OF_LOG or name.startswith(("score_", "turns_", "rank_")):
                self._wrong(f"Move.{name}: the log has a column of this name; choose another one")
            if any(name.startswith(f"{other}_") for other, field in move.items() if field.kind == HELD):
                self._wrong(f"Move.{name}: the log has columns of such names for another field's cards; rename it")
            cards = each.kind == HELD and not each.cells and offered
            if not cards and (each.shape or each.is_cards or each.by_seat or each.kind == "seat"):
                also = ", or held(KINDS, MOST) if moves are offered" if not offered else " or held(KINDS, MOST)"
                self._wrong(f"Move.{name}: must be number(LOW, HIGH) or choice(WORDS){also}")
        count = prod(each.high - each.low + 1 for each in move.values())
        if count > MOST_MOVES and not offered:
            self._wrong(
                f"Move: {count:,} different moves, must be at most {MOST_MOVES:,}; give its fields narrower bounds, or"
                " offer the moves in a function moves(view, rules) in place of allowed"
            )

    def _seats(self) -> tuple[int, int]:
        seats: Any = getattr(self._module, "SEATS", 2)
        bounds = seats if isinstance(seats, tuple) and len(seats) == 2 else (seats, seats)
        least, most = (each if isinstance(each, int) else 0 for each in bounds)
        if not 1 <= least <= most <= MOST_SEATS:
            self._wrong(
                f"SEATS must be a number from 1 to {MOST_SEATS}, or two of them as in (2, 4), not {quoted(seats)}"
            )
            return 2, 2
        return least, most

    def _whole(self, name: str, usual: int, least: int, most: int) -> int:
        value = getattr(self._module, name, usual)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self._wrong(f"{name} must be a whole number from {least} to {most:,}, not {quoted(value)}")
            return usual
        return value

    def _endings(self, named: bool) -> tuple[str, ...]:
        endings = getattr(self._module, "ENDINGS", ("end",))
        words = endings if isinstance(endings, tuple) else ()
        if not words or not all(isinstance(each, str) and each.isidentifier() for each in words):
            self._wrong('ENDINGS must be words, as in ("target", "empty_deck")')
            return ("end",)
        if len(words) > 1 and not named:
            self._wrong("ENDINGS: add a function ending(state, rules) that returns the place of one of them, from 0")
        return (*words, "limit")

    def _variants(self) -> Mapping[str, Mapping[str, Any]]:
        variants = getattr(self._module, "VARIANTS", {})
        if not isinstance(variants, dict) or not all(isinstance(each, dict) for each in variants.values()):
            self._wrong('VARIANTS must be rule sets by name, as in {"short": {"target": 50}}')
            return {}
        for name, changed in variants.items():
            if not isinstance(name, str) or not name.isidentifier() or name == "standard":
                self._wrong(f"VARIANTS: {quoted(name)} cannot name a rule set")
            for key in flat(changed):
                if key not in (*self._full, "players"):
                    self._wrong(f"VARIANTS: {name}: {quoted(key)} is not a rule; {nearest(str(key), self._full)}")
        return variants

    def _unclear(self) -> tuple[Unclear, ...]:
        """Places of the rules that can be read in several ways, each reading with the rules that make it."""
        unclear, found = getattr(self._module, "UNCLEAR", {}), []
        try:
            for name, (where, question, readings) in unclear.items():
                settings = tuple(
                    (str(says), tuple(f"{key}={_literal(value)}" for key, value in flat(changed).items()))
                    for says, changed in readings.items()
                )
                if strange := [key for each in readings.values() for key in flat(each) if key not in self._full]:
                    hint = nearest(str(strange[0]), self._full)
                    self._wrong(f"UNCLEAR: {name}: {quoted(strange[0])} is not a rule; {hint}")
                found.append(Unclear(str(name), str(where), str(question), settings))
        except (AttributeError, TypeError, ValueError):
            self._wrong(
                'UNCLEAR must be as in {"ties": ("Rulebook, page 4", "Who wins ties?", {"nobody": {"ties": False}})}'
            )
        return tuple(found)

    def _players(self) -> tuple[Callable[..., int], ...]:
        players = getattr(self._module, "PLAYERS", ())
        if not isinstance(players, tuple) or not all(map(inspect.isfunction, players)):
            self._wrong("PLAYERS must be functions (view, moves, count, randomness), as in (cautious, bold)")
            return ()
        return players


def _literal(value: Any) -> str:
    """A value as --set writes it: words without quotation marks."""
    return value if isinstance(value, str) else literal(list(value) if isinstance(value, tuple) else value)
