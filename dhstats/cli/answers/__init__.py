"""What is done with an answer, whatever was asked: its folder, its page, its numbers, what is warned of."""
