"""Planning of memory: which buffer every value lies in, and where each buffer lies.

`planner.py` is the way in.
"""
