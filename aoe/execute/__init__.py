"""Execute: from an operator graph and policies to an offline model.

`compiler.py` is the way in: `planner.py` turns operators into kernels and places their memory,
`compile_pool.py` compiles the kernels side by side. A device is a folder here; `cpu` is the one
there is.
"""
