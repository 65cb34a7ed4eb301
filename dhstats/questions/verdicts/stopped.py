"""Pages of runs that stopped by their own data: intervals that do not allow for that are marked."""

from dataclasses import replace

import polars as pl

from dhstats.questions.shared.answer import Answer, Finding, Table, said, saying

MARK = "not valid after stopping"
TITLE = f" (intervals for a fixed n, {MARK})"
CAUTION = (
    "This run was watched and could stop by its own results. Only confidence sequences allow for that. All other"
    " intervals are for a number of deals fixed beforehand: they are too narrow here, they are marked, and no verdict"
    " rests on them. "
)
SEQUENCE = "confidence sequence"
# Ranges that follow from a sequence wherever the method of their line is one
FOLLOWING = frozenset({"band_low", "elo_low", "difference_low", "margin_low", "inner_low", "guard_low"})


def marked(answer: Answer) -> Answer:
    """An answer about a run that stopped by its own data, with all its intervals for a fixed n marked as such."""
    findings = tuple(map(_finding, answer.findings))
    tables = tuple(map(_table, answer.tables))
    if findings == answer.findings and all(one is other for one, other in zip(tables, answer.tables, strict=True)):
        return answer
    return replace(answer, findings=findings, tables=tables, caution=CAUTION + answer.caution)


def _finding(found: Finding) -> Finding:
    """A sentence whose intervals for a fixed n are marked, without a verdict where these are all it has."""
    pieces = saying(found.pieces, MARK, unless=SEQUENCE)
    if pieces == found.pieces:
        return found
    text = said(pieces)
    return replace(found, text=text, pieces=pieces, verdict=found.verdict if SEQUENCE in text else "fact")


def _table(table: Table) -> Table:
    frame = table.frame
    names = [name for name in frame.columns if name == "low" or name.endswith("_low")]
    others = [name for name in names if name != "low" and name not in FOLLOWING and frame[name].count()]
    sequences = "method" in frame.columns and frame["method"].str.contains(SEQUENCE).all()
    if not names or (sequences and not others):
        return table
    if "method" in frame.columns:
        fixed = ~pl.col("method").str.contains(SEQUENCE)
        method = pl.when(fixed).then(pl.col("method") + f", {MARK}").otherwise(pl.col("method"))
        frame = frame.with_columns(method.alias("method"))
        if "verdict" in frame.columns:
            verdict = pl.when(fixed).then(pl.lit("none")).otherwise(pl.col("verdict"))
            frame = frame.with_columns(verdict.alias("verdict"))
    return replace(table, title=table.title + TITLE, frame=frame)
