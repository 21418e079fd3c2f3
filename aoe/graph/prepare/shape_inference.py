"""Infers type and shape of one node's outputs with onnx's own inference.

Sizes on which that differs from runtimes are those of `output_sizes`. It serves nodes that rules
make or read (`rewriting`). Whole graphs are inferred by onnxscript's constant folding (`prepare`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import onnx
import onnx_ir

from aoe.graph.prepare.node_inference import Inferred, infer_node
from aoe.graph.prepare.output_sizes import output_shape

#: The domains of ONNX's own operator sets.
STANDARD_DOMAINS = ("", "ai.onnx")
#: Elements of the largest constant that inference may need: shapes, axes, sizes.
_LARGEST_CONSTANT = 64


def infer_outputs(node: onnx_ir.Node, version: int) -> None:
    """Sets types and shapes of a node's outputs where onnx infers them.

    Nodes of other domains, nodes with subgraphs and nodes with invalid inputs are left as they are.
    `version` is the operator set of the model.
    """
    try:
        found = _inferred(node, version)
    except Exception:  # the library raises whatever an invalid node makes it meet
        return
    for output in node.outputs:
        inferred = found.get(str(output.name))
        if inferred is not None:
            output.type = inferred.type
            if output.shape is None or not output.shape.is_static():
                output.shape = inferred.shape


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
        if output.shape is not None and _differ(shape, output.shape):
            output.shape = shape
    return None


def _differ(one: onnx_ir.Shape, other: onnx_ir.Shape) -> bool:
    """Whether no array has both shapes."""
    pairs = zip(one, other, strict=False)
    return len(one) != len(other) or any(
        isinstance(a, int) and isinstance(b, int) and a != b for a, b in pairs
    )


def _inferred(node: onnx_ir.Node, version: int) -> Mapping[str, Inferred]:
    """Types and shapes of a node's outputs by name, as far as onnx infers them.

    Raises whatever the library raises.
    """
    if node.domain not in STANDARD_DOMAINS or not onnx.defs.has(node.op_type, version, ""):
        return {}
    if any(attribute.type == onnx_ir.AttributeType.GRAPH for attribute in node.attributes.values()):
        return {}
    unknown = any(value is not None and value.type is None for value in node.inputs)
    if unknown or any(output.name is None for output in node.outputs):
        return {}
    # Split has a size for each output.
    largest = max(_LARGEST_CONSTANT, len(node.outputs))
    found = infer_node(node, version, largest, fixed_inputs=False)
    shape = output_shape(node)
    if shape is not None:
        found = {name: replace(item, sizes=shape) for name, item in found.items()}
    return found


def broadcast_shape(*shapes: Sequence[int]) -> tuple[int, ...]:
    """The shape that NumPy broadcasting gives."""
    return tuple(np.broadcast_shapes(*(tuple(shape) for shape in shapes)))
