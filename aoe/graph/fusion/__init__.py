"""Fusion: operators take in what is computed before and after them. `fuse.py` is the way in."""
