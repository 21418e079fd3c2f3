"""Tuning: finds the fastest policy for each operator of a model by compiling and measuring.

Start at `operator_tuning.py` (what is decided) and `tuning_session.py` (in which order it is done).
`search.py` proposes policies, `runner.py` checks and times them in a process of their own,
`measure.py` tells a gain from noise, `model_check.py` has the last word on the whole model.
"""
