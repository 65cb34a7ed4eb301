"""Decks and packs as a command names them: settings of the rules, each name looked up in the pack first.

A deck belongs to a place, as everything does that chance gives to one player: the deck that is named first is that of
the first place. A player keeps his place while who begins is swapped (design seat), so it is his deck; where players
are swapped past the places (quartet, league), everybody plays every deck from every seat.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from dhstats.errors import BadInput
from dhstats.games.dragon import packs
from dhstats.games.dragon.layers import edits, file_layers, stacked
from dhstats.games.dragon.schema import PACK
from dhstats.games.dragon.table import SEATS
from dhstats.quoting import quoted

DECKS_OPTION, PACK_OPTION = "--decks", "--pack"


def settings_of(rules: str | Path, settings: Sequence[str], decks: Sequence[str], pack: str) -> tuple[str, ...]:
    """The settings that give every place its deck, from a pack of its own if one is named.

    One deck is for all, else there is one for each player. BadInput for another number of them and for a deck that the
    pack has not; whether decks are legal is asked when rules are loaded.
    """
    if pack:
        packs.load(pack, Path(), PACK_OPTION)  # refused under the name of the option
    found = [f"{PACK}={json.dumps(pack, ensure_ascii=False)}"] if pack else []
    if not decks:
        return tuple(found)
    values = stacked(file_layers(rules), edits((*settings, *found)))
    players, known = values["players"], values[PACK]["decks"]
    if len(decks) not in (1, players):
        raise BadInput(
            f"{DECKS_OPTION}: must be one deck for all or {players}, one for each player, not {len(decks)};"
            f" the pack has {', '.join(known)}"
        )
    for name in decks:
        if name not in known:
            raise BadInput(f"{DECKS_OPTION} {quoted(name)}: is no deck of the pack, which has {', '.join(known)}")
    named = decks if len(decks) > 1 else [*decks] * players
    return (*found, *(f"decks.{seat}={json.dumps(name)}" for seat, name in zip(SEATS, named, strict=False)))


def all_decks(rules: str | Path, settings: Sequence[str], pack: str) -> tuple[str, ...]:
    """The names of all decks of the pack, in its order."""
    more = settings_of(rules, settings, (), pack)
    return tuple(stacked(file_layers(rules), edits((*settings, *more)))[PACK]["decks"])
