"""How strong a player is, in words: the scale they stand on, and what it leaves open."""

from collections.abc import Sequence
from dataclasses import replace

from dhstats.games import catalogue
from dhstats.players.strength.figures import Figure
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, Table, plain
from dhstats.questions.shared.first_screen import SURENESS, About, More, capital, change, who
from dhstats.questions.shared.hundred import Share
from dhstats.questions.shared.metrics import SCORE_MARGIN
from dhstats.questions.shared.tables import Field, judged_columns, measured, ranged, table, text, whole
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS
from dhstats.questions.training.among import CLOSE, MOVES, OPEN, STAYS, Among, ItemAmong
from dhstats.questions.training.strength import CHEAT, Endgames, Lost, Reached, Strength
from dhstats.questions.training.trials import cells
from dhstats.stats.intervals.intervals import Interval

TITLE = "How strong is the player?"
SHARE = "share of a win"
# What is said of the worth of going first, by whether it is another one among other players.
MOVED = {
    MOVES: "what going first is worth moves",
    STAYS: f"certainly within {100 * SCORE_MARGIN:g} points, so what going first is worth stays",
    OPEN: "too few deals to say whether what going first is worth moves",
}
HOW_TO_READ = (
    "Each row plays against the player from all seats of the same deals: how many of 100 games it"
    " wins. The dashed line is an even share, the player's score against themself. Cheats see hidden"
    " cards; they show how much that would be worth."
)
METHOD = (
    "A deal is one observation; intervals are t over deals, each right 95 times in 100 on its own."
    " Everybody plays from all seats; if players have different decks, with each of them in every seat."
    " Counter-players: one trained from scratch against this player alone, and some who try their"
    " options on guessed tables; those who know how the player plays use the player's own choices in"
    " every try. The best of them is selected on separate deals and measured on new ones. Decisions"
    " are drawn at random from the player's own games. A search that knows no more than the player"
    " names an option; the expert plays this option and the player's to the end on the same tables:"
    " the hands as they are, all unseen cards shuffled again. Endgames are solved exactly: every hand"
    " that the hidden cards allow is equally likely, and the others play their best."
)
METHOD_OF_ITEMS = (
    " What an item is worth: games among players of one name are copied at a random turn; in one copy"
    " the mover has it, in the other the opponent, and both are played on with the same cards to"
    " come. Differences from the first name use all deals of either; deals that both played count as"
    " pairs. The worth moves if its difference is certainly not 0, and stays if it is certainly"
    f" within {100 * CLOSE:g} percentage points."
)
CAUTION = (
    "The best counter-player's gain is a lower bound: a better one may exist. The loss that a search"
    " finds is also a lower estimate, by one search, in games of the player against themself. Each"
    " decision is measured alone, so the sum does not predict what a better player wins. No upper"
    " bound is known: cheats do not show what a fair player could reach, only how much of the luck is"
    " in hidden cards."
)


def rows(found: Sequence[Strength]) -> tuple[list[str], list[list[str]]]:
    """The scale as a table of texts: head and rows."""
    head = ["who", "what they are", "wins %", "interval", "deals"]
    return head, [
        [each.who, each.kind, *cells(each.score, 100.0), f"{each.score.interval.n:,}"]
        for one in found
        for each in one.scale
    ]


def answer(found: Sequence[Strength], label: str, about: About) -> Answer:
    """The page of one player's strength; `label` says whose cards they are, where anybody's are."""
    (strong,) = found
    findings = [
        Finding(_gain(strong), headline=True),
        *(Finding(_cheat(each)) for each in strong.scale if each.kind == CHEAT),
        Finding(_lost(strong.player, strong.lost)),
        *_endgames(strong),
        *(Finding(_among(each, strong)) for each in strong.seats),
        *(Finding(_worth(each, strong)) for each in strong.items),
        *([Finding(f"{label}.")] if label else []),
    ]
    tables = (
        _scale(strong),
        _tried(strong),
        _decisions(strong.lost),
        *_solved(strong),
        *_verdicts(strong),
        *_items(strong),
    )
    method = METHOD + (METHOD_OF_ITEMS if strong.items else "")
    return Answer(
        "strength", TITLE, tuple(findings), tables, HOW_TO_READ, method, CAUTION, (), _opening(strong, about)
    )  # fmt: skip


