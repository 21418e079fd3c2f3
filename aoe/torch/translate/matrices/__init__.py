"""Operators of matrices: products, products of groups of rows, triangular systems."""
