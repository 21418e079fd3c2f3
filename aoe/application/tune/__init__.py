"""Tuning jobs: `aoe --job_type=…`, `aoe.tune`, `aoe clean` and `aoe doctor`.

`tune_job.py` shows the life of a job; `phases/` has its phases. The folder of a job is described by
`workspace.py`, `job_folder.py` and `journal.py`. `reload.py` continues an interrupted job and
`clean.py` removes old ones. `device_lock.py`, `preconditions.py` and `doctor.py` concern the
machine.
"""
