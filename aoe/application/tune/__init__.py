"""`aoe --job_type=2`, `aoe.tune`, `aoe clean` and `aoe doctor`: tuning jobs.

A job from start to end is `tune_job.py`; its folder in the workspace `job.py`, `journal.py` and
`workspace.py`; how an interrupted one goes on `reload.py`; how old ones go `clean.py`.
What they need of the machine is in `device_lock.py`, `preconditions.py` and `doctor.py`.
"""
