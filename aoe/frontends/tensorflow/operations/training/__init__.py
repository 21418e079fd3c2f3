"""Operators of training steps: changes of variables and of rows of them, steps of optimizers.

`distinct.py` has the different elements of a vector, for rows that change once.
"""
