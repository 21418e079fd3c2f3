"""Backends: how the operators of a graph are computed on a device. One folder per device.

`implementation.py` says what one way to compute an operator provides, `registry.py` finds them.
`cpu` is the device there is.
"""
