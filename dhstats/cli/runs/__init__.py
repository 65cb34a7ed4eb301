"""Commands that play runs, and those that report and look closer at what was played."""
