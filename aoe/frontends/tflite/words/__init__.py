"""Operators on quantised words: activations of int16 with weights of int8.

LiteRT computes them with integers. Modules here give its integers, computed with float64, which
holds them exactly, or with bytes. `scaling.py` is the arithmetic that they share. Importing a
module registers its functions.
"""
