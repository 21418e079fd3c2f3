"""Loop nests and scalar expressions as data: the language between operators and devices.

`nest.py` is what `aoe.operators` lowers to and `aoe.backends` generates code from, `expression.py`
what is computed at each point.
"""
