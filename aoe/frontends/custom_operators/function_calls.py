"""Calls of custom operators where a graph is built node by node: the readers of other formats.

The body of the operator (`custom_operator.py`) becomes nodes of the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
import onnx
import onnx_ir

from aoe.errors import ModelError, UsageError, counted, quoted
from aoe.frontends.custom_operators.custom_operator import (
    CustomOperator,
    operators,
    used_by,
)
from aoe.frontends.custom_operators.function_checks import ONNX_DOMAINS, check_functions
from aoe.frontends.graph_builder import GraphBuilder, Operand
from aoe.graph.prepare.opset import CANONICAL_OPSET

#: A value of an attribute, and values by name. Builders check what they are given.
Number: TypeAlias = "int | float | str"
Attributes: TypeAlias = Mapping[str, Any]
_KINDS = onnx_ir.AttributeType
_CONSTANTS = {
    "value_float": np.float32,
    "value_floats": np.float32,
    "value_int": np.int64,
    "value_ints": np.int64,
}


def called(
    operator: CustomOperator,
    builder: GraphBuilder,
    operands: Sequence[Operand | None],
    attributes: Attributes,
) -> list[Operand]:
    """The results of a custom operator.

    Args:
        operator: The operator.
        builder: Takes the nodes of its body.
        operands: Its inputs; trailing ones may be left out.
        attributes: Its attributes.

    Raises:
        ModelError: It does not take these, or its body uses what this cannot build.
    """
    function = onnx_ir.serde.deserialize_function(operator.body)
    bodies = {operator.key: operator, **used_by(function.all_nodes(), operators())}
    check_functions([item.function({}) for item in bodies.values()], operator.title)
    operator.check_body()
    operator.check_attributes(attributes, operator.title)
    wrong = operator.mismatch(CANONICAL_OPSET)
    if wrong is not None:
        raise ModelError(
            f"{operator.title}: its body uses {wrong} of ONNX operator set {operator.version}, "
            f"which means something else in set {CANONICAL_OPSET}; write it for that"
        )
    if len(operands) > len(function.inputs):
        raise ModelError(
            f"{operator.title} is given {counted(len(operands), 'input')}, but its body has "
            f"{len(function.inputs)}"
        )
    given: dict[onnx_ir.Value, Operand | None] = dict.fromkeys(function.inputs)
    given.update(zip(function.inputs, operands, strict=False))
    for node in function:
        results = _computed(operator, function, builder, node, given, attributes)
        given.update(zip(node.outputs, results, strict=False))
    found = [given[value] for value in function.outputs]
    return [item for item in found if item is not None]


def _computed(
    operator: CustomOperator,
    function: onnx_ir.Function,
    builder: GraphBuilder,
    node: onnx_ir.Node,
    given: Mapping[onnx_ir.Value, Operand | None],
    attributes: Attributes,
) -> Sequence[Operand]:
    """The results of a node of a body."""
    known = {
        name: value
        for name, item in node.attributes.items()
        if (value := _value(operator, function, item, attributes)) is not None
    }
    if node.domain in ONNX_DOMAINS and node.op_type == "Constant":
        return [_constant(operator, known)]
    operands = [None if value is None else given[value] for value in node.inputs]
    if node.domain in ONNX_DOMAINS:
        return builder.nodes(node.op_type, len(node.outputs), *operands, **known)
    inner = operators().get((node.domain, node.op_type))
    if inner is None:
        raise ModelError(
            f"{operator.title}: its body uses {node.domain}.{node.op_type}, which is not registered"
        )
    return called(inner, builder, operands, known)


def _value(
    operator: CustomOperator,
    function: onnx_ir.Function,
    attribute: onnx_ir.Attr,
    attributes: Attributes,
) -> Any:
    """The value of an attribute of a node; None if the operator leaves it open."""
    if attribute.is_ref():
        name = str(attribute.ref_attr_name)
        if name in attributes:
            return typed(attributes[name], attribute.type, f"{operator.title}: {name}")
        default = function.attributes.get(name)
        return None if default is None else default.value
    if attribute.type in (_KINDS.GRAPH, _KINDS.GRAPHS):
        raise ModelError(f"{operator.title}: its body has graphs inside, which need an ONNX model")
    return attribute.value


def typed(
    value: Number | Sequence[Number], kind: onnx_ir.AttributeType, what: str
) -> Number | list[Number]:
    """A value as the type of its attribute. Raises `ModelError` if it is none of that type."""
    several = kind.name.endswith("S") and kind.name != "S"
    given = list(value) if isinstance(value, list | tuple) else [value]
    make = _MAKERS.get(kind.name.removesuffix("S"))
    try:
        if make is None or (len(given) != 1 and not several):
            raise ValueError
        made = [make(item) for item in given]
    except (TypeError, ValueError):
        raise ModelError(f"{what} is {quoted(value)}, but must be {kind.name.lower()}") from None
    return made if several else made[0]


def onnx_attributes(kind: str, given: Attributes, what: str) -> dict[str, Any]:
    """Attributes of an operator of ONNX in their types. Raises `ModelError` for others."""
    defined = onnx.defs.get_schema(kind, CANONICAL_OPSET, "").attributes
    for name in given:
        if name not in defined:
            raise ModelError(f"{what}: {kind} of ONNX has no attribute {name!r}")
    return {
        name: typed(value, _kind(defined[name]), f"{what}: {name}") for name, value in given.items()
    }


def _kind(attribute: onnx.defs.OpSchema.Attribute) -> onnx_ir.AttributeType:
    kinds = onnx.defs.OpSchema.AttrType
    return next(kind for kind in _KINDS if getattr(kinds, kind.name, None) == attribute.type)


def _whole(value: Number) -> int:
    if isinstance(value, str) or int(value) != value:
        raise ValueError(value)
    return int(value)


def _text(value: Number) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


#: What makes a value of each type of attribute.
_MAKERS: Mapping[str, Callable[[Any], Number]] = MappingProxyType(
    {"FLOAT": float, "INT": _whole, "STRING": _text}
)


def _constant(operator: CustomOperator, attributes: Mapping[str, object]) -> np.ndarray:
    """The value of a node Constant."""
    ((name, value),) = attributes.items()
    if name in _CONSTANTS:
        return np.asarray(value, _CONSTANTS[name])
    if isinstance(value, onnx_ir.TensorProtocol):
        return value.numpy()
    raise UsageError(f"{operator.title}: its body has a constant of texts, which is not computed")
