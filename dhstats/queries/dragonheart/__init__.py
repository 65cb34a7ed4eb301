"""What the queries know of Dragonheart."""
