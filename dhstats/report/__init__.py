"""Results in, one self-contained HTML page out: theme, charts, page, and the same numbers as JSON."""

from dhstats.report.page.numbers import to_json
from dhstats.report.pages.writing import Report, write_report

__all__ = ["Report", "to_json", "write_report"]
