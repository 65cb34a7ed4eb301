"""Players that search: tables guessed and weighed, tries on them, the names of who does so."""
