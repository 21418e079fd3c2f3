"""Gradient tuning of `MultiWorkerMirroredStrategy`: with AOE_MODE=4, `bytes_per_pack` is chosen by
steps of the training itself. Without it, what was found before is used.

`packing.py` has the place where TensorFlow packs gradients, and `steps.py` calls of tf.functions.
`decisions.py` says what happens at each. `tuned_function.py` goes through the steps
of tuning, with functions of several packings.
"""
