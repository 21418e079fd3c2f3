"""Operators of training steps: changes of variables and of rows of them, steps of optimizers."""
