"""SQL on what games are about besides winning alone: success together, sides, powers."""
