"""The command line: commands of a few lines each."""
