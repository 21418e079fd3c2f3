"""The option `--out_nodes`: makes other values of a model its outputs.

A value is named by its ONNX name, or as `node:number`, the name of a node and the number of its
output. A node without a name has that of its first output, by which progress and reports call it.
The two ways do not mix. AOE's third way, the tops of Caffe, belongs to that format. A layer of a
source may become several nodes; `call_output` says which value an output of the layer is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import onnx_ir

from aoe.errors import UsageError
from aoe.near_names import hint

#: Key of `onnx_ir.Value.meta`: what the source calls a value by a node and a number.
_SOURCE_OUTPUTS = "aoe.source_outputs"


def call_output(value: onnx_ir.Value, node: str, number: int) -> None:
    """Lets `--out_nodes` name a value as `node:number`, a node of the source and its output."""
    value.meta[_SOURCE_OUTPUTS] = (*_source_outputs(value), f"{node}:{number}")


def parse_names(option: str, text: str | None) -> tuple[str, ...]:
    """The names in an option, `"conv1:0;fc:0"`; none if it is not given. Raises `UsageError` if it
    names nothing, or one name twice.
    """
    if text is None:
        return ()
    names = tuple(part.strip() for part in text.split(";") if part.strip())
    if not names:
        raise UsageError(f'--{option}="{text}" names nothing; write e.g. "conv1:0;fc:0"')
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f'--{option}="{text}" names {twice!r} twice')
    return names


def choose_outputs(model: onnx_ir.Model, wanted: Sequence[str], path: str) -> None:
    """Makes the values named `wanted` the outputs of `model`, in place and in this order. Raises
    `UsageError` for an unknown name, and for names of both ways.
    """
    values = {str(value.name): value for node in model.graph for value in node.outputs}
    nodes = {str(node.name): node for node in model.graph if node.name}
    for node in model.graph:
        if not node.name and node.outputs:
            nodes.setdefault(str(node.outputs[0].name), node)
    nodes_of_source = {
        name: value
        for node in model.graph
        for value in node.outputs
        for name in _source_outputs(value)
    }
    by_value = [name for name in wanted if name in values]
    if by_value and len(by_value) < len(wanted):
        other = next(name for name in wanted if name not in values)
        if other in nodes_of_source or _of_node(other, nodes) is not None:
            raise UsageError(
                f"--out_nodes names {by_value[0]!r} by value and {other!r} by node; do not mix both"
            )
    chosen = [
        values.get(name) or nodes_of_source.get(name) or _of_node(name, nodes) for name in wanted
    ]
    unknown = [name for name, value in zip(wanted, chosen, strict=True) if value is None]
    if unknown:
        known = (*values, *nodes_of_source, *(f"{name}:0" for name in nodes))
        raise unknown_output(unknown[0], path, known, "names of values, or nodes")
    model.graph.outputs[:] = [value for value in chosen if value is not None]


def unknown_output(name: str, label: str, known: Iterable[str], what: str) -> UsageError:
    """The error for a name of `--out_nodes` that a model does not have.

    Args:
        name: The name.
        label: What messages call the model.
        known: Names that it has.
        what: What may be named, where no known name is near.
    """
    otherwise = f'give {what} and the number of their output, e.g. "conv1:0"'
    return UsageError(
        f"--out_nodes names {name!r}, but {label} computes no such value; "
        f"{hint(name, known, otherwise)}"
    )


def _source_outputs(value: onnx_ir.Value) -> tuple[str, ...]:
    found = value.meta.get(_SOURCE_OUTPUTS, ())
    assert isinstance(found, tuple)
    return found


def _of_node(text: str, nodes: Mapping[str, onnx_ir.Node]) -> onnx_ir.Value | None:
    name, _, number = text.rpartition(":")
    if name not in nodes or not (number.isascii() and number.isdigit()):
        return None
    outputs = nodes[name].outputs
    return outputs[int(number)] if int(number) < len(outputs) else None
