"""Reference code of the generator: one `.ll` file for each kernel of `cases`.

`python -m tests.backends.cpu.codegen.golden` rewrites the files after an intended change of the
generator. Their difference belongs in the same commit and must be reviewed.
"""
