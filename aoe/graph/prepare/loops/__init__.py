"""Loops that no rule resolves: their bodies become operator graphs that native code repeats.

`form.py` drives it. `appended_states.py` and `stepwise.py` take states that change their shape.
"""
