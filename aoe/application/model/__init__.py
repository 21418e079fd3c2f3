"""Reads a model, compiles it for a device and opens it as a session.

`source.py` reads, `compilation.py` compiles, `session.py` opens. `precision_gate.py` decides where
reduced precision is accurate enough. `request` is what the user asks for, `compression` makes
weights smaller.
"""
