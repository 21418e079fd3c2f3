"""`aoe bank`: commands that show, verify, prune, export and merge repositories.

`command.py` is the entry point and defines the options. `records.py` reads a whole repository.
"""
