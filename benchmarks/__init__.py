"""Benchmarks: each is a program, `python -m benchmarks.NAME --help`, and prints a table.

`peers` compares whole models with other engines, `operators` looks inside them; `tuning_cost`,
`tuning_results`, `offline_model`, `overhead` and others measure one thing each. `report`, `timing`,
`machine`, `sessions`, `peak`, `roofline` and `memory` are what they share. Published tables stand
in `RESULTS.md`; what was tried, and what it gave, stands in `NOTES.md`.
"""
