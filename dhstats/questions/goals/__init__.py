"""Goals: ranges in which a game's quantities are meant to lie, read from files, played for, and judged."""
