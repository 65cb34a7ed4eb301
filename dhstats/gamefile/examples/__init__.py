"""Games of one file that come along, each a game of the catalogue by the name of its file; no list names them."""

import pkgutil
from importlib.metadata import EntryPoint

from dhstats.release import GAMES


def points() -> list[EntryPoint]:
    """How they are offered: as those of any package."""
    return [EntryPoint(each.name, f"{__name__}.{each.name}", GAMES) for each in pkgutil.iter_modules(__path__)]
