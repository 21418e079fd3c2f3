"""Makes an ONNX IR model of an FX graph of ATen operators.

`translation.py` goes through a graph. Each other module, those of `matrices/` too, translates the
operators of one subject: a function for each, registered in the table of the module (`table.py`).
The functions write nodes with an `Emitter` and ask `facts.py` for shapes and types, which are
static.
"""
