"""The kinds of pages: of a run, of a question, of a rule set, the list of all, and writing them."""
