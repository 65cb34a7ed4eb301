"""How often do all players succeed? Games in which everybody wins or loses together."""

from itertools import islice

from dhstats.games import catalogue
from dhstats.queries.counts import Counts
from dhstats.questions.shared import words
from dhstats.questions.shared.answer import Answer, Finding, Opening
from dhstats.questions.shared.charts import OPENINGS, Chart
from dhstats.questions.shared.first_screen import GAMES, About, More, capital, game_name, spelt, who
from dhstats.questions.shared.groups import JOINTLY, LEVEL, Group, groups
from dhstats.questions.shared.hundred import Share
from dhstats.questions.shared.question import ANY, Question
from dhstats.questions.shared.sums import SHARES, share, value_counts
from dhstats.questions.shared.tables import by_matchup, measured
from dhstats.questions.shared.words import PERCENT
from dhstats.stats.intervals.blocks import Estimate
from dhstats.stats.intervals.intervals import sidak_level
from dhstats.storage.manifest import Manifest

LISTED = 10  # matchups that get a sentence
SEVERAL = " With several matchups the intervals of each are simultaneous ones, Šidák's for all matchups."
DECISION = "Ask what a rule does to that: `dhstats compare` and `dhstats sweep` measure success on the same deals."


def success(counts: Counts, group: Group, level: float = LEVEL) -> Estimate:
    """The share of games that all players won together."""
    rows = counts.rows("success", matchup=group.number)
    return share(group, value_counts(rows, lambda row: int(row["games"])), level, watched=group.watched is not None)


def answer(counts: Counts) -> Answer:
    """The share of games won, by matchup and together."""
    samples = groups(counts)
    joint = sidak_level(LEVEL, max(1, len(samples) - 1))
    found = {each: success(counts, each, LEVEL if each.main else joint) for each in samples}
    won_by = words.listed([words.spoken(each) for each in catalogue.load(counts.game).objective.success])
    findings = []
    for group, won in islice(found.items(), LISTED):
        told = words.stated(won, PERCENT, "of the games", sure="" if group.main else JOINTLY)
        findings.append(Finding(group.says(f"The players win {told}."), headline=group.main))
    columns, rows = measured("share", "Games won", "share of games", lambda won: won), found.items()
    table = by_matchup("success", "Games won together", columns, {group: [won] for group, won in rows})
    method = QUESTION.method.format(won_by) + (SEVERAL if len(found) > 1 else "")
    return QUESTION.told(counts, findings, (table,), opening=_opening(found[samples[0]], counts), method=method)


def next_step(manifest: Manifest) -> str:
    """The command that tries a number of the rules, the first there is, where the rules are shipped ones."""
    rules = catalogue.rules(manifest.game)
    for name, lever in rules.schema.levers.items():
        form, usual = lever.key.kind.form, rules.schema.defaults.get(name)
        given = name == "players" or name.startswith(("seats.", "source."))
        if form.control == "number" and isinstance(usual, int) and not given and manifest.rules_name in rules.shipped():
            held = rules.flat(manifest.rules).get(name, usual)
            levels = f"{manifest.rules_name} {name}={max(form.low, held - 1)}..{min(form.high, held + 1)}"
            return f"Ask what a rule does to that: `dhstats sweep {levels} --metric success`."
    return DECISION


def _opening(estimate: Estimate, counts: Counts) -> Opening:
    manifest = counts.run.manifest
    about, shown = About.of(manifest, GAMES), Share.of(estimate)
    players = "One player wins" if about.seats == 1 else f"{capital(spelt(about.seats))} players win"
    sentence = f"{players} about {shown.count} games, played by {words.listed([who(each) for each in about.players])}."
    question, more = f"How often is {game_name(manifest.game, manifest.rules)} won?", More(estimate.interval.n, "deals")
    return about.opening(question, sentence, "fact", shown.reach, next_step(manifest), more)


WON = Chart("Games won together", ("success",), f"{OPENINGS}.success", wide=True)
QUESTION = Question(
    "success", "How often do the players win together?", ("success",), answer, -3, ANY, together=True, charts=(WON,),
    first=(WON,),
    fits=lambda counts: catalogue.load(counts.game).objective.together,
    read="Each line is who played: the dot is the share of games that all won together, the bar its interval.",
    method=f"A game is won that ends by {{}}. The deal is the block; share of its games, 95 %: {SHARES}.",
    caution="How hard a game is depends on who plays it: people who talk to each other may do better or worse than"
    " these players, who decide one after the other without a common plan.",
)  # fmt: skip
