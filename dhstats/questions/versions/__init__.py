"""Questions about two stored answers, or a row of runs: what differs between them, and which numbers moved."""
