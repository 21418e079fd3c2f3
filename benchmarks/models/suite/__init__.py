"""The 14 networks of the suite, in the form in which exporters write them.

`stored.py` fills five networks that the `onnx` package carries. The other nine are written out
node by node, as PyTorch 2's exporter writes them: `image_networks.py`, `transformers.py` and
`recurrent_and_tabular.py`.
"""
