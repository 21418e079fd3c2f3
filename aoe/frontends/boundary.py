"""Changes the inputs and outputs of a model: `--out_nodes`, `--output_type`, `--input_fp16_nodes`,
`--insert_op_conf`, `--is_input_adjust_hw_layout`, `--is_output_adjust_hw_layout`.

Nodes at the boundary of the graph change element types and layouts, and prepare images. What is
computed between them stays as it is. Names are those of the source model, and inputs and outputs
keep theirs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import onnx_ir

from aoe.errors import UnknownInputError, UsageError
from aoe.frontends import hardware_layout
from aoe.frontends.frontend import InputShapes
from aoe.frontends.out_nodes import choose_outputs
from aoe.frontends.preprocessing.insertion import insert_preprocessing
from aoe.frontends.preprocessing.notices import preprocessing_notices, without_room
from aoe.frontends.preprocessing.settings import Preprocessing
from aoe.graph.texts import texts_of

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
        input_hw_layouts: Whether each of them is in Ascend's layout; empty if none is.
        output_hw_layouts: Whether each of `out_nodes` is given in Ascend's layout, likewise.
        preprocessing: What makes inputs of images.
        image_format: Layout of images in the model, `NCHW` or `NHWC`.
    """

    out_nodes: tuple[str, ...] = ()
    output_type: str | None = None
    output_types: tuple[tuple[str, str], ...] = ()
    input_fp16_nodes: tuple[str, ...] = ()
    input_hw_layouts: tuple[bool, ...] = ()
    output_hw_layouts: tuple[bool, ...] = ()
    preprocessing: Preprocessing = field(default_factory=Preprocessing)
    image_format: str = "NCHW"

    def without_inputs(self, names: Collection[str]) -> Boundary:
        """The boundary without what is wanted of some of `input_fp16_nodes`."""
        kept = [number for number, name in enumerate(self.input_fp16_nodes) if name not in names]
        layouts = self.input_hw_layouts
        return replace(
            self,
            input_fp16_nodes=tuple(self.input_fp16_nodes[number] for number in kept),
            input_hw_layouts=tuple(layouts[number] for number in kept) if layouts else (),
        )

    @property
    def output_type_text(self) -> str | None:
        """The value of `--output_type`; `None` if it is not given."""
        return self.output_type or ";".join(map(":".join, self.output_types)) or None

    @property
    def holds_images(self) -> bool:
        """Whether something depends on the layout of images."""
        changed = any(self.input_hw_layouts) or any(self.output_hw_layouts)
        return changed or self.preprocessing.file is not None

    @property
    def keeps_ends(self) -> bool:
        """Whether inputs and outputs are those of the source model, types of outputs aside."""
        changed = self.out_nodes or self.input_fp16_nodes
        return not changed and self.preprocessing.file is None

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about what was given and has no effect, as in AOE."""
        found = []
        for option, switches, named_by, names in self._layouts():
            if any(switches) and not names:
                found.append(f"--{option} has no effect without --{named_by}")
        if any(self.output_hw_layouts) and self.output_type_text is not None:
            found.append(
                f"--output_type={self.output_type_text} wins over --{hardware_layout.OUTPUT} where "
                "both say how an output is given"
            )
        return (*found, *self.preprocessing.warnings)

    def notices(self, model: onnx_ir.Model, profiles: Sequence[InputShapes]) -> list[str]:
        """Sentences about what has no effect on a model, or is too small for it. `profiles`: the
        shapes of its inputs that are given.
        """
        return preprocessing_notices(model, self.preprocessing, self.image_format, profiles)

    def require_default_images(self, model: onnx_ir.Model, profiles: Sequence[InputShapes]) -> None:
        """Raises `UsageError` where an input has no room for images without settings, which measure
        a model. Arguments are those of `notices`.
        """
        wanted = self.preprocessing
        for text in without_room(model, wanted, self.image_format, profiles):
            raise UsageError(text)

    def _layouts(self) -> tuple[tuple[str, tuple[bool, ...], str, tuple[str, ...]], ...]:
        """The options for Ascend's layout: switches, and the option that has the names for them."""
        return (
            (
                hardware_layout.INPUT,
                self.input_hw_layouts,
                "input_fp16_nodes",
                self.input_fp16_nodes,
            ),
            (hardware_layout.OUTPUT, self.output_hw_layouts, "out_nodes", self.out_nodes),
        )

    def check_counts(self) -> None:
        """Raises `UsageError` if switches and names are not as many."""
        for layout in self._layouts():
            hardware_layout.check_count(*layout)


