"""Changes of Dragonwood's rules with side effects on other keys that were probably not meant."""

from collections.abc import Iterator

from dhstats.games.cautions import Caution, settings_of
from dhstats.games.dragonwood.files.schema import COUNTS, SCHEMA
from dhstats.games.dragonwood.table import CREATURES, ENHANCEMENTS, MAX_HAND, SEATS, WAYS
from dhstats.games.keys import Values

KINDS = ("creatures", "enhancements", "events")
BONUS, TIED = "score.bonus", "score.tied_bonus"


def cautions(base: Values, values: Values) -> Iterator[Caution]:
    """The side effects of a rule set's changes against an edition."""
    changed = [name for name in SCHEMA.levers if values[name] != base[name]]
    yield from _elsewhere(base, values, changed)
    yield from _hands(base, values)
    yield from _bonus(base, values)
    yield from _unused(base, values, changed)
    yield from _ties(base, values)
    yield from _out_of_reach(base, values)


def _elsewhere(base: Values, values: Values, changed: list[str]) -> Iterator[Caution]:
    """Keys of seats where nobody sits, and of other numbers of players."""
    players = values["players"]
    for name in changed:
        table, _, key = name.rpartition(".")
        if table == "setup.removed" and key != COUNTS[players - 2]:
            here = f"{table}.{COUNTS[players - 2]}"
            meant = settings_of(base, {**values, name: base[name], here: values[name]}, first=[here])
            says = f"{name} is for {key} players, and these rules are for {players}, so this changes nothing."
            yield Caution(says, meant)
        if table.startswith("seats.") and SEATS.index(table.removeprefix("seats.")) >= players:
            seat = table.removeprefix("seats.")
            meant = settings_of(base, {**values, "players": SEATS.index(seat) + 1}, first=[name])
            yield Caution(f"{name}: with {players} players there is no {seat} seat, so this changes nothing.", meant)


def _hands(base: Values, values: Values) -> Iterator[Caution]:
    """A limit that leaves no room above the opening hand, or fewer cards than an attempt may take."""
    size, limit, most = values["hand.size"], values["hand.limit"], values["dice.max"]
    room = base["hand.limit"] - base["hand.size"]
    if limit - size < min(room, values["reload.draws"]) and values["hand.limit"] == base["hand.limit"]:
        follow = {"hand.limit": min(MAX_HAND, size + room)}
        meant = settings_of(base, {**values, **follow}, first=follow) if follow["hand.limit"] > limit else ()
        says = (
            f"hand.size={size} leaves hand.limit at {limit}: a player who reloads with an opening hand has to discard."
        )
        yield Caution(says, meant)
    if limit < most and base["hand.limit"] >= base["dice.max"]:
        says = f"hand.limit={limit} leaves dice.max at {most}: no hand has that many cards to play."
        yield Caution(says, settings_of(base, {**values, "dice.max": max(2, limit)}, first=["dice.max"]))


def _bonus(base: Values, values: Values) -> Iterator[Caution]:
    """A shared lead in creatures that earns as much as having most alone, or more."""
    bonus, tied = values[BONUS], values[TIED]
    if tied >= bonus > 0 or tied > bonus:
        key, other = (BONUS, TIED) if values[TIED] == base[TIED] else (TIED, BONUS)
        apart = base[BONUS] - base[TIED]
        follow = max(0, bonus - apart) if other == TIED else min(20, tied + apart)
        says = f"{key}={values[key]} leaves {other} at {values[other]}: a tie for most creatures"
        meant = settings_of(base, {**values, other: follow}, first=[other])
        yield Caution(f"{says} then earns at least as much as having most of them alone.", meant)


def _unused(base: Values, values: Values, changed: list[str]) -> Iterator[Caution]:
    """Keys of spells where none may be cast, and of cards that are not in the deck."""
    spells = [name for name in changed if name.startswith("spell.") and name != "spell.allowed"]
    if spells and not values["spell.allowed"]:
        meant = settings_of(base, {**values, "spell.allowed": True}, first=spells)
        yield Caution(f"{', '.join(spells)}: these rules have no dragon spells, so this changes nothing.", meant)
    for name in changed:
        kind, _, rest = name.partition(".")
        card, _, key = rest.partition(".")
        if kind in KINDS and key != "copies" and not values[f"{kind}.{card}.copies"]:
            follow = {f"{kind}.{card}.copies": base[f"{kind}.{card}.copies"] or 1}
            meant = settings_of(base, {**values, **follow}, first=[name])
            yield Caution(f"{name}: there is no {card} in the deck, so this changes nothing.", meant)


def _ties(base: Values, values: Values) -> Iterator[Caution]:
    """The creature that breaks ties was taken out; another dragon may do so."""
    ties = values["score.ties"]
    others = [each for each in CREATURES if values[f"creatures.{each}.dragon"] and values[f"creatures.{each}.copies"]]
    if ties != "nobody" and not values[f"creatures.{ties}.copies"] and others and ties == base["score.ties"]:
        says = f"creatures.{ties}.copies=0 leaves score.ties at {ties}, which nobody can capture."
        yield Caution(says, settings_of(base, {**values, "score.ties": others[-1]}, first=["score.ties"]))


def _out_of_reach(base: Values, values: Values) -> Iterator[Caution]:
    """Creatures that no roll captures, whatever helps."""
    lost = [name for name in CREATURES if _beyond(values, name) and not _beyond(base, name)]
    if lost:
        dragons = [name for name in lost if values[f"creatures.{name}.dragon"]]
        end = "; the game can then not end with the last dragon" if dragons and values["end.dragons"] else ""
        yield Caution(f"{', '.join(lost)}: even with every enhancement no roll reaches any of their numbers{end}.")


def _beyond(values: Values, name: str) -> bool:
    """Whether the best roll with every enhancement there is falls short of a creature's numbers in all ways."""
    if not values[f"creatures.{name}.copies"] or (values["spell.allowed"] and values[f"creatures.{name}.dragon"]):
        return False
    best = values["dice.max"] * max(values["dice.faces"])
    own = [f"enhancements.{each}" for each in ENHANCEMENTS if values[f"enhancements.{each}.copies"]]
    return all(
        best + sum(values[f"{each}.adds_to_{way}"] for each in own) < values[f"creatures.{name}.{way}"]
        for way in WAYS[:3]
    )
