"""How a game file is played: the engine's records and protocol around the file's own functions."""
