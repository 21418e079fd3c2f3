"""The application: everything that a user touches.

`command_line.py` is the command `aoe`, with its options in `options.py`. `python_api` has the
functions of the module `aoe`. `msoptune.py` merges repositories. The folders, each importing only
from those after it: `explain`, `bank` and `run` (commands), `tune` (tuning jobs), `request`
(checked options), `model` (read, compile, open), `display`. A tuning run is a `TuneRequest` that
`tune/tune_job.py` carries out.
"""