def _gain(strong: Strength) -> str:
    best = next(each.score for each in strong.scale if each.who == strong.best)
    scores = words.stated(best, PERCENT, f"against {strong.player}")
    more = words.stated(strong.gain, PERCENTAGE_POINTS, "points", after=best.interval)
    return (
        f"The strongest counter-player found, {strong.best}, scores {scores}, {more} compared with an even"
        " share: a lower bound of how exploitable they are."
    )


def in_a_line(player: str, figure: Figure | None, command: str) -> str:
    """What is known of a player's strength in a line beside a verdict; else what to type to know it."""
    if figure is None:
        return f"how strong {player} is: not measured here; {command}"
    interval = Interval(figure.low, figure.high, figure.level, "t over blocks", figure.deals, "deals")
    wins = plain(words.span(interval, 1, factor=100.0))
    return (
        f"how strong {player} is: the strongest counter-player found, {figure.best}, wins"
        f" {words.number(100.0 * figure.score, 1)} of 100 games against them ({wins}), a lower bound"
    )


def _cheat(reached: Reached) -> str:
    return f"{capital(reached.who)} scores {words.stated(reached.score, PERCENT)}."


def _lost(player: str, lost: Lost) -> str:
    """What search says of the decisions."""
    preferred = words.stated(lost.preferred, PERCENT, f"of {words.count(lost.judged)} decisions")
    decision = words.stated(lost.decision, PERCENT, "of a win per decision", after=lost.preferred.interval)
    game = words.stated(lost.game, PERCENT, after=lost.preferred.interval)
    return (
        f"In {preferred} a search prefers another option than {player}, who loses {decision}: in total over the"
        f" {lost.decisions:.0f} decisions that each player has in a game, {game}."
    )


def _endgames(strong: Strength) -> list[Finding]:
    """What is given away where the game is solved."""
    if not strong.endgames:
        return [Finding(_unsolved())]
    told = [Finding(_endgame(strong.player, each)) for each in strong.endgames]
    there, taken = strong.sure
    if there:
        sure = f"a certain win was available in {there:,} decisions; {strong.player} took it"
        told.append(Finding(f"If only some options are solved, {sure} in {taken:,}."))
    return told


def _unsolved() -> str:
    """For which games endgames are solved, where this is none of them."""
    solved = [catalogue.title(game) for game in catalogue.NAMES if catalogue.load(game).endgame]
    return f"Exact endgames are solved for {words.listed(solved)} alone."


def _endgame(player: str, found: Endgames) -> str:
    missed = words.stated(found.missed, PERCENT)
    lost = words.stated(found.lost, PERCENT, "of a win", after=found.missed.interval)
    told = f"{player} misses the best option in {missed} and loses {lost} each"
    return f"Solved exactly: {found.met:,} {found.kind}. {capital(told)}."


def _among(found: Among, strong: Strength) -> str:
    """The first player's score among other players, and whether the verdict is the same."""
    first = strong.seats[0]
    score = words.stated(found.judged.measured, PERCENT)
    told = f"Among {found.player} the first player scores {score}: {found.judged.kind}"
    if found.change is None:
        return f"{told}."
    change_ = words.stated(found.change, PERCENTAGE_POINTS, "points")
    return f"{told}, {change_} compared with {first.player}; {MOVED[found.moved]}."


def _worth(found: ItemAmong, strong: Strength) -> str:
    """What an item is worth among players of a name, and whether that is another worth than among the first."""
    effect = words.stated(found.effect.score, PERCENTAGE_POINTS, "percentage points")
    if found.change is None:
        return (
            f"Among {found.player} having the {found.item} instead of the opponent, from a random turn on, adds"
            f" {effect} to the chance to win."
        )
    beside = words.stated(found.change, PERCENTAGE_POINTS, "points", after=found.effect.score.interval)
    first = strong.items[0].player
    moved = _worth_moved(found)
    return f"Among {found.player} the {found.item} adds {effect}, {beside} compared with {first}; {moved}."


