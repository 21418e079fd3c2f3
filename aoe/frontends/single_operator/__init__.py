"""Reads descriptions of single operators: JSON files as of AOE's `--singleop` and `--op_tune_file`.

A file is an array of descriptions: the operator's type, its inputs and outputs with element type,
format and shape, and its attributes. `description.py` reads them, and `reader.py` makes a model of
one operator from each, so that everything after the reader is as for any model.

Types are those of Ascend IR (`table.py`, `operators`), or those of ONNX (`onnx_operators.py`).
"""
