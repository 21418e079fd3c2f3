"""The application: everything a user touches.

`command_line.py` is the command `aoe` (its options in `options.py`), `api.py` the functions of the
module `aoe`, `msoptune.py` the merge tool. A tuning run is a `TuneRequest` (`request.py`) carried
out by `tune_job.py`; what it tells meanwhile goes to the observers of `console.py` and
`result_observer.py`.
"""
