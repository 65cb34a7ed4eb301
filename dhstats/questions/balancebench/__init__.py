"""BalanceBench: balance questions whose answers are known, tools that answer them, and how often they are right."""
