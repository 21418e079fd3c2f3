"""Checks of functions of ONNX before they are inlined: those of a model, and the bodies of custom
operators.

Inlining (`onnx_ir.passes.common.InlinePass`) relies on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import onnx
import onnx_ir

from aoe.errors import ModelError, first_of
from aoe.graph.prepare.opset import CANONICAL_OPSET
from aoe.graph.prepare.opset_adapters.registry import adapters

#: The names of ONNX's own domain.
ONNX_DOMAINS = ("", "ai.onnx")

#: The operator set of ONNX for a model that has only nodes of other domains.
_WITHOUT_VERSION = 18
_Key: TypeAlias = tuple[str, str]
#: Most names in a message; further ones are only counted.
_LISTED = 5


def check_functions(functions: Iterable[onnx_ir.Function], label: str) -> None:
    """Sorts the nodes of functions topologically, in place. Raises `ModelError` for a function that
    uses values that nothing defines, has a cycle, or calls itself.

    Args:
        functions: The functions.
        label: How messages call the model.
    """
    calls: dict[_Key, set[_Key]] = {}
    for function in functions:
        missing = _undefined(function)
        if missing:
            raise ModelError(
                f"{label}: function {_title((function.domain, function.name))} uses values that "
                f"nothing defines: {first_of([repr(name) for name in missing], _LISTED)}"
            )
        try:
            function.sort()
        except ValueError:
            raise ModelError(
                f"{label}: function {_title((function.domain, function.name))} has a cycle; no "
                "value may depend on itself"
            ) from None
        called = {(node.domain, node.op_type) for node in function.all_nodes()}
        calls.setdefault((function.domain, function.name), set()).update(called)
    for key in calls:
        if key in _reached(key, calls):
            raise ModelError(
                f"{label}: function {_title(key)} calls itself, which ONNX does not allow; write "
                "it without this call"
            )


def changed_operator(op_types: Iterable[str], version: int, other: int) -> str | None:
    """The first of some ONNX operators of operator set `version` that means something else in
    operator set `other`; None if none does.
    """
    low, high = sorted((version, other))
    between = [item for item in adapters() if low < item.version <= high]
    changed = {name for item in between if not item.of_corners for name in item.op_types}
    for op_type in op_types:
        if op_type in changed:
            return op_type
        if onnx.defs.has(op_type, version, ""):
            since = onnx.defs.get_schema(op_type, version, "").since_version
            if other < since:
                return op_type
    return None


def in_versions_of_model(model: onnx_ir.Model, label: str) -> None:
    """Gives functions the operator sets of the model, in place, as inlining expects. A domain that
    the model leaves out gets the newest version that functions have of it.

    Args:
        model: The model. It has an operator set of ONNX afterwards, under the name "".
        label: How messages call it.

    Raises:
        ModelError: A node of a function means something else in the operator set of the model.
    """
    imports = model.opset_imports
    for domain in ONNX_DOMAINS[1:]:
        if domain in imports:
            imports[""] = imports.pop(domain)
    functions = [(item, _plain_imports(item)) for item in model.functions.values()]
    newest: dict[str, int] = {}
    for _, own in functions:
        newest.update({name: max(own[name], newest.get(name, 0)) for name in own})
    for name, version in {"": _WITHOUT_VERSION, **newest}.items():
        imports.setdefault(name, version)
    for function, own in functions:
        used = [node.op_type for node in function.all_nodes() if not _plain(node.domain)]
        version, wanted = own.get("", imports[""]), imports[""]
        changed = changed_operator(used, version, wanted)
        if changed is not None:
            raise ModelError(
                f"{label}: function {_title((function.domain, function.name))} uses {changed} of "
                f"ONNX operator set {version}, which means something else in {wanted}, that of the "
                f"model; write both for operator set {CANONICAL_OPSET}"
            )
        function.opset_imports.clear()
        function.opset_imports.update({name: imports[name] for name in own})


def _plain_imports(function: onnx_ir.Function) -> dict[str, int]:
    """The operator sets of a function by the plain names of domains."""
    return {_plain(domain): version for domain, version in function.opset_imports.items()}


def _plain(domain: str) -> str:
    """The name of a domain; "" is that of ONNX, however it is written."""
    return "" if domain in ONNX_DOMAINS else domain


def complete_calls(model: onnx_ir.Model) -> None:
    """Gives calls that leave out the last outputs of a function all of them, in place."""
    bodies: list[onnx_ir.Graph | onnx_ir.Function] = [model.graph, *model.functions.values()]
    for node in [node for body in bodies for node in body.all_nodes()]:
        function = model.functions.get(node.op_identifier())
        if function is not None and len(node.outputs) < len(function.outputs):
            node.resize_outputs(len(function.outputs))


def _undefined(function: onnx_ir.Function) -> list[str]:
    """Names of values that are neither inputs of a function nor computed in it."""
    defined = set(function.inputs)
    used = list(function.outputs)
    for node in function.all_nodes():
        defined.update(node.outputs)
        used += [value for value in node.inputs if value is not None]
        for attribute in node.attributes.values():
            for graph in _graphs(attribute):
                defined.update(graph.inputs)
                defined.update(graph.initializers.values())
                used.extend(graph.outputs)
    return list(dict.fromkeys(str(value.name) for value in used if value not in defined))


def _graphs(attribute: onnx_ir.Attr) -> list[onnx_ir.Graph]:
    if attribute.is_ref():
        return []
    if attribute.type == onnx_ir.AttributeType.GRAPH:
        return [attribute.as_graph()]
    if attribute.type == onnx_ir.AttributeType.GRAPHS:
        return list(attribute.as_graphs())
    return []


def _reached(start: _Key, calls: Mapping[_Key, set[_Key]]) -> set[_Key]:
    """The operators that a function calls, directly or through others."""
    found: set[_Key] = set()
    pending = [*calls[start]]
    while pending:
        key = pending.pop()
        if key not in found:
            found.add(key)
            pending += calls.get(key, ())
    return found


def _title(key: _Key) -> str:
    return ".".join(filter(None, key))
