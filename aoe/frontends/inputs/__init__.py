"""The inputs of a model, for all readers: their names, shapes and values, and sizes left open.

`input_shapes.py` and `input_values.py` read the options. `deciding_inputs.py` finds the inputs
whose values decide shapes, `input_examples.py` gives them values of a file beside the model.
`open_batch.py` and `open_sizes.py` are about sizes that a model leaves open.
"""
