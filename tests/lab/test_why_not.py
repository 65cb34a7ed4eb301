"""Why a move is not allowed: every move that is offered has no reason, everything else that is tried has one."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from dhstats.games import catalogue
from dhstats.games.dragon.referee.chronicle import cardbook
from dhstats.games.dragon.table import ACTS as DRAGON_ACTS
from dhstats.games.dragonheart.referee.chronicle import unpacked as values_of
from dhstats.games.dragonheart.table import PICTURES, PLACES
from dhstats.games.dragonwood.referee.chronicle import helpers, unpacked
from dhstats.games.dragonwood.table import ACTS, TITLES
from dhstats.games.retelling import Tried
from dhstats.games.ruleset import RuleSet
from dhstats.lab.table.session import Session
from dhstats.lab.table.setup import Setup, open_table, person

Facts = dict[str, Any]
RULES = [(game, name) for game in catalogue.NAMES for name in catalogue.rules(game).shipped()]
CHANGED = [
    ("dragonheart", "ffg", ("seats.first.first_turn_max_cards=1", "spaces.troll.slots=2", "spaces.sorceress.slots=2")),
    (
        "dragonwood",
        "two",
        ("spell.allowed=true", "spell.cards=2", "dice.max=3", "hand.limit=6", "spell.enhanced=false"),
    ),
    (
        "dragonwood",
        "two",
        ("spell.allowed=true", "enhancements.silver_sword.once=true", "enhancements.silver_sword.dice=2", "dice.max=4"),
    ),
    ("dragon", "standard", ("first_turn.limit=all", "turn.play=rounds", "turn.draws=1", "attacks.front=1")),
]
OFFERED = {"strike", "stomp", "scream", "spell", "play", "top", "draw"}  # acts of which every move is tried


def offered(rules: RuleSet, game: str, moves: Any) -> list[Facts]:
    """Facts of the engine's legal moves."""
    return [FACTS[game](rules, move) for move in moves]


def heart(_: RuleSet, move: Any) -> Facts:
    """Facts of a move of Dragonheart."""
    target = int(move["target"])
    return {
        "act": "play", "picture": PICTURES[int(move["picture"])], "cards": int(move["cards"]), "pictures": 1,
        "target": PLACES[target] if target >= 0 else None, "targets": 1,
    }  # fmt: skip


def wood(rules: RuleSet, move: Any) -> Facts:
    """Facts of a move of Dragonwood."""
    used, own, target = helpers(int(move["used"])), rules.effective["enhancements"], int(move["target"])
    wild = [name for name in used if own[name]["wild"]]
    return {
        "act": ACTS[int(move["act"])], "target": TITLES[target] if target >= 0 else None, "used": set(used),
        "size": len(unpacked(int(move["cards"]))), "wild": wild[0] if wild else "", "wilds": len(wild),
        "die": int(move["die"]), "dice": 1,
    }  # fmt: skip


def dragon(rules: RuleSet, move: Any) -> Facts:
    """Facts of a move of Dragon!."""
    names, card = list(cardbook(rules.effective["pack"])), int(move["card"])
    return {
        "act": DRAGON_ACTS[int(move["act"])], "card": names[card] if card >= 0 else None, "rival": int(move["rival"]),
        "number": int(move["number"]),
    }  # fmt: skip


FACTS = {"dragonheart": heart, "dragonwood": wood, "dragon": dragon}


def judged(rules: RuleSet, game: str, table: Any) -> list[Facts]:
    """The same facts of all that the referee allows."""
    if game == "dragonheart":
        return [
            {
                "act": "play",
                "picture": picture,
                "cards": len(values_of(values)),
                "pictures": 1,
                "target": target,
                "targets": 1,
            }
            for picture, values, target in table.plays()
        ]
    if game == "dragon":
        return [
            {"act": each.act, "card": each.card, "rival": each.rival, "number": each.number} for each in table.asked[1]
        ]
    own = rules.effective["enhancements"]
    found = []
    for each in table.choices():
        wild = [name for name in each.used if own[name]["wild"]]
        found.append({
            "act": each.act, "target": each.target, "used": set(each.used), "size": len(each.cards), "wilds": len(wild),
            "wild": wild[0] if wild else "", "die": each.die, "dice": 1,
        })  # fmt: skip
    return found


def is_like(facts: Facts, at: Any) -> bool:
    """Whether a move is one of those that are tried."""
    return all(
        value in facts[name] if isinstance(facts[name], set) else facts[name] == value for name, value in at.items()
    )


def agree(tries: list[Tried], moves: list[Facts]) -> None:
    """No reason for what is offered, one for everything else, and all that is offered is among what is tried."""
    for each in tries:
        assert (each.reason is None) == any(is_like(move, each.at) for move in moves), each
        assert each.reason is None or (each.reason.words.endswith(".") and "\n" not in each.reason.words)
    for move in moves:
        assert move["act"] not in OFFERED or any(is_like(move, each.at) for each in tries), move


def games(game: str, rules: str, settings: tuple[str, ...] = (), deals: int = 2) -> Iterator[Session]:
    """Decisions of games between people who play by lot."""
    seats = catalogue.load(game).players(catalogue.rules(game).load(rules, settings).record())
    setup = Setup(game, tuple(person(f"P{seat}") for seat in range(seats)), rules, settings, seed=31)
    chance = random.Random(6)
    for deal in range(deals):
        session = Session(open_table(replace(setup, deal=deal)))
        while not session.over:
            yield session
            session.play(chance.randrange(session._moment.count))


@pytest.mark.parametrize(("game", "rules", "settings"), [*((*each, ()) for each in RULES), *CHANGED])
def test_what_is_offered_has_no_reason_and_all_else_has(game: str, rules: str, settings: tuple[str, ...]) -> None:
    """In random games, by the engine's moves and by the referee's; every card without use is told why."""
    seen = set[str]()
    for at, session in enumerate(games(game, rules, settings)):
        moment, teller = session._moment, session._teller
        tries = teller.tried(moment.rows)
        agree(tries, offered(session.opened.rules, game, moment.moves))
        if at % 3 == 0:
            agree(tries, judged(session.opened.rules, game, teller._table))
        seen |= {each.reason.key for each in tries if each.reason}
    files = catalogue.rules(game)
    known = files.flat(files.load(rules, settings).effective)
    assert seen - {""}
    assert all(key in known for key in seen - {""})


def test_the_page_is_told_each_reason_once_and_which_cards_are_of_no_use() -> None:
    """What has the same reason stands together; a card with a use is not idle."""
    for session in games("dragon", "standard", deals=1):
        record = json.loads(json.dumps(session.shown()))
        reasons = [(each["reason"], each["key"]) for each in record["barred"]]
        assert len(set(reasons)) == len(reasons)
        words = {
            move["words"].split(" against ")[0].removeprefix("top with ")
            for kind in record["kinds"]
            for move in kind["moves"]
        }
        hand = {card[0] for seat in record["frame"]["seats"] for card in seat["hand"]}
        assert set(record["idle"]) <= hand
        assert not any(card in words for card in record["idle"])
        assert not session.shown(1 - session.seat)["barred"]
