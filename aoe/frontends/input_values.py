"""Makes inputs of a loaded model constants of given values.

What depends on them only is then computed at compile time. A shape that depends on an input is
static for a given value: the `shape` of a Reshape, the `k` of a TopK, the `sizes` of a Resize.
Names are those of the source model.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx_ir

from aoe.errors import UsageError


def apply_input_values(model: onnx_ir.Model, values: Mapping[str, np.ndarray], path: str) -> None:
    """Makes inputs of `model` constants of the given values, in place. Raises `UsageError` for an
    unknown name, and for a value whose element type or shape is not the input's.
    """
    inputs = {str(value.name): value for value in model.graph.inputs}
    unknown = [name for name in values if name not in inputs]
    if unknown:
        raise UsageError(
            f"input_values names {', '.join(map(repr, unknown))}, but the inputs of {path} are "
            f"{', '.join(map(repr, inputs)) or 'none'}"
        )
    for name, array in values.items():
        value = inputs[name]
        _check(value, array)
        value.const_value = onnx_ir.Tensor(
            np.ascontiguousarray(array).reshape(array.shape), name=name
        )
        value.shape = onnx_ir.Shape(array.shape)
        model.graph.inputs.remove(value)
        model.graph.register_initializer(value)


def _check(value: onnx_ir.Value, array: np.ndarray) -> None:
    assert value.dtype is not None, "a frontend gives every input an element type"
    if array.dtype != value.dtype.numpy():
        raise UsageError(
            f"input_values gives {value.name!r} elements of {array.dtype}; the model declares "
            f"{np.dtype(value.dtype.numpy())}"
        )
    if value.shape is None:
        return
    fits = len(value.shape) == array.ndim and all(
        not isinstance(declared, int) or declared == size
        for declared, size in zip(value.shape, array.shape, strict=True)
    )
    if not fits:
        raise UsageError(
            f"input_values gives {value.name!r} the shape {list(array.shape)}; the model declares "
            f"{value.shape}"
        )
