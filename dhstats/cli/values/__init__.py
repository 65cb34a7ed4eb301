"""Commands that say what things and plays are worth, by playing on from the same moment."""
