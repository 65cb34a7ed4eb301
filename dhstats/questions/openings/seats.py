"""The opening of a page about the seats: what going first is worth, in games out of a hundred."""

from __future__ import annotations

from collections.abc import Sequence

from dhstats.questions import words
from dhstats.questions.advantage import Advantage
from dhstats.questions.answer import Opening
from dhstats.questions.openings.words import SURENESS, About, between, game_name, more, of_hundred, size
from dhstats.questions.seating import Seat, Seating
from dhstats.stats.verdicts import Verdict
from dhstats.storage import Manifest
from dhstats.storage.manifest import SEATS

EVEN = "half a game in 100"  # either way: what counts as even, `advantage.SCORE_MARGIN`
DRAWS = 0.005  # share of drawn games from which on it is said that they count half
FAVOURED = "Change something for {}: `dhstats sweep` and `dhstats choose` try rules against each other."
TINY = "The edge is tiny: leave the seats as they are, unless every game in 100 counts. "
DECISIONS = {
    "balanced": "Leave the seats as they are.",
    "refused": "Ask players against themselves, or players who are nearer in strength.",
}
SEPARATE = "Let the players change seats (`--design seat`) to tell what the seat is worth from what the player is."


def going_first(found: Advantage, manifest: Manifest, *, mixed: bool) -> Opening:
    """What the first of two players wins; where the seat cannot be told from the player (`mixed`), no verdict."""
    question = f"Does going first help in {game_name(manifest.game, manifest.rules)}?"
    verdict, drawn = found.scores, " (a draw counts half)" if found.drawn.value >= DRAWS else ""
    if mixed:
        score = f"Whoever went first here won about {of_hundred(verdict.estimate)} games{drawn}."
        return Opening(question, score, _measured(verdict), SEPARATE)
    if verdict.kind == "refused":
        told = "These games cannot tell: one player wins nearly all of them from either seat."
        return Opening(question, told, f"{SURENESS['refused']}: {found.reason}.", DECISIONS["refused"], "refused")
    side, share = ("first", verdict.estimate) if verdict.effect >= 0.0 else ("second", 1.0 - verdict.estimate)
    about = About.of(manifest)
    among = _players(found, about)
    answer = f"{_help(verdict)} {among}the {side} player wins about {of_hundred(share)} games{drawn}."
    decision = _decision([verdict], f"the {_other(side)} player")
    return Opening(
        question, _sentence(answer), _sureness(verdict), decision, verdict.kind, caution=about.caution
    )  # fmt: skip


def _sentence(text: str) -> str:
    head, _, tail = text.partition(". ")
    return f"{head}. {tail[0].upper()}{tail[1:]}"


def _other(side: str) -> str:
    return "second" if side == "first" else "first"


def _players(found: Advantage, about: About) -> str:
    """Whom the number belongs to."""
    return f"{about.between} " if found.group.alone else f"over all matchups {about.between} "


def _help(verdict: Verdict) -> str:
    """Yes or no, in a sentence as strong as the verdict."""
    first, amount = verdict.effect >= 0.0, size(100.0 * verdict.effect)
    if verdict.kind == "balanced":
        return "Hardly." if verdict.tiny else "No."
    if verdict.kind == "undecided":
        return "Not known yet."
    sure = verdict.kind == "unbalanced"  # only then is it known that a large edge is one
    how = ", a little" if amount in ("tiny", "small") else ", a lot" if amount == "large" and sure else ""
    return f"Yes{how}." if first else f"No, it hurts{how.replace(',', '')}."


def _sureness(verdict: Verdict) -> str:
    """How sure the score is, with the interval that the verdict rests on, in games out of 100."""
    digits = words.places(100.0 * verdict.se)
    shown = between(verdict.interval90 if verdict.kind == "balanced" else verdict.interval95, digits)
    told = {
        "balanced": f"it differs from 50 by no more than {EVEN}",
        "unbalanced": f"it differs from 50 by more than {EVEN}",
        "leaning": f"there is an edge, but it may be smaller than {EVEN}",
        "undecided": "these games fit an edge of either player",
    }[verdict.kind]
    return f"{SURENESS[verdict.kind]}: {told} (the first player: {shown})."


def _measured(verdict: Verdict) -> str:
    shown = between(verdict.interval95, words.places(100.0 * verdict.se))
    return f"{SURENESS['fact']}: {shown}. Player and seat cannot be told apart here."


def _decision(verdicts: Sequence[Verdict], harmed: str) -> str:
    """What follows from the verdicts on all seats."""
    kinds = {verdict.kind for verdict in verdicts}
    if "unbalanced" in kinds:
        small = size(max(abs(100.0 * verdict.effect) for verdict in verdicts)) == "tiny"
        return (TINY if small else "") + FAVOURED.format(harmed)
    if kinds == {"balanced"}:
        return DECISIONS["balanced"]
    deals = more(max(verdict.blocks_needed for verdict in verdicts))
    return f"If {EVEN} matters to you, play on: {deals}." if "leaning" in kinds else f"Play on: {deals}."


def sitting(found: Seating, manifest: Manifest, *, mixed: bool) -> Opening:
    """What the best and the worst seat of a larger table win."""
    question = f"Does it matter where you sit in {game_name(manifest.game, manifest.rules)}?"
    best, worst = (pick(found.seats, key=lambda seat: seat.wins.estimate) for pick in (max, min))
    shares = (
        f"the {SEATS[best.number]} seat wins about {_hundred(best)} games, the {SEATS[worst.number]} {_hundred(worst)}"
    )
    if mixed:
        return Opening(question, f"{shares[0].upper()}{shares[1:]}.", f"{SURENESS['fact']}: {_ends(best)}.", SEPARATE)
    if found.kind == "refused":
        told = "These games cannot tell: one player wins nearly all of them from every seat."
        return Opening(question, told, f"{SURENESS['refused']}: {found.reason}.", DECISIONS["refused"], "refused")
    yes = {"balanced": "No", "undecided": "Not known yet", "leaning": "Yes, a little", "unbalanced": "Yes"}[found.kind]
    told = {
        "balanced": f"no seat is more than {EVEN} from an even share",
        "unbalanced": f"at least one seat is more than {EVEN} from an even share of {of_hundred(found.even)}",
        "leaning": f"the seats differ, perhaps by less than {EVEN}",
        "undecided": "these games fit an edge of any seat",
    }[found.kind]
    sureness = f"{SURENESS[found.kind]}: {told} ({_ends(best)})."
    decision = _decision([seat.wins for seat in found.seats], f"the {SEATS[worst.number]} seat")
    about = About.of(manifest)
    return Opening(
        question, f"{yes}: {about.between} {shares}.", sureness, decision, found.kind, caution=about.caution
    )  # fmt: skip


def _hundred(seat: Seat) -> str:
    return f"{round(100.0 * seat.wins.estimate)} of 100"


def _ends(seat: Seat) -> str:
    """A seat's interval, in games out of 100."""
    shown = between(seat.wins.interval95, words.places(100.0 * seat.wins.se))
    return f"the {SEATS[seat.number]} seat: {shown}, right for all seats at once"
