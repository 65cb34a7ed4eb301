"""The browser in which pages are looked at."""

from tests.report.chromium import browser

__all__ = ["browser"]
