"""Result files: the report of a tuning run in AOE's own JSON.

Start at `report.py`, the report of one tuning job, in the form of a list and in the `report_…` form
for several jobs. `operator_report.py` and `subgraph_report.py` are its sections; they share
`performance.py` (times and gains) and `repository_summary.py` (counters). `improvement.py` has the
formula of a gain, `json_object.py` reads fields, `result_file.py` names, writes and reads the
files. `docs/reference/*.schema.json` describe the forms for other programs.
"""
