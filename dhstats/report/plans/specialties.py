"""The charts of the questions that one game alone has, by question."""

from __future__ import annotations

from functools import partial

from dhstats.report.charts import dragon, dragonheart, dragonwood
from dhstats.report.drawing import captions
from dhstats.report.drawing.captions import leading
from dhstats.report.plans.plans import Plan, cell, counts, differing, most, spread

OF_DRAGONHEART: dict[str, tuple[Plan, ...]] = {
    "pictures": (
        Plan(
            "How often each picture is played",
            ("pictures",),
            dragonheart.picture_shares,
            says=most("picture", "share", "Played most: {what} ({value} of all plays)"),
        ),
        Plan(
            "What a play of it takes",
            ("pictures",),
            dragonheart.picture_points,
            says=most("picture", "points", "{what} takes most at once: {value} points a play", captions.points),
        ),
        Plan(
            "Share of plays, from the opening to the end",
            ("bands",),
            dragonheart.picture_bands,
            wide=True,
            says=cell("share", "Most of all in turns {turns}: {picture}, {shown} of the plays"),
        ),
    ),
    "figure": (
        Plan("How often the figure is held and claimed", ("roles",), dragonheart.figure_shares),
        Plan("How often that player has won", ("roles",), dragonheart.figure_wins),
        counts(
            "figure_changes",
            "Changes of hand",
            "Changes of hand",
            "a game",
            "In half of the games the figure changes hands at most {value} time{s}",
        ),
        counts(
            "first_claim",
            "First claim",
            "Turn of the first claim",
            "both players' turns",
            "In half of the games the figure is first claimed by turn {value}",
        ),
    ),
}
OF_DRAGONWOOD: dict[str, tuple[Plan, ...]] = {
    "extra_turns": (Plan("With one turn more, and without", ("extras",), dragonwood.extra_wins, wide=True),),
    "creatures": (
        Plan(
            "Points for a card spent",
            ("creatures",),
            dragonwood.points_a_card,
            says=most(
                "creature", "points_a_card", "{what} pays best: {value} points for a card spent", captions.points
            ),
        ),
        Plan(
            "Cards that a capture costs over victory points, with the line through all and the range in line",
            ("prices",),
            dragonwood.costs,
            says=captions.out_of_line,
        ),
        Plan(
            "What a capture costs, times what its points would ask",
            ("prices",),
            dragonwood.off_line,
            True,
            says=partial(
                leading,
                name="creature",
                value="times",
                ends=("low", "high"),
                form=captions.points,
                says="Dearest for its points: {what}, {value} times the line",
            ),
        ),
        Plan("Printed numbers beside points", ("numbers",), dragonwood.numbers, wide=True),
    ),
    "ways": (
        Plan(
            "How often each way is used",
            ("ways",),
            dragonwood.way_shares,
            says=most("way", "share", "Used most: {what} ({value} of the attempts)"),
        ),
        Plan(
            "What a card spent that way brings",
            ("ways",),
            dragonwood.way_points,
            says=most("way", "points_a_card", "Pays best: {what}, {value} points for a card", captions.points),
        ),
        Plan(
            "Share of attempts, from the opening to the end",
            ("phases",),
            dragonwood.phases,
            wide=True,
            says=cell("share", "Most of all in the {when}: {way}, {shown} of the attempts"),
        ),
        Plan("How often an attempt succeeds", ("targets",), dragonwood.targets, wide=True),
    ),
    "enhancements": (
        Plan("How often each enhancement is captured", ("captors",), dragonwood.captured, worth=differing("share")),
        Plan(
            "How often its captor has won",
            ("captors",),
            dragonwood.captor_wins,
            says=most("enhancement", "win_rate", "Captors win most often with: {what} ({value})"),
        ),
    ),
}
OF_DRAGON: dict[str, tuple[Plan, ...]] = {
    "winning": (
        Plan(
            "What each deck wins",
            ("wins",),
            dragon.deck_wins,
            says=partial(leading, name="deck", value="share", ends=("low", "high"), says="{what} wins most: {value}"),
        ),
        Plan("How each deck wins and loses", ("ways",), dragon.deck_ways),
    ),
    "facing": (
        Plan("How often the player of a turn has won", ("rivals",), dragon.facing_wins),
        Plan("The same among turns that are alike", ("alike",), dragon.facing_alike),
    ),
    "topping": (
        Plan("How many cards were played to top", ("lengths",), dragon.chain_lengths),
        Plan("How often what could be topped was", ("replies",), dragon.replies),
        spread(
            "longest_chain",
            "The longest chain of a game",
            "Cards played to top",
            "cards",
            "amount",
            "In nine games in ten the longest chain is {low} to {high} cards",
            wide=True,
        ),
        Plan("What tops what", ("grid",), dragon.what_tops, wide=True),
    ),
    "wounds": (
        Plan(
            "Wounds by type of attack",
            ("types",),
            dragon.wounds,
            says=most("type", "toll", "Most wounds come from: {what} ({value} a game)", captions.points),
        ),
        Plan("Wounds by deck", ("decks",), dragon.deck_wounds),
        Plan(
            "How many cards are played",
            ("types",),
            dragon.played,
            says=most("type", "game", "Played most: {what} ({value} a game)", captions.points),
        ),
        Plan(
            "How many of them are cancelled",
            ("types",),
            dragon.cancelled,
            says=most("type", "cancelled", "Cancelled most often: {what} ({value} of those played)"),
        ),
    ),
    "grounds": (
        Plan("Lair attack that comes into play against a deck", ("sieges",), dragon.besieged),
        Plan("Lair attack that the deck gets rid of", ("sieges",), dragon.relieved),
    ),
    "played": (
        Plan(
            f"The {dragon.CARDS} most used cards",
            ("cards",),
            dragon.card_uses,
            says=most("card", "used", "Used most: {what} ({value} a game)", captions.points),
        ),
        Plan(
            "How often players who used them have won",
            ("cards",),
            dragon.card_winners,
            says=most("card", "win_rate", "Players who used it won most often: {what} ({value})"),
        ),
    ),
}
