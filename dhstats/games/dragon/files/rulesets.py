"""Rule sets of Dragon!: TOML tables, checked, compared, told in words, made a record for the engine."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dhstats.errors import BadInput, nearest
from dhstats.games import rulefile, ruleset
from dhstats.games.cautions import Caution, settings_of
from dhstats.games.dragon.files import packfile
from dhstats.games.dragon.files.schema import LEVERS, PACK, SCHEMA
from dhstats.games.dragon.packs import packs
from dhstats.games.dragon.packs.cards import (
    Card,
    Table,
    all_cards,
    does_nothing,
    needs_rival,
    special_types,
    upgrades_of,
    usable_types,
    write_cards,
    write_place,
)
from dhstats.games.dragon.packs.vocabulary import listed
from dhstats.games.dragon.table import (
    ACTION,
    ATTACHMENT,
    ATTACK_TYPES,
    FACINGS,
    GROUND,
    MAX_DECK,
    MAX_MOVES,
    MAX_SEATS,
    RULES,
    SEATS,
)
from dhstats.games.keys import Key, Values
from dhstats.games.rulefile import SETTING, Conflict, Layer, parse_value
from dhstats.games.ruleset import RuleFiles, counting, digest, nested
from dhstats.quoting import one_line, quoted, quoted_name


def conflicts(values: Values) -> Iterator[Conflict]:
    """Where values do not fit each other; nothing is said of the moves of decks that are none."""
    if values["teams"] == "pairs" and values["players"] != 4:
        text = f'teams = "pairs": must be "none" for {values["players"]} players: pairs are for four'
        yield Conflict(("teams", "players"), text)
    decks = [conflict for seat in seats(values) for conflict in _of_deck(values, seat)]
    yield from decks
    if decks:
        return
    most = max(moves_of(values, seat) for seat in seats(values))
    if most > MAX_MOVES:
        yield Conflict(
            (PACK, "players", *(f"decks.{seat}" for seat in seats(values))),
            f"decks: a hand could have {most} moves, must be at most {MAX_MOVES}; use fewer different ground cards or"
            " cards that change facings",
        )


def seats(values: Values) -> tuple[str, ...]:
    """The names of the seats where somebody plays."""
    return SEATS[: values["players"]]


def deck_at(values: Values, seat: str) -> Table:
    """The deck that a seat plays, as the pack lists it."""
    deck: Table = values["pack"]["decks"][values[f"decks.{seat}"]]
    return deck


def _of_deck(values: Values, seat: str) -> Iterator[Conflict]:
    """A deck that the pack has, with exactly so many cards, and not too many copies of any of them."""
    name, decks = values[f"decks.{seat}"], values["pack"]["decks"]
    if name not in decks:
        text = f"decks.{seat} = {quoted(name)}: is not a deck of the pack; {nearest(name, decks)}"
        yield Conflict((PACK, f"decks.{seat}"), text)
        return
    cards = listed(decks[name]["cards"])
    names = (PACK, f"decks.{seat}", "construction.size", "construction.copies")
    size, copies = values["construction.size"], values["construction.copies"]
    if len(cards) != size:
        text = f"pack.decks.{name}: has {len(cards)} cards, must be exactly {size} (construction.size)"
        yield Conflict(names, text)
    for card, number in Counter(cards).items():
        if number > copies:
            most = f"must be at most {copies} (construction.copies)"
            yield Conflict(names, f"pack.decks.{name}: has {number} copies of {card}, {most}")
    dealt = values["hand.size"] + values[f"start.cards.{seat}"]
    if dealt > size:
        text = f"hand.size: opening hands of {dealt} cards, must be at most the {size} of a deck"
        yield Conflict(("hand.size", f"start.cards.{seat}", "construction.size"), text)


def moves_of(values: Values, seat: str) -> int:
    """More moves than the player of a seat can have at once: all their cards in hand, all of the rivals' in play."""
    cards = {card.name: card for card in all_cards(values["pack"])}
    rivals = [listed(deck_at(values, other)["cards"]) for other in seats(values) if other != seat]
    aims = {
        kind: sum(len({name for name in own if cards[name].kind == kind}) for own in rivals)
        for kind in (GROUND, ATTACHMENT)
    }
    hand = {cards[name] for name in listed(deck_at(values, seat)["cards"])}
    return 1 + sum(_ways(card, aims, len(rivals)) for card in hand)


