"""Implementations of matrix multiplication."""
