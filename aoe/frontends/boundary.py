"""Changes the inputs and outputs of a model: `--out_nodes`, `--output_type`, `--input_fp16_nodes`.

Cast nodes at the boundary of the graph change element types. What is computed between them stays as
it is. Names are those of the source model, and inputs and outputs keep theirs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import onnx_ir

from aoe.errors import UsageError
from aoe.frontends.out_nodes import choose_outputs

#: AOE's names of element types.
OUTPUT_TYPES: Mapping[str, onnx_ir.DataType] = MappingProxyType(
    {
        "FP32": onnx_ir.DataType.FLOAT,
        "FP16": onnx_ir.DataType.FLOAT16,
        "DOUBLE": onnx_ir.DataType.DOUBLE,
        **{
            name: onnx_ir.DataType[name]
            for name in (
                *("INT8", "INT16", "INT32", "INT64"),
                *("UINT8", "UINT16", "UINT32", "UINT64"),
            )
        },
    }
)


@dataclass(frozen=True, slots=True)
class Boundary:
    """The inputs and outputs that are wanted.

    Attributes:
        out_nodes: Values that become the outputs; empty for the model's own outputs.
        output_type: Element type of all outputs; `None` for their own types.
        output_types: Pairs of one of `out_nodes` and its element type.
        input_fp16_nodes: Inputs to take as float16.
    """

    out_nodes: tuple[str, ...] = ()
    output_type: str | None = None
    output_types: tuple[tuple[str, str], ...] = ()
    input_fp16_nodes: tuple[str, ...] = ()

    @property
    def output_type_text(self) -> str | None:
        """The value of `--output_type`; `None` if it is not given."""
        return self.output_type or ";".join(map(":".join, self.output_types)) or None


def boundary(
    out_nodes: Sequence[str] = (),
    output_type: str | None = None,
    input_fp16_nodes: Sequence[str] = (),
) -> Boundary:
    """The boundary that options ask for.

    Args:
        out_nodes: Names of values, or `node:number`.
        output_type: `"FP16"`, or `"conv1:0:FP16;fc:0:FP32"` with names of `out_nodes`.
        input_fp16_nodes: Names of inputs.

    Raises:
        UsageError: For an unknown type or another name.
    """
    whole, each = _parse_output_type(output_type)
    unknown = next((name for name, _ in each if name not in out_nodes), None)
    if unknown is not None:
        raise UsageError(
            f'--output_type="{output_type}" names {unknown!r}, which --out_nodes does not; '
            "name it there too, or give one type for all outputs"
        )
    return Boundary(tuple(out_nodes), whole, each, tuple(input_fp16_nodes))


def apply_boundary(model: onnx_ir.Model, wanted: Boundary, path: str) -> None:
    """Gives `model` the wanted outputs and types, in place.

    Raises `UsageError` for an unknown name, for an input that is not floating-point, and for an
    output that is an unchanged input.
    """
    if wanted.out_nodes:
        choose_outputs(model, wanted.out_nodes, path)
    by_name = dict(wanted.output_types)
    for number in range(len(model.graph.outputs)):
        kind = wanted.output_type
        if wanted.out_nodes:
            kind = by_name.get(wanted.out_nodes[number], kind)
        if kind is not None:
            _cast_output(model, number, OUTPUT_TYPES[kind])
    for name in wanted.input_fp16_nodes:
        _take_as_float16(model, name, path)


def _parse_output_type(text: str | None) -> tuple[str | None, tuple[tuple[str, str], ...]]:
    """The type of all outputs, or pairs of an output and its type."""
    if text is None:
        return None, ()
    if ":" not in text:
        return _type_name(text, text), ()
    parts = [part.strip().rpartition(":") for part in text.split(";") if part.strip()]
    each = tuple((name.strip(), _type_name(kind, text)) for name, _, kind in parts)
    names = [name for name, _ in each]
    wrong = next((name for name in names if not name or names.count(name) > 1), None)
    if wrong is not None:
        raise UsageError(
            f'--output_type="{text}": must give each output one type, e.g. "conv1:0:FP16;fc:0:FP32"'
        )
    return None, each


def _type_name(name: str, text: str) -> str:
    if name.strip() not in OUTPUT_TYPES:
        raise UsageError(
            f'--output_type="{text}": {name.strip()!r} is not an element type; use one of '
            f"{', '.join(OUTPUT_TYPES)}"
        )
    return name.strip()


def _cast_output(model: onnx_ir.Model, number: int, kind: onnx_ir.DataType) -> None:
    value = model.graph.outputs[number]
    if value.dtype == kind:
        return
    name = str(value.name)
    if value.is_graph_input():
        raise UsageError(
            f"--output_type: the output {name!r} is an input of the model as it is, and has to "
            "keep its type; name other outputs with --out_nodes"
        )
    value.name = _unused(model, f"{name}_own_type")
    node = _cast(model, value, kind, name)
    model.graph.append(node)
    model.graph.outputs[number] = node.outputs[0]


def _take_as_float16(model: onnx_ir.Model, name: str, path: str) -> None:
    inputs = {str(value.name): value for value in model.graph.inputs}
    if name not in inputs:
        raise UsageError(
            f"--input_fp16_nodes names {name!r}, but the inputs of {path} are "
            f"{', '.join(map(repr, inputs)) or 'none'}"
        )
    value = inputs[name]
    own = value.dtype
    if own is None or not own.is_floating_point():
        raise UsageError(
            f"--input_fp16_nodes names {name!r}, which holds {own}; only inputs of floating-point "
            "numbers can be taken as float16"
        )
    if own == onnx_ir.DataType.FLOAT16:
        return
    uses = tuple(value.uses())
    node = _cast(model, value, own, _unused(model, f"{name}_own_type"))
    for use in uses:
        use.node.replace_input_with(use.idx, node.outputs[0])
    value.type = onnx_ir.TensorType(onnx_ir.DataType.FLOAT16)
    if len(model.graph) > 0:
        model.graph.insert_before(model.graph[0], node)
    else:
        model.graph.append(node)


def _cast(
    model: onnx_ir.Model, value: onnx_ir.Value, kind: onnx_ir.DataType, name: str
) -> onnx_ir.Node:
    """A node, not yet in the graph, that computes `name` from a value of another type."""
    result = onnx_ir.Value(name=name, type=onnx_ir.TensorType(kind), shape=value.shape)
    to = onnx_ir.AttrInt64("to", int(kind))
    return onnx_ir.Node("", "Cast", [value], [to], outputs=[result], name=f"{name}_cast")


def _unused(model: onnx_ir.Model, name: str) -> str:
    """`name`, extended until no value has this name."""
    graph = model.graph
    values = [*graph.inputs, *graph.initializers.values()]
    values += [value for node in graph.all_nodes() for value in node.outputs]
    taken = {value.name for value in values}
    while name in taken:
        name += "_"
    return name