def _ways(card: Card, aims: Mapping[int, int], rivals: int) -> int:
    ways = rivals if needs_rival(card.values) else 1
    if card.values.get("wounds"):
        ways += aims[GROUND]
    if card.values.get("destroys", "nothing") != "nothing":
        ways = max(aims.values())
    for entry in card.values.get("facings", ()):
        ways *= (rivals + 1 if entry["dragon"] == "any" else 1) * (1 if "to" in entry else 3)
    return max(1, ways)


def turn_limit(values: Values) -> int:
    """More decisions than a game can have.

    Every turn draws a card at least, so a player has at most as many turns as cards, and a turn has a few decisions
    without cards. Every other decision is about a card that leaves a hand, but for those to hold back.
    """
    players, cards = values["players"], MAX_DECK
    return int(players * cards * (players + 1) + players * (cards + 1) * 5)


def warnings(values: Values) -> Iterator[str]:
    """Sentences about rules that can be played but were hardly meant."""
    pack, cards = values["pack"], {card.name: card for card in all_cards(values["pack"])}
    for name in dict.fromkeys(values[f"decks.{seat}"] for seat in seats(values)):
        own = listed(pack["decks"][name]["cards"])
        dragon = pack["decks"][name]["dragon"]
        usable = usable_types(pack, name)
        for card in dict.fromkeys(own):
            for special in special_types(pack, cards[card]) - usable:
                yield f"Deck {name}: {card} is of type {special}, which its dragon cannot use."
        second, third = upgrades_of(dragon)
        if third in own and second not in own:
            yield f"Deck {name}: has {third} without {second}, so it can never be played."
    if not any(card.kind == ACTION for card in cards.values()):
        yield "The pack has no action cards."


def label(values: Mapping[str, Any]) -> str:
    """What every output says of the pack: whose cards these are, its title, and the hash of all that is on them."""
    pack = values["pack"]
    return f"{pack['label'].rstrip('.')} (pack {quoted(pack['title'])}, {packfile.fingerprint(pack)[:12]})"


DECK_KEYS = ("decks.", f"{PACK}.decks.", "construction.")  # what keys begin with that say which decks are played


@dataclass(frozen=True, slots=True)
class PackEdits(Layer):
    """Settings of a command that change single keys of the pack; where they change decks, these are from here."""

    edits: tuple[tuple[tuple[str, ...], Any], ...] = ()


