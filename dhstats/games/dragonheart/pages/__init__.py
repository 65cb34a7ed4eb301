"""What only Dragonheart has on pages: charts of its own questions, its board."""
