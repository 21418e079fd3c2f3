"""`aoe bank`: looking into repositories, checking, pruning and merging them.

`command.py` is the way in.
"""
