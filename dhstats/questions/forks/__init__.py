"""Games copied at a moment and played on: what if, kinds of plays, moves explained."""
