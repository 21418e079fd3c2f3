"""Memory planning: assigns a buffer to every value and an address to every buffer.

`planner.py` is the entry point.
"""
