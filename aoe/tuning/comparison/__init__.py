"""Comparison of timings: which of several candidates is faster, and whether that is certain."""
