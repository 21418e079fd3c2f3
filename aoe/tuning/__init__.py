"""Tuning: finds the fastest policy for each operator of a model by compiling and measuring.

Start at `operator_tuning` (what is decided) and `task_scheduler` (in which order it is done). Then:

- `search` proposes policies and lets them compete,
- `measurement` checks and times them in a process of their own,
- `comparison` tells a gain from noise,
- `model_check` decides whether the whole model is faster,
- `subgraph` tunes how operators are grouped and laid out.
"""
