"""How strong players are, in words: the scale they stand on and what it leaves open; how trained ones learnt."""

from collections.abc import Sequence

from dhstats.games import catalogue
from dhstats.players.recipes import DRAWN
from dhstats.players.strength.examining import Figure
from dhstats.players.trained import Trained
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening, plain
from dhstats.questions.shared.charts import MOST_ROWS, OPENINGS, Chart
from dhstats.questions.shared.first_screen import SURENESS, About, More, capital, change, who
from dhstats.questions.shared.hundred import Share
from dhstats.questions.shared.question import Question
from dhstats.questions.shared.tables import measured, ranged, table, text, whole
from dhstats.questions.shared.words import PERCENT, PERCENTAGE_POINTS
from dhstats.questions.training import among
from dhstats.questions.training.strength import CHEAT, Reached, Strength
from dhstats.questions.training.trials import Rows, Words, cells
from dhstats.stats.intervals.intervals import Interval, normal_critical

SHARE = "share of a win"


def rows(strengths: Sequence[Strength]) -> Rows:
    """The scale as a table of texts: head and rows."""
    every = [each for one in strengths for each in one.scale]
    shown = [[each.who, each.kind, *cells(each.score, 100.0), f"{each.score.interval.n:,}"] for each in every]
    return ["who", "what they are", "wins %", "interval", "deals"], shown


def answer(strengths: Sequence[Strength], label: str, about: About) -> Answer:
    """The page of one player's strength; `label` says whose cards they are, where anybody's are."""
    (strong,) = strengths
    cheats = [each for each in strong.scale if each.kind == CHEAT]
    told = _sentences(strong, cheats)
    told += [each.sentence(strong.seats[0].player) for each in strong.seats]
    told += [each.sentence(strong.items[0].player) for each in strong.items]
    told += [f"{label}."] if label else []
    findings = [Finding(each, headline=at == 0) for at, each in enumerate(told)]
    method = QUESTION.method + (among.METHOD if strong.items else "")
    who_ = text("matchup", "Who plays against them", "who"), text("kind", "What they are")
    against = (*who_, *measured("score", "Games won against the player", SHARE))
    selected = (*who_, *measured("score", "Games won on the selection deals", SHARE))
    decisions = (
        whole("judged", "Decisions judged", "decisions"),
        *ranged("preferred", "Decisions in which a search prefers another option", "share"),
        *ranged("decision", "Loss per decision", SHARE),
        *ranged("game", "Loss per game and player", SHARE),
    )
    solved = (
        text("matchup", "Endgame", "kind"), whole("met", "Met", "decisions"),
        *ranged("missed", "Best option missed", "share"), *ranged("lost", "Loss per decision", SHARE),
    )  # fmt: skip
    tables = [
        table("scale", "What others reach against the player", against, strong.scale),
        table("tried", "Counter-players from whom the best was selected", selected, strong.tried),
        table("decisions", "Losses that a search finds", decisions, [strong.lost]),
    ]
    tables += [table("endgames", "Endgames solved exactly", solved, strong.endgames)] if strong.endgames else []
    tables += [among.seats_table(strong.seats)] if strong.seats else []
    tables += [among.items_table(strong.items)] if strong.items else []
    return QUESTION.answered(findings, tables, _opening(strong, about), method=method)


def in_a_line(player: str, figure: Figure | None, command: str) -> str:
    """What is known of a player's strength in a line beside a verdict; else what to type to know it."""
    if figure is None:
        return f"how strong {player} is: not measured here; {command}"
    interval = Interval(figure.low, figure.high, figure.level, "t over blocks", figure.deals, "deals")
    ends, wins = plain(words.span(interval, 1, factor=100.0)), words.number(100.0 * figure.score, 1)
    found = f"the strongest counter-player found, {figure.best}, wins {wins} of 100 games against them"
    return f"how strong {player} is: {found} ({ends}), a lower bound"


