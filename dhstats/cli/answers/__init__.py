"""What is done with the answer to any question: its folder, its page, its numbers, its warnings."""
