"""Operators on whole matrices: their diagonals, and linear systems."""
