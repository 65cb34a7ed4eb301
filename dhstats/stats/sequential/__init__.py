"""Looking as often as one likes: sequences, stopping rules and their bias, verdicts, planning."""
