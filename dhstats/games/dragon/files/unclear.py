"""Where the rulebook of Dragon! is silent: readings that are settings, for an audit to try out, and plain rulings."""

from dhstats.games.bundle import Unclear

UNCLEAR = (
    Unclear(
        "draw step",
        "Sequence of Play, Draw (up to three cards; whoever is to draw and cannot loses); Winning (exhaust)",
        "Must a player draw as many cards as the step allows?",
        (
            ("no, they name a number that their deck has, so nobody is exhausted in this step", ("turn.draw=choice",)),
            ("yes, as many as they can hold, and they are exhausted if their deck has fewer", ("turn.draw=must",)),
        ),
    ),
    Unclear(
        "cancelled attacks",
        "Facing; Mix of Attacks (attack cards you can play during your turn)",
        "Does an attack card that was cancelled count for the limits of the turn?",
        (
            ("yes, it was played", ("attacks.cancelled=true",)),
            ("no", ("attacks.cancelled=false",)),
        ),
    ),
    Unclear(
        "first turn",
        "Sequence of Play, First Turn Limitation",
        "What may the first player not do with attack cards in their first turn?",
        (
            ("play them for their effect; they may top with them", ("first_turn.limit=plays",)),
            ("play them at all", ("first_turn.limit=all",)),
        ),
    ),
    Unclear(
        "special types",
        "Level 1 Dragon Cards (only dragons so noted can use special types); Attack / Top",
        "May a dragon top with a card of a special type that it cannot use?",
        (
            ("no, it cannot use the card at all", ("topping.special=needed",)),
            ("yes, all text is ignored", ("topping.special=free",)),
        ),
    ),
    Unclear(
        "attacks on ground cards",
        "Ground Cards (attacks on them are played just like attacks on a dragon)",
        "Does an attack on a ground card have its other effects as well?",
        (
            ("yes", ("ground.text=all",)),
            ("no, it inflicts its wounds alone", ("ground.text=wounds",)),
        ),
    ),
    Unclear(
        "interactive play",
        "Interactive Play (players can take turns playing one card each during their turns)",
        "How do players play their cards?",
        (
            ("each all of theirs, in their own turn", ("turn.play=whole",)),
            ("each one card in their turn", ("turn.play=one_card",)),
            ("in rounds: every step is everybody's before the next one begins, and cards are played one by one in turn",
             ("turn.play=rounds",)),
        ),
    ),
)  # fmt: skip

# What every game here means where the rulebook says nothing: what it is about, and what is played.
RULINGS = (
    ("decks", "The lists of all decks are known, and so are all discards; hands and the order of decks are not."),
    ("deck legality", "A dragon of level 1 is not among the cards of its deck; upgrades are, for that dragon alone."),
    ("turn order", "The first player begins; turns go to the left. They draw by agility in their first turn as well."),
    ("drawing", "Cards are drawn one by one; whoever has to draw from an empty deck is out at that card."),
    ("the end", "It is looked at at once, also between the costs and the effects of a card; a dragon that is dead is"
     " not banished besides. A dragon is dead with wounds of at least its health, whatever lowers its health."),
    ("empty deck", "A deck that is empty loses nothing as long as nobody has to draw from it."),
    ("attack cards", "An attack card is one of type breath, melee or magic, whatever it does; others never count."),
    ("two types", "A card of several types counts once as an attack and once for each of its types, can be topped by"
     " whatever tops one of them, and adds what a dragon adds to each of them."),
    ("facing limit", "The limit of attacks is that of the facing when a card is played, against all attacks so far."),
    ("steps", "Whoever passes in a step has ended it; nobody is asked in a step in which they have nothing to choose."),
    ("red text", "Limits and costs are met when a card is played, before anybody tops it: wounds before cards. A cost"
     " is lost whatever happens. One in wounds may kill: then the card is discarded, and no cards are paid for it."),
    ("special types", "A card of several special types is of use only to a dragon that may use all of them."),
    ("paying", "The player chooses which other cards of their hand they discard for a cost."),
    ("topping", "A card tops by its list alone: text, costs and limits are ignored, but for special types."),
    ("sides", "A facing has no left or right: a quarter turn leads from front or tail to side, from side to either;"
     " a half turn exchanges front and tail and leaves side as it is. A second change on a card starts where the first"
     " one leads; both are declared together."),
    ("order of effects", "Wounds, discards of cards in play, healing, facings in their order, cards that the rival"
     " loses from their deck, that they draw, that the player draws, that the rival discards. After each of them it is"
     " looked at whether a dragon is out; what concerns a dragon that is out is left undone."),
    ("wounds", "What dragons and attachments add or take off counts for cards that inflict wounds, and never makes less"
     " than none: for each of its attack and special types what the own dragon adds to it, less what the rival's armour"
     " takes off. Against ground cards there is no armour and no tail."),
    ("ground cards", "Whoever attacks one names it with the attack, which any attack that inflicts wounds can; where"
     " its wounds alone count no facings are declared. A card that discards a card in play names that one, and its"
     " wounds are the dragon's. A ground card stands against the rival it was played on; all that stand against a"
     " dragon count together. Of equal ones of one owner the one against the attacker is meant, else the one against"
     " the next to their left. One that was cancelled was the turn's ground card."),
    ("discards", "A card played to top is discarded at once, the first card of a chain when it has taken effect or was"
     " cancelled; an upgrade stays under its dragon."),
    ("upgrades", "An upgrade is played with the other cards, costs its cards, and can be topped by what tops upgrades;"
     " a cancelled one is lost. Wounds stay."),
    ("attachments", "A time counts own turns, the one of its play included, and ends with the turn. Equal ones add up;"
     " of equal ones the one that would stay longest is destroyed first."),
    ("forced discards", "Whoever has to discard chooses the cards."),
    ("holding back", "Who could top need not. Nobody is asked who cannot, and the others learn nothing of it."),
    ("several rivals", "A card that needs a rival names one. Any rival may top, to the left of whoever played last; on"
     " the player's side they and their partner. A dragon that is out takes its ground cards with it; those of the last"
     " one to fall stay, as everything does when the fight is over."),
    ("interactive play", "The one card is that of the step Play Cards; ground cards keep their step, in which a player"
     " plays all of theirs. In rounds whoever can play nothing in their turn has passed, and who has passed plays no"
     " more in this round; the first turn is whatever the first player plays in the first round."),
    ("places", "The side that is left is first; of the others who fell later is before who fell sooner."),
    ("teams", "Partners sit across; a team loses when both its dragons are out, and partners share its place."),
    ("the lead", "In the lead is the side whose dragons in the fight have most health left together, if it is one"
     " alone."),
)  # fmt: skip
