"""Result files: what a tuning run reports, in AOE's own JSON.

Start at `report.py` (the data and its JSON); `improvement.py` holds the one formula of gains,
`result_file.py` names and writes the file.
"""
