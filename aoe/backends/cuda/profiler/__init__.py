"""Timing of candidates on a GPU."""
