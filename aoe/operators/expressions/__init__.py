"""Scalar expressions of activation functions and quantisation."""
