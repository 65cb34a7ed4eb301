"""The first sentences of every page: the question, the answer, how sure it is, and what follows."""
