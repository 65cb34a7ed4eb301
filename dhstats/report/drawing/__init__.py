"""What every chart shares: shapes, colours, captions, words for those who do not see it."""
