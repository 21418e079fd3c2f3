"""Compilation of a graph: worker processes compile kernels, a cache on disk keeps object code, and
the result is an offline model.

`compiler.py` is the entry point.
"""
