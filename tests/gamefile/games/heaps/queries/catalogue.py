"""What is counted of Heaps alone."""

from dhstats.gamefile.door import derived
from dhstats.queries.query import Query

QUERIES = (*derived(__name__, "queries"), Query("takes", "moves", ("matchup", "take"), __package__))
