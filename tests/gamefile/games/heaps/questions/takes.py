"""How many are taken at once."""

from dhstats.questions.shared.answer import Finding
from dhstats.questions.shared.charts import Chart
from dhstats.questions.shared.groups import groups
from dhstats.questions.shared.question import ANY, Question
from dhstats.questions.shared.tables import by_matchup, text, whole
from ..pages import draw


def answer(counts):
    """Moves by how many they take."""
    samples = groups(counts)
    rows = {group: counts.rows("takes", matchup=group.number) for group in samples}
    fields = (text("take", "Taken", lambda row: str(row["take"])), whole("moves", "Moves", "moves", "moves"))
    most = max(rows[samples[0]], key=lambda row: row["moves"])
    says = Finding(samples[0].says(f"Players take {most['take']} most of the time."), headline=True)
    table = by_matchup("takes", "Moves by how many they take", fields, rows)
    return QUESTION.told(counts, [says], [table], ("A bar for each number.", "Moves of both players, counted.", ""))


QUESTION = Question(
    "takes", "How many are taken at once?", ("takes",), answer, players=ANY, of_turns=True,
    charts=(Chart("Moves by how many they take", ("takes",), draw),),
)  # fmt: skip
