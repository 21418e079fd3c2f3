"""Compilation of a graph: kernels in helper processes, a cache on disk, an offline model out.

`compiler.py` is the way in.
"""
