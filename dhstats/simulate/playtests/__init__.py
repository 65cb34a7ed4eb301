"""Playtests that people wrote down: their spreadsheets, read into games."""
