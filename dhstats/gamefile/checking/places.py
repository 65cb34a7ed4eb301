"""Places in lists that are counted from their end: looked at as a file's functions run in plain Python."""

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import CodeType
from typing import Any

from dhstats.gamefile.file import GameFile
from dhstats.gamefile.playing.returned import WHOLE
from dhstats.gamefile.reading.loops import counting
from dhstats.gamefile.telling.failures import line_words
from dhstats.gamefile.telling.plain import plain_functions

WATCH = "place_in_a_list"


class Places:
    """The functions of a file in plain Python, and the places below 0 that they read or wrote since it was asked."""

    def __init__(self, file: GameFile) -> None:
        self._file = file
        self._seen = dict[tuple[int, str], int]()
        self.functions: Mapping[str, Callable[..., Any]] = plain_functions(file, _codes(file), {WATCH: self._watch})

    def _watch(self, place: Any, text: str, line: int) -> Any:
        if isinstance(place, WHOLE) and place < 0:
            self._seen.setdefault((line, text), int(place))
        return place

    def told(self) -> Iterator[tuple[tuple[int, str], str]]:
        """What was seen since it was asked last, each with a mark of its own."""
        for (line, text), place in self._seen.items():
            what = "the last" if place == -1 else f"the one {-place} from the end"
            advice = "where -1 stands for nothing, ask first"
            if text.partition("[")[0].endswith(".cards"):
                advice = "the top card of a pile lies at count - 1"
            yield (line, text), f"{line_words(self._file, line)}{text}: place {place} of a list is {what}; {advice}"
        self._seen.clear()


class Watching(ast.NodeTransformer):
    """Lets a function see every place of a list that is not written as a number from 0."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        """A list and a place in it."""
        text = ast.unparse(node)
        self.generic_visit(node)
        node.slice = _watched(node.slice, text, node.lineno)
        return node


def _watched(place: ast.expr, text: str, line: int) -> ast.expr:
    if isinstance(place, ast.Tuple):
        place.elts = [_watched(each, text, line) for each in place.elts]
        return place
    if isinstance(place, ast.Slice | ast.Constant):
        return place
    call = ast.Call(ast.Name(WATCH, ast.Load()), [place, ast.Constant(text), ast.Constant(line)], [])
    return ast.fix_missing_locations(ast.copy_location(call, place))


@cache
def _codes(file: GameFile) -> dict[tuple[str, int], CodeType]:
    """The code of every function of a file in which places are watched, by its name and line."""
    path = str(file.path)
    waiting = [compile(Watching().visit(counting(file.path.read_bytes(), path)), path, "exec", dont_inherit=True)]
    found = {}
    while waiting:
        code = waiting.pop()
        found[code.co_name, code.co_firstlineno] = code
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    return found
