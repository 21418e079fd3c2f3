"""Implementations of sliding windows: pooling and local response normalisation."""
