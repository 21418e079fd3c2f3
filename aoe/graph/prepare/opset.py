"""Converts a model to one operator set, so that rules and operator definitions see one form.

onnxscript converts operator sets from 18 on. onnx's own converter brings earlier ones there.
Neither sees the weights. Operator sets after `CANONICAL_OPSET` only add operators and are left.
Operators of ONNX Runtime in the ONNX domain move to its own domain.
"""

from __future__ import annotations

import onnx
import onnx_ir
from onnxscript import version_converter

from aoe.errors import ModelError
from aoe.graph.prepare.batched_scans import write_out_batched_scans
from aoe.graph.prepare.rewriting import integer

#: The operator set that models are converted to: the first with today's GroupNormalization.
CANONICAL_OPSET = 21

#: The domain of trees, linear models and encoders.
CLASSICAL_DOMAIN = "ai.onnx.ml"

#: The domain of the operators that ONNX Runtime adds.
RUNTIME_DOMAIN = "com.microsoft"

#: The first operator set that onnxscript converts from.
_SCRIPT_OPSET = 18


def to_canonical_opset(model: onnx_ir.Model) -> None:
    """Converts a model without functions in place.

    Raises:
        ModelError: It cannot be converted.
    """
    if _version(model) == 8 and not write_out_batched_scans(model):
        raise _failed(
            model,
            8,
            9,
            "its Scan has a batch dimension that later ones have not, and the shapes of its inputs "
            "are not known or its sequences differ in length",
        )
    _flatten_hardmax(model)
    foreign = _move_to_runtime_domain(model)
    for target in (_SCRIPT_OPSET, CANONICAL_OPSET):
        version = _version(model)
        if version >= target:
            continue
        try:
            version_converter.ConvertVersionPass(target_version=target, fallback=True)(model)
        except Exception as error:  # the converters raise whatever they meet
            raise _failed(model, version, target, str(error)) from error
        if _version(model) != target:
            raise _failed(model, version, target, "an operator has no newer form")
    for node in model.graph:  # some have become ONNX operators since
        if node.op_type in foreign and onnx.defs.has(node.op_type, _version(model), ""):
            node.domain = ""


def _flatten_hardmax(model: onnx_ir.Model) -> None:
    """Spells out the flattening of Hardmax before operator set 13.

    There Hardmax takes all dimensions from its axis on as one. The converters keep only the axis.
    """
    for node in list(model.graph) if _version(model) < 13 else ():
        if node.op_type != "Hardmax" or node.domain:
            continue
        axis = integer(node, "axis", 1)
        shape = onnx_ir.node("Shape", [node.inputs[0]])
        flat = onnx_ir.node("Flatten", [node.inputs[0]], {"axis": axis})
        result = onnx_ir.node("Hardmax", [flat.outputs[0]], {"axis": 1})
        restored = onnx_ir.node("Reshape", [result.outputs[0], shape.outputs[0]])
        for made in (shape, flat, result, restored):
            made.outputs[0].name = f"{node.outputs[0].name}_{made.op_type}"
        onnx_ir.convenience.replace_nodes_and_values(
            model.graph,
            node,
            [node],
            [shape, flat, result, restored],
            node.outputs,
            restored.outputs,
        )


def _move_to_runtime_domain(model: onnx_ir.Model) -> set[str]:
    """Moves nodes of unknown operators to the domain of ONNX Runtime, which computes some of them.

    Returns:
        The operators of these nodes.
    """
    version, found = _version(model), set()
    for node in model.graph:
        if node.domain == "" and not onnx.defs.has(node.op_type, version, ""):
            node.domain = RUNTIME_DOMAIN
            model.opset_imports.setdefault(RUNTIME_DOMAIN, 1)
            found.add(node.op_type)
    return found


def _version(model: onnx_ir.Model) -> int:
    imports = model.opset_imports
    version = imports.pop("ai.onnx", None) or imports.get("")
    if version is None:
        version = CANONICAL_OPSET
    imports[""] = version
    return version


def _failed(model: onnx_ir.Model, version: int, target: int, why: str) -> ModelError:
    return ModelError(
        f"cannot convert model {model.graph.name!r} from ONNX operator set {version} to {target}: "
        f"{why}; export it for operator set {_SCRIPT_OPSET} or later"
    )
