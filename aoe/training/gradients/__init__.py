"""Gradient tuning within the steps of a training, apart from any framework: what is found, how
plans are compared on steps, and what is told of it.

`turns.py` compares, `findings.py` has what is known, `outcome.py` writes it. `aoe.gradient_tuning`
plans.
`aoe.torch.gradients` and `aoe.tensorflow.gradients` measure and apply plans.
"""
