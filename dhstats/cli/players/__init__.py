"""Commands about players: trained, rated, checked."""
