"""Sizes that a model leaves open without naming them.

A named size, such as `batch`, is one size wherever the name occurs. Exporters also write names that
are none: `?`, `None` or an empty text for every open size, or -1. Two such sizes need not be equal,
and runtimes do not take them for equal.
"""

from __future__ import annotations

from collections.abc import Iterator

import onnx_ir

#: Names that exporters write for sizes that they do not know, in lower case.
_NO_NAMES = frozenset({"none", "null", "nan", "unknown", "unk", "undefined", "dynamic", "any"})


def open_unnamed_sizes(model: onnx_ir.Model) -> None:
    """Makes sizes without a name unknown, in place: sizes below zero, which the shape inference of
    `onnx` does not survive, and names that stand for nothing.
    """
    for value in _values(model):
        sizes = [] if value.shape is None else list(value.shape)
        if any(map(_is_unnamed, sizes)):
            value.shape = onnx_ir.Shape(None if _is_unnamed(size) else size for size in sizes)


def _values(model: onnx_ir.Model) -> Iterator[onnx_ir.Value]:
    for graph in model.graphs():
        yield from graph.inputs
        for node in graph:
            yield from node.outputs


def _is_unnamed(size: int | onnx_ir.SymbolicDim) -> bool:
    if isinstance(size, int):
        return size < 0
    name = (size.value or "").strip()
    return name.lower() in _NO_NAMES or not any(letter.isalpha() for letter in name)
