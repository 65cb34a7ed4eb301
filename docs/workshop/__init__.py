"""The workshop of the site: what of it follows from the code and from games that are played for it."""
