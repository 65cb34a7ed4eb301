"""Experiment to numbered shards to stored run; replay; verification."""
