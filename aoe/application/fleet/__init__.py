"""`aoe fleet`: tunes a set of models for several kinds of machine at once, on a cluster of Ray.

Start at `fleet_job.py`.
"""
