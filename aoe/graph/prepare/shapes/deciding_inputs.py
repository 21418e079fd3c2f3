"""Inputs of a model whose values decide a shape or a branch, for messages: about what is not known
when the model is compiled, and about nodes that do not fit the values that were given.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
import onnx_ir

from aoe.errors import quoted

#: Where a graph notes which inputs became constants, and of which values.
_GIVEN = "aoe.given_values"
#: Most elements of a value that a message shows.
_SHOWN = 8
#: An input that decides a shape has at most one dimension and so many elements: axes, sizes, a
#: rate, a count.
_MOST_ELEMENTS = 64
#: The inputs of a node that may decide the shapes of its results, where those are not all but the
#: first.
_DECIDING = {"If": slice(0, 1), "Loop": slice(0, 2)}
#: Operators all inputs of which may.
_BY_ALL = frozenset({"ConstantOfShape", "Range", "BlackmanWindow", "HammingWindow", "HannWindow"})


def deciding_inputs(node: onnx_ir.Node, every: Collection[onnx_ir.Value]) -> list[onnx_ir.Value]:
    """The inputs of the model from which alone a node's deciding inputs are computed.

    Args:
        node: The node.
        every: The inputs of the model.

    Returns:
        The inputs; none if the deciding inputs depend on data, too: on an input of more
        dimensions or elements.
    """
    place = slice(0, None) if node.op_type in _BY_ALL else slice(1, None)
    waiting = list(node.inputs[_DECIDING.get(node.op_type, place)])
    seen: set[onnx_ir.Value] = set()
    found: list[onnx_ir.Value] = []
    while waiting:
        value = waiting.pop()
        if value is None or value in seen or value.const_value is not None:
            continue
        seen.add(value)
        if value in every:
            found.append(value)
        elif (producer := value.producer()) is not None and producer.op_type != "Shape":
            waiting += producer.inputs
    return found if all(map(_is_small, found)) else []


def advice(node: onnx_ir.Node, every: Collection[onnx_ir.Value]) -> str:
    """How to give the values ahead that decide what a node does; empty if that is impossible."""
    found = deciding_inputs(node, every)
    if not found:
        return ""
    names = [str(value.name) for value in found]
    option = ";".join(f"{name}:VALUE" for name in names)
    values = ", ".join(f"{name!r}: VALUE" for name in names)
    return (
        f" (it is decided by the value of {' and '.join(map(repr, names))}: give that ahead, "
        f'--input_value="{option}", or input_values={{{values}}} in Python)'
    )


def _is_small(value: onnx_ir.Value) -> bool:
    shape = value.shape
    if shape is None or not shape.is_static() or len(shape) > 1:
        return False
    size = 1
    for extent in shape.numpy():
        size *= int(extent)
    return size <= _MOST_ELEMENTS


def note_given_values(graph: onnx_ir.Graph, values: Mapping[str, np.ndarray]) -> None:
    """Notes values that inputs of a graph were given, by name, in place."""
    graph.meta[_GIVEN] = {**graph.meta.get(_GIVEN, {}), **values}


def was_given(value: onnx_ir.Value) -> bool:
    """Whether a constant was an input of the model, which was given this value."""
    return value.graph is not None and value.name in value.graph.meta.get(_GIVEN, {})


def other_values_advice(graph: onnx_ir.Graph) -> str:
    """Advice to give other values, for the end of a message; empty if none was given."""
    given: Mapping[str, np.ndarray] = graph.meta.get(_GIVEN, {})
    if not given:
        return ""
    texts = [f"{quoted(repr(name))}{_text(array)}" for name, array in given.items()]
    return f", or give another value of {', '.join(texts)}"


def _text(array: np.ndarray) -> str:
    return f", not {array.tolist()}" if array.size <= _SHOWN else ""
