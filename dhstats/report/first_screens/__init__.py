"""Pictures made for the answer on the first screen of a page."""
