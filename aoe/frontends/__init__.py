"""Frontends: one module for each source format, which reads a file into an `onnx_ir` model.

`registry.py` finds them; a new frontend is one new file. `input_shapes.py` fixes open dimensions,
`input_values.py` makes inputs constants, and `boundary.py` changes outputs and types.
"""
