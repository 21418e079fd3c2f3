"""Loops of recurrent layers whose weights are variables, as in steps of training.

`turns.py` finds out whether the iterations of a loop are alike, `every_step.py` computes what one
of them computes for all steps at once, `forward.py` and `backward.py` put one operator in the place
of the steps of a layer and of its gradient.
"""
