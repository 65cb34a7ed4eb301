"""What is counted of Heaps alone."""

from dhstats.gamefile.door import derived
from dhstats.queries.catalogue import queries_in

QUERIES = (*derived(__name__, "queries"), *queries_in(__package__))
