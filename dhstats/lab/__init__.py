"""The lab: a local page that joins rules, table and games, served on this machine alone."""
