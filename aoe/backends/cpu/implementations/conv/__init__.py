"""Implementations of convolution."""
