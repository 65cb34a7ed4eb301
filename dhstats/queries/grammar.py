"""What a stranger's query may say: it reads the tables of a run, and calls functions that know nothing else.

DuckDB parses the text; its syntax tree is walked here, and anything that is not known to be harmless is refused.
"""

import string
from collections.abc import Iterator, Mapping
from typing import Any

from dhstats.errors import nearest
from dhstats.quoting import clipped
from dhstats.storage import layout

TABLES = frozenset(layout.TABLES)
HOME = (("main",), ("memory", "main"))  # schemas in which the tables lie
NODES = frozenset({"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"})  # queries that only read
TABLE_FUNCTIONS = frozenset({"range", "generate_series", "unnest"})
LISTINGS = frozenset({'"tables"', "__show_tables_expanded"})  # SHOW TABLES, SHOW ALL TABLES, DESCRIBE
# Functions that tell of the machine, keep a state, or run another text: none says anything of a run.
CLOSED_FUNCTIONS = frozenset(
    {
        *("current_setting", "getvariable", "getenv", "which_secret", "get_block_size", "format_type"),
        *("pg_get_viewdef", "pg_get_expr", "pg_get_constraintdef"),
        *("write_log", "nextval", "currval", "setval", "setseed", "sleep_ms", "pg_sleep"),
        *("query", "query_table", "json_execute_serialized_sql", "json_serialize_plan"),
        *("inet_client_addr", "inet_client_port", "inet_server_addr", "inet_server_port"),
    }
)

Path = tuple[str, ...]  # a qualified name, folded
Scope = frozenset[Path]
OWN = frozenset((name,) for name in TABLES)
_SMALL = {ord(letter): letter.lower() for letter in string.ascii_uppercase}


def folded(name: object) -> str:
    """A name in small letters as DuckDB compares them: ASCII alone, so that no other letter passes for one of it."""
    return str(name).translate(_SMALL)


def clause_names(tree: Any) -> Iterator[str]:
    """The names of all WITH clauses of a syntax tree, as they are written."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield from (str(clause["key"]) for clause in _clauses(node))
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def objection(tree: Any, scope: Scope = OWN) -> str:
    """The first thing in a syntax tree that a query may not say; "" where there is none.

    `scope` are the names that stand for tables there: those of the run, and the WITH clauses above. A clause that
    repeats itself knows its own name in its second part alone; in the first DuckDB looks it up among all tables.
    """
    if isinstance(tree, list):
        return next(filter(None, (objection(part, scope) for part in tree)), "")
    if not isinstance(tree, dict):
        return ""
    problem = _problem(tree, scope)
    for clause in _clauses(tree):
        name = folded(clause["key"])
        if not name.isascii():
            odd = f"{clipped(name)} is not a name for a table in a query; write it in plain letters"
            problem = problem or odd
        problem = problem or objection(clause["value"], scope)
        scope |= {(name,)}
    if tree.get("type") == "RECURSIVE_CTE_NODE":
        name = folded(tree["cte_name"])
        problem = problem or objection(tree["right"], scope | {(name,), ("recurring", name)})
        tree = {key: part for key, part in tree.items() if key != "right"}
    parts = (part for key, part in tree.items() if key != "cte_map")
    return problem or next(filter(None, (objection(part, scope) for part in parts)), "")


def _clauses(node: Mapping[str, Any]) -> list[Any]:
    return list((node.get("cte_map") or {}).get("map", ()))


def _problem(node: Mapping[str, Any], scope: Scope) -> str:
    """What is wrong with one node of the tree, its parts left out."""
    kind = str(node.get("type", ""))
    if kind.endswith("_NODE") and kind not in NODES:
        return "a run is only read, with SELECT, WITH or DESCRIBE"
    if kind == "BASE_TABLE":
        return _unknown_table(_path(node), scope)
    if kind == "SHOW_REF":
        # DESCRIBE and SUMMARIZE of a query, SHOW of a table, and the list of tables are open
        if node.get("query"):  # looked into like any other query
            return ""
        name = str(node.get("table_name", ""))
        if node.get("show_type") == "SHOW_SPECIAL":
            return "" if name in LISTINGS else f"SHOW {clipped(name)} is closed; a query reads the tables of the run"
        return _unknown_table(_path(node), scope)
    if kind == "TABLE_FUNCTION":
        name = _path(node["function"])[-1]
        return "" if name in TABLE_FUNCTIONS else f"{clipped(name)} is closed; a query reads the tables of the run"
    name = folded(node.get("function_name", ""))
    if name in CLOSED_FUNCTIONS or name.startswith("__internal"):
        return f"the function {clipped(name)} is closed: it has nothing to do with a run"
    return ""


def _path(node: Mapping[str, Any]) -> Path:
    return tuple(map(folded, node["qualified_name"]["path"]))


def _unknown_table(path: Path, scope: Scope) -> str:
    if path in scope or (path[-1] in TABLES and path[:-1] in HOME):
        return ""
    return f"{clipped('.'.join(path))} is not a table of a run; {nearest('.'.join(path), TABLES)}"
