"""Commands about decks of cards, and the cards in them."""
