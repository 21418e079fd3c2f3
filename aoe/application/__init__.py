"""The application: everything a user touches.

`command_line.py` is the command `aoe` (its options in `options.py`), `api.py` the functions of the
module `aoe`, `msoptune.py` the merge tool. Beside them is a folder for each subject, which imports
only from those after it: `bank` and `run` (commands), `tune`, `request` (what is asked for,
checked), `model` (read, compiled, opened), `display`. A tuning run is a `TuneRequest` carried out
by `tune/tune_job.py`.
"""
