"""What only Dragon! has on pages: charts of its own questions, its board."""