def _sentences(strong: Strength, cheats: Sequence[Reached]) -> list[str]:
    """What the strongest counter-player and cheats reach, and what is given away, exactly where the game is solved."""
    name, lost = strong.player, strong.lost
    scores = words.stated(strong.best_score, PERCENT, f"against {name}")
    more = words.stated(strong.gain, PERCENTAGE_POINTS, "games in 100", after=strong.best_score.interval)
    preferred = words.stated(lost.preferred, PERCENT, f"of {words.count(lost.judged)} decisions")
    decision = words.stated(lost.decision, PERCENT, "of a win per decision", after=lost.preferred.interval)
    game = words.stated(lost.game, PERCENT, after=lost.preferred.interval)
    told = [
        f"The strongest counter-player found, {strong.best}, scores {scores}, {more} compared with an even"
        " share: a lower bound of how exploitable they are.",
        *(f"{capital(each.who)} scores {words.stated(each.score, PERCENT)}." for each in cheats),
        f"In {preferred} a search prefers another option than {name}, who loses {decision}: in total over the"
        f" {lost.decisions:.0f} decisions that each player has in a game, {game}.",
    ]
    if not strong.endgames:
        solved = [catalogue.title(game) for game in catalogue.NAMES if catalogue.load(game).endgame]
        return [*told, f"Exact endgames are solved only for {words.listed(solved)}."]
    for found in strong.endgames:
        missed = words.stated(found.missed, PERCENT)
        each = words.stated(found.lost, PERCENT, "of a win", after=found.missed.interval)
        misses = capital(f"{name} misses the best option in {missed} and loses {each} each")
        told.append(f"Solved exactly: {found.met:,} {found.kind}. {misses}.")
    there, taken = strong.sure
    if there:
        sure = f"a certain win was available in {there:,} decisions; {name} took it in {taken:,}"
        told.append(f"If only some options are solved, {sure}.")
    return told


def _opening(strong: Strength, about: About) -> Opening:
    gain, shown = strong.gain.interval, strong.gain.interval.low > 0.0
    wins = f"wins about {Share.of(strong.best_score, strong.even).count} games against them"
    told, beside = "Not unbeatable: the strongest counter-player found", "it wins more than an even share,"
    if not shown:
        told = "No counter-player found certainly beats them: the best one tried"
        beside = "a better counter-player may exist; compared with an even share this one wins"
    beside = f"{beside} {change(gain)}"
    if gain.high < 0.0:
        behind = change(gain.taken_from(0.0), sign=False)
        beside = f"a better counter-player may exist; this one wins fewer than an even share, {behind}"
    player, verdict = strong.typed or strong.player, "unbalanced" if shown else "undecided"
    names = ",".join((player, *strong.beside))
    asked = f"Ask again among other players what matters: `dhstats strength {player} --verdict {names}`."
    decision = asked if shown and not strong.seats else More(strong.deals).advice
    question, sure = f"How strong is {who(strong.player)} in {about.title}?", f"{SURENESS[verdict]}: {beside}."
    return Opening(question, f"{told} {wins}.", sure, decision, verdict)


WON = "Of 100 games, won against the player"
QUESTION = Question(
    "strength",
    "How strong is the player?",
    charts=(Chart("What others win against the player", ("scale",), "report.charts.league.reached", wide=True),),
    first=(Chart(WON, ("scale",), f"{OPENINGS}.strength", wide=True, most=MOST_ROWS, picked=True),),
    read="Each row plays against the player from all seats of the same deals: how many of 100 games it wins. The"
    " dashed line is an even share, the player's score against themself. Cheats see hidden cards; they show how much"
    " that would be worth.",
    method="A deal is one observation; intervals are t over deals, each right 95 times in 100 on its own. Everybody"
    " plays from all seats; if players have different decks, with each of them in every seat. Counter-players: one"
    " trained from scratch against this player alone, and some who try their options on guessed tables; those who know"
    " how the player plays use the player's own choices in every try. The best of them is selected on separate deals"
    " and measured on new ones. Decisions are drawn at random from the player's own games. A search that knows no more"
    " than the player names an option; the expert plays this option and the player's to the end on the same tables:"
    " the hands as they are, all unseen cards shuffled again. Endgames are solved exactly: every hand that the hidden"
    " cards allow is equally likely, and the others play their best.",
    caution="The best counter-player's gain is a lower bound: a better one may exist. The loss that a search finds is"
    " also a lower estimate, by one search, in games of the player against themself. Each decision is measured alone,"
    " so the sum does not predict what a better player wins. No upper bound is known: cheats do not show what a fair"
    " player could reach, only how much of the luck is in hidden cards.",
)
OF_STRENGTH = Words(answer, rows)


