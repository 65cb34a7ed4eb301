"""The opening of a page that improves a deck: whether swaps made it better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Opening
from dhstats.questions.shared.first_screen import SURENESS, About, More, change, deck_name, in_hundred, spelt

if TYPE_CHECKING:
    from dhstats.questions.decks.improvement import Climb


TAKE = "Take the new deck: `--rule-file new-deck.toml`."


def better_deck(found: Climb, deck: str, kept: Sequence[str], about: About) -> Opening:
    """Whether swaps made a deck better, as fresh deals say."""
    question = f"Can {deck_name(deck)} be made better in {about.title}?"
    against, gain = words.listed([deck_name(each) for each in found.rivals]), found.confirmed
    if gain is None:
        return Opening(
            question=question,
            answer=f"Not known yet: {_swaps(len(found.steps))} known to win more against {against}, {about.between}.",
            sureness=f"{SURENESS['undecided']}: more deals may show that a swap is better.",
            decision=about.next(f"Play {More(found.terms.deals).told}.", "undecided", More(found.terms.deals)),
            verdict="undecided",
            caution=about.caution,
        )
    sure = gain.interval.low > 0.0
    verdict, fresh = "unbalanced" if sure else "undecided", More(gain.interval.n, "fresh deals", "--confirm")
    swaps = f"with {spelt(len(kept))} {'swap' if len(kept) == 1 else 'swaps'} it wins"
    return Opening(
        question=question,
        answer=f"{'Yes' if sure else 'Not known yet'}: {swaps} {in_hundred(gain.value, gain.se, 'before')} against"
        f" {against}, {about.between}.",
        sureness=f"{SURENESS[verdict]}: {'the new deck wins more' if sure else 'it may win more or less'},"
        f" {change(gain.interval)}, on fresh deals.",
        decision=about.next(TAKE if sure else f"Play {fresh.told}.", verdict, fresh),
        verdict=verdict,
        caution=about.caution,
    )


def _swaps(tried: int) -> str:
    return "the swap that was tried is not" if tried == 1 else f"none of the {spelt(tried)} swaps that were tried is"
