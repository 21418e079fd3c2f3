"""Result files: what a tuning run reports, in AOE's own JSON.

Start at `report.py`, the report of one tuning task, in the list form and in the `report_…` form for
several tasks. Its sections are in `operator_report.py` and `subgraph_report.py`; they share
`performance.py` (times and gains) and `repository_summary.py` (counters). `improvement.py` holds
the one formula of gains, `json_object.py` reads fields, `result_file.py` names, writes and reads
the files. The forms are described to other programs in `docs/*.schema.json`.
"""