def boundary(
    out_nodes: Sequence[str] = (),
    output_type: str | None = None,
    input_fp16_nodes: Sequence[str] = (),
    input_hw_layouts: Sequence[bool] = (),
    output_hw_layouts: Sequence[bool] = (),
    preprocessing: Preprocessing | None = None,
    image_format: str = "NCHW",
) -> Boundary:
    """The boundary that options ask for.

    Args:
        out_nodes: Names of values, or `node:number`.
        output_type: `"FP16"`, or `"conv1:0:FP16;fc:0:FP32"` with names of `out_nodes`.
        input_fp16_nodes: Names of inputs.
        input_hw_layouts: Whether each of them is in Ascend's layout.
        output_hw_layouts: Whether each of `out_nodes` is.
        preprocessing: What makes inputs of images.
        image_format: Layout of images in the model.

    Raises:
        UsageError: For an unknown type, another name, or another number of layouts.
    """
    whole, each = _parse_output_type(output_type)
    unknown = next((name for name, _ in each if name not in out_nodes), None)
    if unknown is not None:
        raise UsageError(
            f'--output_type="{output_type}" names {unknown!r}, which --out_nodes does not; '
            "name it there too, or give one type for all outputs"
        )
    made = Boundary(
        tuple(out_nodes),
        whole,
        each,
        tuple(input_fp16_nodes),
        tuple(input_hw_layouts),
        tuple(output_hw_layouts),
        preprocessing or Preprocessing(),
        image_format,
    )
    made.check_counts()
    return made


def apply_boundary(model: onnx_ir.Model, wanted: Boundary, path: str) -> None:
    """Gives `model` the wanted inputs and outputs, in place.

    Raises `UsageError` for an unknown name, for an input that is not floating-point, for an output
    that is an unchanged input, and for images that do not fit an input.
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
        elif wanted.out_nodes and any(wanted.output_hw_layouts[number : number + 1]):
            _require_computed(model.graph.outputs[number], hardware_layout.OUTPUT, "layout")
            hardware_layout.give_in_groups(model, number, wanted.image_format)
    insert_preprocessing(
        model, wanted.preprocessing, wanted.image_format, path, wanted.input_fp16_nodes
    )
    for number, name in enumerate(wanted.input_fp16_nodes):
        value = _floating_point_input(model, name, path)
        if any(wanted.input_hw_layouts[number : number + 1]):
            hardware_layout.take_in_groups(model, value, wanted.image_format)
        else:
            _take_as_float16(model, value)


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
    if name in texts_of(model).values:
        raise UsageError(
            f"--output_type: the output {name!r} holds texts, which have no other type; name "
            "the other outputs with --out_nodes, and give each of them its type"
        )
    _require_computed(value, "output_type", "type")
    value.name = _unused(model, f"{name}_own_type")
    node = _cast(value, kind, name)
    model.graph.append(node)
    model.graph.outputs[number] = node.outputs[0]


def _require_computed(value: onnx_ir.Value, option: str, what: str) -> None:
    if value.is_graph_input():
        raise UsageError(
            f"--{option}: the output {value.name!r} is an input of the model as it is, and has to "
            f"keep its {what}; name other outputs with --out_nodes"
        )


def _floating_point_input(model: onnx_ir.Model, name: str, path: str) -> onnx_ir.Value:
    inputs = {str(value.name): value for value in model.graph.inputs}
    if name not in inputs:
        raise UnknownInputError({"--input_fp16_nodes": [name]}, path, inputs)
    value = inputs[name]
    own = value.dtype
    if own is None or not own.is_floating_point():
        raise UsageError(
            f"--input_fp16_nodes names {name!r}, which holds {own}; only inputs of floating-point "
            "numbers can be taken as float16"
        )
    return value


def _take_as_float16(model: onnx_ir.Model, value: onnx_ir.Value) -> None:
    name, own = str(value.name), value.dtype
    assert own is not None, "it holds floating-point numbers"
    if own == onnx_ir.DataType.FLOAT16:
        return
    uses = tuple(value.uses())
    node = _cast(value, own, _unused(model, f"{name}_own_type"))
    for use in uses:
        use.node.replace_input_with(use.idx, node.outputs[0])
    value.type = onnx_ir.TensorType(onnx_ir.DataType.FLOAT16)
    if len(model.graph) > 0:
        model.graph.insert_before(model.graph[0], node)
    else:
        model.graph.append(node)


def _cast(value: onnx_ir.Value, kind: onnx_ir.DataType, name: str) -> onnx_ir.Node:
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
