"""The only SQL, one .sql file a query, and what loads it: Parquet to small tidy frames of counts and sums."""