class PackRuleFiles(RuleFiles):
    """Rule files with a card pack: a name, a file, or a table; settings may change single keys of it."""

    def file_layers(self, source: str | Path) -> list[Layer]:
        """The layers of a rule file, each with its pack as a table."""
        layers = rulefile.file_layers(SCHEMA, source)
        _, _, path = rulefile.locate(SCHEMA, source)
        folders = [path.parent]
        if len(layers) > 1:
            folders = [rulefile.locate(SCHEMA, layers[-1].extends, path.parent)[2].parent, *folders]
        return [_with_pack(layer, folder) for layer, folder in zip(layers, folders, strict=True)]

    def stored_layer(self, table: Mapping[str, Any], name: str) -> Layer:
        """The layer of a complete rule set, as a manifest keeps it."""
        layer = super().stored_layer(table, name)
        if PACK not in layer.values:
            return layer
        pack = packs.on_one_line(layer.values[PACK])
        if not isinstance(pack, dict) and pack not in packs.SHIPPED:
            raise BadInput(f"{name}: {PACK} = {quoted(pack)}: must be a table; stored rules name no files")
        return _with_pack(replace(layer, values=layer.values | {PACK: pack}), Path())

    def settings_layers(self, settings: Sequence[str]) -> list[Layer]:
        """The settings KEY=VALUE of a command; on top those that change the pack: pack.actions.claw_attack.wounds=3."""
        if not settings:
            return []
        ours = [setting for setting in settings if setting.split("=")[0].strip().startswith(f"{PACK}.")]
        others = [setting for setting in settings if setting not in ours]
        layer = _with_pack(rulefile.settings_layer(SCHEMA, others), Path())
        edits = tuple(map(_edit, ours))
        decks = any(parts[0] == "decks" for parts, _ in edits)
        return [layer, PackEdits("", SETTING, {PACK: {}} if decks else {}, edits=edits)]

    def given(self, layers: Sequence[Layer]) -> Values:
        """What the layers say, each on top of the one before, but for changes of single keys of the pack."""
        return super().given([layer for layer in layers if not isinstance(layer, PackEdits)])

    def stacked(self, layers: Sequence[Layer]) -> Values:
        """The values of all layers over the defaults, each on top of the one before, then changes of the pack."""
        values = super().stacked(layers)
        edits = [edit for layer in layers if isinstance(layer, PackEdits) for edit in layer.edits]
        return values | {PACK: _edited(values[PACK], edits)} if edits else values

    def every_key(self) -> list[Key]:
        """Every key of a rule file and of a card pack, with its meaning and what it may hold, for docs."""
        return [*SCHEMA.keys, *packfile.keys()]

    def key(self, name: str) -> Key | None:
        """The key of a full name, also of a card of any pack; nothing where there is none, and for the pack as one."""
        if name == PACK:
            return None
        return super().key(name) or packfile.key(name)

    def flat(self, effective: Mapping[str, Any]) -> Values:
        """The values of an effective rule set by the full names of their keys, the keys of its pack among them."""
        values = ruleset.flat(SCHEMA, effective)
        return {name: value for name, value in values.items() if name != PACK} | packfile.flat(values[PACK])

    def value(self, values: Values, name: str) -> Any:
        """What a key holds, said or not: what a card of the pack leaves out stands at its default."""
        card, known = f"{name.rpartition('.')[0]}.", packfile.key(name)
        if name in values or known is None or not any(each.startswith(card) for each in values):
            return values.get(name)
        return known.default

    def identity(self, values: Values) -> str:
        """Equal for rule sets that play equally: names for people do not count, nor seats where nobody plays."""
        return digest(*self._read(values))

    def kin(self, values: Values) -> str:
        """Equal for rule sets that differ in decks alone: which are played, what is in them, how many cards they have.

        Cards that do nothing do not count, so that a deck may have blanks.
        """
        read, unread = self._read(values)
        blanks = [f"{PACK}.actions.{name}." for name, card in values[PACK]["actions"].items() if does_nothing(card)]
        of_decks = (*DECK_KEYS, *blanks)
        return digest(read, (*unread, *(name for name in read if name.startswith(of_decks))))

    def _read(self, values: Values) -> tuple[Values, list[str]]:
        """The values by the full names of their keys, and the names of those that no game depends on."""
        playing = seats(values)
        empty = [f"{table}.{seat}" for table in ("decks", "start.cards") for seat in SEATS if seat not in playing]
        read = counting(SCHEMA, self.flat(nested(values)))
        unread = [name for name in read if name.startswith("source.") or packfile.is_for_people(name)]
        return read, [*empty, *unread]

    def toml(self, values: Values) -> str:
        """The text of a complete rule file, its card pack included."""
        return packfile.toml(values)


def _with_pack(layer: Layer, folder: Path) -> Layer:
    if PACK not in layer.values:
        return layer
    source = layer.values[PACK]
    with layer.troubles():
        values = layer.values | {PACK: packs.load(source, folder, layer.place)}
    named = isinstance(source, str) and source not in packs.SHIPPED
    return replace(layer, values=values, files={PACK: one_line(source)} if named else {})


def _edit(setting: str) -> tuple[tuple[str, ...], Any]:
    name, equals, text = setting.partition("=")
    if not equals:
        raise BadInput(f"{SETTING} {quoted(setting)}: must be KEY=VALUE, as in {PACK}.actions.claw_attack.wounds=3")
    return tuple(name.strip().split(".")[1:]), parse_value(text.strip())


def _edited(pack: Table, edits: Sequence[tuple[tuple[str, ...], Any]]) -> Table:
    table = deepcopy(pack)
    for parts, value in edits:
        inner: Any = table
        for depth, part in enumerate(parts[:-1]):
            inner = _inside(inner, part, ".".join((PACK, *parts[: depth + 1])))
        if not isinstance(inner, dict):
            raise BadInput(f"{SETTING}: {'.'.join((PACK, *map(quoted_name, parts)))}: unknown key")
        inner[parts[-1]] = value
    return packs.settled(table, SETTING, f"{PACK}.")


def _inside(table: Any, part: str, name: str) -> Any:
    """The table of a name, or the level of a number, inside another."""
    if isinstance(table, list):
        table = {str(number): level for number, level in enumerate(table, 1)}
    there = table if isinstance(table, dict) else {}
    if part in there:
        return there[part]
    if there is table and part in ("adds", "armour"):
        return table.setdefault(part, {})
    hint = nearest(part, there) if there else "allowed: nothing"
    shown = ".".join(map(quoted_name, name.split(".")))
    raise BadInput(f"{SETTING}: {shown}: unknown key; {hint}")


