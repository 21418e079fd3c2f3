"""Helpers for operator definitions that import ONNX nodes: inputs, attributes, axes, scalars, and
the error for a variant that is not computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from aoe.element_types import DTYPES, is_floating
from aoe.errors import UnsupportedModelError
from aoe.loops.expression import Constant
from aoe.operators.axes import axis_from_front
from aoe.operators.definition import SourceNode
from aoe.operators.operator import Operand


def refuse(node: SourceNode, why: str) -> UnsupportedModelError:
    """The error to raise for a variant of an ONNX operator that is not computed."""
    return UnsupportedModelError(f"{node.op_type} (opset {node.version}): {why}")


def required_input(node: SourceNode, position: int) -> Operand:
    """The type of an input that must be present. Raises `UnsupportedModelError` where it is absent
    or its dtype is not computed.
    """
    operand = node.inputs[position] if position < len(node.inputs) else None
    if operand is None:
        raise refuse(node, f"input {position} is missing")
    return checked(node, operand)


def optional_input(node: SourceNode, position: int) -> Operand | None:
    """The type of an input; None where it is absent."""
    if position >= len(node.inputs) or node.inputs[position] is None:
        return None
    return required_input(node, position)


def optional_inputs(node: SourceNode, names: Sequence[str], first: int) -> dict[str, Operand]:
    """The types of those inputs that are there, by name; the first name has the number `first`."""
    found = ((name, optional_input(node, first + place)) for place, name in enumerate(names))
    return {name: operand for name, operand in found if operand is not None}


def checked(node: SourceNode, operand: Operand) -> Operand:
    """The operand. Raises `UnsupportedModelError` where its dtype is not computed."""
    if operand.dtype not in DTYPES:
        raise refuse(node, f"element type {operand.dtype} is not computed")
    return operand


def floating_input(node: SourceNode, position: int = 0) -> Operand:
    """The type of an input. Raises `UnsupportedModelError` where it is not floating point."""
    operand = required_input(node, position)
    if not is_floating(operand.dtype):
        raise refuse(node, f"element type {operand.dtype} is not computed, only floating point")
    return operand


def integer_attribute(node: SourceNode, name: str, default: int) -> int:
    """An integer attribute."""
    value = node.attribute(name, default)
    if not isinstance(value, int):
        raise refuse(node, f"attribute {name} must be an integer, not {value!r}")
    return value


def float_attribute(node: SourceNode, name: str, default: float) -> float:
    """A floating point attribute, which ONNX keeps in float32, its default included."""
    value = node.attribute(name, float(np.float32(default)))
    if not isinstance(value, (int, float)):
        raise refuse(node, f"attribute {name} must be a number, not {value!r}")
    return float(value)


def text_attribute(node: SourceNode, name: str, default: str) -> str:
    """A string attribute."""
    value = node.attribute(name, default)
    if isinstance(value, bytes):
        value = value.decode()
    if not isinstance(value, str):
        raise refuse(node, f"attribute {name} must be a string, not {value!r}")
    return value


def integers_attribute(
    node: SourceNode, name: str, default: tuple[int, ...] | None = None
) -> tuple[int, ...] | None:
    """An attribute that is a list of integers; `default` where it is absent."""
    value = node.attribute(name, default)
    if value is None:
        return None
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise refuse(node, f"attribute {name} must be a list of integers, not {value!r}")
    return tuple(int(item) for item in value)


def integers_input(node: SourceNode, position: int) -> tuple[int, ...] | None:
    """The integers of an input; None where it is absent. Raises `UnsupportedModelError` where they
    are not known at compile time.
    """
    if optional_input(node, position) is None:
        return None
    value = node.constant(position)
    if value is None:
        raise refuse(node, f"input {position} must be constant")
    return tuple(int(item) for item in np.asarray(value).reshape(-1))


def axis_in(node: SourceNode, axis: int, rank: int) -> int:
    """The axis, counted from the front. Raises `UnsupportedModelError` where there is none."""
    return axis_from_front(axis, rank, partial(refuse, node), scalars=True)


def number_like(node: SourceNode, value: float) -> Constant:
    """A literal of the dtype of the node's first input."""
    dtype = required_input(node, 0).dtype
    return Constant(float(value) if is_floating(dtype) else int(value), dtype)


def scalar_constant(node: SourceNode, position: int) -> Constant | None:
    """The value of an input of one element as a literal of its dtype; None where it is not known at
    compile time.
    """
    value = node.constant(position)
    if value is None or value.size != 1 or str(value.dtype) not in DTYPES:
        return None
    return Constant(value.reshape(-1)[0].item(), str(value.dtype))
