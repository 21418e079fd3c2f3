"""Checks of a node that a graph has just got: that its outputs have element types, and that Python
numbers among its inputs were not changed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import onnx
import onnx_ir

from aoe.errors import ModelError, quoted
from aoe.near_names import hint

#: Domains whose operators have a schema.
_WITH_SCHEMAS = ("", "ai.onnx.ml")
#: Where onnxscript leaves the reason why it could not infer a type.
_REASON = "pkg.onnxscript.shape_inference_error"


def require_inferred(graph: str, node: onnx_ir.Node, sets: Mapping[str, int]) -> None:
    """Refuses a node whose outputs have no element type although its inputs have, and a node with
    such a node in one of its subgraphs.

    Args:
        graph: What messages call the graph.
        node: The node.
        sets: Operator sets, by domain.

    Raises:
        ModelError: The node is refused.
    """
    for attribute in node.attributes.values():
        if attribute.type == onnx_ir.AttributeType.GRAPH and not attribute.is_ref():
            for inner in attribute.as_graph():
                require_inferred(graph, inner, sets)
    inputs = [value for value in node.inputs if value is not None]
    if node.domain not in _WITH_SCHEMAS or any(value.type is None for value in inputs):
        return
    reason = node.metadata_props.get(_REASON)
    if reason is None and all(value.type is not None for value in node.outputs):
        return
    version = node.version or sets.get(node.domain, 1)
    if not onnx.defs.has(node.op_type, version, node.domain):
        reason = f"there is no such operator{_nearest(node, version)}"
    listed = ", ".join(_described(value) for value in inputs) or "no inputs"
    raise ModelError(
        f"graph {graph!r}: {node.op_type} of {listed}: "
        f"{quoted(reason or 'its element type cannot be inferred')}"
    )


def require_kept(graph: str, node: onnx_ir.Node, inputs: Sequence[object]) -> None:
    """Refuses Python numbers that are others in the element type of the operator.

    Args:
        graph: What messages call the graph.
        node: The node.
        inputs: Its inputs as the user gave them.

    Raises:
        ModelError: A number is refused.
    """
    for given, value in zip(inputs, node.inputs, strict=False):
        if value is None or value.const_value is None or isinstance(given, str):
            continue
        if isinstance(given, int | float | list | tuple) and not _kept(given, value.const_value):
            raise ModelError(
                f"graph {graph!r}: {node.op_type}: {quoted(repr(given))} cannot be of the type "
                f"{_type_text(value)}; cast the other input, or give an array"
            )


def _kept(given: object, tensor: onnx_ir.TensorProtocol) -> bool:
    """Whether a tensor has the numbers that were given, as well as its type can."""
    if tensor.dtype == onnx_ir.DataType.STRING:
        return True
    found = np.ravel(tensor.numpy()).tolist()
    wanted = list(given) if isinstance(given, list | tuple) else [given]
    if len(found) != len(wanted):
        return False
    if tensor.dtype.is_floating_point():
        return all(map(_same_number, wanted, found))
    return bool(wanted == found)


def _same_number(wanted: Any, found: Any) -> bool:
    """Whether a rounded number is neither of another sign nor infinite where the other is not."""
    a, b = float(wanted), float(found)
    if math.isfinite(a) != math.isfinite(b):
        return False
    return math.isnan(a) or math.copysign(1, a) == math.copysign(1, b)


def _nearest(node: onnx_ir.Node, version: int) -> str:
    schemas = [item.name for item in onnx.defs.get_all_schemas() if item.domain == node.domain]
    meant = hint(node.op_type, schemas, "see the operators of ONNX")
    return f" in set {version} of {node.domain or 'ONNX'}; {meant}"


def _described(value: onnx_ir.Value) -> str:
    shape = "" if value.shape is None else f"[{','.join(str(size) for size in value.shape)}]"
    return f"{value.name} {_type_text(value)}{shape}"


def _type_text(value: onnx_ir.Value) -> str:
    if value.dtype is None:
        return "of any type"
    return "string" if value.dtype == onnx_ir.DataType.STRING else value.dtype.numpy().name
