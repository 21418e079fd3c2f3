"""Comparison of timings: which candidate is faster, by how much, and how certain that is.

Start with `aoe.tuning.comparison.paired_comparison`: its one function serves every stage of tuning.
"""