def sentences(values: Values) -> list[str]:
    """What the rules say: the pack and its label, the decks, then lever by lever."""
    pack = values[PACK]
    playing = seats(values)
    others = [name for name in values if name != PACK and not name.startswith("source.")]
    empty = {f"{table}.{seat}" for table in ("decks", "start.cards") for seat in SEATS if seat not in playing}
    return [
        f"Cards: {pack['title'].rstrip('.')}.",
        f"{label(values)}.",
        *(text for name in others if name not in empty and (text := LEVERS[name].listed(values[name]))),
        *(deck_text(values, name) for name in dict.fromkeys(values[f"decks.{seat}"] for seat in playing)),
    ]


def deck_text(values: Values, name: str) -> str:
    """A deck in a sentence: its dragon and cards."""
    deck = values[PACK]["decks"][name]
    titles = {card.name: card.title for card in all_cards(values[PACK])}
    cards = ", ".join(f"{count} {titles[card]}" for card, count in Counter(listed(deck["cards"])).items())
    return f"Deck {name}: {values[PACK]['dragons'][deck['dragon']]['title'] or deck['dragon']} with {cards}."


def _complete(record: Any, values: Values) -> None:
    record.attacks = [values[f"attacks.{facing}"] for facing in FACINGS]
    record.most = [values[f"attacks.{name}"] for name in ATTACK_TYPES]
    pairs = values["teams"] == "pairs"
    record.team = [seat % 2 if pairs else seat for seat in range(MAX_SEATS)]
    write_cards(record, values[PACK])
    for place, seat in enumerate(seats(values)):
        write_place(record, place, values[PACK], deck_at(values, seat))
    record.turn_limit = turn_limit(values)


def _sources(effective: Mapping[str, Any]) -> list[tuple[str, str]]:
    values = ruleset.flat(SCHEMA, effective)
    decks = [f"{seat}: {deck_at(values, seat)['title']}" for seat in seats(values)]
    return [("Cards", label(effective)), ("Decks by place", "; ".join(decks))]


RULE_FILES = PackRuleFiles(
    name="Dragon!",
    schema=SCHEMA,
    dtype=RULES,
    complete=_complete,
    conflicts=conflicts,
    warnings=warnings,
    sentences=sentences,
    sources=_sources,
)
load, restore = RULE_FILES.load, RULE_FILES.restore


BY_SEAT = ("decks", "start.cards")
MOST_IN_HAND, MOST_OF_TYPE = 15, 9


def cautions(base: Values, values: Values) -> Iterator[Caution]:
    """The side effects of a rule set's changes against an edition."""
    players = values["players"]
    for table in BY_SEAT:
        for number, seat in enumerate(SEATS[players:], players + 1):
            name = f"{table}.{seat}"
            if values[name] != base[name]:
                meant = settings_of(base, {**values, "players": number}, first=[name])
                says = f"{name}: with {players} players there is no {seat} seat, so this changes nothing."
                yield Caution(says, meant)
    # An opening hand up to which, or beyond which, nobody draws; a draw step without cards
    size, limit, draws = values["hand.size"], values["hand.limit"], values["turn.draws"]
    if size > limit and base["hand.size"] <= base["hand.limit"]:
        room = base["hand.limit"] - base["hand.size"]
        key, other, follow = "hand.size", "hand.limit", min(MOST_IN_HAND, size + room)
        if size == base["hand.size"]:
            key, other, follow = other, key, max(1, limit - room)
        says = f"{key}={values[key]} leaves {other} at {values[other]}: a player with that many cards draws nothing."
        yield Caution(says, settings_of(base, {**values, other: follow}, first=[other]))
    if draws == 0 and base["turn.draws"] > 0:
        yield Caution("turn.draws=0: nobody draws in the draw step, so nobody can be exhausted there.")
    yield from _attacks(base, values)


def _attacks(base: Values, values: Values) -> Iterator[Caution]:
    """A facing that allows more attacks than there may be of all types together."""
    of_types = {f"attacks.{name}": values[f"attacks.{name}"] for name in ATTACK_TYPES}
    room, before = sum(of_types.values()), sum(base[name] for name in of_types)
    for facing in FACINGS:
        name = f"attacks.{facing}"
        if values[name] > room and base[name] <= before:
            share = min(MOST_OF_TYPE, -(-values[name] // len(of_types)))
            follow = {each: max(share, own) for each, own in of_types.items()}
            limits = ", ".join(f"{each}={own}" for each, own in of_types.items())
            says = f"{name}={values[name]} is never reached: {limits} allow only {room} attack cards per turn in all."
            yield Caution(says, settings_of(base, {**values, **follow}, first=follow))
