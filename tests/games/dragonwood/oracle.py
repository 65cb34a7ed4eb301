"""The engine and the independent reference at one table: same deal, same dice, same decisions, everything compared."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from dhstats.games.dragonwood.files.rulesets import RuleSet
from dhstats.games.dragonwood.table import (
    A_DISCARD,
    A_PASS,
    A_REROLL,
    A_TURN,
    ACTS,
    ENHANCEMENTS,
    LADYBUG,
    NUMBERS,
    SEATS,
    SPELL,
    TITLES,
)
from tests.engine.philox import Words, below, shuffled, words_of_turn
from tests.games.dragonwood.logs import engine_logs
from tests.games.dragonwood.positions import TITLE, bits
from tests.games.test_contract import compiled, mind
from tests.harness import OpenGame
from tests.reference import dragonwood as reference
from tests.reference.dragonwood import Attempt, Card, Decision, Discard, Pass, Position, Reload, Reroll

# The channels that `setup` lists: those of piles, of events that go back, of new decks, of the dice of the first place.
PILES = {"dragonwood": 1, "lower_half": 2, "adventurers": 4}
EVENTS_BACK, RENEWAL, DICE = 3, 64, 65
COUNTS = {2: "two", 3: "three", 4: "four"}
PHASES = {"turn": A_TURN, "reroll": A_REROLL, "pass": A_PASS} | dict.fromkeys(("wound", "limit", "storm"), A_DISCARD)
FACES, DRAGONS = reference.FACES, reference.DRAGONS
Row = dict[str, Any]
Chooser = Callable[[OpenGame, int, int], int]  # picks one of so many moves, in the decision of this number


# ---- The engine's luck and cards in the reference's words


class Luck:
    """The luck of a game, from the addresses that the engine documents, through the reference's own generator.

    The engine's piles have their top card last, the reference's first. `seat` is the seat whose dice are rolled next.
    """

    def __init__(self, seed: int, deal: int, layout: int, players: int) -> None:
        self._seed, self._deal, self._layout = seed, deal, layout
        self._events_back = words_of_turn(seed, EVENTS_BACK, deal, 0)
        self._dice = self._events_back
        self._new_decks = self._whole_decks = 0
        self._attempts = [0] * players
        self.seat = 0
        self.faces: list[int] = []  # the last roll

    def shuffle(self, name: str, items: list[Any]) -> list[Any]:
        """The items as the engine's draws order them."""
        if name == "event_place":
            place = len(items) - 1 - below(self._events_back, len(items))
            return [place, *(other for other in items if other != place)]
        if name == "whole_deck":  # the engine lays what it met on top
            words = words_of_turn(self._seed, EVENTS_BACK, self._deal, self._whole_decks)
            self._whole_decks += 1
            items = items[::-1]
        elif name == "new_deck":
            items = sorted(items, key=_code)
            words = words_of_turn(self._seed, RENEWAL, self._deal, self._new_decks)
            self._new_decks += 1
        else:
            words = Words(self._seed, PILES[name], self._deal)
        if name == "lower_half":  # the engine appends the dragons to a pile that has its top last
            items = [*items[: -len(DRAGONS)][::-1], *items[-len(DRAGONS) :]]
        return [items[i] for i in reversed(shuffled(words, len(items)))]

    def roll(self, name: str, n: int) -> list[int]:
        """Dice of the seat's place: the digits of one number for all there could be, then a number for a single die."""
        if name == "reroll":
            self.faces = [FACES[below(self._dice, len(FACES))]]
            return self.faces
        place = (self.seat + self._layout) % len(self._attempts)
        self._dice = words_of_turn(self._seed, DICE + place, self._deal, self._attempts[place])
        self._attempts[place] += 1
        number = below(self._dice, len(FACES) ** 6)
        self.faces = [FACES[number // len(FACES) ** i % len(FACES)] for i in range(n)]
        return self.faces


def _code(card: Card) -> int:
    suit, number = card
    return LADYBUG if card == reference.LADYBUG else NUMBERS * reference.COLOURS.index(suit) + number - 1


def _card(code: int) -> Card:
    return reference.LADYBUG if code == LADYBUG else (reference.COLOURS[code // NUMBERS], code % NUMBERS + 1)


@cache
def _cards(held: int) -> tuple[Card, ...]:
    return tuple(sorted(_card(code) for code in bits(held)))


@cache
def _names(used: int) -> tuple[str, ...]:
    return tuple(ENHANCEMENTS[number] for number in bits(used))


def packed(faces: Iterable[int]) -> int:
    """Dice as the log has them: four bits each, the first die lowest."""
    return sum(face << 4 * i for i, face in enumerate(faces))


def reference_rules(rules: RuleSet) -> reference.Rules:
    """A rule set in the reference's words."""
    own = rules.effective
    at_once = own["end"]["runs_out"] == "at_once"
    seats = [own["seats"][name] for name in SEATS[: own["players"]]]
    return reference.Rules(
        players=own["players"],
        removed=own["setup"]["removed"][COUNTS[own["players"]]],
        suits=own["adventurers"]["suits"],
        hand_size=own["hand"]["size"],
        hand_sizes=tuple(seat["hand_size"] or own["hand"]["size"] for seat in seats),
        given=tuple(seat["points"] for seat in seats),
        hand_limit=own["hand"]["limit"],
        landscape=own["landscape"]["size"],
        most_creatures=own["score"]["bonus"],
        most_creatures_tied=own["score"]["tied_bonus"],
        decks=own["end"]["decks"],
        dragons_low=own["setup"]["dragons"] == "lower_half",
        ends_with_dragons=own["end"]["dragons"],
        ends_with_last_card=own["end"]["last_card"],
        dragon_spell=own["spell"]["allowed"],
        events_back={"put_back": "when_all_lie", "reshuffled": "whole_deck"}[own["setup"]["events"]],
        new_deck="at_once" if at_once else "when_needed",
        deck_out="last_card_drawn" if at_once else "cannot_draw",
        spell_cards="paid" if own["spell"]["spends"] else "returned",
        spell_help="any_attempt" if own["spell"]["enhanced"] else "none",
    )


def decision_of(act: str, target: str | None, cards: int, used: int, die: int) -> Decision:
    """A decision of the engine in the reference's words."""
    if act in ("keep", "reroll"):
        return Reroll(die if act == "reroll" else None)
    if act in ("discard", "pass"):
        return (Discard if act == "discard" else Pass)(*_cards(cards))
    return Reload() if act == "reload" else Attempt(target or "", act, _cards(cards), _names(used))


def told_of(decision: Decision) -> Row:
    """The columns of a decision itself."""
    told: Row = {"act": type(decision).__name__.lower(), "target": None, "cards": 0, "used": 0, "die": 0}
    if isinstance(decision, Attempt):
        told |= {"act": decision.way, "target": decision.target}
        told["cards"] = sum(1 << _code(card) for card in decision.cards)
        told["used"] = sum(1 << ENHANCEMENTS.index(name) for name in decision.once)
    elif isinstance(decision, Reroll):
        told |= {"die": decision.face} if decision.face else {"act": "keep"}
    elif isinstance(decision, Discard | Pass):
        told["cards"] = 1 << _code(decision.card)
    return told


def alone_in_front(points: Sequence[int]) -> int:
    """The seat with most points, or -1 where several have."""
    return points.index(max(points)) if points.count(max(points)) == 1 else -1


# ---- A game at the reference's table


@dataclass
class Sitting:
    """A game at the reference's table, and the log that would be kept of it."""

    position: Position
    luck: Luck
    decisions: int = 0
    enhancements: list[int] = field(default_factory=lambda: [0] * len(SEATS))  # how many each seat captured
    leaders: list[int] = field(default_factory=list)  # who led alone after each decision, or -1

    @classmethod
    def at(cls, rules: RuleSet, seed: int, deal: int, layout: int) -> Sitting:
        """The start of a game of a deal: the p-th hand that is dealt is that of seat p - layout."""
        own = reference_rules(rules)
        luck = Luck(seed, deal, layout, own.players)
        return cls(reference.set_up(own, luck, dealt_first=-layout % own.players), luck)

    def decide(self, decision: Decision, options: int) -> Row:
        """One of so many decisions, with all that follows before the next; its row."""
        before, seat = self.position, self.position.demands[0].seat
        self.luck.seat = before.seat
        after = self._unasked(reference.apply(before, decision, self.luck))
        self.position = after
        row: Row = {
            "turn": self.decisions, "own_turn": before.turns[before.seat], "seat": seat, "mover": before.seat,
            "legal_moves": options, "hand_after": len(after.hands[seat]), "adventurers_after": len(after.pile),
            "wood_after": len(after.deck),
        }  # fmt: skip
        self.decisions += 1
        points = self.points()
        self.leaders.append(alone_in_front(points))
        row |= {f"score_{name}_after": own for name, own in zip(SEATS, [*points, 0, 0], strict=False)}
        return row | told_of(decision) | self._rolled(before, decision)

    def _unasked(self, position: Position) -> Position:
        """Goes on while a last card is lost or passed: the engine asks nobody who has no choice."""
        while not position.over:
            seat, what = position.demands[0]
            if what in ("turn", "reroll") or len(position.hands[seat]) > 1:
                break
            position = reference.apply(position, reference.legal(position)[0], self.luck)
        return position

    def _rolled(self, before: Position, decision: Decision) -> Row:
        """The columns of a roll; all of them empty in other decisions."""
        attempt = decision if isinstance(decision, Attempt) else before.attempt
        if attempt is None:
            return {"rolled": 0, "total": 0, "captured": False, "points": 0}
        faces = list(self.luck.faces)
        if isinstance(decision, Reroll):
            faces = list(before.dice)
            if decision.face is not None:
                faces[faces.index(decision.face)] = self.luck.faces[0]
        seat, after = before.seat, self.position
        creature = len(after.captured[seat]) > len(before.captured[seat])
        enhancement = len(set(after.enhancements[seat]) - set(before.enhancements[seat]))
        self.enhancements[seat] += enhancement
        return {
            "rolled": packed(faces), "total": sum(faces) + reference.bonus_of(before, attempt),
            "captured": creature or enhancement > 0,
            "points": reference.CREATURES[attempt.target].points if creature else 0,
        }  # fmt: skip

    def points(self) -> list[int]:
        """The points that lie before each seat."""
        return reference.points_of(self.position)

    def outcome(self) -> Row:
        """The row of the finished game."""
        end = self.position
        scores, winners = reference.scores(end), reference.winners(end)
        winner = winners[0] if len(winners) == 1 else -1
        first = scores.count(max(scores))
        caught = [card for pile in end.captured for card in pile]
        holders = [seat for seat, pile in enumerate(end.captured) if "orange_dragon" in pile]
        columns = {
            "points": self.points(), "score": scores, "creatures": [len(pile) for pile in end.captured],
            "enhancements": self.enhancements[: len(scores)], "turns": end.turns,
            "rank": [
                1 + sum(other > own for other in scores) + (own == max(scores) and winner not in (-1, seat))
                for seat, own in enumerate(scores)
            ],
        }  # fmt: skip
        row = {
            "winner": winner, "decided_by": "points" if first == 1 else "draw" if winner < 0 else "dragon",
            "turns": self.decisions, "end_reason": end.end_reason, "ended_by": end.ended_by,
            "players": end.rules.players, "dragons": sum(card in DRAGONS for card in caught),
            "dragon_holder": holders[0] if holders else -1, "adventurer_decks": end.decks_begun,
            "wood_left": len(end.deck), **self._lead(winner),
        }  # fmt: skip
        absent = [-1] * len(SEATS)
        return row | {
            f"{what}_{name}": value
            for what, values in columns.items()
            for name, value in zip(SEATS, [*values, *absent], strict=False)
        }

    def _lead(self, winner: int) -> Row:
        """How often another player led than before, and from which decision on the winner led for good."""
        opening = alone_in_front(self.position.rules.given)
        alone = [seat for seat in (opening, *self.leaders) if seat >= 0]
        since = max((number + 1 for number, seat in enumerate(self.leaders) if seat != winner), default=0)
        return {
            "lead_changes": sum(a != b for a, b in pairwise(alone)), "lead_since": since if winner >= 0 else -1,
        }  # fmt: skip


# ---- Both tables


def both_lie_alike(game: OpenGame, position: Position) -> None:
    """Every card lies at the same place on both tables, and the same player is asked for the same."""
    table, seen = game.table, game.table["seen"]
    seats = range(position.rules.players)
    laid = [{card for seat, card in position.passing if seat == own} for own in seats]
    assert [_cards(int(table["hands"][seat])) for seat in seats] == [tuple(sorted(hand)) for hand in position.hands]
    assert [set(_cards(int(table["passed"][seat]))) for seat in seats] == laid
    assert [_card(code) for code in table["pile"][: seen["adventurers_left"]].tolist()[::-1]] == position.pile
    discards = [*_cards(int(seen["discarded"])), *[reference.LADYBUG] * int(seen["discarded_ladybugs"])]
    assert sorted(discards) == sorted(position.discards)
    assert [TITLES[title] for title in table["wood_pile"][: seen["wood_left"]].tolist()[::-1]] == position.deck
    assert _titles(seen["lying"]) == Counter(position.landscape)
    assert [_titles(seen["captured"][seat]) for seat in seats] == [Counter(pile) for pile in position.captured]
    left = [int(seen["owned"][seat]) & ~(int(seen["used"]) if seat == seen["mover"] else 0) for seat in seats]
    assert [set(_names(owned)) for owned in left] == [set(own) for own in position.enhancements]
    assert seen["turns"][: len(seats)].tolist() == position.turns
    assert seen["decks_begun"] == position.decks_begun
    if position.over:
        assert game.mover == -1
        return
    seat, what = position.demands[0]
    assert (game.mover, int(seen["phase"]), int(seen["mover"])) == (seat, PHASES[what], position.seat)
    assert int(seen["turns_left"]) == (-1 if position.turns_left is None else position.turns_left)
    assert int(seen["rolled"]) == packed(position.dice)


def _titles(counts: Any) -> Counter[str]:
    return Counter({TITLES[title]: count for title, count in enumerate(counts.tolist()) if count})


def in_words(row: dict[str, int]) -> Row:
    """A row of the engine with words in place of codes, as a run keeps it."""
    worded: Row = dict(row)
    for name in TITLE.words.keys() & row.keys():
        worded[name] = TITLE.words[name][row[name]] if row[name] >= 0 else None
    return worded | {name: bool(row[name]) for name in TITLE.flags & row.keys()}


def at_random(seed: int) -> Chooser:
    """Any move, each as likely as the others."""
    chance = random.Random(seed)
    return lambda game, count, number: chance.randrange(count)


def bold(seed: int) -> Chooser:
    """Gathers cards, then casts a spell or attempts anything with as many cards and enhancements as it can."""
    chance = random.Random(seed)

    def choose(game: OpenGame, count: int, number: int) -> int:
        moves = game.moves()
        if ACTS[moves[0][0]] != "reload" or chance.random() < 0.1:
            return chance.randrange(count)
        if game.table["seen"]["hand_sizes"][game.mover] < 6 or count == 1:
            return 0
        efforts = [cards.bit_count() + used.bit_count() + 9 * (act == SPELL) for act, _, cards, used, _ in moves]
        return chance.choice([i for i, effort in enumerate(efforts) if effort == max(efforts)])

    return choose


def by_strategy(name: str) -> Chooser:
    """The move of a shipped strategy."""
    function = compiled(TITLE, name)

    def choose(game: OpenGame, count: int, number: int) -> int:
        own = mind(game, name)
        game.drivers.aim(own, np.uint64(1), number, 0, 0)
        return int(function(game.view(game.mover), game.options, count, own))

    return choose


def compare_games(rules: RuleSet, choosers: Sequence[Chooser], seed: int, first_deal: int, deals: int) -> Counter[str]:
    """Plays games on both tables, decision by decision, and compares everything; how often each act was chosen.

    Seat s is played by the chooser s modulo their number; the layout of a deal is its number modulo the players.
    """
    game, acts = OpenGame(TITLE, rules.record()), Counter[str]()
    for deal in range(first_deal, first_deal + deals):
        layout = deal % int(rules.effective["players"])
        game.deal(seed, deal, layout)
        sitting = Sitting.at(rules, seed, deal, layout)
        both_lie_alike(game, sitting.position)
        while not sitting.position.over:
            acts[compare_decision(game, sitting, choosers)] += 1
        assert in_words(game.result()) == sitting.outcome()
        acts[sitting.position.end_reason] += 1
    return acts


def compare_decision(game: OpenGame, sitting: Sitting, choosers: Sequence[Chooser]) -> str:
    """One decision on both tables: the same options, row and table afterwards; which act it was."""
    moves = [
        decision_of(ACTS[act], TITLES[target] if target >= 0 else None, cards, used, die)
        for act, target, cards, used, die in game.moves()
    ]
    options = set(moves)
    assert len(options) == len(moves)
    assert options == set(reference.legal(sitting.position))
    choice = choosers[game.mover % len(choosers)](game, len(moves), sitting.decisions)
    row = in_words(game.take(choice) | {"legal_moves": len(moves)})
    assert row == sitting.decide(moves[choice], len(moves))
    both_lie_alike(game, sitting.position)
    return str(row["act"])


def compare_logs(rules: RuleSet, players: Sequence[str], seed: int, first_deal: int, deals: int) -> int:
    """Replays what the real loop logs of whole games in the reference, all layouts; the number of decisions."""
    decisions = 0
    for kept in engine_logs(rules, players, seed, first_deal, deals):
        sitting = Sitting.at(rules, seed, int(kept.row["deal_id"]), int(kept.row["swapped"]))
        for row in kept.turns:
            told = [row[name] for name in ("act", "target", "cards", "used", "die")]
            assert sitting.decide(decision_of(*told), len(reference.legal(sitting.position))) == row
        assert sitting.position.over == (kept.row["end_reason"] != "turn_limit")  # of which the rulebook knows nothing
        outcome = sitting.outcome() if sitting.position.over else {}
        assert {name: kept.row[name] for name in outcome} == outcome
        decisions += sitting.decisions
    return decisions
