"""Losses, random numbers, and the steps of optimizers. Other gradients are beside these."""
