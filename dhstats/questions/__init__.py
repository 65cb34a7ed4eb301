"""One room a designer's question: which games, which query, which statistic, which sentence."""
