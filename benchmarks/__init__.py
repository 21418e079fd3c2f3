"""Benchmarks: each is a program, `python -m benchmarks.NAME --help`, and prints a table.

`models`, `operators`, `tuning_cost`, `offline_model` and `overhead` measure; the other modules are
what they share. Published tables stand in `RESULTS.md`; what was tried, and what it gave, stands in
`NOTES.md`.
"""