def learning(player: Trained) -> tuple[str, str]:
    """For which rules the player learnt, under what limits, from how many games."""
    recipe = player.recipe
    learnt = player.curve[-1].games if recipe.patience and player.curve else recipe.games
    limits = f", may not: {player.restriction}" if player.restriction else ""
    rival = f" against {player.against}" if player.against else " of self-play"
    options = f"the {recipe.tried} best options" if recipe.tried else "options"
    compared = f", {options} compared at {100 * recipe.compared:g} % of decisions" if recipe.compared else ""
    keys = recipe.space_keys()
    space = f", each game with random levels of {', '.join(keys)}" if keys else ""
    places = ", each with the decks at random seats" if recipe.places == DRAWN else ""
    often = [name.replace(",", "–") for name in recipe.lots_by_decks()]
    lots = f", the decks {words.listed(often)} more often than others" if often else ""
    seeds, each = f"seed {recipe.seed}", ""
    if recipe.networks > 1:
        seeds, each = f"seeds {recipe.seed} and {recipe.seed + 1}", " for each of two networks"
    origin = f", starting from another player's network ({recipe.origin[:12]})" if recipe.origin else ""
    return (
        f"trained for {player.game} under {player.rules_name} ({player.rules_hash[:12]}){limits}{space}{origin}",
        f"{learnt:,} games{rival}{places}{lots}{each}, {seeds}, lambda {recipe.memory:g},"
        f" exploration {recipe.exploration:g}{compared}",
    )


def curve(player: Trained, *, in_place: bool = False) -> Rows:
    """How the player became better while they learnt, as head and rows; nobody is beaten `in_place` of another."""
    opponent = player.curve[-1].rival if player.curve else "–"
    rows = [[f"{each.games:,}", f"{each.error:.5f}", f"{100 * each.score:.1f} %"] for each in player.curve]
    head = ["games", "squared error", f"score against {opponent}"]
    return (head[:2], [row[:2] for row in rows]) if in_place else (head, rows)


def remarks(player: Trained) -> list[str]:
    """Which network was kept, and whether more learning is advised."""
    which = "the best of these" if player.recipe.keep == "best" else "the last of these that is not far behind the best"
    kept = f"Kept: the network after {player.kept:,} games, {which} on the deals of the curve."
    fell = "The player became weaker after that: train with another --seed, or more --games, and compare the strengths."
    recipe, ended = player.recipe, player.curve[-1].games if player.curve else player.recipe.games
    early = (
        f"Training ended before its {recipe.games:,} games, because nothing improved any more; with --games N it plays"
        " all N games."
    )
    both = "The curve is of the first network, the scores below are of both together."
    script = (
        f"The network lost to {player.script} on the deals of the curve, so the player plays like {player.script}; the"
        " network only says what positions are worth."
    )
    solved = (
        "The whole game was gone through, so the player plays by the chances of its solution; the network only says"
        " what positions are worth."
    )
    said = (
        (early, ended < recipe.games), (kept, player.kept), (fell, player.fell_back), (both, player.other_network),
        (script, player.script), (solved, player.solution),
    )  # fmt: skip
    return [sentence for sentence, holds in said if holds]


def card(player: Trained, *, alone: bool = False, in_place: bool = False) -> Rows:
    """What the player scores against others, or more than others in their place, with intervals, as head and rows."""
    if alone:
        return ["beside", "points more"], [[one.opponent, words.number(one.lead, 2, sign=True)] for one in player.card]
    z, rows = normal_critical(0.95), []
    for line in player.card:
        low, high = 100 * (line.score - z * line.error), 100 * (line.score + z * line.error)
        score, ahead = f"{100 * line.score:.1f} %", words.number(line.lead, 1, sign=True)
        if in_place:  # a half is as good as the other, and a whole win more is another half
            more, ends = 2 * (100 * line.score - 50), (2 * (low - 50), 2 * (high - 50))
            rows.append([line.opponent, words.number(more, 1, sign=True), f"{ends[0]:.1f} to {ends[1]:.1f}", ahead])
            continue
        rows.append([line.opponent, score, f"{low:.1f} to {high:.1f} %", ahead])
    if in_place:
        return ["in the place of", "wins in 100 games more", "95 % interval", "points more"], rows
    return ["opponent", "score", "95 % interval", "points ahead"], rows


def method(player: Trained, *, in_place: bool = False) -> str:
    """On what the scores and their intervals rest."""
    deals = player.card[0].blocks if player.card else 0
    if in_place:
        return f"Means over {deals:,} deals that both play."
    laid = ", with every deck at every seat" if player.recipe.places == DRAWN else ""
    return f"Scores over every seat of {deals:,} deals{laid}; intervals: normal, over deals."
