"""Benchmarks: each is a program, `python -m benchmarks.NAME --help`, and prints a table.

`peers` compares whole models with other engines, `operators` looks inside them; `tuning_cost`,
`tuning_results`, `subgraph_gain`, `offline_model`, `overhead` and others measure one thing each.
`report`, `timing`, `machine`, `sessions`, `peak`, `roofline`, `memory`, `fresh_processes` and
`tuning_runs` are what they share. Published tables stand in
`RESULTS.md`; what was tried, and what it gave, stands in `NOTES.md`.
"""
