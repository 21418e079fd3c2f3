"""Compares open-aoe with other engines on whole models, each engine in a process of its own.

`python -m benchmarks.peers --help` tells the options. An engine is one file in `engines/`;
`engine.py` says what it defines. `contest.py` carries out a comparison. `contestant.py` and
`worker.py` are the two ends of an engine's process. `results.py`, `tables.py` and `plot.py` hold
and show what was found. `benchmarks.models` builds the models.
"""
