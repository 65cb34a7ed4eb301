"""Built-in strategies, a file each: adding one compiles that one alone."""
