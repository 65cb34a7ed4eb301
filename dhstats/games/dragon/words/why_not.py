"""Dragon!: why cards cannot be played or topped with, as the referee has it; rulebook, Sequence of Play and Topping."""

from collections.abc import Iterable, Iterator

from dhstats.games.dragon.referee import legal
from dhstats.games.dragon.referee.chronicle import ATTACKS, Paper
from dhstats.games.dragon.referee.fight import Dragon
from dhstats.games.dragon.referee.tabletop import Tabletop
from dhstats.games.dragon.table import FACINGS, SEATS
from dhstats.games.retelling import Reason, Tried, counted, tightest

GROUNDS_FIRST = Reason("This is the step of ground cards; other cards are played after it.")
NO_MORE_GROUNDS = Reason("Ground cards are played in the step before this one.", "turn.grounds")
TOO_LATE = Reason("Cards are played before any are discarded.")
HAS_TO = {"pay": "What a card costs has to be paid.", "shed": "The card that was played takes cards from this hand."}


def tried(table: Tabletop) -> Iterator[Tried]:
    """Every card of the hand in what is asked for now, against every rival it could name; every number to draw."""
    assert table.asked is not None
    seat, options = table.asked
    acts, mine = {choice.act for choice in options}, table.seats[seat]
    if acts & {"top", "hold"}:
        yield from _tops(table, mine)
    elif "draw" in acts:
        # Every number of cards up to one more than the step allows
        limits, held = table.draws(mine), len(mine.hand)
        up_to = f"Cards are drawn up to a hand of {limits['hand'] + held}; you hold {held}."
        reasons = {
            "draws": Reason(f"At most {counted(limits['draws'], 'card')} are drawn in a turn.", "turn.draws"),
            "hand": Reason(up_to, "hand.limit"),
            "deck": Reason(f"Your deck has {counted(limits['deck'], 'card')} left."),
        }
        for number in range(max(0, limits["draws"]) + 2):
            limit = tightest(limits, number)
            yield Tried({"act": "draw", "number": number}, f"draw {number}", reasons[limit] if limit else None)
    elif acts & {"pay", "shed"}:
        (act,) = acts
        yield Tried({"act": "pass"}, "to keep all cards", Reason(HAS_TO[act]))
    elif table.step == "discard":
        yield Tried({"act": "play"}, "to play a card", TOO_LATE)
    else:
        for name in sorted(dict.fromkeys(mine.hand)):
            yield from _plays(table, mine, table.book[name])


def _plays(table: Tabletop, mine: Dragon, card: Paper) -> Iterator[Tried]:
    at = {"act": "play", "card": card.name}
    if (card.section == "grounds") == (table.step == "ground"):
        reason = _barred(table, mine, card)
    else:
        reason = GROUNDS_FIRST if table.step == "ground" else NO_MORE_GROUNDS
    if reason or not card.needs_rival:
        yield Tried(at, card.title, reason, card.title)
        return
    for rival in table.seats:
        if rival.seat != mine.seat:
            words = f"{card.title} against the {SEATS[rival.seat]}"
            yield Tried(at | {"rival": rival.seat}, words, _barred_at(table, mine, card, rival), card.title)


def _barred(table: Tabletop, mine: Dragon, card: Paper) -> Reason | None:
    """Why a dragon cannot be played a card for, whatever the rivals are like."""
    word = legal.barred(table, mine, card)
    if word in ATTACKS:
        most, made = legal.made_at_most(table, mine, word), legal.made(mine, word)
        return Reason(f"{counted(most, f'{word} attack')} a turn; {_were(made)} made in this one.", f"attacks.{word}")
    if word == "attacks":
        most, made = legal.attacks_allowed(table, mine), len(mine.attacks)
        text = f"A dragon that faces {mine.facing} makes {counted(most, 'attack')} a turn; {_were(made)} made."
        return Reason(text, f"attacks.{mine.facing}")
    return _common(table, mine, card, word)


def _common(table: Tabletop, mine: Dragon, card: Paper, word: str) -> Reason | None:
    if word == "special":
        lacking = [name for name in card.types if name in table.rules["pack"]["special_types"]]
        return Reason(f"{card.title} is for dragons that use {_listed(lacking, 'and')}; yours does not.")
    if word == "cost":
        cost, left = card.number("discards"), len(mine.hand) - 1
        there = f"{left} {'is' if left == 1 else 'are'} there"
        return Reason(f"{card.title} costs {counted(cost, 'card')} of the hand; {there} beside it.")
    if word == "facing":
        own = _listed(_facings(card.text.get("own_facing")), "or")
        return Reason(f"{card.title} is for a dragon that faces {own}; yours faces {mine.facing}.")
    if word == "upgrade":
        return Reason(f"{card.title} does not follow level {mine.level} of your dragon.")
    if word == "first_turn":
        even = ", not even to top" if table.chain else ""
        return Reason(f"The first player uses no attack cards in the first turn{even}.", "first_turn.limit")
    return None


def _barred_at(table: Tabletop, mine: Dragon, card: Paper, rival: Dragon) -> Reason | None:
    who = f"the {SEATS[rival.seat]} dragon"
    word = legal.barred_at(table, mine, card, rival)
    if word == "rival_facing":
        facing = _listed(_facings(card.text["rival_facing"]), "or")
        return Reason(f"{card.title} is for a rival that faces {facing}; {who} faces {rival.facing}.")
    said = {
        "out": f"{who.capitalize()} is out of the fight.", "team": f"{who.capitalize()} is on your side.",
        "grounds": f"{card.title} destroys a ground card; {who} has none in play.",
        "attachments": f"{card.title} destroys an attachment; {who} has none in play.",
    }  # fmt: skip
    return Reason(said[word]) if word else None


def _tops(table: Tabletop, mine: Dragon) -> Iterator[Tried]:
    """Every card of the hand as an answer to the last one of the chain."""
    last = table.chain[-1][1]
    for name in sorted(dict.fromkeys(mine.hand)):
        card = table.book[name]
        word = legal.barred_top(table, mine, card, last)
        reason = _no_top(card, last) if word == "tops" else _common(table, mine, card, word)
        yield Tried({"act": "top", "card": name}, f"top with {card.title}", reason, card.title)


def _no_top(card: Paper, last: Paper) -> Reason:
    if not (tops := card.text.get("tops") or ()):
        return Reason(f"{card.title} tops nothing.")
    types = _listed(last.types, "and") or "none"
    return Reason(f"{card.title} tops {_listed(tops, 'and')} cards; {last.title} is of type {types}.")


def _facings(named: Iterable[str] | None) -> list[str]:
    return [facing for facing in FACINGS if facing in (named or FACINGS)]


def _listed(names: Iterable[str], last: str) -> str:
    """Names with commas, and a word before the last."""
    *most, end = [name.replace("_", " ") for name in names] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def _were(number: int) -> str:
    return f"{number} {'was' if number == 1 else 'were'}"
