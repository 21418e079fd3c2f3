"""Checks the nodes of a model against the ONNX standard: the number of inputs and outputs, and the
attributes and their types.

Later stages rely on it. Operators that the installed `onnx` package does not know are left to
`aoe.graph`, which refuses or checks them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import dropwhile

import onnx
import onnx_ir

from aoe.errors import ModelError, counted, quoted

_EQUATION = re.compile(r"[A-Za-z, ]*([.]{3}[A-Za-z, ]*)*(->[A-Za-z ]*([.]{3}[A-Za-z ]*)?)?")
#: Most problems in one message.
_LISTED = 5


def check_nodes(model: onnx_ir.Model, label: str) -> None:
    """Raises `ModelError` that lists the nodes that violate the definition of their operator."""
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
    """The nodes of every graph and function, with the operator sets they use."""
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
    except Exception:  # it raises an error without a name if there is none
        return None
    given = len(list(dropwhile(lambda value: value is None, reversed(node.inputs))))
    if given > schema.max_input or len(node.inputs) < schema.min_input:
        return f"{what} has {counted(len(node.inputs), 'input')}"
    if not schema.min_output <= len(node.outputs) <= schema.max_output:
        return f"{what} has {counted(len(node.outputs), 'output')}"
    for value, formal in zip(node.inputs, schema.inputs, strict=False):
        if value is None and formal.option == onnx.defs.OpSchema.FormalParameterOption.Single:
            return f"{what} lacks its input {formal.name!r}"
    for name, defined in schema.attributes.items():
        wrong = _wrong_attribute(node, name, defined)
        if wrong is not None:
            return f"{what} {wrong}"
    return None


def _wrong_attribute(
    node: onnx_ir.Node, name: str, defined: onnx.defs.OpSchema.Attribute
) -> str | None:
    attribute = node.attributes.get(name)
    if attribute is None:
        return f"lacks its attribute {name!r}" if defined.required else None
    if defined.type != getattr(onnx.defs.OpSchema.AttrType, attribute.type.name, None):
        return f"has an attribute {name!r} of a wrong type"
    if isinstance(attribute.value, bytes):
        return f"has an attribute {name!r} that is not UTF-8 text"
    # The shape inference of `onnx` does not terminate on other characters.
    if name == "equation" and not attribute.is_ref() and not _EQUATION.fullmatch(attribute.value):
        return f"has the equation {quoted(repr(attribute.value))}, which is not valid"
    return None
