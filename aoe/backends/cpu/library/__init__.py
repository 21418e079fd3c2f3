"""Libraries: an offline model as a shared library with a C interface, which needs no Python.

Start at `model_library.py`.
"""