def _worth_moved(found: ItemAmong) -> str:
    if found.moved == STAYS:
        return f"certainly within {100 * CLOSE:g} points, so its worth stays"
    return "its worth moves" if found.moved == MOVES else "too few deals to say whether its worth moves"


# ---- Tables ----------------------------------------------------------------------------------------------------------


def _who() -> tuple[Field, Field]:
    return text("matchup", "Who plays against them", "who"), text("kind", "What they are")


def _scale(strong: Strength) -> Table:
    columns = (*_who(), *measured("score", "Games won against the player", SHARE))
    return table("scale", "What others reach against the player", columns, strong.scale)


def _tried(strong: Strength) -> Table:
    columns = (*_who(), *measured("score", "Games won on the selection deals", SHARE))
    return table("tried", "Counter-players from whom the best was selected", columns, strong.tried)


def _decisions(lost: Lost) -> Table:
    columns = (
        whole("judged", "Decisions judged", "decisions"),
        *ranged("preferred", "Decisions in which a search prefers another option", "share"),
        *ranged("decision", "Loss per decision", SHARE),
        *ranged("game", "Loss per game and player", SHARE),
    )
    return table("decisions", "Losses that a search finds", columns, [lost])


def _solved(strong: Strength) -> list[Table]:
    columns = (
        text("matchup", "Endgame", "kind"),
        whole("met", "Met", "decisions"),
        *ranged("missed", "Best option missed", "share"),
        *ranged("lost", "Loss per decision", SHARE),
    )
    return [table("endgames", "Endgames solved exactly", columns, strong.endgames)] if strong.endgames else []


def _verdicts(strong: Strength) -> list[Table]:
    columns = (
        text("matchup", "Among", "player"),
        *measured("score", "The first player's score", SHARE, "judged.measured"),
        *judged_columns(SHARE, "judged"),
        *ranged("change", "Difference from the first name", SHARE),
        text("moved", "Whether what going first is worth moves"),
    )
    return (
        [table("verdicts", "The first player's score among other players", columns, strong.seats)]
        if strong.seats
        else []
    )


def _items(strong: Strength) -> list[Table]:
    columns = (
        text("matchup", "Among", "player"),
        text("item", "Item"),
        *measured("score", "Effect on the score", SHARE, "effect.score"),
        *ranged("points", "Effect on the final lead", "points", "effect.points"),
        *ranged("change", "Difference from the first name", SHARE),
        text("moved", "Whether its worth moves"),
        whole("forks", "Forks", "forks", "effect.forks"),
    )
    title = "Effect of having it instead of the opponent, among other players"
    return [table("worths", title, columns, strong.items)] if strong.items else []


# ---- The first screen ------------------------------------------------------------------------------------------------


def _opening(strong: Strength, about: About) -> Opening:
    gain, name = strong.gain.interval, who(strong.player)
    best = next(each.score for each in strong.scale if each.who == strong.best)
    wins = f"wins about {Share.of(best, strong.even).count} games against them"
    shown = gain.low > 0.0
    verdict = "unbalanced" if shown else "undecided"
    told = (
        f"Not unbeatable: the strongest counter-player found {wins}."
        if shown
        else f"No counter-player found certainly beats them: the best one tried {wins}."
    )
    player = strong.typed or strong.player
    names = ",".join((player, *strong.beside))
    asked = f"Ask again among other players what matters: `dhstats strength {player} --verdict {names}`."
    decision = asked if shown and not strong.seats else More(strong.deals).advice
    return Opening(
        question=f"How strong is {name} in {about.title}?",
        answer=told,
        sureness=f"{SURENESS[verdict]}: {_beside_even(gain)}.",
        decision=decision,
        verdict=verdict,
    )


def _beside_even(gain: Interval) -> str:
    """How many games the best counter-player found wins more than an even share, or fewer."""
    if gain.low > 0.0:
        return f"it wins more than an even share, {change(gain)}"
    open_ = "a better counter-player may exist"
    if gain.high < 0.0:
        behind = replace(gain, low=-gain.high, high=-gain.low)
        return f"{open_}; this one wins fewer than an even share, {change(behind, sign=False)}"
    return f"{open_}; compared with an even share this one wins {change(gain)}"
