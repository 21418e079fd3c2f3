"""Gradient tuning, apart from any framework: into which segments the gradients of a training step
are joined for all-reduce, so that communication hides behind the backward pass. AOE calls it GDAT.

Start at `backward.py`, the model of a backward pass beside a link. `profile.py` makes it of
measured steps, `link.py` of measured collectives, and `fitting.py` corrects it by what steps took.
`exact.py` finds the best plan, `robust.py` the plan to use, and `rules.py` has the plans of other
tools. `export.py` says a plan in their words.

`aoe.torch.gradients` measures, applies and verifies. `aoe.repository.gradient_file` keeps profiles.
"""
