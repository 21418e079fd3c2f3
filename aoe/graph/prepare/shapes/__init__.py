"""Types and shapes of values: `node_inference.py` finds those of one node's outputs,
`shape_inference.py` writes them to the graph, and `output_sizes.py` and `runtime_domain` know what
ONNX's own inference does not. `size_inputs.py` says which inputs hold sizes, `deciding_inputs.py`
which inputs of a model decide a shape.
"""
