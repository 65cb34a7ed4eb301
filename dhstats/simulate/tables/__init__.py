"""What is written of games: shards, columns, rows."""
