"""Values of a model's inputs: the syntax of `--input_value`, and inputs that become constants of
given values.

What depends on them only is then computed at compile time. A shape that depends on an input is
static for a given value: the `shape` of a Reshape, the `k` of a TopK, the `sizes` of a Resize.
Names are those of the source model.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.errors import UnknownInputError, UsageError, counted
from aoe.frontends.inputs.default_inputs import restore_default_inputs
from aoe.frontends.inputs.named_parts import named_parts
from aoe.graph.prepare.shapes.deciding_inputs import note_given_values
from aoe.graph.texts import codes_of, texts_of

#: A value, or its elements in row-major order as text: `2,8`, `0.5`, `true`.
InputValue: TypeAlias = "np.ndarray | str"


def parse_input_values(text: str) -> dict[str, str]:
    """Texts of values by input name from `"name1:16000;name2:2,8"`. Raises `UsageError` that quotes
    the wrong part.
    """
    parts = named_parts(text, "--input_value", "a value", "name:numbers", "shape:2,8")
    values = {name: numbers.strip() for name, numbers, _ in parts}
    if not values:
        raise UsageError('--input_value is empty; write e.g. "sr:16000"')
    return values


def value_text(array: np.ndarray) -> str:
    """A value as text of `--input_value`."""
    return ",".join(str(item).lower() for item in np.asarray(array).reshape(-1).tolist())


def apply_input_values(model: onnx_ir.Model, values: Mapping[str, InputValue], path: str) -> None:
    """Makes inputs of `model` constants of the given values, in place. Raises `UsageError` for an
    unknown name, and for a value whose element type or shape is not the input's. A text has the
    element type and shape of its input. A default input gets another default value.

    Values of texts are given as such.
    """
    restore_default_inputs(model, values.keys())
    inputs = {str(value.name): value for value in model.graph.inputs}
    unknown = [name for name in values if name not in inputs]
    if unknown:
        raise UnknownInputError({"--input_value": unknown}, path, inputs)
    texts = texts_of(model).values
    for name, given in values.items():
        value = inputs[name]
        if name in texts:
            array = codes_of(model, _texts(value, given))
        else:
            array = _array(value, given) if isinstance(given, str) else given
        _check(value, array)
        value.const_value = onnx_ir.Tensor(np.asarray(array, order="C"), name=name)
        value.shape = onnx_ir.Shape(array.shape)
        model.graph.inputs.remove(value)
        model.graph.register_initializer(value)
        note_given_values(model.graph, {name: np.asarray(array)})


def _texts(value: onnx_ir.Value, given: InputValue) -> np.ndarray:
    """The value of an input of texts."""
    if isinstance(given, str):
        items = np.array([item.strip() for item in given.split(",")], object)
        return _shaped(value, items)
    if given.dtype.kind not in "UOT" or any(not isinstance(item, str) for item in given.flat):
        raise UsageError(
            f"--input_value gives {value.name!r} elements of {given.dtype}; the model takes texts "
            "(str)"
        )
    return given


def _array(value: onnx_ir.Value, text: str) -> np.ndarray:
    """The value of an input from its text. An input of unknown shape gets a vector, or a scalar for
    a single number.
    """
    assert value.dtype is not None, "a frontend gives every input an element type"
    items = [item.strip() for item in text.split(",")] if text else []
    try:
        exact = np.asarray([_number(item) for item in items])
        array = exact.astype(value.dtype.numpy())
        if array.dtype.kind in "iub" and (array != exact).any():
            raise ValueError("it does not fit the type")
    except (ValueError, OverflowError, TypeError) as error:
        raise UsageError(
            f"--input_value gives {value.name!r} the value {text!r}, but its elements are "
            f"{np.dtype(value.dtype.numpy())}; write numbers of this type, e.g. 16000 or 2,8"
        ) from error
    return _shaped(value, array)


def _shaped(value: onnx_ir.Value, array: np.ndarray) -> np.ndarray:
    """An array in the shape of an input."""
    if value.shape is None:
        return array.reshape(()) if array.size == 1 else array
    sizes = [size if isinstance(size, int) else -1 for size in value.shape]
    try:
        return array.reshape(sizes)
    except ValueError:
        raise UsageError(
            f"--input_value gives {value.name!r} {counted(array.size, 'element')}; the model "
            f"declares the shape {value.shape}"
        ) from None


def _number(text: str) -> int | float | bool:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return float(text)


def _check(value: onnx_ir.Value, array: np.ndarray) -> None:
    assert value.dtype is not None, "a frontend gives every input an element type"
    if array.dtype != value.dtype.numpy():
        raise UsageError(
            f"--input_value gives {value.name!r} elements of {array.dtype}; the model declares "
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
            f"--input_value gives {value.name!r} the shape {list(array.shape)}; the model declares "
            f"{value.shape}"
        )
