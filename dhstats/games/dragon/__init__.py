"""Dragon!, for two to four players: rules, rule sets, card packs, strategies, notation."""
