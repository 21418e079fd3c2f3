"""Loaded models of a GPU, and NVIDIA's driver, which runs them."""
