"""Generated code as it was last reviewed: one `.ll` file for each kernel of `cases`.

`python -m tests.backends.cpu.codegen.golden` writes them anew after an intended change of the
generator; the difference then belongs into the same commit, to be read.
"""
