"""The engine and the independent reference at one table: same deal, same decisions, everything compared."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from dhstats.games.dragon.files.rulesets import RuleSet
from dhstats.games.dragon.table import MOVE
from dhstats.games.dragon.title import TITLE
from dhstats.players.match import Match, line_up
from tests.harness import Loop, OpenGame
from tests.reference.dragon import NOBODY, Facings, Fight, Move, decks_of_a_deal
from tests.reference.dragon_cards import SEATS, Pack, Table

ACTS = ("play", "pass", "pay", "top", "hold", "shed", "discard", "draw")
FACINGS = ("front", "side", "tail")
SECTIONS = ("actions", "grounds", "attachments")
STEPS = ("agility", "ground", "play", "discard", "draw")
ENDS = ("kill", "banish", "exhaust", "turn_limit")
WORDS = {
    "act": ACTS,
    "step": STEPS,
    "outcome": ("cancelled", "effect"),
    "decided_by": (*ENDS[:3], "draw"),
    "end_reason": ENDS,
    **{f"facing_{seat}_after": FACINGS for seat in SEATS},
}
LAYOUTS = ((0, 0, 0, 1), (1, 0, 1, 0), (0, 0, 1, 0), (1, 0, 0, 1))  # layout, replicate, players by seat


def in_words(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with words in place of codes."""
    found = {name: WORDS[name] for name in WORDS.keys() & row.keys()}
    return {**row, **{name: words[row[name]] if row[name] >= 0 else None for name, words in found.items()}}


def names_by_code(pack: Mapping[str, Any]) -> list[str]:
    """All cards of a pack in the order of their codes: actions by name, then grounds, attachments and upgrades."""
    cards = [name for section in SECTIONS for name in sorted(pack[section])]
    return cards + [f"{dragon}_{level}" for dragon in sorted(pack["dragons"]) for level in (2, 3)]


class Codes:
    """The engine's numbers in words."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self.names = names_by_code(rules["pack"])
        pack = Pack(dict(rules["pack"]))
        decks = [pack.listed(rules["decks"][seat]) for seat in SEATS[: rules["players"]]]
        self.empty = SEATS[rules["players"] :]
        self.slots = [sorted(deck, key=self.names.index) for deck in decks]

    def card(self, code: int) -> str | None:
        """A card by its code."""
        return None if code < 0 else self.names[code]

    def cards(self, place: int, slots: int) -> list[str]:
        """A set of cards of one deck."""
        return sorted(name for slot, name in enumerate(self.slots[place]) if slots >> slot & 1)

    def move(self, told: Mapping[str, Any]) -> Move:
        """A move of the options, or the one in a logged row."""
        rival = None if told["rival"] < 0 else told["rival"]
        at, declared = self.card(told["at"]), declared_in(told["declared"])
        return Move(ACTS[told["act"]], self.card(told["card"]), rival, at, declared, told["number"])


def declared_in(packed: int) -> Facings:
    """Declared facings: four bits for each change, the first one lowest, 1 + 3 * seat + facing after it."""
    told = []
    while packed:
        seat, facing = divmod((packed & 15) - 1, len(FACINGS))
        told.append((seat, FACINGS[facing]))
        packed >>= 4
    return tuple(told)


def row_of(codes: Codes, event: Mapping[str, Any]) -> dict[str, Any]:
    """A logged decision in the reference's words, without the columns of seats where nobody plays: they hold -1."""
    row = {**in_words(event), **codes.move(event)._asdict(), "first_card": codes.card(event["first_card"])}
    empty = {name for name in event if any(f"_{seat}_" in name for seat in codes.empty)}
    assert all(event[name] == -1 for name in empty)
    return {name: value for name, value in row.items() if name not in empty}


def alike(engine: Mapping[str, Any], reference: Mapping[str, Any], fight: Fight) -> None:
    """Fails with all that differs: the engine's first, then the reference's."""
    names = sorted(engine.keys() | reference.keys())
    found = {name: (engine.get(name, "missing"), reference.get(name, "missing")) for name in names}
    found = {name: both for name, both in found.items() if both[0] != both[1]}
    assert not found, f"after decision {fight.decisions} the engine and the reference differ: {found}"


