"""What is known of how strong players are, kept beside trained players: one figure a player and rule set."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from dhstats.documents import read_json
from dhstats.engine.compiled import cache_root
from dhstats.errors import BadInput, ResourceFailure
from dhstats.storage.layout import whole_file
from dhstats.storage.typed import Malformed, check, record

MOST_BYTES = 1 << 12


@dataclass(frozen=True, slots=True)
class Figure:
    """What the strongest counter-player found wins against a player, from 0 to 1, with its interval over deals."""

    player: str
    best: str
    score: float
    low: float
    high: float
    level: float
    deals: int


def place(game: str, rules_hash: str, player_hash: str) -> Path:
    """Where the figure of a player under a rule set is kept."""
    return cache_root() / "strength" / game / f"{rules_hash[:16]}-{player_hash[:16]}.json"


def keep(figure: Figure, path: Path) -> None:
    """Keeps a figure unless one on more deals is kept; a cache that cannot be written is no reason to fail."""
    before = kept(path)
    if before is not None and before.deals > figure.deals:
        return
    try:
        with whole_file(path, make_folder=True) as draft:
            draft.write_text(json.dumps(asdict(figure), indent=1) + "\n", encoding="utf-8")
    except ResourceFailure:
        return


def kept(path: Path) -> Figure | None:
    """The figure that is kept at a place; none where there is none, or what lies there is none."""
    if not path.is_file():
        return None
    try:
        figure: Figure = record(Figure, read_json(path, MOST_BYTES))
        check(figure, Figure)
    except (BadInput, Malformed):
        return None
    return figure if 0.0 <= figure.low <= figure.high <= 1.0 and 0.0 < figure.level < 1.0 and figure.deals > 0 else None
