"""How many are taken at once."""

from dhstats.questions.shared.answer import Answer, Finding
from dhstats.questions.shared.groups import groups
from dhstats.questions.shared.tables import by_matchup, text, whole


def answer(counts):
    """Moves by how many they take."""
    samples = groups(counts)
    rows = {group: counts.rows("takes", matchup=group.number) for group in samples}
    fields = (text("take", "Taken", lambda row: str(row["take"])), whole("moves", "Moves", "moves", "moves"))
    most = max(rows[samples[0]], key=lambda row: row["moves"])
    return Answer(
        key="takes",
        title="How many are taken at once?",
        findings=(Finding(samples[0].says(f"Players take {most['take']} most of the time."), headline=True),),
        tables=(by_matchup("takes", "Moves by how many they take", fields, rows),),
        how_to_read="Each bar is a number that was taken.",
        method="Moves of both players, counted.",
        caution="",
        queries=(("takes", counts.text("takes")),),
    )
