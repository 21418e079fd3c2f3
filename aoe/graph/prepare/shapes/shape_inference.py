"""Infers type and shape of one node's outputs, and compares them with what the model declares.

It serves nodes that rules make or read (`rewriting`). Whole graphs are inferred by onnxscript's
constant folding (`prepare`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import onnx
import onnx_ir

from aoe.graph.prepare.shapes.node_inference import RUNTIME_DOMAIN, Inferred, infer_node

#: The domains of ONNX's own operator sets.
STANDARD_DOMAINS = ("", "ai.onnx")
#: Elements of the largest constant that inference may need: shapes, axes, sizes.
_LARGEST_CONSTANT = 64


def infer_outputs(node: onnx_ir.Node, version: int) -> None:
    """Sets types and shapes of a node's outputs where onnx infers them.

    Nodes of unknown operators, nodes with subgraphs and nodes with invalid inputs are left as they
    are.
    `version` is the operator set of the model.
    """
    found = inferred_outputs(node, version)
    for output in node.outputs:
        inferred = found.get(str(output.name))
        if inferred is not None:
            output.type = inferred.type or output.type
            if output.shape is None or not output.shape.is_static():
                output.shape = inferred.shape


def inferred_outputs(node: onnx_ir.Node, version: int) -> Mapping[str, Inferred]:
    """Types and shapes of a node's outputs by name, as far as they are inferred; none for the nodes
    that `infer_outputs` leaves. `version`: that of the operator set of the node.
    """
    try:
        return _inferred(node, version)
    except Exception:  # the library raises whatever an invalid node makes it meet
        return {}


def correct_outputs(node: onnx_ir.Node, version: int) -> str | None:
    """Gives a node's outputs the inferred shapes where the model declares others, as runtimes do.

    Returns:
        Why inputs and attributes do not fit, in a few words; None if nothing is known to be wrong.
    """
    try:
        found = _inferred(node, version)
    except onnx.shape_inference.InferenceError as error:
        return str(error).split("] ", 1)[-1]  # after the kind of the error
    except Exception:  # other checks look at what onnx cannot
        return None
    for output in node.outputs:
        inferred = found.get(str(output.name))
        shape = inferred and inferred.shape
        if not shape:
            continue
        if any(isinstance(size, int) and size < 0 for size in shape):
            return f"its result would have the shape {shape}"
        if output.shape is not None and shapes_differ(shape, output.shape):
            output.shape = shape
    return None


def merged_shape(
    declared: onnx_ir.Shape | None, inferred: onnx_ir.Shape | None
) -> onnx_ir.Shape | None:
    """The inferred shape, with the sizes that only the model declares. What it declares does not
    count where no array of the inferred shape has it.
    """
    if declared is None or inferred is None:
        return declared if inferred is None else inferred
    if shapes_differ(inferred, declared):
        return inferred
    pairs = zip(inferred, declared, strict=True)
    return onnx_ir.Shape(
        found if isinstance(found, int) or given == onnx_ir.SymbolicDim(None) else given
        for found, given in pairs
    )


def shapes_differ(one: onnx_ir.Shape, other: onnx_ir.Shape) -> bool:
    """Whether no array has both shapes; sizes that are not known may be any."""
    pairs = zip(one, other, strict=False)
    return len(one) != len(other) or any(
        isinstance(a, int) and isinstance(b, int) and a != b for a, b in pairs
    )


def _inferred(node: onnx_ir.Node, version: int) -> Mapping[str, Inferred]:
    """Types and shapes of a node's outputs by name, as far as onnx infers them.

    Raises whatever the library raises.
    """
    domain = "" if node.domain in STANDARD_DOMAINS else node.domain
    if domain != RUNTIME_DOMAIN and not onnx.defs.has(node.op_type, version, domain):
        return {}
    if any(attribute.type == onnx_ir.AttributeType.GRAPH for attribute in node.attributes.values()):
        return {}
    unknown = any(value is not None and value.type is None for value in node.inputs)
    if unknown or any(output.name is None for output in node.outputs):
        return {}
    # Split has a size for each output.
    largest = max(_LARGEST_CONSTANT, len(node.outputs))
    return infer_node(node, version, largest, fixed_inputs=False)


def broadcast_shape(*shapes: Sequence[int]) -> tuple[int, ...]:
    """The shape that NumPy broadcasting gives."""
    return tuple(np.broadcast_shapes(*(tuple(shape) for shape in shapes)))
