"""The opening of a page about the seats: what going first is worth, in games out of a hundred."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from dhstats.games import catalogue
from dhstats.games.objective import RANKS
from dhstats.questions.seats.worth import Advantage, Seat, Seating
from dhstats.questions.shared import first_screen, words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import GAMES, SURENESS, About, More, at_once, capital, game_name
from dhstats.questions.shared.hundred import HUNDRED, Share
from dhstats.seats import SEATS
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import EXACT
from dhstats.stats.sequential.verdicts import Verdict, kind_of, of_all
from dhstats.storage import Manifest

FORETOLD = 3  # times as many deals as were played that a plan can name
DRAWS = 0.005  # share of drawn games from which on it is said that they count half
FAVOURED = "Give {} something{}."
UNGIVEN = "Look for a rule that helps {}: `dhstats sweep` tries the levels of a key."  # where nothing can be given
MOST_GIVEN = 3  # points or cards that are tried for the seat that is behind
DECISIONS = {
    "balanced": "Leave the seats as they are.",
    "refused": "Let each player play against itself: one name after `--strategies`.",
    "drawn": "See how a game ends (`dhstats replay`), and change rules or players before you play more.",
}
SEPARATE = "Let the players change seats (`--design seat`) to separate the worth of the seat from that of the player."


def going_first(advantage: Advantage, manifest: Manifest, *, mixed: bool) -> Opening:
    """What the first of two players wins; where the seat cannot be told from the player (`mixed`), no verdict."""
    question = f"Does going first help in {game_name(manifest.game, manifest.rules)}?"
    if catalogue.load(manifest.game).objective.in_points and not mixed:
        return _in_points(question, advantage.margins, manifest)
    verdict, drawn = advantage.scores, " (a draw counts half)" if advantage.drawn.value >= DRAWS else ""
    if mixed:
        share = Share.of(verdict.measured)
        score = f"The player who went first here won about {share.count} games{drawn}."
        why = "Here the worth of the seat cannot be separated from that of the player."
        return Opening(question, score, f"{SURENESS['fact']}: {share.reach}. {why}", SEPARATE)
    if verdict.kind == "refused":
        return _refused(question, advantage.reason, "either" if advantage.drawn.value < 1.0 else "")
    about = About.of(manifest, GAMES)
    players = about.between if advantage.group.alone else f"over all matchups {about.between}"
    who = f"{capital(players)} the first player wins"
    if verdict.kind == "undecided":  # of these games alone where more is not known
        who = f"In these games {players} the first player won"
    share, even = Share.judged(verdict), _off(verdict)
    told = {
        "balanced": f"if there is an edge, it is less than {even}",
        "unbalanced": f"the edge is more than {even}",
        "leaning": f"there is an edge, but it may be less than {even}",
        "undecided": "either player may have the edge",
    }[verdict.kind]
    answer, sure = f"{_help(verdict)} {who} about {share.count} games{drawn}.", f"{told}; the first player wins"
    decision = _decision([verdict], _harmed(verdict), "player", manifest)
    more = _more(manifest, verdict)
    return about.opening(question, answer, verdict.kind, f"{sure} {share.reach}", decision, more)


def _harmed(verdict: Verdict) -> str:
    return "second" if verdict.effect >= 0.0 else "first"


def _in_points(question: str, verdict: Verdict, manifest: Manifest) -> Opening:
    """What going first is worth where points count: half of the lead is what one has beside the mean of both."""
    about = About.of(manifest, GAMES)
    interval = verdict.interval90 if verdict.kind == "balanced" else verdict.interval95
    half = Estimate(abs(verdict.estimate) / 2.0, verdict.se / 2.0, interval)
    digits, brings = words.digits_of(half), "brings" if verdict.effect >= 0.0 else "costs"
    worth = f"going first {brings} {words.number(half.value, digits)} points per game"
    edge = f"{verdict.margin / 2.0:g} points"
    answer = {
        "balanced": f"No, hardly: {worth}",
        "undecided": f"Not known yet. In these games {worth.replace('brings', 'brought').replace('costs', 'cost')}",
    }.get(verdict.kind, f"Yes: {worth}")
    told = {
        "balanced": f"it is less than {edge} either way",
        "unbalanced": f"it is more than {edge}",
        "leaning": f"there is a difference, but it may be less than {edge}",
        "undecided": "going first may help or hurt",
    }[verdict.kind]
    halves = replace(interval, low=interval.low / 2.0, high=interval.high / 2.0)
    reach = words.reach(halves, digits, sign=True)
    known = f"{reach} points per game for the first player, {words.level(interval)} interval"
    if interval.method == EXACT:
        points = words.number(math.copysign(half.value, verdict.effect), digits, sign=True)
        known = f"exactly {points} points per game for the first player"
    decision, answer = _decision([verdict], _harmed(verdict), "player", manifest), f"{answer}, {about.between}."
    return about.opening(question, answer, verdict.kind, f"{told}; {known}", decision, _more(manifest, verdict))


def _more(manifest: Manifest, verdict: Verdict) -> More:
    return More(verdict.n * len(manifest.design.arms), "games", "--games")


def _refused(question: str, reason: str, seat: str) -> Opening:
    """An opening without a verdict: one player wins from "either" or "every" seat, or, where there is none, nobody."""
    answer = f"one player wins nearly all of them from {seat} seat" if seat else "nobody wins any of them"
    why = f"{SURENESS['refused']}: {reason.partition(', so ')[0].removeprefix('no verdict on seats: ')}."
    decision = DECISIONS["refused" if seat else "drawn"]
    return Opening(question, f"These games cannot answer this: {answer}.", why, decision, "refused")


def _help(verdict: Verdict) -> str:
    if verdict.kind == "balanced":
        return "Hardly." if verdict.tiny else "No."
    if verdict.kind == "undecided":
        return "Not known yet."
    how = _how(verdict)
    return f"Yes{how}." if verdict.effect >= 0.0 else f"No, it hurts{how.replace(',', '')}."


def _how(verdict: Verdict) -> str:
    amount = first_screen.size(HUNDRED * verdict.effect)
    sure = verdict.kind == "unbalanced"  # only then is it known that a large edge is one
    return ", a little" if amount == "small" else ", a lot" if amount == "large" and sure else ""


def _off(verdict: Verdict) -> str:
    """What counts as even, either way: "half a game in 100"."""
    return first_screen.games_in_100(HUNDRED * verdict.margin)


def _decision(verdicts: Sequence[Verdict], seat: str, place: str, manifest: Manifest) -> str:
    """What follows from the verdicts on all seats, where one is harmed: "the second player" or "the third seat"."""
    kinds, arms = {verdict.kind for verdict in verdicts}, len(manifest.design.arms)
    if "unbalanced" in kinds:
        sweep, harmed = _sweep(manifest, seat), f"the {seat} {place}"
        return FAVOURED.format(harmed, sweep) if sweep else UNGIVEN.format(harmed)
    if kinds == {"balanced"}:
        return DECISIONS["balanced"]
    matters = f", if {_off(verdicts[0])} matters to you" if "leaning" in kinds else ""
    needed, played = (max(each) for each in zip(*((one.blocks_needed, one.n) for one in verdicts), strict=True))
    if needed > FORETOLD * played:
        many = More(played * arms, "games", "--games").ten_times
        return f"Play ten times as many games{matters or f', {first_screen.NARROWER}'}: `--games {many}`."
    many = first_screen.two_digits((played + needed) * arms)
    return f"Play {many:,} games{matters or ', which should settle it'}: `--games {many}`."


def _sweep(manifest: Manifest, seat: str) -> str:
    """The command that tries what a seat may be given, where the rules are shipped ones; "" without a key for it."""
    rules = catalogue.rules(manifest.game)
    gifts = [key for key in (f"seats.{seat}.points", f"start.cards.{seat}") if key in rules.schema.levers]
    if not gifts:
        return ""
    held = {key: _held(manifest.rules, key, rules.schema.defaults.get(key)) for key in gifts}
    numbers = [(key, int(value)) for key, value in held.items() if isinstance(value, int)]
    if not numbers or manifest.rules_name not in rules.shipped():
        return ", which `dhstats sweep` finds"
    key, start = numbers[0]
    return f": `dhstats sweep {manifest.rules_name} {key}={start}..{start + MOST_GIVEN}`"


def _held(rules: Mapping[str, Any], key: str, usual: object) -> object:
    """What kept rules hold of a key; its `usual` value where they leave it out."""
    found: Any = rules
    for part in key.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return usual if found is None else found


def sitting(found: Seating, manifest: Manifest, *, mixed: bool) -> Opening:
    """What the best and the worst seat of a larger table win."""
    question = f"Does it matter where you sit in {game_name(manifest.game, manifest.rules)}?"
    if catalogue.load(manifest.game).objective.kind == RANKS and not mixed:
        return _by_places(question, found, manifest)
    best, worst = (pick(found.seats, key=lambda seat: seat.wins.estimate) for pick in (max, min))
    shares = _shares(best, worst, found)
    several = found.shared / found.games
    digits = int(round(HUNDRED * several) in (0, 100) and 0.0 < several < 1.0)  # neither none nor all, if it is not so
    count = f"{HUNDRED * several:.{digits}f} of 100"
    shared = f"; players share the win in about {count} games" if several >= DRAWS else ""
    if mixed:
        told = f"{shares[0].upper()}{shares[1:]}{shared}."
        return Opening(question, told, f"{SURENESS['fact']}: {_ends(best, found)}.", SEPARATE)
    if found.kind == "refused":
        return _refused(question, found.reason, "every" if found.shared < found.games else "")
    told_by = max(found.seats, key=lambda seat: (seat.wins.kind == found.kind, abs(seat.wins.effect)))
    yes = {"balanced": "No", "undecided": "Not known yet"}.get(found.kind, f"Yes{_how(told_by.wins)}")
    even = _off(told_by.wins)
    told = {
        "balanced": f"no seat is more than {even} from an even share",
        "unbalanced": f"at least one seat is more than {even} from an even share of {HUNDRED * found.even:.3g} of 100",
        "leaning": f"the seats differ, perhaps by less than {even}",
        "undecided": "no seat is known to have an edge",
    }[found.kind]
    about, sure = About.of(manifest, GAMES), f"{told}; {_ends(told_by, found)}"
    told_of = f"{yes}. {capital(about.between)} {shares}"
    if found.kind == "undecided":
        told_of = f"{yes}. In these games {about.between} {shares.replace(' wins ', ' won ')}"
    advice = _decision([seat.wins for seat in found.seats], SEATS[worst.number], "seat", manifest)
    return about.opening(question, f"{told_of}{shared}.", found.kind, sure, advice, _more(manifest, best.wins))


def _by_places(question: str, found: Seating, manifest: Manifest) -> Opening:
    """The mean places of the best and the worst seat, where places count."""
    best, worst = (pick(found.seats, key=lambda seat: seat.place.value) for pick in (min, max))
    middle, least = (len(found.seats) + 1) / 2.0, (len(found.seats) - 1) * found.group.margin
    kind = of_all(kind_of(seat.place.interval, seat.place.interval, middle, least) for seat in found.seats)
    digits = max(words.digits_of(seat.place) for seat in (best, worst))
    ends = [f"the {SEATS[seat.number]} seat, {words.value(seat.place, digits=digits)}" for seat in (best, worst)]
    about = About.of(manifest, GAMES)
    more = More(best.place.interval.n * len(manifest.design.arms), "games", "--games")
    yes = {"balanced": "No", "undecided": "Not known yet"}.get(kind, "Yes")
    told = {
        "balanced": f"no seat is more than {least:g} places from the middle one, {middle:g}",
        "unbalanced": f"at least one seat is more than {least:g} places from the middle one, {middle:g}",
        "leaning": f"the seats differ, perhaps by less than {least:g} places",
        "undecided": "no seat is known to have better places",
    }[kind]
    reach = words.reach(best.place.interval, digits)
    sure = f"{told}; the {SEATS[best.number]} seat has {reach}{at_once(len(found.seats))}"
    harmed = SEATS[worst.number]
    given = FAVOURED.format(f"the {harmed} seat", _sweep(manifest, harmed))
    advice = {"balanced": DECISIONS["balanced"], "unbalanced": given}
    says = f"{yes}. {capital(about.between)} the best mean place has {ends[0]}, the worst {ends[1]}."
    return about.opening(question, says, kind, sure, advice.get(kind, more.advice), more)


def _shares(best: Seat, worst: Seat, found: Seating) -> str:
    """What the best and the worst seat win, in digits that tell them apart; and of all where they are alike."""
    most, least = (_share(seat, found) for seat in (best, worst))
    digits = int(most.games == least.games)
    if most.told(digits) == least.told(digits):
        return f"every seat wins about {most.told(digits)} of 100 games"
    ends = f"about {most.told(digits)} of 100 games", f"{least.told(digits)} of 100"
    return f"the {SEATS[best.number]} seat wins {ends[0]}, the {SEATS[worst.number]} {ends[1]}"


def _ends(seat: Seat, found: Seating) -> str:
    several = 1 if found.kind == "balanced" else len(found.seats)
    return f"the {SEATS[seat.number]} seat wins {_share(seat, found).reach}{at_once(several)}"


def _share(seat: Seat, found: Seating) -> Share:
    wins = seat.wins
    interval = wins.interval90 if found.kind == "balanced" else wins.interval95
    return Share(wins.estimate, interval, found.even, wins.margin)
