"""What all questions share: answers, tables, words, and the samples a question looks at."""
