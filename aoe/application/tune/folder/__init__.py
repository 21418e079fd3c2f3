"""A job that tunes all models of a folder (`--model_path`).

Start at `folder_job.py`. `folder_models.py` reads the models, `joint_search.py` searches all their
operators and subgraphs under one budget, and `own_phases.py` lets each model go through the phases
of a job of one, where only the search is done already. `own_reports.py` keeps their reports.
"""
