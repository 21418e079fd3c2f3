"""Variants: other ways to write an operator of a fused graph with operators."""
