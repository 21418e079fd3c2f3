"""Losses, and the steps of optimizers. Gradients of other primitives are beside these."""
