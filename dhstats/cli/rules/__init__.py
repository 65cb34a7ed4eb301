"""Commands about rule sets: their files, their tweaks, their balance."""
