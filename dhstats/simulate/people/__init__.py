"""Games that people played: read from logs, checked turn by turn, kept as a run; and games of runs written as logs."""
