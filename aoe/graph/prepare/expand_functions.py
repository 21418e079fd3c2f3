"""Expands ONNX operators that ONNX defines by a function of other operators.

Among them are losses, window functions, AffineGrid and DynamicQuantizeLinear. Each node becomes a
call of a function of the model, which onnx_ir inlines. The rules of the other modules come first: a
function is general, and often slower than their result.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import onnx
import onnx_ir
from onnx_ir.passes import common as passes

from aoe.graph.prepare.rewriting import has_shape, uses_further_outputs
from aoe.graph.prepare.rules.simplification.inference_mode import draws_random_numbers
from aoe.graph.prepare.shapes.node_inference import type_proto

#: The domain of the functions until they are inlined.
_DOMAIN = "open-aoe.expanded"


def expand_functions(model: onnx_ir.Model, computed: Set[str]) -> bool:
    """Replaces nodes by the bodies of their functions, in place.

    Nodes wait until the types and shapes of their inputs are known, so that rules come first.

    Args:
        model: The model.
        computed: Operators of the ONNX domain to leave as they are.

    Returns:
        Whether any node was replaced.
    """
    version = model.opset_imports[""]
    expanded = []
    for number, node in enumerate(model.graph):
        if node.domain != "" or (node.op_type in computed and not uses_further_outputs(node)):
            continue
        function = _function_of(node, version)
        if function is not None:
            name = f"{node.op_type}_{number}"
            model.functions[(_DOMAIN, name, "")] = _named(function, name, model)
            expanded.append((node, name))
    for node, name in expanded:
        _add_default_attributes(node, version)
        node.domain, node.op_type = _DOMAIN, name
    if expanded:
        model.opset_imports.setdefault(_DOMAIN, 1)
        passes.InlinePass(lambda function: function.domain == _DOMAIN)(model)
        del model.opset_imports[_DOMAIN]
    return bool(expanded)


def _function_of(node: onnx_ir.Node, version: int) -> onnx_ir.Function | None:
    """The body that ONNX defines for a node; None without one, or while its inputs are unknown."""
    if draws_random_numbers(node) or not onnx.defs.has(node.op_type, version, ""):
        return None
    schema: Any = onnx.defs.get_schema(node.op_type, version, "")  # the stubs miss much of it
    if schema.has_type_and_shape_inference_function and not has_shape(node.outputs[0]):
        return None  # its size depends on data, and so would the sizes in the function
    if schema.has_context_dependent_function:
        body = _context_dependent_body(node, schema)
    elif schema.has_function:
        body = schema.function_body
    else:
        return None
    if body is None:
        return None
    return onnx_ir.serde.deserialize_function(_with_outputs(body, len(node.outputs)))


def _with_outputs(body: onnx.FunctionProto, count: int) -> onnx.FunctionProto:
    """The function with `count` outputs.

    Outputs that the body does not compute, since nothing asks for them, become constants.
    """
    made = {name for node in body.node for name in node.output} | set(body.input)
    del body.output[count:]
    for name in body.output:
        if name not in made:
            body.node.append(onnx.helper.make_node("Constant", [], [name], value_int=0))
    return body


def _context_dependent_body(node: onnx_ir.Node, schema: Any) -> onnx.FunctionProto | None:
    types = []
    for value in node.inputs:
        proto = onnx.TypeProto() if value is None else type_proto(value)
        if proto is None or (value is not None and value.shape is None):
            return None
        types.append(proto.SerializeToString())
    version = max(schema.context_dependent_function_opset_versions)
    data = schema.get_context_dependent_function_with_opset_version(
        version, onnx_ir.serde.serialize_node(node).SerializeToString(), types
    )
    return onnx.FunctionProto.FromString(data) if data else None


def _named(function: onnx_ir.Function, name: str, model: onnx_ir.Model) -> onnx_ir.Function:
    """The function under another name, for the operator sets of the model.

    onnx keeps bodies valid for later operator sets than they were written for.
    """
    function.domain, function.name = _DOMAIN, name
    function.opset_imports.clear()
    function.opset_imports.update(model.opset_imports)
    return function


def _add_default_attributes(node: onnx_ir.Node, version: int) -> None:
    """Adds the attributes that a node leaves to their defaults, since a body may refer to them."""
    for name, attribute in onnx.defs.get_schema(node.op_type, version, "").attributes.items():
        if name not in node.attributes and attribute.default_value.type:
            node.attributes[name] = onnx_ir.serde.deserialize_attribute(attribute.default_value)
