"""What an adapter is, and the means that adapters share.

An adapter may change its node in place and return None, or return what replaces the outputs, as
rules do. Nodes that it makes are inserted before its node. They have the form of the adapter's
operator set: later adapters see them too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import AttributeInput, Builder, Rule, operand


class NotConvertibleError(Exception):
    """A node has no form of a later operator set, or none that is known. The text says why."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """How nodes of some operators get the form of a later operator set.

    Attributes:
        version: The operator set that brought the new form.
        op_types: The operators.
        apply: Gives a node the new form. It may raise `NotConvertibleError`.
        of_corners: Whether the forms differ in corner cases only, so that custom operators may be
            of either.
    """

    version: int
    op_types: frozenset[str]
    apply: Rule
    of_corners: bool = False


def adapter(version: int, apply: Rule, *op_types: str) -> Adapter:
    """An adapter of some operators."""
    return Adapter(version, frozenset(op_types), apply)


def take(node: onnx_ir.Node, name: str) -> Any:
    """Removes an attribute.

    Returns:
        Its value; None if the node does not have it.
    """
    attribute = node.attributes.pop(name, None)
    return None if attribute is None else attribute.value


def put(node: onnx_ir.Node, name: str, value: AttributeInput) -> None:
    """Sets an attribute."""
    node.attributes[name] = onnx_ir.convenience.convert_attribute(name, value)


def set_input(node: onnx_ir.Node, position: int, value: onnx_ir.Value | None) -> None:
    """Sets an input. Inputs that are missing before it stay absent."""
    if position >= len(node.inputs):
        node.resize_inputs(position + 1)
    node.replace_input_with(position, value)


def to_input(node: onnx_ir.Node, build: Builder, name: str, position: int) -> None:
    """Moves an attribute, where present, to an input: an int64 vector."""
    value = take(node, name)
    if value is not None:
        set_input(node, position, build.integers(np.atleast_1d(value).tolist()))


def first(node: onnx_ir.Node) -> onnx_ir.Value:
    """The first input of a node.

    Raises:
        NotConvertibleError: There is none.
    """
    value = operand(node, 0)
    if value is None:
        raise NotConvertibleError("its first input is missing")
    return value


def rank_of(value: onnx_ir.Value | None) -> int | None:
    """The number of dimensions of a value; None if it is not known."""
    return None if value is None or value.shape is None else len(value.shape)


def rank_value(build: Builder, value: onnx_ir.Value) -> onnx_ir.Value:
    """The number of dimensions of a value, as an int64 vector of one element."""
    rank = rank_of(value)
    if rank is not None:
        return build.integers([rank])
    return build.infer("Shape", build.infer("Shape", value))


def ones(build: Builder, count: onnx_ir.Value, dtype: type[np.generic]) -> onnx_ir.Value:
    """A vector of ones. `count`, an int64 vector of one element, is how many."""
    one = onnx_ir.tensor(np.ones(1, dtype))
    value = build.infer("ConstantOfShape", count)
    made = value.producer()
    assert made is not None
    made.attributes["value"] = onnx_ir.AttrTensor("value", one)
    value.type = onnx_ir.TensorType(one.dtype)
    return value
