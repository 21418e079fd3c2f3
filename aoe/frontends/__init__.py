"""Frontends: one module for each source format, from its file to an `onnx_ir` model.

`registry.py` finds them; a new one is one new file. `input_shapes.py` fixes open dimensions.
"""
