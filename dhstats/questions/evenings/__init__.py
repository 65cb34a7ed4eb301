"""What people's playtests show and cannot show, and whether they look like the games of programs."""
