"""What games of people tell of them: where they stand on the skill ladder, what they miss, how lucky they were."""
