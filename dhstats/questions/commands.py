"""The charts of questions that commands ask."""

from dhstats.questions.shared.charts import MOST_ROWS, OPENINGS, RESULTS, Chart, differences, first_differences
from dhstats.questions.shared.question import Question

LEAGUE, FIRST = "report.charts.league", "report.first_screens"
STANDING = {"column": "deck", "title": "Games won of 100, against the other decks"}

DECKS = Question(
    "decks",
    charts=(
        Chart("Who beats whom", ("matrix",), f"{LEAGUE}.decks", wide=True),
        Chart("How far the others are behind the best, on the same deals", ("overall",), f"{LEAGUE}.behind"),
        Chart("How often a player who cannot be exploited brings each", ("mixtures",), f"{LEAGUE}.mixtures"),
    ),
    first=(
        Chart(
            "Of 100 games, won against the others", ("overall",), f"{OPENINGS}.standing", STANDING, True,
            most=MOST_ROWS, picked=True,
        ),
    ),
)  # fmt: skip
CARDS = Question(
    "cards",
    charts=(differences("What the deck loses without a card", "cards"),),
    first=(first_differences("What the deck loses without a card", "cards"),),
)
IMPROVEMENT = Question(
    "improvement",
    first=(
        Chart("Additional wins of the new deck", ("steps", "gain"), f"{OPENINGS}.improved", wide=True, most=MOST_ROWS),
    ),
)
MECHANISMS = Question(
    "mechanisms",
    charts=(differences("What doing without it costs", "mechanisms"),),
    first=(first_differences("Games lost without it", "mechanisms"),),
)
PROBE = Question(
    "probe",
    charts=(differences("What a counter-player gains", "probe"),),
    first=(first_differences("Games won by knowing a player's habits", "probe"),),
)
STRENGTH = Question(
    "strength",
    charts=(Chart("What others win against the player", ("scale",), f"{LEAGUE}.reached", wide=True),),
    first=(
        Chart(
            "Of 100 games, won against the player", ("scale",), f"{OPENINGS}.strength", wide=True, most=MOST_ROWS,
            picked=True,
        ),
    ),
)  # fmt: skip
PEOPLE = Question(
    "people",
    charts=(Chart("What they miss, by what the expert chooses", ("blunders",), "report.charts.people.missed"),),
    first=(
        Chart(
            "Their rungs on the skill ladder", ("standing",), "report.charts.people.ladder", wide=True, most=MOST_ROWS
        ),
    ),
)
GOALS = Question(
    "goals",
    charts=(Chart("Every goal", ("goals",), f"{FIRST}.goals.goals", wide=True),),
    first=(
        Chart("Every goal, those that are missed on top", ("goals",), f"{FIRST}.goals.first_goals", wide=True, most=7),
    ),
)
GOALS_OF_CHANGES = Question(
    "goals_of_changes",
    charts=(Chart("Every goal under every rule set", ("goals_of_changes",), f"{FIRST}.goals.grid", wide=True),),
)
REDESIGN = Question(
    "redesign",
    charts=(
        Chart(
            "Every goal before and after", ("redesigned_goals",), f"{FIRST}.redesigns.before_after", wide=True
        ),
        Chart("How far each change misses each goal", ("distances",), f"{FIRST}.redesigns.distances", wide=True),
        Chart("One level away from the answer", ("neighbours",), f"{FIRST}.redesigns.around", wide=True),
    ),
    first=(
        Chart(
            "Every goal before and after", ("redesigned_goals",), f"{FIRST}.redesigns.first_before_after", wide=True,
            picked=True,
        ),
    ),
)  # fmt: skip
ATLAS = Question(
    "atlas",
    charts=(
        Chart(
            "The map of games", ("map",), f"{FIRST}.atlases.game_map", wide=True, says=f"{FIRST}.atlases.map_said"
        ),
        *(
            Chart(
                "What the levels of a key bring", (f"levels_{at}",), f"{FIRST}.atlases.at_levels",
                says=f"{FIRST}.atlases.levels_said",
            )
            for at in range(1, 7)
        ),
        Chart("What decides what", ("shares",), f"{FIRST}.atlases.shares", wide=True),
    ),
    first=(
        Chart("What decides what", ("shares",), f"{FIRST}.atlases.first_shares", wide=True, picked=True),
    ),
)  # fmt: skip
CERTIFICATE = Question(
    "certificate",
    charts=(Chart("The claim, and what the deals say", ("scores",), f"{RESULTS}.first_player_score", wide=True),),
    first=(Chart("What is proved", ("scores",), f"{OPENINGS}.claim", wide=True),),
)
SEAT_CERTIFICATE = Question(
    "seat_certificate",
    charts=(Chart("The claim, and what the deals say", ("seats",), f"{RESULTS}.seat_shares", wide=True),),
    first=(
        Chart("What is proved", ("seats",), f"{OPENINGS}.claim", {"column": "seat", "measure": "share"}, wide=True),
    ),
)
PLAYTEST = Question(
    "playtest",
    first=(
        Chart(
            "The first player's wins, and what twenty games can show", ("begins",), f"{OPENINGS}.playtest", wide=True
        ),
    ),
)
PLAN = Question(
    "plan",
    first=(
        Chart(
            "How many games each question needs", ("needs",), f"{OPENINGS}.games", wide=True,
            worth=lambda needs: needs.frame["games"].count() > 0, most=MOST_ROWS,
        ),
    ),
)  # fmt: skip
