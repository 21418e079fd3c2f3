"""Measured constants of what kernels of a GPU take."""
