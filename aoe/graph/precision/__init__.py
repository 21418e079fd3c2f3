"""Precision: which values and weights get fewer bits, and what the accuracy then is."""
