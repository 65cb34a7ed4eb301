"""Players that are made, not written: trained for a rule set, searching, restricted, graded by skill."""
