"""What a kit asks of people's evenings: a score sheet for the phone, and who plays what when."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dhstats.cli.options.parameters import FILE, number, option


@dataclass(frozen=True)
class Evenings:
    """A score sheet, planned evenings, and what both know: people, versions, powers, players, what counts."""

    phone: Path | None = option(
        None,
        "Write a score sheet for the phone: one HTML file, which needs no server. If you name no game, the file's name "
        "is the game's name.",
        **FILE,
    )
    evenings: int | None = number(
        None, "--evenings", "Number of evenings to plan: who sits where, and plays which version."
    )
    people: str | None = option(None, "The people who play, in an order that you chose at random.", metavar="ANN,BEN")
    versions: str | None = option(None, "Versions to play in turn, the old one first.", metavar="A,B")
    powers: str | None = option(None, "Powers, factions or decks (default: those of the game).", metavar="RED,BLUE")
    rounds: int = number(2, "--rounds", "Games that a table plays per evening.")
    seats: str | None = option(
        None, "Number of players of a game that dhstats does not know, such as 3 or 2-4.", "--players", metavar="2-4"
    )
    scores: str | None = option(None, "The scores of such a game, which are added up.", metavar="COINS,QUESTS")

    @property
    def asked(self) -> bool:
        """Whether people's evenings are asked about, so that no program plays."""
        return self.phone is not None or self.evenings is not None
