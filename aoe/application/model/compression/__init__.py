"""Compression: weights in fewer bits, or two of four, as far as the model stays accurate.

`compression.py` chooses a form for each layer and checks the model. `observed_layers.py` runs the
model as it is, `layer_times.py` and `layer_harm.py` judge single layers, `calibration.py` chooses
ranges by data of the user. `aoe.graph.compression` rewrites the graph.
"""
