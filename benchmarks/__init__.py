"""Programs that measure open-aoe, and the models that they measure it on.

Each program is one module with a command line; `RESULTS.md` lists them with the current figures.
`models/` builds the models, `peers/` compares whole models with other engines, `search/` compares
search methods, `tuning/` measures what tuning gains, in fresh processes, `overheads/` what open-aoe
itself costs, `log/` has one file for each experiment. `report.py` prints results, `timing.py` takes
times.
"""
