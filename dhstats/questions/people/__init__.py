"""What games of people tell of them: where they stand on the ladder of skill, what they miss, how lucky they were."""
