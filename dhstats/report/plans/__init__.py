"""Which charts a question has, from which of its tables, and what stands above them."""
