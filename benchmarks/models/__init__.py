"""The models that open-aoe is measured on: they are built here, from seeded random weights.

    python -m benchmarks.models suite build/models
    python -m benchmarks.models blocks build/blocks

The *suite* is 14 whole networks (`suite/`). The *block models* are 94 small models in five kinds
(`blocks/`): one layer or block of an architecture each. No policy default was chosen by looking at
one block model, so they show whether a gain on the suite is a gain in general.

`graph.py` builds ONNX nodes, `layers.py` common layers, `finishing.py` estimates batch statistics,
`checks.py` checks a file, `registry.py` lists all models by name. Nothing here needs PyTorch.
"""
