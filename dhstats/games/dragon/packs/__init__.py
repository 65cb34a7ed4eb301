"""Card packs of Dragon!: what can stand on a card, how packs are read and checked, and the packs that ship."""
