"""Records of options: a command names a record in a line, and the command line sees its fields as options."""

import inspect
import re
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import Field, fields, is_dataclass
from functools import cache, wraps
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

from dhstats.cli.options import completion, exports
from dhstats.cli.options.parameters import OPTION, option
from dhstats.cli.options.request import Request
from dhstats.cli.terminal.spelling import WRITTEN

EXAMPLES = "Examples:\n"
AN_EXAMPLE = re.compile(r"(?<!\n)\n(?=      dhstats )")  # where one begins, which help shows as a paragraph
WARNING = "A strategy file (bots.py:function) is Python code and will be executed: use only files you trust.\n\n    "
# Switches of every command that has one of these parameters; the command itself does not get them.
ADDED = {
    "force": (option(False, "Replace files that dhstats did not write.", "--force"), WRITTEN),
    "open_page": (option(False, "Open the page in the browser.", "--open"), ("page",)),
    "notify": (option(False, "Ring the terminal bell, and show a notice, when the command has ended.", "--notify"),
               ("resume", "max_time", "training_games")),
}  # fmt: skip


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose records of options are options of the command line, each in the place of its record.

    A record is a frozen dataclass whose fields are options; `Annotated[Record, "rules game"]` offers these alone, in
    this order, and the others keep their defaults; pairs after that give an option of a name another help. A `Request`
    is what the command was asked.
    """
    records: dict[str, Callable[[dict[str, Any]], Any]] = {}
    parameters: list[Parameter] = []
    for each in inspect.signature(command, eval_str=True).parameters.values():
        kind, *more = get_args(each.annotation) if get_origin(each.annotation) is Annotated else (each.annotation,)
        if kind is Request:
            parameters.append(_parameter("context", typer.Context))
            records[each.name] = lambda values: Request(values.pop("context"))
        elif is_dataclass(kind) and isinstance(kind, type):
            offered = _offered(kind, *more)
            parameters += offered
            records[each.name] = _filled(kind, [offer.name for offer in offered])
        else:
            parameters.append(_parameter(each.name, each.annotation, each.default))
    added = _added({each.name for each in parameters})
    parameters += added

    @wraps(command)
    def flat(**values: Any) -> None:
        # What exports and permissions were asked for is known to who looks at what is written
        asked = {each.name: values.pop(each.name) for each in added}
        with exports.exporting(asked, values.get("json_target")):
            given = {name: record(values) for name, record in records.items()}
            command(**values, **given)

    flat.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    flat.__annotations__ = {each.name: each.annotation for each in parameters}
    text = AN_EXAMPLE.sub("\n\n", command.__doc__ or "")
    # The help of a command, warned before its examples where its options take files of strategies
    offers = (getattr(hint, "autocompletion", None) for each in parameters for hint in get_args(each.annotation))
    if completion.strategies not in offers or "A strategy file" in text:
        flat.__doc__ = text
    else:
        flat.__doc__ = text.replace(EXAMPLES, WARNING + EXAMPLES, 1)
    return flat


def _added(names: set[str]) -> list[Parameter]:
    """What a command has besides: what it saves of a page that it writes, and switches."""
    saved = [_parameter(name, Path | None, each) for name, each in exports.OFFERED.items()] if "page" in names else []
    wanted = {name: each for name, (each, beside) in ADDED.items() if names & set(beside) and name not in names}
    return [*saved, *(_parameter(name, bool, each) for name, each in wanted.items())]


def _filled(record: type, names: Sequence[str]) -> Callable[[dict[str, Any]], Any]:
    """What takes the values of these options out of all values, as a record."""
    return lambda values: record(**{name: values.pop(name) for name in names})


def _parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    """A parameter as typer takes it; `default` may be an option that says its own."""
    if isinstance(default, Field):
        annotation, default = Annotated[annotation, default.metadata[OPTION]], default.default
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


@cache
def _offered(record: Any, names: str = "", *helps: tuple[str, str]) -> list[Parameter]:
    """The fields of a record as options: those of these names in their order, or all; some with a help of their own."""
    kinds, usual = get_type_hints(record, include_extras=True), {each.name: each for each in fields(record)}
    offered = {
        name: _parameter(name, kinds[name], each if OPTION in each.metadata else each.default)
        for name, each in usual.items()
    }
    for name, words in helps:
        kind, info = get_args(offered[name].annotation)
        offered[name] = offered[name].replace(annotation=Annotated[kind, copy(info)])
        get_args(offered[name].annotation)[1].help = words
    return [offered[name] for name in names.split() or usual]
