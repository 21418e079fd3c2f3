"""Finds out what a report says: of a model (`model.py`), of a tuning job (`tuning.py`), of
gradients (`gradients.py`), and of where all that comes from (`provenance.py`).
"""
