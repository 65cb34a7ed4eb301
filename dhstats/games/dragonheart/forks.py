"""Dragonheart forked: when the figure is at stake, and what can be changed by decree."""

from typing import Any

from dhstats.engine.arms import TO_MOVER, TO_NOBODY, TO_OPPONENT
from dhstats.engine.compiled import compiled
from dhstats.engine.game import Forking
from dhstats.engine.stream import address, next_word, shuffle
from dhstats.games.bundle import Item, Parts
from dhstats.games.dragonheart.rules.collecting import claims_figure, rob
from dhstats.games.dragonheart.rules.play import THEFT
from dhstats.games.dragonheart.table import N_PICTURES, NO_CLAIMS, NO_LOSS, NOBODY, PETRIFIED_DRAGON, PICTURES, cards_in

SORCERESS = PICTURES.index("sorceress")

MOMENTS = ("first-claimable", "at-claim")
FIRST_CLAIMABLE, AT_CLAIM = 1, 2

CHANGES = ("figure", "claims", "hand", "loss", "points", "ties", "give")
FIGURE, CLAIMS, HAND, LOSS, POINTS, TIES, GIVE = range(1, 8)
MANY = (-9999, 9999)  # points
RANGES = ((TO_NOBODY, TO_OPPONENT), (0, 1), (0, 0), (0, 0), MANY, (0, 1), MANY)
KINDS = (*PICTURES, "claim")
CLAIM = len(KINDS)


@compiled()
def begins(_: Any) -> bool:
    """Every decision is a turn."""
    return True


@compiled(inline=False)
def has_come(view: Any, move: Any, moment: int) -> Any:
    """First-claimable: the mover has a sorceress, petrified dragons lie open. At-claim: the move brings the figure."""
    if moment == FIRST_CLAIMABLE:
        return view.hand[SORCERESS] != 0 and view.cards[PETRIFIED_DRAGON] > 0
    return claims_figure(view, move)


@compiled(inline=False)
def describe_position(table: Any, seat: int, fork: Any) -> None:
    """The mover's lead in score piles, and cards left in decks."""
    seen = table.seen
    fork.lead = seen.scores[seat] - seen.scores[1 - seat]
    fork.left = seen.deck_sizes[0] + seen.deck_sizes[1]


@compiled(inline=False)
def holders(table: Any, seat: int, found: Any) -> None:
    """Who has the figure, the only thing there is."""
    figure = table.seen.figure
    found[0] = TO_NOBODY if figure == NOBODY else TO_MOVER if figure == seat else TO_OPPONENT


@compiled(inline=False)
def intervene(table: Any, focal: int, what: int, value: int) -> None:
    """A change by decree.

    figure: it goes to nobody, the mover or the opponent; who loses it loses cards as the rules have it, who gets it
    draws at their next refill. claims: 0 locks it where it is, 1 opens it again. hand 0: no larger hand for its keeper.
    loss 0: its former keeper loses no card. points, ties: what it counts at the end. give: points for the mover's pile.
    """
    seen = table.seen
    if what == FIGURE:
        hand_over(table, NOBODY if value == TO_NOBODY else focal if value == TO_MOVER else 1 - focal)
    elif what == CLAIMS:
        seen.rules.claim_any = seen.rules.claim_any % NO_CLAIMS + (NO_CLAIMS if value == 0 else 0)
    elif what == HAND:
        seen.rules.figure_hand_size = seen.rules.hand_size
    elif what == LOSS:
        seen.rules.theft_always_one = NO_LOSS
    elif what == POINTS:
        seen.rules.figure_points = value
    elif what == TIES:
        seen.rules.figure_breaks_ties = value
    else:
        seen.scores[focal] += value


@compiled(inline=False)
def hand_over(table: Any, holder: int) -> None:
    """The figure is with somebody else, or nobody; whoever had it may lose a card."""
    seen = table.seen
    before = seen.figure
    if before == holder:
        return
    seen.figure = holder
    if before != NOBODY:
        rob(table, before)


@compiled(inline=False)
def rearrange(table: Any, stream: Any) -> None:
    """Both draw decks shuffled anew, and which card is lost with the figure; hands stay as they are."""
    for seat in range(2):
        shuffle(stream, table.decks[seat], table.seen.deck_sizes[seat])
    address(table.chance, next_word(stream), next_word(stream), THEFT)


@compiled(inline=False)
def count_cards(table: Any, seat: int, counts: Any) -> None:
    """How many cards of each picture a player holds."""
    for picture in range(N_PICTURES):
        counts[picture] = cards_in(table.hands[seat, picture])


@compiled(inline=False)
def is_of_kind(view: Any, move: Any, kind: int) -> bool:
    """Whether a play is of a picture, or brings the figure."""
    if kind == CLAIM:
        return claims_figure(view, move)
    return bool(move.picture == kind - 1)


@compiled(inline=False)
def switch(table: Any, other: Any) -> None:
    """The rules of another table hold from here on."""
    table.seen.rules = other.seen.rules


@compiled()
def piled(table: Any, seat: int) -> int:
    """Cards in a seat's deck, on which those are put back that are lost with the figure."""
    return table.seen.deck_sizes[seat]


@compiled(inline=False)
def mix_pile(table: Any, seat: int, stream: Any) -> None:
    """A seat's deck shuffled anew; what is lost with the figure stays what it is."""
    shuffle(stream, table.decks[seat], table.seen.deck_sizes[seat])


FORKING = Forking(
    begins, has_come, describe_position, holders, intervene, rearrange, count_cards, is_of_kind, switch,
    MOMENTS, CHANGES, RANGES,
    things=("figure",), costly=("figure",), kinds=KINDS,
    settled=("slots", "figure_holder", "opening_hand", "opening_points", "deck_size", "deck_pictures", "deck"),
    cards=PICTURES, piled=piled, mix_pile=mix_pile,
)  # fmt: skip

PARTS = Parts(
    column="figure",
    lock=("claims", 0),
    claim="at-claim",
    undo=(("claims", 0), ("claims", 1)),
    components=(
        ("bonus", "the points at the end", None),
        ("larger hand", "one card more at every refill", ("hand", 0)),
        ("lost card", "the card that the former keeper loses", ("loss", 0)),
        ("ties", "winning ties", None),
    ),
    bonus="figure_points",
    ties="figure_breaks_ties",
    ablations=(
        ("no bonus", "great_dragon.points=0"),
        ("no larger hand", "great_dragon.hand_size={hand_size}"),
        ("ties are draws", "great_dragon.breaks_ties=false"),
    ),
)

GREAT_DRAGON = Item(
    key="great_dragon",
    name="Great Dragon",
    kind="figures",
    change="figure",
    main=True,
    moments=(
        ("first-claimable", "first-claimable", "At the first chance to claim it"),
        ("at-claim", "at-claim", "At its first claim"),
    ),
    parts=PARTS,
)


@compiled(inline=False)
def draw_anew(table: Any, seed: Any, number: Any) -> None:
    """Lost cards of a game that was just dealt are drawn as in another deal."""
    address(table.chance, seed, number, THEFT)
