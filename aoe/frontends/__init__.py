"""Frontends: one module or folder for each source format, which reads a file into an `onnx_ir`
model.

`registry.py` finds them; a new frontend is one new file. `inputs` fixes open dimensions and makes
inputs constants, `boundary.py` changes outputs and types, `graph_builder.py` and `shared_operators`
help readers.
"""
