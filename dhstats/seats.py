"""What the seats of a table are called, in columns and in sentences."""

SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
