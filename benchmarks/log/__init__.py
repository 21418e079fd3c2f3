"""The log of experiments: one file each, `YYYY-MM-DD-slug.md`, with its tables as JSON beside it.

`README.md` is the index. `python -m benchmarks.log` writes it and fills in the tables;
`entries.py` says what a file looks like.
"""
