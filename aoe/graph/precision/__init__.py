"""Precision: which values and weights are stored in fewer bits, and how accurate a model then is.

`mixed_precision.py` chooses the operators that read bfloat16. `split_precision.py` chooses those
that may split float32 numbers into terms. `reduced_precision.py` is what a model asks for.
"""
