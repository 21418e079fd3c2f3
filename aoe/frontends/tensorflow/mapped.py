"""Operators of TensorFlow that `--op_name_map` maps: to others, to custom operators, or to
operators of ONNX.

An operator gets the operands of the node with their axes in TensorFlow's order, and those of its
attributes that the node has by the same names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import onnx

from aoe.frontends.custom_operators.custom_operator import operators, resolved
from aoe.frontends.custom_operators.function_calls import called, onnx_attributes
from aoe.frontends.operator_names import OperatorNames
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations import OPERATIONS
from aoe.frontends.tensorflow.operations.operation_table import Operation
from aoe.frontends.tensorflow.values import Held, Result
from aoe.graph.prepare.opset import CANONICAL_OPSET


def mapped_operations(names: OperatorNames) -> Mapping[str, Operation]:
    """What computes each type that is mapped. Raises `UsageError` for one that is mapped to nothing
    that there is.
    """
    return {kind: _operation(target, names.label) for kind, target in names.names.items()}


def _operation(target: str, label: str) -> Operation:
    """An operator of TensorFlow, unless one of the same name is registered."""
    registered = "." in target or any(name == target for _, name in operators())
    if target in OPERATIONS and not registered:
        return OPERATIONS[target]
    domain, name = resolved(target, label)

    def run(context: Context, node: Node, values: Sequence[Held]) -> Result:
        operands = [context.plain(value) for value in values]
        if not domain:
            defined = onnx.defs.get_schema(name, CANONICAL_OPSET, "").attributes
            given = onnx_attributes(name, _attributes(node, defined), f"{node.name} ({node.op})")
            return context.node(name, *operands, **given)
        custom = operators()[domain, name]
        body = custom.body
        known = [*body.attribute, *(item.name for item in body.attribute_proto)]
        return tuple(called(custom, context.builder, operands, _attributes(node, known)))

    return Operation(run)


def _attributes(node: Node, names: Iterable[str]) -> dict[str, Any]:
    """The attributes of a node among these."""
    return {name: node.value(name) for name in names if name in node}
