"""What only Dragonwood has on pages: charts of its own questions, its board."""
