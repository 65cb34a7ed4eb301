"""Redesigns: the cheapest change of the rules that meets all goals, searched for, proved on fresh deals, or refused."""
