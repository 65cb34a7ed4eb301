"""Results in, one offline HTML page out: charts, theme, page."""
