"""The phases of a tuning job, one module each; `aoe.application.tune.tune_job` runs them in order.

`context.py` has what all of them work with. Then come `prepare.py`, `budget.py`, `operators.py`,
`subgraphs.py`, `joint_check.py`, `whole_model.py` and `finish.py`.
"""