class Tables:
    """A game on both tables; the reference may have read the rules for itself."""

    def __init__(self, rules: RuleSet, read: Table | None = None) -> None:
        self.rules = read or dict(rules.effective)
        self.codes = Codes(self.rules)
        self.engine = OpenGame(TITLE, rules.record())
        self.fight = Fight(self.rules, decks_of_a_deal(self.rules, 0, 0))

    def deal(self, seed: int, deal: int, layout: int) -> None:
        """The same deal on both."""
        self.engine.deal(seed, deal, layout)
        self.layout = layout
        self.fight = Fight(self.rules, decks_of_a_deal(self.rules, seed, deal), layout).begin()

    def place(self, seat: int) -> int:
        """Whose deck a seat plays."""
        return (seat + self.layout) % len(self.fight.seats)

    def moves(self) -> list[Move]:
        """The engine's options in the reference's words: no two alike, the same as the reference's."""
        names = MOVE.names or ()
        moves = [self.codes.move(dict(zip(names, move, strict=True))) for move in self.engine.moves()]
        assert len(set(moves)) == len(moves), f"equal options: {moves}"
        differing = f"{set(moves) - self.fight.options} or {self.fight.options - set(moves)}"
        assert set(moves) == self.fight.options, f"in decision {self.fight.decisions} only one of them has {differing}"
        return moves

    def take(self, moves: Sequence[Move], choice: int) -> dict[str, Any]:
        """One decision on both: the same row, the same table afterwards."""
        event = self.engine.take(choice) | {"legal_moves": len(moves)}
        row = self.fight.decide(moves[choice])
        alike(row_of(self.codes, event), row, self.fight)
        self.compare()
        return row

    def compare(self) -> None:
        """Whatever lies on the tables is the same."""
        alike({"asked": self.engine.mover}, {"asked": self.fight.asked}, self.fight)
        for seat in self.fight.seats:
            alike(self.engine_seat(seat), self.own_seat(seat), self.fight)

    def engine_seat(self, seat: int) -> dict[str, Any]:
        """A dragon and its cards on the engine's table."""
        table, seen, place = self.engine.table, self.engine.table["seen"], self.place(seat)
        order = table["orders"][place][: seen["left"][seat]]
        attached = self.attached(seat, place)
        return {
            "hand": self.codes.cards(place, int(table["hands"][seat])),
            "hand_size": int(seen["hand_sizes"][seat]),
            "deck": [self.codes.slots[place][slot] for slot in order],
            "discards": self.codes.cards(place, int(seen["discarded"][seat])),
            "grounds": [self.codes.cards(place, int(seen["grounds"][seat][rival])) for rival in self.fight.seats],
            "attachments": sorted(attached, key=str),
            "level": int(seen["level"][seat]) + 1,
            "wounds": int(seen["wounds"][seat]),
            "facing": FACINGS[seen["facing"][seat]],
            "siege": int(seen["siege"][seat]),
            "turns": int(seen["turns"][seat]),
            "alive": bool(seen["alive"] >> seat & 1),
        }

    def attached(self, seat: int, place: int) -> list[tuple[str, int | None]]:
        """The engine's attachments of a dragon with the turns that end them."""
        seen = self.engine.table["seen"]
        slots = [slot for slot in range(len(self.codes.slots[place])) if int(seen["attached"][seat]) >> slot & 1]
        return [(self.codes.slots[place][slot], int(seen["until"][seat][slot]) or None) for slot in slots]

    def own_seat(self, seat: int) -> dict[str, Any]:
        """The same on the reference's table."""
        player = self.fight.players[seat]
        against = [sorted(card for card, r in player.grounds if r == rival) for rival in self.fight.seats]
        return {
            "hand": sorted(player.hand),
            "hand_size": len(player.hand),
            "deck": player.deck,
            "discards": sorted(player.discards),
            "grounds": against,
            "attachments": sorted(((one.card, one.until) for one in player.attachments), key=str),
            "level": player.level,
            "wounds": player.wounds,
            "facing": player.facing,
            "siege": self.fight.siege(seat),
            "turns": player.turns,
            "alive": player.fallen is None,
        }

    def compare_result(self) -> None:
        """The finished game is the same row."""
        assert self.engine.mover == NOBODY
        alike(in_words(self.engine.result()), self.fight.result(), self.fight)


