"""Implementations of transposed convolution."""
