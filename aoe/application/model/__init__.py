"""Reads a model, compiles it for a device and opens it as a session.

`source.py` reads, `compilation.py` compiles, `session.py` opens. `request` is what the user asks
for. `precision` decides where reduced precision is accurate enough, `compression` makes weights
smaller, `open_shapes` compiles when shapes come.
"""
