"""Weights in 24 bits, and float32 as a sum of bfloat16 terms."""
