"""Backends: one folder for each kind of device that operators are computed on.

`backend.py` lists what a backend provides, `registry.py` finds backends by name,
`implementation.py` says what one way to compute an operator provides. `compilation.py` makes
offline models and `session.py` runs them, on any backend. `cpu` generates machine code; `reference`
is plain NumPy.
"""
