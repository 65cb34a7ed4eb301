"""The command line as a process meets it: its streams, its bars, its words and what is wrong with them."""
