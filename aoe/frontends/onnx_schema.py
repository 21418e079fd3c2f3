"""Whether the nodes of a model are what the ONNX standard says of their operators: how many inputs
and outputs, and which attributes of which type.

What follows relies on it. Operators that the installed `onnx` package does not know are left to
`aoe.graph`, which refuses them or checks them itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import dropwhile

import onnx
import onnx_ir

from aoe.errors import ModelError, quoted

#: Problems listed in one message.
_LISTED = 5


def check_nodes(model: onnx_ir.Model, label: str) -> None:
    """Raises `ModelError` that lists the nodes that are not as their operator is defined."""
    problems = [
        problem
        for nodes, imports in _bodies(model)
        for node in nodes
        if (problem := _problem(node, imports)) is not None
    ]
    if problems:
        raise ModelError(f"{label} is not a valid ONNX model: {'; '.join(problems[:_LISTED])}")


def _bodies(
    model: onnx_ir.Model,
) -> Iterable[tuple[Iterable[onnx_ir.Node], Mapping[str, int]]]:
    """The nodes of every graph and function, and the operator sets they are of."""
    yield model.graph.all_nodes(), model.opset_imports
    for function in model.functions.values():
        yield function.all_nodes(), function.opset_imports


def _problem(node: onnx_ir.Node, imports: Mapping[str, int]) -> str | None:
    what = f"node {quoted(repr(node.name or ''))} ({quoted(node.op_type)})"
    if not node.outputs:
        return f"{what} has no output"
    domain = "" if node.domain == "ai.onnx" else node.domain
    version = imports.get(domain, imports.get("ai.onnx", 0) if not domain else 0)
    try:
        schema = onnx.defs.get_schema(node.op_type, version, domain)
    except Exception:  # it raises its own, unnamed, error where there is none
        return None
    given = len(list(dropwhile(lambda value: value is None, reversed(node.inputs))))
    if given > schema.max_input or len(node.inputs) < schema.min_input:
        return f"{what} has {len(node.inputs)} inputs"
    if not schema.min_output <= len(node.outputs) <= schema.max_output:
        return f"{what} has {len(node.outputs)} outputs"
    for value, formal in zip(node.inputs, schema.inputs, strict=False):
        if value is None and formal.option == onnx.defs.OpSchema.FormalParameterOption.Single:
            return f"{what} lacks its input {formal.name!r}"
    for name, attribute in schema.attributes.items():
        if name not in node.attributes:
            if attribute.required:
                return f"{what} lacks its attribute {name!r}"
        elif attribute.type != getattr(
            onnx.defs.OpSchema.AttrType, node.attributes[name].type.name
        ):
            return f"{what} has an attribute {name!r} of a wrong type"
    return None
