"""Base rules and tweaks of them on the same deals: what a tweak is, how it is played and judged."""
