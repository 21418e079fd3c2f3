"""Cells of MindSpore run by open-aoe and by MindSpore, in turns; `python -m` it."""
