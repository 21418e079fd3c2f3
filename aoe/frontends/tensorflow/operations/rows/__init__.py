"""Rows whose number depends on data: those for which a condition holds, and those of different
elements. A model's shapes are fixed, so every row that may be there has its place.

`masked.py` and `distinct.py` have the operators, `row_by_row.py` what goes through for both.
"""
