"""Checks of an ONNX model before it is used: texts that are none, a missing graph, values that are
defined twice or not at all, cycles, and external data that is missing, too short or outside the
model's folder.

Each check raises one `ModelError` that names the file and the value or node. `aoe.frontends.onnx`
calls them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import onnx
import onnx_ir
from google.protobuf.message import Message  # type: ignore[import-untyped]

from aoe.errors import ModelError, first_of, quoted
from aoe.frontends.frontend import HEAD_BYTES
from aoe.frontends.source_file import readable, require_fetched
from aoe.graph.prepare.input_types import type_name

#: Most names in a message; further ones are only counted.
_LISTED = 5


def _has_parts(graph: onnx.GraphProto) -> bool:
    return bool(graph.node or graph.input or graph.output)


def check_model(proto: onnx.ModelProto, label: str) -> None:
    """Checks that a decoded message is a model; many other files decode to an empty message."""
    for field, text in _undecodable(proto):
        raise ModelError(f"{label} is damaged: {text!r}, a {field} in it, is no text in UTF-8")
    if not proto.HasField("graph") or not _has_parts(proto.graph):
        raise ModelError(f"{label} is not an ONNX model: it holds no graph")
    if not proto.graph.output:
        raise ModelError(f"{label} has no outputs: nothing to compute")
    if proto.ir_version > onnx.IR_VERSION:
        raise ModelError(
            f"{label} has ir_version {proto.ir_version}, but the installed onnx package knows up "
            f"to {onnx.IR_VERSION}; upgrade onnx or export for an earlier version"
        )
    versions = [item.version for item in proto.opset_import if item.domain in ("", "ai.onnx")]
    if not versions and not _uses_other_domains_only(proto):
        raise ModelError(
            f"{label} imports no ONNX operator set; it is truncated or was not saved whole"
        )
    newest = onnx.defs.onnx_opset_version()
    if max(versions, default=0) > newest:
        raise ModelError(
            f"{label} uses ONNX operator set {max(versions)}, but the installed onnx package knows "
            f"up to {newest}; upgrade onnx or export for an earlier operator set"
        )
    if min(versions, default=1) < 1:
        raise ModelError(
            f"{label} uses ONNX operator set {min(versions)}, but the first is 1; it is damaged: "
            "export it again"
        )
    _check_names(proto.graph, label)


def _undecodable(message: Message) -> Iterator[tuple[str, bytes]]:
    """Texts of a message, and of those in it, that protobuf gives as bytes because they are not
    UTF-8; each behind the name of its field.
    """
    for field in message.DESCRIPTOR.fields:  # not ListFields, which copies the bytes of weights
        if field.type == field.TYPE_STRING:
            value = getattr(message, field.name)
            texts = (value,) if isinstance(value, str | bytes) else value
            yield from ((field.name, text) for text in texts if isinstance(text, bytes))
        elif field.type == field.TYPE_MESSAGE:
            value = getattr(message, field.name)
            if not isinstance(value, Message):
                for part in value:
                    yield from _undecodable(part)
            elif message.HasField(field.name):
                yield from _undecodable(value)


def _uses_other_domains_only(proto: onnx.ModelProto) -> bool:
    """Whether a model imports other operator sets and has nodes of no domain without a version."""
    imported = {item.domain for item in proto.opset_import}
    return bool(imported) and all(node.domain in imported for node in proto.graph.node)


def _check_names(graph: onnx.GraphProto, label: str) -> None:
    """Checks that every used value is defined exactly once, in any order. Sorting comes later."""
    produced = [name for node in graph.node for name in node.output if name]
    initializers = [item.name for item in graph.initializer]
    initializers += [item.values.name for item in graph.sparse_initializer]
    inputs = [item.name for item in graph.input]
    twice = [name for name, times in Counter(produced).items() if times > 1]
    twice += [name for name, times in Counter(inputs).items() if times > 1]
    twice += [name for name, times in Counter(initializers).items() if times > 1]
    twice += sorted(set(produced) & (set(inputs) | set(initializers)))
    if twice:
        raise ModelError(f"{label} defines values more than once: {_names(twice)}")
    defined = {*produced, *initializers, *inputs, ""}
    used = [name for node in graph.node for name in node.input]
    used += [item.name for item in graph.output]
    missing = [name for name in dict.fromkeys(used) if name not in defined]
    if missing:
        raise ModelError(f"{label} uses values that nothing defines: {_names(missing)}")


def check_outputs(graph: onnx_ir.Graph, label: str) -> None:
    """Raises `ModelError` for a graph that has nothing to compute."""
    if not graph.outputs:
        what = "no outputs" if len(graph) else "neither nodes nor outputs"
        raise ModelError(f"{label} has {what}: nothing to compute")


def check_graph(graph: onnx_ir.Graph, label: str) -> None:
    """Sorts the nodes topologically, in place. Checks that there is no cycle and that inputs are
    tensors.
    """
    try:
        graph.sort()
    except ValueError:
        raise ModelError(f"{label} has a cycle through {_names(_in_cycles(graph))}") from None
    for value in graph.inputs:
        if value.type is not None and not isinstance(value.type, onnx_ir.TensorType):
            raise ModelError(f"{label}: input {value.name!r} is not a tensor but {value.type}")
        if value.dtype is None:
            raise ModelError(f"{label}: input {value.name!r} has no element type")


def check_inner_outputs(model: onnx_ir.Model, label: str) -> None:
    """Raises `ModelError` for a graph inside a node whose output is a value of the graph around it,
    which ONNX does not allow.
    """
    for graph in model.graphs():
        own = {id(value) for value in (*graph.inputs, *graph.initializers.values())}
        for value in graph.outputs if graph is not model.graph else ():
            node = value.producer()
            if id(value) not in own and (node is None or node.graph is not graph):
                raise ModelError(
                    f"{label}: output {quoted(repr(value.name))} of graph "
                    f"{quoted(repr(graph.name))} is made by no node of that graph; put an Identity "
                    "of it there"
                )


def keep_types_of_shared(graph: onnx_ir.Graph, proto: onnx.GraphProto, label: str) -> None:
    """Gives outputs that are inputs or constants, too, what they are as such, in place. As read, a
    value has what it was declared to be last, as an output.

    Args:
        graph: The graph.
        proto: What it was read from.
        label: What messages call the model.

    Raises:
        ModelError: One is declared with another element type.
    """
    inputs = {item.name: item.type for item in proto.input}
    for value in graph.outputs:
        name, declared = str(value.name), value.dtype
        if name in inputs and inputs[name].HasField("tensor_type"):
            kind = "input"
            value.type = onnx_ir.serde.deserialize_type_proto_for_type(inputs[name])
            shape = onnx_ir.serde.deserialize_type_proto_for_shape(inputs[name])
            value.shape = value.shape if shape is None else shape
        elif (tensor := value.const_value) is not None and name in graph.initializers:
            kind = "constant"
            value.type = onnx_ir.TensorType(tensor.dtype)
            value.shape = onnx_ir.Shape(tensor.shape.numpy())
        else:
            continue
        if declared is not None and value.dtype is not None and declared != value.dtype:
            raise ModelError(
                f"{label}: output {name!r} is declared as {type_name(declared)}, but the {kind} of "
                f"this name is of {type_name(value.dtype)}; declare that type, or put a Cast "
                "between them"
            )


def _in_cycles(graph: onnx_ir.Graph) -> list[str]:
    """Names of the nodes that are left when nodes with computed inputs, and then unused nodes, are
    removed repeatedly.
    """
    left = list(graph)
    for upstream in (True, False):
        while True:
            pending = {
                value for node in left for value in (node.outputs if upstream else node.inputs)
            }
            kept = [
                node
                for node in left
                if any(value in pending for value in (node.inputs if upstream else node.outputs))
            ]
            if len(kept) == len(left):
                break
            left = kept
    return [node.name or str(node.outputs[0].name) for node in left]


def check_external_data(model: onnx_ir.Model, folder: Path | None, label: str) -> None:
    """Tells external tensors the model's folder. Checks that they lie inside it and are complete.
    `folder` is `None` for a model that was not a file, which may not have external data.
    """
    looked_at: set[Path] = set()
    for tensor in _external_tensors(model):
        where = f"external data {str(tensor.location)!r} of {tensor.name!r}"
        if folder is None:
            raise ModelError(f"{label} has {where}; give the path of its file instead")
        tensor.base_dir = str(folder)
        file = folder / tensor.location
        if not file.resolve().is_relative_to(folder.resolve()):
            raise ModelError(f"{label}: {where} lies outside the model's folder; it is not read")
        if not file.is_file():
            raise ModelError(f"{label}: {where} is missing; put the file beside the model")
        if file not in looked_at:
            looked_at.add(file)
            with readable(file, "put the file of the model's weights there"):
                require_fetched(_head(file), f"{label}: {where}")
        end = (tensor.offset or 0) + tensor.nbytes
        if file.stat().st_size < end:
            raise ModelError(
                f"{label}: {where} ends at byte {end}, but the file has {file.stat().st_size}; "
                "it is truncated or of another model"
            )


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEAD_BYTES)


def _external_tensors(model: onnx_ir.Model) -> Iterable[onnx_ir.ExternalTensor]:
    for graph in model.graphs():
        for value in graph.initializers.values():
            if isinstance(value.const_value, onnx_ir.ExternalTensor):
                yield value.const_value
        for node in graph:
            for attribute in node.attributes.values():
                if isinstance(attribute.value, onnx_ir.ExternalTensor):
                    yield attribute.value


def _names(names: Iterable[str]) -> str:
    return first_of([repr(name) for name in dict.fromkeys(names)], _LISTED)
