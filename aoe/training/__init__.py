"""Whole steps of a framework's training, each run by native code: what adapters share.

It knows no framework. `step.py` is the life of a step, `program.py` runs it, `variables.py` has the
values that it changes, `gate.py` compares it with the framework. `aoe.tensorflow` is such an
adapter. `tuning.py` serves `aoe.torch` too.
"""
