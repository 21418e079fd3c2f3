"""A model on its way: read from its source, compiled for this machine, opened as a session.

`source.py` comes first, then `compilation.py` and `session.py`.
"""
