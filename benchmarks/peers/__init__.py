"""Whole models: open-aoe beside other engines, in turns, each engine in a process of its own.

`python -m benchmarks.peers --help`; an engine is one file in `engines/` (`engine.py` says what it
gives). `contest.py` carries out a comparison, `contestant.py` and `worker.py` are the two ends of
an engine's process, `results.py`, `tables.py` and `plot.py` are what becomes of it. `models.py`
builds models to compare on.
"""
