"""Options that several commands share: what they mean, how they are read, what the shell offers for them."""
