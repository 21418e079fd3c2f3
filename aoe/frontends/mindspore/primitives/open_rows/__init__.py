"""Rows whose number depends on data: `opening.py` gives them, `following.py` takes them."""
