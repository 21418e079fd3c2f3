"""The reference backend: NumPy."""
