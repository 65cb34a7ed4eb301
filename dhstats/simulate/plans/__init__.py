"""What is asked, which games of a deal answer it, and until when they are played."""
