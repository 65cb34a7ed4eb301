"""Card packs that extend another: what they say goes over what that one says, thing by thing and key by key."""

from collections.abc import Mapping
from typing import Any

EXTENDS = "extends"
OWN = ("title", "label")  # a changed pack is another one, and says so itself


def laid_over(base: Mapping[str, Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """A pack's table on top of all of the pack that it extends; lists (levels, cards of a deck) go as one."""
    whole = {key: value for key, value in base.items() if key not in OWN}
    for key, value in table.items():
        if key != EXTENDS:
            whole[key] = _merged(whole.get(key), value)
    return whole


def _merged(below: Any, above: Any) -> Any:
    if not (isinstance(below, Mapping) and isinstance(above, Mapping)):
        return above
    return {**below, **{key: _merged(below.get(key), value) for key, value in above.items()}}
