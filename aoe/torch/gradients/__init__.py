"""Gradient tuning of DistributedDataParallel: `ddp = aoe.torch.tune_gradients(ddp)`.

Start at `tuning.py`, the one line of a script. `session.py` is called before each forward pass of
the model. `tuner.py` measures, plans and compares within the steps of the training;
`measurement.py` times, and `ranks.py` lets all ranks decide alike. `reducer.py` applies a layout of
buckets to a live model, and `support.py` says which models it may. `updates.py` updates parameters
behind each segment, of which `collectives.py` tells when it is reduced. `aoe.training.gradients`
fits the model to the steps and writes what was found. `aoe.gradient_tuning` plans.
"""