# How to choose among the options, so that all corners of the rules are visited.


def any_move(moves: Sequence[Move], chance: random.Random) -> int:
    """Every move alike."""
    return chance.randrange(len(moves))


def any_act(moves: Sequence[Move], chance: random.Random) -> int:
    """Every kind of decision alike, then every move of it."""
    act = chance.choice(sorted({move.act for move in moves}))
    return chance.choice([number for number, move in enumerate(moves) if move.act == act])


def eager(moves: Sequence[Move], chance: random.Random) -> int:
    """Whatever can be played is played, be it to top, and nothing is discarded freely."""
    wanted = [number for number, move in enumerate(moves) if move.act in ("play", "top")]
    wanted = wanted or [number for number, move in enumerate(moves) if move.act == "pass"]
    return chance.choice(wanted or range(len(moves)))


MANNERS = (any_move, any_act, eager)


def compare_random_games(
    rules: RuleSet, seed: int, first_deal: int, deals: int, read: Table | None = None
) -> Counter[str]:
    """Plays random games on both tables, decision by decision, and compares everything; counts what came about."""
    tables, chance, seen = Tables(rules, read), random.Random(seed), Counter[str]()
    for deal in range(first_deal, first_deal + deals):
        tables.deal(seed, deal, deal % len(tables.fight.seats))
        tables.compare()
        manner = chance.choice(MANNERS)
        while not tables.fight.over:
            moves = tables.moves()
            row = tables.take(moves, manner(moves, chance))
            seen.update(["decisions", row["act"], row["outcome"] or "open"])
        seen.update([tables.fight.end_reason, f"chain of {max(tables.fight.tops_of_chains, default=0)}"])
        tables.compare_result()
    return seen


class Replayer:
    """Whole games of two played by the real loop and its strategies, then replayed from their log in the reference."""

    def __init__(self, rules: RuleSet, players: tuple[str, str], deals: int) -> None:
        self._rules, self._deals = dict(rules.effective), deals
        self._codes = Codes(self._rules)
        lineup = line_up(TITLE, rules, [TITLE.find_strategy(name) for name in dict.fromkeys(players)])
        self._loop = Loop(Match(lineup, players), TITLE, lineup.rules, deals * len(LAYOUTS))

    def compare(self, seed: int, first_deal: int) -> int:
        """All four arrangements of decks and seats of some deals; returns the number of decisions compared."""
        results, events = self._loop.play(list(LAYOUTS), seed, first_deal, self._deals)
        start = 0
        for number, result in enumerate(results):
            deal, arm = divmod(number, len(LAYOUTS))
            end = start + int(result["logged_turns"])
            decks = decks_of_a_deal(self._rules, seed, first_deal + deal)
            fight = Fight(self._rules, decks, LAYOUTS[arm][0]).begin()
            self._replay(fight, events[start:end])
            own = in_words(told(result))
            del own["logged_turns"]
            alike(own, fight.result(), fight)
            start = end
        assert start == len(events)
        return start

    def _replay(self, fight: Fight, events: Any) -> None:
        """Every logged row follows from the rules and the decisions before it; the last row ends the game."""
        for event in events:
            row = row_of(self._codes, told(event))
            move = Move(**{name: row[name] for name in Move._fields})
            alike(row, fight.decide(move), fight)
        assert fight.over


def told(record: Any) -> dict[str, int]:
    """A record of the engine as a row."""
    return dict(zip(record.dtype.names, record.item(), strict=True))
